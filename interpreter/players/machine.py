"""A search's tree grown by machine code: the same one as players.tree grows in Python, pick by pick."""

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
"""So many playouts of a game are worth making machine code for."""

MOST_STOPS = 3
"""Trees of a game that machine code began and could not finish, before it is no longer tried."""


class _Stand(NamedTuple):
    """Where playouts began, on which way the tree went on to there, and how many playouts there were."""

    start: Start
    path: Sequence[Key]
    playouts: int


class MachineTree:
    """A tree in the memory of a machine. Where machine code can't go on, Python grows the same tree from the beginning,
    and goes on with that."""

    def __init__(
        self,
        start: Start,
        seed: int,
        machine: SearchMachine,
        terms: SearchTerms = TERMS,
        outlook: Outlook | None = None,
        same: bool = True,
    ) -> None:
        """As of Tree. The machine is this tree's from now on. `same`: as of tree_for."""
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
        """Playouts begin here from now on."""
        self._start, self._path = start, path
        self._played = 0
        self._draws = start.draws()
        self._machine.note_proofs(is_provable(start.game, self._draws.origin, self._terms))
        base = self._draws.base
        self._asked, self._seat, self._options = base.asked, base.seat, list(base.options)

    def go_on(self, start: Start, path: Sequence[Key]) -> None:
        """As of Grows."""
        if self._instead is not None:
            self._instead.go_on(start, path)
            return
        if self._same:
            self._past.append(_Stand(self._start, self._path, self._played))
        for asked, value in path:
            self._machine.stand_after(asked, self._called(asked, value))
        self._stand(start, path)

    def outlook(self) -> Outlook:
        """As of Grows."""
        return self._machine.outlook() if self._instead is None else self._instead.outlook()

    def forget(self) -> None:
        """As of Grows."""
        if self._instead is not None:
            self._instead.forget()
        else:
            self._machine.forget()

    def thoughts(self) -> list[Thought]:
        """As of Grows."""
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
        """As of Grows."""
        if self._instead is not None:
            return self._instead.replies()
        after = self._machine.after_each(self._asked, [self._called(self._asked, option) for option in self._options])
        return [[Reply(*found) for found in each] for each in after]

    def grow(self, most: int) -> int:
        """As of Grows."""
        if self._instead is None:
            try:
                return self._grown(most)
            except NotNative:  # then Python does the same, or says why it can't
                _note_stop(self._game)
                self._instead = self._by_python()
        return self._instead.grow(most)

    def _grown(self, most: int) -> int:
        """As `grow`, by machine code. Raises NotNative."""
        if not self._played:
            self._machine.begin_from(self._draws.origin)
        self._machine.search(most)
        self._played += most
        return most

    def _by_python(self) -> Tree:
        """The same tree, grown anew as far as this one had come; or a new one."""
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
    """So many more were played."""
    _played[game] = _played.get(game, 0) + number


def _note_stop(game: Game) -> None:
    """Of a game whose trees machine code can't finish nothing more is asked."""
    _stops[game] = _stops.get(game, 0) + 1
    if _stops[game] >= MOST_STOPS:
        _without.add(game)


def make_ready(game: Game, native: bool = True) -> None:
    """Make what a search needs of a game before it thinks. `native`: machine code, too; else only what carries it out
    is loaded. Where that can't be had Python does the same."""
    _ = game.program.code(False), game.bots, game.program.holds, game.program.certain
    if game.backend != "python":
        with contextlib.suppress(NotNative):
            if native:
                prepare(game)
            else:
                game.program.made_for()


def pays(game: Game) -> bool:
    """Whether so much of a game has been played that machine code is worth making."""
    return _played.get(game, 0) >= MACHINE_FROM


def machine_for(game: Game, make: bool) -> SearchMachine | None:
    """What grows a tree by machine code, if that is there, or to be made. What comes of it is the same."""
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
    """A new tree: in the machine, if there is one. `outlook`: as of Tree. `same`: it is the same tree in any
    case; else, where machine code stops, one is begun that is as good."""
    if machine is not None:
        with contextlib.suppress(NotNative):
            return MachineTree(start, seed, machine, terms, outlook, same)
    return Tree(start, seed, terms, outlook)
