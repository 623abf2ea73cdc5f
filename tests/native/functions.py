"""Functions of the intermediate language, carried out by both backends on the beginning of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
import wasmtime

from interpreter.engine.native_games import match_limits
from interpreter.engine.state import State
from interpreter.language.backends.python.linking import link_function
from interpreter.language.backends.wasm import module
from interpreter.language.backends.wasm.machine.machine import new_engine
from interpreter.language.backends.wasm.memory import MemoryLayout
from interpreter.language.execution.executable import NIL
from interpreter.language.lowered.game import Function, LoweredBots
from interpreter.matches.match import Game

STOPPED = "stopped"
"""Result of a backend that has stopped the match."""
MASK = (1 << 64) - 1
Arguments = Sequence[Any]


class Functions:
    """Functions linked to a game.

    Arguments and results are numbers, truth values, None, or tuples of numbers. Every list that is passed to machine
    code has to be in `lists`.
    """

    def __init__(self, game: Game, functions: Sequence[Function], lists: Sequence[tuple[Any, ...]] = ()) -> None:
        self._game = game
        code = game.program.code(False)
        self._python: list[Callable[..., Any]] = [link_function(code, each).call for each in functions]
        lowered = game.program.lowered(False)
        symbols, root = game.program.symbols, game.program.root
        memory = MemoryLayout(symbols, LoweredBots(lowered, ()), game.beginning, match_limits(game), root)
        memory.judges += functions
        self._lists = {each: memory.data.list(each) for each in lists}
        judges = (f"j{at}" for at in range(len(memory.judges)))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "ENTRY_POINTS", (*module.ENTRY_POINTS, "set_up", *judges))
            text = module.WasmModule(lowered, memory).text()
        self._known = memory.known
        self._store = wasmtime.Store(new_engine())
        compiled = wasmtime.Module(self._store.engine, bytes(wasmtime.wat2wasm(text)))
        self._exports: Any = wasmtime.Instance(self._store, compiled, []).exports(self._store)
        memory_of: Any = self._exports["memory"]
        pointer = memory_of.get_buffer_ptr(self._store)
        self._words = memoryview(pointer).cast("B").cast("q")

    def by_python(self, at: int, arguments: Arguments = (), seed: int = 1) -> tuple[Any, int]:
        """Return a function's result and the generator's state afterwards; any Python exception counts as stopped."""
        state: State = self._game.initial_state(seed, logged=False)
        try:
            found = self._python[at](state, state.v, state.z, *arguments)
        except Exception:
            return STOPPED, 0
        if isinstance(found, list | dict | tuple | set | frozenset):
            found = tuple(found)
        return found, state.random

    def by_machine(self, at: int, arguments: Arguments = (), seed: int = 1, many: bool = False) -> tuple[Any, int]:
        """The same by machine code. `many`: it gives a list."""
        self._exports["set_up"](self._store, seed)
        self._exports["reset_steps"](self._store)
        try:
            found = self._exports[f"j{at}"](self._store, *map(self._word, arguments))
        except wasmtime.Trap:
            return STOPPED, 0
        random = self._words[self._known["RANDOM"] // 8] & MASK
        if many:
            size = self._words[found // 8]
            return tuple(map(_value, self._words[found // 8 + 1 : found // 8 + 1 + size].tolist())), random
        return _value(found), random

    def _word(self, value: Any) -> int:
        if value is None:
            return NIL
        return self._lists[value] if isinstance(value, tuple) else int(value)


def _value(word: int) -> int | None:
    return None if word == NIL else word
