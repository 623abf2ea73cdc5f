"""Trial of an event on the state itself, which is restored afterwards, to find out if it would change anything."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.flow import begin, decide
from interpreter.language.backends.wasm.runtime.work import more, took
from interpreter.language.backends.wasm.toolchain.words import (
    CELLS,
    EVENTS,
    FIRST_FLAG,
    FIRST_VARIABLE,
    FRAME_END,
    LAST_FLAG,
    MUTED,
    NIL,
    REACHED_ASIDE,
    RECORD_DECISION,
    RECORD_DEPTH,
    RECORD_END,
    RECORD_FRAME,
    RECORD_LEFT,
    RECORD_OPTIONS,
    RECORD_STATE,
    RECORD_TOP,
    RECORD_UNDER,
    STATE,
    STATE_SIZE,
    TRACK_PLACES,
    TRACK_SIGNS,
    TRIAL_PRICE,
    TRIALS_END,
    ZONE_COUNT,
    ZONE_SIZE,
    ZONES,
    copy,
    item,
    length,
    now,
    playable,
    segment,
    stop,
    words,
)


def table_changed(before: int, uncounted: int, place: int, sign: int) -> int:
    """Return 1 if pieces, tracks, flags or cards differ from a state that was kept, else 0.

    The track `uncounted`, unless that is -1, counts only if it was lowered; `place` is its cell.
    """
    for at in range(FIRST_VARIABLE):
        new = words[CELLS + 8 * at]
        old = words[before - STATE + CELLS + 8 * at]
        if new != old:
            if uncounted < 0 or at != place:
                return 1
            if sign * new < sign * old:
                return 1
    for at in range(FIRST_FLAG, LAST_FLAG):
        if words[CELLS + 8 * at] != words[before - STATE + CELLS + 8 * at]:
            return 1
    for zone in range(ZONE_COUNT):
        cards = ZONES + ZONE_SIZE * zone
        old = before - STATE + cards
        if length(cards) != length(old):
            return 1
        for at in range(length(cards)):
            if item(cards, at) != item(old, at):
                return 1
    return 0


def run_trial(pc: int) -> int:
    """Run segments as `run` does, without garbage collection, since the caller has lists in the arena."""
    while pc >= 0:
        pc = segment(pc, now.frame)
        if now.work < now.mark:
            more()
    return pc


def set_aside(byte_count: int) -> int:
    """Allocate memory for trials; return its address."""
    address = now.trials
    now.trials = address + byte_count
    if now.trials > TRIALS_END:
        stop()
    return address


def would_change(card: int, you: int, uncounted: int) -> int:
    """Return 1 if a line of play of a card's event changes the table, else 0.

    All lines are tried by depth-first search, the last option of a decision first. Decisions on the way are kept in a
    stack of records (trial_records.py).
    """
    if card == NIL:
        return 0
    event = item(EVENTS, card)
    if event == NIL:
        return 0
    old_frame = now.frame
    old_depth = now.depth
    old_top = now.top
    old_options = now.options
    old_trials = now.trials
    old_reached = now.reached
    now.reached = REACHED_ASIDE
    before = set_aside(STATE_SIZE)
    copy(before, STATE, STATE_SIZE)
    changed = 0
    words[MUTED] = uncounted
    if playable(card, you):
        place = 0
        sign = 1
        if uncounted >= 0:
            place = item(TRACK_PLACES, uncounted)
            sign = item(TRACK_SIGNS, uncounted)
        base = words[now.frame + FRAME_END]
        pc = begin(base, event, you)
        record = 0
        going = 1
        while going:
            took(STATE_SIZE)
            now.work -= TRIAL_PRICE
            pc = run_trial(pc)
            if table_changed(before, uncounted, place, sign):
                changed = 1
                break
            if pc < -1:
                end = words[now.frame + FRAME_END]
                kept = set_aside(RECORD_STATE + STATE_SIZE + end - base)
                words[kept + RECORD_UNDER] = record
                words[kept + RECORD_OPTIONS] = now.options
                words[kept + RECORD_LEFT] = length(now.options)
                words[kept + RECORD_DECISION] = pc
                words[kept + RECORD_FRAME] = now.frame
                words[kept + RECORD_DEPTH] = now.depth
                words[kept + RECORD_END] = end
                words[kept + RECORD_TOP] = now.top
                copy(kept + RECORD_STATE, STATE, STATE_SIZE)
                copy(kept + RECORD_STATE + STATE_SIZE, base, end - base)
                record = kept
            while record != 0 and words[record + RECORD_LEFT] == 0:
                now.trials = record
                record = words[record + RECORD_UNDER]
            if record == 0:
                going = 0
            else:
                left = words[record + RECORD_LEFT] - 1
                words[record + RECORD_LEFT] = left
                now.top = words[record + RECORD_TOP]
                copy(STATE, record + RECORD_STATE, STATE_SIZE)
                copy(base, record + RECORD_STATE + STATE_SIZE, words[record + RECORD_END] - base)
                now.frame = words[record + RECORD_FRAME]
                now.depth = words[record + RECORD_DEPTH]
                pc = decide(words[record + RECORD_DECISION], item(words[record + RECORD_OPTIONS], left))
    copy(STATE, before, STATE_SIZE)
    now.frame = old_frame
    now.depth = old_depth
    now.top = old_top
    now.options = old_options
    now.trials = old_trials
    now.reached = old_reached
    return changed
