"""Several processes that think for the seats of one match, each with trees of its own, and what they find added up.

They go along with the match: what was learned for one decision is kept for the next, and while somebody else decides
they can think ahead. What they find is never the same twice, so this is for budgets of time.
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
"""So many trees are grown at the same time unless another number is named: more of them gain little."""
PATIENCE = 3.0
"""Seconds in which machine code is waited for before anybody thinks: with it, there are ten times the playouts."""
TOLD_EVERY = 0.05
"""Seconds between two looks at the clock while others think."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The match goes on by these choices."""

    keys: list[str]


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat that is asked now has a budget of time that began at a moment, by `perf_counter`. Answered with what has
    come of each option, and, if `replies` are wanted, what was decided after it."""

    seat: str
    budget: Budget
    began: float
    replies: bool


@dataclass(frozen=True, slots=True)
class Ahead:
    """Until the next order, or a moment, there is time to think for seats that are not asked now."""

    seats: Collection[str]
    until: float


Found = tuple[list[Thought], list[list[Reply]]]


class Mind:
    """What one of the processes does."""

    def __init__(self, match: Match, number: int) -> None:
        self._match = match
        self._number = number
        self._searches: dict[str, Following] = {}

    def obey(self, pipe: Connection) -> None:
        """Do what orders say, up to EOFError. Raises CahierError if the rules can't be carried out."""
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
        """Grow the trees of the seats in turns, until there is an order."""
        trees: list[Grows] = []
        for seat in order.seats:
            with contextlib.suppress(CahierError):  # nothing that was tried agrees with what the seat knows
                tree = None if pipe.poll() else self._search(seat).ahead()
                trees += [] if tree is None else [tree]
        while trees and perf_counter() < order.until and not pipe.poll():
            tree = trees.pop(0)
            try:
                grow(tree, Budget(seconds=AT_ONCE))
            except CahierError:  # what it comes to can't be thought of; what there is can
                continue
            trees.append(tree)

    def _search(self, seat: str) -> Following:
        if seat not in self._searches:
            seed = sha256(f"{self._match.seed} {seat} {self._number}".encode()).digest()
            self._searches[seat] = Following(self._match, seat, int.from_bytes(seed[:8]))
        return self._searches[seat]


class Minds:
    """The processes, seen from the one in which the match is played. They are begun when they are needed, and anew when
    choices were taken back, or when there is machine code that they have not got."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._companions: list[Companion] = []
        self._numbers = count()
        self._known: list[str] = []
        self._have: NativeCode | Unfit | None = None
        self._making: Background[NativeCode | Unfit] | None = None

    def make_ready(self) -> None:
        """Make what searches need: machine code, too, if there is none. What takes longer than PATIENCE goes on beside
        the match."""
        game = self._match.game
        beside = at_once() and game.program.native is None and game.backend != "python"
        if beside and self._making is None:
            self._making = Background(partial(kept_or_made, game))
        make_ready(game, native=not beside)
        self._look_after_machine(PATIENCE)

    def close(self) -> None:
        """End them all, whatever they are doing."""
        for companion in self._companions:
            companion.close()
        self._companions.clear()
        if self._making is not None:
            self._making.close()

    def player(self, budget: Budget, progress: Progress | None = None, replies: bool = False) -> SearchPlayer:
        """A player for the seat that is asked now, with a budget of time; `replies`: it can tell what comes next."""
        return MindfulPlayer(self, budget, progress, replies)

    def think_ahead(self, seats: Collection[str], until: float) -> None:
        """Let them think for seats that are not asked now, until the next decision or this moment."""
        if seats and self._companions:
            self._look_after_machine()
            self._go_along(len(self._companions))
            self._tell(self._companions, Ahead(seats, until))

    def think(self, seat: str, budget: Budget, progress: Progress | None, replies: bool) -> list[Found]:
        """What each of them finds for the seat that is asked now; nothing if none of them can think."""
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
                except (EOFError, OSError):  # it can't be done, or the process was ended from outside
                    self._lose(companion)
            if progress is not None and waiting:
                progress(min(0.99, (perf_counter() - began) / budget.seconds))
        self._look_after_machine()
        return found

    def _go_along(self, number: int) -> None:
        """See to it that there are so many, which stand where the match stands."""
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
        """Take machine code that was made meanwhile. That takes a moment, and so is no part of a budget."""
        if self._making is not None and self._making.is_done(within):
            with contextlib.suppress(NotNative):
                self._match.game.program.native = self._making.result()
            self._making.close()
            self._making = None

    def _tell(self, companions: Collection[Companion], order: Any) -> None:
        for companion in companions:
            with contextlib.suppress(OSError):  # that it is gone is noticed when it is to answer
                companion.pipe.send(order)

    def _lose(self, companion: Companion) -> None:
        self._companions.remove(companion)
        companion.close()


class MindfulPlayer(SearchPlayer):
    """Decides by what several minds find."""

    def __init__(self, minds: Minds, budget: Budget, progress: Progress | None, replies: bool) -> None:
        super().__init__(budget, progress)
        self._minds = minds
        self._wanted = replies
        self._replies: list[Reply | None] = []

    def make_ready(self, game: Game) -> None:
        """Its minds see to that."""

    def think(self, match: SeatMatch) -> list[Thought]:
        found = self._minds.think(match.seat, self.budget, self.progress, self._wanted)
        if not found:
            return super().think(match)
        self._replies = mostly([replies for _, replies in found]) if self._wanted else []
        return added_up([thoughts for thoughts, _ in found])

    def replies(self) -> list[Reply | None]:
        return self._replies or super().replies()
