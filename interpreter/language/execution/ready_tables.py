"""Bots with callable tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from interpreter.rulebook.model import BotRow, BotTable, Title


@dataclass(frozen=True, slots=True)
class CardDependencies:
    """Cards on whose faces a query by a seat depends.

    Attributes:
        zones: Zones all of whose cards count, by number.
        own_zones: Zones of which each seat has one, of which the seat's own counts; by the number of seat 0's.
        slots: Slots in the current routine's frame whose cards count.
        any_zone: True if cards in any zone count.
        reads_secret: True if it depends on a variable that not everyone sees.
    """

    zones: frozenset[int] = frozenset()
    own_zones: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()
    any_zone: bool = False
    reads_secret: bool = False


NO_DEPENDENCIES = CardDependencies()


class Evaluator(Protocol):
    """A picklable evaluation of a candidate."""

    @property
    def call(self) -> Callable[[Any, list[Any], list[list[int]], int, Any], Any]:
        """The function `(m, v, z, you, it)` that returns a candidate's value, or True if it is kept."""


@dataclass(frozen=True, slots=True)
class CompiledRow:
    """A row with a callable condition.

    Attributes:
        row: The row of the rulebook.
        evaluator: Its condition or value; None for a row without one.
        choose: Number of the option that it chooses.
        asked_point: Coverage point for being asked (see coverage_points.py), if coverage is recorded.
        decided_point: Coverage point for deciding, likewise.
        dependencies: Cards on which it depends.
    """

    row: BotRow
    evaluator: Evaluator | None
    choose: int | None
    asked_point: int | None = None
    decided_point: int | None = None
    dependencies: CardDependencies = NO_DEPENDENCIES


@dataclass(frozen=True, slots=True)
class CompiledTable:
    """A callable table for one decision. `dependencies` are the cards on which the options depend."""

    table: BotTable
    rows: tuple[CompiledRow, ...]
    dependencies: CardDependencies = NO_DEPENDENCIES


@dataclass(frozen=True, slots=True)
class CompiledBot:
    """A bot's tables, by the number of the decision that they answer.

    `condition` is the condition under which it plays, None for always; `dependencies` are the cards on which that
    depends.
    """

    id: str
    seat: str | None
    title: Title
    condition: Evaluator | None
    tables: dict[int, CompiledTable]
    dependencies: CardDependencies = NO_DEPENDENCIES
