"""Aims of a change: whether figures of a game come nearer to where the designer wants them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Literal, Protocol

from interpreter.lab.compare.pairing import AFTER, BEFORE, Evidence
from interpreter.lab.stats.estimators import DIFFERENCE_TUNING, SHARE_TUNING
from interpreter.lab.stats.intervals import (
    ALPHA,
    BettingConfidenceSequence,
    Interval,
    Moments,
    anytime_mean,
    bonferroni,
    bounded_mean_interval,
    mean_interval_of_moments,
)
from interpreter.playtest.run.chunks import Ending
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.similar_words import closest_match

EVEN, DRAWS = "even", "draws"
LENGTHS = {"turns": "turns", "decisions": "decisions_per_game"}
"""Aims for a mean length, and the statistic that each reads."""
LENGTH_MARGIN = 1.0
"""Smallest difference of a mean length that matters."""
AimVerdict = Literal["better", "worse", "same", "unknown"]


@dataclass(frozen=True, slots=True)
class ChangeAim:
    """A range in which a figure should be.

    Attributes:
        figure: `even` for equal shares of all sides, the id of a side, `draws`, `turns` or `decisions`.
        low: Smallest value aimed at: a share, or a mean length; for `even` a lead.
        high: Largest value aimed at.
    """

    figure: str
    low: float = 0.0
    high: float = 0.0

    @property
    def is_length(self) -> bool:
        """True if the figure is a mean length."""
        return self.figure in LENGTHS


@dataclass(frozen=True, slots=True)
class AimChange:
    """A figure before and after a change.

    Attributes:
        aim: The aim.
        side: The side that the figure belongs to; None for draws and lengths.
        before: The figure before the change.
        after: The figure after it.
        distance_before: Distance from the aim before the change.
        distance_after: Distance after it.
        change: Change of the distance.
        verdict: `better` if the figure comes nearer for sure, `worse` if it moves away, `same` if the distance changes
            by less than what matters, else `unknown`.
    """

    aim: ChangeAim
    side: str | None
    before: float
    after: float
    distance_before: float
    distance_after: float
    change: Interval
    verdict: AimVerdict


class AimQuestion(Protocol):
    """The parts of a comparison that aims need."""

    @property
    def contenders(self) -> tuple[str, ...]:
        """Ids of the sides, or of the seats if the game has no sides."""

    def winners(self, ending: Ending) -> tuple[str, ...]:
        """Return the contenders that won a game with this ending."""


def parse_aim(text: str, contenders: Iterable[str]) -> ChangeAim:
    """Parse `FIGURE=NUMBER` or `FIGURE=LOW..HIGH`; shares are written as percentages. Raises RulebookError."""
    where, known = Location(f"--aim {text}"), (*contenders, DRAWS, *LENGTHS)
    figure, _, numbers = text.partition("=")
    if figure not in known:
        message = f"write FIGURE=NUMBER or FIGURE=LOW..HIGH; the figures are: {', '.join(known)}"
        raise RulebookError(Problem(where, "unknown-side", message, closest_match(figure, known)))
    low, dots, high = numbers.partition("..")
    try:
        least, most = float(low), float(high if dots else low)
    except ValueError:
        least, most = 0.0, -1.0
    limit = inf if figure in LENGTHS else 100.0
    if not 0 <= least <= most <= limit:
        message = "an aim is a number or a range, such as 50 or 45..55" + ("" if limit == inf else ", from 0 to 100")
        raise RulebookError(Problem(where, "bad-aim", message))
    factor = 1.0 if figure in LENGTHS else 1 / 100
    return ChangeAim(figure, least * factor, most * factor)


def aim_changes(
    question: AimQuestion,
    evidence: Evidence,
    aims: Iterable[ChangeAim],
    margin: float,
    families: int,
    is_single_look: bool,
) -> list[AimChange]:
    """Return how each figure moved. All claims hold together in 95 of 100 runs.

    Args:
        question: Who can win, and who did.
        evidence: The games.
        aims: The aims.
        margin: Smallest difference of a share that matters.
        families: Number of comparisons whose claims hold together.
        is_single_look: True for intervals of a single look; else they hold at all looks.
    """
    wanted = [*aims]
    found = _AimEstimator(question, evidence, margin, bonferroni(ALPHA, families * len(wanted)), is_single_look)
    return [found.change(aim) for aim in wanted]


class _AimEstimator:
    """Estimator of distances from aims.

    Each claim rests on two intervals, which share the error rate.
    """

    def __init__(
        self, question: AimQuestion, evidence: Evidence, margin: float, alpha: float, is_single_look: bool
    ) -> None:
        self._question, self._evidence = question, evidence
        self._margin, self._alpha = margin, alpha / 2
        self._is_single_look = is_single_look

    def change(self, aim: ChangeAim) -> AimChange:
        """Return how the figure of an aim moved."""
        contenders = self._question.contenders
        if aim.is_length:
            return self._of_length(aim)
        if aim.figure == DRAWS:
            return self._of_score(aim, None, lambda ending: int(not self._question.winners(ending)))
        if aim.figure != EVEN:
            return self._of_score(aim, aim.figure, lambda ending: int(aim.figure in self._question.winners(ending)))
        if len(contenders) == 2:
            first, second = contenders
            return self._of_score(aim, first, lambda ending: self._lead(ending, first, second), 0.5, -1)
        return self._of_many(aim)

    def _lead(self, ending: Ending, first: str, second: str) -> int:
        winners = self._question.winners(ending)
        return (first in winners) - (second in winners)

    def _of_score(
        self, aim: ChangeAim, side: str | None, score: Callable[[Ending], int], unit: float = 1.0, least: int = 0
    ) -> AimChange:
        """Return the change of the mean of a number from `least` to 1 that each game has, in units of `unit`."""
        total, change = Counter[int](), Counter[int]()
        for (before, after), times in self._evidence.pairs.items():
            if before is not None and after is not None:
                total[score(before) + score(after)] += times
                change[score(after) - score(before)] += times
        margin, spread = self._margin / unit, 1 - least
        both = self._mean(total, 2 * least, 2, SHARE_TUNING / margin**2, self._alpha).scaled(unit)
        moved = self._mean(change, -spread, spread, DIFFERENCE_TUNING / margin**2, self._alpha).scaled(unit)
        first, last = ((both.estimate + sign * moved.estimate) / 2 for sign in (-1, 1))
        return self._judged(aim, side, first, last, distance_change(both, moved, aim))

    def _of_many(self, aim: ChangeAim) -> AimChange:
        """Return the change of the side that is furthest from even, which may be another one after the change."""
        contenders = self._question.contenders
        alpha = bonferroni(self._alpha, len(contenders))
        arms: list[dict[str, Interval]] = []
        for arm in (BEFORE, AFTER):
            shares = {}
            for who in contenders:
                won = Counter[int]()
                for pair, times in self._evidence.pairs.items():
                    if (ending := pair[arm]) is not None:
                        won[int(who in self._question.winners(ending))] += times
                shares[who] = self._mean(won, 0, 1, SHARE_TUNING / self._margin**2, alpha)
            mean = sum(share.estimate for share in shares.values()) / len(shares)
            arms.append({who: Interval(s.estimate - mean, s.low - mean, s.high - mean) for who, s in shares.items()})
        before, after = (_largest(leads.values()) for leads in arms)
        side = max(contenders, key=lambda who: abs(arms[AFTER][who].estimate))
        change = Interval(after.estimate - before.estimate, after.low - before.high, after.high - before.low)
        return self._judged(aim, side, arms[BEFORE][side].estimate, arms[AFTER][side].estimate, change)

    def _of_length(self, aim: ChangeAim) -> AimChange:
        key = LENGTHS[aim.figure]
        before, after = (self._length(Moments.from_counts(tally.counts[key])) for tally in self._evidence.tallies)
        far, near = (_distances(each, aim) for each in (before, after))
        change = Interval(near.estimate - far.estimate, near.low - far.high, near.high - far.low)
        return self._judged(aim, None, before.estimate, after.estimate, change)

    def _length(self, moments: Moments) -> Interval:
        if self._is_single_look:
            return mean_interval_of_moments(moments, self._alpha)
        return anytime_mean(moments, round(SHARE_TUNING / self._margin**2), self._alpha)

    def _mean(self, counts: Mapping[int, int], least: int, most: int, tuned: float, alpha: float) -> Interval:
        if self._is_single_look:
            return bounded_mean_interval({float(value): times for value, times in counts.items()}, least, most, alpha)
        return BettingConfidenceSequence(least, most, tuned, alpha).interval(counts)

    def _judged(self, aim: ChangeAim, side: str | None, before: float, after: float, change: Interval) -> AimChange:
        margin = LENGTH_MARGIN if aim.is_length else self._margin
        far, near = distance(before, aim), distance(after, aim)
        return AimChange(aim, side, before, after, far, near, change, aim_verdict(change, margin))


def aim_verdict(change: Interval, margin: float) -> AimVerdict:
    """Return the verdict on a change of the distance from an aim."""
    if -margin <= change.low and change.high <= margin:
        return "same"
    if change.high < 0:
        return "better"
    return "worse" if change.low > 0 else "unknown"


def distance(value: float, aim: ChangeAim) -> float:
    """Return the distance of a value from what is aimed at; 0 within the range."""
    return max(aim.low - value, value - aim.high, 0.0)


def distance_change(both: Interval, moved: Interval, aim: ChangeAim) -> Interval:
    """Return the change of the distance of a figure from an aim.

    `both` is the sum of the figure before and after the change, and `moved` is their difference. (The sum says on which
    side of the aim the figure is; it is known better than the figure before, since the games are pairs.) The distance
    is made of straight pieces, so that its change is smallest and largest at corners of these.
    """

    def at(total: float, by: float) -> float:
        return distance((total + by) / 2, aim) - distance((total - by) / 2, aim)

    ends = aim.low, aim.high
    totals = [both.low, both.high, 2 * aim.low, 2 * aim.high, aim.low + aim.high]
    totals += [2 * end + sign * by for end in ends for by in (moved.low, moved.high) for sign in (-1, 1)]
    changes = []
    for total in (_clamped(each, both) for each in totals):
        steps = [moved.low, moved.high, *(sign * (2 * end - total) for end in ends for sign in (-1, 1))]
        changes += [at(total, _clamped(by, moved)) for by in steps]
    return Interval(at(both.estimate, moved.estimate), min(changes), max(changes))


def _clamped(value: float, interval: Interval) -> float:
    return min(max(value, interval.low), interval.high)


def _distances(value: Interval, aim: ChangeAim) -> Interval:
    """Return the interval of the distance of a figure from an aim."""
    low, high = sorted((distance(value.low, aim), distance(value.high, aim)))
    touches = value.low <= aim.high and value.high >= aim.low
    return Interval(distance(value.estimate, aim), 0.0 if touches else low, high)


def _largest(leads: Iterable[Interval]) -> Interval:
    """Return the interval of the largest absolute value of several."""
    found = [*leads]
    lows = [0.0 if each.contains(0) else min(abs(each.low), abs(each.high)) for each in found]
    highs = [max(abs(each.low), abs(each.high)) for each in found]
    return Interval(max(abs(each.estimate) for each in found), max(lows), max(highs))
