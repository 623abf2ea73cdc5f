"""A game in the intermediate language: functions, segments, and the facts that go with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.language.executable import DecisionInfo, Framed, Place, SourceKey
from interpreter.language.ir.statements import Choose, Either, May
from interpreter.language.ir.types import Local
from interpreter.language.lowered.instructions import Body
from interpreter.language.lowered.values import Register, Value
from interpreter.language.points import Item
from interpreter.rulebook.model import Text


@dataclass(frozen=True, slots=True)
class Function:
    """What is carried out in one go, for some arguments, and gives a value (nothing, for a routine). `title` is that of
    its rule."""

    title: str
    parameters: tuple[Register, ...]
    body: Body
    result: Value | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a routine with decisions, up to where it goes on elsewhere. `routine` is whose it is; -1 is nobody's:
    the end of the game."""

    routine: int
    body: Body


@dataclass(frozen=True, slots=True)
class LoweredDecision:
    """A decision, the statement that asks, and what the names stand for there."""

    info: DecisionInfo
    asking: Choose | Either | May
    names: Mapping[Local, Value]


@dataclass(frozen=True, slots=True)
class LoweredGame:
    """A game in the intermediate language.

    `routines` by number: functions, or routines with decisions. `segments` by number; None for those that were joined
    to others. `terms` are the words of the vocabulary that are called. `events` are the
    routines of cards, by card, `playable` the tests whether a seat can play them, `permitted` those whether their
    conditions allow it, often the same functions; `score` is of a seat. `places` are
    what is charged for work, `texts` those of the rules by title and kind. `tries`: some text asks whether an event
    would change something. `items`: what can happen, and so many points tell that it did; none, if nobody asks.
    """

    routines: Sequence[Function | Framed]
    segments: Sequence[Segment | None]
    terms: Mapping[int, Function]
    events: Sequence[int | None]
    playable: Sequence[Function]
    permitted: Sequence[Function]
    score: Function
    decisions: Sequence[LoweredDecision]
    places: Sequence[Place]
    texts: Mapping[SourceKey, Text]
    tries: bool = False
    items: Sequence[Item] = ()
    points: int = 0
