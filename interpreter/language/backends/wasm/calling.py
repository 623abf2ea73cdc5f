"""Calls of machine code from Python.

wasmtime's own call looks at the function's type and makes objects for all values, each time: some 50 µs. Its C
interface has one that takes 2 µs and leaves it to the caller to give as many arguments, of the same types, as there
must be. To Python that is private: where it is not as it was, the usual one is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import wasmtime

Call = Callable[..., Any]
"""Takes whole numbers and gives one, or None. Raises Stopped."""


class Stopped(Exception):
    """Machine code has stopped itself: it can't go on with what it was to do."""

    def functions(self) -> list[str]:
        """The names of the functions that were being carried out, each called by the one after it."""
        frames: Sequence[wasmtime.Frame] = getattr(self.__cause__, "frames", ())
        return [name for frame in frames if (name := frame.func_name) is not None]


class Calls:
    """The functions of a module, by name."""

    def __init__(self, store: wasmtime.Store, exports: Any) -> None:
        self._store = store
        self._exports = exports
        self._made: dict[str, Call] = {}

    def __getitem__(self, name: str) -> Call:
        if name not in self._made:
            function = self._exports[name]
            try:
                self._made[name] = _Direct(self._store, function)
            except (ImportError, AttributeError, TypeError):
                self._made[name] = partial(_usual, self._store, function)
        return self._made[name]


def _usual(store: wasmtime.Store, function: Any, *arguments: int) -> Any:
    import wasmtime

    try:
        return function(store, *arguments)
    except wasmtime.Trap as stop:
        raise Stopped from stop


class _Direct:
    """One function of 64-bit numbers, with a place for what it takes and gives."""

    __slots__ = ("_call", "_context", "_function", "_gives", "_size", "_store", "_trap", "_values")

    def __init__(self, store: wasmtime.Store, function: Any) -> None:
        """Raises ImportError, AttributeError or TypeError if that can't be called so."""
        from ctypes import POINTER

        from wasmtime import _ffi

        type = function.type(store)
        if any(str(each) != "i64" for each in (*type.params, *type.results)):
            raise TypeError(str(type))
        self._gives = bool(type.results)
        self._size = max(1, len(type.params))
        self._values = (_ffi.wasmtime_val_raw_t * self._size)()
        self._call = _ffi.wasmtime_func_call_unchecked
        self._trap = POINTER(_ffi.wasm_trap_t)()
        self._store = store
        self._context: Any = store._context()
        self._function = function._func

    def __call__(self, *arguments: int) -> int | None:
        from ctypes import byref

        values = self._values
        for at, argument in enumerate(arguments):
            values[at].i64 = argument
        error = self._call(self._context, byref(self._function), values, self._size, byref(self._trap))
        if error or self._trap:
            self._stopped(error)
        return int(values[0].i64) if self._gives else None

    def _stopped(self, error: Any) -> None:
        """Raises what has stopped it; the library's objects free what it holds."""
        import wasmtime

        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        stop = wasmtime.Trap._from_ptr(self._trap)
        self._trap = type(self._trap)()
        raise Stopped from stop
