"""Cards as they would be printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.rulebook.model import Card, Deck, Text

Told = Callable[[Text], Sequence[str]]
"""What tells an event in another language, a line each."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A card with its name, what it carries in a row, and the lines of its event."""

    id: str
    title: str
    attributes: str
    lines: tuple[str, ...]

    @property
    def headline(self) -> str:
        return self.title + (f": {self.attributes}" if self.attributes else "")


def printed(card: Card, deck: Deck, names: Names, told: Told | None) -> Printed:
    """A card of a deck, in a language. What its event says is the rules themselves, unless they are `told` in it."""
    lines: Sequence[str] = ()
    if card.event:
        lines = card.event.rstrip("\n").split("\n") if told is None else told(card.event)
    attributes = names.attributes(card.attributes, deck.attributes)
    return Printed(card.id, names.say(card.title), attributes, tuple(map(names.safe, lines)))
