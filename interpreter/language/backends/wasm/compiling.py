"""Compilation of the intermediate language to machine code, by way of WebAssembly text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.language.backends.wasm.machine import new_engine, wasmtime_errors
from interpreter.language.backends.wasm.memory import MemoryLayout
from interpreter.language.backends.wasm.module import WasmModule
from interpreter.language.backends.wasm.pretty import format_text
from interpreter.language.executable import CodeKey, NativeCode, NotCompilable, StartState
from interpreter.language.limits import Limits
from interpreter.language.lowered.tables import LoweredBots
from interpreter.language.symbols import Symbols


@contextmanager
def guard_nesting() -> Iterator[None]:
    """Convert a recursion error into `NotCompilable`.

    Raises:
        Unfit: The rules are nested too deeply to be compiled.
    """
    try:
        yield
    except RecursionError:
        raise NotCompilable("its rules are nested too deeply") from None


def formatted_rules(
    symbols: Symbols, bots: LoweredBots, start: StartState, limits: Limits, root: int
) -> dict[CodeKey, str]:
    """Return the functions of a game as formatted text, by title and kind.

    Raises:
        Unfit: The game does not fit machine code.
    """
    with guard_nesting():
        rules = WasmModule(bots.game, MemoryLayout(symbols, bots, start, limits), root).rules
    return {key: format_text("".join(texts)) for key, texts in rules.items()}


def native_code(symbols: Symbols, bots: LoweredBots, start: StartState, limits: Limits, root: int) -> NativeCode:
    """Compile a game.

    `start` are the cells and zones before the first statement. `root` is the routine that plays the whole game.

    Raises:
        Unfit: The game does not fit machine code.
        NotNative: wasmtime fails.
    """
    memory = MemoryLayout(symbols, bots, start, limits)
    with guard_nesting():
        module = WasmModule(bots.game, memory, root)
        text = module.text()
    with wasmtime_errors():
        import wasmtime

        compiled = bytes(wasmtime.Module(new_engine(), bytes(wasmtime.wat2wasm(text))).serialize())
    return NativeCode(
        compiled,
        memory.known,
        tuple(memory.reasons),
        tuple(memory.labels),
        memory.data.texts,
        module.titles_of_functions,
    )
