"""Linking of the intermediate language to Python code: new parts are printed and compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any

from interpreter.language.backends.python.code import (
    NAME,
    CompiledGame,
    LinkedFunction,
    NamedConstants,
    PythonCode,
    register_source,
)
from interpreter.language.backends.python.helpers import NAMES
from interpreter.language.backends.python.printer import MVZ, print_function, print_segment
from interpreter.language.execution.executable import CodeKey, CodeKind, FramedRoutine
from interpreter.language.lowered.game import Function, LoweredGame, Segment
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, Problem, RulebookError


def compile_game(symbols: Symbols, lowered: LoweredGame) -> PythonCode:
    """Return the executable code of a lowered game.

    Raises:
        RulebookError: A text is nested too deeply.
    """
    linking = _Linker(symbols, CompiledGame(events=tuple(lowered.events)), lowered)
    linking.link()
    linking.link_tests()
    return PythonCode(symbols, linking.compiled)


def link_fragment(code: PythonCode, lowered: LoweredGame) -> PythonCode:
    """Return a copy of the code with the new parts of `lowered`.

    Raises:
        RulebookError: A text is nested too deeply.
    """
    linking = _Linker(code.symbols, code.compiled.extended(), lowered)
    linking.link()
    return code.extended(linking.compiled)


def link_function(code: PythonCode, function: Function, first: Sequence[str] = MVZ) -> LinkedFunction:
    """Compile a function that can call the game's own. `first` are the names of its leading arguments.

    Raises:
        RulebookError: It is nested too deeply.
    """
    source = print_function(NAME, first, function, code.compiled.constants)
    key = CodeKey(function.title, CodeKind.QUESTION)
    return LinkedFunction(code, _compile_source(code.symbols, source, "", key, None))


class _Linker:
    """Linker that adds lowered parts to a compiled game."""

    def __init__(self, symbols: Symbols, compiled: CompiledGame, lowered: LoweredGame) -> None:
        self.compiled = compiled
        self._symbols = symbols
        self._lowered = lowered

    def link(self) -> None:
        """Compile the terms, routines and segments that are not compiled yet."""
        compiled, lowered = self.compiled, self._lowered
        compiled.decisions = tuple(decision.info for decision in lowered.decisions)
        compiled.places = tuple(lowered.places)
        compiled.items, compiled.points, compiled.tries = tuple(lowered.items), lowered.points, lowered.has_trials
        for word, term in lowered.terms.items():
            if word not in compiled.terms:
                compiled.terms.add(word)
                self._define(f"t{word}", term, CodeKind.WORD)
        first = compiled.linked
        compiled.linked = len(lowered.routines)
        for number, routine in enumerate(lowered.routines[first:], start=first):
            if isinstance(routine, FramedRoutine):
                compiled.frames[number] = routine
            else:
                self._define(f"r{number}", routine, CodeKind.RULE)
        frames = {number: framed.name_count for number, framed in compiled.frames.items()}
        chains: dict[int, list[tuple[int, Segment]]] = {}
        for segment in lowered.segments[len(compiled.routines) :]:
            if segment is not None:
                chains.setdefault(segment.routine, []).append((len(compiled.routines), segment))
            compiled.routines.append(None if segment is None else segment.routine)
        for chain, segments in chains.items():
            source = "".join(print_segment(at, segment, compiled.constants, frames) for at, segment in segments)
            ending = CodeKey("the end", CodeKind.GAME)
            self._compile(source, ending if chain < 0 else CodeKey(compiled.frames[chain].title, CodeKind.RULE))

    def link_tests(self) -> None:
        """Compile the playability tests and the score; copies of a card share their test."""
        lowered = self._lowered
        tests = {id(test): test for test in (*lowered.playable, *lowered.permitted)}
        names = {key: f"p{at}" for at, key in enumerate(tests)}
        for key, test in tests.items():
            self._define(names[key], test, CodeKind.PLAYABILITY_TEST)
        self.compiled.tests = tuple(names[id(test)] for test in lowered.playable)
        self.compiled.permitted = tuple(names[id(test)] for test in lowered.permitted)
        self._define("score", lowered.score, CodeKind.GAME)

    def _define(self, name: str, function: Function, kind: CodeKind) -> None:
        source = print_function(name, MVZ, function, self.compiled.constants)
        self._compile(source, CodeKey(function.title, kind))

    def _compile(self, source: str, key: CodeKey) -> None:
        before = self.compiled.sources.get(key, "")
        self.compiled.sources[key] = before + source
        text = self._lowered.texts.get(key)
        self.compiled.code.append(_compile_source(self._symbols, source, before, key, text))


def _compile_source(symbols: Symbols, source: str, before: str, key: CodeKey, text: Text | None) -> CodeType:
    """Compile a source that comes after `before`, the other sources of the same key."""
    try:
        return compile(
            "\n" * before.count("\n") + source, register_source(symbols.rulebook.id, key, before + source), "exec"
        )
    except (SyntaxError, RecursionError, MemoryError):
        where = Location(symbols.rulebook.folder) if text is None else text.where
        raise RulebookError(Problem(where, "too-deep", f"`{key.title}` is nested too deeply")) from None


def compile_unlinked(function: Function) -> Callable[[int], Any]:
    """Compile a function of one number that doesn't depend on a match."""
    constants = NamedConstants()
    source = print_function(NAME, (), function, constants)
    namespace = {**NAMES, **constants.values}
    exec(compile(source, "<table>", "exec"), namespace)
    made: Callable[[int], Any] = namespace[NAME]
    return made
