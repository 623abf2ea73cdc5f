"""Compilation of the intermediate language to machine code, by way of WebAssembly text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.language.backends.wasm.machine import new_engine, told
from interpreter.language.backends.wasm.memory import Memory
from interpreter.language.backends.wasm.module import Module
from interpreter.language.backends.wasm.pretty import pretty
from interpreter.language.executable import NativeCode, SourceKey, Start, Unfit
from interpreter.language.limits import Limits
from interpreter.language.lowered.tables import LoweredBots
from interpreter.language.symbols import Symbols


@contextmanager
def not_too_deep() -> Iterator[None]:
    """Convert a recursion error into `Unfit`.

    Raises:
        Unfit: The rules are nested too deeply to be compiled.
    """
    try:
        yield
    except RecursionError:
        raise Unfit("its rules are nested too deeply") from None


def rules_of(symbols: Symbols, bots: LoweredBots, start: Start, limits: Limits, root: int) -> dict[SourceKey, str]:
    """Return the functions of a game as formatted text, by title and kind.

    Raises:
        Unfit: The game does not fit machine code.
    """
    with not_too_deep():
        rules = Module(bots.game, Memory(symbols, bots, start, limits), root).rules
    return {key: pretty("".join(texts)) for key, texts in rules.items()}


def native_code(symbols: Symbols, bots: LoweredBots, start: Start, limits: Limits, root: int) -> NativeCode:
    """Compile a game.

    `start` are the cells and zones before the first statement. `root` is the routine that plays the whole game.

    Raises:
        Unfit: The game does not fit machine code.
        NotNative: wasmtime fails.
    """
    memory = Memory(symbols, bots, start, limits)
    with not_too_deep():
        module = Module(bots.game, memory, root)
        text = module.text()
    with told():
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
