"""Control flow of a match: turns, the end, frames, segments, and garbage collection of the arenas."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.lists import copied
from interpreter.language.backends.wasm.runtime.work import is_pause, more
from interpreter.language.backends.wasm.toolchain.words import (
    ANSWERS,
    ARENA,
    ARENA_FULL,
    ARENA_SIZE,
    CELLS,
    DEEPEST,
    DONE,
    EMPTY,
    ENTRIES,
    EVENT_SLOTS,
    EVENTS,
    FRAME_END,
    FRAME_NAMES,
    FRAME_RESUME,
    FRAME_ROUTINE,
    FRAME_SLOTS,
    FRAME_UNDER,
    FRAME_YOU,
    FRAMES_END,
    LIST_CELLS,
    LIST_SLOTS,
    MOST_USES,
    NIL,
    OPENER,
    REASON,
    SIDE,
    SLOTS,
    TURNS,
    USE,
    USES,
    WINNERS,
    item,
    length,
    now,
    segment,
    stop,
    words,
)


def turn(seat: int) -> None:
    """Begin a seat's turn."""
    words[TURNS] += 1
    if words[OPENER] < 0 and seat != NIL:
        words[OPENER] = seat


def note(use: int) -> None:
    """Record the use of a card."""
    count = words[USES]
    if count >= MOST_USES:
        stop()
    words[USE + 8 * count] = use
    words[USES] = count + 1


def finish(winners: int, reason: int, side: int) -> None:
    """Store the result of the game."""
    words[WINNERS] = winners
    words[REASON] = reason
    words[SIDE] = side


def finished() -> None:
    """End a game whose statements are all done, unless it is over already."""
    if words[WINNERS] == 0:
        finish(EMPTY, DONE, NIL)


def framed(frame: int, under: int, routine: int, slots: int, you: int) -> int:
    """Write a frame at an address, above the frame `under`, and return the address.

    Its slots are NIL except for the acting seat.
    """
    words[frame + FRAME_UNDER] = under
    words[frame + FRAME_ROUTINE] = routine
    end = frame + FRAME_SLOTS + 8 * slots
    words[frame + FRAME_END] = end
    if end > FRAMES_END:
        stop()
    words[frame + FRAME_RESUME] = 0
    words[frame + FRAME_YOU] = you
    at = frame + FRAME_NAMES
    while at < end:
        words[at] = NIL
        at += 8
    return frame


def not_too_deep() -> None:
    """Check the depth of the stack before a frame is pushed for a routine that may be recursive."""
    if now.depth > DEEPEST:
        stop()


def event_laid(card: int, you: int) -> None:
    """Push a frame for a card's event."""
    not_too_deep()
    now.frame = framed(words[now.frame + FRAME_END], now.frame, item(EVENTS, card), item(EVENT_SLOTS, card), you)
    now.depth += 1


def event_instead(card: int, you: int) -> None:
    """Replace the top frame by one for a card's event."""
    now.frame = framed(now.frame, words[now.frame + FRAME_UNDER], item(EVENTS, card), item(EVENT_SLOTS, card), you)


def back() -> int:
    """Pop the top frame; return the segment at which the routine below resumes."""
    now.frame = words[now.frame + FRAME_UNDER]
    now.depth -= 1
    return words[now.frame + FRAME_RESUME]


def begin(address: int, routine: int, you: int) -> int:
    """Write a bottom frame that ends the run and a routine's frame above it; return the routine's first segment."""
    bottom = framed(address, 0, 0, 2, NIL)
    now.frame = framed(words[bottom + FRAME_END], bottom, routine, item(SLOTS, routine), you)
    now.depth = 2
    return item(ENTRIES, routine)


def run(pc: int) -> int:
    """Run segments until a seat must decide, the game is over, or a pause is due.

    The result is the code that stopped play, or the number of the next segment if it is a pause.
    """
    while pc >= 0:
        pc = segment(pc, now.frame)
        if now.work < now.mark:
            more()
            if now.top > now.full:
                collect()
            if is_pause():
                return pc
    if now.top > now.full:
        collect()
    return pc


def decide(pc: int, value: int) -> int:
    """Store the answer to a decision in the frame; return the next segment."""
    words[now.frame + FRAME_SLOTS + 8 * item(ANSWERS, -2 - pc)] = value
    return words[now.frame + FRAME_RESUME]


def use_arena(address: int) -> None:
    """Make an arena the current one."""
    now.top = address
    now.limit = address + ARENA_SIZE
    now.full = address + ARENA_FULL


def survivor(address: int) -> int:
    """Copy a list out of the arena that is being given up; return its address."""
    if address < ARENA or address >= ARENA + 2 * ARENA_SIZE:
        return address
    return copied(address)


def collect() -> None:
    """Copy the lists that are in use from the current arena to the other one (copying garbage collection)."""
    use_arena(ARENA if now.limit > ARENA + ARENA_SIZE else ARENA + ARENA_SIZE)
    for at in range(length(LIST_CELLS)):
        address = CELLS + 8 * item(LIST_CELLS, at)
        words[address] = survivor(words[address])
    frame = now.frame
    while words[frame + FRAME_UNDER] != 0:  # the bottom frame belongs to no routine
        slots = item(LIST_SLOTS, words[frame + FRAME_ROUTINE])
        for at in range(length(slots)):
            place = frame + FRAME_SLOTS + 8 * item(slots, at)
            words[place] = survivor(words[place])
        frame = words[frame + FRAME_UNDER]
    size = now.top - now.limit + ARENA_SIZE
    now.steps -= size
    # amortised: copying costs no more than allocating
    now.full = now.top + (size if size > ARENA_FULL else ARENA_FULL)
