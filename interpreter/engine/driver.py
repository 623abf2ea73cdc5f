"""Driving a match: the one place that knows how segments are run, what the numbers that they give mean, how an answer
is put back, and when work is used up.

A segment gives the number of the next one; a negative number stops them (see language.executable): a seat must decide,
or the game is over. An answer goes into the frame on top, at the place that the decision names, and that frame says
which segment is next. Each answer gives what comes after it a new effect's work, as long as the game has some left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.engine.faults import located
from interpreter.engine.state import WORK, State
from interpreter.language.chance import FACTOR, MASK, STEP
from interpreter.language.executable import OVER, Executable

DECISION_WORK = 40
"""What a decision itself counts for, where the work of a whole game is limited."""
GAME_WORK = 8_000_000
"""The work that a game between players of the program may take, or GAME_WORK / DECISION_WORK decisions. Python does it
in 20 seconds, at 0.4 to 0.6 million units a second where it is slowest, and it is 30 times that of the longest game
that comes with the project. A match that people play has no such limit."""
UNLIMITED = 1 << 62

Chooser = Callable[[State, int, int], Any]
"""Gives the answer, one of the options, of a state that stands at a decision; is told the number of that, too, and the
seat that decides."""


def begin(state: State, code: Executable, routine: int, you: int | None = None) -> None:
    """Let a state stand before the first statement of a routine with decisions, carried out by a seat."""
    entry, names = code.begin(routine)
    state.stack = [[0, None], [0, you] + [None] * names]
    state.pc = entry


def advance(state: State, code: Executable) -> None:
    """Carry out segments until a seat must decide or the game is over.

    Raises BudgetError for an effect without end, PlayError for one that can't be carried out.
    """
    try:
        run(state, code)
    except Exception as error:
        raise located(error, state.constants.program) from error


def answer(state: State, code: Executable, value: Any) -> None:
    """Take one of the options, and go on as `advance` does."""
    put(state, code, value)
    advance(state, code)


def put(state: State, code: Executable, value: Any) -> None:
    """Put an answer where the rules go on with it, without going on."""
    frame = state.stack[-1]
    frame[code.slots[state.pc]] = value
    state.pc = frame[0]


def run(state: State, code: Executable) -> None:
    """As `advance`, inside of something that is carried out: whatever is wrong is told of that."""
    segments = code.segments
    v, z, stack = state.v, state.z, state.stack
    pc = state.pc
    while pc >= 0:
        pc = segments[pc](state, v, z, stack[-1])
    state.pc = pc


def refill(state: State, left: int) -> int:
    """Give what comes after an answer its work. `left` is what the whole game may still take; gives what is left of
    that."""
    left += state.work - WORK - DECISION_WORK
    state.work = WORK if left > 0 else -1
    return left


def play(
    state: State,
    code: Executable,
    deciding: Chooser | list[int],
    left: int = UNLIMITED,
    most: int = UNLIMITED,
) -> tuple[int, int]:
    """Take decision after decision, `most` at the most, from one at which a state stands, until the game is over.

    `deciding` gives the answers; or it has a stream for each seat (see language.chance), by which any option is taken:
    they are where they have got to, then. Gives how many decisions there were, and what is left of the work, `left`,
    that the game may take. Raises as `advance`.

    These are `refill`, `put`, `run`, `step` and `index` in one: with a call of each, games between random players take
    7 % longer.
    """
    segments, slots, seat_slots = code.segments, code.slots, code.seat_slots
    v, z, stack = state.v, state.z, state.stack
    full = WORK + DECISION_WORK
    streams, choose = (deciding, None) if isinstance(deciding, list) else ([], deciding)
    pc, done = state.pc, 0
    while pc != OVER and done < most:
        frame = stack[-1]
        seat = frame[seat_slots[pc]]  # a decision's number is negative: it counts from the end
        if choose is None:
            options = state.options
            random = streams[seat] = (streams[seat] * FACTOR + STEP) & MASK
            value = options[((random >> 33) * len(options)) >> 31]
        else:
            state.pc = pc
            value = choose(state, OVER - 1 - pc, seat)
        left += state.work - full
        state.work = WORK if left > 0 else -1
        frame[slots[pc]] = value
        pc = frame[0]
        done += 1
        try:
            while pc >= 0:
                pc = segments[pc](state, v, z, stack[-1])
        except Exception as error:
            raise located(error, state.constants.program) from error
    state.pc = pc
    return done, left
