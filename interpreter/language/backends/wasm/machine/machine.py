"""A game in WebAssembly, run by wasmtime, and its calls from Python.

Calls of machine code from Python.

A regular call through wasmtime inspects the function's type and creates objects for all values, which takes some 50
µs. Its C interface has an unchecked call that takes 2 µs; the caller is responsible for the number and types of the
arguments. The Python package treats that call as private. If it has changed, the regular call is used.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from interpreter.language.backends.wasm.runtime import structs
from interpreter.language.backends.wasm.sizes import MOST_SEEDS, WORD
from interpreter.language.chance import MASK
from interpreter.language.execution.executable import (
    NIL,
    NativeCode,
    NativeUnavailableError,
    ResultRows,
    RowColumns,
    RuntimeNotInstalledError,
)
from interpreter.language.execution.machine_memory import Layouts, host

if TYPE_CHECKING:
    import wasmtime


NativeFunction = Callable[..., Any]
"""A machine-code function: takes integers and returns one, or None. Raises `MachineStoppedError`."""


class MachineStoppedError(Exception):
    """Machine code has stopped itself because it can't continue."""

    def functions(self) -> list[str]:
        """Return the names of the functions on the call stack, innermost first."""
        frames: Sequence[wasmtime.Frame] = getattr(self.__cause__, "frames", ())
        return [name for frame in frames if (name := frame.func_name) is not None]


class ExportedFunctions:
    """Functions of a module, by name."""

    def __init__(self, store: wasmtime.Store, exports: Any) -> None:
        self._store = store
        self._exports = exports
        self._made: dict[str, NativeFunction] = {}

    def __getitem__(self, name: str) -> NativeFunction:
        if name not in self._made:
            function = self._exports[name]
            try:
                self._made[name] = _UncheckedCall(self._store, function)
            except (ImportError, AttributeError, TypeError):
                self._made[name] = partial(_checked_call, self._store, function)
        return self._made[name]


def _checked_call(store: wasmtime.Store, function: Any, *arguments: int) -> Any:
    import wasmtime

    try:
        return function(store, *arguments)
    except wasmtime.Trap as stop:
        raise MachineStoppedError from stop


class _UncheckedCall:
    """A function of 64-bit integers, with a buffer for its arguments and result."""

    __slots__ = ("_byref", "_call", "_context", "_function", "_gives", "_size", "_store", "_trap", "_values")

    def __init__(self, store: wasmtime.Store, function: Any) -> None:
        """Look up the unchecked call of a function.

        Raises:
            ImportError: The private interface of wasmtime has changed.
            AttributeError: As above.
            TypeError: As above, or the function has other types than 64-bit integers.
        """
        from ctypes import POINTER, byref

        from wasmtime import _ffi

        signature = function.type(store)
        if any(str(each) != "i64" for each in (*signature.params, *signature.results)):
            raise TypeError(str(signature))
        self._gives = bool(signature.results)
        self._size = max(1, len(signature.params))
        self._values = (_ffi.wasmtime_val_raw_t * self._size)()
        self._call = _ffi.wasmtime_func_call_unchecked
        self._trap = POINTER(_ffi.wasm_trap_t)()
        self._byref = byref
        self._store = store
        self._context: Any = store._context()
        self._function = function._func

    def __call__(self, *arguments: int) -> int | None:
        values, byref = self._values, self._byref
        for at, argument in enumerate(arguments):
            values[at].i64 = argument
        error = self._call(self._context, byref(self._function), values, self._size, byref(self._trap))
        if error or self._trap:
            self._stopped(error)
        return int(values[0].i64) if self._gives else None

    def _stopped(self, error: Any) -> None:
        """Raise the reason for which the call was stopped. The library's objects free the memory."""
        import wasmtime

        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        stop = wasmtime.Trap._from_ptr(self._trap)
        self._trap = type(self._trap)()
        raise MachineStoppedError from stop


PAUSE = 0.03
"""Approximate time between two pauses, in seconds."""
QUICK = 8
"""Largest factor by which quick steps may exceed the usual number of steps between pauses."""


@contextmanager
def wasmtime_errors() -> Iterator[None]:
    """Convert any failure of wasmtime into `NativeUnavailableError`, since versions differ in how they fail."""
    try:
        yield
    except NativeUnavailableError:
        raise
    except ModuleNotFoundError:
        raise RuntimeNotInstalledError("wasmtime is not installed") from None
    except Exception as error:
        said = next(iter(str(error).splitlines()), "") or type(error).__name__
        raise NativeUnavailableError(f"wasmtime failed: {said}") from error


def new_engine() -> wasmtime.Engine:
    """Create a wasmtime engine."""
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = False  # threads don't survive a fork
    return wasmtime.Engine(config)


def target_description() -> str:
    """Return a description of the installed wasmtime and of this type of machine, which compiled code depends on.

    Raises:
        NativeUnavailableError: wasmtime is not available.
    """
    with wasmtime_errors():
        import wasmtime

        status = os.stat(wasmtime.__file__)
    return f"{wasmtime.__file__} {status.st_size} {status.st_mtime_ns} {platform.machine()} {platform.system()}"


def is_compatible(code: NativeCode) -> bool:
    """Return True if wasmtime accepts compiled code, which must be for its version and this processor.

    Raises:
        NativeUnavailableError: wasmtime fails otherwise.
    """
    with wasmtime_errors():
        import wasmtime

        try:
            wasmtime.Module.deserialize(new_engine(), code.machine_code)
        except wasmtime.WasmtimeError:
            return False
    return True


def pace(steps: int, seconds: float, least: int) -> int:
    """Return the number of steps to do before the next pause, given the time that the last ones took.

    The number exceeds `least` if rules do much less than they are charged for. It stays small enough for the pause to
    come in time if they then do everything.

    Args:
        steps: Number of steps before the last pause.
        seconds: Time that they took.
        least: Smallest result.
    """
    if seconds > PAUSE:
        return max(least, int(steps * PAUSE / seconds))
    return min(2 * steps, QUICK * least) if 2 * seconds < PAUSE else steps


class WasmMachine:
    """A memory in which games are played, one batch after another. Not thread-safe."""

    def __init__(self, code: NativeCode) -> None:
        """Load compiled code.

        Raises:
            NativeUnavailableError: wasmtime is not available or does not accept the code.
        """
        with wasmtime_errors():
            import wasmtime

            engine = new_engine()
            module = wasmtime.Module.deserialize(engine, code.machine_code)
            self._store = wasmtime.Store(engine)
            exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
            self._memory = exports["memory"]
        self.calls = ExportedFunctions(self._store, exports)
        self.known = code.memory_map
        self.layouts = Layouts(code.memory_map)
        self.reasons, self.labels = code.reasons, code.labels
        self.columns = RowColumns(
            code.memory_map["SEATS"], code.memory_map["END_COUNT"], code.memory_map["SHARED_TRACK_COUNT"]
        )
        self.most = code.memory_map["ROW_COUNT"]
        self.set_word("PACE", code.memory_map["SLICE"])
        self._usual_start: dict[int, int] = {}
        self._rules = code.rules
        self.stopped_in = ""

    @cached_property
    def words(self) -> memoryview:
        """The memory as words; it never grows."""
        pointer = self._memory.get_buffer_ptr(self._store)
        return memoryview(pointer).cast("B").cast("q")

    def bind(self) -> None:
        """Let the structs of the runtime (runtime/structs.py) refer to this memory, until another one is bound."""
        if host.layouts is not self.layouts:
            structs.bind(self.words, self.layouts, {})

    def set_seed(self, seed: int) -> bool:
        """Set the seed of the run; see `Machine`."""
        limbs = []
        while seed:
            limbs.append(seed & MASK)
            seed >>= 64
        if len(limbs) > MOST_SEEDS:
            return False
        at = self.known["SEED"] // WORD
        self.words[at] = len(limbs)
        for place, limb in enumerate(limbs, at + 1):
            self.words[place] = limb - (1 << 64) if limb >> 63 else limb
        return True

    def set_seat_player(self, seat: int, by_table: bool) -> None:
        """Let a seat be played by its tables or at random; see `Machine`."""
        bots = self.words[self.known["BOTS"] // WORD + 1 + seat]
        if by_table and bots == NIL:
            raise NativeUnavailableError(f"there are no tables for seat {seat}")
        self.words[self.known["PLAYERS"] // WORD + seat] = bots if by_table else 0

    def set_start_cells(self, cells: Mapping[int, int]) -> None:
        """Set the values of some cells at the start of games; see `Machine`."""
        first = (self.known["START"] + self.known["CELLS"] - self.known["STATE"]) // WORD
        for cell, number in self._usual_start.items():
            self.words[first + cell] = number
        self._usual_start = {cell: self.words[first + cell] for cell in cells}
        for cell, number in cells.items():
            self.words[first + cell] = number

    def word(self, name: str) -> int:
        """Return the word that the runtime keeps under a name."""
        return self.words[self.known[name] // WORD]

    def set_word(self, name: str, word: int) -> None:
        """Set the word that the runtime keeps under a name."""
        self.words[self.known[name] // WORD] = word

    def play(self, first: int, count: int) -> ResultRows:
        """Play some games of the run; see `Machine`."""
        return self.rows("play_games", count, first, count)

    def rows(self, function: str, count: int, *arguments: int) -> ResultRows:
        """Return the rows that a runtime function writes for games, up to the first one that was stopped.

        The function is called repeatedly until it is done, so that signals are handled in between.
        """
        self._forget_uses()
        done = again = 0
        try:
            while done < count:
                done = self.call_with_pauses(function, count, *arguments, again)
                again = 1
        except MachineStoppedError as stop:
            done = self.word("PLAYED")
            self._stopped(stop)
        at = self.known["ROWS"] // WORD
        words = self.words[at : at + done * self.columns.width].tolist()
        return ResultRows(done, words, self._uses())

    def play_recorded(self, index: int) -> tuple[ResultRows, list[tuple[int, int]]] | None:
        """Play one game and return its choices as well; see `Machine`."""
        self._forget_uses()
        again = 0
        try:
            while not self.call_with_pauses("play_recorded", 1, index, again):
                again = 1
        except MachineStoppedError as stop:
            self._stopped(stop)
            return None
        decisions = self.word("DECISIONS")
        at = self.known["ROWS"] // WORD
        rows = ResultRows(1, self.words[at : at + self.columns.width].tolist(), self._uses())
        at = self.known["CHOICES"] // WORD
        words = self.words[at : at + 2 * decisions].tolist()
        return rows, list(zip(words[::2], words[1::2], strict=True))

    def call_with_pauses(self, function: str, wanted: int, *arguments: int) -> int:
        """Call a function, and adapt the number of steps between pauses if it has paused.

        It has paused if it returns less than `wanted`.
        """
        began = perf_counter()
        done: int = self.calls[function](*arguments)
        if done < wanted:
            self.set_word("PACE", pace(self.word("PACE"), perf_counter() - began, self.known["SLICE"]))
        return done

    def take_reached(self) -> bytes:
        """Return the coverage points reached since the last call; see `Machine`."""
        at, size = self.known["REACHED"], self.known["POINTS"]
        memory = self.words.cast("B")
        found = bytes(memory[at : at + size])
        memory[at : at + size] = bytes(size)
        return found

    def _stopped(self, stop: MachineStoppedError) -> None:
        """Note the rule in which a game was stopped, and undo the game's coverage."""
        called = (self._rules.get(name) for name in stop.functions())
        self.stopped_in = next((rule for rule in called if rule is not None), "")
        self._discard_coverage()

    def _discard_coverage(self) -> None:
        """Discard the coverage of a game that was stopped, since it is going to be played again."""
        at, before, size = (self.known[name] for name in ("REACHED", "REACHED_BEFORE", "POINTS"))
        memory = self.words.cast("B")
        memory[at : at + size] = memory[before : before + size]

    def _forget_uses(self) -> None:
        at, size = self.known["USE_COUNTS"] // WORD, self.known["USES_SIZE"]
        self.words[at : at + size] = memoryview(bytes(size * WORD)).cast("q")

    def _uses(self) -> list[int]:
        at = self.known["USE_COUNTS"] // WORD
        return self.words[at : at + self.known["USES_SIZE"]].tolist()
