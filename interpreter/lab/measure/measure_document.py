"""Result document of a measurement, as written by `measure --json`; shares are from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from interpreter.lab.measure.game_observations import is_scored
from interpreter.lab.measure.indicators import (
    COUNTED_LATE,
    FEWER_THAN_THREE,
    NARROW,
    NO_SCORE,
    NOT_PLAYED,
    UNDECIDED,
    Basis,
    Measures,
)
from interpreter.lab.measure.leads import MomentStatistics, decision_threshold
from interpreter.lab.result_documents import (
    INLINE,
    OPTIONAL,
    Exact,
    KnownValue,
    LoadedGame,
    RunHead,
    Seconds,
    StudiedGame,
    StudyDocument,
    Value,
)
from interpreter.lab.stats.intervals import mean_interval
from interpreter.lab.turn_order import TurnOrder, turn_order
from interpreter.playtest.run.figures import spread

TAKES_LONG = "even the fewest games that could tell take too many playouts; ask for more games, or for fewer playouts"


@dataclass(frozen=True, slots=True)
class MeasureFigures:
    """A measure with its name in the literature.

    Attributes:
        value: The measure.
        basis: Kind of games it is computed from.
        games: Number of these games.
        why: Reason why it is not available.
    """

    value: Annotated[Value, INLINE]
    basis: Basis
    games: int
    why: Annotated[str | None, OPTIONAL]


@dataclass(frozen=True, slots=True)
class LengthStatistics:
    """Mean length of a game with its interval, and the least, middle and greatest length."""

    mean: Annotated[KnownValue, INLINE]
    min: Exact | None
    median: Exact | None
    max: Exact | None


@dataclass(frozen=True, slots=True)
class LengthFigures:
    """Length of a game in turns, if the rules count any, and in decisions."""

    turns: LengthStatistics | None
    decisions: LengthStatistics | None


@dataclass(frozen=True, slots=True)
class MomentFigures:
    """Games at one moment.

    Attributes:
        decision: Number of decisions before it.
        turn: Mean number of the turn, if the rules count any.
        over: Share of games that are over.
        led: Share of games that have a leader, or a single winner.
        wins: Share of the win that these leaders get, if there are any.
    """

    decision: int
    turn: float | None
    over: float
    led: Value
    wins: Value | None


@dataclass(frozen=True, slots=True)
class DecidedFigures:
    """Moment from which leaders win most games.

    Attributes:
        at: Number of decisions from which leaders win often enough.
        enough: Share of wins that is enough.
        settled: Share of the variance of the result that each moment explains.
        by_playouts: All moments, led by whoever wins most playouts.
        by_score: All moments, led by whoever has the best score.
        changes_by_score: Mean number of changes of the lead by score in a game.
        games: Number of games for both kinds of leads.
        why: Reason why there are no leads by playouts.
        why_not_by_score: Reason why there are no leads by score.
    """

    at: Value | None
    enough: float
    settled: list[Value]
    by_playouts: list[MomentFigures] | None
    by_score: list[MomentFigures] | None
    changes_by_score: Value | None
    games: dict[str, int]
    why: Annotated[str | None, OPTIONAL]
    why_not_by_score: Annotated[str | None, OPTIONAL]


@dataclass(frozen=True, slots=True)
class NarrowFigures:
    """Share of games that the best score wins by a narrow margin.

    Attributes:
        share: The share.
        why: Reason why it is not available.
        points: Largest narrow margin.
        margin: Mean margin.
        games: Number of games.
    """

    share: Annotated[Value, INLINE]
    why: Annotated[str | None, OPTIONAL] = None
    points: Annotated[int | None, OPTIONAL] = None
    margin: Annotated[Value, OPTIONAL] = None
    games: Annotated[int | None, OPTIONAL] = None


@dataclass(frozen=True, slots=True)
class OptionFigures:
    """Options of some decisions.

    Attributes:
        decisions: Number of decisions.
        why: Reason why there are none.
        options: Mean number of options.
        tried: Mean number of options tried.
        worse: Mean number of options that are significantly worse than the best one.
        mattering: Share of decisions with such an option.
        gain: Mean gain of the best option over an average one, as a share of wins.
    """

    decisions: int
    why: Annotated[str | None, OPTIONAL] = None
    options: Annotated[Value, OPTIONAL] = None
    tried: Annotated[Value, OPTIONAL] = None
    worse: Annotated[Value, OPTIONAL] = None
    mattering: Annotated[Value, OPTIONAL] = None
    gain: Annotated[Value, OPTIONAL] = None


@dataclass(frozen=True, slots=True)
class SuspenseFigures:
    """Comebacks, open leads and kingmaking.

    Attributes:
        games: Number of games with winners and losers.
        comebacks: Share of these games in which the later winners were behind for sure at some moment.
        deficit: Greatest deficit of the later winners in a game, in shares of the win, on average.
        open: Share of a game in which nobody leads by enough to win often enough (`enough` of `decided`).
        why: Reason why these are not available.
        decisions: Number of decisions that were tried for kingmaking.
        kingmaking: Share of decisions in which a seat that can't win decides who does.
        why_no_kingmaking: Reason why it is not available.
    """

    games: int
    comebacks: Value
    deficit: Value
    open: Value
    why: Annotated[str | None, OPTIONAL]
    decisions: int
    kingmaking: Value
    why_no_kingmaking: Annotated[str | None, OPTIONAL]


@dataclass(frozen=True, slots=True)
class ChanceFigures:
    """Shares of the result that chance and the players' picks decide.

    Attributes:
        games: Number of games that were replayed.
        chance: Share decided by chance alone.
        play: Share decided by the players' picks alone.
        same: Share of the win that goes to the same winner when the same deal is played again.
        apart: The same for games that have nothing in common.
        why: Reason why the shares are not available.
    """

    games: int
    chance: Value
    play: Value
    same: KnownValue
    apart: float
    why: Annotated[str | None, OPTIONAL]


@dataclass(frozen=True, slots=True)
class OmittedMatchup:
    """A pair of players that would take too long."""

    stronger: str
    weaker: str
    why: str


@dataclass(frozen=True, slots=True)
class SkillFigures:
    """Results of a pair of players.

    Attributes:
        known: True if the interval of `share` is narrower than 10 points; nothing should be read from it otherwise.
        stronger: Name of the stronger player.
        weaker: Name of the weaker player.
        rounds: Number of rounds.
        games: Number of games.
        games_needed: Estimate of the games after which the share would be known; null if it is.
        share: Share of the win of the stronger player; draws and shared wins are divided.
        others: Mean share of the win of a weaker player.
        index: Share of wins beyond the even one, as a part of all there is beyond it.
    """

    known: bool
    stronger: str
    weaker: str
    rounds: int
    games: int
    games_needed: int | None
    share: KnownValue
    others: KnownValue
    index: KnownValue


@dataclass(frozen=True, slots=True)
class MeasureDocument(StudyDocument):
    """Result of a measurement.

    Attributes:
        games: Number of finished games.
        complete: False if the run was interrupted.
        seconds: Time spent playing, without loading.
        measures: Measures by their names in the literature.
        wins: Share of games that each side won, or each seat if there are no sides, alone or with others. These
            intervals hold together with that of `draws`.
        draws: Share of games that nobody won; null in a game for one.
        seats: Share of games that each seat won, alone or with others; these intervals hold together.
        even: Mean share of games that a side won.
        first_turn: Share of games won by whoever has the first turn, if that differs between games.
        turn_order: Wins by place in turn order; null if the first turn is unknown.
        endings: Share of games by the reason of their end; these intervals hold together.
        length: Length of a game.
        decided: Moment from which leaders win most games.
        narrow: Games won by a narrow margin.
        options: Options of decisions.
        suspense: Comebacks, open leads and kingmaking.
        chance: Chance and play; null between random players.
        left_out: Pairs of players that would take too long.
        skill: Results of pairs of players.
    """

    subject: LoadedGame
    games: int
    complete: bool
    seconds: Seconds
    measures: dict[str, MeasureFigures]
    wins: dict[str, KnownValue]
    draws: Value
    seats: dict[str, KnownValue]
    even: float | None
    first_turn: Value | None
    turn_order: TurnOrder | None
    endings: dict[str, KnownValue]
    length: LengthFigures
    decided: DecidedFigures
    narrow: NarrowFigures
    options: OptionFigures
    suspense: SuspenseFigures
    chance: ChanceFigures | None
    left_out: list[OmittedMatchup]
    skill: list[SkillFigures]


def measurement_document(measures: Measures) -> MeasureDocument:
    """Return the document of a measurement."""
    measured = measures.measured
    subject = measured.subject
    return MeasureDocument(
        run=RunHead.of("measure", measured.backend_use, measured.native),
        subject=StudiedGame.of(subject.game, subject.seated),
        seed=subject.seed,
        games=measures.games,
        complete=measured.is_complete,
        seconds=measured.seconds,
        measures={each.name: MeasureFigures(each.value, each.basis, each.games, each.why) for each in measures.named()},
        wins=measures.contender_wins,
        draws=measures.draws,
        seats=measures.seat_wins,
        even=measures.mean_wins,
        first_turn=measures.first_turn,
        turn_order=turn_order(subject.game, measured.tally),
        endings=measures.reasons,
        length=LengthFigures(_length(measures, "turns"), _length(measures, "decisions_per_game")),
        decided=_decided(measures),
        narrow=_narrow(measures),
        options=_options(measures),
        suspense=_suspense(measures),
        chance=_chance(measures),
        left_out=[
            OmittedMatchup(rung.stronger, rung.weaker, TAKES_LONG)
            for rung, rounds in zip(measured.rungs, measured.plan.rounds, strict=True)
            if not rounds
        ],
        skill=[
            SkillFigures(
                each.is_known,
                each.rung.stronger,
                each.rung.weaker,
                each.rounds,
                each.games,
                None if each.is_known else each.games_needed,
                each.stronger,
                each.weaker,
                each.index,
            )
            for each in measures.skill
        ],
    )


def _length(told: Measures, of: str) -> LengthStatistics | None:
    found = told.length(of)
    return None if found is None else LengthStatistics(found, **spread(told.measured.tally.counts[of]))


def _decided(told: Measures) -> DecidedFigures:
    score, at = told.by_score, told.decision_moment
    return DecidedFigures(
        at=None if at is None else at.scaled(told.step),
        enough=decision_threshold(told.payoff_rule.even_share),
        settled=told.explained_variances,
        by_playouts=_moments(told, told.by_playouts),
        by_score=_moments(told, score),
        changes_by_score=told.changes_by_score,
        games={"score": len(told.observations) if score else 0, "playouts": len(told.valued)},
        why=None if told.by_playouts else told.why_no_values,
        why_not_by_score=None if score else COUNTED_LATE if told.margins else NO_SCORE,
    )


def _moments(told: Measures, parts: Sequence[MomentStatistics] | None) -> list[MomentFigures] | None:
    if parts is None:
        return None
    return [
        MomentFigures(
            at * told.step,
            part.turn if told.has_turns else None,
            part.over_share,
            part.lead_share,
            part.leader_share,
        )
        for at, part in enumerate(parts)
    ]


def _narrow(told: Measures) -> NarrowFigures:
    margins = told.margins
    if not margins:
        return NarrowFigures(None, NOT_PLAYED if is_scored(told.measured.subject.game) else NO_SCORE)
    return NarrowFigures(told.narrow_share, points=NARROW, margin=mean_interval(margins), games=len(margins))


def _options(told: Measures) -> OptionFigures:
    found = told.options
    if found is None:
        return OptionFigures(0, told.why_no_trials)
    parts = found.options, found.tried, found.worse, found.mattering, found.gain
    return OptionFigures(found.decisions, None, *parts)


def _suspense(told: Measures) -> SuspenseFigures:
    found, decided = told.suspense, told.kingmaking
    return SuspenseFigures(
        games=0 if found is None else found.games,
        comebacks=None if found is None else found.comebacks,
        deficit=None if found is None else found.deficit,
        open=None if found is None else found.open_share,
        why=told.why_no_values if found is None else None if found.games else UNDECIDED,
        decisions=0 if decided is None else decided[0],
        kingmaking=None if decided is None else decided[1],
        why_no_kingmaking=None if decided else FEWER_THAN_THREE if told.trials else told.why_no_trials,
    )


def _chance(told: Measures) -> ChanceFigures | None:
    found = told.sobol_indices
    if found is None:
        return None
    why = None if found.chance else "all games end alike"
    return ChanceFigures(found.games, found.chance, found.picks, found.agreement, found.baseline_agreement, why)
