"""Where a match may stand once it has gone on from a decision, for a search that thinks while others decide.

From a seat's own decision all can be drawn that may be, and played on by the rules: so what a search thinks ahead knows
nothing that its seat does not. That others stand at another decision by now, with options that tell of their cards, is
never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from interpreter.engine.driver import answer
from interpreter.engine.state import WORK, State
from interpreter.errors import CahierError, PlayError, Problem, Where
from interpreter.language.search_terms import SearchTerms
from interpreter.matches.match import Game
from interpreter.players.deals import Deals, Draws

MOST_TRIES = 50
"""Deals that are tried to find one in which all that was decided can be decided."""


class After:
    """A start of playouts: after a seat's decision and others, all of which it knows."""

    def __init__(self, game: Game, draws: Draws, path: Sequence[tuple[int, Any]]) -> None:
        """`draws`: what draws states of the decision; `path`: what was decided then, each by the decision's number with
        the answer. Raises PlayError if no deal was found in which that can be decided."""
        self.game = game
        self.zones: frozenset[int] | None = None
        self._draws = draws
        self._path = path
        self._by_chance = False
        self.state(Random(0))
        self.hides = draws.hides or self._by_chance

    def deals(self, random: Random, terms: SearchTerms) -> Deals:
        """As of Start."""
        return Deals(self, random, terms)

    def state(self, random: Random) -> State:
        """As of Draws."""
        for _ in range(MOST_TRIES):
            state = self._draws.state(random)
            chance = state.random
            if self._goes_on(state):
                self._by_chance = state.random != chance
                return state
        message = "in no deal that was tried could be decided what was decided"
        raise PlayError(Problem(Where(self.game.id), "no-deal", message))

    def _goes_on(self, state: State) -> bool:
        """Decide in a state what was decided; whether it could be, and the game is not over."""
        code = self.game.program.code(state.log is not None)
        for asked, value in self._path:
            if not state.asks or state.asked != asked or value not in state.options:
                return False
            state.work = WORK
            try:
                answer(state, code, value)
            except CahierError:
                return False
        return state.asks
