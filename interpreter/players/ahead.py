"""Starts of playouts after a seat's own decision, for pondering: searching while others decide.

States are drawn as of the seat's own decision and then played on by the rules. A search that ponders therefore knows
nothing that its seat doesn't know. The decision that the match stands at by now is never read, because its options may
reveal other seats' cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.engine.driver import answer
from interpreter.engine.state import WORK, State
from interpreter.errors import CahierError, PlayError, Problem, Where
from interpreter.language.chance import drawn
from interpreter.language.deals import MOST_TRIES
from interpreter.matches.match import Game
from interpreter.players.starts import Draws

TRIED = 20
"""Number of deals drawn to estimate in how many of them the path is possible."""


class After:
    """A start of playouts, and a sampler of states, after a decision of the seat and others that it knows."""

    def __init__(self, game: Game, draws: Draws, path: Sequence[tuple[int, Any]]) -> None:
        """Draw a first state after `path`.

        Args:
            game: The game.
            draws: A sampler of states at the seat's decision.
            path: The decisions since then: each decision's number and its answer.

        Raises:
            PlayError: No deal was found in which the path is possible.
        """
        self.game = game
        self.origin = draws.origin._replace(path=path)
        self._draws = draws
        self.base = self.state(0)

    def is_common(self) -> bool:
        """Return True if the path is possible in at least half of the deals.

        Otherwise too many states have to be drawn for each playout.
        """
        words = range(1, TRIED + 1)
        return 2 * sum(self._goes_on(self._draws.state(drawn(word)[1])) for word in words) >= TRIED

    def draws(self) -> Draws:
        """Return this object, which samples its own states."""
        return self

    def state(self, word: int) -> State:
        """Return the state that a 64-bit word determines, after the path.

        Raises PlayError if the path is possible in none of the deals tried.
        """
        for _ in range(MOST_TRIES):
            word, deal = drawn(word)
            state = self._draws.state(deal)
            if self._goes_on(state):
                return state
        message = "in no deal that was tried could be decided what was decided"
        raise PlayError(Problem(Where(self.game.id), "no-deal", message))

    def _goes_on(self, state: State) -> bool:
        """Play the path in a state; return False if it is impossible or ends the game."""
        code = self.game.program.code(state.log is not None)
        for asked, value in self.origin.path:
            if not state.asks or state.asked != asked or value not in state.options:
                return False
            state.work = WORK
            try:
                answer(state, code, value)
            except CahierError:
                return False
        return state.asks
