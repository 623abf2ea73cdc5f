"""A whole game as the text of a WebAssembly module."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.backends.wasm.code import Code
from interpreter.language.backends.wasm.inlining import Inlining
from interpreter.language.backends.wasm.memory import Memory
from interpreter.language.backends.wasm.runtime import (
    cards,
    deals,
    flow,
    games,
    habits,
    lists,
    marks,
    numbers,
    positions,
    proof,
    tables,
    tree,
    trials,
    work,
    worth,
)
from interpreter.language.backends.wasm.subset import translated
from interpreter.language.backends.wasm.words import Registers
from interpreter.language.executable import SourceKey, SourceKind, Unfit
from interpreter.language.lowered.game import Function, LoweredGame

RUNTIME = (
    lists,
    marks,
    numbers,
    work,
    cards,
    flow,
    trials,
    tables,
    habits,
    games,
    positions,
    deals,
    worth,
    proof,
    tree,
)
MOST_TEXT = 20_000_000
"""Most characters of all functions, thirty times those of the longest game of this project."""
SET = ("reached",)
"""Registers with an initial value."""
TABLES = SourceKey("the tables", SourceKind.GAME)
CERTAIN = SourceKey("what is certain", SourceKind.GAME)
RUN_TIME = SourceKey("the run-time part", SourceKind.GAME)


class Module:
    """WebAssembly module of a game.

    Attributes:
        rules: Texts of its functions, by title and kind.
        titles_of_functions: Titles of the rules, by function name.
    """

    def __init__(self, lowered: LoweredGame, memory: Memory, root: int) -> None:
        """Generate all functions. `root` is the routine that plays the whole game.

        Raises:
            Unfit: The text is too long.
        """
        self._lowered = lowered
        self._memory = memory
        tests = {id(test): test for test in (*lowered.playable, *lowered.permitted)}
        self._tests = {key: (f"p{at}", test) for at, (key, test) in enumerate(tests.items())}
        self.rules: dict[SourceKey, list[str]] = {}
        self.rules[RUN_TIME] = list(translated(RUNTIME, {**memory.known, "ROOT": root}))
        self.titles_of_functions: dict[str, str] = {}
        self._left = MOST_TEXT
        for key, text in self._functions():
            self._count(text)
            self.rules.setdefault(key, []).append(text)
            self.titles_of_functions[text.removeprefix("(func $").split(maxsplit=1)[0]] = key.title

    def _count(self, text: str) -> None:
        self._left -= len(text)
        if self._left < 0:
            raise Unfit("its rules are too long")

    def _functions(self) -> Iterator[tuple[SourceKey, str]]:
        """Yield all functions, with their source keys."""
        lowered, code = self._lowered, Code(self._memory, self._lowered)
        for number, term in lowered.terms.items():
            yield SourceKey(term.title, SourceKind.WORD), code.function(f"t{number}", term)
        for number, routine in enumerate(lowered.routines):
            if isinstance(routine, Function):
                yield SourceKey(routine.title, SourceKind.RULE), code.function(f"r{number}", routine)
        for number, segment in enumerate(lowered.segments):
            if segment is not None:
                key = SourceKey("the end", SourceKind.GAME)
                if segment.routine >= 0:
                    key = SourceKey(lowered.routines[segment.routine].title, SourceKind.RULE)
                yield key, code.segment(number, segment)
        for name, test in self._tests.values():
            yield SourceKey(test.title, SourceKind.PLAYABILITY_TEST), code.function(name, test)
        yield SourceKey(lowered.score.title, SourceKind.GAME), code.function("score", lowered.score)
        for number, judge in enumerate(self._memory.judges):
            yield TABLES, code.function(f"j{number}", judge)

        for number, condition in enumerate(self._memory.certain):
            yield CERTAIN, code.function(f"c{number}", condition)

    def _written(self) -> Iterator[str]:
        """Yield all functions, with calls of short functions inlined."""
        inlining = Inlining(self.rules[RUN_TIME])
        for texts in self.rules.values():
            for text in texts:
                applied = inlining.applied(text)
                self._count(applied[len(text) :])
                yield applied

    def text(self) -> str:
        """Return the text of the module.

        Raises:
            Unfit: The text is too long.
        """
        segments = ["$s0" if each is None else f"$s{at}" for at, each in enumerate(self._lowered.segments)]
        playable = [f"${self._tests[id(test)][0]}" for test in self._lowered.playable]
        permitted = [f"${self._tests[id(test)][0]}" for test in self._lowered.permitted]
        judges = [f"$j{number}" for number in range(len(self._memory.judges))]
        certain = [f"$c{number}" for number in range(len(self._memory.certain))]
        registers = "".join(
            f"(global ${name} (mut i64) (i64.const {self._memory.known[name.upper()] if name in SET else 0}))\n"
            for name in Registers.__annotations__
        )
        tables = "".join(
            f"(table ${name} {len(functions)} {len(functions)} funcref)\n"
            f"(elem (table ${name}) (i32.const 0) func {' '.join(functions)})\n"
            for name, functions in (
                ("segments", segments),
                ("playable", playable),
                ("permitted", permitted),
                ("judges", judges),
                ("certain", certain),
            )
        )
        functions = "".join(self._written())
        pages = self._memory.pages
        return (
            "(module\n"
            "(type $segment (func (param i32) (result i32)))\n"
            "(type $test (func (param i64) (result i64)))\n"
            "(type $judge (func (param i64 i64) (result i64)))\n"
            "(type $fact (func (result i64)))\n"
            f'(memory (export "memory") {pages} {pages})\n'
            f"{tables}{registers}{functions}{self._memory.data.text()})\n"
        )
