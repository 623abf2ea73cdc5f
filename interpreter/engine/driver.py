"""Main loop of a match, and trials of events on a copy of it.

The main loop runs segments, interprets the numbers they return, stores answers and accounts for work.

A segment returns the number of the next one. A negative number stops the loop (see `Executable`): a seat must
decide, or the game is over. An answer is stored in the frame on top of the stack, in the slot that the decision names,
and that frame holds the number of the segment to continue with. After each answer the work budget of an effect starts
afresh, as long as the budget of the whole game isn't used up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.engine.faults import locate_error
from interpreter.engine.state import EFFECT_WORK_LIMIT, State
from interpreter.language.chance import INCREMENT, MASK, MULTIPLIER
from interpreter.language.execution.executable import FIRST_DECISION, GAME_OVER, Executable
from interpreter.language.program import Program
from interpreter.support.errors import BudgetError, Problem

DECISION_WORK = 40
"""Work units charged for a decision itself, where the work of a whole game is limited."""
GAME_WORK_LIMIT = 8_000_000
"""Work budget, in units, of a game between computer players: at most GAME_WORK_LIMIT / DECISION_WORK decisions.

Python uses it up in about 20 seconds, at 0.4 to 0.6 million units a second in the slowest case. It is 30 times the work
of the longest game that comes with the project. Matches between people have no such limit.
"""
UNLIMITED = 1 << 62

Chooser = Callable[[State, int, int], Any]
"""Callback `(state, decision, seat)` that returns one of the options of a state that waits for a decision.

`decision` is the number of the decision, `seat` the number of the deciding seat.
"""


def begin(state: State, code: Executable, routine: int, you: int | None = None) -> None:
    """Prepare a state to run a suspendable routine from its first statement, with `you` as the acting seat."""
    entry, names = code.begin(routine)
    state.stack = [[0, None], [0, you] + [None] * names]
    state.pc = entry


def advance(state: State, code: Executable) -> None:
    """Run segments until a seat must decide or the game is over.

    Raises:
        BudgetError: An effect doesn't end.
        PlayError: An effect can't be carried out.
    """
    try:
        run(state, code)
    except Exception as error:
        raise locate_error(error, state.constants.program) from error


def answer(state: State, code: Executable, value: Any) -> None:
    """Store the chosen option, then continue as `advance` does."""
    store_answer(state, code, value)
    advance(state, code)


def store_answer(state: State, code: Executable, value: Any) -> None:
    """Store an answer in its frame and set the next segment, without running it."""
    frame = state.stack[-1]
    frame[code.decisions[state.decision].slot] = value
    state.pc = frame[0]


def run(state: State, code: Executable) -> None:
    """Run segments as `advance` does, but leave errors unlocated.

    For use inside another effect, because the outer `advance` adds the location.
    """
    segments = code.segments
    v, z, stack = state.v, state.z, state.stack
    pc = state.pc
    while pc >= 0:
        pc = segments[pc](state, v, z, stack[-1])
    state.pc = pc


def refill_work(state: State, left: int) -> int:
    """Renew the work budget after an answer, charge the decision, and return the rest of the game's budget.

    `left` is the work that the whole game may still use.
    """
    left += state.work - EFFECT_WORK_LIMIT - DECISION_WORK
    state.work = EFFECT_WORK_LIMIT if left > 0 else -1
    return left


def play(
    state: State,
    code: Executable,
    chooser_or_streams: Chooser | list[int],
    work_left: int = UNLIMITED,
    max_decisions: int = UNLIMITED,
) -> tuple[int, int]:
    """Play on from a waiting decision until the game is over or `max_decisions` decisions are made.

    This is `refill_work`, `store_answer`, `run`, `next_state` and `draw_index` in one function: with a call of each,
    games between random players take 7 % longer.

    Args:
        state: A state that waits for a decision. It is changed.
        code: The game's code.
        chooser_or_streams: A callback that returns the answers, or a random stream for each seat (see
            language.chance). Options are then drawn uniformly, and the list is updated to the state that the streams
            have reached.
        work_left: Work that the game may still use.
        max_decisions: Number of decisions after which to stop.

    Returns:
        Number of decisions made, and the work that is left.

    Raises:
        BudgetError: An effect doesn't end.
        PlayError: An effect can't be carried out.
    """
    segments, decisions = code.segments, code.decisions
    v, z, stack = state.v, state.z, state.stack
    full = EFFECT_WORK_LIMIT + DECISION_WORK
    streams, choose = (chooser_or_streams, None) if isinstance(chooser_or_streams, list) else ([], chooser_or_streams)
    pc, done = state.pc, 0
    while pc != GAME_OVER and done < max_decisions:
        frame = stack[-1]
        decision = FIRST_DECISION - pc  # decision_of, inlined for speed
        info = decisions[decision]
        seat = frame[info.seat_slot]
        if choose is None:
            options = state.options
            random = streams[seat] = (streams[seat] * MULTIPLIER + INCREMENT) & MASK
            value = options[((random >> 33) * len(options)) >> 31]
        else:
            state.pc = pc
            value = choose(state, decision, seat)
        work_left += state.work - full
        state.work = EFFECT_WORK_LIMIT if work_left > 0 else -1
        frame[info.slot] = value
        pc = frame[0]
        done += 1
        try:
            while pc >= 0:
                pc = segments[pc](state, v, z, stack[-1])
        except Exception as error:
            raise locate_error(error, state.constants.program) from error
    state.pc = pc
    return done, work_left


TRIAL_WORK = 10
"""Work charged for trying one line of play. States with many cells cost more, because all are compared."""
CELLS_PER_WORK = 100
"""Number of cells of the state that add one unit of work."""


def would_change(state: State, card: int | None, you: int, uncounted: int) -> bool:
    """Return True if some line of play of a card's event changes pieces, tracks, flags or card locations.

    All lines are tried if necessary. Trials don't count for code coverage (see language.lowered.game), but their
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
    is_playable = code.playable[card](start, start.v, start.z, you)
    state.work = start.work
    if not is_playable:
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
