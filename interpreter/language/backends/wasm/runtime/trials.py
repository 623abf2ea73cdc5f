"""Trial of an event on the state itself, which is restored afterwards, to find out if it would change anything."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.flow import begin, decide
from interpreter.language.backends.wasm.runtime.structs import MatchState, TrialRecord, areas, game, now, state
from interpreter.language.backends.wasm.runtime.work import begin_stretch, count_steps
from interpreter.language.execution.executable import GAME_OVER, NIL, decision_of
from interpreter.language.execution.machine_memory import copy, playable, segment, stop


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
