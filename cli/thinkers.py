"""Time-limited searches in a match at the terminal: on several cores, and while a person thinks."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from cli.seats import HUMAN
from interpreter.players.making import make_player
from interpreter.players.minds import Minds
from interpreter.players.search import Budget, SearchPlayer

if TYPE_CHECKING:
    from interpreter.matches.match import Match
    from interpreter.players.base import Player
    from interpreter.players.search import Progress

HINT = Budget(seconds=1.0, at_least=200)
"""Time for a hint, and its minimum number of playouts."""
AHEAD_TIMES, MOST_AHEAD = 10, 60.0
"""Limits on searching while a person thinks: a multiple of the time for an own decision, and a maximum in seconds."""


class Thinkers:
    """The searches of a match that have time budgets.

    Searches with a number of playouts are left to their players, so that they are reproducible with the same seed.
    """

    def __init__(self, match: Match, players: dict[str, str], hints: bool, ahead: bool) -> None:
        """Prepare the searches. `hints`: hints will be requested; `ahead`: search while a person thinks."""
        self._budgets: dict[str, Budget] = {}
        for seat, name in players.items():
            player = None if name == HUMAN else make_player(name, match.game, seat)
            if isinstance(player, SearchPlayer) and player.budget.seconds is not None:
                self._budgets[seat] = player.budget
        longest = max((budget.seconds or 0.0 for budget in self._budgets.values()), default=0.0)
        self._ahead = min(MOST_AHEAD, AHEAD_TIMES * longest) if ahead else 0.0
        self._minds = Minds(match)
        self._hints = hints

    def make_ready(self) -> None:
        """Prepare the searches that will be needed, before the first decision."""
        if self._hints or self._budgets:
            self._minds.make_ready()

    def player(self, seat: str, name: str) -> Player | str:
        """Return the player for a seat that decides now."""
        return self._minds.player(self._budgets[seat]) if seat in self._budgets else name

    def adviser(self, progress: Progress) -> SearchPlayer:
        """Return the search that gives a hint to the person who decides now."""
        self._minds.make_ready()
        return self._minds.player(HINT, progress, replies=True)

    def time_ahead(self) -> float:
        """Return the time until which others may search during the decision that begins now."""
        return perf_counter() + self._ahead

    def think_ahead(self, until: float) -> None:
        """Search for the other seats until that time or the next decision."""
        if perf_counter() < until:
            self._minds.think_ahead(self._budgets, until)

    def close(self) -> None:
        """Stop all searches."""
        self._minds.close()
