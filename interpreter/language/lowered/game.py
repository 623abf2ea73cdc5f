"""A game in the intermediate language: functions, segments and their metadata, and its bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.language.coverage_points import CoverageItem
from interpreter.language.execution.executable import CodeKey, DecisionInfo, FramedRoutine, SourceLocation
from interpreter.language.ir.statements import Choose, Either, May
from interpreter.language.ir.types import Local
from interpreter.language.lowered.instructions import Body
from interpreter.language.lowered.values import Register, Value
from interpreter.rulebook.model import Text


@dataclass(frozen=True, slots=True)
class Function:
    """A function that runs without suspension: parameters, a body, and a result unless it is a routine.

    Attributes:
        title: The title of the rule that it was compiled from.
    """

    title: str
    parameters: tuple[Register, ...]
    body: Body
    result: Value | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a suspendable routine, up to the point where control passes to another segment.

    Attributes:
        routine: Number of the routine; -1 for the segment at the end of the game, which belongs to none.
    """

    routine: int
    body: Body


@dataclass(frozen=True, slots=True)
class LoweredDecision:
    """A decision, its statement, and the values of the names in scope."""

    info: DecisionInfo
    asking: Choose | Either | May
    names: Mapping[Local, Value]


@dataclass(frozen=True, slots=True)
class LoweredGame:
    """A game in the intermediate language.

    Attributes:
        routines: Functions and suspendable routines, by number.
        segments: Segments by number; None for those that were merged into others.
        terms: The vocabulary terms that are called.
        events: Routine number of each card's event, by card.
        playable: By card, the test whether a seat can play the event.
        permitted: By card, the test whether the event's conditions hold; often the same function as in `playable`.
        score: A function of a seat.
        places: Source positions that work is charged to.
        texts: Texts of the rules, by title and kind.
        has_trials: True if a text asks whether an event would change something.
        items: Coverage items; empty if no coverage is recorded.
        points: Number of coverage points that the items refer to.
    """

    routines: Sequence[Function | FramedRoutine]
    segments: Sequence[Segment | None]
    terms: Mapping[int, Function]
    events: Sequence[int | None]
    playable: Sequence[Function]
    permitted: Sequence[Function]
    score: Function
    decisions: Sequence[LoweredDecision]
    places: Sequence[SourceLocation]
    texts: Mapping[CodeKey, Text]
    has_trials: bool = False
    items: Sequence[CoverageItem] = ()
    points: int = 0


@dataclass(frozen=True, slots=True)
class LoweredRow:
    """A row of a bot's decision table.

    Attributes:
        kind: As in `ResolvedRow`.
        condition: A function of the seat and a candidate; None for a row without a condition.
        option: As in `ResolvedRow`.
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
