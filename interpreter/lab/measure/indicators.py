"""Measures of a game by their names in the literature, each with an interval and its basis.

The names are from C. Browne, Automatic generation and evaluation of recombination games, 2008, and from the concepts of
Ludii (ludii.games).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import fsum, inf
from typing import Literal

from interpreter.lab.measure import leads
from interpreter.lab.measure.game_observations import GameObservation, is_scored
from interpreter.lab.measure.leads import MomentStatistics, by_playouts, by_score, lead_curve
from interpreter.lab.measure.measure import MeasurementResult
from interpreter.lab.measure.position_values import OptionTrial
from interpreter.lab.measure.skill_and_chance import SkillResult, SobolIndices, estimate_indices, skill_result
from interpreter.lab.measure.suspense import Suspense, kingmaking, suspense
from interpreter.lab.stats.intervals import (
    ALPHA,
    Interval,
    Moments,
    bonferroni,
    bounded_mean_interval,
    clopper_pearson,
    joint_shares,
    mean_interval,
    mean_interval_of_moments,
    sidak,
)
from interpreter.lab.stats.payoffs import PayoffRule, share_count
from interpreter.playtest.run.chunks import Ending

Basis = Literal["games", "looked at", "playouts"]
"""Basis of a measure: finished games, observed games, or playouts from positions (and thus the players of these)."""
NOT_ASKED = "a step with a single option is taken without asking here, so that each decision has two at the least"
ALONE = "there is one seat, and nobody to play against"
NO_DECISIONS = "nobody decides anything in these games"
NOT_PLAYED = "it was interrupted before that"
AT_RANDOM = "random players choose by chance; ask players that think, such as --by search:200"
NO_SCORE = "the rules name no `score` that says which of several seats leads"
FEWER_THAN_THREE = "there are fewer than three who can win"
UNDECIDED = "nobody ever won alone"
COUNTED_LATE = "the score is counted at the end; hardly anybody leads before"
MIN_LEAD_SHARE = 0.05
"""Share of games with a leader by score below which such leads are not reported."""
NO_TURNS = "the rules count no turns"
NARROW = 1
"""Largest margin of a narrow win, in points of score."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of the game.

    Attributes:
        name: Name in the literature.
        basis: Kind of games it is computed from.
        games: Number of these games.
        value: The measure; None if it is not available.
        why: Reason why it is not available.
    """

    name: str
    basis: Basis
    games: int
    value: Interval | None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class OptionStatistics:
    """Statistics of the options of some decisions.

    Attributes:
        decisions: Number of decisions.
        options: Mean number of options.
        tried: Mean number of options tried.
        worse: Mean number of options that are significantly worse than the best one.
        mattering: Share of decisions with a significantly worse option.
        gain: Mean gain of the best option over a random one.
    """

    decisions: int
    options: Interval
    tried: Interval
    worse: Interval
    mattering: Interval
    gain: Interval


class Measures:
    """All statistics of a measurement."""

    def __init__(self, measured: MeasurementResult) -> None:
        self.measured = measured
        self._game = measured.subject.game
        self.payoff_rule = PayoffRule(self._game)
        self.endings = Counter(measured.endings.values())
        self.games = sum(self.endings.values())
        self._alone = len(self._game.seats) == 1

    # -- finished games

    @cached_property
    def seat_wins(self) -> dict[str, Interval]:
        """Share of games that each seat won, alone or with others. All intervals hold together."""
        if not self._game.rulebook.sides:
            return self.contender_wins
        seats = self._game.seats
        return self._win_shares(seats, lambda ending: ending.winners, sidak(ALPHA, len(seats)))

    @cached_property
    def contender_wins(self) -> dict[str, Interval]:
        """Share of games that each side won, or each seat if the game has no sides, alone or with others.

        The intervals hold together with that of `draws`.
        """
        return self._win_shares(self.payoff_rule.contenders, self.measured.subject.winners, self._alpha_of_wins)

    @cached_property
    def _alpha_of_wins(self) -> float:
        """The error rate of the interval of each side's share of wins, and of the share of draws."""
        shares = share_count(len(self.payoff_rule.contenders), self._game.program.has_single_winner)
        return sidak(ALPHA, shares)

    def _win_shares(
        self, who: Sequence[str], winners: Callable[[Ending], Collection[str]], alpha: float
    ) -> dict[str, Interval]:
        if not self.games:
            return {}
        won = {each: sum(times for ending, times in self.endings.items() if each in winners(ending)) for each in who}
        return {each: clopper_pearson(times, self.games, alpha) for each, times in won.items()}

    @cached_property
    def draws(self) -> Interval | None:
        """Share of games that nobody won; None in a game for one."""
        if self._alone or not self.games:
            return None
        drawn = sum(times for ending, times in self.endings.items() if not ending.winners)
        return clopper_pearson(drawn, self.games, self._alpha_of_wins)

    @cached_property
    def mean_wins(self) -> float | None:
        """Mean share of games that a side won; None before the first game."""
        shares = self.contender_wins.values()
        return fsum(each.estimate for each in shares) / len(shares) if shares else None

    def _advantage_of_first(self) -> Interval | None:
        """Return the mean payoff of the seat that is named first."""
        if self._alone or not self.games:
            return None
        payoffs = ((self.payoff_rule.seat_payoffs(end.winners)[0], times) for end, times in self.endings.items())
        return clopper_pearson(fsum(share * times for share, times in payoffs), self.games)

    def _fate(self, ending: Ending) -> tuple[float, ...]:
        return self.payoff_rule.of_ending(ending)

    @cached_property
    def reasons(self) -> dict[str, Interval]:
        """Share of games with each ending, most frequent first. All intervals hold together."""
        counts = Counter[str]()
        for ending, times in self.endings.items():
            counts[ending.reason] += times
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        shares = joint_shares([times for _, times in ranked], self.games, clopper_pearson)
        return {reason: share for (reason, _), share in zip(ranked, shares, strict=True)}

    @cached_property
    def first_turn(self) -> Interval | None:
        """Share of games won by the seat with the first turn; None if that is always the same seat, or if sides win."""
        counts: Counter[tuple[str, str]] = self.measured.tally.counts["first_player"]
        if len({first for first, _ in counts}) < 2 or self._game.rulebook.sides:
            return None
        won = sum(times for (first, outcome), times in counts.items() if first in outcome.split("+"))
        return clopper_pearson(won, sum(counts.values()))

    def length(self, of: str) -> Interval | None:
        """Return the mean length of a game in `turns` or `decisions_per_game`; None if the rules count no turns."""
        counted: Counter[int] = self.measured.tally.counts[of]
        return (
            mean_interval_of_moments(Moments.from_counts(counted))
            if counted and (of != "turns" or self.has_turns)
            else None
        )

    @property
    def has_turns(self) -> bool:
        """True if the rules count turns."""
        return any(self.measured.tally.counts["turns"])

    def _balance(self) -> Interval | None:
        """Return 1 minus the largest difference between two sides' shares of wins."""
        pairs = list(combinations(range(len(self.payoff_rule.contenders)), 2))
        if not pairs or not self.games:
            return None
        apart = []
        for one, other in pairs:
            fates = ((self.payoff_rule.of_ending(ending), times) for ending, times in self.endings.items())
            found = self._mean_of(((fate[one] - fate[other], times) for fate, times in fates), -1, len(pairs))
            least = max(0.0, found.low, -found.high)
            apart.append((abs(found.estimate), least, max(-found.low, found.high)))
        most, low, high = (max(each) for each in zip(*apart, strict=True))
        return Interval(1 - most, 1 - high, 1 - low).clipped(0, 1)

    def _drawn(self) -> Interval | None:
        """Return the share of games that nobody or everybody won."""
        drawn = sum(times for ending, times in self.endings.items() if _is_draw(ending, len(self._game.seats)))
        return clopper_pearson(drawn, self.games) if self.games else None

    def _uniformity(self) -> Interval | None:
        """Return 1 minus the variance of a seat's utility, which is -1 for the last place and 1 for the first."""
        if not self.games:
            return None
        worths = {ending: _utilities(ending.winners, self._game.seats) for ending in self.endings}
        means = [
            fsum(times * worths[ending][seat] for ending, times in self.endings.items()) / self.games
            for seat in range(len(self._game.seats))
        ]
        return self._mean_of(
            (
                1 - fsum((worth - mean) ** 2 for worth, mean in zip(worths[ending], means, strict=True)) / len(means),
                times,
            )
            for ending, times in self.endings.items()
        )

    @staticmethod
    def _mean_of(counted: Iterable[tuple[float, int]], least: float = 0, rows: int = 1) -> Interval:
        """Return the interval of the mean of counted values up to 1, with `rows` intervals holding simultaneously."""
        counts = Counter[float]()
        for value, times in counted:
            counts[value] += times
        return bounded_mean_interval(counts, least, 1, bonferroni(ALPHA, rows))

    # -- games that were looked at

    @cached_property
    def observations(self) -> list[GameObservation]:
        """Observed games with at least one decision, in order."""
        return [seen for _, seen in sorted(self.measured.observations.items()) if seen.decisions]

    @cached_property
    def valued(self) -> list[GameObservation]:
        """Observed games whose positions were valued."""
        return [seen for seen in self.observations if seen.values]

    @cached_property
    def trials(self) -> list[OptionTrial]:
        """Results of trying the options of a decision, one for each of some games."""
        return [seen.trial for seen in self.observations if seen.trial is not None]

    @cached_property
    def by_score(self) -> list[MomentStatistics] | None:
        """Statistics of the leader by score at each moment; None if the score is hardly ever known before the end."""
        if not self.observations or not is_scored(self._game):
            return None
        led = sum(any(lead is not None for lead in seen.leads) for seen in self.observations)
        return (
            lead_curve(self.observations, by_score, self.payoff_rule.even_share)
            if led >= MIN_LEAD_SHARE * len(self.observations)
            else None
        )

    @cached_property
    def by_playouts(self) -> list[MomentStatistics] | None:
        """Statistics of the leader by playouts at each moment."""
        return (
            lead_curve(self.valued, by_playouts, self.payoff_rule.even_share)
            if self.valued and not self._alone
            else None
        )

    @cached_property
    def decision_moment(self) -> Interval | None:
        """The moment at which the game is decided, by playouts."""
        return (
            None if self.by_playouts is None else leads.decision_moment(self.by_playouts, self.payoff_rule.even_share)
        )

    @cached_property
    def explained_variances(self) -> list[Interval | None]:
        """Share of the variance of the result that each moment explains."""
        return [leads.explained_variance(self.valued, moment) for moment in range(len(self.by_playouts or ()))]

    @property
    def why_no_values(self) -> str:
        """The reason why the positions of games have no values."""
        return ALONE if self._alone else self.why_no_trials

    @property
    def why_no_trials(self) -> str:
        """The reason why no options were tried."""
        if self.measured.subject.is_random:
            return AT_RANDOM
        return NO_DECISIONS if self.measured.observations else NOT_PLAYED

    @cached_property
    def margins(self) -> list[int]:
        """Leads of the best score over the second best."""
        return [seen.margin for seen in self.observations if seen.margin is not None]

    @property
    def narrow_share(self) -> Interval | None:
        """Share of games won by a narrow margin."""
        margins = self.margins
        return clopper_pearson(sum(margin <= NARROW for margin in margins), len(margins)) if margins else None

    @property
    def changes_by_score(self) -> Interval | None:
        """Mean number of changes of the lead by score in a game."""
        changes = (
            [seen.lead_changes for seen in self.observations if seen.lead_changes is not None] if self.by_score else []
        )
        return mean_interval(changes).clipped(0, inf) if changes else None

    @cached_property
    def suspense(self) -> Suspense | None:
        """Comebacks and open leads; None if no positions were valued."""
        return suspense(self.valued, self.payoff_rule.even_share) if self.valued and not self._alone else None

    @cached_property
    def kingmaking(self) -> tuple[int, Interval] | None:
        """Number of tried decisions, and share of them in which a seat that can't win decides who does."""
        return kingmaking(self.trials)

    # -- chance, and skill

    @cached_property
    def sobol_indices(self) -> SobolIndices | None:
        """Shares of chance and of the players' picks in the result; None if no games were replayed."""
        measured = self.measured
        numbers = [number for number in sorted(measured.replays) if number in measured.endings]
        if not numbers:
            return None
        once = [self._fate(measured.endings[number]) for number in numbers]
        return estimate_indices(once, *zip(*(measured.replays[number] for number in numbers), strict=True))

    @cached_property
    def skill(self) -> list[SkillResult]:
        """Effect of skill for each pair of players."""
        told = []
        for rung, ended in zip(self.measured.rungs, self.measured.skill, strict=True):
            found = skill_result(self._game, rung, ended)
            if found is not None:
                told.append(found)
        return told

    @property
    def step(self) -> int:
        """Number of decisions between two observations."""
        return self.measured.plan.step

    @cached_property
    def options(self) -> OptionStatistics | None:
        """Statistics of the options of decisions; None if none were tried."""
        tried = self.trials
        if not tried:
            return None
        return OptionStatistics(
            len(tried),
            mean_interval(each.options for each in tried),
            mean_interval(each.tried for each in tried),
            mean_interval(each.worse for each in tried).clipped(0, inf),
            clopper_pearson(sum(each.worse > 0 for each in tried), len(tried)),
            bounded_mean_interval(Counter(each.gain for each in tried), -1, 1),
        )

    # -- by name

    def named(self) -> list[Measure]:
        """Return all measures that have a name in the literature."""
        games = self.games
        finished: list[tuple[str, Interval | None, str]] = [
            ("AdvantageP1", self._advantage_of_first(), ALONE),
            ("Balance", self._balance(), ALONE),
            ("Completion", clopper_pearson(self.measured.tally.finished, games) if games else None, NOT_PLAYED),
            ("Drawishness", None if self._alone else self._drawn(), ALONE),
            ("OutcomeUniformity", None if self._alone else self._uniformity(), ALONE),
            ("DurationTurns", self.length("turns"), NO_TURNS),
            ("DurationMoves", self.length("decisions_per_game"), NOT_PLAYED),
        ]
        told = [self._measure(name, "games", games, value, why) for name, value, why in finished]
        seen = self.observations
        options = mean_interval([each.options / each.decisions for each in seen]) if seen else None
        told.append(self._measure("BranchingFactor", "looked at", len(seen), options, NO_DECISIONS))
        told.append(Measure("DecisionMoves", "looked at", len(seen), None, NOT_ASKED))
        clear = [each for each in self.valued if leads.clear_winners(each) is not None]
        by_values: list[tuple[str, list[GameObservation], Callable[[list[GameObservation]], Interval | None]]] = [
            ("Drama", clear, leads.drama),
            ("LeadChange", self.valued, leads.lead_changes),
            ("Stability", self.valued, leads.stability),
            ("DecisivenessThreshold", clear, leads.decisiveness_threshold),
            ("DecisivenessMoves", clear, lambda found: leads.decisiveness_moment(found, self.step)),
        ]
        for name, found, of in by_values:
            value = of(found) if found and not self._alone else None
            why = UNDECIDED if self.valued and not self._alone else self.why_no_values
            told.append(self._measure(name, "playouts", len(found), value, why))
        return told

    def _measure(self, name: str, basis: Basis, games: int, value: Interval | None, why: str) -> Measure:
        unknown = NOT_PLAYED if not self.games or (basis != "games" and not self.measured.observations) else why
        return Measure(name, basis, games, value, None if value is not None else unknown)


def _is_draw(ending: Ending, seats: int) -> bool:
    return len(ending.winners) in (0, seats)


def _utilities(winners: tuple[str, ...], seats: tuple[str, ...]) -> list[float]:
    """Return the utility of each place, from 1 for the first to -1 for the last.

    Winners share the first places, all others the places behind them.
    """
    won, there = len(winners), len(seats)
    if won in (0, there) or there < 2:
        return [0.0] * there
    first, last = (won + 1) / 2, (won + 1 + there) / 2
    return [1 - 2 * ((first if seat in winners else last) - 1) / (there - 1) for seat in seats]
