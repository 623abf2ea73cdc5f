"""Pondering: several processes that search for the seats of one match, whose results are added up.

They follow the match and reuse their trees from one decision to the next. While somebody else decides, they can search
ahead. Their results are not reproducible, therefore they are used for time budgets only.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import count
from math import ceil
from multiprocessing.connection import Connection, wait
from time import perf_counter
from typing import Any

from interpreter.background import Background, Companion, at_once, can_fork, cores
from interpreter.engine.native import kept_or_made
from interpreter.errors import CahierError
from interpreter.language.executable import NativeCode, NotNative, Unfit
from interpreter.matches.match import Game, Match
from interpreter.players.following import Following
from interpreter.players.machine import make_ready
from interpreter.players.search import AT_ONCE, Budget, Progress, SearchPlayer, added_up, grow, mostly
from interpreter.players.seat import SeatMatch
from interpreter.players.tree import Grows, Reply, Thought

MOST_CORES = 8
"""Default limit of trees grown in parallel; more of them gain little."""
PATIENCE = 3.0
"""Longest wait, in seconds, for machine code before the first search: it makes ten times the playouts."""
TOLD_EVERY = 0.05
"""Seconds between two progress reports while the processes search."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A message to a process: choices by which the match went on."""

    keys: list[str]


@dataclass(frozen=True, slots=True)
class Decide:
    """A message to a process: search for the seat that decides now.

    The answer holds the statistics of each option and, if requested, the replies to it.

    Attributes:
        seat: The seat that decides.
        budget: A time budget.
        began: The time at which the budget starts, by `perf_counter`.
        replies: True to return replies, too.
    """

    seat: str
    budget: Budget
    began: float
    replies: bool


@dataclass(frozen=True, slots=True)
class Ahead:
    """A message to a process: ponder for seats that don't decide now.

    Attributes:
        seats: The seats to search for.
        until: The time to stop, by `perf_counter`, unless the next message comes first.
    """

    seats: Collection[str]
    until: float


Found = tuple[list[Thought], list[list[Reply]]]


class Mind:
    """The work of one of the processes."""

    def __init__(self, match: Match, number: int) -> None:
        self._match = match
        self._number = number
        self._searches: dict[str, Following] = {}

    def obey(self, pipe: Connection) -> None:
        """Carry out messages until the pipe is closed (EOFError).

        Raises CahierError if the rules can't be carried out.
        """
        ahead = Ahead((), 0.0)
        while True:
            self._think_ahead(ahead, pipe)
            order = pipe.recv()
            ahead = order if isinstance(order, Ahead) else Ahead((), 0.0)
            if isinstance(order, Chosen):
                for key in order.keys:
                    self._match.choose(key)
            elif isinstance(order, Decide):
                pipe.send(self._decided(order))

    def _decided(self, order: Decide) -> Found:
        tree = self._search(order.seat).deciding()
        grow(tree, order.budget, None, order.began)
        return tree.thoughts(), tree.replies() if order.replies else []

    def _think_ahead(self, order: Ahead, pipe: Connection) -> None:
        """Grow the trees of the seats in turn until a message arrives."""
        trees: list[Grows] = []
        for seat in order.seats:
            with contextlib.suppress(CahierError):  # no deal agrees with the seat's knowledge
                tree = None if pipe.poll() else self._search(seat).ahead()
                trees += [] if tree is None else [tree]
        while trees and perf_counter() < order.until and not pipe.poll():
            tree = trees.pop(0)
            try:
                grow(tree, Budget(seconds=AT_ONCE))
            except CahierError:  # this tree can't grow further; the others can
                continue
            trees.append(tree)

    def _search(self, seat: str) -> Following:
        if seat not in self._searches:
            seed = sha256(f"{self._match.seed} {seat} {self._number}".encode()).digest()
            self._searches[seat] = Following(self._match, seat, int.from_bytes(seed[:8]))
        return self._searches[seat]


class Minds:
    """The pool of processes, as seen by the process that plays the match.

    Processes are started on demand. They are restarted when choices are taken back, or when new machine code is there.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._companions: list[Companion] = []
        self._numbers = count()
        self._known: list[str] = []
        self._have: NativeCode | Unfit | None = None
        self._making: Background[NativeCode | Unfit] | None = None

    def make_ready(self) -> None:
        """Prepare what searches need, machine code included.

        Compilation that takes longer than `PATIENCE` continues in the background.
        """
        game = self._match.game
        beside = at_once() and game.program.native is None and game.backend != "python"
        if beside and self._making is None:
            self._making = Background(partial(kept_or_made, game))
        make_ready(game, native=not beside)
        self._look_after_machine(PATIENCE)

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        for companion in self._companions:
            companion.close()
        self._companions.clear()
        if self._making is not None:
            self._making.close()

    def player(self, budget: Budget, progress: Progress | None = None, replies: bool = False) -> SearchPlayer:
        """Return a player with a time budget for the seat that decides now. `replies`: it can report replies."""
        return MindfulPlayer(self, budget, progress, replies)

    def think_ahead(self, seats: Collection[str], until: float) -> None:
        """Ponder for seats that don't decide now, until the next decision or the time `until`."""
        if seats and self._companions:
            self._look_after_machine()
            self._go_along(len(self._companions))
            self._tell(self._companions, Ahead(seats, until))

    def think(self, seat: str, budget: Budget, progress: Progress | None, replies: bool) -> list[Found]:
        """Return the results of each process for the seat that decides now; empty if no process can search."""
        began = perf_counter()
        assert budget.seconds is not None
        if not can_fork():
            return []
        trees = budget.trees or min(cores(), MOST_CORES)
        self._go_along(trees)
        asked = self._companions[:trees]
        one = Budget(seconds=budget.seconds, at_least=ceil(budget.at_least / trees))
        self._tell(asked, Decide(seat, one, began, replies))
        waiting = {companion.pipe: companion for companion in asked}
        found: list[Found] = []
        while waiting:
            for pipe in wait(list(waiting), TOLD_EVERY):
                assert isinstance(pipe, Connection)
                companion = waiting.pop(pipe)
                try:
                    found.append(pipe.recv())
                except (EOFError, OSError):  # the search failed, or the process was killed
                    self._lose(companion)
            if progress is not None and waiting:
                progress(min(0.99, (perf_counter() - began) / budget.seconds))
        self._look_after_machine()
        return found

    def _go_along(self, number: int) -> None:
        """Ensure that `number` processes run and have followed the match to its current decision."""
        choices, native = self._match.choices, self._match.game.program.native
        if choices[: len(self._known)] != self._known or self._have is not native:
            while self._companions:
                self._lose(self._companions[0])
        self._have = native
        if self._companions and len(choices) > len(self._known):
            self._tell(self._companions, Chosen(choices[len(self._known) :]))
        self._known = choices[:]
        while len(self._companions) < number:
            mind = Mind(self._match, next(self._numbers))
            self._companions.append(Companion(mind.obey))

    def _look_after_machine(self, within: float = 0.0) -> None:
        """Adopt machine code that was compiled in the background.

        This takes a moment, so it is not part of a time budget.
        """
        if self._making is not None and self._making.is_done(within):
            with contextlib.suppress(NotNative):
                self._match.game.program.native = self._making.result()
            self._making.close()
            self._making = None

    def _tell(self, companions: Collection[Companion], order: Any) -> None:
        for companion in companions:
            with contextlib.suppress(OSError):  # a dead process is noticed when its answer is read
                companion.pipe.send(order)

    def _lose(self, companion: Companion) -> None:
        self._companions.remove(companion)
        companion.close()


class MindfulPlayer(SearchPlayer):
    """A player that decides by the results of several processes."""

    def __init__(self, minds: Minds, budget: Budget, progress: Progress | None, replies: bool) -> None:
        super().__init__(budget, progress)
        self._minds = minds
        self._wanted = replies
        self._replies: list[Reply | None] = []

    def make_ready(self, game: Game) -> None:
        """Do nothing: the processes are prepared by `Minds`."""

    def think(self, match: SeatMatch) -> list[Thought]:
        """Return the statistics of each option, added up over the processes; search here if there are none."""
        found = self._minds.think(match.seat, self.budget, self.progress, self._wanted)
        if not found:
            return super().think(match)
        self._replies = mostly([replies for _, replies in found]) if self._wanted else []
        return added_up([thoughts for thoughts, _ in found])

    def replies(self) -> list[Reply | None]:
        """Return the most common reply to each option of the last decision, in their order."""
        return self._replies or super().replies()
