"""Entries that stand for many cards: one for each combination of the values of some columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import prod

from interpreter.rulebook.building.shared_lists import declarations_by_name, with_lists
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.text import slug

LARGEST_DECK = 2000
EACH, BY_VALUE = "each", "by value"
"""Fields of such an entry: the columns, and the fields of single cards and of all cards with a value."""
_OWN = (EACH, BY_VALUE, "title")


def write_out_products(files: Sequence[YamlMapping], sections: Sequence[YamlMapping], problems: Problems) -> bool:
    """Replace each entry with `each` by its cards; return False if an entry has mistakes and is left out.

    `sections` are all declarations of columns.
    """
    declared = declarations_by_name(sections)
    is_complete = True
    for root in files:
        cards = root.values.get("cards")
        if not isinstance(cards, YamlList):
            continue
        entries = [item for item in root.mappings("cards") if EACH in item.values]
        if not entries:
            continue
        parts = [file for file in files if file.data["deck"] == root.data["deck"]]
        declaring = next((file for file in parts if "attributes" in file.values), root)
        columns = with_lists(declaring.section("attributes"), declared)
        for entry in entries:
            mistakes = len(problems)
            made = list(_cards(entry, columns, problems))
            is_complete = is_complete and len(problems) == mistakes
            at = next(index for index, item in enumerate(cards.items) if item is entry)
            cards.insert(at, *made, replaced=1)
            root.put("cards", cards)
    return is_complete


def _cards(entry: YamlMapping, columns: YamlMapping, problems: Problems) -> Iterator[YamlMapping]:
    title, values = entry.values["title"], {}
    for column in entry.list_items(EACH):
        if column.data in values:
            problems.add(column, "value-twice", f"the column `{column.data}` is named twice")
            return
        found = _values(columns.get(column.data))
        if found is None:
            message = f"`{column.data}` is no column with a list of values, or with numbers `from` and `to`"
            problems.add(column, "wrong-type", message)
            return
        if f"{{{column.data}}}" not in str(title.data):
            message = f"the title has to name the value of each column: `{{{column.data}}}`"
            problems.add(title, "missing-field", message)
            return
        values[column.data] = found
    if prod(map(len, values.values())) > LARGEST_DECK:
        message = f"these are {prod(map(len, values.values())):,} cards; at most {LARGEST_DECK:,} are allowed"
        problems.add(entry.values[EACH], "too-many", message)
        return
    cards = [_card(entry, dict(zip(values, chosen, strict=True)), columns) for chosen in product(*values.values())]
    _add_details(entry, cards, [*values], problems)
    yield from cards


def _values(column: YamlNode | None) -> Sequence[str | int] | None:
    """Return the values that a declared column can have; None if they aren't a list."""
    spec = column.values.get("is") if isinstance(column, YamlMapping) else column
    if isinstance(spec, YamlList):
        return list(spec.data)
    limits = [column.get_plain("from"), column.get_plain("to")] if isinstance(column, YamlMapping) else []
    if spec is None or spec.data != "number" or not all(isinstance(each, int) for each in limits) or not limits:
        return None
    return range(limits[0], limits[1] + 1)


def _card(entry: YamlMapping, chosen: dict[str, str | int], columns: YamlMapping) -> YamlMapping:
    """Return the card with these values by column; its id is made from its English title."""
    card = YamlMapping(entry.source, entry.line, entry.column)
    names = {column: _name(columns.get(column), value) for column, value in chosen.items()}
    title = entry.values["title"].data
    written = {language: _filled(text, names) for language, text in title.items()} if isinstance(title, dict) else {}
    card.put("id", _scalar(entry, slug(_filled(title["en"] if written else title, chosen))), entry.keys["title"])
    card.put("title", _scalar(entry, written or _filled(title, names)), entry.keys["title"])
    for key, node in entry.values.items():
        if key not in _OWN:
            card.put(key, node, entry.keys[key])
    for column, value in chosen.items():
        card.put(column, _scalar(entry, value), entry.keys[EACH])
    return card


def _name(column: YamlNode | None, value: str | int) -> str:
    """Return the printed name of a value."""
    titles = column.section("titles").data if isinstance(column, YamlMapping) else {}
    return str(titles.get(value, str(value).replace("_", " ").title()))


def _filled(text: str, values: dict[str, str] | dict[str, str | int]) -> str:
    for column, value in values.items():
        text = text.replace(f"{{{column}}}", str(value))
    return text


def _scalar(entry: YamlMapping, value: object) -> YamlScalar:
    return YamlScalar(entry.source, entry.line, entry.column, 1, value)


def _add_details(entry: YamlMapping, cards: Sequence[YamlMapping], columns: Sequence[str], problems: Problems) -> None:
    """Add the fields under `by value` to the cards that have the value, or the id, before them."""
    words = [[*(str(card.data[each]) for each in columns), card.data["id"]] for card in cards]
    for key, fields in entry.section(BY_VALUE).entries():
        meant = [card for card, known in zip(cards, words, strict=True) if key.data in known]
        if not meant:
            message = f"no card here has the value `{key.data}` in one of its columns, nor this id"
            problems.add(key, "unknown-value", message, key.data, dict.fromkeys(chain(*words)))
        for card in meant:
            for name, node in fields.entries() if isinstance(fields, YamlMapping) else ():
                card.put(name.data, node, name)
