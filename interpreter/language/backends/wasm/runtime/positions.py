"""Positions: kept and restored, continued by an answer, and played out from; and trials of an event.

A trial carries an event out on the state itself, which is restored afterwards, to find out if it changes anything.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.flow import begin, collect, decide, decider, run
from interpreter.language.backends.wasm.runtime.games import game_seed, play_on, seed_all, write_result
from interpreter.language.backends.wasm.runtime.structs import (
    MatchState,
    TrialRecord,
    areas,
    game,
    now,
    position,
    progress,
    state,
)
from interpreter.language.backends.wasm.runtime.values.lists import copied
from interpreter.language.backends.wasm.runtime.values.numbers import limited, limited_cell
from interpreter.language.backends.wasm.runtime.work import (
    allow_work,
    begin_stretch,
    count_steps,
    reset_steps,
    work_done,
)
from interpreter.language.backends.wasm.sizes import LOOSE_SIZE, UNIT, WORD
from interpreter.language.execution.executable import GAME_OVER, NIL, decision_of
from interpreter.language.execution.machine_memory import Words, copy, playable, segment, stop, words


def table_changed(before: MatchState, uncounted: int, place: int, sign: int) -> bool:
    """Return True if pieces, tracks, flags or cards differ from a state that was kept.

    The track `uncounted`, unless that is -1, counts only if it was lowered; `place` is its cell.
    """
    for at in range(game.first_variable):
        new = state.cells[at]
        old = before.cells[at]
        if new != old:
            if uncounted < 0 or at != place:
                return True
            if sign * new < sign * old:
                return True
    for at in range(game.first_flag, game.last_flag):
        if state.cells[at] != before.cells[at]:
            return True
    for zone in range(game.zone_count):
        cards = state.zones[zone]
        old_cards = before.zones[zone]
        if cards.length != old_cards.length:
            return True
        for at in range(cards.length):
            if cards[at] != old_cards[at]:
                return True
    return False


def run_trial(pc: int) -> int:
    """Run segments as `run` does, without garbage collection, since the caller has lists in the arena."""
    while pc >= 0:
        pc = segment(pc, now.frame)
        if now.work < now.mark:
            begin_stretch()
    return pc


def set_aside(byte_count: int) -> int:
    """Allocate memory for trials; return its address."""
    address = now.trials
    now.trials = address + byte_count
    if now.trials > game.trials_end:
        stop()
    return address


def would_change(card: int, you: int, uncounted: int) -> bool:
    """Return True if a line of play of a card's event changes the table.

    All lines are tried by depth-first search, the last option of a decision first. Decisions on the way are kept in a
    stack of records.
    """
    if card == NIL:
        return False
    event = game.events[card]
    if event == NIL:
        return False
    old_frame = now.frame
    old_depth = now.depth
    old_top = now.top
    old_options = now.options
    old_trials = now.trials
    old_reached = now.reached
    now.reached = areas.reached_aside.address
    before = MatchState(set_aside(game.state_size))
    copy(before.address, state.address, game.state_size)
    changed = False
    state.muted = uncounted
    if playable(card, you):
        place = 0
        sign = 1
        if uncounted >= 0:
            place = game.track_places[uncounted]
            sign = game.track_signs[uncounted]
        base = now.frame.end
        pc = begin(base, event, you)
        record = TrialRecord(0)
        going = True
        while going:
            count_steps(game.state_size)
            now.work -= game.trial_price
            pc = run_trial(pc)
            if table_changed(before, uncounted, place, sign):
                changed = True
                break
            if pc < GAME_OVER:
                end = now.frame.end
                kept = TrialRecord(now.trials)
                set_aside(kept.state.address - kept.address + game.state_size + end - base)
                kept.under = record
                kept.options = now.options
                kept.left = now.options.length
                kept.decision = decision_of(pc)
                kept.frame = now.frame
                kept.depth = now.depth
                kept.end = end
                kept.top = now.top
                copy(kept.state.address, state.address, game.state_size)
                copy(kept.state.address + game.state_size, base, end - base)
                record = kept
            while record.address != 0 and record.left == 0:
                now.trials = record.address
                record = record.under
            if record.address == 0:
                going = False
            else:
                left = record.left - 1
                record.left = left
                now.top = record.top
                copy(state.address, record.state.address, game.state_size)
                copy(base, record.state.address + game.state_size, record.end - base)
                now.frame = record.frame
                now.depth = record.depth
                pc = decide(record.decision, record.options[left])
    copy(state.address, before.address, game.state_size)
    now.frame = old_frame
    now.depth = old_depth
    now.top = old_top
    now.options = old_options
    now.trials = old_trials
    now.reached = old_reached
    return changed


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
    reach_decision(decide(decision_of(position.pc), now.options[option]))


def reach_decision(pc: int) -> None:
    """Play on from a segment to the next decision or the end, without pauses, and store the position."""
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
