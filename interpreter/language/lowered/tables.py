"""Bots in the intermediate language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.language.lowered.game import Function, LoweredGame


@dataclass(frozen=True, slots=True)
class LoweredRow:
    """A row of a bot's decision table.

    Attributes:
        kind: As in `ReadRow`.
        condition: A function of the seat and a candidate; None for a row without a condition.
        option: As in `ReadRow`.
        record: Records that the row decides, if coverage is recorded.
    """

    kind: str
    condition: Function | None
    option: int | None
    record: Function | None = None


@dataclass(frozen=True, slots=True)
class LoweredTable:
    """A decision table of a bot.

    Attributes:
        takes_first: True if the first row that holds takes its option. Otherwise the rows narrow the candidates.
    """

    takes_first: bool
    rows: tuple[LoweredRow, ...]


@dataclass(frozen=True, slots=True)
class LoweredBot:
    """A bot: its decision tables and the conditions under which it plays.

    Attributes:
        seat: The seat that it plays; None for any seat.
        condition: A function like a row's `condition`; None if the bot always plays.
        tables: Tables by the number of the decision that they answer.
    """

    seat: str | None
    condition: Function | None
    tables: Mapping[int, LoweredTable]


@dataclass(frozen=True, slots=True)
class LoweredBots:
    """All bots, with the game extended by the vocabulary terms that the bots and `certainties` need."""

    game: LoweredGame
    bots: Sequence[LoweredBot]
    certainties: Sequence[Function] = ()
