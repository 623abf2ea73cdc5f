"""A player that has solved the game: it takes each option as often as an equilibrium says."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.equilibrium.game_tree import GameTree, check_solvable
from interpreter.players.equilibrium.information_keys import InformationKeys
from interpreter.players.equilibrium.regret_minimization import Equilibrium, find_equilibrium
from interpreter.support.errors import Location, PlayError, Problem

_solved: WeakKeyDictionary[Game, Equilibrium] = WeakKeyDictionary()


def solve(game: Game) -> Equilibrium:
    """Return an equilibrium of a small game of two seats; a game is solved once in a process.

    Raises:
        PlayError: The game can't be solved, see `GameTree`.
    """
    if game not in _solved:
        _solved[game] = find_equilibrium(GameTree(game))
    return _solved[game]


class EquilibriumPlayer:
    """A player in equilibrium: whatever its opponent does, it loses no more than the equilibrium allows."""

    def __init__(self, game: Game) -> None:
        """Create a player.

        Raises:
            PlayError: The game is of a kind that can't be solved.
        """
        check_solvable(game)
        self._keys = InformationKeys(game)

    def prepare(self, game: Game) -> None:
        """Solve the game. Raises PlayError if it is too large."""
        solve(game)

    def choose(self, match: SeatMatch) -> int:
        """Return the index of an option, drawn by the probabilities of the equilibrium.

        Raises:
            PlayError: The game can't be solved, or the position doesn't come up in it.
        """
        found = solve(match.game)
        number = found.tree.number_of.get(self._keys.information(match.log(), match.view()))
        options = self._keys.options(match.options)
        if number is None or found.tree.information_sets[number].options != tuple(options):
            message = "the position doesn't come up in the game as it was solved"
            raise PlayError(Problem(Location(match.game.id), "not-solvable", message))
        return match.random.choices([*options.values()], found.strategy[number])[0]
