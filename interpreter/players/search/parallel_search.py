"""Pondering: several processes that search for the seats of one match, whose results are added up.

They follow the match and reuse their trees from one decision to the next, as long as the seat knows how the match went
on. While somebody else decides, they can search ahead. Their results are not reproducible, therefore they are used for
time budgets only.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import count
from math import ceil
from multiprocessing.connection import Connection, wait
from random import Random
from time import perf_counter
from typing import Any

from interpreter.engine.native_games import get_or_compile
from interpreter.language.execution.executable import NativeCode, NativeUnavailableError, NotCompilableError
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, SearchParameters
from interpreter.matches.match import Game, Match
from interpreter.players.search.native_tree import make_tree, prepare_search, search_machine_for
from interpreter.players.search.search_player import (
    BATCH_SECONDS,
    Budget,
    ProgressShare,
    SearchPlayer,
    combine_trees,
    most_common_replies,
    run_search,
)
from interpreter.players.search.search_tree import ActionStats, DecisionKey, Reply, SearchTree
from interpreter.players.seat import SeatMatch
from interpreter.support.background import BackgroundTask, WorkerProcess, can_fork, can_run_in_parallel, cpu_count
from interpreter.support.errors import CahierError, PlayError


class MatchSearch:
    """The search of one seat throughout a match whose choices are never taken back."""

    def __init__(self, match: Match, seat: str, seed: int, terms: SearchParameters = DEFAULT_PARAMETERS) -> None:
        """Start without a tree. `seed` determines everything that the search draws."""
        self._match = match
        self._seat = seat
        self._random = Random(seed)
        self._terms = terms
        self._machine = search_machine_for(match.game, can_compile=False)
        self._tree: SearchTree | None = None
        self._last_decision = self._seat_match()
        self._root_depth = 0
        """Number of decisions since the seat's own one that the tree's root has passed."""
        self._pondered_at = -1
        self._is_pondering = False

    def _seat_match(self) -> SeatMatch:
        return SeatMatch(self._match, self._seat, self._random)

    def tree_to_decide(self) -> SearchTree:
        """Return the tree for the current decision, which is the seat's own.

        The existing tree is reused if the seat knows all decisions since its last one. Its action history is dropped,
        because it would favour options that were good earlier.

        Raises PlayError if no state agrees with the seat's knowledge.
        """
        now = self._seat_match()
        known = [None] if self._tree is None else now.choices_since(self._last_decision)
        path = [choice for choice in known if choice is not None]
        tree, self._tree = self._tree, None  # drop it first: it is unusable if moving its root fails
        if tree is None or len(path) < len(known):
            score_model = None if tree is None else tree.score_model().as_prior(self._terms)
            tree = make_tree(
                now, self._random.getrandbits(64), self._machine, self._terms, score_model, reproducible=False
            )
        else:
            tree.advance(now, path[self._root_depth :])
            tree.clear_history()
        self._tree, self._last_decision, self._root_depth, self._pondered_at = tree, now, 0, self._match.decisions
        return tree

    def tree_to_ponder(self) -> SearchTree | None:
        """Return the tree for pondering while another seat decides.

        None if the seat has not decided yet, or knows too little of the decisions since.
        """
        if self._pondered_at != self._match.decisions:
            self._pondered_at, self._is_pondering = self._match.decisions, self._can_ponder()
        return self._tree if self._is_pondering else None

    def _can_ponder(self) -> bool:
        if self._tree is None:
            return False
        path = []
        for choice in self._seat_match().choices_since(self._last_decision):
            if choice is None:
                break
            path.append(choice)
        for length in range(len(path), max(0, self._root_depth - 1), -1):
            if length == self._root_depth or self._move_root(path[:length]):
                return True
        return False

    def _move_root(self, path: Sequence[DecisionKey]) -> bool:
        """Move the tree's root to the end of the path; return False if the path is impossible or too rare."""
        try:
            start = self._last_decision.start_after(path)
        except PlayError:
            return False
        if self._tree is None or not start.is_common():
            return False
        self._tree.advance(start, path[self._root_depth :])
        self._root_depth = len(path)
        return True


MAX_TREES = 8
"""Default limit of trees grown in parallel; more of them gain little."""
COMPILE_WAIT_SECONDS = 3.0
"""Longest wait, in seconds, for machine code before the first search: it makes ten times the playouts."""
PROGRESS_INTERVAL = 0.05
"""Seconds between two progress reports while the processes search."""


@dataclass(frozen=True, slots=True)
class AdvanceMessage:
    """A message to a process: choices by which the match went on."""

    keys: list[str]


@dataclass(frozen=True, slots=True)
class SearchMessage:
    """A message to a process: search for the seat that decides now.

    The answer holds the statistics of each option and, if requested, the replies to it.

    Attributes:
        seat: The seat that decides.
        budget: A time budget.
        start_time: The time at which the budget starts, by `perf_counter`.
        replies: True to return replies, too.
    """

    seat: str
    budget: Budget
    start_time: float
    replies: bool


@dataclass(frozen=True, slots=True)
class PonderMessage:
    """A message to a process: ponder for seats that don't decide now.

    Attributes:
        seats: The seats to search for.
        until: The time to stop, by `perf_counter`, unless the next message comes first.
    """

    seats: Collection[str]
    until: float


SearchResult = tuple[list[ActionStats], list[list[Reply]]]


class PonderWorker:
    """The work of one of the processes."""

    def __init__(self, match: Match, number: int) -> None:
        self._match = match
        self._number = number
        self._searches: dict[str, MatchSearch] = {}

    def run(self, pipe: Connection) -> None:
        """Carry out messages until the pipe is closed (EOFError).

        Raises CahierError if the rules can't be carried out.
        """
        pondering = PonderMessage((), 0.0)
        while True:
            self._ponder(pondering, pipe)
            message = pipe.recv()
            pondering = message if isinstance(message, PonderMessage) else PonderMessage((), 0.0)
            if isinstance(message, AdvanceMessage):
                for key in message.keys:
                    self._match.choose(key)
            elif isinstance(message, SearchMessage):
                pipe.send(self._search_result(message))

    def _search_result(self, message: SearchMessage) -> SearchResult:
        tree = self._match_search(message.seat).tree_to_decide()
        run_search(tree, message.budget, None, message.start_time)
        return tree.action_stats(), tree.replies() if message.replies else []

    def _ponder(self, message: PonderMessage, pipe: Connection) -> None:
        """Grow the trees of the seats in turn until a message arrives."""
        trees: list[SearchTree] = []
        for seat in message.seats:
            with contextlib.suppress(CahierError):  # no deal agrees with the seat's knowledge
                tree = None if pipe.poll() else self._match_search(seat).tree_to_ponder()
                trees += [] if tree is None else [tree]
        while trees and perf_counter() < message.until and not pipe.poll():
            tree = trees.pop(0)
            try:
                run_search(tree, Budget(seconds=BATCH_SECONDS))
            except CahierError:  # this tree can't grow further; the others can
                continue
            trees.append(tree)

    def _match_search(self, seat: str) -> MatchSearch:
        if seat not in self._searches:
            seed = sha256(f"{self._match.seed} {seat} {self._number}".encode()).digest()
            self._searches[seat] = MatchSearch(self._match, seat, int.from_bytes(seed[:8]))
        return self._searches[seat]


class PonderPool:
    """The pool of processes, as seen by the process that plays the match.

    Processes are started on demand. They are restarted when choices are taken back, or when new machine code is there.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._workers: list[WorkerProcess] = []
        self._numbers = count()
        self._sent_choices: list[str] = []
        self._native_code: NativeCode | NotCompilableError | None = None
        self._compilation: BackgroundTask[NativeCode | NotCompilableError] | None = None

    def prepare(self) -> None:
        """Prepare what searches need, machine code included.

        Compilation that takes longer than `COMPILE_WAIT_SECONDS` continues in the background.
        """
        game = self._match.game
        in_background = can_run_in_parallel() and game.program.native is None and game.backend != "python"
        if in_background and self._compilation is None:
            self._compilation = BackgroundTask(partial(get_or_compile, game))
        prepare_search(game, native=not in_background)
        self._adopt_machine_code(COMPILE_WAIT_SECONDS)

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        for worker in self._workers:
            worker.close()
        self._workers.clear()
        if self._compilation is not None:
            self._compilation.close()

    def player(self, budget: Budget, progress: ProgressShare | None = None, replies: bool = False) -> SearchPlayer:
        """Return a player with a time budget for the seat that decides now. `replies`: it can report replies."""
        return PonderingPlayer(self, budget, progress, replies)

    def ponder(self, seats: Collection[str], until: float) -> None:
        """Ponder for seats that don't decide now, until the next decision or the time `until`."""
        if seats and self._workers:
            self._adopt_machine_code()
            self._synchronize(len(self._workers))
            self._send(self._workers, PonderMessage(seats, until))

    def think(self, seat: str, budget: Budget, progress: ProgressShare | None, replies: bool) -> list[SearchResult]:
        """Return the results of each process for the seat that decides now; empty if no process can search."""
        began = perf_counter()
        assert budget.seconds is not None
        if not can_fork():
            return []
        trees = budget.trees or min(cpu_count(), MAX_TREES)
        self._synchronize(trees)
        chosen_workers = self._workers[:trees]
        tree_budget = Budget(seconds=budget.seconds, min_playouts=ceil(budget.min_playouts / trees))
        self._send(chosen_workers, SearchMessage(seat, tree_budget, began, replies))
        waiting = {worker.pipe: worker for worker in chosen_workers}
        found: list[SearchResult] = []
        while waiting:
            for pipe in wait(list(waiting), PROGRESS_INTERVAL):
                assert isinstance(pipe, Connection)
                worker = waiting.pop(pipe)
                try:
                    found.append(pipe.recv())
                except (EOFError, OSError):  # the search failed, or the process was killed
                    self._drop(worker)
            if progress is not None and waiting:
                progress(min(0.99, (perf_counter() - began) / budget.seconds))
        self._adopt_machine_code()
        return found

    def _synchronize(self, count_wanted: int) -> None:
        """Ensure that `count_wanted` processes run and have followed the match to its current decision."""
        choices, native = self._match.choices, self._match.game.program.native
        if choices[: len(self._sent_choices)] != self._sent_choices or self._native_code is not native:
            while self._workers:
                self._drop(self._workers[0])
        self._native_code = native
        if self._workers and len(choices) > len(self._sent_choices):
            self._send(self._workers, AdvanceMessage(choices[len(self._sent_choices) :]))
        self._sent_choices = choices[:]
        while len(self._workers) < count_wanted:
            worker = PonderWorker(self._match, next(self._numbers))
            self._workers.append(WorkerProcess(worker.run))

    def _adopt_machine_code(self, within: float = 0.0) -> None:
        """Adopt machine code that was compiled in the background.

        This takes a moment, so it is not part of a time budget.
        """
        if self._compilation is not None and self._compilation.is_done(within):
            with contextlib.suppress(NativeUnavailableError):
                self._match.game.program.native = self._compilation.result()
            self._compilation.close()
            self._compilation = None

    def _send(self, workers: Collection[WorkerProcess], message: Any) -> None:
        for worker in workers:
            with contextlib.suppress(OSError):  # a dead process is noticed when its answer is read
                worker.pipe.send(message)

    def _drop(self, worker: WorkerProcess) -> None:
        self._workers.remove(worker)
        worker.close()


class PonderingPlayer(SearchPlayer):
    """A player that decides by the results of several processes."""

    def __init__(self, pool: PonderPool, budget: Budget, progress: ProgressShare | None, replies: bool) -> None:
        super().__init__(budget, progress)
        self._pool = pool
        self._has_replies = replies
        self._replies: list[Reply | None] = []

    def prepare(self, game: Game) -> None:
        """Do nothing: the processes are prepared by `PonderPool`."""

    def think(self, match: SeatMatch) -> list[ActionStats]:
        """Return the statistics of each option, added up over the processes; search here if there are none."""
        found = self._pool.think(match.seat, self.budget, self.progress, self._has_replies)
        if not found:
            return super().think(match)
        self._replies = most_common_replies([replies for _, replies in found]) if self._has_replies else []
        return combine_trees([stats for stats, _ in found])

    def replies(self) -> list[Reply | None]:
        """Return the most common reply to each option of the last decision, in their order."""
        return self._replies or super().replies()
