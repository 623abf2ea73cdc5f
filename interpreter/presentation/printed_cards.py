"""Cards as they would be printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.rulebook.model import Card, Deck, Gloss, Text

Told = Callable[[Text], Sequence[str]]
"""What tells an event in another language, a line each."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is to be known of a special word. No `word`: the line says itself of which one it is."""

    word: str
    about: str

    @property
    def line(self) -> str:
        return f"{self.word}: {self.about}" if self.word else self.about


@dataclass(frozen=True, slots=True)
class Printed:
    """A card with its name, what it carries in a row, the lines of its event, and what is to be known of the special
    words in them."""

    id: str
    title: str
    attributes: str
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        return self.title + (f": {self.attributes}" if self.attributes else "")


def notes_on(cards: Sequence[Card], glossary: Iterable[Gloss], names: Names) -> tuple[Note, ...]:
    """What is to be known of the special words that are in the events of cards."""
    events = {card.event for card in cards if card.event is not None}
    return tuple(_note(each, names) for each in glossary if any(map(each.is_in, events)))


def printed(card: Card, deck: Deck, names: Names, told: Told | None, glossary: Iterable[Gloss] = ()) -> Printed:
    """A card of a deck, in a language. What its event says is the rules themselves, unless they are `told` in it."""
    lines: Sequence[str] = ()
    if card.event:
        lines = card.event.rstrip("\n").split("\n") if told is None else told(card.event)
    attributes = names.attributes(card.attributes, deck.attributes)
    notes = tuple(note.line for note in notes_on([card], glossary, names))
    return Printed(card.id, names.say(card.title), attributes, tuple(map(names.safe, lines)), notes)


def _note(gloss: Gloss, names: Names) -> Note:
    """In another language a line says itself of which word it is."""
    translated = names.lang != "en" and names.lang in gloss.about
    return Note("" if translated else names.safe(gloss.word), names.say(gloss.about))
