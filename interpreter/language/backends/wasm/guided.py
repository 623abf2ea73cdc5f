"""A machine that carries out the playouts of a search, by tables and by habits."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from interpreter.language.backends.wasm.calling import Stopped
from interpreter.language.backends.wasm.playouts import NOWHERE, WasmPlayouts
from interpreter.language.backends.wasm.sizes import WORD
from interpreter.language.executable import NIL, NativeCode, NotNative

UNKNOWN = -1
"""The word of a habit that says nothing."""


class WasmGuided(WasmPlayouts):
    """As `executable.GuidedMachine` says."""

    def __init__(self, code: NativeCode) -> None:
        """Raises NotNative."""
        super().__init__(code)
        known = self.known
        if not known["HABITS_SIZE"]:
            raise NotNative("its habits take too much memory")
        self.values = known["HABIT_VALUES"]
        first, last = known["HABITS"] // WORD, (known["HABITS"] + known["HABITS_SIZE"]) // WORD
        self._habits = slice(first, last)
        self._means = known["MEANS"] // WORD
        self._scores = slice(known["SCORES"] // WORD, known["SCORES"] // WORD + known["SEATS"])
        self._fractions = self.words.cast("B").cast("d")
        self.habits = self._fractions[self._habits]

    def forget_habits(self) -> None:
        size = self._habits.stop - self._habits.start
        self.words[self._habits] = memoryview(array("q", [UNKNOWN]) * size)

    def begin_guided(self, picks: int, share: int, means: Sequence[float]) -> None:
        self.set_word("PICKS", picks - (picks >> 63 << 64))
        self.set_word("GUIDED", share - (1 << 63))
        self.set_word("LEFT", self.known["NO_END"])
        self.set_word("DECISIONS", 0)
        self.set_word("TRACED", 0)
        for at, mean in enumerate(means, self._means):
            self._fractions[at] = mean

    def play_guided(self, most: int) -> None:
        try:
            while not self.paced("play_guided", 1, most):
                pass
        except Stopped:
            self.set_word("IS_GUIDED", 0)
            self.set_word("PC", NOWHERE)
            raise NotNative("machine code has stopped") from None

    @property
    def scores(self) -> list[int]:
        found: list[int] = self.words[self._scores].tolist()
        return found

    @property
    def winners(self) -> tuple[int, ...]:
        at = self.word("WINNERS") // WORD
        return tuple(self.words[at + 1 : at + 1 + self.words[at]].tolist())

    @property
    def side(self) -> int | None:
        found = self.word("SIDE")
        return None if found == NIL else found

    @property
    def trace(self) -> tuple[list[int], list[int]]:
        at = self.known["CHOICES"] // WORD
        words = self.words[at : at + 2 * self.word("TRACED")].tolist()
        return words[::2], words[1::2]
