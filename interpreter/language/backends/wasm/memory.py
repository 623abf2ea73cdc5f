"""Where all of a match in WebAssembly lies: constants, the state, frames, arenas, and what is told of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import pack
from typing import Any

from interpreter.language.backends.wasm.data import Data
from interpreter.language.chance import FACTOR, STEP
from interpreter.language.executable import BEFORE_WINNERS, FIRST_SLOT, NIL, Framed, NotNative, Start
from interpreter.language.limits import LARGEST, LONGEST, Limits
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function, LoweredGame
from interpreter.language.lowered.instructions import Body, Instruction
from interpreter.language.lowered.tables import LoweredBot, LoweredBots, LoweredTable
from interpreter.language.lowered.values import Register, within
from interpreter.language.lowered.walks import instructions_in
from interpreter.language.symbols import Symbols

PAGE = 1 << 16
KIB = 1 << 10
MEMORY = 64 << 20
"""Most bytes that a game may take."""
SCALARS = ("RANDOM", "TURNS", "OPENER", "WINNERS", "REASON", "SIDE", "MUTED", "USES")
"""What the state has besides cells and zones, a word each."""
ROWS = ("that", "only", "highest", "lowest", "when")
"""The kinds of rows of a table, by number."""
ARENA_SIZE = 4 << 20
ARENA_FULL = 32 << 10
"""How much of an arena is used before it is tidied up."""
FRAMES_SIZE, TRIALS_SIZE, ROWS_SIZE = 1 << 20, 8 << 20, 4 << 20
MOST_SEATS = 62
MOST_WORDS = 1 << 18
"""Words of a state: several tens of times those of the largest game that comes with the project."""
MUCH = 1 << 28
MOST_USES, MOST_CHOICES, MOST_SEEDS = 1 << 14, 1 << 16, 1 << 10
NUMBERS = {
    "NIL": NIL,
    "ONLY": ROWS.index("only"),
    "HIGHEST": ROWS.index("highest"),
    "LOWEST": ROWS.index("lowest"),
    "LONGEST": LONGEST,
    "LARGEST": LARGEST,
    "LONGEST_LIST": 1 << 16,
    "MOST": 1 << 53,
    "MOST_IN_CELL": 1 << 51,
    "HALF": 1 << 31,
    "UNLIMITED": 1 << 30,
    "FACTOR": FACTOR,
    "STEP": STEP,
    "ARENA_SIZE": ARENA_SIZE,
    "ARENA_FULL": ARENA_FULL,
    "MOST_USES": MOST_USES,
    "MOST_CHOICES": MOST_CHOICES,
    "MOST_SEEDS": MOST_SEEDS,
    "SLICE": 4_000_000,
    "FEW": 4_096,
}


class Memory:
    """The addresses of one game by name, in `known`, and its constants."""

    def __init__(self, symbols: Symbols, bots: LoweredBots, start: Start, limits: Limits) -> None:
        """`start`: the cells and zones before the first statement. Raises NotNative."""
        book, lowered = symbols.rulebook, bots.game
        self.labels = labels_of(lowered)
        self.reasons = reasons_of(lowered)
        known = self.known = dict(NUMBERS)
        known |= {
            "WORK": limits.work,
            "GAME_WORK": limits.game,
            "DECISION_WORK": limits.decision,
            "TRIAL_PRICE": limits.trial,
            "DEEPEST": limits.deepest,
            "SEATS": len(symbols.seats),
            "SPACES": symbols.spaces,
            "CARDS": max(1, len(book.cards)),
            "EVERYONE": symbols.everyone,
            "END_COUNT": 2 * len(book.tracks),
            "ZONE_COUNT": symbols.zones,
            "ZONE_SIZE": 8 + 8 * max(1, len(book.cards)),
            "FIRST_VARIABLE": symbols.first_variable,
            "FIRST_FLAG": symbols.first_flag,
            "LAST_FLAG": symbols.where_base,
            "DONE": self.reasons.index("done"),
        }
        if len(symbols.seats) > MOST_SEATS:
            raise NotNative(f"{len(symbols.seats)} seats are too many")
        state = symbols.size + symbols.zones * (1 + max(1, len(book.cards)))
        if state > MOST_WORDS or symbols.zones**2 > MOST_WORDS:
            raise NotNative("it takes too much memory")
        self.large = large_cells(symbols)
        self._next = KIB
        self._lay_out(symbols)
        if self._next > MEMORY:
            raise NotNative("it takes too much memory")
        self.data = Data(self._next)
        """The constants, which lie behind all else, since they grow in number while a game is written."""
        known["EMPTY"] = self.data.empty
        self._constants(symbols, lowered)
        self._bots(symbols, bots)
        known["START"] = self.data.place(self._state(start))

    @property
    def pages(self) -> int:
        return -(-self.data.end // PAGE)

    def _lay_out(self, symbols: Symbols) -> None:
        known = self.known
        known["STATE"] = self._next
        for name in SCALARS:
            known[name] = self._take(8)
        known["ENDS"] = self._take(8 * known["END_COUNT"])
        known["CELLS"] = self._take(8 * symbols.size)
        known["WHERE"] = known["CELLS"] + 8 * symbols.where_base
        known["KNOWN"] = known["CELLS"] + 8 * symbols.known_base
        known["ZONES"] = self._take(known["ZONE_COUNT"] * known["ZONE_SIZE"])
        known["STATE_SIZE"] = self._next - known["STATE"]
        known["SEED"] = self._take(8 + 8 * MOST_SEEDS)
        known["PLAYERS"] = self._take(8 * known["SEATS"])
        known["STREAMS"] = self._take(8 * known["SEATS"])
        for name in ("LEFT", "DECISIONS", "PC"):
            known[name] = self._take(8)
        known["PLAYED"] = self._take(8)
        known["USE"] = self._take(8 * MOST_USES)
        known["USES_SIZE"] = known["CARDS"] * len(self.labels)
        known["USE_COUNTS"] = self._take(8 * known["USES_SIZE"])
        known["CHOICES"] = self._take(16 * MOST_CHOICES)
        known["FRAMES"] = self._take(FRAMES_SIZE)
        known["FRAMES_END"] = self._next
        known["TRIALS"] = self._take(TRIALS_SIZE)
        known["TRIALS_END"] = self._next
        known["ROW_SIZE"] = 8 * (BEFORE_WINNERS + 2 * known["SEATS"] + known["END_COUNT"])
        known["ROWS_SIZE"] = max(ROWS_SIZE, known["ROW_SIZE"])
        known["ROWS"] = self._take(known["ROWS_SIZE"])
        known["ARENA"] = self._take(2 * ARENA_SIZE)

    def _take(self, size: int) -> int:
        address = self._next
        self._next += size
        return address

    def _constants(self, symbols: Symbols, lowered: LoweredGame) -> None:
        book, list = symbols.rulebook, self.data.list
        faces = symbols.faces
        everyone = symbols.everyone
        slots = [FIRST_SLOT + routine.names if isinstance(routine, Framed) else 0 for routine in lowered.routines]
        tracks = [(track, seat) for track in book.tracks for seat in range(len(symbols.seats))]
        self.known |= {
            "FACES": list(faces),
            "HIDES": list(tuple(everyone & ~(source | target) for target in faces) for source in faces),
            "ALIKE": list(symbols.kinds_of_card),
            "TWINS": list(symbols.kinds_of_card.count(kind) > 1 for kind in symbols.kinds_of_card),
            "CLOSED": list(space.closed for space in book.map.spaces),
            "ROOM_EACH": list(kind.room_each for kind in book.pieces),
            "ROOM_ALL": list(kind.room_all for kind in book.pieces),
            "PIECE_BASES": list(
                tuple(zip(*(symbols.bases(sort) for sort in symbols.sorts[kind.id]), strict=True))
                for kind in book.pieces
            ),
            "SLOTS": list(slots),
            "ENTRIES": list(routine.entry if isinstance(routine, Framed) else -1 for routine in lowered.routines),
            "LIST_SLOTS": list(list_slots(lowered)),
            "LIST_CELLS": list(list_cells(symbols)),
            "EVENTS": list(lowered.events),
            "EVENT_SLOTS": list(0 if event is None else slots[event] for event in lowered.events),
            "ANSWERS": list(decision.info.slot for decision in lowered.decisions),
            "DECIDERS": list(decision.info.seat_slot for decision in lowered.decisions),
            "TRACK_PLACES": list(
                symbols.track_base[track.id] + (0 if track.mirrored or not track.per_seat else seat)
                for track, seat in tracks
            ),
            "TRACK_SIGNS": list(-1 if track.mirrored and seat else 1 for track, seat in tracks),
        }

    def _bots(self, symbols: Symbols, bots: LoweredBots) -> None:
        """The tables, by seat; `judges` are the functions that they ask, by number."""
        self.judges: list[Function] = []

        def number(judge: Function | None) -> int | None:
            if judge is None:
                return None
            self.judges.append(judge)
            return len(self.judges) - 1

        def table(made: LoweredTable | None) -> tuple[Any, ...] | None:
            if made is None:
                return None
            return made.first, tuple((ROWS.index(row.kind), number(row.judge), row.choose) for row in made.rows)

        def bot(made: LoweredBot) -> tuple[Any, ...]:
            return number(made.when), tuple(table(made.tables.get(at)) for at in range(len(bots.game.decisions)))

        made = [(each.seat, bot(each)) for each in bots.bots]
        by_seat = [tuple(bot for whose, bot in made if whose in (seat, None)) for seat in symbols.seats]
        self.known["BOTS"] = self.data.list(found or None for found in by_seat)
        """For each seat the bots that may play it; nothing, if there are none."""

    def _state(self, start: Start) -> bytes:
        cells, zones = start
        cards = self.known["CARDS"]
        words = [0, 0, -1, 0, NIL, NIL, -1, 0, *[0] * self.known["END_COUNT"]]
        words += [self.data.word(value) for value in cells]
        for zone in zones:
            if len(zone) > cards:
                raise NotNative("a card lies in two zones")
            words += [len(zone), *zone, *[0] * (cards - len(zone))]
        return pack(f"<{len(words)}q", *words)


def instructions_of(lowered: LoweredGame) -> Iterator[Instruction]:
    """All instructions of a game."""
    for routine in lowered.routines:
        if isinstance(routine, Function):
            yield from instructions_in(routine.body)
    for segment in lowered.segments:
        if segment is not None:
            yield from instructions_in(segment.body)


def _registers(body: Body) -> Iterator[Register]:
    for instruction in instructions_in(body):
        match instruction:
            case code.Set(Register() as changed) | code.Append(changed) | code.Loop(changed):
                yield changed
        for part in instruction.parts:
            yield from (each for each in within(part) if isinstance(each, Register))


def labels_of(lowered: LoweredGame) -> list[str]:
    """What cards are used for."""
    return list(dict.fromkeys(each.label for each in instructions_of(lowered) if isinstance(each, code.Note)))


def reasons_of(lowered: LoweredGame) -> list[str]:
    """Why a game may end."""
    ends = (each.reason for each in instructions_of(lowered) if isinstance(each, code.Finish))
    return list(dict.fromkeys(("done", *ends)))


def large_cells(symbols: Symbols) -> frozenset[int]:
    """The cells from which those begin that may hold large numbers: variables, and what the rules have much of."""
    book = symbols.rulebook
    found = set(range(symbols.first_variable, symbols.first_flag))
    for track in book.tracks:
        if max(abs(track.low), abs(track.high)) >= MUCH:
            first = symbols.track_base[track.id]
            found |= set(range(first, first + symbols.slots_of_track(track)))
    if sum(kind.supply * symbols.owners(kind) for kind in book.pieces) >= MUCH:
        found |= set(range(symbols.first_variable))
    return frozenset(found)


def list_cells(symbols: Symbols) -> list[int]:
    """The cells that hold lists."""
    return [
        symbols.variable_base[variable.id] + at
        for variable in symbols.rulebook.variables
        if variable.kind.startswith("list")
        for at in range(symbols.slots_of_variable(variable))
    ]


def list_slots(lowered: LoweredGame) -> Sequence[tuple[int, ...]]:
    """By routine, the slots of its frame that hold lists."""
    found: list[dict[int, None]] = [{} for _ in lowered.routines]
    for segment in lowered.segments:
        if segment is not None and segment.routine >= 0:
            for register in _registers(segment.body):
                if register.slot is not None and register.type.many:
                    found[segment.routine][register.slot] = None
    return [tuple(slots) for slots in found]
