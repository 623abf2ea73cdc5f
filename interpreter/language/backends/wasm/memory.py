"""Memory layout of a game in WebAssembly: state, frames, arenas, results and constants."""

from __future__ import annotations

from struct import pack

from interpreter.language.backends.wasm import constants
from interpreter.language.backends.wasm.constants import (
    NO_END_REASON,
    TEXT_KINDS,
    Data,
    labels_of,
    reasons_of,
)
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
    MOST_SEATS,
    MOST_WORDS,
    PAGE,
    ROWS_SIZE,
    SLICE,
    STATISTICS_SIZE,
    STRETCH,
    TRIALS_SIZE,
    WORD,
)
from interpreter.language.execution.executable import NIL, NotCompilableError, RowColumns, StartState
from interpreter.language.execution.machine_memory import Layouts, Struct
from interpreter.language.layout import Limits
from interpreter.language.lowered.game import LoweredBots
from interpreter.language.passes.value_facts import GameFacts
from interpreter.language.symbols import Symbols

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

    def __init__(self, symbols: Symbols, bots: LoweredBots, start: StartState, limits: Limits, root: int) -> None:
        """Lay out the memory of a game.

        `start` are the cells and zones before the first statement. `root` is the routine that plays the whole game.

        Raises:
            NotCompilableError: The game does not fit machine code.
        """
        book, lowered = symbols.rulebook, bots.game
        self.labels = labels_of(lowered)
        self.reasons = reasons_of(lowered)
        cards = max(1, len(book.cards))
        ends = 2 * len(book.tracks)
        history_width = 2 + max(len(book.cards), symbols.place_count, MOST_SEATS)
        history_size = len(symbols.seats) * len(lowered.decisions) * history_width
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
            "ZONE_COUNT": symbols.zone_count,
            "ZONE_SIZE": WORD * (1 + cards),
            "DECISION_COUNT": len(lowered.decisions),
            "HISTORY_WIDTH": history_width,
            "HISTORY_SIZE": history_size if WORD * history_size <= STATISTICS_SIZE else 0,
            "FEATURE_COUNT": 3 * len(symbols.seats),
            "USES_SIZE": cards * len(self.labels),
            "POINT_WORDS": -(-lowered.points // WORD),
            "ROW_COUNT": max(1, ROWS_SIZE // (WORD * RowColumns(len(symbols.seats), ends).width)),
            "MARK_COUNT": max(LONGEST_LIST, symbols.space_count, cards * (symbols.zone_count + 1)),
            "MOST_OPTIONS": LONGEST_LIST,
            "MOST_CHOICES": MOST_CHOICES,
            "ROOT": root,
            "ARENA_SIZE": ARENA_SIZE,
            "ARENA_WORDS": 2 * ARENA_SIZE // WORD,
            "ARENA_FULL": ARENA_FULL,
            "STRETCH": STRETCH,
            "SLICE": SLICE,
            "FIRST_VARIABLE": symbols.first_variable,
            "FIRST_FLAG": symbols.first_flag,
            "LAST_FLAG": symbols.card_zone_base,
            "DONE": self.reasons.index(NO_END_REASON),
            "POINTS": lowered.points,
            "SCORED": int(book.score is not None and not book.sides),
        }
        if any(each.info.kind == "choose" and each.info.type.kind in TEXT_KINDS for each in lowered.decisions):
            raise NotCompilableError("somebody chooses among words")
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
        known |= constants.address_constants(symbols, lowered, self.data)
        known["BOTS"], self.judges = constants.serialize_bots(symbols.seats, bots, self.data)
        self.certainties = bots.certainties
        known["START"] = self.data.place(self._state(start))

    @property
    def pages(self) -> int:
        """Number of pages of the memory."""
        return -(-self._end // PAGE)

    def _place(self, struct: type[Struct], first: int) -> int:
        """Make the addresses of a struct's fields known by their names; return the address of its end."""
        known = self.known
        for name, field in self.layouts.fields(struct).items():
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
