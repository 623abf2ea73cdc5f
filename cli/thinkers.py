"""Time-limited searches in a match at the terminal: on several cores, and while a person thinks."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from cli.seats import HUMAN
from interpreter.players.making import make_player
from interpreter.players.minds import PonderPool
from interpreter.players.search import Budget, SearchPlayer

if TYPE_CHECKING:
    from interpreter.matches.match import Match
    from interpreter.players.base import Player
    from interpreter.players.search import ProgressShare

HINT_BUDGET = Budget(seconds=1.0, min_playouts=200)
"""Time for a hint, and its minimum number of playouts."""
PONDER_FACTOR, MAX_PONDER_SECONDS = 10, 60.0
"""Limits on searching while a person thinks: a multiple of the time for an own decision, and a maximum in seconds."""


class TimedSearches:
    """The searches of a match that have time budgets.

    Searches with a number of playouts are left to their players, so that they are reproducible with the same seed.
    """

    def __init__(self, match: Match, players: dict[str, str], has_hints: bool, can_ponder: bool) -> None:
        """Prepare the searches. `has_hints`: hints will be requested; `can_ponder`: search while a person thinks."""
        self._budgets: dict[str, Budget] = {}
        for seat, name in players.items():
            player = None if name == HUMAN else make_player(name, match.game, seat)
            if isinstance(player, SearchPlayer) and player.budget.seconds is not None:
                self._budgets[seat] = player.budget
        longest = max((budget.seconds or 0.0 for budget in self._budgets.values()), default=0.0)
        self._ponder_seconds = min(MAX_PONDER_SECONDS, PONDER_FACTOR * longest) if can_ponder else 0.0
        self._minds = PonderPool(match)
        self._has_hints = has_hints

    def make_ready(self) -> None:
        """Prepare the searches that will be needed, before the first decision."""
        if self._has_hints or self._budgets:
            self._minds.prepare()

    def player(self, seat: str, name: str) -> Player | str:
        """Return the player for a seat that decides now."""
        return self._minds.player(self._budgets[seat]) if seat in self._budgets else name

    def prepare_hint_search(self, progress: ProgressShare) -> SearchPlayer:
        """Return the search that gives a hint to the person who decides now."""
        self._minds.prepare()
        return self._minds.player(HINT_BUDGET, progress, replies=True)

    def compute_ponder_deadline(self) -> float:
        """Return the time until which others may search during the decision that begins now."""
        return perf_counter() + self._ponder_seconds

    def ponder(self, until: float) -> None:
        """Search for the other seats until that time or the next decision."""
        if perf_counter() < until:
            self._minds.ponder(self._budgets, until)

    def close(self) -> None:
        """Stop all searches."""
        self._minds.close()
