"""A whole game as the text of a WebAssembly module.

Compilation of the intermediate language to machine code, by way of WebAssembly text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from interpreter.language.backends.wasm.code import FunctionGenerator
from interpreter.language.backends.wasm.machine.machine import new_engine, wasmtime_errors
from interpreter.language.backends.wasm.memory import MemoryLayout
from interpreter.language.backends.wasm.runtime import (
    cards,
    deals,
    flow,
    games,
    matches,
    positions,
    tables,
    tree,
    tree_playouts,
    work,
)
from interpreter.language.backends.wasm.runtime.structs import RuntimeRegisters
from interpreter.language.backends.wasm.runtime.values import hands, lists, map_searches, numbers, subsets
from interpreter.language.backends.wasm.subset import translate_modules
from interpreter.language.backends.wasm.wat_text import (
    CALL,
    MOST_CHARACTERS,
    MOST_IN_RUN_TIME,
    CallInliner,
    format_text,
    function_name,
)
from interpreter.language.execution import search_nodes, search_payoffs, seat_views, tree_search
from interpreter.language.execution.executable import (
    CodeKey,
    CodeKind,
    NativeCode,
    NotCompilableError,
    PortableCode,
    StartState,
)
from interpreter.language.layout import Limits
from interpreter.language.lowered.game import Function, LoweredBots, LoweredGame
from interpreter.language.symbols import Symbols

RUNTIME = (
    lists,
    map_searches,
    hands,
    subsets,
    numbers,
    work,
    cards,
    flow,
    tables,
    tree,
    games,
    positions,
    matches,
    deals,
    search_nodes,
    search_payoffs,
    seat_views,
    tree_search,
    tree_playouts,
)
MOST_TEXT = 20_000_000
"""Most characters of all functions, thirty times those of the longest game of this project."""
ENTRY_POINTS = (
    "play_games",
    "play_recorded",
    "play_out",
    "store_registers",
    "check_position",
    "load_registers",
    "keep_position",
    "restore_position",
    "answer",
    "reset_steps",
    "deal",
    "start_tree",
    "advance_root",
    "child_at",
    "run_playouts",
)
"""Runtime functions that Python calls. An export has a wrapper, which takes as long to compile as a short function."""
MATCH_ENTRY_POINTS = ("begin_match", "resume_match", "answer", "option_of_player", "score")
"""Functions of a module with which programs other than Python play single matches."""
SET = ("reached",)
"""Registers with an initial value."""
TABLES = CodeKey("the tables", CodeKind.GAME)
CERTAIN = CodeKey("what is certain", CodeKind.GAME)
RUN_TIME = CodeKey("the run-time part", CodeKind.GAME)


class WasmModule:
    """WebAssembly module of a game.

    Attributes:
        rules: Texts of its functions, by title and kind.
        titles_of_functions: Titles of the rules, by function name.
    """

    def __init__(self, lowered: LoweredGame, memory: MemoryLayout, questions: Sequence[Function] = ()) -> None:
        """Generate all functions.

        Args:
            lowered: The game.
            memory: Its memory.
            questions: Further functions with a result, of the names in a frame and their parameters. They are exported
                as `q0`, `q1` and so on.

        Raises:
            NotCompilableError: The text is too long.
        """
        self._lowered = lowered
        self._memory = memory
        self._questions = questions
        tests = {id(test): test for test in (*lowered.playable, *lowered.permitted)}
        self._tests = {key: (f"p{at}", test) for at, (key, test) in enumerate(tests.items())}
        self.rules: dict[CodeKey, list[str]] = {}
        self.rules[RUN_TIME] = list(translate_modules(RUNTIME, memory.known))
        self.titles_of_functions: dict[str, str] = {}
        self._left = MOST_TEXT
        for key, text in self._functions():
            self._count(text)
            self.rules.setdefault(key, []).append(text)
            self.titles_of_functions[function_name(text)] = key.title

    def _count(self, text: str) -> None:
        self._left -= len(text)
        if self._left < 0:
            raise NotCompilableError("its rules are too long")

    def _functions(self) -> Iterator[tuple[CodeKey, str]]:
        """Yield all functions, with their source keys."""
        lowered, code = self._lowered, FunctionGenerator(self._memory, self._lowered)
        for number, term in lowered.terms.items():
            yield CodeKey(term.title, CodeKind.WORD), code.function(f"t{number}", term)
        for number, routine in enumerate(lowered.routines):
            if isinstance(routine, Function):
                yield CodeKey(routine.title, CodeKind.RULE), code.function(f"r{number}", routine)
        for number, segment in enumerate(lowered.segments):
            if segment is not None:
                key = CodeKey("the end", CodeKind.GAME)
                if segment.routine >= 0:
                    key = CodeKey(lowered.routines[segment.routine].title, CodeKind.RULE)
                yield key, code.segment(number, segment)
        for name, test in self._tests.values():
            yield CodeKey(test.title, CodeKind.PLAYABILITY_TEST), code.function(name, test)
        yield CodeKey(lowered.score.title, CodeKind.GAME), code.function("score", lowered.score)
        for number, judge in enumerate(self._memory.judges):
            yield TABLES, code.function(f"j{number}", judge)

        for number, condition in enumerate(self._memory.certainties):
            yield CERTAIN, code.function(f"c{number}", condition)
        for number, question in enumerate(self._questions):
            yield CodeKey(question.title, CodeKind.QUESTION), code.question(f"q{number}", question)

    def _written(self) -> Iterator[str]:
        """Yield all functions, with calls of short functions inlined."""
        short, longer = (CallInliner(self.rules[RUN_TIME], most) for most in (MOST_CHARACTERS, MOST_IN_RUN_TIME))
        for key, texts in self.rules.items():
            inlining = longer if key == RUN_TIME else short
            for text in texts:
                applied = inlining.inline(text)
                self._count(applied[len(text) :])
                yield applied

    def _reachable(self, names: Iterable[str]) -> Iterator[str]:
        """Yield the functions with these names, and those that they call, in the order in which they are written."""
        written = {function_name(text): text for text in self._written()}
        waiting, reached = list(names), set[str]()
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += CALL.findall(written[name])
        return (text for name, text in written.items() if name in reached)

    def text(self, entry_points: Sequence[str] | None = None, pages: int | None = None) -> str:
        """Return the text of the module.

        Args:
            entry_points: Runtime functions that are exported; None: those that Python calls.
            pages: Size of the memory; None: that of all areas.

        Raises:
            NotCompilableError: The text is too long.
        """
        segments = ["s0" if each is None else f"s{at}" for at, each in enumerate(self._lowered.segments)]
        playable = [f"{self._tests[id(test)][0]}" for test in self._lowered.playable]
        permitted = [f"{self._tests[id(test)][0]}" for test in self._lowered.permitted]
        judges = [f"j{number}" for number in range(len(self._memory.judges))]
        certain = [f"c{number}" for number in range(len(self._memory.certainties))]
        registers = "".join(
            f"(global ${name} (mut i64) (i64.const {self._memory.known[name.upper()] if name in SET else 0}))\n"
            for name in RuntimeRegisters.__annotations__
        )
        named = {
            "segments": segments,
            "playable": playable,
            "permitted": permitted,
            "judges": judges,
            "certain": certain,
        }
        tables = "".join(
            f"(table ${name} {len(functions)} {len(functions)} funcref)\n"
            f"(elem (table ${name}) (i32.const 0) func {' '.join(f'${each}' for each in functions)})\n"
            for name, functions in named.items()
        )
        exported = [*(entry_points or ENTRY_POINTS), *(f"q{number}" for number in range(len(self._questions)))]
        exports = "".join(f'(export "{name}" (func ${name}))\n' for name in exported)
        functions = "".join(self._reachable(chain(exported, *named.values())))
        pages = pages or self._memory.pages
        return (
            "(module\n"
            "(type $segment (func (param i32) (result i32)))\n"
            "(type $test (func (param i64) (result i64)))\n"
            "(type $judge (func (param i64 i64) (result i64)))\n"
            "(type $fact (func (result i64)))\n"
            f'(memory (export "memory") {pages} {pages})\n'
            f"{exports}{tables}{registers}{functions}{self._memory.data.text()})\n"
        )


@contextmanager
def guard_nesting() -> Iterator[None]:
    """Convert a recursion error into `NotCompilableError`.

    Raises:
        NotCompilableError: The rules are nested too deeply to be compiled.
    """
    try:
        yield
    except RecursionError:
        raise NotCompilableError("its rules are nested too deeply") from None


def formatted_rules(
    symbols: Symbols, bots: LoweredBots, start: StartState, limits: Limits, root: int
) -> dict[CodeKey, str]:
    """Return the functions of a game as formatted text, by title and kind.

    Raises:
        NotCompilableError: The game does not fit machine code.
    """
    with guard_nesting():
        rules = WasmModule(bots.game, MemoryLayout(symbols, bots, start, limits, root)).rules
    return {key: format_text("".join(texts)) for key, texts in rules.items()}


def native_code(symbols: Symbols, bots: LoweredBots, start: StartState, limits: Limits, root: int) -> NativeCode:
    """Compile a game.

    `start` are the cells and zones before the first statement. `root` is the routine that plays the whole game.

    Raises:
        NotCompilableError: The game does not fit machine code.
        NativeUnavailableError: wasmtime fails.
    """
    memory = MemoryLayout(symbols, bots, start, limits, root)
    with guard_nesting():
        module = WasmModule(bots.game, memory)
        text = module.text()
    with wasmtime_errors():
        import wasmtime

        compiled = bytes(wasmtime.Module(new_engine(), bytes(wasmtime.wat2wasm(text))).serialize())
    return NativeCode(
        compiled,
        memory.known,
        tuple(memory.reasons),
        tuple(memory.labels),
        module.titles_of_functions,
    )


def portable_code(
    symbols: Symbols, bots: LoweredBots, start: StartState, limits: Limits, root: int, questions: Sequence[Function]
) -> PortableCode:
    """Return a game as a WebAssembly module with which any program can play single matches.

    Args:
        symbols: Symbols of the game.
        bots: The game and its bots.
        start: Cells and zones before the first statement.
        limits: Resource limits of a match.
        root: The routine that plays the whole game.
        questions: Further functions, see `WasmModule`.

    Raises:
        NotCompilableError: The game does not fit machine code.
        NativeUnavailableError: wasmtime fails.
    """
    memory = MemoryLayout(symbols, bots, start, limits, root, plays_scripts=True)
    with guard_nesting():
        text = WasmModule(bots.game, memory, questions).text(MATCH_ENTRY_POINTS, memory.pages_for_matches)
    with wasmtime_errors():
        import wasmtime

        module = bytes(wasmtime.wat2wasm(text))
    return PortableCode(module, memory.known, tuple(memory.reasons), memory.sentences)
