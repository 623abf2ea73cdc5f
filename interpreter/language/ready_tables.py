"""Bots with callable tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from interpreter.rulebook.model import Row, Table, Title


@dataclass(frozen=True, slots=True)
class CardLooks:
    """Cards on whose faces a query by a seat depends.

    Attributes:
        zones: Zones all of whose cards count, by number.
        own: Zones of which each seat has one, of which the seat's own counts; by the number of seat 0's.
        slots: Slots in the current routine's frame whose cards count.
        anywhere: True if cards in any zone count.
        secret: True if it depends on a variable that not everyone sees.
    """

    zones: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()
    anywhere: bool = False
    secret: bool = False


NO_LOOKS = CardLooks()


class Judge(Protocol):
    """A picklable evaluation of a candidate."""

    @property
    def call(self) -> Callable[[list[Any], list[list[int]], int, Any], Any]:
        """The function `(v, z, you, it)` that returns a candidate's value, or True if it is kept."""


@dataclass(frozen=True, slots=True)
class ReadyRow:
    """A row with a callable condition.

    Attributes:
        row: The row of the rulebook.
        judge: Its condition or value; None for a row without one.
        choose: Number of the option that it chooses.
        asked: Coverage point for being asked (see points.py), if coverage is recorded.
        decided: Coverage point for deciding, likewise.
        looks: Cards on which it depends.
    """

    row: Row
    judge: Judge | None
    choose: int | None
    asked: int | None = None
    decided: int | None = None
    looks: CardLooks = NO_LOOKS


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A callable table for one decision. `looks` are the cards on which the options depend."""

    table: Table
    rows: tuple[ReadyRow, ...]
    looks: CardLooks = NO_LOOKS


@dataclass(frozen=True, slots=True)
class ReadyBot:
    """A bot's tables, by the number of the decision that they answer.

    `when` is the condition under which it plays, None for always; `looks` are the cards on which that depends.
    """

    id: str
    seat: str | None
    title: Title
    when: Judge | None
    tables: dict[int, ReadyTable]
    looks: CardLooks = NO_LOOKS
