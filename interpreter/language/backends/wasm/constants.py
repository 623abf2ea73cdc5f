"""Constants of a game: printed values and values in the rules, as lists, and the tables of its bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.language.backends.wasm.data import Data
from interpreter.language.backends.wasm.survey import list_cells, list_slots, text_slots
from interpreter.language.executable import FIRST_SLOT, FramedRoutine
from interpreter.language.lowered.game import Function, LoweredGame
from interpreter.language.lowered.tables import LoweredBot, LoweredBots, LoweredTable
from interpreter.language.symbols import Symbols

ROWS = ("that", "only", "highest", "lowest", "when")
"""Kinds of table rows, by number."""
KNOWN = {"ONLY": ROWS.index("only"), "HIGHEST": ROWS.index("highest"), "LOWEST": ROWS.index("lowest")}


def address_constants(symbols: Symbols, lowered: LoweredGame, data: Data) -> dict[str, int]:
    """Return the addresses of the constants that the runtime refers to, by name."""
    book = symbols.rulebook
    everyone = symbols.everyone_mask
    slots = [
        FIRST_SLOT + routine.name_count if isinstance(routine, FramedRoutine) else 0 for routine in lowered.routines
    ]
    tracks = [(track, seat) for track in book.tracks for seat in range(len(symbols.seats))]
    return {
        "EMPTY": data.empty,
        "FACES": data.list(symbols.faces),
        "HIDES": data.list(
            tuple(everyone & ~(source | target) for target in symbols.faces) for source in symbols.faces
        ),
        "ALIKE": data.list(symbols.kinds_of_card),
        "TWINS": data.list(symbols.kinds_of_card.count(kind) > 1 for kind in symbols.kinds_of_card),
        "CLOSED": data.list(space.closed for space in book.map.spaces),
        "ROOM_EACH": data.list(kind.room_each for kind in book.pieces),
        "ROOM_ALL": data.list(kind.room_all for kind in book.pieces),
        "PIECE_BASES": data.list(
            tuple(zip(*(symbols.owner_bases(sort) for sort in symbols.sorts[kind.id]), strict=True))
            for kind in book.pieces
        ),
        "SLOTS": data.list(slots),
        "ENTRIES": data.list(
            routine.first_segment if isinstance(routine, FramedRoutine) else -1 for routine in lowered.routines
        ),
        "LIST_SLOTS": data.list(list_slots(lowered)),
        "TEXT_SLOTS": data.list(text_slots(lowered)),
        "ROUTINES": data.list(None if segment is None else segment.routine for segment in lowered.segments),
        "LIST_CELLS": data.list(list_cells(symbols)),
        "EVENTS": data.list(lowered.events),
        "EVENT_SLOTS": data.list(0 if event is None else slots[event] for event in lowered.events),
        "ANSWERS": data.list(decision.info.slot for decision in lowered.decisions),
        "DECIDERS": data.list(decision.info.seat_slot for decision in lowered.decisions),
        "OF_CARDS": data.list(decision.info.type.kind == "card" for decision in lowered.decisions),
        "TRACK_PLACES": data.list(
            symbols.track_base[track.id] + (0 if track.mirrored or not track.per_seat else seat)
            for track, seat in tracks
        ),
        "TRACK_SIGNS": data.list(-1 if track.mirrored and seat else 1 for track, seat in tracks),
    }


def serialize_bots(seats: Sequence[str], bots: LoweredBots, data: Data) -> tuple[int, list[Function]]:
    """Serialise the decision tables of bots.

    Returns:
        The address of a list with the bots of each seat, or NIL; and the functions that the tables call, by number.
    """
    judges: list[Function] = []

    def number(judge: Function | None) -> int | None:
        if judge is None:
            return None
        judges.append(judge)
        return len(judges) - 1

    def table(made: LoweredTable | None) -> tuple[Any, ...] | None:
        if made is None:
            return None
        return made.takes_first, tuple(
            (ROWS.index(row.kind), number(row.condition), row.option, number(row.record)) for row in made.rows
        )

    def bot(made: LoweredBot) -> tuple[Any, ...]:
        return number(made.condition), tuple(table(made.tables.get(at)) for at in range(len(bots.game.decisions)))

    made = [(each.seat, bot(each)) for each in bots.bots]
    by_seat = [tuple(bot for whose, bot in made if whose in (seat, None)) for seat in seats]
    return data.list(found or None for found in by_seat), judges
