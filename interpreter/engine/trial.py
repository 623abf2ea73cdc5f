"""Trying an event on a copy of the state: would it change anything?"""

from __future__ import annotations

from typing import Any

from interpreter.engine.driver import begin, put, run
from interpreter.engine.state import State
from interpreter.errors import BudgetError, Problem
from interpreter.language.program import Program

TRY = 10
"""What it counts for to try one line of play; a large table, which has to be looked over each time, for more."""
SLOTS = 100
"""Numbers of the state that are one more."""


def would_change(state: State, card: int | None, you: int, uncounted: int) -> bool:
    """Whether some line of play of a card's event changes pieces, tracks, flags or where cards are.

    All lines are tried, if it takes that: what has no end, or too many, stops with a BudgetError.

    What is tried has not happened: it is not noted that play has come to a point by it (see language.points).

    `uncounted` is the number of a track (`Layout.track_number`) that may be raised without being counted, nor what its
    triggers would do then; -1 for none. It is lowered like any other. What is tried counts as work of this state.
    """
    code = state.constants.program.code(False)
    event = None if card is None else code.events[card]
    if card is None or event is None:
        return False
    reached = bytes(code.reached)
    try:
        return _would_change(state, card, event, you, uncounted)
    finally:
        code.reached[:] = reached


def _would_change(state: State, card: int, event: int, you: int, uncounted: int) -> bool:
    program = state.constants.program
    code = program.code(False)
    start = state.copy()
    start.log = None
    start.muted = uncounted
    if not code.playable[card](start.v, start.z, you):
        return False
    begin(start, code, event, you)
    tracked = _tracked(state, uncounted)
    before = _table(start, tracked)
    price = price_of(len(state.v))
    waiting: list[tuple[State | None, Any]] = [(None, None)]
    while waiting:
        asking, answer = waiting.pop()
        trial = start
        if asking is not None:
            trial = asking.copy()
            put(trial, code, answer)
        trial.work = state.work - price
        if trial.work < 0:
            raise _too_many(program, event)
        run(trial, code)
        state.work = trial.work
        if _table(trial, tracked) != before:
            return True
        if trial.asks:
            waiting += [(trial, value) for value in trial.options]
    return False


def price_of(size: int) -> int:
    """What it counts for to try a line of play where a state has so many numbers."""
    return TRY + size // SLOTS


def _too_many(program: Program, number: int) -> BudgetError:
    event = program.routines.all[number]
    message = f"whether the {event.title} would change something can't be found out: there are too many ways to play it"
    where = event.text.where
    return BudgetError(Problem(where, "budget", message, excerpt=event.text.excerpt(where)))


def _tracked(state: State, number: int) -> tuple[int, int, int] | None:
    """Of the track that may be raised: its place in `v`, the sign of its raises there, and where it stands."""
    if number < 0:
        return None
    symbols = state.constants.program.symbols
    at, seat = divmod(number, len(symbols.seats))
    track = symbols.rulebook.tracks[at]
    place = symbols.track_base[track.id]
    if track.mirrored:
        return place, -1 if seat else 1, state.v[place]
    return place + seat, 1, state.v[place + seat]


def _table(state: State, tracked: tuple[int, int, int] | None) -> tuple[list[Any], list[Any], list[list[int]]]:
    """What lies on the table: not what the rules remember in variables, nor who knows which card. A track that has
    been raised, and may be, is taken to be where it was."""
    symbols = state.constants.program.symbols
    values = state.v[: symbols.first_variable]
    if tracked is not None:
        place, sign, start = tracked
        values[place] = sign * min(sign * values[place], sign * start)
    return values, state.v[symbols.first_flag : symbols.where_base], [list(cards) for cards in state.z]
