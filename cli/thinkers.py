"""Those who think for a time in a match at the terminal: on several cores, and ahead while a person thinks."""

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
"""How long a hint takes, and how many playouts at least."""
AHEAD_TIMES, MOST_AHEAD = 10, 60.0
"""How long others think ahead at a decision of a person: so many times as long as for a decision of theirs, and so many
seconds at the most."""


class Thinkers:
    """The searches of a match that have budgets of time. Numbers of playouts are left to their players, so that with
    the same seed they do the same, however long somebody thinks."""

    def __init__(self, match: Match, players: dict[str, str], hints: bool, ahead: bool) -> None:
        """`hints`: there will be some; `ahead`: whether to think ahead."""
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
        """Make what is known to be needed, before anybody is asked."""
        if self._hints or self._budgets:
            self._minds.make_ready()

    def player(self, seat: str, name: str) -> Player | str:
        """Who decides for a seat that is asked now."""
        return self._minds.player(self._budgets[seat]) if seat in self._budgets else name

    def adviser(self, progress: Progress) -> SearchPlayer:
        """Who gives a hint to the person who is asked now."""
        self._minds.make_ready()
        return self._minds.player(HINT, progress, replies=True)

    def time_ahead(self) -> float:
        """Until when others may think ahead while a person decides, who is asked now."""
        return perf_counter() + self._ahead

    def think_ahead(self, until: float) -> None:
        """Let them, until then or the next decision."""
        if perf_counter() < until:
            self._minds.think_ahead(self._budgets, until)

    def close(self) -> None:
        """End all that is under way."""
        self._minds.close()
