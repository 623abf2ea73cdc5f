"""Result document of a comparison, as written by `compare --json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Annotated

from interpreter.lab.compare.aims import AimChange, AimVerdict
from interpreter.lab.compare.comparison import ComparisonResult, Verdict
from interpreter.lab.compare.examples import DivergingGame
from interpreter.lab.compare.pairing import AFTER, BEFORE
from interpreter.lab.compare.question import POINTS, ComparisonSpec
from interpreter.lab.compare.timed_comparison import TimedComparison
from interpreter.lab.result_documents import INLINE, UNWRITTEN, Exact, KnownValue, Points, RunHead, Seconds, StudiedGame
from interpreter.lab.stats.intervals import Interval
from interpreter.players.lineup import is_timed
from interpreter.playtest.run.offers import merge_copies
from interpreter.playtest.run.run_session import BackendUse
from interpreter.rulebook.source.files import public_path

Z_THRESHOLD = 4.0
"""Standard deviations from which a change is reported: with 100 uses, one false report in 200 runs."""


@dataclass(frozen=True, slots=True)
class LineupResult:
    """The answer under one kind of players.

    Attributes:
        answer: Result of the comparison.
        examples: Games that show the difference.
        by: Name of the kind of players; None for the default players.
    """

    answer: ComparisonResult
    examples: Sequence[DivergingGame] = ()
    by: str | None = None


def _deciding(told: Sequence[LineupResult], is_ladder: bool) -> LineupResult:
    """Return the deciding answer of several kinds of players: `different`, else `undecided`, else the first.

    On a ladder, that is the answer of the strongest players that have one.
    """
    if is_ladder:
        return next((each for each in reversed(told) if each.answer.verdict != "undecided"), told[-1])
    for said in ("different", "undecided"):
        for each in told:
            if each.answer.verdict == said:
                return each
    return told[0]


def is_reproducible(question: ComparisonSpec) -> bool:
    """Return whether the same command gives the same games: no player has a time budget."""
    return not any(is_timed(player) for side in question.versions for player in side.seated.values())


def card_use_changes(answer: ComparisonResult) -> list[CardChange]:
    """Return the uses with a noteworthy change, largest change first: in standard deviations of a Poisson number.

    The copies of a card count together.
    """
    before, after = (
        merge_copies(tally.counts["cards"], version.game.rulebook)
        for tally, version in zip(answer.evidence.tallies, answer.question.versions, strict=True)
    )
    z_scores = {use: abs(after[use] - before[use]) / sqrt(before[use] + after[use]) for use in {*before, *after}}
    noteworthy = sorted(
        (use for use, z_score in z_scores.items() if z_score >= Z_THRESHOLD), key=lambda use: (-z_scores[use], use)
    )
    return [
        CardChange(card, use, before[card, use] / answer.games, after[card, use] / answer.games)
        for card, use in noteworthy
    ]


@dataclass(frozen=True, slots=True)
class EndingChange:
    """Games that ended in one way before and after, and the change of their share."""

    before: int
    after: int
    change: Annotated[Points, INLINE]


@dataclass(frozen=True, slots=True)
class LengthChange:
    """Mean length of a game before and after, and its change; no bounds if too few games were played."""

    before: float
    after: float
    difference: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """Mean score of a seat before and after."""

    before: float
    after: float


@dataclass(frozen=True, slots=True)
class CardChange:
    """Uses of a card per game for one purpose, before and after."""

    id: str
    use: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class AimDistance:
    """A figure that is aimed at, before and after the change; shares and their distances are in percentage points.

    Attributes:
        figure: `even` for equal shares of all sides, the id of a side, `draws`, `turns` or `decisions`.
        low: Smallest value aimed at.
        high: Largest value aimed at.
        side: The side that the figure belongs to; for `even` its value is half the lead of this side, or its share
            beyond the mean of all sides if they are more than two.
        before: The figure before the change.
        after: The figure after it.
        distance_before: Distance from the aim before the change.
        distance_after: Distance after it.
        distance_change: Change of the distance; negative for a figure that comes nearer.
        verdict: `better`, `worse`, `same` or `unknown`.
    """

    figure: str
    low: float
    high: float
    side: str | None
    before: float
    after: float
    distance_before: float
    distance_after: float
    distance_change: KnownValue
    verdict: AimVerdict

    @classmethod
    def of(cls, change: AimChange) -> AimDistance:
        """Return the figures of a change, with shares as percentages."""
        aim, factor = change.aim, 1 if change.aim.is_length else POINTS
        numbers = (aim.low, aim.high)
        values = (change.before, change.after, change.distance_before, change.distance_after)
        low, high = (factor * number for number in numbers)
        before, after, far, near = (factor * value for value in values)
        moved = change.change.scaled(factor)
        return cls(aim.figure, low, high, change.side, before, after, far, near, moved, change.verdict)


@dataclass(frozen=True, slots=True)
class ExampleGame:
    """A game whose winners differ after the change.

    Attributes:
        seed: Seed of the run.
        game: Index of the game in the run.
        decision: First decision that differs, from 1; None if only the end is judged otherwise.
        before: Winners before the change.
        after: Winners after the change.
        games: Number of games with the same change of winners.
    """

    seed: int
    game: int
    decision: int | None
    before: list[str]
    after: list[str]
    games: int


@dataclass(frozen=True, slots=True)
class VersionFigures:
    """One of the two versions and its results.

    Attributes:
        subject: The game and its players; its folder is as typed.
        wins: Number of games that each side won, alone or with others.
        win_points: Mean win points per game: 1 is the even share.
        games: Number of games.
    """

    subject: Annotated[StudiedGame, INLINE]
    wins: dict[str, int]
    win_points: dict[str, float]
    games: int


@dataclass(frozen=True, slots=True)
class LineupFigures:
    """Results under one kind of players.

    Attributes:
        by: Name of the kind of players; None for the default players.
        verdict: The answer.
        games: Number of games with each version.
        most_games: Maximum number of games with each version.
        reproducible: False if a player has a time budget, or if a time limit decided how many games were played.
        same_content: True if both versions have the same content, so that no games were needed.
        alike_seats: True if nothing tells the seats apart, so that who wins can't show what a change is worth.
        a: The version before the change.
        b: The version after the change.
        difference: Change of each side's share of wins.
        draws: Games that nobody won, and the change of their share, whose interval holds together with those of
            `difference`; null if there can be none.
        verdict_after: Number of games at the look at which the verdict fell; None if it has not fallen.
        settled_after: Number of games that would give a verdict, if it is undecided.
        aims: Figures that are aimed at, before and after the change.
        reasons: Change of the share of games by the reason of their end.
        length: Change of the mean length.
        scores: Mean scores by seat.
        cards: Uses of cards with a noteworthy change, largest change first.
        examples: Games to look at.
        other_winners: Number of games that others win after the change.
        pairing_gain: Factor by which unpaired games would have to be more numerous.
        seconds: Time spent playing, without loading.
    """

    by: str | None
    verdict: Verdict
    games: int
    most_games: int
    reproducible: bool
    same_content: bool
    alike_seats: bool
    a: VersionFigures
    b: VersionFigures
    difference: dict[str, Points]
    draws: EndingChange | None
    verdict_after: int | None
    settled_after: int | None
    aims: list[AimDistance]
    reasons: dict[str, EndingChange]
    length: dict[str, LengthChange]
    scores: dict[str, ScoreChange]
    cards: list[CardChange]
    examples: list[ExampleGame]
    other_winners: Annotated[int, UNWRITTEN]
    pairing_gain: Annotated[float, UNWRITTEN]
    seconds: Annotated[float, UNWRITTEN]


@dataclass(frozen=True, slots=True)
class CompareDocument:
    """Result of a comparison.

    Attributes:
        run: Format and backend.
        seed: Seed of the run.
        within: The margin: the smallest difference that matters, in percentage points.
        deciding: Results under the kind of players that decides.
        seconds: Time spent playing, without loading.
        players: Results under each kind of players.
        time: Time limit in seconds; None if the number of games was limited.
        next_player: The first kind of players that was left out for want of time.
        next_seconds: Estimated time for 100 games between them with each version, in seconds.
        is_single_look: True if there was one look only, after a fixed number of games.
    """

    run: Annotated[RunHead, INLINE]
    seed: int
    within: Exact
    deciding: Annotated[LineupFigures, INLINE]
    seconds: Seconds
    players: list[LineupFigures]
    time: float | None
    next_player: str | None
    next_seconds: Seconds | None
    is_single_look: Annotated[bool, UNWRITTEN]


def comparison_document(told: Sequence[LineupResult], timed: TimedComparison | None = None) -> CompareDocument:
    """Return the document of all answers. `timed`: the comparison that gave them, if it had a time limit."""
    figures = {id(each): _lineup_figures(each, timed is not None) for each in told}
    deciding = _deciding(told, timed is not None)
    next_arm = None if timed is None else timed.next_arm
    question = deciding.answer.question
    return CompareDocument(
        run=_run_head(told),
        seed=question.seeds[BEFORE],
        within=question.margin_points,
        deciding=figures[id(deciding)],
        seconds=sum(each.answer.seconds for each in told),
        players=list(figures.values()),
        time=None if timed is None else timed.limit,
        next_player=None if timed is None or next_arm is None else timed.rungs[next_arm].rung.player,
        next_seconds=None if timed is None else timed.next_rung_seconds,
        is_single_look=deciding.answer.is_single_look,
    )


def _run_head(told: Sequence[LineupResult]) -> RunHead:
    """Return the head of all answers: `native` if machine code played, or would have played, games of each."""
    use = BackendUse()
    for each in told:
        use.merge(each.answer.backend_use)
    head = RunHead.of("compare", use, any(each.answer.native for each in told))
    native = all(each.answer.backend_use.is_native(each.answer.native) for each in told)
    return head if native else replace(head, backend="python")


def _lineup_figures(told: LineupResult, is_timed_run: bool) -> LineupFigures:
    answer = told.answer
    question, played = answer.question, answer.games > 0
    unchanged = dict.fromkeys(question.contenders if question.is_identical else (), Interval(0.0, 0.0, 0.0))
    before, after = (tally.counts["reasons"] for tally in answer.evidence.tallies)
    return LineupFigures(
        by=told.by,
        verdict=answer.verdict,
        games=answer.games,
        most_games=question.games,
        reproducible=is_reproducible(question) and not is_timed_run,
        same_content=question.is_identical,
        alike_seats=answer.has_alike_seats,
        a=_version_figures(answer, BEFORE),
        b=_version_figures(answer, AFTER),
        difference=answer.differences() if played else unchanged,
        draws=_draws(answer) if played else None,
        verdict_after=answer.verdict_games,
        aims=[AimDistance.of(change) for change in answer.aims()],
        settled_after=answer.games_to_verdict() if played and answer.verdict == "undecided" else None,
        reasons={
            reason: EndingChange(before[reason], after[reason], found)
            for reason, found in (answer.reasons() if played else {}).items()
        },
        length={
            key: LengthChange(
                was.mean, now.mean, now.mean - was.mean, change.low if change else None, change.high if change else None
            )
            for key, (was, now, change) in (answer.lengths() if played else {}).items()
        },
        scores=_scores(answer) if played else {},
        cards=card_use_changes(answer) if played else [],
        examples=[
            ExampleGame(
                question.seeds[BEFORE], each.game, each.decision, list(each.before), list(each.after), each.games
            )
            for each in told.examples
        ],
        other_winners=sum(games for games, _ in answer.winner_changes().values()),
        pairing_gain=answer.pairing_gain() if played else 1.0,
        seconds=answer.seconds,
    )


def _version_figures(answer: ComparisonResult, arm: int) -> VersionFigures:
    version = answer.question.versions[arm]
    folder = version.folder and public_path(version.folder, version.folder)
    return VersionFigures(
        subject=replace(StudiedGame.of(version.game, version.seated), folder=folder, revision=version.revision),
        wins=answer.wins(arm),
        win_points=answer.win_points(arm),
        games=answer.games,
    )


def _draws(answer: ComparisonResult) -> EndingChange | None:
    change = answer.draws()
    return None if change is None else EndingChange(answer.drawn(BEFORE), answer.drawn(AFTER), change)


def _scores(answer: ComparisonResult) -> dict[str, ScoreChange]:
    before, after = (tally.counts["mean_scores"] for tally in answer.evidence.tallies)
    if all(version.game.rulebook.score is None for version in answer.question.versions):
        return {}
    seats = answer.question.before.game.seats
    return {seat: ScoreChange(before[seat] / answer.games, after[seat] / answer.games) for seat in seats}
