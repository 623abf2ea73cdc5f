"""A game in WebAssembly, run by wasmtime."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any

from interpreter.language.backends.wasm.calling import Calls, Stopped
from interpreter.language.backends.wasm.sizes import WORD
from interpreter.language.chance import MASK
from interpreter.language.executable import NIL, NativeCode, NotInstalled, NotNative
from interpreter.language.rows import Columns, Rows

if TYPE_CHECKING:
    import wasmtime

PAUSE = 0.03
"""Seconds from one pause to the next, about."""
QUICK = 8
"""So many times as many steps may be done in this time where they are quick."""


@contextmanager
def told() -> Iterator[None]:
    """Whatever stops wasmtime becomes NotNative, of whatever kind it is: other versions have other ways to fail."""
    try:
        yield
    except NotNative:
        raise
    except ModuleNotFoundError:
        raise NotInstalled("wasmtime is not installed") from None
    except Exception as error:
        said = next(iter(str(error).splitlines()), "") or type(error).__name__
        raise NotNative(f"wasmtime failed: {said}") from error


def new_engine() -> wasmtime.Engine:
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = False  # a process that is forked off could not compile any more
    return wasmtime.Engine(config)


def made_for() -> str:
    """For what machine code is made here: wasmtime as it is installed, and the kind of machine. Raises NotNative."""
    with told():
        import wasmtime

        status = os.stat(wasmtime.__file__)
    return f"{wasmtime.__file__} {status.st_size} {status.st_mtime_ns} {platform.machine()} {platform.system()}"


def is_taken(code: NativeCode) -> bool:
    """Whether wasmtime takes what was compiled, which it does not for another version or processor. Raises
    NotNative."""
    with told():
        import wasmtime

        try:
            wasmtime.Module.deserialize(new_engine(), code.compiled)
        except wasmtime.WasmtimeError:
            return False
    return True


def pace(steps: int, seconds: float, least: int) -> int:
    """How many steps should be done up to the next pause, after so many in some time: more than the least, where rules
    are charged for much more than they do, but not so many that it could take long when they do it all."""
    if seconds > PAUSE:
        return max(least, int(steps * PAUSE / seconds))
    return min(2 * steps, QUICK * least) if 2 * seconds < PAUSE else steps


class WasmMachine:
    """One memory in which games are played, one batch after the other. Not for two threads at once."""

    def __init__(self, code: NativeCode) -> None:
        """Raises NotNative."""
        with told():
            import wasmtime

            engine = new_engine()
            module = wasmtime.Module.deserialize(engine, code.compiled)
            self._store = wasmtime.Store(engine)
            exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
            self._memory = exports["memory"]
        self.calls = Calls(self._store, exports)
        self.known = code.known
        self.reasons, self.labels, self.texts = code.reasons, code.labels, code.texts
        self.columns = Columns(code.known["SEATS"], code.known["END_COUNT"])
        self.most = code.known["ROWS_SIZE"] // code.known["ROW_SIZE"]
        self.set_word("PACE", code.known["SLICE"])
        self._usual_start: dict[int, int] = {}
        self._rules = code.rules
        self.stopped_in = ""

    @cached_property
    def words(self) -> memoryview:
        """The memory, which never grows, as words."""
        pointer = self._memory.get_buffer_ptr(self._store)
        return memoryview(pointer).cast("B").cast("q")

    def seed(self, seed: int) -> bool:
        limbs = []
        while seed:
            limbs.append(seed & MASK)
            seed >>= 64
        if len(limbs) > self.known["MOST_SEEDS"]:
            return False
        at = self.known["SEED"] // WORD
        self.words[at] = len(limbs)
        for place, limb in enumerate(limbs, at + 1):
            self.words[place] = limb - (1 << 64) if limb >> 63 else limb
        return True

    def seat(self, seat: int, by_table: bool) -> None:
        bots = self.words[self.known["BOTS"] // WORD + 1 + seat]
        if by_table and bots == NIL:
            raise NotNative(f"there are no tables for seat {seat}")
        self.words[self.known["PLAYERS"] // WORD + seat] = bots if by_table else 0

    def begin_with(self, cells: Mapping[int, int]) -> None:
        first = (self.known["START"] + self.known["CELLS"] - self.known["STATE"]) // WORD
        for cell, number in self._usual_start.items():
            self.words[first + cell] = number
        self._usual_start = {cell: self.words[first + cell] for cell in cells}
        for cell, number in cells.items():
            self.words[first + cell] = number

    def word(self, name: str) -> int:
        """What stands where the run-time part keeps something."""
        return self.words[self.known[name] // WORD]

    def set_word(self, name: str, word: int) -> None:
        self.words[self.known[name] // WORD] = word

    def play(self, first: int, count: int) -> Rows:
        return self.rows("play_games", count, first, count)

    def rows(self, function: str, count: int, *arguments: int) -> Rows:
        """What a function tells of so many games, those before the first one that was stopped. It is called until it is
        done, so that signals are heard."""
        self._forget_uses()
        done = again = 0
        try:
            while done < count:
                done = self.paced(function, count, *arguments, again)
                again = 1
        except Stopped as stop:
            done = self.word("PLAYED")
            self._stopped(stop)
        at = self.known["ROWS"] // WORD
        words = self.words[at : at + done * self.columns.width].tolist()
        return Rows(done, words, self._uses())

    def play_recorded(self, index: int) -> tuple[Rows, list[tuple[int, int]]] | None:
        self._forget_uses()
        again = 0
        try:
            while not self.paced("play_recorded", 1, index, again):
                again = 1
        except Stopped as stop:
            self._stopped(stop)
            return None
        decisions = self.word("DECISIONS")
        at = self.known["ROWS"] // WORD
        rows = Rows(1, self.words[at : at + self.columns.width].tolist(), self._uses())
        at = self.known["CHOICES"] // WORD
        words = self.words[at : at + 2 * decisions].tolist()
        return rows, list(zip(words[::2], words[1::2], strict=True))

    def paced(self, function: str, wanted: int, *arguments: int) -> int:
        """Calls a function, which gives less than what is wanted if it has paused."""
        began = perf_counter()
        done: int = self.calls[function](*arguments)
        if done < wanted:
            self.set_word("PACE", pace(self.word("PACE"), perf_counter() - began, self.known["SLICE"]))
        return done

    def reached(self) -> bytes:
        at, size = self.known["REACHED"], self.known["POINTS"]
        memory = self.words.cast("B")
        found = bytes(memory[at : at + size])
        memory[at : at + size] = bytes(size)
        return found

    def _stopped(self, stop: Stopped) -> None:
        """A game was stopped, which is to be played again."""
        called = (self._rules.get(name) for name in stop.functions())
        self.stopped_in = next((rule for rule in called if rule is not None), "")
        self._unreach()

    def _unreach(self) -> None:
        """What a game came to that was stopped is not noted: it is played again."""
        at, before, size = (self.known[name] for name in ("REACHED", "REACHED_BEFORE", "POINTS"))
        memory = self.words.cast("B")
        memory[at : at + size] = memory[before : before + size]

    def _forget_uses(self) -> None:
        at, size = self.known["USE_COUNTS"] // WORD, self.known["USES_SIZE"]
        self.words[at : at + size] = memoryview(bytes(size * WORD)).cast("q")

    def _uses(self) -> list[int]:
        at = self.known["USE_COUNTS"] // WORD
        return self.words[at : at + self.known["USES_SIZE"]].tolist()
