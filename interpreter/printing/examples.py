"""Examples of play for print: the position that matters, what begins, the log, and the result."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """A line of an example; a consequence of the line above if `depth` isn't 0."""

    text: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class PrintedExample:
    """An example of play.

    Attributes:
        position: Where things are, as far as it differs from the start.
        beginning: The effect that is carried out; empty for the whole game.
        events: The log.
        result: Conditions that hold at the end.
    """

    title: str
    position: tuple[ExampleLine, ...]
    beginning: tuple[ExampleLine, ...]
    events: tuple[ExampleLine, ...]
    result: tuple[ExampleLine, ...]


@dataclass(frozen=True, slots=True)
class ExampleBox:
    """All examples of play with their headings."""

    title: str
    position_title: str
    result_title: str
    examples: tuple[PrintedExample, ...]
