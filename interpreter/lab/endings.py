"""Endings of games: possible winners, actual winners, and games that did not finish."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Mapping

from interpreter.errors import PlayError, Problem
from interpreter.matches.match import Game
from interpreter.playtest.chunks import Chunk, Ending
from interpreter.playtest.figures import Tally

EndingNumbers = dict[Ending | None, int]
"""Distinct endings, each with its number; None stands for games that did not finish."""


def contenders_of(game: Game) -> tuple[str, ...]:
    """Return the ids of the sides, or of the seats if the game has no sides."""
    return tuple(side.id for side in game.rulebook.sides) or game.seats


def winners_of(game: Game, ending: Ending) -> tuple[str, ...]:
    """Return the sides, or else the seats, that won a game with this ending."""
    if not game.rulebook.sides:
        return ending.winners
    return () if ending.side is None else (ending.side,)


class SingleGameStudy(ABC):
    """Base class of questions about games that all have the same seats and sides."""

    __slots__ = ()

    @property
    @abstractmethod
    def reference_game(self) -> Game:
        """One of the games."""

    @property
    def contenders(self) -> tuple[str, ...]:
        """Ids of the sides, or of the seats if the game has no sides."""
        return contenders_of(self.reference_game)

    def winners(self, ending: Ending) -> tuple[str, ...]:
        """Return the sides, or else the seats, that won a game with this ending."""
        return winners_of(self.reference_game, ending)


def endings_in_order(chunks: Iterable[Chunk], kinds: EndingNumbers) -> array[int]:
    """Return the endings of the games of some chunks in game order, as numbers in `kinds`.

    New endings are added to `kinds`.
    """
    games = array("L")
    for chunk in sorted(chunks, key=lambda chunk: chunk.first):
        numbers = [kinds.setdefault(kind, len(kinds)) for kind in chunk.endings.kinds]
        games.extend([numbers[game] for game in chunk.endings.games])
    return games


def discordant_counts(pairs: Mapping[tuple[Ending, Ending], int], holds: Callable[[Ending], bool]) -> tuple[int, int]:
    """Count the pairs of games in which a predicate holds only after the change, and only before it.

    Args:
        pairs: Number of games for each pair of endings before and after.
        holds: Predicate of an ending.
    """
    up = down = 0
    for (before, after), times in pairs.items():
        was, now = holds(before), holds(after)
        up += times if now and not was else 0
        down += times if was and not now else 0
    return up, down


def raise_if_stopped(game: Game, tally: Tally) -> None:
    """Raise PlayError if a game was stopped by an error: the remaining games would be a biased sample."""
    for problem, _, first in tally.stop_reasons()[:1]:
        folder = game.rulebook.folder
        message = f"game {first} of {folder} could not be played to its end, so that nothing can be said of it"
        raise PlayError([problem, Problem(problem.where, "not-finished", message)])
