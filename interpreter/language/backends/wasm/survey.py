"""Survey of a lowered game before code generation: labels and reasons, and the places of lists and large numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from interpreter.language.backends.wasm.sizes import THING_BOUND
from interpreter.language.ir.types import Type
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function, LoweredGame
from interpreter.language.lowered.instructions import Instruction
from interpreter.language.lowered.walks import instructions_in, registers_in
from interpreter.language.symbols import Symbols

NO_END_REASON = "done"
"""The reason for the end of a game that no rule has ended."""
TEXT_KINDS = ("text", "value")
"""Kinds of values that are strings in Python."""


def labels_of(lowered: LoweredGame) -> list[str]:
    """Return the labels of uses of cards."""
    return list(dict.fromkeys(each.label for each in _instructions_of(lowered) if isinstance(each, code.CountCardUse)))


def reasons_of(lowered: LoweredGame) -> list[str]:
    """Return the reasons for which a game may end."""
    ends = (each.reason for each in _instructions_of(lowered) if isinstance(each, code.EndGame))
    return list(dict.fromkeys((NO_END_REASON, *ends)))


def large_cells(symbols: Symbols) -> frozenset[int]:
    """Return the base addresses of the cells that may hold large numbers.

    These are variables, tracks with a wide range, and pieces with a large supply.
    """
    book = symbols.rulebook
    found = set(range(symbols.first_variable, symbols.first_flag))
    for track in book.tracks:
        if max(abs(track.low), abs(track.high)) >= THING_BOUND:
            first = symbols.track_base[track.id]
            found |= set(range(first, first + symbols.slots_of_track(track)))
    if sum(kind.supply * symbols.owner_count(kind) for kind in book.pieces) >= THING_BOUND:
        found |= set(range(symbols.first_variable))
    return frozenset(found)


def list_cells(symbols: Symbols) -> list[int]:
    """Return the cells that hold lists."""
    return [
        symbols.variable_base[variable.id] + at
        for variable in symbols.rulebook.variables
        if variable.kind.startswith("list")
        for at in range(symbols.slots_of_variable(variable))
    ]


def list_slots(lowered: LoweredGame) -> Sequence[tuple[int, ...]]:
    """Return the frame slots that hold lists, by routine."""
    return _slots(lowered, lambda type: type.many)


def text_slots(lowered: LoweredGame) -> Sequence[tuple[int, ...]]:
    """Return the frame slots that hold texts or lists of texts, by routine.

    The answer to a question with labels is a number.
    """
    answers = [set[int]() for _ in lowered.routines]
    for segment in lowered.segments:
        if segment is not None:
            asked = (each.decision for each in instructions_in(segment.body) if isinstance(each, code.Ask))
            infos = (lowered.decisions[decision].info for decision in asked)
            answers[segment.routine] |= {info.slot for info in infos if info.kind != "choose"}
    found = _slots(lowered, lambda type: type.kind in TEXT_KINDS)
    return [tuple(slot for slot in slots if slot not in other) for slots, other in zip(found, answers, strict=True)]


def _slots(lowered: LoweredGame, holds: Callable[[Type], bool]) -> Sequence[tuple[int, ...]]:
    """Return the frame slots that hold values of certain types, by routine."""
    found: list[dict[int, None]] = [{} for _ in lowered.routines]
    for segment in lowered.segments:
        if segment is not None and segment.routine >= 0:
            for register in registers_in(segment.body):
                if register.slot is not None and holds(register.type):
                    found[segment.routine][register.slot] = None
    return [tuple(slots) for slots in found]


def _instructions_of(lowered: LoweredGame) -> Iterator[Instruction]:
    for routine in lowered.routines:
        if isinstance(routine, Function):
            yield from instructions_in(routine.body)
    for segment in lowered.segments:
        if segment is not None:
            yield from instructions_in(segment.body)
