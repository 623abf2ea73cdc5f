"""Search trees grown by machine code, identical to those that players.tree grows in Python."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from interpreter.engine.native import prepare
from interpreter.language.executable import NotNative, SearchMachine
from interpreter.language.search_terms import TERMS, Outlook, SearchTerms
from interpreter.matches.match import Game
from interpreter.players.proof import Proof
from interpreter.players.starts import Start
from interpreter.players.tree import Grows, Key, Reply, Thought, Tree, calling, is_provable, left_to_tables

MACHINE_FROM = 2_000
"""Number of playouts of a game from which compiling it to machine code pays off."""

MOST_STOPS = 3
"""Number of trees of a game that machine code may fail to finish before it is given up for that game."""


class _Stand(NamedTuple):
    """A former root of the tree: the start of playouts, the path to it from the previous root, and its playouts."""

    start: Start
    path: Sequence[Key]
    playouts: int


class MachineTree:
    """A search tree in the memory of a machine.

    Where machine code can't continue, Python grows the same tree again from the beginning and continues with it.
    """

    def __init__(
        self,
        start: Start,
        seed: int,
        machine: SearchMachine,
        terms: SearchTerms = TERMS,
        outlook: Outlook | None = None,
        same: bool = True,
    ) -> None:
        """Start a tree, see `Tree`. The machine belongs to this tree from now on. `same`: see `tree_for`."""
        self._machine = machine
        self._seed = seed
        self._terms = terms
        self._game = start.game
        self._called = calling(start.game)
        self._instead: Tree | None = None
        self._past: list[_Stand] = []
        self._same = same
        self._outlook = outlook or terms.outlook(len(start.game.seats))
        machine.begin_search(seed, terms, self._outlook)
        self._stand(start, ())
        machine.leave_to_tables(*left_to_tables(start.game, self._seat, terms))

    def _stand(self, start: Start, path: Sequence[Key]) -> None:
        """Let playouts begin at `start` from now on."""
        self._start, self._path = start, path
        self._played = 0
        self._draws = start.draws()
        self._machine.note_proofs(is_provable(start.game, self._draws.origin, self._terms))
        base = self._draws.base
        self._asked, self._seat, self._options = base.asked, base.seat, list(base.options)

    def go_on(self, start: Start, path: Sequence[Key]) -> None:
        """Move the root, see `Grows.go_on`."""
        if self._instead is not None:
            self._instead.go_on(start, path)
            return
        if self._same:
            self._past.append(_Stand(self._start, self._path, self._played))
        for asked, value in path:
            self._machine.stand_after(asked, self._called(asked, value))
        self._stand(start, path)

    def outlook(self) -> Outlook:
        """Return the score model learned so far."""
        return self._machine.outlook() if self._instead is None else self._instead.outlook()

    def forget(self) -> None:
        """Clear the action history, see `Grows.forget`."""
        if self._instead is not None:
            self._instead.forget()
        else:
            self._machine.forget()

    def thoughts(self) -> list[Thought]:
        """Return the statistics of each option of the root, in their order."""
        if self._instead is not None:
            return self._instead.thoughts()
        found = []
        for index, option in enumerate(self._options):
            called = self._called(self._asked, option)
            taken, won, worth, proof = self._machine.known_of(self._asked, self._seat, called)
            share = won / taken if taken else 0.0
            found.append(Thought(index, taken, share, worth, Proof(proof).of(self._seat)))
        return found

    def replies(self) -> list[list[Reply]]:
        """Return the replies to each option of the root, in their order, the most common first."""
        if self._instead is not None:
            return self._instead.replies()
        after = self._machine.after_each(self._asked, [self._called(self._asked, option) for option in self._options])
        return [[Reply(*found) for found in each] for each in after]

    def grow(self, most: int) -> int:
        """Play at most `most` playouts, see `Grows.grow`; Python takes over where machine code stops."""
        if self._instead is None:
            try:
                return self._grown(most)
            except NotNative:  # Python grows the same tree instead, or reports the problem
                _note_stop(self._game)
                self._instead = self._by_python()
        return self._instead.grow(most)

    def _grown(self, most: int) -> int:
        """Grow the tree by machine code. Raises NotNative where it can't continue."""
        if not self._played:
            self._machine.begin_from(self._draws.origin)
        self._machine.search(most)
        self._played += most
        return most

    def _by_python(self) -> Tree:
        """Return the same tree, grown again by Python, or a new one if it needn't be the same."""
        if not self._same:
            return Tree(self._start, self._seed, self._terms, self._outlook)
        tree: Tree | None = None
        for start, path, playouts in (*self._past, _Stand(self._start, self._path, self._played)):
            if tree is None:
                tree = Tree(start, self._seed, self._terms, self._outlook)
            else:
                tree.go_on(start, path)
            for _ in range(playouts):
                tree.playout()
        assert tree is not None
        return tree


_played: WeakKeyDictionary[Game, int] = WeakKeyDictionary()
_stops: WeakKeyDictionary[Game, int] = WeakKeyDictionary()
_without: WeakSet[Game] = WeakSet()


def note_playouts(game: Game, number: int) -> None:
    """Add `number` to the playouts counted for a game."""
    _played[game] = _played.get(game, 0) + number


def _note_stop(game: Game) -> None:
    """Count a tree that machine code could not finish; after `MOST_STOPS` of them, use Python only."""
    _stops[game] = _stops.get(game, 0) + 1
    if _stops[game] >= MOST_STOPS:
        _without.add(game)


def make_ready(game: Game, native: bool = True) -> None:
    """Prepare everything that a search needs of a game before its time budget starts.

    `native`: compile machine code if there is none; otherwise only load its runtime. Games that can't be compiled are
    searched in Python.
    """
    _ = game.program.code(False), game.bots, game.program.holds, game.program.certain
    if game.backend != "python":
        with contextlib.suppress(NotNative):
            if native:
                prepare(game)
            else:
                game.program.made_for()


def pays(game: Game) -> bool:
    """Return True if enough playouts of a game were made to justify compiling it."""
    return _played.get(game, 0) >= MACHINE_FROM


def machine_for(game: Game, make: bool) -> SearchMachine | None:
    """Return a machine that grows trees of a game, or None to use Python. The results are the same.

    `make`: compile machine code if there is none yet.
    """
    wanted = game.program.native is not None or make
    if game.backend == "python" or not wanted or game in _without:
        return None
    try:
        prepare(game)
        return game.program.search()
    except NotNative:
        _without.add(game)
        return None


def tree_for(
    start: Start,
    seed: int,
    machine: SearchMachine | None,
    terms: SearchTerms = TERMS,
    outlook: Outlook | None = None,
    same: bool = True,
) -> Grows:
    """Return a new tree, in the machine if there is one.

    Args:
        start: The start of playouts.
        seed: The seed of everything that is drawn.
        machine: The machine that grows the tree; None for Python.
        terms: The parameters of the search.
        outlook: The score model to start with, see `Tree`.
        same: True to grow the same tree again in Python where machine code stops; False to begin a new one.
    """
    if machine is not None:
        with contextlib.suppress(NotNative):
            return MachineTree(start, seed, machine, terms, outlook, same)
    return Tree(start, seed, terms, outlook)
