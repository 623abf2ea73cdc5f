"""Trials of events: explore an event on a copy of the state to see if it would change anything."""

from __future__ import annotations

from typing import Any

from interpreter.engine.driver import begin, run, store_answer
from interpreter.engine.state import State
from interpreter.language.program import Program
from interpreter.support.errors import BudgetError, Problem

TRIAL_WORK = 10
"""Work charged for trying one line of play. States with many cells cost more, because all are compared."""
CELLS_PER_WORK = 100
"""Number of cells of the state that add one unit of work."""


def would_change(state: State, card: int | None, you: int, uncounted: int) -> bool:
    """Return True if some line of play of a card's event changes pieces, tracks, flags or card locations.

    All lines are tried if necessary. Trials don't count for code coverage (see language.coverage_points), but their
    work is charged to this state.

    Args:
        state: The state in which the event would be played. Only its work budget changes.
        card: The card with the event.
        you: The acting seat.
        uncounted: Number of a track (`Layout.track_number`) whose raises, and their triggers, don't count as changes. A
            lowered track counts. -1 for none.

    Raises:
        BudgetError: A line doesn't end, or there are too many.
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
    tracked = _uncounted_track(state, uncounted)
    before = _table_state(start, tracked)
    price = work_per_trial(len(state.v))
    waiting: list[tuple[State | None, Any]] = [(None, None)]
    while waiting:
        asking, answer = waiting.pop()
        trial = start
        if asking is not None:
            trial = asking.copy()
            store_answer(trial, code, answer)
        trial.work = state.work - price
        if trial.work < 0:
            raise _too_many(program, event)
        run(trial, code)
        state.work = trial.work
        if _table_state(trial, tracked) != before:
            return True
        if trial.is_waiting:
            waiting += [(trial, value) for value in trial.options]
    return False


def work_per_trial(size: int) -> int:
    """Return the work charged for trying one line of play in a state with `size` cells."""
    return TRIAL_WORK + size // CELLS_PER_WORK


def _too_many(program: Program, number: int) -> BudgetError:
    event = program.routines.all[number]
    message = f"whether the {event.title} would change something can't be found out: there are too many ways to play it"
    where = event.text.where
    return BudgetError(Problem(where, "budget", message, excerpt=event.text.excerpt(where)))


def _uncounted_track(state: State, number: int) -> tuple[int, int, int] | None:
    """Return the cell of the uncounted track, the sign of its raises there, and its current value."""
    if number < 0:
        return None
    symbols = state.constants.program.symbols
    at, seat = divmod(number, len(symbols.seats))
    track = symbols.rulebook.tracks[at]
    place = symbols.track_base[track.id]
    if track.mirrored:
        return place, -1 if seat else 1, state.v[place]
    return place + seat, 1, state.v[place + seat]


def _table_state(state: State, tracked: tuple[int, int, int] | None) -> tuple[list[Any], list[Any], list[list[int]]]:
    """Return everything on the table, without variables and the seats' knowledge of cards.

    A raise of the uncounted track is ignored.
    """
    symbols = state.constants.program.symbols
    values = state.v[: symbols.first_variable]
    if tracked is not None:
        place, sign, start = tracked
        values[place] = sign * min(sign * values[place], sign * start)
    return values, state.v[symbols.first_flag : symbols.card_zone_base], [list(cards) for cards in state.z]
