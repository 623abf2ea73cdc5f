"""Play from positions: playouts to the end, and single decisions, with some positions kept."""

from __future__ import annotations

from typing import Any

from interpreter.language.backends.wasm.calling import MachineStoppedError
from interpreter.language.backends.wasm.machine import WasmMachine
from interpreter.language.backends.wasm.positions import PositionTransfer
from interpreter.language.executable import GAME_OVER, NativeCode, NativeUnavailable
from interpreter.language.position import Position
from interpreter.language.rows import ResultRows

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
        self.slot_count = self.known["PLACES"]

    @property
    def has_position(self) -> bool:
        """True if there is a current position."""
        return self.word("PC") != NO_POSITION

    @property
    def decision_number(self) -> int | None:
        """Number of the decision that must be taken; None if the game is over."""
        found = self.word("PC")
        return None if found == GAME_OVER else GAME_OVER - 1 - found

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
            raise NativeUnavailable("a number of the position is too large") from None
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

    def save_slot(self, place: int) -> bool:
        """Keep the current position in a slot; return False if it doesn't fit."""
        return bool(self.calls["keep"](place))

    def load_slot(self, place: int) -> None:
        """Make the position kept in a slot the current one."""
        self.calls["restore"](place)

    def play_out(self, place: int, first: int, count: int, most: int) -> ResultRows:
        """Play some playouts from the position in a slot; see `PlayoutMachine`."""
        return self.rows("play_out", count, place, first, count, most)
