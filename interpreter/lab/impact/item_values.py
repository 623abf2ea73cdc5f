"""Effects of things: the share of games that each side wins with a thing, minus the share without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, sqrt
from typing import Literal

from interpreter.lab.stats.intervals import ALPHA, Interval, benjamini_hochberg, paired_difference, sidak, sign_test
from interpreter.lab.stats.payoffs import discordant_counts
from interpreter.lab.stats.ranking import RankRange, rank_ranges, shrunken_estimates
from interpreter.playtest.run.chunks import Ending
from interpreter.playtest.run.figures import Tally
from interpreter.rulebook.omissions import Omission

ImpactVerdict = Literal["real", "within", "undecided", "alike", "stopped"]
"""Verdict on a thing.

`real`: its effect is significant and may exceed the margin. `within`: its effect is within the margin.
`undecided`: more games are needed. `alike`: more games can't show an effect, because nothing tells the seats apart.
`stopped`: a game without it can't be played to its end.
"""
Worth = Literal["holder", "drawn", "net"]
"""For whom the points of a card count that belongs to no side.

`holder`: for the seat that has it first, on average over all games. `drawn`: the same over the games in which a seat
gets it; also for cards that belong to a side. `net`: for each side, whoever has it.
"""
HOLDER = "holder"
"""Stands for whoever has a card first, in place of a side."""
EndingPairs = Counter[tuple[Ending, Ending]]
"""Number of games for each pair of endings, without a thing and with it."""
SAFETY_FACTOR = 1.1
"""Factor on the estimated number of games that an interval needs."""
REACH = 0.75
"""Half-width of the intervals of effects that are neither small nor large, in margins."""


@dataclass(slots=True)
class ImpactRow:
    """Results of the first games with and without a thing.

    Attributes:
        thing: The thing that was left out.
        games: Number of games.
        pairs: Number of games for each pair of endings.
        first_changed_game: Index of the first game with other winners without the thing.
        stopped: Index of the first game that did not finish.
        tally: Statistics of the games without the thing.
    """

    thing: Omission
    games: int = 0
    pairs: EndingPairs = field(default_factory=Counter)
    first_changed_game: int | None = None
    stopped: int | None = None
    tally: Tally = field(default_factory=Tally)


@dataclass(frozen=True, slots=True)
class ThingEffect:
    """The effect of a thing on each side's share of wins.

    Attributes:
        row: Results of the games.
        differences: Interval of the effect on each side, as a share. Those that count (see
            `EffectEstimates.counted_sides`) hold simultaneously in all rows; that of a significant effect has a
            controlled false coverage rate instead, and excludes 0.
        holder: Interval of the effect on the card's first holder; None if no seat had it.
        held: Number of games in which a seat had it.
        counted: The side whose effect counts, or HOLDER; None without results.
        verdict: Verdict on the thing.
        is_significant: True if the effect is significant, at a controlled false discovery rate over all rows.
        shrunken: Estimate of the effect that counts, corrected for the selection of large ones.
        ranks: Ranks that it may have by size among all rows with results.
    """

    row: ImpactRow
    differences: dict[str, Interval]
    holder: Interval | None
    held: int
    counted: str | None
    verdict: ImpactVerdict
    is_significant: bool = False
    shrunken: float = 0.0
    ranks: RankRange | None = None

    @property
    def size(self) -> float:
        """Size of the effect that counts, corrected for selection."""
        return abs(self.shrunken)


class EffectEstimates:
    """Effects of all things, with corrections for multiple comparisons.

    A thing that belongs to a side is judged by its effect on this side, and a card that a seat may have by its effect
    on the first one that has it (see `Worth`); any other thing by its effects on all sides. `winners` maps each ending
    to its winners. `margin` is the smallest effect that matters, as a share. `has_single_winner` says that exactly one
    side wins each game: as the rules show it, not as the games do, because the number of intervals must not depend on
    the results.
    """

    def __init__(
        self,
        rows: list[ImpactRow],
        who: tuple[str, ...],
        winners: Mapping[Ending, tuple[str, ...]],
        margin: float,
        worth: Worth = "net",
        has_alike_seats: bool = False,
        has_single_winner: bool = False,
    ) -> None:
        self._rows = rows
        self._who = who
        self._winners = winners
        self._margin = margin
        self._worth = worth
        self._has_alike_seats = has_alike_seats
        self.is_mirrored = has_single_winner and len(who) == 2
        """True if one of two sides wins what the other loses, so that both share one interval."""

    @cached_property
    def _alpha(self) -> float:
        """The error rate of a single interval."""
        return sidak(ALPHA, sum(len(self.counted_sides(row)) for row in self._rows if not self._is_by_alike_seats(row)))

    def counted_sides(self, row: ImpactRow) -> tuple[str, ...]:
        """Return the sides whose effects count, or HOLDER.

        These are the thing's own side, else whoever has the card first, else all sides. One is enough of two mirrored
        sides.
        """
        if row.thing.side in self._who:
            return (row.thing.side,)
        if self._worth != "net" and self.held(row):
            return (HOLDER,)
        return self._who[:1] if self.is_mirrored else self._who

    def _is_by_alike_seats(self, row: ImpactRow) -> bool:
        """Return True if only effects on seats could be told, and nothing tells these apart."""
        return self._has_alike_seats and self.counted_sides(row) == self._who

    def held(self, row: ImpactRow) -> int:
        """Return the number of games in which a seat had the card."""
        return sum(times for (without, _), times in row.pairs.items() if without.holder is not None)

    def _cases(self, row: ImpactRow) -> int:
        """Return the number of games over which effects are averaged."""
        return self.held(row) or row.games if self._worth == "drawn" else row.games

    def differences(self, row: ImpactRow) -> dict[str, Interval]:
        """Return the intervals of a row whose games all finished, by side."""
        return {who: self.difference(row, who) for who in self._who}

    def difference(self, row: ImpactRow, who: str, alpha: float | None = None) -> Interval:
        """Return the interval of an effect; `alpha` is its error rate, by default that of simultaneous intervals."""
        return paired_difference(*self._changes(row, who), self._cases(row), self._alpha if alpha is None else alpha)

    def games_needed(self, row: ImpactRow) -> int:
        """Return the number of games of a row after which all intervals are narrow enough.

        An effect is known to half its size, or else to `REACH`. A smaller one is known as soon as its interval lies
        inside the margin.
        """
        if self._is_by_alike_seats(row):
            return row.games
        times = 0.0
        for who in self.counted_sides(row):
            found = self.difference(row, who)
            size = abs(found.estimate)
            wanted = max(self._margin * REACH, size / 2, self._margin - size)
            times = max(times, found.half_width / wanted)
        return row.games if times <= 1 else ceil(row.games * SAFETY_FACTOR * times**2)

    def games_wanted(self, most: int) -> Iterator[tuple[ImpactRow, int]]:
        """Yield each row with the number of games that it needs, at most `most`."""
        return ((row, min(most, self.games_needed(row))) for row in self._rows if row.stopped is None and row.games)

    def games_left(self, most: int) -> int:
        """Return the total number of games still to be played for this, not counting those with nothing left out."""
        return sum(max(0, games - row.games) for row, games in self.games_wanted(most))

    def ranked(self) -> list[ThingEffect]:
        """Return the effects of all things, largest first."""
        whole = [row for row in self._rows if row.stopped is None and row.games]
        real = self._significant(whole)
        alike = [row for row in whole if self._is_by_alike_seats(row) and row.thing.number not in real]
        whole = [row for row in whole if all(row is not other for other in alike)]
        counted = [self._counted(row) for row in whole]
        found = [self.difference(row, who) for row, who in zip(whole, counted, strict=True)]
        errors = [self._standard_error(row, who) for row, who in zip(whole, counted, strict=True)]
        shrunken = shrunken_estimates([each.estimate for each in found], errors)
        effects = [
            self._effect(row, who, real, one, ranks)
            for row, who, one, ranks in zip(whole, counted, shrunken, rank_ranges(found), strict=True)
        ]
        effects.sort(key=lambda effect: -effect.size)
        effects += [ThingEffect(row, self.differences(row), None, 0, None, "alike") for row in alike]
        rest = [row for row in self._rows if row.stopped is not None or not row.games]
        return effects + [
            ThingEffect(row, {}, None, 0, None, "undecided" if row.stopped is None else "stopped") for row in rest
        ]

    def _effect(
        self, row: ImpactRow, counted: str, real: Mapping[int, float], shrunken: float, ranks: RankRange
    ) -> ThingEffect:
        """Return the effect of a row; `real` has the error rate of the interval of each significant effect."""
        sides = {who: self.difference(row, who) for who in self.counted_sides(row)}
        is_small = all(-self._margin <= each.low and each.high <= self._margin for each in sides.values())
        alpha = real.get(row.thing.number)
        verdict: ImpactVerdict = "within" if is_small else "undecided" if alpha is None else "real"
        held = self.held(row)
        told = {who: self.difference(row, who) for who in (*self._who, *((HOLDER,) if held else ()))}
        if alpha is not None:
            told[counted] = self.difference(row, counted, alpha)
        holder = told.pop(HOLDER, None)
        return ThingEffect(row, told, holder, held, counted, verdict, alpha is not None, shrunken, ranks)

    def _significant(self, rows: Sequence[ImpactRow]) -> dict[int, float]:
        """Return the error rate of the interval of each significant effect, by the number of the thing.

        If R of m effects are significant, these are R/m of the rate, so that on average at most this part of the
        intervals misses (Y. Benjamini, D. Yekutieli, False discovery rate-adjusted multiple confidence intervals for
        selected parameters, 2005). An effect whose interval contains 0 is not called significant.
        """
        passed = benjamini_hochberg([self._p(row) for row in rows])
        real = [row for row, is_real in zip(rows, passed, strict=True) if is_real]
        while True:
            rate = ALPHA * len(real) / max(1, len(rows))
            rates = {row.thing.number: rate / len(self.counted_sides(row)) for row in real}
            kept = [
                row for row in real if not self.difference(row, self._counted(row), rates[row.thing.number]).contains(0)
            ]
            if len(kept) == len(real):
                return rates
            real = kept

    def _counted(self, row: ImpactRow) -> str:
        """Return the side whose effect counts: of several, the one with the smallest p-value."""
        return min(self.counted_sides(row), key=lambda who: sign_test(*self._changes(row, who)))

    def _standard_error(self, row: ImpactRow, who: str) -> float:
        """Return the standard error of an effect, with one more discordant pair, so that it is positive."""
        up, down = self._changes(row, who)
        cases = self._cases(row)
        return sqrt(max(1.0, up + down + 1 - (up - down) ** 2 / cases)) / cases

    def _p(self, row: ImpactRow) -> float:
        """Return the p-value of a row."""
        single = [sign_test(*self._changes(row, who)) for who in self.counted_sides(row)]
        return min(1.0, len(single) * min(single))

    def _changes(self, row: ImpactRow, who: str) -> tuple[int, int]:
        """Return the number of games that a side, or the holder, wins only with the thing, and only without it."""
        pairs = row.pairs
        if self._worth == "drawn" and self.held(row):
            pairs = Counter({pair: times for pair, times in pairs.items() if pair[0].holder is not None})
        if who != HOLDER:
            return discordant_counts(pairs, lambda ending: who in self._winners[ending])
        up = down = 0
        for (without, with_it), times in pairs.items():
            won = without.holder in with_it.winners, without.holder in without.winners
            up += times if won == (True, False) else 0
            down += times if won == (False, True) else 0
        return up, down
