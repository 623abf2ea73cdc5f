"""How games ended, for all questions that are asked of them: who can win, who did, and what is said of those that came
to no end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Mapping

from interpreter.errors import PlayError, Problem
from interpreter.matches.match import Game
from interpreter.playtest.chunks import Chunk, Ending
from interpreter.playtest.figures import Tally

Kinds = dict[Ending | None, int]
"""The number of each ending there is so far; None: that of games which came to no end."""


def who_can_win(game: Game) -> tuple[str, ...]:
    """Sides, or else seats."""
    return tuple(side.id for side in game.rulebook.sides) or game.seats


def winners_of(game: Game, ending: Ending) -> tuple[str, ...]:
    """Who of these won a game that ended so."""
    if not game.rulebook.sides:
        return ending.winners
    return () if ending.side is None else (ending.side,)


class OfOneGame(ABC):
    """A question about games that all have the same seats and sides."""

    __slots__ = ()

    @property
    @abstractmethod
    def rules(self) -> Game:
        """One of these games."""

    @property
    def who(self) -> tuple[str, ...]:
        """Who can win: sides, or else seats."""
        return who_can_win(self.rules)

    def winners(self, ending: Ending) -> tuple[str, ...]:
        """Who of them won a game that ended so."""
        return winners_of(self.rules, ending)


def in_order(chunks: Iterable[Chunk], kinds: Kinds) -> array[int]:
    """How each of the games in some chunks ended, in their order, by its number in `kinds`, which new ones are put
    into."""
    games = array("L")
    for chunk in sorted(chunks, key=lambda chunk: chunk.first):
        numbers = [kinds.setdefault(kind, len(kinds)) for kind in chunk.endings.kinds]
        games.extend([numbers[game] for game in chunk.endings.games])
    return games


def changes(pairs: Mapping[tuple[Ending, Ending], int], holds: Callable[[Ending], bool]) -> tuple[int, int]:
    """Of games that were played before and after, counted by how they ended: in how many something holds only after,
    and in how many only before."""
    up = down = 0
    for (before, after), times in pairs.items():
        was, now = holds(before), holds(after)
        up += times if now and not was else 0
        down += times if was and not now else 0
    return up, down


def refuse_stopped(game: Game, tally: Tally) -> None:
    """Raise PlayError if a game was stopped: what is left would be another selection."""
    for problem, _, first in tally.why_stopped()[:1]:
        folder = game.rulebook.folder
        message = f"game {first} of {folder} could not be played to its end, so that nothing can be said of it"
        raise PlayError([problem, Problem(problem.where, "not-finished", message)])
