"""Memory layout of a game in WebAssembly: state, frames, arenas and results, and its constants as bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from struct import pack, unpack
from typing import Any

from interpreter.language.backends.wasm.runtime.structs import Areas
from interpreter.language.backends.wasm.sizes import (
    ARENA_FULL,
    ARENA_SIZE,
    CONSTANTS_SIZE,
    FRAMES_SIZE,
    KIB,
    LONGEST_LIST,
    MEMORY,
    MOST_CHOICES,
    MOST_DRAWS,
    MOST_WORDS,
    PAGE,
    ROWS_SIZE,
    SLICE,
    STATISTICS_SIZE,
    STRETCH,
    TRIALS_SIZE,
    WORD,
)
from interpreter.language.execution.executable import (
    FIRST_SLOT,
    NIL,
    FramedRoutine,
    NotCompilableError,
    RowColumns,
    StartState,
    ToldSentence,
)
from interpreter.language.execution.machine_memory import Layouts, Struct
from interpreter.language.execution.search_setup import (
    MOST_SEATS,
    has_unseen_choices,
    history_size,
    history_width,
    moves_pieces,
    option_cards,
    private_zones,
)
from interpreter.language.ir.types import Type
from interpreter.language.layout import Limits
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function, LoweredBot, LoweredBots, LoweredGame, LoweredTable
from interpreter.language.lowered.instructions import Instruction, instructions_in, registers_in
from interpreter.language.passes.value_facts import GameFacts, list_cells
from interpreter.language.symbols import Symbols


def bits_of(fraction: float) -> int:
    """Return the word with the bits of a floating-point number."""
    (word,) = unpack("<q", pack("<d", fraction))
    return int(word)


class Data:
    """Constant data from an address on, up to a size in bytes."""

    def __init__(self, address: int, size: int) -> None:
        self._first = address
        self._size = size
        self._bytes = bytearray()
        self._lists: dict[tuple[int, ...], int] = {}
        self._texts: dict[str, int] = {}
        self.empty = self.list(())

    @property
    def content(self) -> bytes:
        """The bytes so far."""
        return bytes(self._bytes)

    def word(self, value: Any) -> int:
        """Return a constant as a word.

        A text is represented by its number and a list by its address.
        """
        if value is None:
            return NIL
        if isinstance(value, float):
            return bits_of(value)
        if isinstance(value, str):
            return self._texts.setdefault(value, len(self._texts))
        if isinstance(value, frozenset):
            return self.list(sorted(value))
        if isinstance(value, tuple | list | range):
            return self.list(value)
        return int(value)

    def list(self, members: Iterable[Any]) -> int:
        """Return the address of a list."""
        words = tuple(self.word(member) for member in members)
        if words not in self._lists:
            self._lists[words] = self.place(pack(f"<q{len(words)}q", len(words), *words))
        return self._lists[words]

    def place(self, content: bytes) -> int:
        """Return the address of some bytes.

        Raises:
            NotCompilableError: They don't fit.
        """
        address = self._first + len(self._bytes)
        self._bytes += content
        if len(self._bytes) > self._size:
            raise NotCompilableError("its tables are too long")
        return address

    def text(self) -> str:
        """Return the data segment."""
        escaped = "".join(f"\\{byte:02x}" for byte in self._bytes)
        return f'(data (i32.const {self._first}) "{escaped}")\n'


NO_END_REASON = "done"
"""The reason for the end of a game that no rule has ended."""


def labels_of(lowered: LoweredGame) -> list[str]:
    """Return the labels of uses of cards."""
    return list(dict.fromkeys(each.label for each in _instructions_of(lowered) if isinstance(each, code.CountCardUse)))


def reasons_of(lowered: LoweredGame) -> list[str]:
    """Return the reasons for which a game may end."""
    ends = (each.reason for each in _instructions_of(lowered) if isinstance(each, code.EndGame))
    return list(dict.fromkeys((NO_END_REASON, *ends)))


def list_slots(lowered: LoweredGame) -> Sequence[tuple[int, ...]]:
    """Return the frame slots that hold lists, by routine."""
    return _slots(lowered, lambda value_type: value_type.many)


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


ROWS = ("that", "only", "highest", "lowest", "when")
"""Kinds of table rows, by number."""


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
        "PRIVATE_ZONES": data.list(private_zones(symbols.faces, len(symbols.seats), everyone)),
        "ALIKE": data.list(symbols.kinds_of_card),
        "TWINS": data.list(symbols.kinds_of_card.count(kind) > 1 for kind in symbols.kinds_of_card),
        "OMISSIONS_OF_CARDS": data.list(symbols.omissions.of_cards if symbols.omissions else ()),
        "ZONE_OWNERS": data.list(symbols.zone_owners),
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
        "ROUTINES": data.list(None if segment is None else segment.routine for segment in lowered.segments),
        "LIST_CELLS": data.list(list_cells(symbols)),
        "SHARED_TRACK_CELLS": data.list(symbols.shared_tracks.values()),
        "EVENTS": data.list(lowered.events),
        "EVENT_SLOTS": data.list(0 if event is None else slots[event] for event in lowered.events),
        "ANSWERS": data.list(decision.info.slot for decision in lowered.decisions),
        "DECIDERS": data.list(decision.info.seat_slot for decision in lowered.decisions),
        "CARD_DIVISORS": data.list(option_cards(decision.info).divisor for decision in lowered.decisions),
        "CARD_SUBSETS": data.list(option_cards(decision.info).subsets for decision in lowered.decisions),
        "SIMULTANEOUS": data.list(decision.info.sealed is not None for decision in lowered.decisions),
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


INITIAL_STATE = (0, 0, -1, 0, NIL, NIL, -1, 0)
"""Values of the first fields of `MatchState` before the first statement."""


class MemoryLayout:
    """Memory layout and constants of one game.

    Attributes:
        known: Addresses and numbers by name.
        data: The constants.
        judges: Functions that the tables call, by number.
        certainties: Functions for the conditions that are certain.
        facts: Facts about the game that bound its values.
    """

    def __init__(
        self,
        symbols: Symbols,
        bots: LoweredBots,
        start: StartState,
        limits: Limits,
        root: int,
        plays_scripts: bool = False,
    ) -> None:
        """Lay out the memory of a game.

        `start` are the cells and zones before the first statement. `root` is the routine that plays the whole game.
        `plays_scripts`: chance can follow a script.

        Raises:
            NotCompilableError: The game does not fit machine code.
        """
        book, lowered = symbols.rulebook, bots.game
        self.labels = labels_of(lowered)
        self.reasons = reasons_of(lowered)
        cards = max(1, len(book.cards))
        ends = 2 * len(book.tracks)
        infos = [decision.info for decision in lowered.decisions]
        size = history_size(symbols, infos)
        known = self.known = {
            "WORK": limits.work_per_decision,
            "GAME_WORK": limits.work_per_game,
            "DECISION_WORK": limits.decision_cost,
            "TRIAL_PRICE": limits.trial_cost,
            "DEEPEST": limits.max_frames,
            "SEATS": len(symbols.seats),
            "SPACES": symbols.space_count,
            "CARDS": cards,
            "CELL_COUNT": symbols.size,
            "EVERYONE": symbols.everyone_mask,
            "END_COUNT": ends,
            "SHARED_TRACK_COUNT": len(symbols.shared_tracks),
            "ZONE_COUNT": symbols.zone_count,
            "ZONE_SIZE": WORD * (1 + cards),
            "DECISION_COUNT": len(lowered.decisions),
            "HISTORY_WIDTH": history_width(symbols, infos),
            "HISTORY_SIZE": size if WORD * size <= STATISTICS_SIZE else 0,
            "FEATURE_COUNT": 3 * len(symbols.seats),
            "USES_SIZE": cards * len(self.labels),
            "POINT_WORDS": -(-lowered.points // WORD),
            "ROW_COUNT": max(
                1, ROWS_SIZE // (WORD * RowColumns(len(symbols.seats), ends, len(symbols.shared_tracks)).width)
            ),
            "MARK_COUNT": max(LONGEST_LIST, symbols.space_count, cards * (symbols.zone_count + 1)),
            "MOST_OPTIONS": LONGEST_LIST,
            "MOST_CHOICES": MOST_CHOICES,
            "MOST_STEPS": 2 * MOST_CHOICES,
            "MOST_DRAWS": MOST_DRAWS,
            "ROOT": root,
            "ARENA_SIZE": ARENA_SIZE,
            "ARENA_WORDS": 2 * ARENA_SIZE // WORD,
            "ARENA_FULL": ARENA_FULL,
            "STRETCH": STRETCH,
            "SLICE": SLICE,
            "FIRST_VARIABLE": symbols.first_variable,
            "FIRST_FLAG": symbols.first_flag,
            "LAST_FLAG": symbols.card_zone_base,
            "OMITS": int(book.omits),
            "OMISSION_CELL": symbols.omission_cell or 0,
            "HOLDER_CELL": symbols.holder_cell or 0,
            "DONE": self.reasons.index(NO_END_REASON),
            "POINTS": lowered.points,
            "HAS_UNSEEN": int(
                has_unseen_choices(
                    (decision.info for decision in lowered.decisions), symbols.faces, symbols.everyone_mask
                )
            ),
            "HAS_HOLDINGS": int(any(private_zones(symbols.faces, len(symbols.seats), symbols.everyone_mask))),
            "MOVES_PIECES": int(moves_pieces(decision.info for decision in lowered.decisions)),
            "SCORED": int(book.counts_scores),
            "PLAYED_FOR_SCORE": int(book.aims_for_score),
            "COOPERATIVE": int(book.is_cooperative),
            "SCORE_BREAKS_TIES": int(book.breaks_ties_by_score),
            "PLAYS_SCRIPTS": int(plays_scripts),
        }
        if len(symbols.seats) > MOST_SEATS:
            raise NotCompilableError(f"{len(symbols.seats)} seats are too many")
        if symbols.size + symbols.zone_count * (1 + cards) > MOST_WORDS or symbols.zone_count**2 > MOST_WORDS:
            raise NotCompilableError("it takes too much memory")
        self.facts = GameFacts.of_game(symbols, lowered)
        self.layouts = Layouts(known)
        known["AREAS"] = KIB
        self._end = self._place(Areas, KIB)
        if self._end > MEMORY:
            raise NotCompilableError("it takes too much memory")
        known["WHERE"] = known["CELLS"] + WORD * symbols.card_zone_base
        known["KNOWN"] = known["CELLS"] + WORD * symbols.known_base
        known["FRAMES_END"] = known["FRAMES"] + FRAMES_SIZE
        known["TRIALS_END"] = known["TRIALS"] + TRIALS_SIZE
        self.data = Data(known["CONSTANTS"], CONSTANTS_SIZE)
        self._sentences: dict[ToldSentence, int] = {}
        known |= address_constants(symbols, lowered, self.data)
        known["BOTS"], self.judges = serialize_bots(symbols.seats, bots, self.data)
        self.certainties = bots.certainties
        known["START"] = self.data.place(self._state(start))

    def sentence_number(self, told: ToldSentence) -> int:
        """Return the number of a sentence that players are told."""
        return self._sentences.setdefault(told, len(self._sentences))

    @property
    def sentences(self) -> tuple[ToldSentence, ...]:
        """The sentences so far, by number."""
        return tuple(self._sentences)

    @property
    def pages(self) -> int:
        """Number of pages of the memory."""
        return -(-self._end // PAGE)

    @property
    def pages_for_matches(self) -> int:
        """Number of pages of the memory without the areas that only searches use."""
        return -(-self.known["DEALING"] // PAGE)

    def _place(self, struct: type[Struct], first: int) -> int:
        """Make the addresses of a struct's fields known by their names; return the address of its end."""
        known = self.known
        for name, field in self.layouts.fields(struct).items():
            if name.upper() in known:
                raise ValueError(f"{struct.__name__}.{name} is also the name of something else")
            address = known[name.upper()] = first + field.offset
            if field.is_inline and isinstance(field.kind, type) and name != "kept_position":
                known[f"{name.upper()}_SIZE"] = self._place(field.kind, address) - address
        return first + self.layouts.size(struct)

    def _state(self, start: StartState) -> bytes:
        """Return the state before the first statement."""
        cells, zones = start
        cards = self.known["CARDS"]
        words = [*INITIAL_STATE, *[0] * self.known["END_COUNT"]]
        words += [self.data.word(value) for value in cells]
        for zone in zones:
            if len(zone) > cards:
                raise NotCompilableError("a card lies in two zones")
            words += [len(zone), *zone, *[0] * (cards - len(zone))]
        return pack(f"<{len(words)}q", *words)
