"""Where a match may stand once it has gone on from a decision, for a search that thinks while others decide.

From a seat's own decision all can be drawn that may be, and played on by the rules: so what a search thinks ahead knows
nothing that its seat does not. That others stand at another decision by now, with options that tell of their cards, is
never looked at.
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
"""Deals that are tried to see in how many of them can be decided what was decided."""


class After:
    """A start of playouts, and what draws the states: after a seat's decision and others, all of which it knows."""

    def __init__(self, game: Game, draws: Draws, path: Sequence[tuple[int, Any]]) -> None:
        """`draws`: what draws states of the decision; `path`: what was decided then, each by the decision's number with
        the answer. Raises PlayError if no deal was found in which that can be decided."""
        self.game = game
        self.origin = draws.origin._replace(path=path)
        self._draws = draws
        self.base = self.state(0)

    def is_common(self) -> bool:
        """Whether what was decided can be in half of all deals; else too many have to be drawn for each playout."""
        words = range(1, TRIED + 1)
        return 2 * sum(self._goes_on(self._draws.state(drawn(word)[1])) for word in words) >= TRIED

    def draws(self) -> Draws:
        """As of Start."""
        return self

    def state(self, word: int) -> State:
        """As of Draws."""
        for _ in range(MOST_TRIES):
            word, deal = drawn(word)
            state = self._draws.state(deal)
            if self._goes_on(state):
                return state
        message = "in no deal that was tried could be decided what was decided"
        raise PlayError(Problem(Where(self.game.id), "no-deal", message))

    def _goes_on(self, state: State) -> bool:
        """Decide in a state what was decided; whether it could be, and the game is not over."""
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
