"""Positions: kept and restored, continued by an answer, and played out from."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.flow import collect, decide, run
from interpreter.language.backends.wasm.runtime.games import game_seed, play_on, seed_all, tell
from interpreter.language.backends.wasm.runtime.lists import copied
from interpreter.language.backends.wasm.runtime.numbers import limited, limited_cell
from interpreter.language.backends.wasm.runtime.trials import set_aside
from interpreter.language.backends.wasm.runtime.work import allow, done, rested
from interpreter.language.backends.wasm.toolchain.words import (
    ARENA_FULL,
    ARENA_SIZE,
    ASKED_SEAT,
    CELLS,
    DECIDERS,
    DECISIONS,
    DEPTH,
    FIRST_FLAG,
    FIRST_VARIABLE,
    FRAME,
    FRAME_END,
    FRAME_SLOTS,
    FRAMES,
    FRAMES_TOP,
    GAME_WORK,
    GOES_ON,
    KEPT,
    LEFT,
    LISTS,
    LISTS_TOP,
    NIL,
    OPTIONS,
    PC,
    PLACE_SIZE,
    PLAYED,
    POSITION,
    POSITION_SIZE,
    ROW_SIZE,
    ROWS,
    TRIALS,
    UNIT,
    WINNERS,
    WORK,
    WORK_LEFT,
    copy,
    item,
    length,
    now,
    words,
)


def set_aside_list(items: int) -> int:
    """Copy a list that nothing refers to out of the arena before garbage collection."""
    size = 8 + 8 * length(items)
    address = set_aside(size)
    copy(address, items, size)
    return address


def note_seat() -> None:
    """Store the seat that must decide in ASKED_SEAT."""
    words[ASKED_SEAT] = NIL
    if words[PC] < -1:
        words[ASKED_SEAT] = words[now.frame + FRAME_SLOTS + 8 * item(DECIDERS, -2 - words[PC])]


def note_position() -> None:
    """Store the contents of registers next to the state; only the lists that are still needed are kept."""
    result = set_aside_list(now.options if words[PC] < -1 else words[WINNERS])
    collect()
    now.trials = TRIALS
    result = copied(result)
    if words[PC] < -1:
        now.options = result
    else:
        words[WINNERS] = result
    note_seat()
    words[OPTIONS] = now.options
    words[WORK_LEFT] = now.work
    words[FRAME] = now.frame
    words[FRAMES_TOP] = words[now.frame + FRAME_END]
    words[DEPTH] = now.depth
    words[LISTS] = now.limit - ARENA_SIZE
    words[LISTS_TOP] = now.top


def check_position() -> None:
    """Stop if a stored number is greater than any that a run would leave there."""
    for at in range(FIRST_VARIABLE, FIRST_FLAG):
        limited_cell(words[CELLS + 8 * at])
    at = words[LISTS]
    while at < words[LISTS_TOP]:
        limited_cell(words[at])
        at += 8
    at = FRAMES
    while at < words[FRAMES_TOP]:
        limited(words[at])
        at += 8


def stand() -> None:
    """Load the registers from the stored position."""
    now.options = words[OPTIONS]
    allow(words[WORK_LEFT])
    now.frame = words[FRAME]
    now.depth = words[DEPTH]
    now.top = words[LISTS_TOP]
    now.full = words[LISTS] + ARENA_FULL
    now.limit = words[LISTS] + ARENA_SIZE
    now.trials = TRIALS
    note_seat()


def keep(place: int) -> int:
    """Keep the position in a slot, by number; return 1 if its frames and lists fit, else 0."""
    note_position()
    address = KEPT + PLACE_SIZE * place
    loose = address + POSITION_SIZE
    frames = words[FRAMES_TOP] - FRAMES
    lists = words[LISTS_TOP] - words[LISTS]
    if frames + lists > PLACE_SIZE - POSITION_SIZE:
        return 0
    copy(address, POSITION, POSITION_SIZE)
    copy(loose, FRAMES, frames)
    copy(loose + frames, words[LISTS], lists)
    return 1


def restore(place: int) -> None:
    """Restore the position kept in a slot."""
    address = KEPT + PLACE_SIZE * place
    loose = address + POSITION_SIZE
    copy(POSITION, address, POSITION_SIZE)
    frames = words[FRAMES_TOP] - FRAMES
    copy(FRAMES, loose, frames)
    copy(words[LISTS], loose + frames, words[LISTS_TOP] - words[LISTS])
    stand()


def answer(option: int) -> None:
    """Take an option, by its number, and play on to the next decision."""
    allow(WORK)
    pc = decide(words[PC], item(now.options, option))
    while pc >= 0:
        rested()
        pc = run(pc)
    done()
    words[PC] = pc
    note_position()


def play_out(place: int, index: int, count: int, most: int, again: int) -> int:
    """Run some playouts of the run from the position kept in a slot, each cut after `most` decisions.

    The results of each go to a row of ROWS. `again` and the result are as in `play_games`.
    """
    if not again:
        words[PLAYED] = 0
        words[GOES_ON] = 0
    rested()
    while words[PLAYED] < count and now.steps >= 0:
        playout = words[PLAYED]
        if not words[GOES_ON]:
            now.steps -= UNIT * (WORK - now.work) + POSITION_SIZE
            restore(place)
            seed_all(game_seed(index + playout))
            now.steps += UNIT * (WORK - now.work)
            words[LEFT] = GAME_WORK
            words[DECISIONS] = 0
        words[GOES_ON] = 1
        if not play_on(0, most):
            break
        tell(ROWS + ROW_SIZE * playout)
        words[GOES_ON] = 0
        words[PLAYED] = playout + 1
    return words[PLAYED]
