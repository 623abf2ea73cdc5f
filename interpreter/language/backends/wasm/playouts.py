"""A machine that plays on from positions: out to the end, many times, or answer by answer, with some of them kept."""

from __future__ import annotations

from typing import Any

from interpreter.language.backends.wasm.calling import Stopped
from interpreter.language.backends.wasm.machine import WasmMachine
from interpreter.language.backends.wasm.positions import Positions
from interpreter.language.executable import OVER, NativeCode, NotNative
from interpreter.language.position import Position
from interpreter.language.rows import Rows

NOWHERE = 0
"""The number that has stopped play where it stands at no position; it would be a segment's."""


class WasmPlayouts(WasmMachine):
    """As `executable.PlayoutMachine` says."""

    def __init__(self, code: NativeCode) -> None:
        """Raises NotNative."""
        super().__init__(code)
        self.positions = Positions(self)
        self.places = self.known["PLACES"]

    @property
    def stands(self) -> bool:
        return self.word("PC") != NOWHERE

    @property
    def asked(self) -> int | None:
        found = self.word("PC")
        return None if found == OVER else OVER - 1 - found

    @property
    def decider(self) -> int:
        return self.word("ASKED_SEAT")

    @property
    def options(self) -> tuple[Any, ...]:
        return self.positions.options

    def put(self, position: Position) -> None:
        self.set_word("PC", NOWHERE)
        self.positions.put(position)
        try:
            self.calls["check_position"]()
        except Stopped:
            self.set_word("PC", NOWHERE)
            raise NotNative("a number of the position is too large") from None
        self.calls["stand"]()

    def read(self, position: Position) -> None:
        self.calls["note_position"]()
        self.positions.read(position)

    def answer(self, option: int) -> bool:
        try:
            self.calls["answer"](option)
        except Stopped:
            self.set_word("PC", NOWHERE)
            return False
        return True

    def keep(self, place: int) -> bool:
        return bool(self.calls["keep"](place))

    def restore(self, place: int) -> None:
        self.calls["restore"](place)

    def play_out(self, place: int, first: int, count: int, most: int) -> Rows:
        return self.rows("play_out", count, place, first, count, most)
