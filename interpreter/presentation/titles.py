"""What things are called, in a language."""

from __future__ import annotations

from interpreter.language.symbols import Symbols
from interpreter.presentation.speech import ENGLISH, Speech
from interpreter.rulebook.model import Title
from interpreter.rulebook.texts import slug


def thing_name(symbols: Symbols, kind: str, value: int | None, speech: Speech = ENGLISH) -> str:
    """What a thing is called in print."""
    book = symbols.rulebook
    if value is None:
        return speech.say("nothing")
    if kind == "seat":
        return title_in(book.seats[value].title, speech)
    if kind == "side":
        return title_in(book.sides[value].title, speech)
    if kind == "card":
        return title_in(book.cards[value].title, speech)
    if kind in ("space", "box"):
        if value < symbols.spaces:
            return title_in(book.map.spaces[value].title, speech)
        boxes = [(symbols.box_index[box.id], box.title, "seat" if box.per_seat else None) for box in book.boxes]
        return _owned(symbols, boxes, value, speech)
    if kind == "zone":
        zones = [(symbols.zone_index[zone.id], zone.title, zone.per) for zone in book.zones]
        return _owned(symbols, zones, value, speech)
    return str(value)


def title_in(title: Title, speech: Speech) -> str:
    """A title in the language, or in English."""
    return title.get(speech.lang) or title["en"]


def _owned(symbols: Symbols, rows: list[tuple[int, Title, str | None]], value: int, speech: Speech) -> str:
    """The name of the place with this number, and whose it is. A row: first number, title, what there is one for."""
    base, title, per = max((row for row in rows if row[0] <= value), key=lambda row: row[0])
    if per is None:
        return title_in(title, speech)
    owner = thing_name(symbols, per, value - base, speech)
    return speech.say("owned", thing=title_in(title, speech), seat=owner)


def label_text(symbols: Symbols, label: str, speech: Speech = ENGLISH) -> str:
    """What the rules call an option or a purpose, in the language if the game has a name for it."""
    return symbols.rulebook.texts.get(speech.lang, {}).get(slug(label), label.replace("_", " "))
