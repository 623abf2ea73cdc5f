"""A game's bots in the intermediate language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.language.lowered.game import Function, LoweredGame


@dataclass(frozen=True, slots=True)
class LoweredRow:
    """`judge` is a function of the seat and a candidate; None for a row without a condition. `kind` and `choose` as of
    ReadRow. `decided` notes that the row decides, if that is to be noted."""

    kind: str
    judge: Function | None
    choose: int | None
    decided: Function | None = None


@dataclass(frozen=True, slots=True)
class LoweredTable:
    """`first`: the first row that holds takes its option; else the rows narrow the candidates."""

    first: bool
    rows: tuple[LoweredRow, ...]


@dataclass(frozen=True, slots=True)
class LoweredBot:
    """`seat`: the one that it plays; None: any. `when`: a function as a row's `judge`; None if it always plays.
    `tables` by the number of the decision that they answer."""

    seat: str | None
    when: Function | None
    tables: Mapping[int, LoweredTable]


@dataclass(frozen=True, slots=True)
class LoweredBots:
    """All bots, and the game with the words of the vocabulary that they need, and those of what is `certain`."""

    game: LoweredGame
    bots: Sequence[LoweredBot]
    certain: Sequence[Function] = ()
