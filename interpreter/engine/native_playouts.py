"""Playouts by machine code, with the operations that a search needs: answer, save and restore positions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from interpreter.engine.native_games import BatchScheduler, prepare_native
from interpreter.engine.playout import MAX_DECISIONS, Playout
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.language.execution.executable import NIL, NativeUnavailableError, ResultRows

START_SLOT = 0
"""Memory slot of the position from which playouts begin."""


class NativePlayouts:
    """A machine with its own memory that plays on from positions of a game. It stands at one position at a time."""

    def __init__(self, rules: Rules, tables: Collection[str] = ()) -> None:
        """Set up playouts. Seats in `tables` are played by their tables, the others at random.

        Raises:
            NotNative: Machine code can't play this game.
        """
        prepare_native(rules)
        self._rules = rules
        self._machine = rules.program.playout_machine()
        self._free_slots = list(range(self._machine.slot_count - 1, START_SLOT, -1))
        self._saved_positions: set[int] = set()
        self._bool_cells = [at for at, value in enumerate(rules.beginning[0]) if isinstance(value, bool)]
        for number, seat in enumerate(rules.seats):
            self._machine.set_seat_player(number, seat in tables)

    # -- the current position

    def load_state(self, state: State) -> None:
        """Load a position that waits for a decision. `state` isn't changed; its card uses and log are ignored.

        Raises:
            NotNative: The state is of another game, or machine code can't represent it.
        """
        if state.constants.program.rulebook is not self._rules.rulebook:
            raise NativeUnavailableError("the position is one of another game")
        self._machine.set_position(state)

    def current_state(self) -> State:
        """Return the current position as a state without a log."""
        self._require_position()
        state = self._rules.initial_state(0, logged=False)
        self._machine.copy_position(state)
        for at in self._bool_cells:
            state.v[at] = bool(state.v[at])
        return state

    @property
    def decision(self) -> int | None:
        """Number of the current decision; None if the game is over."""
        self._require_position()
        return self._machine.decision_number

    @property
    def seat(self) -> int:
        """Number of the seat that must decide."""
        self._require_position()
        return self._machine.decider

    @property
    def options(self) -> tuple[Any, ...]:
        """Options of the current decision."""
        self._require_position()
        return tuple(self._machine.options)

    def answer(self, option: int) -> None:
        """Choose an option by its index and run to the next decision.

        Raises:
            IndexError: There is no such option.
            NotNative: Machine code can't continue. The machine then stands at no position.
        """
        if not 0 <= option < len(self.options):
            raise IndexError(f"there is no option {option}")
        if not self._machine.answer(option):
            raise NativeUnavailableError("machine code has stopped")

    def _require_position(self) -> None:
        if not self._machine.has_position:
            raise NativeUnavailableError("play stands at no position")

    # -- saved positions

    def save_position(self) -> int:
        """Save the current position and return the number by which `restore` finds it.

        Raises:
            NotNative: There is no room.
        """
        self._require_position()
        if not self._free_slots:
            raise NativeUnavailableError(
                f"{len(self._saved_positions)} positions are kept, and there is no room for more"
            )
        if not self._machine.save_slot(self._free_slots[-1]):
            raise NativeUnavailableError("the position is too large to be kept")
        kept = self._free_slots.pop()
        self._saved_positions.add(kept)
        return kept

    def restore_position(self, kept: int) -> None:
        """Return to a saved position, which stays saved. Raises LookupError if there is none under this number."""
        self._require_saved(kept)
        self._machine.load_slot(kept)

    def free_position(self, kept: int) -> None:
        """Free a saved position. Raises LookupError if there is none under this number."""
        self._require_saved(kept)
        self._saved_positions.remove(kept)
        self._free_slots.append(kept)

    def _require_saved(self, kept: int) -> None:
        if kept not in self._saved_positions:
            raise LookupError(f"no position is kept under {kept}")

    # -- playouts

    def play_out(self, seed: int, first: int, count: int, max_decisions: int = MAX_DECISIONS) -> list[Playout | int]:
        """Run playouts `first` to `first + count - 1` (see playouts.play_out) from the current position.

        Each is cut after `max_decisions` decisions. Afterwards the machine stands at that position again.

        Returns:
            The playouts; the bare index for each one that machine code stopped.
        """
        self._require_position()
        if not self._machine.set_seed(seed):
            raise NativeUnavailableError("the seed is too long")
        if not self._machine.save_slot(START_SLOT):
            raise NativeUnavailableError("the position is too large to be kept")
        machine = self._machine
        batches = BatchScheduler(
            lambda first, wanted: machine.play_out(START_SLOT, first, wanted, max_decisions), machine.most
        )
        played: list[Playout | int] = []
        try:
            for found in batches.play(first, count):
                if isinstance(found, int):
                    played.append(found)
                else:
                    played += self._read_playouts(found[1])
        finally:
            machine.load_slot(START_SLOT)
        return played

    def _read_playouts(self, rows: ResultRows) -> Iterator[Playout]:
        columns, reasons = self._machine.columns, self._machine.reasons
        width = columns.width
        decisions, turns, reason, side, work, won = (
            columns[name].start for name in ("decisions", "turns", "reason", "side", "work", "won")
        )
        winners, scores = columns["winners"], columns["scores"]
        for at in range(0, len(rows.words), width):
            row = rows.words[at : at + width]
            is_over = row[reason] != NIL
            yield Playout(
                tuple(row[winners.start : winners.start + row[won]]),
                reasons[row[reason]] if is_over else None,
                None if row[side] == NIL else row[side],
                tuple(row[scores.start : scores.stop]),
                row[decisions],
                row[turns],
                row[work],
            )
