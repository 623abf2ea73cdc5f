"""A rulebook as things with plain-text fields, so that two rulebooks can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.presentation import Names
    from interpreter.rulebook import Bot, BotTable, Rulebook, VocabularyWord

_OMITTED_FIELDS = ("id", "title", "where", "source", "deck")
_COMBINED_FIELDS = ("low", "high", "per_seat", "stops", "room_each", "room_all")
_AUTHOR_NAMES = {"per": "for", "kind": "is", "triggers": "when"}
"""Authors' names of fields that have other names in the model."""
_SENTENCE_END = re.compile(r"(?<=[.:;!?]) +")


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing in a game: its kind and name, its fields as text, and its number of copies if it is a card."""

    title: str
    fields: dict[str, str]
    copies: int = 1


def things_of(book: Rulebook, names: Names) -> dict[tuple[str, str], Thing]:
    """Return all things of a game by kind and id; words by their first wording."""
    found: dict[tuple[str, str], Thing] = {("game", ""): _game(book, names)}
    copies = _copies(book)
    lists: dict[str, Any] = {
        "seat": book.seats,
        "side": book.sides,
        book.map.noun.one: book.map.spaces,
        "pieces": book.pieces,
        "group of boxes": book.groups,
        "box": book.boxes,
        "track": book.tracks,
        "zone": book.zones,
        "deck": book.decks,
        "card": [card for card in book.cards if card.id in copies],
        "variable": book.variables,
        "flag": book.flags,
    }
    for kind, members in lists.items():
        for member in members:
            title = getattr(member, "title", None)
            name = names.localize(title) if title else printable(member.id.replace("_", " "))
            said = _field_texts(member, names)
            if book.map.grid is not None and members is book.map.spaces:  # a cell's id gives its place
                said = {field: text for field, text in said.items() if field not in (*book.map.grid.attributes, "at")}
            number = copies.get(member.id, 1) if kind == "card" else 1
            found[kind, member.id] = Thing(f"{printable(kind)} {name}", said, number)
    for word in book.words:
        found["word", word.title] = _word(word)
    for note in book.glossary:
        found["note", note.word] = Thing(
            f"note on `{printable(note.word)}`", {"says": _by_sentence(names.localize(note.about))}
        )
    for number, watch in enumerate(book.watches, start=1):
        said = {"when": _text(watch.when), "do": _text(watch.do)}
        found["watch", str(number)] = Thing(f"watch {number}", said)
    for bot in book.bots:
        found["bot", bot.id] = _bot(bot, names)
    return found | _connections(book, names)


def _by_sentence(text: str) -> str:
    """Put each sentence of the text on a line of its own."""
    return _SENTENCE_END.sub("\n", text)


def _copies(book: Rulebook) -> dict[str, int]:
    """Return the number of copies of each card, by the id of the first copy."""
    groups = (list(group) for _, group in groupby(book.cards, key=lambda card: card.where))
    return {first.id: 1 + len(others) for first, *others in groups}


def _connections(book: Rulebook, names: Names) -> dict[tuple[str, str], Thing]:
    graph = book.map.graph
    found: dict[tuple[str, str], Thing] = {}
    if book.map.grid is not None:
        return found
    for start, end in graph.edges:
        if not graph.has_edge(end, start):
            found["way", f"{start} {end}"] = Thing(f"the way from {names.title_of(start)} to {names.title_of(end)}", {})
        elif start < end:
            found["ways", f"{start} {end}"] = Thing(
                f"the way between {names.title_of(start)} and {names.title_of(end)}", {}
            )
    return found


def _game(book: Rulebook, names: Names) -> Thing:
    said = {"title": names.localize(book.title), "about": names.localize(book.about), "start": _text(book.start)}
    if book.score is not None:
        said["score"] = _text(book.score)
    if book.side is not None:
        said["side of a seat"] = _text(book.side)
    if book.certain:
        said["certain"] = "\n".join(_text(each) for each in book.certain)
    said |= {f"{printable(book.map.noun.many)} have": _value_text(tuple(book.map.attributes.values()), names)}
    if (grid := book.map.grid) is not None:
        said["grid"] = f"{grid.columns} columns, {grid.rows} rows"
        said["grid"] += (", a1 at the bottom" if grid.upward else "") + (", corners touch" if grid.diagonal else "")
    return Thing("the game", said)


def _word(word: VocabularyWord) -> Thing:
    what = {"do": "phrase", "when": "condition", "means": "value"}[word.kind]
    said = {word.kind: _text(word.body)}
    if len(word.says) > 1:
        said["wordings"] = "\n".join(map(printable, word.says))
    if word.turn:
        said["counts as"] = "a turn"
    return Thing(f"{what} `{printable(word.title)}`", said)


def _bot(bot: Bot, names: Names) -> Thing:
    tables = {names.localize(table.title): "\n".join(_rows(table)) for table in bot.tables}
    said = {"seat": names.title_of(bot.seat) if bot.seat else "any"}
    if bot.when is not None:
        said["when"] = _text(bot.when)
    return Thing(f"tables {names.localize(bot.title)}", said | tables)


def _rows(table: BotTable) -> Iterator[str]:
    for row in table.rows:
        said = f"{row.kind} {' '.join(row.text.split())}" if row.text else "otherwise"
        yield printable(f"{said}: {row.choose}" if row.choose else said)


def _field_texts(thing: Any, names: Names) -> dict[str, str]:
    """Return the fields of a thing as text, without empty ones."""
    found: dict[str, str] = {}
    if getattr(thing, "title", None):
        found["title"] = names.localize(thing.title)
    found |= _combined_fields(thing)
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.name == "attributes":
            found |= {name: said for name, each in value.items() if (said := _value_text(each, names))}
        elif field.name not in (*_OMITTED_FIELDS, *_COMBINED_FIELDS) and (said := _value_text(value, names)):
            found[_AUTHOR_NAMES.get(field.name, field.name.replace("_", " "))] = said
    return found


def _combined_fields(thing: Any) -> dict[str, str]:
    """Return the fields that authors write as one field, or in another form."""
    found: dict[str, str] = {}
    if hasattr(thing, "low"):
        found["between"] = f"[{thing.low}, {thing.high}]"
    if getattr(thing, "per_seat", False):
        found["for"] = "seat"
    if not getattr(thing, "stops", True):
        found["past its ends"] = "error"
    room = {name: getattr(thing, f"room_{name}", None) for name in ("each", "all")}
    if said := ", ".join(f"{name}: {most}" for name, most in room.items() if most is not None):
        found["room"] = f"{{{said}}}"
    return found


def _value_text(value: Any, names: Names) -> str:
    """Format a value as plain text; empty for an empty value."""
    if value is None or value is False or value == () or value == {}:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, str):
        return _text(value) if "\n" in value or " " in value else names.title_of(value)
    if isinstance(value, dict):
        return ", ".join(f"{names.title_of(str(key))} {_value_text(each, names)}" for key, each in value.items())
    if isinstance(value, tuple):
        parts = [_value_text(each, names) for each in value]
        return ("\n" if any("\n" in part for part in parts) else ", ").join(parts)
    if is_dataclass(value):
        parts = [_value_text(getattr(value, field.name), names) for field in fields(value) if field.name != "where"]
        return " ".join(part for part in parts if part)
    return str(value)


def _text(text: str) -> str:
    return "\n".join(printable(line) for line in text.rstrip().split("\n"))
