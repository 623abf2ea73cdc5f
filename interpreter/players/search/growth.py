"""Growth of search trees within a budget of playouts or of time: one tree, or several at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event
from time import perf_counter
from typing import Protocol

from interpreter.language.execution.executable import NativeUnavailableError
from interpreter.language.execution.search_terms import ScoreModel, SearchParameters
from interpreter.players.base import SeatMatch
from interpreter.players.search.native_tree import MachineTree, make_tree
from interpreter.players.search.search_tree import ActionStats, SearchTree
from interpreter.support.background import run_in_threads

BATCH_SECONDS = 0.02
"""Longest time between two checks of the clock, in seconds of playouts."""
USUAL_DECISIONS = 40.0
"""Decisions of a seat in a match whose length isn't known."""
ProgressShare = Callable[[float], None]
"""Callback that reports the share of the search that is done."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget of playouts or of time for each tree.

    Attributes:
        playouts: Number of playouts; None for a time budget.
        seconds: Time in seconds; None for a number of playouts.
        game_seconds: Time in seconds for the whole match, of which each decision is allotted a part.
        trees: Number of trees; None for the caller's default, or one.
        min_playouts: Smallest number of playouts, even when the time is up.
    """

    playouts: int | None = None
    seconds: float | None = None
    trees: int | None = None
    min_playouts: int = 1
    game_seconds: float | None = None

    @property
    def is_timed(self) -> bool:
        """True for a time budget: equal seeds may give different games."""
        return self.seconds is not None or self.game_seconds is not None

    @property
    def decision_seconds(self) -> float:
        """Usual time for a decision, in seconds; 0.0 for a number of playouts."""
        return self.seconds or (self.game_seconds or 0.0) / USUAL_DECISIONS


class PlayoutSource(Protocol):
    """A search tree, as far as it grows."""

    def run_playouts(self, limit: int) -> int:
        """Play at least one and at most `limit` playouts, see `SearchTree`."""


def run_search(
    tree: PlayoutSource,
    budget: Budget,
    progress: ProgressShare | None = None,
    start_time: float | None = None,
    done: int = 0,
    is_settled: Callable[[float], bool] | None = None,
) -> int:
    """Grow a tree until the budget is used up, and return the number of playouts.

    Args:
        tree: The tree.
        budget: The budget of this tree.
        progress: A callback for progress reports.
        start_time: The time at which the budget starts, by `perf_counter`; None for now. It may lie in the past, to
            include the making of the tree and of the seat's knowledge.
        done: Number of playouts that the tree has of this budget.
        is_settled: A test, given about how many playouts there are still time for, if they can't change the answer.
    """
    now = perf_counter()
    start_time = now if start_time is None else start_time
    batch = 1
    while True:
        elapsed = now - start_time
        share = done / budget.playouts if budget.playouts else 0.0
        if budget.seconds is not None:
            share = elapsed / budget.seconds
        if share >= 1 and done >= budget.min_playouts:
            break
        if progress is not None:
            progress(share)
        played = tree.run_playouts(batch if budget.playouts is None else min(batch, budget.playouts - done))
        done += played
        before, now = now, perf_counter()
        allowed = BATCH_SECONDS
        if budget.seconds is not None:
            left = budget.seconds - (now - start_time)
            if is_settled is not None and is_settled(played * left / max(now - before, 1e-6)):
                break
            allowed = min(allowed, left)
        batch = max(1, min(2 * batch, int(played * allowed / max(now - before, 1e-6))))
    if progress is not None:
        progress(1.0)
    return done


def run_new_search(
    match: SeatMatch, seed: int, budget: Budget, terms: SearchParameters, score_model: ScoreModel | None
) -> list[ActionStats]:
    """Grow a new tree in Python, and return the statistics of each option in their order."""
    began = perf_counter()
    tree = make_tree(match, seed, None, terms, score_model)
    run_search(tree, budget, None, began)
    return tree.action_stats()


def grow_in_threads(
    trees: Sequence[SearchTree], budget: Budget, progress: ProgressShare | None, start_time: float
) -> int:
    """Grow trees at the same time, each until the budget is used up, and return the number of playouts.

    Only machine code runs in threads. Trees that it can't finish are grown here, afterwards.

    Args:
        trees: The trees, each in a machine of its own.
        budget: The budget of each tree.
        progress: A callback for progress reports of the first tree.
        start_time: See `run_search`.
    """
    growths = [_ThreadedGrowth(tree, budget, start_time) for tree in trees]
    run_in_threads([partial(growth.run, None if number else progress) for number, growth in enumerate(growths)])
    return sum(growth.finish() for growth in growths)


class _ThreadedGrowth:
    """The growth of a tree in a thread."""

    def __init__(self, tree: SearchTree, budget: Budget, start_time: float) -> None:
        """Play the first playout, which must run alone because it binds what machines share."""
        self._tree = tree
        self._budget = budget
        self._start_time = start_time
        self._done = tree.run_playouts(1)
        self._ending = Event()

    def run(self, progress: ProgressShare | None, ending: Event) -> None:
        """Grow the tree as long as machine code can."""
        self._ending = ending
        with suppress(NativeUnavailableError):
            run_search(self, self._budget, progress, self._start_time, self._done)

    def run_playouts(self, limit: int) -> int:
        """Play playouts by machine code; see `PlayoutSource`."""
        if self._ending.is_set() or not isinstance(self._tree, MachineTree):
            raise NativeUnavailableError("it must not run in a thread any longer")
        played = self._tree.run_natively(limit)
        self._done += played
        return played

    def finish(self) -> int:
        """Grow the tree until its budget is used up, and return the number of playouts."""
        return run_search(self._tree, self._budget, None, self._start_time, self._done)
