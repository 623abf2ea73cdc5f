"""Search trees grown by machine code, identical to those that players.search.python_tree grows in Python."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from interpreter.engine.native_games import prepare_native
from interpreter.language.execution.executable import NativeUnavailableError, SearchMachine
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, ScoreModel, SearchParameters
from interpreter.matches.match import Game
from interpreter.players.search.idle_machines import take_machine
from interpreter.players.search.python_tree import PythonTree
from interpreter.players.search.search_tree import (
    ActionStats,
    DecisionKey,
    PlayoutStart,
    Reply,
    SearchTree,
    card_of_option,
    is_provable,
    option_key_function,
    option_stats,
    table_shares,
)

MIN_PLAYOUTS_TO_COMPILE = 2_000
"""Number of playouts of a game from which compiling it to machine code pays off."""

MAX_ABORTED_TREES = 3
"""Number of trees of a game that machine code may fail to finish before it is given up for that game."""


class _FormerRoot(NamedTuple):
    """A former root of the tree: the start of playouts, the path to it from the previous root, and its playouts."""

    start: PlayoutStart
    path: Sequence[DecisionKey]
    playouts: int


class MachineTree:
    """A search tree in the memory of a machine.

    Where machine code can't continue, Python grows the same tree again from the beginning and continues with it.
    """

    def __init__(
        self,
        start: PlayoutStart,
        seed: int,
        machine: SearchMachine,
        terms: SearchParameters = DEFAULT_PARAMETERS,
        score_model: ScoreModel | None = None,
        reproducible: bool = True,
    ) -> None:
        """Start a tree, see `PythonTree`.

        The machine belongs to this tree from now on. `reproducible`: see `make_tree`.
        """
        self._machine = machine
        self._seed = seed
        self._terms = terms
        self._game = start.game
        self._option_key = option_key_function(start.game)
        self._fallback: PythonTree | None = None
        self._has_stopped = False
        self._former_roots: list[_FormerRoot] = []
        self._is_reproducible = reproducible
        self._score_model = score_model or terms.initial_score_model(len(start.game.seats))
        machine.begin_search(seed, terms, self._score_model)
        self._set_root(start, ())
        machine.set_table_shares(*table_shares(start.game, self._seat, terms))

    def _set_root(self, start: PlayoutStart, path: Sequence[DecisionKey]) -> None:
        """Let playouts begin at `start` from now on."""
        self._start, self._path = start, path
        self._played = 0
        self._sampler = start.sampler()
        self._machine.set_proving(is_provable(start.game, self._sampler.origin, self._terms))
        base = self._sampler.base
        self._decision, self._seat, self._options = base.decision, base.seat, list(base.options)

    def advance(self, start: PlayoutStart, path: Sequence[DecisionKey]) -> None:
        """Move the root, see `SearchTree.advance`."""
        if self._fallback is not None:
            self._fallback.advance(start, path)
            return
        if self._is_reproducible:
            self._former_roots.append(_FormerRoot(self._start, self._path, self._played))
        for decision, value in path:
            card = card_of_option(self._game, decision, value)
            self._machine.advance_origin(decision, self._option_key(decision, value), card)
        self._set_root(start, path)
        self._machine.set_deciding_seat(self._seat)

    def score_model(self) -> ScoreModel:
        """Return the score model learned so far."""
        return self._machine.score_model() if self._fallback is None else self._fallback.score_model()

    def clear_history(self) -> None:
        """Clear the action history, see `SearchTree.clear_history`."""
        if self._fallback is not None:
            self._fallback.clear_history()
        else:
            self._machine.drop_statistics()

    def action_stats(self) -> list[ActionStats]:
        """Return the statistics of each option of the root, in their order."""
        if self._fallback is not None:
            return self._fallback.action_stats()
        found = []
        for index, option in enumerate(self._options):
            key = self._option_key(self._decision, option)
            visits, wins, value, proof, depth = self._machine.option_statistics(self._decision, self._seat, key)
            found.append(option_stats(index, visits, wins, value, proof, depth, self._seat))
        return found

    def replies(self) -> list[list[Reply]]:
        """Return the replies to each option of the root, in their order, the most common first."""
        if self._fallback is not None:
            return self._fallback.replies()
        after = self._machine.common_replies(
            self._decision, [self._option_key(self._decision, option) for option in self._options]
        )
        return [[Reply(*found) for found in each] for each in after]

    def run_playouts(self, limit: int) -> int:
        """Play at most `limit` playouts, see `SearchTree.run_playouts`; Python takes over where machine code stops."""
        if self._fallback is None:
            try:
                return self.run_natively(limit)
            except NativeUnavailableError:  # Python grows the same tree instead, or reports the problem
                _count_aborted_tree(self._game)
                self._fallback = self._regrow_in_python()
        return self._fallback.run_playouts(limit)

    def run_natively(self, limit: int) -> int:
        """Play playouts by machine code alone. From the second one on, this may run in a thread of its own.

        Raises NativeUnavailableError where machine code can't continue; `run_playouts` then does.
        """
        if self._has_stopped or self._fallback is not None:
            raise NativeUnavailableError("machine code has stopped")
        if not self._played:
            self._machine.begin_from(self._sampler.origin)
        try:
            self._machine.search(limit)
        except NativeUnavailableError:
            self._has_stopped = True
            raise
        self._played += limit
        return limit

    def _regrow_in_python(self) -> PythonTree:
        """Return the same tree, grown again by Python, or a new one if it needn't be the same."""
        if not self._is_reproducible:
            return PythonTree(self._start, self._seed, self._terms, self._score_model)
        tree: PythonTree | None = None
        for start, path, playouts in (*self._former_roots, _FormerRoot(self._start, self._path, self._played)):
            if tree is None:
                tree = PythonTree(start, self._seed, self._terms, self._score_model)
            else:
                tree.advance(start, path)
            for _ in range(playouts):
                tree.playout()
        assert tree is not None
        return tree


_playout_counts: WeakKeyDictionary[Game, int] = WeakKeyDictionary()
_aborted_trees: WeakKeyDictionary[Game, int] = WeakKeyDictionary()
_python_only: WeakSet[Game] = WeakSet()


def count_playouts(game: Game, number: int) -> None:
    """Add `number` to the playouts counted for a game."""
    _playout_counts[game] = _playout_counts.get(game, 0) + number


def _count_aborted_tree(game: Game) -> None:
    """Count a tree that machine code could not finish; after `MAX_ABORTED_TREES` of them, use Python only."""
    _aborted_trees[game] = _aborted_trees.get(game, 0) + 1
    if _aborted_trees[game] >= MAX_ABORTED_TREES:
        _python_only.add(game)


def prepare_search(game: Game, native: bool = True) -> None:
    """Prepare everything that a search needs of a game before its time budget starts.

    `native`: compile machine code if there is none; otherwise only load its runtime. Games that can't be compiled are
    searched in Python.
    """
    _ = game.program.code(False), game.bots, game.program.zone_facts, game.program.certain_conditions
    if game.backend != "python":
        with contextlib.suppress(NativeUnavailableError):
            if native:
                prepare_native(game)
            else:
                game.program.native_target()


def is_worth_compiling(game: Game) -> bool:
    """Return True if enough playouts of a game were made to justify compiling it."""
    return _playout_counts.get(game, 0) >= MIN_PLAYOUTS_TO_COMPILE


def search_machine_for(game: Game, can_compile: bool) -> SearchMachine | None:
    """Return a machine that grows trees of a game, or None to use Python. The results are the same.

    `can_compile`: compile machine code if there is none yet.
    """
    wanted = game.program.native is not None or can_compile
    if game.backend == "python" or not wanted or game in _python_only:
        return None
    try:
        prepare_native(game)
        return take_machine(game)
    except NativeUnavailableError:
        _python_only.add(game)
        return None


def make_tree(
    start: PlayoutStart,
    seed: int,
    machine: SearchMachine | None,
    terms: SearchParameters = DEFAULT_PARAMETERS,
    score_model: ScoreModel | None = None,
    reproducible: bool = True,
) -> SearchTree:
    """Return a new tree, in the machine if there is one.

    Args:
        start: The start of playouts.
        seed: The seed of everything that is drawn.
        machine: The machine that grows the tree; None for Python.
        terms: The parameters of the search.
        score_model: The score model to start with, see `PythonTree`.
        reproducible: True to grow the same tree again in Python where machine code stops; False to begin a new one.
    """
    if machine is not None:
        with contextlib.suppress(NativeUnavailableError):
            return MachineTree(start, seed, machine, terms, score_model, reproducible)
    return PythonTree(start, seed, terms, score_model)
