"""A game's bots, whose tables can be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from interpreter.rulebook.model import Row, Table, Title


@dataclass(frozen=True, slots=True)
class CardLooks:
    """The cards on whose faces a question depends that is asked by a seat: all that lie in `zones`, by number; in the
    seat's `own` zones, each by the number of seat 0's; in any zone (`anywhere`). `slots`: those that the frame of the
    routine under way keeps in these places. `secret`: it depends on a variable that not everyone sees."""

    zones: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()
    anywhere: bool = False
    secret: bool = False


NO_LOOKS = CardLooks()


class Judge(Protocol):
    """What is asked of a candidate. It can be pickled."""

    @property
    def call(self) -> Callable[[list[Any], list[list[int]], int, Any], Any]:
        """`(v, z, you, it)` to the worth of a candidate, or whether it is kept."""


@dataclass(frozen=True, slots=True)
class ReadyRow:
    """A row that can be asked. `judge` is None for a row without a condition; `choose` is an option's number;
    `asked` and `decided` are the points that tell so (see points.py), if that is to be noted. `looks`: on which cards
    it depends."""

    row: Row
    judge: Judge | None
    choose: int | None
    asked: int | None = None
    decided: int | None = None
    looks: CardLooks = NO_LOOKS


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A table that can be asked, for one decision. `looks`: on which cards it depends what the options are."""

    table: Table
    rows: tuple[ReadyRow, ...]
    looks: CardLooks = NO_LOOKS


@dataclass(frozen=True, slots=True)
class ReadyBot:
    """A bot's tables by the number of the decision that they answer. `when` is None if it always plays; `looks`: on
    which cards that depends."""

    id: str
    seat: str | None
    title: Title
    when: Judge | None
    tables: dict[int, ReadyTable]
    looks: CardLooks = NO_LOOKS
