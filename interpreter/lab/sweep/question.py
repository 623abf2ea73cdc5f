"""Settings of a sweep over the values of places in the rules."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.lab.compare.question import DEFAULT_MARGIN, POINTS
from interpreter.lab.stats.estimators import AnytimeEstimator, FixedSampleEstimator, ShareEstimator
from interpreter.lab.stats.payoffs import SingleGameSpec
from interpreter.lab.sweep.sweep_points import Aim
from interpreter.lab.sweep.vary import SweepPlace, SweepPoint, all_points


@dataclass(frozen=True, slots=True)
class SweepSpec(SingleGameSpec):
    """Settings of a sweep.

    Attributes:
        places: Places in the rules, with the values to try.
        seated: Name of the player of each seat.
        aim: Target share of wins, if any. Values are played only as long as they may reach it.
        precision_points: Largest acceptable half-width of an interval, in percentage points.
        games: Number of games with each value: exact without `precision_points` and `aim`, else the maximum.
    """

    places: tuple[SweepPlace, ...]
    seated: dict[str, str]
    aim: Aim | None = None
    precision_points: float | None = None
    games: int | None = None

    @property
    def points(self) -> tuple[SweepPoint, ...]:
        """All values, or pairs of values for two places."""
        return all_points(self.places)

    @property
    def has_fixed_size(self) -> bool:
        """True if the number of games is given, rather than a width of the intervals or a target."""
        return self.games is not None and self.precision_points is None and self.aim is None

    @property
    def half_width(self) -> float:
        """Largest acceptable half-width of an interval, as a share."""
        return (self.precision_points or DEFAULT_MARGIN) / POINTS

    @property
    def estimator(self) -> ShareEstimator:
        """Estimator of the intervals."""
        number = len(self.points) + 1  # with the present value
        return AnytimeEstimator(number, self.half_width) if self.aim else FixedSampleEstimator(number, self.half_width)

    @property
    def confirming_estimator(self) -> FixedSampleEstimator:
        """Estimator for the chosen value on games that were not used to choose it."""
        return FixedSampleEstimator(1, self.half_width)

    @property
    def confirming_games(self) -> int:
        """Number of these games."""
        return self.confirming_estimator.sample_size(1)

    @property
    def max_games(self) -> int:
        """Maximum number of games with each value."""
        if self.games is not None and self.has_fixed_size:
            return self.games
        enough = self.estimator.sample_size(len(self.contenders))
        return enough if self.games is None else min(self.games, enough)
