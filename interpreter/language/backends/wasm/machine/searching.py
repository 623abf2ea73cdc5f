"""Tree search in machine code, from positions that are kept, guided by tables and action statistics.

Play from positions: playouts to the end, and single decisions, with some positions kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from interpreter.language.backends.wasm.deals import SerializedDeals
from interpreter.language.backends.wasm.machine.machine import MachineStoppedError, WasmMachine
from interpreter.language.backends.wasm.machine.positions import PositionTransfer
from interpreter.language.backends.wasm.runtime.structs import KEY_BITS, LOW_BITS
from interpreter.language.backends.wasm.sizes import LONGEST_LIST, NODES, WORD
from interpreter.language.chance import seed_state
from interpreter.language.execution.deals import PlayoutOrigin, Position, SetUpSource
from interpreter.language.execution.executable import (
    GAME_OVER,
    NIL,
    NativeCode,
    NativeUnavailableError,
    ResultRows,
    decision_of,
)
from interpreter.language.execution.machine_memory import Layouts
from interpreter.language.execution.search_tables import chance_table, log_table
from interpreter.language.execution.search_terms import ScoreModel, SearchParameters, threshold
from interpreter.language.execution.tree_search import SearchNode

NO_POSITION = 0
"""Value of the stop code if there is no current position; it would be the number of a segment."""


class WasmPlayouts(WasmMachine):
    """Machine-code implementation of `executable.PlayoutMachine`."""

    def __init__(self, code: NativeCode) -> None:
        """Load compiled code.

        Raises:
            NotNative: wasmtime is not available or does not accept the code.
        """
        super().__init__(code)
        self.positions = PositionTransfer(self)

    @property
    def has_position(self) -> bool:
        """True if there is a current position."""
        return self.word("PC") != NO_POSITION

    @property
    def decision_number(self) -> int | None:
        """Number of the decision that must be taken; None if the game is over."""
        found = self.word("PC")
        return None if found == GAME_OVER else decision_of(found)

    @property
    def decider(self) -> int:
        """The seat that must decide."""
        return self.word("ASKED_SEAT")

    @property
    def options(self) -> tuple[Any, ...]:
        """Options of the current decision."""
        return self.positions.options

    def set_position(self, position: Position) -> None:
        """Set the current position; see `PlayoutMachine`."""
        self.set_word("PC", NO_POSITION)
        self.positions.put(position)
        try:
            self.calls["check_position"]()
        except MachineStoppedError:
            self.set_word("PC", NO_POSITION)
            raise NativeUnavailableError("a number of the position is too large") from None
        self.calls["stand"]()

    def copy_position(self, position: Position) -> None:
        """Copy the current position into `position`; see `PlayoutMachine`."""
        self.calls["note_position"]()
        self.positions.read(position)

    def answer(self, option: int) -> bool:
        """Take an option and play on to the next decision; see `PlayoutMachine`."""
        try:
            self.calls["answer"](option)
        except MachineStoppedError:
            self.set_word("PC", NO_POSITION)
            return False
        return True

    def keep_position(self) -> bool:
        """Keep the current position as the start of playouts; return False if it doesn't fit."""
        return bool(self.calls["keep"]())

    def restore_position(self) -> None:
        """Make the position that is kept the current one."""
        self.calls["restore"]()

    def play_out(self, first: int, count: int, most: int) -> ResultRows:
        """Play some playouts from the position that is kept; see `PlayoutMachine`."""
        return self.rows("play_out", count, first, count, most)


UNKNOWN = -1.0
"""An action value that is not known."""
NODE_SIZE = Layouts({}).size(SearchNode)
TAKEN, WON, WORTH, SEAT, PROOF = (
    Layouts({}).field(SearchNode, name).offset // WORD for name in ("visits", "wins", "value_sum", "seat", "proof")
)
"""Indices of words of a node."""
EVEN = 0.5
MARK = 1 << 32
"""Distance between marks of set-ups, so that no leftover card in the table is mistaken for a mark."""


class WasmSearch(WasmPlayouts):
    """Machine-code implementation of `executable.SearchMachine`."""

    def __init__(self, code: NativeCode) -> None:
        """Create the machine.

        Raises:
            NotNative: The action statistics take too much memory, or wasmtime fails.
        """
        super().__init__(code)
        if not self.known["HABIT_COUNT"]:
            raise NativeUnavailableError("its habits take too much memory")
        self._set_ups: list[SetUpSource] = []
        self._values = self.known["HABIT_VALUES"]
        self._fractions = self.words.cast("B").cast("d")

    def begin_search(self, seed: int, terms: SearchParameters, outlook: ScoreModel) -> None:
        """Start a new tree; see `SearchMachine`."""
        if terms.max_nodes > NODES - LONGEST_LIST:
            raise NativeUnavailableError("the tree takes too much memory")
        self.drop_statistics()
        for name in ("MEANS", "SQUARES"):
            self._fill(name, array("d", [EVEN]) * self.known["SEATS"])
        self._fill("LOGS", array("d", log_table()))
        self._fill("CHANCES", array("d", chance_table()))
        fractions = {
            "COMMON_LEAD": outlook.typical_lead,
            "LEVEL": outlook.mean_score,
            "DOUBT": terms.prior_precision,
            "LEAST_OF_WINS": terms.min_win_variance,
            "EXPLORATION": terms.exploration,
            "HISTORY_WEIGHT": terms.history_weight,
            "TABLE_WEIGHT": terms.table_weight,
            "NOISE": terms.noise / (1 << 31),
            "SCORING": terms.score_weight,
            "LEAST_LEAD": terms.min_lead,
            "LEAST_VARIANCE": terms.min_variance,
        }
        for name, fraction in fractions.items():
            self._fractions[self.known[name] // WORD] = fraction
        chances = seed_state(seed)
        numbers = {
            "IS_SCORED": self.known["SCORED"],
            "SEAT_COUNT": self.known["SEATS"],
            "SEARCH_RANDOM": chances - (chances >> 63 << 64),
            "ENDS_SEEN": 0,
            "SCORES_SEEN": outlook.playout_count,
            "CUTOFF": terms.cutoff,
            "CUTOFF_STEP": terms.cutoff_step,
            "MAX_DECISIONS": terms.max_decisions,
            "MAX_NODES": terms.max_nodes,
            "MEMORY": terms.averaging_window,
        }
        for name, number in numbers.items():
            self.set_word(name, number)
        self._fill("SIGN_WEIGHTS", array("d", outlook.weights))
        self._fill("SIGN_SURE", array("d", outlook.precisions))
        self.calls["start_tree"]()

    def set_table_shares(self, guided: Sequence[float], trusted: Sequence[float]) -> None:
        """Set the share of decisions that tables take; see `SearchMachine`."""
        for name, shares in (("GUIDED", guided), ("TRUSTED", trusted)):
            self._fill(name, array("q", [threshold(share) for share in shares]))

    def set_proving(self, provable: bool) -> None:
        """Turn proofs of certain results on or off; see `SearchMachine`."""
        self.set_word("IS_PROVABLE", int(provable))

    def score_model(self) -> ScoreModel:
        """Return the score model that the tree has learned."""
        (common_lead,), (level,) = (self._read(name, 1) for name in ("COMMON_LEAD", "LEVEL"))
        weights, sure = (self._read(name, 3 * self.known["SEATS"]) for name in ("SIGN_WEIGHTS", "SIGN_SURE"))
        return ScoreModel(self.word("SCORES_SEEN"), common_lead, level, weights, sure)

    def drop_statistics(self) -> None:
        """Drop the action statistics."""
        habits = self.known["HABIT_COUNT"]
        self._fill("HABITS", array("d", [UNKNOWN]) * habits)
        self._fill("HABIT_TIMES", array("q", [0]) * habits)

    def _read(self, name: str, count: int) -> tuple[float, ...]:
        at = self.known[name] // WORD
        return tuple(self._fractions[at : at + count].tolist())

    def _fill(self, name: str, content: array[int] | array[float]) -> None:
        at = self.known[name] // WORD
        self.words[at : at + len(content)] = memoryview(content).cast("B").cast("q")

    def begin_from(self, origin: PlayoutOrigin) -> None:
        """Set the origin of the playouts; see `SearchMachine`."""
        self.set_position(origin.position)
        if not self.keep_position():
            raise NativeUnavailableError("the position is too large to be kept")
        written = SerializedDeals(self.known, origin, self.positions.frames(origin.position))
        self.set_word("DEALS", written.address)
        at = self.known["DEALS_CONTENT"]
        self.words.cast("B")[at : at + len(written.content)] = written.content
        self._fill("REPLACEMENTS", array("q", range(self.known["CARDS"])))
        for leg, card in origin.deals.known:
            self.words[self.known["LEG_CARDS"] // WORD + leg] = card
        if written.set_ups != self._set_ups:
            self._set_ups = written.set_ups
            self.set_word("SET_UPS_MADE", self.word("SET_UPS_MADE") + MARK)
            self.set_start_cells(origin.deals.start_cells)

    def search(self, count: int) -> None:
        """Run some playouts; see `SearchMachine`."""
        again = 0
        try:
            while self.call_with_pauses("run_playouts", count, count, again) < count:
                again = 1
        except MachineStoppedError:
            self.set_word("IS_GUIDED", 0)
            self.set_word("PC", NO_POSITION)
            raise NativeUnavailableError("machine code has stopped") from None

    def advance_origin(self, decision: int, option: int | None) -> None:
        """Move the origin past an option of its decision; see `SearchMachine`."""
        self.calls["advance_root"](decision, self._option_number(option))

    def common_replies(
        self, decision: int, options: Sequence[int | None]
    ) -> list[list[tuple[int, int, int | None, int, int]]]:
        """Return the most common decisions after each option; see `SearchMachine`."""
        root, size = self.word("ROOT_NODE"), NODE_SIZE // WORD
        above = [self.calls["child_at"](root, decision, self._option_number(option)) for option in options]
        first, wanted = self.known["TREE"] // WORD, set(above)
        last = first + size * self.word("NODE_COUNT")
        below: dict[int, list[int]] = {}
        for at, key in zip(range(first, last, size), self.words[first:last:size].tolist(), strict=True):
            if key >> KEY_BITS in wanted and self.words[at + TAKEN]:
                below.setdefault(key >> KEY_BITS, []).append(at)
        for nodes in below.values():
            nodes.sort(key=lambda at: -self.words[at + TAKEN])
        return [[self._node_entry(parent, at) for at in below.get(parent, ())] for parent in above]

    def _node_entry(self, parent: int, at: int) -> tuple[int, int, int | None, int, int]:
        """Return the entry of a node in the result of `common_replies`."""
        decision, option = divmod(self.words[at] & LOW_BITS, self._values)
        taken, of = self.words[at + TAKEN], self.words[parent // WORD + TAKEN]
        return self.words[at + SEAT], decision, option - 1 if option else None, taken, of

    def option_statistics(self, decision: int, seat: int, option: int | None) -> tuple[int, float, float, int]:
        """Return the statistics of an option; see `SearchMachine`."""
        number = self._option_number(option)
        row = (seat * self.known["DECISION_COUNT"] + decision) * self._values + number
        habit = self._fractions[self.known["HABITS"] // WORD + row]
        if habit < 0:
            habit = self._fractions[self.known["MEANS"] // WORD + seat]
        weight = self._fractions[self.known["HISTORY_WEIGHT"] // WORD]
        node = self.calls["child_at"](self.word("ROOT_NODE"), decision, number)
        taken, won, worth, proof = 0, 0.0, 0.0, 0
        if node != NIL:
            at = node // WORD
            taken, won, worth = self.words[at + TAKEN], self._fractions[at + WON], self._fractions[at + WORTH]
            proof = self.words[at + PROOF]
        return taken, won, (worth + weight * habit) / (taken + weight), proof

    def _option_number(self, option: int | None) -> int:
        """Return the number of an option, as runtime/tables.called does.

        Raises:
            NotNative: The option is out of range.
        """
        if option is None:
            return 0
        if not 0 <= option < self._values - 1:
            raise NativeUnavailableError("an option is a number that machine code can't have")
        return option + 1
