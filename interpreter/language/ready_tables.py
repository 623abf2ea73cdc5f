"""A game's bots, whose tables can be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from interpreter.rulebook.model import Row, Table, Title


class Judge(Protocol):
    """What is asked of a candidate. It can be pickled."""

    @property
    def call(self) -> Callable[[list[Any], list[list[int]], int, Any], Any]:
        """`(v, z, you, it)` to the worth of a candidate, or whether it is kept."""


@dataclass(frozen=True, slots=True)
class ReadyRow:
    """A row that can be asked. `judge` is None for a row without a condition; `choose` is an option's number;
    `asked` and `decided` are the points that tell so (see points.py), if that is to be noted."""

    row: Row
    judge: Judge | None
    choose: int | None
    asked: int | None = None
    decided: int | None = None


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A table that can be asked, for one decision."""

    table: Table
    rows: tuple[ReadyRow, ...]


@dataclass(frozen=True, slots=True)
class ReadyBot:
    """A bot's tables by the number of the decision that they answer. `when` is None if it always plays."""

    id: str
    seat: str | None
    title: Title
    when: Judge | None
    tables: dict[int, ReadyTable]
