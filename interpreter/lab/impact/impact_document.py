"""Result document of an ablation study, as written by `impact --json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, get_args

from interpreter.lab.compare.question import POINTS
from interpreter.lab.impact.impact import ImpactResult
from interpreter.lab.impact.item_values import HOLDER, ImpactVerdict, ThingEffect, Worth
from interpreter.lab.result_documents import (
    INLINE,
    UNWRITTEN,
    Exact,
    KnownPoints,
    Points,
    RunHead,
    Seconds,
    StudiedGame,
    StudyDocument,
    Value,
    Without,
)
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.stats.ranking import RankRange
from interpreter.playtest.run.figures import DRAW
from interpreter.playtest.run.observers import CourseStatistics
from interpreter.rulebook.omissions import OmissionKind


@dataclass(frozen=True, slots=True)
class BaselineFigures:
    """Games with nothing left out.

    Attributes:
        games: Number of games.
        wins: Number of games that each side won, alone or with others.
        draws: Number of games that nobody won; null in a game for one.
    """

    games: int
    wins: dict[str, int]
    draws: int | None


@dataclass(frozen=True, slots=True)
class PartingGame:
    """A game that others win without the thing.

    Attributes:
        seed: Seed of the run.
        game: Index of the first such game.
        decision: First decision that differs, from 1; None if only the end is judged otherwise.
    """

    seed: int
    game: int | None
    decision: int | None


@dataclass(frozen=True, slots=True)
class ThingFigures:
    """Results without a thing.

    Attributes:
        kind: Kind of the thing.
        id: Id of the thing.
        title: Its title.
        side: The seat or side that it belongs to, if the rules name one.
        points: How much more often each side wins with it than without it.
        holder: How much more often the seat that first has the card wins with it; nulls if no seat had it.
        held_in: Number of games in which a seat had it.
        counted: Whose points count: the seat or side that it belongs to, else `holder`, else the side with the largest
            effect.
        likely: The points that count, corrected for the selection of large ones; null without results.
        rank: Ranks by size that it may have among all things with results.
        verdict: The answer.
        real: True if the effect is significant; the interval of the points that count then excludes 0.
        turns: How many turns longer a game is on average with it; nulls if unknown.
        winning_score: How much higher the best score of a winner is on average with it; nulls if unknown.
        games: Number of games without it.
        stopped_in: Index of the game that could not be played to its end, if any.
        example: A game to look at, for the real things that are worth most.
    """

    kind: OmissionKind
    id: str
    title: str
    side: str | None
    points: dict[str, Points]
    holder: KnownPoints
    held_in: int
    counted: str | None
    likely: float | None
    rank: RankRange | None
    verdict: ImpactVerdict
    real: bool
    turns: Value
    winning_score: Value
    games: int
    stopped_in: int | None
    example: PartingGame | None

    @property
    def counted_points(self) -> Interval | None:
        """The points that count, as a share; None without results."""
        return self.holder if self.counted == HOLDER else self.points.get(self.counted or "")

    @property
    def size(self) -> float:
        """Size of the points that count, corrected for selection."""
        return abs(self.likely or 0.0)


@dataclass(frozen=True, slots=True)
class ObservedCard:
    """Observations of a card in the observed games; None for those that are not known.

    Attributes:
        drawn: How often it was drawn, once for each seat and game.
        drawn_games: Number of games in which a seat drew it.
        held: How often it was held at the last decision.
        played: How often it was played, once for each seat and game.
        played_games: Number of games in which a seat played it.
        uses: Number of uses by purpose.
        never: True if it was never used, in a game whose rules record uses.
        share_when_drawn: Share of the seats that drew it that won.
        share_when_played: Share of the seats that played it that won.
    """

    drawn: int | None = None
    drawn_games: int | None = None
    held: int | None = None
    played: Annotated[int | None, UNWRITTEN] = None
    played_games: int | None = None
    uses: dict[str, int] | None = None
    never: bool | None = None
    share_when_drawn: float | None = None
    share_when_played: float | None = None


@dataclass(frozen=True, slots=True)
class CardFigures:
    """Results without the event of a card, and observations of the card."""

    thing: Annotated[ThingFigures, INLINE]
    observed: Annotated[ObservedCard, INLINE]


@dataclass(frozen=True, slots=True)
class ImpactDocument(StudyDocument):
    """Result of an ablation study.

    Attributes:
        subject: The game with its players, and the hash of its content.
        worth: For whom the points of a card count that belongs to no side.
        within: The margin, in percentage points.
        games: Number of games in all.
        seconds: Time spent playing, without loading.
        baseline: Games with nothing left out.
        watched: Number of observed games.
        verdicts: Number of things with each verdict.
        cards: Results without each event, largest effect first.
        things: Results without each other thing, largest effect first.
        games_to_halve: Number of further games that make the intervals half as wide.
        course: Course of the observed games.
    """

    subject: Annotated[StudiedGame, INLINE, Without(("folder", "revision"))]
    worth: Worth
    within: Exact
    games: int
    seconds: Seconds
    baseline: BaselineFigures
    watched: int
    verdicts: dict[str, int]
    cards: list[CardFigures]
    things: list[ThingFigures]
    games_to_halve: Annotated[int, UNWRITTEN]
    course: Annotated[CourseStatistics, UNWRITTEN]

    @property
    def ranked(self) -> list[ThingFigures]:
        """All things, events among the others, largest effect first."""
        things = [*(card.thing for card in self.cards), *self.things]
        return sorted(things, key=lambda thing: -thing.size)


def impact_document(findings: ImpactResult, partings: Mapping[int, int | None]) -> ImpactDocument:
    """Return the document; `partings` are the differing decisions found by `first_differences`."""
    spec = findings.inquiry
    estimates = findings.effects
    effects = estimates.ranked()
    return ImpactDocument(
        run=RunHead.of("impact", findings.backend_use, findings.native),
        subject=StudiedGame.of(spec.game, spec.seated),
        seed=spec.seed,
        worth=spec.worth,
        within=spec.margin_points,
        games=findings.games,
        seconds=findings.seconds,
        baseline=BaselineFigures(findings.baseline.games, _wins(findings), _draws(findings)),
        watched=findings.card_observations.games,
        verdicts={said: sum(each.verdict == said for each in effects) for said in get_args(ImpactVerdict)},
        cards=[
            CardFigures(_thing(findings, each, partings), _observed(findings, each.row.thing.id))
            for each in effects
            if each.row.thing.kind == "event"
        ],
        things=[_thing(findings, each, partings) for each in effects if each.row.thing.kind != "event"],
        games_to_halve=findings.effects_within(spec.margin_points / 2).games_left(spec.games),
        course=findings.card_observations.course,
    )


def _wins(findings: ImpactResult) -> dict[str, int]:
    won = dict.fromkeys(findings.inquiry.contenders, 0)
    of = "outcomes" if findings.inquiry.game.rulebook.sides else "seat_wins"
    return won | {who: times for who, times in findings.baseline.counts[of].items() if who in won}


def _draws(findings: ImpactResult) -> int | None:
    return findings.baseline.counts["outcomes"][DRAW] if len(findings.inquiry.contenders) > 1 else None


def _thing(findings: ImpactResult, effect: ThingEffect, partings: Mapping[int, int | None]) -> ThingFigures:
    row, thing = effect.row, effect.row.thing
    example = PartingGame(findings.inquiry.seed, row.first_changed_game, partings.get(thing.number))
    return ThingFigures(
        kind=thing.kind,
        id=thing.id,
        title=thing.title.get("en", thing.id),
        side=thing.side,
        points=effect.differences,
        holder=effect.holder,
        held_in=effect.held,
        counted=effect.counted,
        likely=None if effect.counted is None else POINTS * effect.shrunken,
        rank=effect.ranks,
        verdict=effect.verdict,
        real=effect.is_significant,
        turns=findings.mean_change(row, "turns"),
        winning_score=findings.mean_change(row, "mean_winning_score"),
        games=row.games,
        stopped_in=row.stopped,
        example=example if thing.number in partings else None,
    )


def _observed(findings: ImpactResult, card_id: str) -> ObservedCard:
    seen = findings.card_observations
    if not seen.games:
        return ObservedCard()
    uses = {label: times for (card, label), times in sorted(seen.uses.items()) if card == card_id}
    return ObservedCard(
        drawn=seen.drawn[card_id],
        drawn_games=seen.drawn_games[card_id],
        held=seen.held[card_id],
        played=seen.played[card_id],
        played_games=seen.played_games[card_id],
        uses=uses,
        never=not uses if seen.uses else None,
        share_when_drawn=_share(seen.drawn_won[card_id], seen.drawn[card_id]),
        share_when_played=_share(seen.played_won[card_id], seen.played[card_id]),
    )


def _share(times: int, of: int) -> float | None:
    return times / of if of else None
