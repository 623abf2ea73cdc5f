"""Worth of each move by exhaustive search through the engine, for games of two without hidden information."""

from __future__ import annotations

from typing import Any

from interpreter.engine.driver import answer
from interpreter.engine.state import EFFECT_WORK_LIMIT, State
from interpreter.matches.match import Match
from tests.solving.worths import Worths


class TooManyPositionsError(Exception):
    """There is more to try than was allowed."""


class Solver:
    """Solves positions of a game, and keeps what it found from one to the next. `most`: positions to try for each."""

    def __init__(self, most: int = 1_000_000) -> None:
        self._most = most
        self._left = 0
        self._known: dict[tuple[Any, ...], int] = {}

    def worths(self, match: Match) -> Worths:
        """Raises TooManyPositionsError."""
        self._left = self._most
        decision = match.decision
        assert decision is not None
        state = match.determinizer(decision.seat).draw_state(0)
        return {
            option.key: self._worth(after(state, value), state.seat)
            for option, value in zip(decision.options, state.options, strict=True)
        }

    def _worth(self, state: State, seat: int) -> int:
        """To a seat."""
        if not state.is_waiting:
            winners = state.result[0] if state.result is not None else ()
            return 0 if len(winners) != 1 else 1 if seat in winners else -1
        position = position_of(state)
        worth = self._known.get(position)
        if worth is None:
            if self._left == 0:
                raise TooManyPositionsError
            self._left -= 1
            worth = -1
            for value in state.options:
                worth = max(worth, self._worth(after(state, value), state.seat))
                if worth == 1:
                    break
            self._known[position] = worth
        return worth if seat == state.seat else -worth


def after(state: State, value: Any) -> State:
    """The state at the next decision, or at the end."""
    found = state.copy()
    found.work = EFFECT_WORK_LIMIT
    answer(found, found.constants.program.code(found.log is not None), value)
    return found


def position_of(state: State) -> tuple[Any, ...]:
    """All that says how a game can go on, where chance has no part in it."""
    return state.pc, hashable([state.v, state.z, state.stack, state.options])


def hashable(value: Any) -> Any:
    return tuple(map(hashable, value)) if isinstance(value, (list, tuple)) else value
