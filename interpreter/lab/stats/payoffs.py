"""Endings of games and their payoffs: possible and actual winners, and each one's share of the win.

The module also has the settings that all studies share, because they say who can win.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from interpreter.engine.playout import Playout
from interpreter.language.execution.executable import Backend
from interpreter.matches.match import Game
from interpreter.playtest.run.chunks import Chunk, Ending
from interpreter.playtest.run.figures import FinishedGame, Tally
from interpreter.support.errors import PlayError, Problem

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


def share_count(sides: int, has_single_winner: bool) -> int:
    """Return the number of shares of games that need an interval each: those of the sides, and that of draws.

    `has_single_winner`: the rules show that exactly one side wins each game. There are no draws then, and of two sides
    one wins what the other loses.
    """
    if has_single_winner:
        return 1 if sides == 2 else sides
    return sides + (sides > 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class StudySpec(ABC):
    """Base class of the settings of studies, whose games all have the same seats and sides.

    Attributes:
        jobs: Number of processes.
        backend: Backend that plays the games.
    """

    jobs: int = 1
    backend: Backend = "auto"

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


@dataclass(frozen=True, slots=True)
class SingleGameSpec(StudySpec):
    """Base class of the settings of studies of one game.

    Attributes:
        game: The game.
        seed: Seed of the run.
    """

    game: Game
    seed: int = field(default=0, kw_only=True)

    @property
    def reference_game(self) -> Game:
        """The game that is studied."""
        return self.game


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
        message = f"game {first} of {folder} couldn't be played to its end, so nothing can be said about it"
        raise PlayError([problem, Problem(problem.where, "not-finished", message)])


PayoffVector = tuple[float, ...]
"""Shares of the win, in the order of `PayoffRule.contenders`; they add up to 1."""


class PayoffRule:
    """Payoffs of one game, for its sides or, without sides, for its seats.

    If nobody wins, all get the same share. In a game for one, nobody gets anything then.
    """

    def __init__(self, game: Game) -> None:
        self.contenders = contenders_of(game)
        self._sided = bool(game.rulebook.sides)
        self._seats = game.seats
        self._none = 1 / len(self.contenders) if len(self.contenders) > 1 else 0.0

    @property
    def even_share(self) -> float:
        """The share of each if all were equal."""
        return 1 / len(self.contenders)

    def of_ending(self, ended: FinishedGame | Ending) -> PayoffVector:
        """Return the payoffs of a game with this ending."""
        return self._shared((ended.side,) if self._sided else ended.winners)

    def of_playout(self, playout: Playout) -> PayoffVector:
        """Return the payoffs of a playout; a playout that was cut off has no winner."""
        if self._sided:
            return self._shared(() if playout.side is None else (self.contenders[playout.side],))
        return self._shared([self.contenders[winner] for winner in playout.winners])

    def seat_payoff(self, playout: Playout, seat: int) -> float:
        """Return the payoff of a playout to a seat: 1 if its side won, else its share of the win."""
        if not playout.winners:
            return self._none
        if seat not in playout.winners:
            return 0.0
        return 1.0 if self._sided else 1 / len(playout.winners)

    def seat_payoffs(self, winners: Collection[str]) -> PayoffVector:
        """Return the payoff of each seat if these seats won.

        It is 1 for each seat of a winning side, else a share of the win.
        """
        if not winners:
            return (self._none,) * len(self._seats)
        each = 1.0 if self._sided else 1 / len(winners)
        return tuple(each if seat in winners else 0.0 for seat in self._seats)

    def _shared(self, winners: Collection[str | None]) -> PayoffVector:
        won = [who for who in self.contenders if who in winners]
        if not won:
            return (self._none,) * len(self.contenders)
        return tuple(1 / len(won) if who in won else 0.0 for who in self.contenders)
