"""Result document of a measurement between ever better players, as written by `measure --by ladder --json`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from interpreter.lab.balance.balance_document import SETTLED_POINTS, Trend, trend_of
from interpreter.lab.balance.ladder_document import LadderStudyDocument, ladder_head
from interpreter.lab.measure.indicators import Measures
from interpreter.lab.measure.measure_document import MeasureDocument, measurement_document
from interpreter.lab.measure.measure_ladder import MeasureLadder
from interpreter.lab.result_documents import KnownValue, Value
from interpreter.lab.stats.intervals import ALPHA, Interval, difference_of, normal_quantile, sidak

WINS = "wins of "
"""Beginning of the names of figures that are shares of wins; the id of the side follows."""
SETTLED_PART = 0.05
"""Largest change of a number that counts as none, as a part of it."""
SHARES: Mapping[str, Callable[[MeasureDocument], Interval | None]] = {
    "draws": lambda found: found.draws,
    "wins of whoever has the first turn": lambda found: found.first_turn,
    "narrow wins": lambda found: found.narrow.share,
    "decisions with a worse option": lambda found: found.options.mattering,
    "gain of the best option": lambda found: found.options.gain,
}
"""Headline figures that are shares from 0 to 1, by name, apart from wins."""
NUMBERS: Mapping[str, Callable[[MeasureDocument], Interval | None]] = {
    "turns": lambda found: found.length.turns.mean if found.length.turns else None,
    "decisions": lambda found: found.length.decisions.mean if found.length.decisions else None,
    "options of a decision": lambda found: found.measures["BranchingFactor"].value,
    "decisions from which leaders win": lambda found: found.decided.at,
    "changes of the lead": lambda found: found.measures["LeadChange"].value,
    "changes of the lead by score": lambda found: found.decided.changes_by_score,
}
"""Headline figures that are other numbers, by name."""


@dataclass(frozen=True, slots=True)
class FigureTrend:
    """A headline figure by strength of play.

    Attributes:
        name: Its name; `wins of` a side, followed by its id.
        is_share: True for a share from 0 to 1, False for another number.
        rungs: Values by kind of players, from the weakest to the strongest; nulls for those that aren't known.
        change: Value between the strongest players who have one minus that between the weakest; the intervals of all
            figures hold together.
        trend: `rising` or `falling` if this interval excludes 0, `settled` if it has only changes that don't matter (5
            points, or 5 per cent of a number), else `unknown`.
    """

    name: str
    is_share: bool
    rungs: dict[str, Value]
    change: KnownValue
    trend: Trend


@dataclass(frozen=True, slots=True)
class MeasureRungFigures:
    """Result of the measurement between players of one kind."""

    player: str
    study: MeasureDocument


@dataclass(frozen=True, slots=True)
class MeasureLadderDocument(LadderStudyDocument):
    """Result of a measurement between ever better players.

    Attributes:
        rungs: Result of the measurement by kind of players, from the weakest to the strongest.
        trends: Headline figures that are known for at least two kinds of players.
    """

    rungs: list[MeasureRungFigures]
    trends: list[FigureTrend]


def measure_ladder_document(found: MeasureLadder) -> MeasureLadderDocument:
    """Return the document of a measurement between ever better players."""
    rungs = [
        MeasureRungFigures(each.rung.player, measurement_document(Measures(each.found))) for each in found.reported
    ]
    head = ladder_head("measure_ladder", found, rungs[-1].study, [each.study.run for each in rungs])
    return MeasureLadderDocument(*head, rungs, _trends(rungs))


def _trends(rungs: Sequence[MeasureRungFigures]) -> list[FigureTrend]:
    sides = rungs[-1].study.wins
    figures = {f"{WINS}{side}": (_wins_of(side), True) for side in sides}
    figures |= {name: (value_of, True) for name, value_of in SHARES.items()}
    figures |= {name: (value_of, False) for name, value_of in NUMBERS.items()}
    known: list[tuple[str, bool, dict[str, Interval | None], list[Interval]]] = []
    for name, (value_of, is_share) in figures.items():
        values = {rung.player: value_of(rung.study) for rung in rungs}
        there = [value for value in values.values() if value is not None]
        if len(there) > 1 and any(value.estimate for value in there):
            known.append((name, is_share, values, there))
    widening = normal_quantile(sidak(ALPHA, max(1, len(known)))) / normal_quantile(ALPHA)
    trends = []
    for name, is_share, values, there in known:
        change = difference_of(there[0], there[-1])
        wide = Interval(change.estimate, *(change.estimate + widening * end for end in _reaches(change)))
        reach = SETTLED_POINTS / 100 if is_share else SETTLED_PART * abs(there[-1].estimate)
        trends.append(FigureTrend(name, is_share, values, wide, trend_of(wide, reach)))
    return trends


def _reaches(change: Interval) -> tuple[float, float]:
    """Return the distance from the estimate to the lower bound, as a negative number, and to the upper bound."""
    return change.low - change.estimate, change.high - change.estimate


def _wins_of(side: str) -> Callable[[MeasureDocument], Interval | None]:
    return lambda found: found.wins.get(side)
