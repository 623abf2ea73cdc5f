"""Payoffs: the share of a game's win that each side or seat gets."""

from __future__ import annotations

from collections.abc import Collection

from interpreter.engine.playouts import Playout
from interpreter.lab.endings import contenders_of
from interpreter.matches.match import Game
from interpreter.playtest.chunks import Ending
from interpreter.playtest.figures import FinishedGame

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
