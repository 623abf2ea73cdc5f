"""Result document of an ablation study between ever better players, as written by `impact --by ladder --json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.lab.balance.balance_document import Trend, trend_of
from interpreter.lab.balance.ladder_document import LadderStudyDocument, ladder_head
from interpreter.lab.compare.question import POINTS
from interpreter.lab.impact.impact_document import ImpactDocument, ThingFigures, impact_document
from interpreter.lab.impact.impact_ladder import ImpactLadder, ImpactRung
from interpreter.lab.impact.item_values import HOLDER
from interpreter.lab.result_documents import KnownPoints, Points
from interpreter.lab.stats.intervals import ALPHA, Interval, difference_of, sidak
from interpreter.lab.stats.ranking import RankRange
from interpreter.rulebook.omissions import OmissionKind


@dataclass(frozen=True, slots=True)
class RungWorth:
    """Points of a thing between players of one kind, and the ranks by size that it may have there."""

    points: KnownPoints
    rank: RankRange | None


@dataclass(frozen=True, slots=True)
class WorthTrend:
    """Worth of a thing by strength of play.

    Attributes:
        kind: Kind of the thing.
        id: Id of the thing.
        title: Its title.
        counted: Whose points count: those between the strongest players.
        rungs: Points and ranks by kind of players, from the weakest to the strongest.
        change: Points between the strongest players minus those between the weakest; the intervals of all things hold
            together.
        trend: `rising` or `falling` if this interval excludes 0, `settled` if it lies inside the margin, else
            `unknown`.
        other_rank: True if the ranks that it may have between the weakest and the strongest players don't overlap.
    """

    kind: OmissionKind
    id: str
    title: str
    counted: str
    rungs: dict[str, RungWorth]
    change: Points
    trend: Trend
    other_rank: bool


@dataclass(frozen=True, slots=True)
class ImpactRungFigures:
    """Result of the study between players of one kind."""

    player: str
    study: ImpactDocument


@dataclass(frozen=True, slots=True)
class ImpactLadderDocument(LadderStudyDocument):
    """Result of an ablation study between ever better players.

    Attributes:
        rungs: Result of the study by kind of players, from the weakest to the strongest.
        trends: Worth of each thing by strength of play, largest between the strongest players first; empty with fewer
            than two kinds of players.
    """

    rungs: list[ImpactRungFigures]
    trends: list[WorthTrend]


def impact_ladder_document(found: ImpactLadder) -> ImpactLadderDocument:
    """Return the document of a study between ever better players."""
    reported = found.reported
    rungs = [ImpactRungFigures(each.rung.player, impact_document(each.findings, {})) for each in reported]
    heads = [each.study.run for each in rungs]
    return ImpactLadderDocument(
        *ladder_head("impact_ladder", found, rungs[-1].study, heads), rungs, _trends(reported, rungs)
    )


def _trends(reported: Sequence[ImpactRung], rungs: Sequence[ImpactRungFigures]) -> list[WorthTrend]:
    """Return the trends of the things with results between the weakest and the strongest players."""
    if len(rungs) < 2:
        return []
    things = [{(thing.kind, thing.id): thing for thing in rung.study.ranked} for rung in rungs]
    known = [
        (key, last.counted)
        for key, last in things[-1].items()
        if last.counted is not None and _points(things[0][key], last.counted) is not None
    ]
    alpha = sidak(ALPHA, len(known))
    trends = []
    for key, counted in known:
        weakest, strongest = things[0][key], things[-1][key]
        was, now = (_interval(each, key, counted, alpha) for each in (reported[0], reported[-1]))
        change = difference_of(was, now)
        worths = {
            rung.player: RungWorth(_points(known_things[key], counted), known_things[key].rank)
            for rung, known_things in zip(rungs, things, strict=True)
        }
        trend = trend_of(change, rungs[-1].study.within / POINTS)
        apart = _are_apart(weakest.rank, strongest.rank)
        trends.append(WorthTrend(*key, strongest.title, counted, worths, change, trend, apart))
    return trends


def _points(thing: ThingFigures, counted: str) -> Interval | None:
    return thing.holder if counted == HOLDER else thing.points.get(counted)


def _interval(rung: ImpactRung, key: tuple[OmissionKind, str], counted: str, alpha: float) -> Interval:
    """Return the interval of a thing's points at an error rate."""
    row = next(row for row in rung.findings.rows if (row.thing.kind, row.thing.id) == key)
    return rung.findings.effects.difference(row, counted, alpha)


def _are_apart(one: RankRange | None, other: RankRange | None) -> bool:
    return one is not None and other is not None and (one.last < other.first or other.last < one.first)
