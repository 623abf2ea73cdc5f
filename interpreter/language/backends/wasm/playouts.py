"""Play from positions: playouts to the end, and single decisions, with some positions kept."""

from __future__ import annotations

from typing import Any

from interpreter.language.backends.wasm.calling import Stopped
from interpreter.language.backends.wasm.machine import WasmMachine
from interpreter.language.backends.wasm.positions import Positions
from interpreter.language.executable import OVER, NativeCode, NotNative
from interpreter.language.position import Position
from interpreter.language.rows import Rows

NOWHERE = 0
"""Value of the stop code if there is no current position; it would be the number of a segment."""


class WasmPlayouts(WasmMachine):
    """Machine-code implementation of `executable.PlayoutMachine`."""

    def __init__(self, code: NativeCode) -> None:
        """Load compiled code.

        Raises:
            NotNative: wasmtime is not available or does not accept the code.
        """
        super().__init__(code)
        self.positions = Positions(self)
        self.places = self.known["PLACES"]

    @property
    def stands(self) -> bool:
        """True if there is a current position."""
        return self.word("PC") != NOWHERE

    @property
    def asked(self) -> int | None:
        """Number of the decision that must be taken; None if the game is over."""
        found = self.word("PC")
        return None if found == OVER else OVER - 1 - found

    @property
    def decider(self) -> int:
        """The seat that must decide."""
        return self.word("ASKED_SEAT")

    @property
    def options(self) -> tuple[Any, ...]:
        """Options of the current decision."""
        return self.positions.options

    def put(self, position: Position) -> None:
        """Set the current position; see `PlayoutMachine`."""
        self.set_word("PC", NOWHERE)
        self.positions.put(position)
        try:
            self.calls["check_position"]()
        except Stopped:
            self.set_word("PC", NOWHERE)
            raise NotNative("a number of the position is too large") from None
        self.calls["stand"]()

    def read(self, position: Position) -> None:
        """Copy the current position into `position`; see `PlayoutMachine`."""
        self.calls["note_position"]()
        self.positions.read(position)

    def answer(self, option: int) -> bool:
        """Take an option and play on to the next decision; see `PlayoutMachine`."""
        try:
            self.calls["answer"](option)
        except Stopped:
            self.set_word("PC", NOWHERE)
            return False
        return True

    def keep(self, place: int) -> bool:
        """Keep the current position in a slot; return False if it doesn't fit."""
        return bool(self.calls["keep"](place))

    def restore(self, place: int) -> None:
        """Make the position kept in a slot the current one."""
        self.calls["restore"](place)

    def play_out(self, place: int, first: int, count: int, most: int) -> Rows:
        """Play some playouts from the position in a slot; see `PlayoutMachine`."""
        return self.rows("play_out", count, place, first, count, most)
