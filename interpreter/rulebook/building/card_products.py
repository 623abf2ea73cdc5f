"""Entries that stand for many cards: one for each combination of the values of some columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import prod

from interpreter.rulebook.building.attributes import ATTRIBUTE_KINDS
from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.building.shared_lists import column_sections, declarations_by_name, with_lists
from interpreter.rulebook.schema.documents import BY_VALUE, EACH, Documents
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.text import slug
from interpreter.support.name_lists import quote_names

LARGEST_DECK = 2000
MOST_LISTED = 13
"""Most values that a message lists."""
_OWN = (EACH, BY_VALUE, "title")
_REMARK = re.compile(r"\([^(){}]*\)")
"""Part of a title that isn't in the ids: words in parentheses, the same for all cards."""


def write_out_products(documents: Documents, names: IdTable) -> None:
    """Replace each entry with `each` by its cards. One with mistakes is left out, and the cards count as incomplete."""
    files, problems = documents.several["cards"], names.problems
    declared = declarations_by_name(column_sections(documents))
    spaces = documents.get("map").values.get("noun")
    noun = spaces.get_plain("one") if isinstance(spaces, YamlMapping) else None
    for root in files:
        cards = root.values.get("cards")
        if not isinstance(cards, YamlList):
            continue
        entries = [item for item in root.mappings("cards") if EACH in item.values]
        if not entries:
            continue
        parts = [file for file in files if file.data["deck"] == root.data["deck"]]
        declaring = next((file for file in parts if "attributes" in file.values), root)
        columns_node = declaring.section("attributes")
        columns = with_lists(columns_node, declared)
        for entry in entries:
            mistakes = len(problems)
            is_clear = all(_is_clear(columns.get(each.data), noun) for each in _columns_of(entry))
            is_clear = is_clear and not (columns_node.damaged or entry.section(EACH).damaged)
            made = list(_cards(entry, columns, problems)) if is_clear else []
            if len(problems) > mistakes or not is_clear:
                names.incomplete_kinds.add("cards")
            at = next(index for index, item in enumerate(cards.items) if item is entry)
            cards.insert(at, *made, replaced=1)
            root.put("cards", cards)


def _cards(entry: YamlMapping, columns: YamlMapping, problems: Problems) -> Iterator[YamlMapping]:
    title, values, some = entry.values["title"], {}, entry.section(EACH)
    for column in _columns_of(entry):
        if column.data in values:
            problems.add(column, "value-twice", f"the column `{column.data}` is named twice")
            return
        found = _values(columns.get(column.data))
        if found is None:
            message = f"`{column.data}` is no column with a list of values, or with numbers `from` and `to`"
            kind = _type_of(columns.get(column.data))
            if kind is not None and kind not in ("number", "flag", "text"):
                message = (
                    f"`{column.data}` names a {kind}, and `each` takes listed values: write a card for each {kind}"
                )
            if kind == "number":
                message = f"the numbers of `{column.data}` need ends: `{column.data}: {{is: number, from: 1, to: 8}}`"
            problems.add(column, "wrong-type", message, str(column.data), columns.values)
            return
        if f"{{{column.data}}}" not in str(title.data):
            message = f"the title has to name the value of each column: `{{{column.data}}}`"
            problems.add(title, "missing-field", message)
            return
        if not _are_values(some.list_items(column.data), column.data, found, problems):
            return
        values[column.data] = [value.data for value in some.list_items(column.data)] or found
    if prod(map(len, values.values())) > LARGEST_DECK:
        message = f"these are {prod(map(len, values.values())):,} cards; at most {LARGEST_DECK:,} are allowed"
        problems.add(entry.values[EACH], "too-many", message)
        return
    cards = [_card(entry, dict(zip(values, chosen, strict=True)), columns) for chosen in product(*values.values())]
    _add_details(entry, cards, [*values], problems)
    for column, used in values.items():
        _warn_of_omission(entry, cards, column, [str(value) for value in used], columns, problems)
    yield from cards


def _columns_of(entry: YamlMapping) -> list[YamlNode]:
    """Return the names of the columns whose values an entry combines."""
    return [*(entry.list_items(EACH) or entry.section(EACH).keys.values())]


def _type_of(column: YamlNode | None) -> object:
    """Return the type of a declared column as it is written; None for none."""
    spec = column.values.get("is") if isinstance(column, YamlMapping) else column
    return None if spec is None else spec.data


def _is_clear(column: YamlNode | None, noun: object) -> bool:
    """Return whether the type of a column can be right; one that can't be is reported where it is declared.

    `noun`: the noun of spaces; None if it is left out.
    """
    kind = _type_of(column)
    return kind is None or isinstance(kind, list) or kind in (*ATTRIBUTE_KINDS, noun)


def _values(column: YamlNode | None) -> Sequence[str | int] | None:
    """Return the values that a declared column can have; None if they aren't a list."""
    spec = column.values.get("is") if isinstance(column, YamlMapping) else column
    if isinstance(spec, YamlList):
        return list(spec.data)
    limits = [column.get_plain("from"), column.get_plain("to")] if isinstance(column, YamlMapping) else []
    if spec is None or spec.data != "number" or not all(isinstance(each, int) for each in limits) or not limits:
        return None
    return range(limits[0], limits[1] + 1)


ALL = ("all", "each", "every", "any")
"""Words that people write in place of all values of a column."""


def _are_values(nodes: Sequence[YamlNode], column: str, known: Sequence[str | int], problems: Problems) -> bool:
    """Return True if these are values of a column, each listed once; report the first that isn't."""
    for index, node in enumerate(nodes):
        if node.data not in known:
            message = f"the column `{column}` has no value `{node.data}`; it has {_listed(known)}"
            if node.data in ALL and len(known) <= MOST_LISTED:
                problems.add(node, "unknown-value", message, suggestion=", ".join(map(str, known)))
                return False
            problems.add(node, "unknown-value", message, str(node.data), dict.fromkeys(map(str, known)))
            return False
        if node.data in [earlier.data for earlier in nodes[:index]]:
            problems.add(node, "value-twice", f"the value `{node.data}` is named twice")
            return False
    return True


def _listed(values: Sequence[str | int]) -> str:
    """Return values for a message, the first and the last of many."""
    if len(values) <= MOST_LISTED:
        return ", ".join(map(str, values))
    return f"{values[0]}, {values[1]}, …, {values[-1]}"


def _card(entry: YamlMapping, chosen: dict[str, str | int], columns: YamlMapping) -> YamlMapping:
    """Return the card with these values by column; its id is made from its English title."""
    card = YamlMapping(entry.source, entry.line, entry.column)
    names = {column: _name(columns.get(column), value) for column, value in chosen.items()}
    title = entry.values["title"].data
    written = {language: _filled(text, names) for language, text in title.items()} if isinstance(title, dict) else {}
    key = slug(_filled(_REMARK.sub("", title["en"] if written else title), chosen))
    card.put("id", _scalar(entry, key), entry.keys["title"])
    card.put("title", _scalar(entry, written or _filled(title, names)), entry.keys["title"])
    for name, node in entry.values.items():
        if name not in _OWN:
            card.put(name, node, entry.keys[name])
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
    details = {name for fields in entry.section(BY_VALUE).data.values() for name in fields}
    for card in cards:
        _leave_out_sources(card, details - card.values.keys())


def _warn_of_omission(
    entry: YamlMapping,
    cards: Sequence[YamlMapping],
    column: str,
    values: Sequence[str],
    columns: YamlMapping,
    problems: Problems,
) -> None:
    """Warn if `by value` gives a field to the cards with most values of a column, and those with the others lack it.

    Of two values, one is enough. A value that is named there, even with nothing, isn't forgotten. A missing flag is
    false.
    """
    details = entry.section(BY_VALUE)
    left = [value for value in values if value not in details.values]
    for name in _fields_given(details, values):
        giving = [value for value in values if value in details.values and name in details.section(value).values]
        lacking = [value for value in left if all(name not in card.values for card in _with(cards, column, value))]
        declared = columns.get(name)
        if name in columns.values and not _is_optional(declared):
            continue  # that is an error of the cards
        is_most = len(giving) > len(lacking) or len(values) == 2
        if is_most and giving and lacking and len(giving) + len(left) == len(values):
            message = (
                f"`{BY_VALUE}` gives {_as_list(giving)} a field `{name}`, and {_as_list(lacking)} none; "
                f"if that is meant, write `{lacking[0]}: {{}}`"
            )
            problems.warn(entry.keys[BY_VALUE], "value-left-out", message)


def _fields_given(details: YamlMapping, values: Sequence[str]) -> list[str]:
    """Return the fields that `by value` gives to some values of a column."""
    return list(dict.fromkeys(chain(*(details.section(value).values for value in values))))


def _with(cards: Sequence[YamlMapping], column: str, value: str) -> list[YamlMapping]:
    return [card for card in cards if str(card.data[column]) == value]


def _is_optional(column: YamlNode | None) -> bool:
    """Return True if a column's values can be left out, as those of an optional one, but not a flag's."""
    is_optional = isinstance(column, YamlMapping) and (column.get_plain("optional") or "none" in column.values)
    return bool(is_optional)


def _as_list(values: Sequence[str]) -> str:
    """Return values as words: `low`, `middle` and `high`."""
    return f"{quote_names(values[:-1])} and {quote_names(values[-1:])}" if values[1:] else quote_names(values)


def _leave_out_sources(card: YamlMapping, missing: set[str]) -> None:
    """Leave out the sources of fields that other cards of the entry have and this one lacks."""
    source = card.get_mapping("source")
    if source is None or missing.isdisjoint(source.values):
        return
    kept = YamlMapping(source.source, source.line, source.column)
    for name, node in source.values.items():
        if name not in missing:
            kept.put(name, node, source.keys[name])
    card.put("source", kept)
