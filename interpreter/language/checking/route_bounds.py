"""Upper bounds of the work that longest routes take.

From each start, the search reaches a set of boxes at most once. The set and the start give the other end, because an
odd number of the boxes meet at both ends alone. Among B boxes between S spaces, 2 ** (B - S + 1) sets have the same two
ends, so that at most S * S * 2 ** (B - S + 1) sets are reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate

from interpreter.language.checking.set_sizes import SetSizes
from interpreter.language.ir.builders import descendants_of
from interpreter.language.ir.expressions import Expr, LongestRoute
from interpreter.language.layout import MOST_ROUTE_BOXES
from interpreter.language.symbols import Symbols
from interpreter.support.errors import Location, Problem

BITS = 64
"""Sets of boxes that a word of memory marks as reached."""


class RouteBounds:
    """Upper bounds of the boxes among which a longest route is sought, and of the steps of the search."""

    def __init__(self, symbols: Symbols, sizes: SetSizes) -> None:
        self._sizes = sizes
        self._joint_count = len(symbols.joints)
        met = Counter(space for ends in symbols.joints.values() for space in ends)
        self._ways = sorted(met.values(), reverse=True)

    def most_boxes(self, boxes: Expr) -> int:
        """Return the maximum number of boxes between spaces in a set."""
        return min(self._sizes.most(boxes), self._joint_count)

    def problems(self, exprs: Iterable[Expr], where: Location) -> Iterator[Problem]:
        """Yield the problems of longest routes over sets that may have too many boxes; `where` is their text."""
        if self._joint_count <= MOST_ROUTE_BOXES:
            return
        routes = (each for expr in exprs for each in descendants_of(expr) if isinstance(each, LongestRoute))
        for boxes in dict.fromkeys(route.boxes for route in routes):
            number, said = self.most_boxes(boxes), boxes.source_range
            if number > MOST_ROUTE_BOXES:
                message = (
                    f"a longest route is sought among at most {MOST_ROUTE_BOXES} boxes, and these may be {number}: "
                    "fewer are those with pieces of one seat, say, or the first of several"
                )
                length = 1 if said is None else max(1, len(said.words))
                yield Problem(where if said is None else said.where, "too-much-work", message, length=length)

    def steps(self, boxes: Expr) -> int:
        """Return the maximum number of steps of the search for a longest route over a set of boxes."""
        number = min(self.most_boxes(boxes), MOST_ROUTE_BOXES)
        if not number:
            return 1
        spaces = 1 + sum(ends < 2 * number for ends in accumulate(self._ways))
        reached = spaces * spaces << max(0, number - spaces + 1)
        return reached * self._ways[0] + (spaces << number) // BITS
