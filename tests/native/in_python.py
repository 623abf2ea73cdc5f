"""The runtime of machine code, run in Python on the memory of a machine.

The same source that is translated to WebAssembly (wasm/runtime/) can be stepped through in a debugger:

    machine = searching_in_python(game)       # takes the place of a WasmSearch
    MachineTree(seat, 1, machine).run_playouts(1)     # breakpoints in execution/tree_search.py are hit

Only generated code, such as segments, is called in the machine; registers are exchanged around each call.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import isfunction
from typing import Any, get_type_hints

import pytest

from interpreter.engine.native_games import prepare_native
from interpreter.language.backends.wasm import module
from interpreter.language.backends.wasm.machine.machine import MachineStoppedError
from interpreter.language.backends.wasm.machine.searching import WasmSearch
from interpreter.language.backends.wasm.module import RUNTIME
from interpreter.language.backends.wasm.runtime.structs import RuntimeRegisters, bind, now
from interpreter.language.execution.machine_memory import Pointer, StoppedError, hints, point
from interpreter.matches.match import Game

FUNCTIONS = {name: each for part in RUNTIME for name, each in vars(part).items() if callable(each)}
TABLES = {"segment": "segments", "playable": "playable", "certain": "certain", "judged": "judges"}
"""Tables of generated functions, by the primitive that calls them."""


def compile_open(game: Game) -> None:
    """Compile a game so that its registers and tables of functions are exported."""
    written = module.WasmModule.text

    def text(self: module.WasmModule) -> str:
        found = re.sub(r"\(global \$(\w+) ", r'(global $\1 (export "now.\1") ', written(self))
        return re.sub(r"\(table \$(\w+) ", r'(table $\1 (export "\1") ', found)

    places = {part.__name__ for part in RUNTIME}
    functions = [each for part in RUNTIME for each in vars(part).values()]
    runtime = {each.__name__ for each in functions if isfunction(each) and each.__module__ in places}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "ENTRY_POINTS", (*sorted(runtime), "score"))
        patch.setattr(module.WasmModule, "text", text)
        game.program.native = None
        prepare_native(game)


def machine_of(game: Game) -> WasmSearch:
    machine = game.program.search_machine()
    assert isinstance(machine, WasmSearch)
    return machine


def searching_in_python(game: Game) -> WasmSearch:
    """A machine whose runtime runs in Python. `game` is compiled by `compile_open`."""
    machine = machine_of(game)
    machine.calls = PythonCalls(machine)  # type: ignore[assignment]
    return machine


class PythonCalls:
    """Functions of the runtime by name, as of `ExportedFunctions`, that run in Python."""

    def __init__(self, machine: WasmSearch) -> None:
        self._machine = machine
        self._store, self._exports = machine.calls._store, machine.calls._exports
        self._rules = {name: self._generated(name) for name in (*TABLES, "score")}

    def __getitem__(self, name: str) -> Callable[..., Any]:
        function = FUNCTIONS[name]
        *kinds, _ = get_type_hints(function).values()

        def call(*words: int) -> Any:
            bind(self._machine.words, self._machine.layouts, self._rules)
            self._load()
            try:
                found = function(*map(point, kinds, words))
            except StoppedError as stop:
                raise MachineStoppedError from stop
            finally:
                self._store_registers()
            return found.address if isinstance(found, Pointer) else found

        return call

    def _generated(self, name: str) -> Callable[..., int]:
        """Return a primitive that calls generated code."""

        def call(*words: int) -> int:
            self._store_registers()
            function, arguments = self._exports.get(name), words
            if name in TABLES:
                number, *arguments = words  # type: ignore[assignment]
                function = self._exports[TABLES[name]].get(self._store, number)
            found: int = function(self._store, *arguments)
            self._load()
            return found

        return call

    def _load(self) -> None:
        for name, kind in hints(RuntimeRegisters).items():
            setattr(now, name, point(kind, self._exports[f"now.{name}"].value(self._store)))

    def _store_registers(self) -> None:
        for name in hints(RuntimeRegisters):
            value = getattr(now, name)
            word = value.address if isinstance(value, Pointer) else value
            self._exports[f"now.{name}"].set_value(self._store, word)
