"""Results of a search for the smallest change that reaches an aim."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from interpreter.lab.compare.aims import ChangeAim
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.sweep.present_value import PresentComparison, PresentDifference
from interpreter.lab.sweep.sweep_points import PointResult
from interpreter.lab.tune.candidates import ChangeCandidate, excludes, figure_interval, is_vague, lies_within
from interpreter.lab.tune.question import TuneSpec
from interpreter.playtest.run.run_session import RunOutcome

TuneVerdict = Literal["reached", "possible", "not_reached", "undecided"]


@dataclass(slots=True)
class FreshGames:
    """Results with the chosen change and with the present values on games that chose nothing.

    Attributes:
        spec: Settings of the search.
        chosen: Results with the chosen change.
        present: Results with the present values; the same object if these are chosen.
    """

    spec: TuneSpec
    chosen: PointResult
    present: PointResult

    @property
    def has_results(self) -> bool:
        """True if there are games with both."""
        return self.chosen.has_results and self.present.has_results

    @property
    def arms(self) -> list[PointResult]:
        """The results, each once."""
        return [self.present, *([] if self.chosen is self.present else [self.chosen])]

    def figure(self, spot: PointResult, aim: ChangeAim) -> Interval:
        """Return the figure of an aim; the intervals before and after hold together for all aims."""
        return figure_interval(spot, aim, self.spec.checking_estimator)

    def difference(self) -> PresentDifference | None:
        """Return the change of the shares on the same games; None if the present values are chosen."""
        comparison = PresentComparison(self.spec, self.present, 1, self.spec.margin, is_single_look=True)
        return comparison.difference(self.chosen)

    def verdict(self) -> TuneVerdict:
        """Return whether the chosen change reaches all aims."""
        pairs = [(self.figure(self.chosen, aim), aim) for aim in self.spec.ranges]
        if any(excludes(*pair) for pair in pairs):
            return "not_reached"
        if all(lies_within(*pair) for pair in pairs):
            return "reached"
        return "undecided" if any(is_vague(*pair) for pair in pairs) else "possible"


@dataclass(slots=True)
class TuneResult(RunOutcome):
    """Results of a search.

    Attributes:
        spec: Settings of the search.
        candidates: The present values, then the changes that were tried, from the smallest to the largest.
        all_changes: Number of all changes; of many, only the smallest are tried.
        refused: Number of changes that are no valid rules, although each of their values is alone.
        rounds: Number of changes in each round.
        chosen: The chosen change, or the present values; None before the deciding players have played.
        fresh: Results on games that chose nothing; None before that.
        numbers: The present numbers by place, as far as known.
    """

    spec: TuneSpec
    candidates: list[ChangeCandidate] = field(default_factory=list)
    all_changes: int = 0
    refused: int = 0
    rounds: list[int] = field(default_factory=list)
    chosen: ChangeCandidate | None = None
    fresh: FreshGames | None = None
    numbers: dict[str, float] = field(default_factory=dict)

    @property
    def verdict(self) -> TuneVerdict:
        """The answer."""
        return self.fresh.verdict() if self.fresh is not None and self.fresh.has_results else "undecided"

    @property
    def deciding_games(self) -> int:
        """Number of games between the deciding players."""
        fresh = 0 if self.fresh is None else sum(arm.games for arm in self.fresh.arms)
        return fresh + sum(each.decided.games for each in self.candidates)

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return self.deciding_games + sum(each.screened.games for each in self.candidates)
