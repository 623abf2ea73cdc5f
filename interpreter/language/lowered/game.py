"""A game in the intermediate language: functions, segments and their metadata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.language.executable import CodeKey, DecisionInfo, FramedRoutine, SourceLocation
from interpreter.language.ir.statements import Choose, Either, May
from interpreter.language.ir.types import Local
from interpreter.language.lowered.instructions import Body
from interpreter.language.lowered.values import Register, Value
from interpreter.language.points import CoverageItem
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
