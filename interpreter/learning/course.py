"""A match that is advanced by actions until it ends or is stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from interpreter.engine.driver import DECISION_WORK, GAME_WORK, advance, answer, refill
from interpreter.engine.history import note_choice
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.errors import BudgetError, PlayError, Problem, Where, nearest
from interpreter.learning.actions import Actions

MOST_DECISIONS = GAME_WORK // DECISION_WORK
"""Number of decisions that a match can't exceed before it is stopped."""


class Course:
    """A match at a decision or at its end.

    Attributes:
        rules: The rules of the game.
        actions: Its actions.
        on_offer: Legal actions with their values; empty at the end.
        chosen: Actions taken so far by each seat.
        stopped: Reason why the match was stopped, if it was: an effect, or the match itself, goes on without end.
        state: State of the match.
    """

    def __init__(self, rules: Rules, actions: Actions, state: State) -> None:
        """Begin a match from a state that has not begun. Raises PlayError if the rules can't be carried out."""
        self.rules = rules
        self.actions = actions
        self.on_offer: Mapping[int, Any] = {}
        self.chosen: list[list[int]] = [[] for _ in rules.seats]
        self.stopped: Problem | None = None
        self._left = GAME_WORK
        self._code = rules.program.code(state.log is not None)
        self.state = state
        self._go(lambda: advance(state, self._code))

    @property
    def seat(self) -> int | None:
        """The seat that decides; None if the match has ended."""
        return self.state.seat if self.on_offer else None

    def take(self, action: int) -> None:
        """Take an action. Raises PlayError if it is not legal, or if the rules can't be carried out."""
        if action not in self.on_offer:
            raise self._not_on_offer(action)
        value = self.on_offer[action]
        self.chosen[self.state.seat].append(action)
        note_choice(self.state, self._code.decisions[self.state.asked], value)
        self._left = refill(self.state, self._left)
        self._go(lambda: answer(self.state, self._code, value))

    def copy(self) -> Course:
        """Return an independent match in the same position."""
        other = copy(self)
        other.state = self.state.copy()
        other.chosen = [chosen[:] for chosen in self.chosen]
        return other

    def put(self, state: State) -> None:
        """Continue from another state, at a decision or at the end."""
        self.state = state
        self.on_offer = self.actions.on_offer(state.asked, state.options) if state.asks else {}

    def _go(self, on: Callable[[], None]) -> None:
        self.on_offer = {}
        try:
            on()
        except BudgetError as error:
            self.stopped = error.problems[0]
            return
        self.put(self.state)

    def _not_on_offer(self, action: int) -> PlayError:
        names = [self.actions.names[other] for other in self.on_offer]
        said = self.actions.names[action] if 0 <= action < len(self.actions) else f"action {action}"
        message = f"`{said}` is not on offer; on offer: {', '.join(names) or 'nothing, the match has ended'}"
        return PlayError(Problem(Where(self.rules.id), "not-on-offer", message, nearest(said, names)))
