"""Differences of the values of a sweep from the present value of the rules, by pairs of games.

Game *i* with each value begins with the same seed, so that games go alike until the value matters, as in a comparison.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from functools import partial

from interpreter.lab.compare.comparison import Verdict, alpha_of_shares, verdict
from interpreter.lab.stats.estimators import DifferenceEstimator, FixedSampleDifferences, anytime_differences
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.stats.payoffs import StudySpec, discordant_counts
from interpreter.lab.sweep.question import SweepSpec
from interpreter.lab.sweep.sweep_points import Aim, PointResult
from interpreter.playtest.run.chunks import Ending
from interpreter.rulebook.model import Rulebook

NAMING_FIELDS = ("digest", "variants", "overlays")
"""Fields of a rulebook that say how it was made, not what it says."""


def has_same_rules(one: Rulebook, other: Rulebook) -> bool:
    """Return whether two rulebooks say the same, whatever variants they were made with."""
    named = [each.name for each in fields(Rulebook) if each.name not in NAMING_FIELDS]
    return all(getattr(one, name) == getattr(other, name) for name in named)


@dataclass(frozen=True, slots=True)
class PresentDifference:
    """The difference that a value makes.

    Attributes:
        together: Change of the share of games that each side wins. The intervals of all values hold simultaneously.
        alone: The same with the intervals of a comparison of this value alone.
        verdict: The verdict on the change, by the intervals that hold together.
    """

    together: dict[str, Interval]
    alone: dict[str, Interval]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class PresentComparison:
    """Comparison of the values of a sweep with the present one.

    Attributes:
        spec: Settings of the study.
        present: Results with the present value.
        others: Number of other values, whose intervals hold simultaneously.
        margin: Smallest difference that matters, as a share.
        is_single_look: True if the number of games does not depend on their results.
    """

    spec: StudySpec
    present: PointResult
    others: int
    margin: float
    is_single_look: bool

    def difference(self, spot: PointResult) -> PresentDifference | None:
        """Return the difference that a value makes on the games played with both; None if there are none."""
        if spot is self.present or not (spot.has_results and self.present.has_results):
            return None
        pairs = _pairs(self.present, spot)
        if not pairs:
            return None
        together, alone = (self._changes(pairs, rows) for rows in (max(1, self.others), 1))
        return PresentDifference(together, alone, verdict(together.values(), self.margin))

    def _changes(self, pairs: Counter[tuple[Ending, Ending]], rows: int) -> dict[str, Interval]:
        is_proved = self.spec.reference_game.program.has_single_winner  # with the present value
        is_single = is_proved and all(len(self.spec.winners(ending)) == 1 for pair in pairs for ending in pair)
        alpha = alpha_of_shares(len(self.spec.contenders), is_single, rows)
        method: DifferenceEstimator = (
            FixedSampleDifferences(alpha) if self.is_single_look else anytime_differences(self.margin, alpha)
        )
        return {
            side: method.share(*discordant_counts(pairs, partial(self._is_won_by, side)), pairs.total())
            for side in self.spec.contenders
        }

    def _is_won_by(self, side: str, ending: Ending) -> bool:
        return side in self.spec.winners(ending)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Results with the chosen value on games that were not used to choose it.

    The value was chosen because its results were near the aim, so that these say less than they seem to (winner's
    curse). Results on other games do not.

    Attributes:
        spec: Settings of the sweep.
        chosen: Results with the chosen value.
        present: Results with the present value; None if it is the chosen one, or can't be played.
    """

    spec: SweepSpec
    chosen: PointResult
    present: PointResult | None

    @property
    def arms(self) -> list[PointResult]:
        """The results."""
        return [self.chosen, *([] if self.present is None else [self.present])]

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return sum(arm.games for arm in self.arms)

    @property
    def is_complete(self) -> bool:
        """True if all games were played."""
        return all(arm.games == self.spec.confirming_games and arm.stopped is None for arm in self.arms)

    def share(self, side: str) -> Interval:
        """Return the share of games that a side won with the chosen value."""
        return self.spec.confirming_estimator.share(self.chosen.wins()[side], self.chosen.games, 1)

    def difference(self) -> PresentDifference | None:
        """Return the difference from the present value; None if that is chosen."""
        if self.present is None:
            return None
        return PresentComparison(self.spec, self.present, 1, self.spec.half_width, True).difference(self.chosen)

    def is_confirmed(self, aim: Aim) -> bool:
        """Return whether the interval of the share contains the aim, as that of the search does."""
        return self.share(aim.contender).contains(aim.target)


def _pairs(before: PointResult, after: PointResult) -> Counter[tuple[Ending, Ending]]:
    """Count the pairs of endings of the games that were played with both values."""
    counts = Counter(zip(before.endings.games, after.endings.games, strict=False))
    were, are = [*before.endings.kinds], [*after.endings.kinds]
    found = Counter[tuple[Ending, Ending]]()
    for (one, other), times in counts.items():
        was, now = were[one], are[other]
        assert was is not None and now is not None  # results end before a game that is stopped
        found[was, now] += times
    return found
