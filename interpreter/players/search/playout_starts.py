"""Starts of playouts: their interface, and starts after a seat's own decision, for pondering while others decide.

States are drawn as of the seat's own decision and then played on by the rules. A search that ponders therefore knows
nothing that its seat doesn't know. The decision that the match stands at by now is never read, because its options may
reveal other seats' cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from interpreter.engine.driver import answer
from interpreter.engine.state import EFFECT_WORK_LIMIT, State
from interpreter.language.chance import next_word
from interpreter.language.execution.deals import MOST_TRIES, PlayoutOrigin
from interpreter.matches.match import Game
from interpreter.support.errors import CahierError, Location, PlayError, Problem


class StateSampler(Protocol):
    """A sampler of states that agree with a seat's knowledge."""

    @property
    def base(self) -> State:
        """One of the states."""

    @property
    def origin(self) -> PlayoutOrigin:
        """The data from which the states are drawn."""

    def draw_state(self, word: int) -> State:
        """Return the state that a 64-bit word determines.

        Raises PlayError if no deal agrees with the seat's knowledge.
        """


class PlayoutStart(Protocol):
    """A position in which playouts begin."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    def sampler(self) -> StateSampler:
        """Return a sampler of the states in which playouts begin."""


SAMPLED_DEALS = 20
"""Number of deals drawn to estimate in how many of them the path is possible."""


class PonderStart:
    """A start of playouts, and a sampler of states, after a decision of the seat and others that it knows."""

    def __init__(self, game: Game, sampler: StateSampler, path: Sequence[tuple[int, Any]]) -> None:
        """Draw a first state after `path`.

        Args:
            game: The game.
            sampler: A sampler of states at the seat's decision.
            path: The decisions since then: each decision's number and its answer.

        Raises:
            PlayError: No deal was found in which the path is possible.
        """
        self.game = game
        self.origin = sampler.origin._replace(path=path)
        self._sampler = sampler
        self.base = self.draw_state(0)

    def is_common(self) -> bool:
        """Return True if the path is possible in at least half of the deals.

        Otherwise too many states have to be drawn for each playout.
        """
        words = range(1, SAMPLED_DEALS + 1)
        return 2 * sum(self._play_path(self._sampler.draw_state(next_word(word)[1])) for word in words) >= SAMPLED_DEALS

    def sampler(self) -> StateSampler:
        """Return this object, which samples its own states."""
        return self

    def draw_state(self, word: int) -> State:
        """Return the state that a 64-bit word determines, after the path.

        Raises PlayError if the path is possible in none of the deals tried.
        """
        for _ in range(MOST_TRIES):
            word, deal = next_word(word)
            state = self._sampler.draw_state(deal)
            if self._play_path(state):
                return state
        message = "none of the deals that were tried allows the decisions that were made"
        raise PlayError(Problem(Location(self.game.id), "no-deal", message))

    def _play_path(self, state: State) -> bool:
        """Play the path in a state; return False if it is impossible or ends the game."""
        code = self.game.program.code(state.log is not None)
        for asked, value in self.origin.path:
            if not state.is_waiting or state.decision != asked or value not in state.options:
                return False
            state.work = EFFECT_WORK_LIMIT
            try:
                answer(state, code, value)
            except CahierError:
                return False
        return state.is_waiting
