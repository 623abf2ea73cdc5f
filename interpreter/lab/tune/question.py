"""Settings of a search for the smallest change that reaches an aim."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.lab.balance.planner import Rung
from interpreter.lab.compare.aims import LENGTH_MARGIN, ChangeAim
from interpreter.lab.compare.question import POINTS
from interpreter.lab.stats.estimators import AnytimeEstimator, FixedSampleEstimator
from interpreter.lab.stats.payoffs import SingleGameSpec
from interpreter.lab.sweep.vary import SweepPlace
from interpreter.language.execution.executable import Backend
from interpreter.matches.match import Game

DECIDING_PLAYER = "search:50"
"""Player that decides, by default."""
DEFAULT_TOLERANCE = 2.0
"""Distance from a single number aimed at that doesn't matter, in percentage points."""
TUNING_SECONDS = 300.0
"""Time to play, in seconds, by default."""
MOST_TUNED_PLACES = 5
"""Maximum number of places."""


@dataclass(frozen=True, slots=True)
class PhaseSettings:
    """The game, and how one kind of players plays it: the settings of games with changed values.

    Attributes:
        game: The game with the present values.
        seated: Name of the player of each seat.
        seed: Seed of the run.
        backend: Backend that plays the games.
    """

    game: Game
    seated: dict[str, str]
    seed: int
    backend: Backend


@dataclass(frozen=True, slots=True)
class TuneSpec(SingleGameSpec):
    """Settings of a search for the smallest change that reaches an aim.

    Attributes:
        places: Places in the rules, with the values to try.
        aims: Figures and where they should be.
        screening: The cheap players that screen all changes.
        deciding: The players that decide.
        tolerance: Distance from a single number aimed at that doesn't matter, in percentage points.
        seconds: Time to play; None to play `games`.
        games: Number of games between the deciding players, without a time.
    """

    places: tuple[SweepPlace, ...]
    aims: tuple[ChangeAim, ...]
    screening: Rung
    deciding: Rung
    tolerance: float = DEFAULT_TOLERANCE
    seconds: float | None = TUNING_SECONDS
    games: int | None = None

    @property
    def ranges(self) -> tuple[ChangeAim, ...]:
        """The aims, with a single number widened to the range that doesn't matter."""
        return tuple(self._range(aim) for aim in self.aims)

    def _range(self, aim: ChangeAim) -> ChangeAim:
        if aim.low < aim.high:
            return aim
        reach = LENGTH_MARGIN if aim.is_length else self.tolerance / POINTS
        most = aim.high + reach if aim.is_length else min(1.0, aim.high + reach)
        return replace(aim, low=max(0.0, aim.low - reach), high=most)

    @property
    def is_screened(self) -> bool:
        """True if the deciding players are others than the cheap ones."""
        return self.screening.seated != self.deciding.seated

    def phase(self, rung: Rung) -> PhaseSettings:
        """Return the settings of the games of one kind of players."""
        return PhaseSettings(self.game, rung.seated, self.seed, self.backend if rung.is_quick else "auto")

    @property
    def margin(self) -> float:
        """The tolerance, as a share."""
        return self.tolerance / POINTS

    @property
    def checking_estimator(self) -> FixedSampleEstimator:
        """Estimator for games that choose nothing: the intervals before and after hold together for all aims."""
        return FixedSampleEstimator(2 * len(self.aims), self.margin)

    def searching_estimator(self, changes: int) -> AnytimeEstimator:
        """Return the estimator for the games that choose: intervals hold together for so many changes, at any time."""
        return AnytimeEstimator(changes * len(self.aims), self.margin)
