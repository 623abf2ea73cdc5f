"""Number of decisions so far in all processes, to report progress in slow games."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from functools import partial


class DecisionCounters:
    """A counter for each of several processes, incremented after each decision of slow players.

    There is no lock, so a process that is killed blocks none of the others.
    """

    def __init__(self, processes: int) -> None:
        self._counts = multiprocessing.RawArray("Q", processes)

    def callback_for(self, process: int) -> Callable[[], None]:
        """Return the callback for a process after each decision. Each number belongs to one process."""
        return partial(self._add, process)

    def _add(self, process: int) -> None:
        self._counts[process] += 1

    @property
    def total(self) -> int:
        """Number of decisions so far."""
        return sum(self._counts)
