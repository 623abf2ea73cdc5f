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
from itertools import count, takewhile
from math import ceil
from multiprocessing.connection import Connection, wait
from random import Random
from time import perf_counter

from interpreter.engine.native_games import get_or_compile
from interpreter.language.execution.executable import NativeCode, NativeUnavailableError, NotCompilableError
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS
from interpreter.matches.match import Game, Match
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import BATCH_SECONDS, Budget, ProgressShare, run_search
from interpreter.players.search.native_tree import make_tree, prepare_search, search_machine_for
from interpreter.players.search.search_player import SearchPlayer, combine_trees, most_common_replies, warm_up
from interpreter.players.search.search_tree import ActionStats, DecisionKey, Reply, SearchTree
from interpreter.support.background import BackgroundTask, WorkerProcess, can_fork, can_run_in_parallel, cpu_count
from interpreter.support.errors import CahierError, PlayError


class MatchSearch:
    """The search of one seat throughout a match whose choices are never taken back."""

    def __init__(self, match: Match, seat: str, seed: int) -> None:
        """Start without a tree. `seed` determines everything that the search draws."""
        self._match = match
        self._seat = seat
        self._random = Random(seed)
        self._machine = search_machine_for(match.game, can_compile=False)
        self._tree: SearchTree | None = None
        self._last_decision = self._seat_match()
        self._root_depth = 0
        """Number of decisions since the seat's own one that the tree's root has passed."""

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
            score_model = None if tree is None else tree.score_model().as_prior(DEFAULT_PARAMETERS)
            seed = self._random.getrandbits(64)
            tree = make_tree(now, seed, self._machine, score_model=score_model, reproducible=False)
        else:
            tree.advance(now, path[self._root_depth :])
            tree.clear_history()
        self._tree, self._last_decision, self._root_depth = tree, now, 0
        return tree

    def tree_to_ponder(self) -> SearchTree | None:
        """Return the tree for pondering while another seat decides.

        None if the seat has not decided yet, or knows too little of the decisions since.
        """
        if self._tree is None:
            return None
        path = list(takewhile(lambda choice: choice is not None, self._seat_match().choices_since(self._last_decision)))
        if len(path) > self._root_depth:
            self._move_root([choice for choice in path if choice is not None])
        return self._tree if self._root_depth > 0 else None

    def _move_root(self, path: Sequence[DecisionKey]) -> None:
        """Move the tree's root to the end of the path, unless that is impossible or too rare."""
        try:
            start = self._last_decision.start_after(path)
        except PlayError:
            return
        if self._tree is not None and start.is_common():
            self._tree.advance(start, path[self._root_depth :])
            self._root_depth = len(path)


MAX_TREES = 8
"""Default limit of trees grown in parallel; more of them gain little."""
COMPILE_WAIT_SECONDS = 3.0
"""Longest wait, in seconds, for machine code before the first search: it makes ten times the playouts."""
PROGRESS_INTERVAL = 0.05
"""Seconds between two progress reports while the processes search."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A request to search for the seat that decides now.

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
class PonderRequest:
    """A request to ponder for seats that don't decide now.

    Attributes:
        seats: The seats to search for.
        until: The time to stop, by `perf_counter`, unless the next request comes first.
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
        """Carry out requests until the pipe is closed (EOFError). Each comes with the choices made since the last one.

        Raises CahierError if the rules can't be carried out.
        """
        while True:
            keys, request = pipe.recv()
            for key in keys:
                self._match.choose(key)
            if isinstance(request, PonderRequest):
                self._ponder(request, pipe)
            else:
                pipe.send(self._search(request))

    def _search(self, request: SearchRequest) -> SearchResult:
        tree = self._match_search(request.seat).tree_to_decide()
        run_search(tree, request.budget, None, request.start_time)
        return tree.action_stats(), tree.replies() if request.replies else []

    def _ponder(self, request: PonderRequest, pipe: Connection) -> None:
        """Grow the trees of the seats in turn until the next request arrives."""
        trees: list[SearchTree] = []
        for seat in request.seats:
            with contextlib.suppress(CahierError):  # no deal agrees with the seat's knowledge
                tree = None if pipe.poll() else self._match_search(seat).tree_to_ponder()
                trees += [] if tree is None else [tree]
        while trees and perf_counter() < request.until and not pipe.poll():
            tree = trees.pop(0)
            with contextlib.suppress(CahierError):  # this tree can't grow further; the others can
                run_search(tree, Budget(seconds=BATCH_SECONDS))
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
        self._workers: dict[WorkerProcess, int] = {}
        """The processes, with the number of choices that they have been told."""
        self._numbers = count()
        self._choices: list[str] = []
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
        warm_up(game)

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
            self._start_workers(len(self._workers))
            self._send(list(self._workers), PonderRequest(seats, until))

    def think(self, seat: str, budget: Budget, progress: ProgressShare | None, replies: bool) -> list[SearchResult]:
        """Return the results of each process for the seat that decides now; empty if no process can search."""
        began = perf_counter()
        assert budget.seconds is not None
        if not can_fork():
            return []
        trees = budget.trees or min(cpu_count(), MAX_TREES)
        self._start_workers(trees)
        chosen_workers = list(self._workers)[:trees]
        tree_budget = Budget(seconds=budget.seconds, min_playouts=ceil(budget.min_playouts / trees))
        self._send(chosen_workers, SearchRequest(seat, tree_budget, began, replies))
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
        self._adopt_machine_code(0.0)
        return found

    def _start_workers(self, wanted: int) -> None:
        """Ensure that `wanted` processes run, all of which can follow the match to its current decision."""
        choices, native = self._match.choices, self._match.game.program.native
        if choices[: len(self._choices)] != self._choices or self._native_code is not native:
            for worker in list(self._workers):
                self._drop(worker)
        self._native_code, self._choices = native, choices[:]
        while len(self._workers) < wanted:
            work = PonderWorker(self._match, next(self._numbers)).run
            self._workers[WorkerProcess(work)] = len(choices)

    def _adopt_machine_code(self, within: float) -> None:
        """Adopt machine code that was compiled in the background.

        This takes a moment, so it is not part of a time budget.
        """
        if self._compilation is not None and self._compilation.is_done(within):
            with contextlib.suppress(NativeUnavailableError):
                self._match.game.program.native = self._compilation.result()
            self._compilation.close()
            self._compilation = None

    def _send(self, workers: Collection[WorkerProcess], request: SearchRequest | PonderRequest) -> None:
        for worker in workers:
            keys = self._choices[self._workers[worker] :]
            self._workers[worker] = len(self._choices)
            with contextlib.suppress(OSError):  # a dead process is noticed when its answer is read
                worker.pipe.send((keys, request))

    def _drop(self, worker: WorkerProcess) -> None:
        del self._workers[worker]
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

    def search_options(self, match: SeatMatch, budget: Budget, began: float) -> list[ActionStats]:
        """Return the statistics of each option, added up over the processes; search here if there are none."""
        found = self._pool.think(match.seat, budget, self.progress, self._has_replies)
        if not found:
            return super().search_options(match, budget, began)
        self._replies = most_common_replies([replies for _, replies in found]) if self._has_replies else []
        return combine_trees([stats for stats, _ in found])

    def replies(self) -> list[Reply | None]:
        """Return the most common reply to each option of the last decision, in their order."""
        return self._replies or super().replies()
