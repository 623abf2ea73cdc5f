"""Control flow of a match: turns, the end, frames, segments, and garbage collection of the arenas."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.structs import (
    RESUME_SLOT,
    YOU_SLOT,
    Frame,
    areas,
    game,
    now,
    progress,
    state,
)
from interpreter.language.backends.wasm.runtime.values.lists import copied
from interpreter.language.backends.wasm.runtime.work import begin_stretch, is_pause
from interpreter.language.backends.wasm.sizes import MOST_USES, WORD
from interpreter.language.execution.executable import FIRST_SLOT, NIL, TURN_WORK
from interpreter.language.execution.machine_memory import Words, segment, stop, words


def turn(seat: int) -> None:
    """Begin a seat's turn."""
    state.turns += 1
    now.work -= TURN_WORK
    progress.actor = seat
    if state.opener < 0 and seat != NIL:
        state.opener = seat


def note(use: int) -> None:
    """Record the use of a card."""
    count = state.uses
    if count >= MOST_USES:
        stop()
    areas.use[count] = use
    state.uses = count + 1


def finish(winners: Words, reason: int, side: int) -> None:
    """Store the result of the game."""
    state.winners = winners
    state.reason = reason
    state.side = side


def finished() -> None:
    """End a game whose statements are all done, unless it is over already."""
    if state.winners.address == 0:
        finish(game.empty, game.done, NIL)


def write_frame(address: int, under: Frame, routine: int, slots: int, you: int) -> Frame:
    """Write a frame at an address, above the frame `under`, and return it.

    Its slots are NIL except for the acting seat.
    """
    frame = Frame(address)
    frame.under = under
    frame.routine = routine
    end = frame.slots.address_of(slots)
    frame.end = end
    if end > game.frames_end:
        stop()
    frame.slots[RESUME_SLOT] = 0
    frame.slots[YOU_SLOT] = you
    at = frame.slots.address_of(FIRST_SLOT)
    while at < end:
        words[at] = NIL
        at += WORD
    return frame


def check_depth() -> None:
    """Check the depth of the stack before a frame is pushed for a routine that may be recursive."""
    if now.depth > game.deepest:
        stop()


def call_count(depth: int) -> int:
    """Count a call of a word that uses itself; return the number of calls within the outermost one, at depth 0."""
    now.calls = 1 if depth == 0 else now.calls + 1
    return now.calls


def push_event(card: int, you: int) -> None:
    """Push a frame for a card's event."""
    check_depth()
    now.frame = write_frame(now.frame.end, now.frame, game.events[card], game.event_slots[card], you)
    now.depth += 1


def replace_by_event(card: int, you: int) -> None:
    """Replace the top frame by one for a card's event."""
    now.frame = write_frame(now.frame.address, now.frame.under, game.events[card], game.event_slots[card], you)


def pop_frame() -> int:
    """Pop the top frame; return the segment at which the routine below resumes."""
    now.frame = now.frame.under
    now.depth -= 1
    return now.frame.slots[RESUME_SLOT]


def begin(address: int, routine: int, you: int) -> int:
    """Write a bottom frame that ends the run and a routine's frame above it; return the routine's first segment."""
    bottom = write_frame(address, Frame(0), 0, FIRST_SLOT, NIL)
    now.frame = write_frame(bottom.end, bottom, routine, game.slots[routine], you)
    now.depth = 2
    return game.entries[routine]


def run(pc: int) -> int:
    """Run segments until a seat must decide, the game is over, or a pause is due.

    The result is the code that stopped play, or the number of the next segment if it is a pause.
    """
    while pc >= 0:
        pc = segment(pc, now.frame)
        if now.work < now.mark:
            begin_stretch()
            if now.top > now.full:
                collect()
            if is_pause():
                return pc
    if now.top > now.full:
        collect()
    return pc


def decider(decision: int) -> int:
    """Return the seat that must take a decision."""
    return now.frame.slots[game.deciders[decision]]


def decide(decision: int, value: int) -> int:
    """Store the answer to a decision in the frame; return the next segment."""
    now.frame.slots[game.answers[decision]] = value
    return now.frame.slots[RESUME_SLOT]


def use_arena(address: int) -> None:
    """Make an arena the current one."""
    now.top = address
    now.limit = address + game.arena_size
    now.full = address + game.arena_full


def survivor(address: int) -> int:
    """Copy a list out of the arena that is being given up; return its address."""
    if address < areas.arena.address or address >= areas.arena.address + 2 * game.arena_size:
        return address
    return copied(Words(address)).address


def collect() -> None:
    """Copy the lists that are in use from the current arena to the other one (copying garbage collection)."""
    first = areas.arena.address
    use_arena(first if now.limit > first + game.arena_size else first + game.arena_size)
    for at in range(game.list_cells.length):
        cell = game.list_cells[at]
        state.cells[cell] = survivor(state.cells[cell])
    frame = now.frame
    while frame.under.address != 0:  # the bottom frame belongs to no routine
        slots = game.list_slots[frame.routine]
        for at in range(slots.length):
            frame.slots[slots[at]] = survivor(frame.slots[slots[at]])
        frame = frame.under
    size = now.top - now.limit + game.arena_size
    now.steps -= size
    # amortised: copying costs no more than allocating
    now.full = now.top + (size if size > game.arena_full else game.arena_full)
