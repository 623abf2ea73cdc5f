"""How many decisions have been made so far, in all processes: the sign of life of games that take long."""

from __future__ import annotations

import multiprocessing


class Steps:
    """A counter that workers share; called once for each decision. Games of quick players do without."""

    def __init__(self) -> None:
        self._count = multiprocessing.Value("Q", 0)

    def __call__(self) -> None:
        with self._count.get_lock():
            self._count.value += 1

    @property
    def made(self) -> int:
        """The number of decisions so far."""
        made: int = self._count.value
        return made
