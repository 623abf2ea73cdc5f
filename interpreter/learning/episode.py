"""A match that is advanced by actions until it ends or is stopped.

Rewards of the seats at the end of a match.

A sole win is worth 1. A shared win is divided among its winners, and a draw among all seats; the gains are at the
others' cost. Therefore the rewards of all seats add up to 0, and a draw is worth 0. A side's win is not divided: it is
worth 1 to each seat of the side and -1 to each other seat. If the sides differ in size, these rewards do not add up to
0. A seat that plays alone gets -1 for anything but a win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from interpreter.engine.driver import DECISION_WORK, GAME_WORK_LIMIT, advance, answer, refill_work
from interpreter.engine.history import log_choice
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.learning.actions import ActionSpace
from interpreter.support.errors import BudgetError, Location, PlayError, Problem, closest_match

MOST_DECISIONS = GAME_WORK_LIMIT // DECISION_WORK
"""Number of decisions that a match can't exceed before it is stopped."""


class Episode:
    """A match at a decision or at its end.

    Attributes:
        rules: The rules of the game.
        actions: Its actions.
        legal_actions: Legal actions with their values; empty at the end.
        history: Actions taken so far by each seat.
        stopped: Reason why the match was stopped, if it was: an effect, or the match itself, goes on without end.
        state: State of the match.
    """

    def __init__(self, rules: Rules, actions: ActionSpace, state: State) -> None:
        """Begin a match from a state that has not begun. Raises PlayError if the rules can't be carried out."""
        self.rules = rules
        self.actions = actions
        self.legal_actions: Mapping[int, Any] = {}
        self.history: list[list[int]] = [[] for _ in rules.seats]
        self.stopped: Problem | None = None
        self._left = GAME_WORK_LIMIT
        self._code = rules.program.code(state.log is not None)
        self.state = state
        self._go(lambda: advance(state, self._code))

    @property
    def seat(self) -> int | None:
        """The seat that decides; None if the match has ended."""
        return self.state.seat if self.legal_actions else None

    def take(self, action: int) -> None:
        """Take an action. Raises PlayError if it is not legal, or if the rules can't be carried out."""
        if action not in self.legal_actions:
            raise self._not_on_offer(action)
        value = self.legal_actions[action]
        self.history[self.state.seat].append(action)
        log_choice(self.state, self._code.decisions[self.state.decision], value)
        self._left = refill_work(self.state, self._left)
        self._go(lambda: answer(self.state, self._code, value))

    def copy(self) -> Episode:
        """Return an independent match in the same position."""
        other = copy(self)
        other.state = self.state.copy()
        other.history = [chosen[:] for chosen in self.history]
        return other

    def set_state(self, state: State) -> None:
        """Continue from another state, at a decision or at the end."""
        self.state = state
        self.legal_actions = self.actions.legal_actions(state.decision, state.options) if state.is_waiting else {}

    def _go(self, on: Callable[[], None]) -> None:
        self.legal_actions = {}
        try:
            on()
        except BudgetError as error:
            self.stopped = error.problems[0]
            return
        self.set_state(self.state)

    def _not_on_offer(self, action: int) -> PlayError:
        names = [self.actions.names[other] for other in self.legal_actions]
        said = self.actions.names[action] if 0 <= action < len(self.actions) else f"action {action}"
        message = f"`{said}` is not on offer; on offer: {', '.join(names) or 'nothing, the match has ended'}"
        return PlayError(Problem(Location(self.rules.id), "not-on-offer", message, closest_match(said, names)))


def rewards(state: State, seats: int) -> list[float]:
    """Return the reward of each seat at the end of a match; 0 while it goes on."""
    if state.result is None:
        return [0.0] * seats
    winners, _, side = state.result
    if side is not None or seats == 1:
        return [1.0 if seat in winners else -1.0 for seat in range(seats)]
    won = winners or range(seats)
    return [(seats / len(won) * (seat in won) - 1) / (seats - 1) for seat in range(seats)]


def is_zero_sum(rules: Rules) -> bool:
    """Return whether the rewards of all seats add up to 0 for every result."""
    return len(rules.seats) > 1 and not rules.rulebook.sides


def min_reward(rules: Rules) -> float:
    """Return the lowest possible reward."""
    return -1.0 / (len(rules.seats) - 1) if is_zero_sum(rules) else -1.0
