"""Calls of machine code from Python.

A regular call through wasmtime inspects the function's type and creates objects for all values, which takes some 50 µs.
Its C interface has an unchecked call that takes 2 µs; the caller is responsible for the number and types of the
arguments. The Python package treats that call as private. If it has changed, the regular call is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

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

    __slots__ = ("_call", "_context", "_function", "_gives", "_size", "_store", "_trap", "_values")

    def __init__(self, store: wasmtime.Store, function: Any) -> None:
        """Prepare the unchecked call.

        Raises:
            ImportError: The private interface of wasmtime has changed.
            AttributeError: As above.
            TypeError: As above, or the function has other types than 64-bit integers.
        """
        from ctypes import POINTER

        from wasmtime import _ffi

        signature = function.type(store)
        if any(str(each) != "i64" for each in (*signature.params, *signature.results)):
            raise TypeError(str(signature))
        self._gives = bool(signature.results)
        self._size = max(1, len(signature.params))
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
        """Raise the reason for which the call was stopped. The library's objects free the memory."""
        import wasmtime

        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        stop = wasmtime.Trap._from_ptr(self._trap)
        self._trap = type(self._trap)()
        raise MachineStoppedError from stop
