"""Candidates of a search: the present values, and changes of some of them, from the smallest to the largest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from interpreter.lab.compare.aims import LENGTHS, ChangeAim
from interpreter.lab.compare.aims import distance as distance_from
from interpreter.lab.stats.estimators import ShareEstimator
from interpreter.lab.stats.intervals import Interval, Moments
from interpreter.lab.sweep.sweep_points import PointResult
from interpreter.lab.sweep.vary import SweepPlace, SweepPoint, SweepValue
from interpreter.playtest.run.figures import DRAW
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.numbers import RulesNumbers

MOST_CANDIDATES = 200
"""Maximum number of changes that are tried; of more, the smallest are."""


MOST_COMBINATIONS = 20_000
"""Maximum number of combinations of values from which these are taken."""


VAGUE_WIDTHS = 2.0
"""Number of widths of the range aimed at from which an interval says next to nothing."""


@dataclass(frozen=True, slots=True)
class ChangeSize:
    """Size of a change; fewer places count as smaller, then less distance from the present values.

    Attributes:
        places: Number of places that change.
        distance: Sum of the distances from the present values, each relative to the present value.
    """

    places: int
    distance: float

    @property
    def order(self) -> tuple[int, float]:
        """Key for sorting from the smallest to the largest."""
        return self.places, self.distance


@dataclass(slots=True)
class ChangeCandidate:
    """The present values, or a change, with its results.

    Attributes:
        number: Its number; 0 for the present values.
        point: The changed values.
        size: Size of the change.
        screened: Results between the cheap players.
        decided: Results between the deciding players.
        rounds: Number of rounds in which the deciding players played it.
        is_left_out: True if there was no time to screen it.
    """

    number: int
    point: SweepPoint
    size: ChangeSize
    screened: PointResult
    decided: PointResult
    rounds: int = 0
    is_left_out: bool = False

    @property
    def is_playable(self) -> bool:
        """True unless a game could not be played to its end, or it was left out."""
        return not self.is_left_out and self.screened.stopped is None and self.decided.stopped is None


def present_numbers(places: Sequence[SweepPlace], book: Rulebook) -> dict[str, float]:
    """Return the present numbers of places by name, as far as the rules give them.

    Raises RulebookError if the files have changed and are wrong now.
    """
    found = {place.name: float(place.text[slice(*place.span)]) for place in places if place.mark is not None}
    wanted = {place.path for place in places if place.mark is None}
    if wanted:
        found |= {
            each.path: float(each.value) for each in RulesNumbers(book) if each.mark is None and each.path in wanted
        }
    return found


def single_changes(places: Sequence[SweepPlace]) -> list[SweepPoint]:
    """Return a point for each value of each place, with all other values as they are."""
    singles = [(place, value) for place in places for value in place.values]
    return [SweepPoint(number, (place,), (value,)) for number, (place, value) in enumerate(singles)]


def smallest_changes(
    places: Sequence[SweepPlace],
    present: Mapping[str, float],
    is_present: Mapping[tuple[str, str], bool],
) -> tuple[list[tuple[SweepPoint, ChangeSize]], int]:
    """Return the present values and the smallest changes, in order, and the number of all changes.

    Args:
        places: The places with their values.
        present: The present numbers by name of the place, as far as known.
        is_present: True for values that change nothing, by place and text.
    """
    options: list[list[SweepValue | None]] = [
        [None, *(value for value in place.values if not is_present[place.name, value.text])] for place in places
    ]
    sized = []
    for chosen in product(*options):
        changed = [(place, value) for place, value in zip(places, chosen, strict=True) if value is not None]
        far = sum(_distance(value, present.get(place.name)) for place, value in changed)
        sized.append((ChangeSize(len(changed), far), changed))
    sized.sort(key=lambda item: item[0].order)
    found = []
    for number, (size, changed) in enumerate(sized[: MOST_CANDIDATES + 1]):
        point = SweepPoint(number, tuple(place for place, _ in changed), tuple(value for _, value in changed))
        found.append((point, size))
    return found, len(sized) - 1


def _distance(value: SweepValue, present: float | None) -> float:
    """Return the distance of a value from the present one, relative to it; 1 if it is no number."""
    if present is None or isinstance(value.data, bool) or not isinstance(value.data, int | float):
        return 1.0
    return abs(value.data - present) / max(1.0, abs(present))


def figure_counts(spot: PointResult, aim: ChangeAim) -> Moments:
    """Return size, mean and variance of the figure of an aim in the games with some values."""
    if aim.is_length:
        return Moments.from_counts(spot.tally.counts[LENGTHS[aim.figure]])
    times, games = figure_times(spot, aim), spot.tally.games
    smoothed = (times + 1) / (games + 2)
    return Moments(games, times / games, smoothed * (1 - smoothed))


def figure_times(spot: PointResult, aim: ChangeAim) -> int:
    """Return the number of games that the side of an aim won, or nobody for draws."""
    if aim.figure in spot.contenders:
        return spot.wins()[aim.figure]
    return spot.tally.counts["outcomes"][DRAW]


def figure_interval(spot: PointResult, aim: ChangeAim, estimator: ShareEstimator) -> Interval:
    """Return the interval of the figure of an aim."""
    if aim.is_length:
        return estimator.mean(figure_counts(spot, aim))
    return estimator.share(figure_times(spot, aim), spot.tally.games, 1)


def distances(spot: PointResult, aims: Sequence[ChangeAim]) -> Iterator[float]:
    """Yield the distance of each figure from its aim."""
    for aim in aims:
        yield distance_from(figure_counts(spot, aim).mean, aim)


def excludes(interval: Interval, aim: ChangeAim) -> bool:
    """Return whether an interval has no value in common with the range of an aim."""
    return interval.low > aim.high or interval.high < aim.low


def is_vague(interval: Interval, aim: ChangeAim) -> bool:
    """Return whether an interval is so wide, compared with the range of an aim, that it says next to nothing."""
    return interval.high - interval.low > VAGUE_WIDTHS * (aim.high - aim.low)


def lies_within(interval: Interval, aim: ChangeAim) -> bool:
    """Return whether a whole interval lies in the range of an aim."""
    return aim.low <= interval.low and interval.high <= aim.high
