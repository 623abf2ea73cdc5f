"""Positions: kept and restored, continued by an answer, and played out from."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.flow import collect, decide, decider, run
from interpreter.language.backends.wasm.runtime.games import game_seed, play_on, seed_all, write_result
from interpreter.language.backends.wasm.runtime.lists import copied
from interpreter.language.backends.wasm.runtime.numbers import limited, limited_cell
from interpreter.language.backends.wasm.runtime.structs import areas, game, now, position, progress, state
from interpreter.language.backends.wasm.runtime.trials import set_aside
from interpreter.language.backends.wasm.runtime.work import allow_work, reset_steps, work_done
from interpreter.language.backends.wasm.sizes import LOOSE_SIZE, UNIT, WORD
from interpreter.language.execution.executable import GAME_OVER, NIL, decision_of
from interpreter.language.execution.machine_memory import Words, copy, words


def set_aside_list(items: Words) -> Words:
    """Copy a list that nothing refers to out of the arena before garbage collection."""
    size = WORD + WORD * items.length
    address = set_aside(size)
    copy(address, items.address, size)
    return Words(address)


def store_seat() -> None:
    """Store the seat that must decide in `position.asked_seat`."""
    position.asked_seat = NIL
    if position.pc < GAME_OVER:
        position.asked_seat = decider(decision_of(position.pc))


def store_registers() -> None:
    """Store the contents of registers next to the state; only the lists that are still needed are kept."""
    result = set_aside_list(now.options if position.pc < GAME_OVER else state.winners)
    collect()
    now.trials = areas.trials.address
    result = copied(result)
    if position.pc < GAME_OVER:
        now.options = result
    else:
        state.winners = result
    store_seat()
    position.options = now.options
    position.work_left = now.work
    position.frame = now.frame
    position.frames_top = now.frame.end
    position.depth = now.depth
    position.lists = now.limit - game.arena_size
    position.lists_top = now.top


def check_position() -> None:
    """Stop if a stored number is greater than any that a run would leave there."""
    for at in range(game.first_variable, game.first_flag):
        limited_cell(state.cells[at])
    at = position.lists
    while at < position.lists_top:
        limited_cell(words[at])
        at += WORD
    at = areas.frames.address
    while at < position.frames_top:
        limited(words[at])
        at += WORD


def load_registers() -> None:
    """Load the registers from the stored position."""
    now.options = position.options
    allow_work(position.work_left)
    now.frame = position.frame
    now.depth = position.depth
    now.top = position.lists_top
    now.full = position.lists + game.arena_full
    now.limit = position.lists + game.arena_size
    now.trials = areas.trials.address
    store_seat()


def keep_position() -> bool:
    """Keep the position; return True if its frames and lists fit."""
    store_registers()
    frames = position.frames_top - areas.frames.address
    lists = position.lists_top - position.lists
    if frames + lists > LOOSE_SIZE:
        return False
    copy(areas.kept_position.address, position.address, game.position_size)
    copy(areas.kept_content.address, areas.frames.address, frames)
    copy(areas.kept_content.address + frames, position.lists, lists)
    return True


def restore_position() -> None:
    """Restore the position that is kept."""
    copy(position.address, areas.kept_position.address, game.position_size)
    frames = position.frames_top - areas.frames.address
    copy(areas.frames.address, areas.kept_content.address, frames)
    copy(position.lists, areas.kept_content.address + frames, position.lists_top - position.lists)
    load_registers()


def answer(option: int) -> None:
    """Take an option, by its number, and play on to the next decision."""
    allow_work(game.work)
    pc = decide(decision_of(position.pc), now.options[option])
    while pc >= 0:
        reset_steps()
        pc = run(pc)
    work_done()
    position.pc = pc
    store_registers()


def play_out(index: int, count: int, most: int, again: bool) -> int:
    """Run some playouts of the run from the position that is kept, each cut after `most` decisions.

    The results of each go to a row. `again` and the result are as in `play_games`.
    """
    if not again:
        progress.played = 0
        progress.phase = 0
    reset_steps()
    while progress.played < count and now.steps >= 0:
        if not progress.phase:
            now.steps -= UNIT * (game.work - now.work) + game.position_size
            restore_position()
            seed_all(game_seed(index + progress.played))
            now.steps += UNIT * (game.work - now.work)
            progress.left = game.game_work
            progress.decisions = 0
        progress.phase = 1
        if not play_on(False, most):
            break
        write_result(areas.rows[progress.played])
        progress.phase = 0
        progress.played += 1
    return progress.played
