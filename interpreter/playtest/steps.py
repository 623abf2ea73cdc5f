"""How many decisions have been made so far, in all processes: the sign of life of games that take long."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from functools import partial


class Steps:
    """A counter for each of several processes, called once for each decision. There is no lock: a process that is ended
    from outside holds up none of the others. Games of quick players do without."""

    def __init__(self, processes: int) -> None:
        self._counts = multiprocessing.RawArray("Q", processes)

    def of(self, process: int) -> Callable[[], None]:
        """What a process calls after each decision; only one has this number."""
        return partial(self._add, process)

    def _add(self, process: int) -> None:
        self._counts[process] += 1

    @property
    def made(self) -> int:
        """The number of decisions so far."""
        return sum(self._counts)
