"""Play from a position in machine code: single decisions, playouts, and tree search."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.language.backends.wasm.machine.machine import MachineStoppedError, WasmMachine
from interpreter.language.backends.wasm.machine.positions import PositionTransfer, SerializedDeals
from interpreter.language.backends.wasm.runtime.structs import KEY_BITS, LOW_BITS, UNKNOWN, DealRecord, areas, dealing
from interpreter.language.backends.wasm.runtime.tree import action_row, action_value, search
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
from interpreter.language.execution.search_nodes import Proof, SearchNode
from interpreter.language.execution.search_setup import (
    GameFeatures,
    learned_score_model,
    set_table_shares,
    set_up_search,
)
from interpreter.language.execution.search_tables import chance_table, log_table
from interpreter.language.execution.search_terms import ScoreModel, SearchParameters
from interpreter.language.execution.tree_search import estimated_value

NO_POSITION = 0
"""Value of the stop code if there is no current position; it would be the number of a segment."""


class WasmPlayouts(WasmMachine):
    """Machine-code implementation of `executable.PlayoutMachine`."""

    def __init__(self, code: NativeCode) -> None:
        """Load compiled code.

        Raises:
            NativeUnavailableError: wasmtime is not available or does not accept the code.
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
        self.calls["load_registers"]()

    def copy_position(self, position: Position) -> None:
        """Copy the current position into `position`; see `PlayoutMachine`."""
        self.calls["store_registers"]()
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
        return bool(self.calls["keep_position"]())

    def restore_position(self) -> None:
        """Make the position that is kept the current one."""
        self.calls["restore_position"]()

    def play_out(self, first: int, count: int, most: int) -> ResultRows:
        """Play some playouts from the position that is kept; see `PlayoutMachine`."""
        return self.rows("play_out", count, first, count, most)


MARK = 1 << 32
"""Distance between marks of set-ups, so that no leftover card in the table is mistaken for a mark."""


class WasmSearch(WasmPlayouts):
    """Machine-code implementation of `executable.SearchMachine`."""

    def __init__(self, code: NativeCode) -> None:
        """Create the machine.

        Raises:
            NativeUnavailableError: The action statistics take too much memory, or wasmtime fails.
        """
        super().__init__(code)
        if not self.known["HISTORY_SIZE"]:
            raise NativeUnavailableError("its action statistics take too much memory")
        self.code = code
        self._set_ups: tuple[list[SetUpSource], Mapping[int, int]] = ([], {})
        """The set-ups in memory, and the start cells with which they begin."""
        self._fill("LOGS", array("d", log_table()))
        self._fill("CHANCES", array("d", chance_table()))

    def begin_search(self, seed: int, terms: SearchParameters, model: ScoreModel) -> None:
        """Start a new tree; see `SearchMachine`."""
        if terms.max_nodes > NODES - LONGEST_LIST:
            raise NativeUnavailableError("the tree takes too much memory")
        self.drop_statistics()
        self.bind()
        search.is_guided = False  # a tree that was stopped or interrupted may have left it on
        known = self.known
        features = GameFeatures(
            known["SEATS"],
            known["DECISION_COUNT"],
            known["HISTORY_SIZE"],
            bool(known["SCORED"]),
            bool(known["PLAYED_FOR_SCORE"]),
            bool(known["COOPERATIVE"]),
            bool(known["SCORE_BREAKS_TIES"]),
            bool(known["HAS_UNSEEN"]),
            bool(known["HAS_HOLDINGS"]),
            bool(known["MOVES_PIECES"]),
        )
        set_up_search(search, terms, model, features)
        search.search_random = seed_state(seed)
        self.calls["start_tree"]()

    def set_table_shares(self, guided: Sequence[float], trusted: Sequence[float]) -> None:
        """Set the share of decisions that tables take; see `SearchMachine`."""
        self.bind()
        set_table_shares(search, guided, trusted)

    def set_proving(self, provable: bool) -> None:
        """Turn proofs of certain results on or off; see `SearchMachine`."""
        self.bind()
        search.is_provable = provable

    def score_model(self) -> ScoreModel:
        """Return the score model that the tree has learned."""
        self.bind()
        return learned_score_model(search)

    def drop_statistics(self) -> None:
        """Drop the action statistics."""
        size = self.known["HISTORY_SIZE"]
        self._fill("HISTORY_MEANS", array("d", [UNKNOWN]) * size)
        self._fill("HISTORY_COUNTS", array("q", [0]) * size)

    def _fill(self, name: str, content: array[int] | array[float]) -> None:
        at = self.known[name] // WORD
        self.words[at : at + len(content)] = memoryview(content).cast("B").cast("q")

    def begin_from(self, origin: PlayoutOrigin) -> None:
        """Set the origin of the playouts; see `SearchMachine`."""
        self.set_position(origin.position)
        if not self.keep_position():
            raise NativeUnavailableError("the position is too large to be kept")
        written = SerializedDeals(self.known, origin, self.positions.frames(origin.position))
        at = self.known["DEALS_CONTENT"]
        self.words.cast("B")[at : at + len(written.content)] = written.content
        self._fill("REPLACEMENTS", array("q", range(self.known["CARDS"])))
        self.bind()
        dealing.deals = DealRecord(written.address)
        for leg, card in origin.deals.known:
            areas.leg_cards[leg] = card
        if (written.set_ups, origin.deals.start_cells) != self._set_ups:
            self._set_ups = written.set_ups, origin.deals.start_cells
            dealing.set_ups_made += MARK
            self.set_start_cells(origin.deals.start_cells)

    def search(self, count: int) -> None:
        """Run some playouts; see `SearchMachine`. It may run beside other machines, in a thread of its own."""
        again = 0
        try:
            while self.call_with_pauses("run_playouts", count, count, again) < count:
                again = 1
        except MachineStoppedError:
            self.set_word("PC", NO_POSITION)
            raise NativeUnavailableError("machine code has stopped") from None

    def advance_origin(self, decision: int, option: int | None, card: int | None) -> None:
        """Move the origin past an option of its decision; see `SearchMachine`."""
        self.calls["advance_root"](decision, self._action_number(option), NIL if card is None else card)

    def set_deciding_seat(self, seat: int) -> None:
        """Set the seat that decides at the origin; see `SearchMachine`."""
        self.bind()
        if search.is_private:
            search.root_node = search.roots[seat]

    def common_replies(
        self, decision: int, options: Sequence[int | None]
    ) -> list[list[tuple[int, int, int | None, int, int]]]:
        """Return the most common decisions after each option; see `SearchMachine`."""
        parents = [self._child(decision, option) for option in options]
        keys, size = self.layouts.field(SearchNode, "key").offset, self.layouts.size(SearchNode)
        first = (areas.tree.address + keys) // WORD
        words = self.words[first : first + search.node_count * size // WORD : size // WORD].tolist()
        below: dict[int, list[SearchNode]] = {parent.address: [] for parent in parents}
        for at, key in enumerate(words):
            if key >> KEY_BITS in below and areas.tree[at].visits:
                below[key >> KEY_BITS].append(areas.tree[at])
        for nodes in below.values():
            nodes.sort(key=lambda node: -node.visits)
        return [[self._reply(parent, node) for node in below[parent.address]] for parent in parents]

    def _reply(self, parent: SearchNode, node: SearchNode) -> tuple[int, int, int | None, int, int]:
        """Return the entry of a node in the result of `common_replies`."""
        decision, action = divmod(node.key & LOW_BITS, self.known["HISTORY_WIDTH"])
        return node.seat, decision, action - 1 if action else None, node.visits, parent.visits

    def option_statistics(self, decision: int, seat: int, option: int | None) -> tuple[int, float, float, int, int]:
        """Return the statistics of an option; see `SearchMachine`."""
        node = self._child(decision, option)
        prior = action_value(seat, action_row(seat, decision), self._action_number(option))
        weight = search.history_weight
        if node.address == NIL:
            return 0, 0.0, weight * prior / weight, Proof.NOTHING, 0
        return node.visits, node.wins, estimated_value(node, prior, weight), node.proof, node.proof_depth

    def _child(self, decision: int, option: int | None) -> SearchNode:
        """Return the node of an option of the root, or one at the address NIL; the structs are bound."""
        self.bind()
        return SearchNode(self.calls["child_at"](search.root_node.address, decision, self._action_number(option)))

    def _action_number(self, option: int | None) -> int:
        """Return the number of an option, as runtime/tree.action_number does.

        Raises:
            NativeUnavailableError: The option is out of range.
        """
        if option is None:
            return 0
        if not 0 <= option < self.known["HISTORY_WIDTH"] - 1:
            raise NativeUnavailableError("an option is a number that machine code can't have")
        return option + 1
