"""Boxes of one size moved apart, near the places where the rules put them and in the same order.

Each pair is kept apart either across or down: along the axis on which its places are further apart. If the boxes that
are kept apart along one axis form a row that is longer than the area, the pair of the row that is easiest to keep apart
the other way changes its axis. What is left are lower bounds for differences of coordinates, axis by axis: the nearest
places are found by moving pairs that are too close apart by half the missing distance, again and again (projection onto
convex sets), within the bounds that the rows leave each box. (Dwyer, Marriott and Stuckey 2005 separate boxes in the
same way, and solve the bounds exactly.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple, Self

Point = tuple[float, float]
Pair = tuple[int, int]
Span = tuple[float, float]
Bounds = tuple[list[float], list[float]]
"""Least and largest coordinates of boxes."""
MOVING_STEPS = 60
ROUNDING = 1e-6
MOST_SPREAD = 120
"""Largest number of boxes that are moved apart."""


def move_apart(
    places: Sequence[Point], pitch: Point, free: Point, barred: tuple[Sequence[Span], Sequence[Span]] = ((), ())
) -> list[Point] | None:
    """Return places at which no boxes overlap, near the given ones; None if none are found.

    Args:
        places: Coordinates of the boxes' left upper corners, from 0 to `free`.
        pitch: Width and height of a box, with the gap to the next one.
        free: The largest coordinates, across and down.
        barred: Spans of coordinates at which no box should lie, across and down.
    """
    if len(places) > MOST_SPREAD:
        apart = all(max(_distances(places, pitch, pair)) >= 1 for pair in combinations(range(len(places)), 2))
        return list(places) if apart else None
    found = _chosen_axes(places, pitch, free)
    if found is None:
        return None
    across, down = (
        _nearest([place[axis] for place in places], pairs, pitch[axis], free[axis], barred[axis])
        for axis, pairs in enumerate(found)
    )
    return list(zip(across, down, strict=True))


def _distances(places: Sequence[Point], pitch: Point, pair: Pair) -> Point:
    """Return how far apart two boxes are, across and down, in pitches."""
    one, other = places[pair[0]], places[pair[1]]
    return abs(one[0] - other[0]) / pitch[0], abs(one[1] - other[1]) / pitch[1]


def _chosen_axes(places: Sequence[Point], pitch: Point, free: Point) -> tuple[set[Pair], set[Pair]] | None:
    """Return the pairs that are kept apart across and down; None if there are rows that are too long both ways."""
    axes: tuple[set[Pair], set[Pair]] = set(), set()
    gains: dict[Pair, float] = {}  # by how many pitches more a pair is apart across than down
    for pair in combinations(range(len(places)), 2):
        across, down = _distances(places, pitch, pair)
        gains[pair] = across - down
        axes[0 if across > down else 1].add(pair)
    changed: set[Pair] = set()
    while (found := _long_row(places, axes, pitch, free)) is not None:
        axis, row = found
        pairs = [pair for each in pairwise(row) if (pair := (min(each), max(each))) not in changed]
        if not pairs:
            return None
        weakest = min(pairs, key=lambda pair: abs(gains[pair]))
        changed.add(weakest)
        axes[axis].remove(weakest)
        axes[1 - axis].add(weakest)
    return axes


def _long_row(
    places: Sequence[Point], axes: tuple[set[Pair], set[Pair]], pitch: Point, free: Point
) -> tuple[int, list[int]] | None:
    """Return the axis and the boxes of a row that is longer than the area; None if there is none."""
    for axis in (0, 1):
        steps = _Steps.along([place[axis] for place in places], axes[axis])
        row = steps.longest_row()
        if (len(row) - 1) * pitch[axis] > free[axis]:
            return axis, row
    return None


class _Steps(NamedTuple):
    """Boxes along one axis, in order, and for each those before it from which it is kept apart."""

    order: list[int]
    before: list[list[int]]

    @classmethod
    def along(cls, coordinates: Sequence[float], pairs: Iterable[Pair]) -> Self:
        """Return the order of boxes with these coordinates, and the steps of these pairs."""
        before: list[list[int]] = [[] for _ in coordinates]
        for one, other in pairs:
            first, second = sorted((one, other), key=lambda box: (coordinates[box], box))
            before[second].append(first)
        return cls(sorted(range(len(coordinates)), key=lambda box: (coordinates[box], box)), before)

    def counts_before(self) -> list[int]:
        """Return the number of boxes that must stand in a row before each."""
        counts = [0] * len(self.order)
        for box in self.order:
            counts[box] = max((counts[each] + 1 for each in self.before[box]), default=0)
        return counts

    def bounds(self, pitch: float, low: Sequence[float], high: Sequence[float]) -> Bounds:
        """Return the least and the largest coordinate of each box, if each has such bounds by itself."""
        least, most = [*low], [*high]
        for box in self.order:
            least[box] = max([least[box], *(least[each] + pitch for each in self.before[box])])
        for box in reversed(self.order):
            for each in self.before[box]:
                most[each] = min(most[each], most[box] - pitch)
        return least, most

    def longest_row(self) -> list[int]:
        """Return the longest row of boxes that are each kept apart from the next."""
        counts = self.counts_before()
        row = [max(self.order, key=counts.__getitem__)]
        while self.before[row[-1]]:
            row.append(max(self.before[row[-1]], key=counts.__getitem__))
        return row[::-1]


def _kept_out(steps: _Steps, places: Sequence[float], pitch: float, bounds: Bounds, barred: Sequence[Span]) -> Bounds:
    """Return bounds that keep boxes out of the barred spans, those first that need to be moved least.

    Boxes that have no room on either side of a span stay within it.
    """
    sides: list[tuple[float, int, int, float]] = []
    for box, place in enumerate(places):
        for start, end in barred:
            sides += [(max(place - start, 0.0), box, 1, start), (max(end - place, 0.0), box, 0, end)]
    done: set[tuple[int, float]] = set()
    spans = {edge: span for span in barred for edge in span}
    for _, box, side, edge in sorted(sides):
        tried = [*bounds[0]], [*bounds[1]]
        tried[side][box] = min(tried[side][box], edge) if side else max(tried[side][box], edge)
        least, most = steps.bounds(pitch, *tried)
        span = box, spans[edge][0]
        if span not in done and all(one <= other + ROUNDING for one, other in zip(least, most, strict=True)):
            bounds = tried
            done.add(span)
    return bounds


def _nearest(
    coordinates: Sequence[float], pairs: Iterable[Pair], pitch: float, free: float, barred: Sequence[Span]
) -> list[float]:
    """Return coordinates from 0 to `free`, near the given ones, at which these pairs are a pitch apart."""
    steps = _Steps.along(coordinates, pairs)
    bounds = [0.0] * len(coordinates), [free] * len(coordinates)
    if barred:
        bounds = _kept_out(steps, _nearest(coordinates, pairs, pitch, free, ()), pitch, bounds, barred)
    least, most = steps.bounds(pitch, *bounds)
    found = [min(max(each, low), high) for each, low, high in zip(coordinates, least, most, strict=True)]
    for _ in range(MOVING_STEPS):
        for box in steps.order:
            for before in steps.before[box]:
                missing = pitch - (found[box] - found[before])
                if missing > 0:
                    found[before] = max(found[before] - missing / 2, least[before])
                    found[box] = min(found[box] + missing / 2, most[box])
    for box in steps.order:  # what is still missing
        found[box] = max([found[box], *(found[each] + pitch for each in steps.before[box])])
    return found
