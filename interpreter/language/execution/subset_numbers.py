"""Numbers of the subsets of all things of a kind, by which a choice of several things is one option.

The smallest subsets come first, those of one size in the order of their members. Number 0 is the empty subset. A number
is found by counting the subsets of its size behind it (the combinatorial number system), so that the options of a
choice among all things are a range. `backends/wasm/runtime/values/subsets.py` does the same in machine code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

MOST_SUBSETS = 1 << 20
"""Maximum number of subsets of the things of a kind, in a game where such a subset is chosen as one option."""
MOST_SUBSET_OPTIONS = 1 << 10
"""Maximum number of options of such a choice. If there are more, things are chosen one after the other."""


@dataclass(frozen=True)
class SubsetNumbering:
    """The numbers of the subsets of the things of a kind.

    Attributes:
        count: Number of the things of the kind.
        largest: Maximum size of a subset.
    """

    count: int
    largest: int

    @property
    def total(self) -> int:
        """The number of subsets, the empty one included; MOST_SUBSETS + 1 if there are more."""
        return count_subsets(self.count, 0, self.largest, MOST_SUBSETS)

    @cached_property
    def table(self) -> tuple[int, ...]:
        """The table of `Operation.SUBSETS`.

        The number of things comes first. A row for each size, from 0, has the number of the last subset of this size,
        and then for each thing the number of subsets of this size among the things behind it.
        """
        rows: list[int] = [self.count]
        last = -1
        for size in range(self.largest + 1):
            last += comb(self.count, size)
            rows += [last, *(comb(self.count - 1 - thing, size) for thing in range(self.count))]
        return tuple(rows)

    def members(self, number: int) -> tuple[int, ...]:
        """Return the things of a subset, by number."""
        return subset_members(number, self.table)


def count_subsets(things: int, fewest: int, most: int, limit: int) -> int:
    """Return the number of subsets of some sizes; `limit` + 1 if there are more."""
    found = 0
    for size in range(fewest, min(things, most) + 1):
        found += comb(things, size)
        if found > limit:
            return limit + 1
    return found


def most_things(fewest: int, most: int) -> int:
    """Return the maximum number of things of which subsets of these sizes are offered as options."""
    things = 0
    limit = MOST_SUBSET_OPTIONS
    while things < limit and count_subsets(things + 1, min(fewest, things + 1), most, limit) <= limit:
        things += 1
    return things


def subsets(things: Sequence[int], alike: Iterable[int], fewest: int, most: int, table: Sequence[int]) -> Sequence[int]:
    """Return the subsets of a list as numbers, as `Operation.SUBSETS` says."""
    kinds = dict(zip(things, alike, strict=False))
    count, width = len(things), table[0] + 1
    fewest, most = max(min(fewest, count), 1), min(most, count, len(table) // width - 1)
    if count == table[0] and not kinds:
        return range(table[1 + (fewest - 1) * width] + 1, table[1 + most * width] + 1)
    ordered = sorted(things)
    twins = [
        next((at for at in reversed(range(end)) if _are_alike(kinds, ordered, at, end)), None) for end in range(count)
    ]
    found: list[int] = []
    for size in range(fewest, most + 1):
        row = 1 + size * width
        begun: list[tuple[int, tuple[int, ...]]] = [(table[row], ())]
        for left in range(size, 0, -1):
            row = 2 + left * width
            begun = [
                (number - table[row + ordered[at]], (*places, at))
                for number, places in begun
                for at in range(places[-1] + 1 if places else 0, count - left + 1)
                if twins[at] is None or twins[at] in places
            ]
        found += [number for number, _ in begun]
    return found


def _are_alike(kinds: Mapping[int, int], ordered: Sequence[int], at: int, other: int) -> bool:
    return bool(kinds) and kinds[ordered[at]] == kinds[ordered[other]]


def subset_members(number: int, table: Sequence[int]) -> tuple[int, ...]:
    """Return the things of a subset, by number."""
    width = table[0] + 1
    row = 1
    while table[row] < number:
        row += width
    behind = table[row] - number
    thing = 0
    found = []
    while row > 1:
        while table[row + 1 + thing] > behind:
            thing += 1
        behind -= table[row + 1 + thing]
        found.append(thing)
        thing += 1
        row -= width
    return tuple(found)
