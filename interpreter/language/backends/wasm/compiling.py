"""From the intermediate language to machine code: the text of a module, and what wasmtime makes of it."""

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
    """Raises Unfit where rules are nested too deeply to be written."""
    try:
        yield
    except RecursionError:
        raise Unfit("its rules are nested too deeply") from None


def rules_of(symbols: Symbols, bots: LoweredBots, start: Start, limits: Limits, root: int) -> dict[SourceKey, str]:
    """The functions of a game as text, laid out for people, by title and kind. Raises as `native_code`."""
    with not_too_deep():
        rules = Module(bots.game, Memory(symbols, bots, start, limits), root).rules
    return {key: pretty("".join(texts)) for key, texts in rules.items()}


def native_code(symbols: Symbols, bots: LoweredBots, start: Start, limits: Limits, root: int) -> NativeCode:
    """A game compiled. `start`: the cells and zones before the first statement; `root`: the routine that is the whole
    game. Raises Unfit; NotNative if wasmtime fails."""
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
