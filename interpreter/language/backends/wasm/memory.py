"""Memory layout of a game in WebAssembly: state, frames, arenas, results and constants."""

from __future__ import annotations

from collections.abc import Mapping
from struct import pack

from interpreter.language.backends.wasm import constants, deals, frames, sizes, trial_records
from interpreter.language.backends.wasm.constants import (
    NO_END_REASON,
    TEXT_KINDS,
    Data,
    bits_of,
    labels_of,
    reasons_of,
)
from interpreter.language.backends.wasm.sizes import (
    ARENA_SIZE,
    CONSTANTS_SIZE,
    DEALS_SIZE,
    FRAMES_SIZE,
    HASHES,
    KEPT_SIZE,
    KIB,
    LONGEST_LIST,
    LOOSE_SIZE,
    MEMORY,
    MOST_CHOICES,
    MOST_LEGS,
    MOST_SEATS,
    MOST_SEEDS,
    MOST_USES,
    MOST_WORDS,
    NODE_SIZE,
    NODES,
    PAGE,
    ROWS_SIZE,
    SET_UPS_SIZE,
    STATISTICS_SIZE,
    TRIALS_SIZE,
    WORD,
)
from interpreter.language.chance import INCREMENT, MIX_FIRST, MIX_SECOND, MIX_STEP, MULTIPLIER
from interpreter.language.execution.executable import (
    COLUMNS,
    GAME_OVER,
    NIL,
    NotCompilableError,
    RowColumns,
    StartState,
)
from interpreter.language.execution.search_tables import LOG_2, LOG_COUNT, MAX_LEAD, STEPS
from interpreter.language.layout import Limits
from interpreter.language.lowered.game import LoweredBots
from interpreter.language.passes.value_facts import GameFacts
from interpreter.language.symbols import Symbols

STATE_WORDS = {
    "RANDOM": 0,
    "TURNS": 0,
    "OPENER": -1,
    "WINNERS": 0,
    "REASON": NIL,
    "SIDE": NIL,
    "MUTED": -1,
    "USES": 0,
}
"""Words of the state besides cells and zones, with their values before the first statement."""
POSITION_WORDS = ("PC", "ASKED_SEAT", "OPTIONS", "WORK_LEFT", "FRAME", "FRAMES_TOP", "DEPTH", "LISTS", "LISTS_TOP")
"""Further words of a position: the stop code, the seat that decides, and the contents of registers.

The lists of frames and cells, and the options, lie from LISTS to LISTS_TOP.
"""
SEARCH_WORDS = (
    *(
        "IS_GUIDED",
        "PICKS",
        "TRACED",
        "SEARCH_RANDOM",
        "PATHED",
        "ROOT_NODE",
        "NODE",
        "NODE_COUNT",
        "GENERATION",
    ),
    *(
        "IS_NEW",
        "IS_CERTAIN",
        "IS_OPEN",
        "ENDS_SEEN",
        "SCORES_SEEN",
        "COMMON_LEAD",
        "EXPLORING",
        "HABIT_WEIGHT",
        "LIKING",
        "NOISE",
        "SCORING",
        "DOUBT",
        "LEVEL",
    ),
    *(
        "LEAST_LEAD",
        "LEAST_VARIANCE",
        "LEAST_OF_WINS",
        "PLAYOUT_CUT",
        "FURTHER",
        "LONGEST_PLAYOUT",
        "MOST_NODES",
        "MEMORY",
    ),
    *("DEALS", "DEAL_RANDOM", "TRIES_LEFT", "SET_UPS_MADE"),
)
"""Words for the parameters of a search (see search_terms) and its progress."""
SEARCH_WORDS_BY_SEAT = ("GUIDED", "TRUSTED", "MEANS", "SQUARES", "SCORES", "SHARES", "WORTHS")
GENERATOR = {
    "FACTOR": MULTIPLIER,
    "STEP": INCREMENT,
    "MIX_STEP": MIX_STEP,
    "MIX_FIRST": MIX_FIRST,
    "MIX_SECOND": MIX_SECOND,
}


SEARCH_NUMBERS = {
    "LOG_COUNT": LOG_COUNT,
    "LOG_2": bits_of(LOG_2),
    "CHANCE_STEPS": STEPS,
    "MOST_LEAD": MAX_LEAD,
    "HALF_ONE": bits_of(0.5),
    "LEAST_BOUND": bits_of(float("-inf")),
    "LEAST_WORD": -(1 << 63),
}


def merge_disjoint(*parts: Mapping[str, int]) -> dict[str, int]:
    """Merge mappings of names that must not overlap."""
    found = {name: number for part in parts for name, number in part.items()}
    assert len(found) == sum(map(len, parts)), "two numbers have the same name"
    return found


NUMBERS = merge_disjoint(
    {"NIL": NIL, "OVER": GAME_OVER},
    GENERATOR,
    constants.KNOWN,
    deals.KNOWN,
    frames.KNOWN,
    sizes.KNOWN,
    trial_records.KNOWN,
    SEARCH_NUMBERS,
)


class MemoryLayout:
    """Memory layout and constants of one game.

    Attributes:
        known: Addresses and numbers by name.
        data: The constants.
        judges: Functions that the tables call, by number.
        certainties: Functions for the conditions that are certain.
        facts: Facts about the game that bound its values.
    """

    def __init__(self, symbols: Symbols, bots: LoweredBots, start: StartState, limits: Limits) -> None:
        """Lay out the memory of a game. `start` are the cells and zones before the first statement.

        Raises:
            Unfit: The game does not fit machine code.
        """
        book, lowered = symbols.rulebook, bots.game
        self.labels = labels_of(lowered)
        self.reasons = reasons_of(lowered)
        cards = max(1, len(book.cards))
        known = self.known = dict(NUMBERS)
        known |= {
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
            "END_COUNT": 2 * len(book.tracks),
            "ZONE_COUNT": symbols.zone_count,
            "ZONE_SIZE": WORD * (1 + cards),
            "DECISION_COUNT": len(lowered.decisions),
            "HABIT_VALUES": 2 + max(len(book.cards), symbols.place_count, MOST_SEATS),
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
        self._next = KIB
        self._lay_out(symbols)
        if self._next > MEMORY:
            raise NotCompilableError("it takes too much memory")
        self.data = Data(known["CONSTANTS"], CONSTANTS_SIZE)
        known |= constants.address_constants(symbols, lowered, self.data)
        known["BOTS"], self.judges = constants.serialize_bots(symbols.seats, bots, self.data)
        self.certainties = bots.certainties
        known["START"] = self.data.place(self._state(start))

    @property
    def pages(self) -> int:
        """Number of pages of the memory."""
        return -(-self._next // PAGE)

    def _lay_out(self, symbols: Symbols) -> None:
        known = self.known
        known["POSITION"] = self._next
        for name in POSITION_WORDS:
            known[name] = self._words(1)
        known["STATE"] = self._next
        for name in STATE_WORDS:
            known[name] = self._words(1)
        known["ENDS"] = self._words(known["END_COUNT"])
        known["CELLS"] = self._words(symbols.size)
        known["WHERE"] = known["CELLS"] + WORD * symbols.card_zone_base
        known["KNOWN"] = known["CELLS"] + WORD * symbols.known_base
        known["ZONES"] = self._bytes(known["ZONE_COUNT"] * known["ZONE_SIZE"])
        known["STATE_SIZE"] = self._next - known["STATE"]
        known["POSITION_SIZE"] = self._next - known["POSITION"]
        known["SEED"] = self._words(1 + MOST_SEEDS)
        known["PLAYERS"] = self._words(known["SEATS"])
        known["STREAMS"] = self._words(known["SEATS"])
        for name in ("LEFT", "DECISIONS", "PLAYED", "GOES_ON", "PACE"):
            known[name] = self._words(1)
        known["USE"] = self._words(MOST_USES)
        known["USES_SIZE"] = known["CARDS"] * len(self.labels)
        known["USE_COUNTS"] = self._words(known["USES_SIZE"])
        known["CHOICES"] = self._words(2 * MOST_CHOICES)
        for name in ("REACHED", "REACHED_BEFORE", "REACHED_ASIDE"):
            known[name] = self._words(-(-known["POINTS"] // WORD))
        known["CONSTANTS"] = self._bytes(CONSTANTS_SIZE)
        known["FRAMES"] = self._bytes(FRAMES_SIZE)
        known["FRAMES_END"] = self._next
        known["TRIALS"] = self._bytes(TRIALS_SIZE)
        known["TRIALS_END"] = self._next
        row = RowColumns(known["SEATS"], known["END_COUNT"])
        known |= {f"ROW_{column.upper()}": WORD * row[column].start for column in COLUMNS}
        known["ROW_SIZE"] = WORD * row.width
        known["ROWS_SIZE"] = max(ROWS_SIZE, known["ROW_SIZE"])
        known["ROWS"] = self._bytes(known["ROWS_SIZE"])
        known["LAST_MARK"] = self._words(1)
        known["MARK_COUNT"] = max(LONGEST_LIST, symbols.space_count, known["CARDS"] * (known["ZONE_COUNT"] + 1))
        known["MARKS"] = self._words(known["MARK_COUNT"])
        known["ARENA"] = self._bytes(2 * ARENA_SIZE)
        for name in SEARCH_WORDS:
            known[name] = self._words(1)
        for name in SEARCH_WORDS_BY_SEAT:
            known[name] = self._words(known["SEATS"])
        known["SIGNS"] = self._words(3)
        known["SIGN_WEIGHTS"] = self._words(3 * known["SEATS"])
        known["SIGN_SURE"] = self._words(3 * known["SEATS"])
        known["LOGS"] = self._words(LOG_COUNT)
        known["CHANCES"] = self._words(2 * MAX_LEAD * STEPS + 1)
        habits = known["SEATS"] * known["DECISION_COUNT"] * known["HABIT_VALUES"]
        known["HABITS_SIZE"] = WORD * habits if WORD * habits <= STATISTICS_SIZE else 0
        known["HABITS"] = self._bytes(known["HABITS_SIZE"])
        known["HABIT_TIMES"] = self._bytes(known["HABITS_SIZE"])
        known["KEPT"] = self._next
        known["PLACE_SIZE"] = known["POSITION_SIZE"] + LOOSE_SIZE
        known["PLACES"] = KEPT_SIZE // known["PLACE_SIZE"]
        self._bytes(KEPT_SIZE)
        known["ON"] = self._words(MOST_LEGS)
        known["NOW"] = self._words(known["CARDS"])
        known["DEALS_CONTENT"] = self._bytes(DEALS_SIZE)
        known["SET_UPS"] = self._bytes(SET_UPS_SIZE)
        known["CHILDREN"] = self._words(LONGEST_LIST)
        known["PATH"] = self._words(2 * MOST_CHOICES)
        known["TREE"] = self._bytes(NODES * NODE_SIZE)
        known["HASHED"] = self._words(HASHES)

    def _bytes(self, size: int) -> int:
        address = self._next
        self._next += size
        return address

    def _words(self, number: int) -> int:
        return self._bytes(WORD * number)

    def _state(self, start: StartState) -> bytes:
        """Return the state before the first statement, in the layout of `_lay_out`."""
        cells, zones = start
        cards = self.known["CARDS"]
        words = [*STATE_WORDS.values(), *[0] * self.known["END_COUNT"]]
        words += [self.data.word(value) for value in cells]
        for zone in zones:
            if len(zone) > cards:
                raise NotCompilableError("a card lies in two zones")
            words += [len(zone), *zone, *[0] * (cards - len(zone))]
        return pack(f"<{len(words)}q", *words)
