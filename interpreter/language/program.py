"""Compilation of a rulebook to a program: texts are analysed, lowered and linked on first use.

Modules of the compiler are imported only where they are needed, so playing a finished program doesn't load them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.language.backends.python.code import PythonCode
from interpreter.language.execution.executable import (
    CodeKey,
    CodeKind,
    Machine,
    NativeCode,
    NotCompilableError,
    PlayoutMachine,
    PortableCode,
    SearchMachine,
    StartState,
)
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Rulebook, Text
from interpreter.support.errors import Problem

if TYPE_CHECKING:
    from interpreter.language.analysis import Analysis
    from interpreter.language.ir.expressions import Expr
    from interpreter.language.ir.statements import Routine, Signature
    from interpreter.language.layout import Limits
    from interpreter.language.lowered.game import LoweredBots, LoweredGame
    from interpreter.language.lowering.whole import Lowering
    from interpreter.language.queries import NameValues, Queries
    from interpreter.language.routines import Routines


class Program:
    """A playable rulebook: lowered without a log for quick play, and with a log. Both play the same matches.

    A program can be pickled, with the code for quick play if that exists. The analysis is left out, and made again when
    it is needed. Machine code is left out too, and passed on only where that is intended.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        """Analyse a rulebook.

        Raises:
            RulebookError: Every mistake in the texts, or a text that is nested too deeply.
        """
        from interpreter.language.analysis import Analysis
        from interpreter.language.checking.endings import has_single_winner

        self.rulebook = rulebook
        self._analysis: Analysis | None = Analysis(rulebook)
        self.symbols: Symbols = self._analysis.symbols
        self.root = self._analysis.routines.root
        self.has_single_winner = has_single_winner(self._analysis.routines, bool(rulebook.sides))
        """True if exactly one seat or side provably wins each game."""
        self._routines: Routines | None = None
        self._base: Program | None = None
        self._lowerings: dict[bool, Lowering] = {}
        self._lowered: dict[bool, LoweredGame] = {}
        self._codes: dict[bool, PythonCode] = {}
        self.native: NativeCode | NotCompilableError | None = None
        """Machine code, or the reason why there can be none; None until it is made."""
        if self._analysis.is_deeply_nested and self.code(False):  # and the code linked to it
            _ = self.zone_facts, self.certain_conditions

    def __getstate__(self) -> dict[str, Any]:
        return {
            "rulebook": self.rulebook,
            "symbols": self.symbols,
            "root": self.root,
            "has_single_winner": self.has_single_winner,
            "_analysis": None,
            "_routines": None,
            "_base": None,
            "_lowerings": {},
            "_lowered": {},
            "native": None,
            "_codes": {logged: code for logged, code in self._codes.items() if not logged},
        }

    @property
    def analysis(self) -> Analysis:
        """The analysed texts."""
        from interpreter.language.analysis import Analysis

        if self._analysis is None:
            self._analysis = Analysis(self.rulebook)
        return self._analysis

    @property
    def routines(self) -> Routines:
        """Routines of the game and of all linked fragments."""
        return self.analysis.routines if self._routines is None else self._routines

    def code(self, logged: bool) -> PythonCode:
        """Return the callable game, made on first use. Only the code with a log includes linked fragments."""
        if self._base is not None and not logged:
            return self._base.code(False)
        if logged not in self._codes:
            self._make(logged)
        return self._codes[logged]

    def lowered(self, logged: bool) -> LoweredGame:
        """Return the game in the intermediate language, from which `code` is made."""
        if self._base is not None and not logged:
            return self._base.lowered(False)
        if logged not in self._lowered:
            self._make(logged)
        return self._lowered[logged]

    def _make(self, logged: bool) -> None:
        from interpreter.language.diagnostics import Diagnostics

        diagnostics = Diagnostics(self.rulebook)
        diagnostics.attempt(self.rulebook.start, self._lower, logged)
        diagnostics.raise_if_any()

    def _lower(self, logged: bool) -> None:
        from interpreter.language.backends.python.linking import compile_game, compile_unlinked
        from interpreter.language.lowering.whole import Lowering

        lowering = Lowering(self.analysis, logged, compile_unlinked)
        lowered = lowering.lower_game()
        if logged not in self._codes:  # existing code is in use elsewhere
            self._codes[logged] = compile_game(self.symbols, lowered)
        self._lowerings[logged], self._lowered[logged] = lowering, lowered

    def native_code(self, lowered: LoweredBots, start: StartState, limits: Limits) -> NativeCode:
        """Compile the game with its bots to machine code.

        Args:
            lowered: The game and its bots in the intermediate language.
            start: Cells and zones before the first statement.
            limits: Resource limits of a match.

        Raises:
            Unfit: The game can't become machine code.
            NotNative: Wasmtime fails.
        """
        from interpreter.language.backends.wasm.module import native_code

        return native_code(self.symbols, lowered, start, limits, self.root)

    def portable_code(
        self, lowered: LoweredBots, start: StartState, limits: Limits, asked: Sequence[tuple[Expr, NameValues]]
    ) -> PortableCode:
        """Compile the game with its bots to a WebAssembly module for other programs.

        Args:
            lowered: The game with a log and its bots in the intermediate language.
            start: Cells and zones before the first statement.
            limits: Resource limits of a match.
            asked: Expressions that the module evaluates as its questions, each with the names in it.

        Raises:
            Unfit: The game can't become machine code.
            NotNative: Wasmtime fails.
        """
        from interpreter.language.backends.wasm.module import portable_code

        questions, game = self.queries(logged=True).lower_scoped(asked)
        terms = {**game.terms, **lowered.game.terms}
        bots = replace(lowered, game=replace(lowered.game, terms=terms))
        return portable_code(self.symbols, bots, start, limits, self.root, questions)

    @staticmethod
    def native_target() -> str:
        """Return a description of the machine and runtime for which code is compiled here.

        Raises:
            NotNative: There is no runtime for machine code.
        """
        from interpreter.language.backends.wasm.machine.machine import target_description

        return target_description()

    @staticmethod
    def can_run(code: NativeCode) -> bool:
        """True if the machine code, made earlier, can run here.

        Raises:
            NotNative: There is no runtime for machine code.
        """
        from interpreter.language.backends.wasm.machine.machine import is_compatible

        return is_compatible(code)

    def native_rules(self, lowered: LoweredBots, start: StartState, limits: Limits) -> dict[CodeKey, str]:
        """Return the source text of the machine code, by title and kind. Raises the errors of `native_code`."""
        from interpreter.language.backends.wasm.module import formatted_rules

        return formatted_rules(self.symbols, lowered, start, limits, self.root)

    def machine(self) -> Machine:
        """Return a machine that runs the machine code, which must have been made before.

        Raises:
            NotNative: The machine code can't run here.
        """
        from interpreter.language.backends.wasm.machine.machine import WasmMachine

        assert isinstance(self.native, NativeCode)
        return WasmMachine(self.native)

    def search_machine(self) -> SearchMachine:
        """Return a machine that also runs a tree search, as `playout_machine` does for positions."""
        from interpreter.language.backends.wasm.machine.searching import WasmSearch

        assert isinstance(self.native, NativeCode)
        return WasmSearch(self.native)

    def playout_machine(self) -> PlayoutMachine:
        """Return a machine as `machine` does, but one that can continue play from given positions."""
        from interpreter.language.backends.wasm.machine.searching import WasmPlayouts

        assert isinstance(self.native, NativeCode)
        return WasmPlayouts(self.native)

    def with_routine(self, routine: Routine, added: frozenset[str]) -> tuple[Program, int]:
        """Return a copy with one more routine linked to its code with a log, and the routine's number.

        This program stays unchanged. `added` are the kinds of things that the routine adds to lists.
        """
        from interpreter.language.backends.python.linking import link_fragment

        before, code = self.lowered(True), self.code(True)
        other = object.__new__(Program)
        other.__dict__.update(self.__dict__)
        other._base = self._base or self
        other._routines = self.routines.copy()
        number = other.routines.add(routine)
        lowering = self._lowerings[True].extended(other.routines, added)
        lowered = lowering.lower_fragment(number, before)
        other._lowerings = {**self._lowerings, True: lowering}
        other._lowered = {**self._lowered, True: lowered}
        other._codes = {**self._codes, True: link_fragment(code, lowered)}
        return other, number

    def queries(self, logged: bool = False) -> Queries:
        """Return an evaluator of expressions that are in no text of the game."""
        from interpreter.language.queries import Queries

        lowered = self.lowered(logged)
        lowering = self._lowerings[logged] if self._base is None or logged else self._base._lowerings[logged]
        return Queries(lowering.extended(self.routines), self.code(logged), lowered)

    @cached_property
    def zone_facts(self) -> dict[int, tuple[int, Callable[..., bool]]]:
        """Facts about the cards of each zone: by zone number its owner and a predicate `(m, v, z, owner, it)`."""
        if self._base is not None:
            return self._base.zone_facts
        found = {}
        queries = self.queries()
        for holds in self.analysis.zone_facts:
            condition = queries.function(holds.condition, (holds.owner, holds.it), holds.text)
            for owner, zone in enumerate(holds.zones):
                found[zone] = owner, condition
        return found

    @cached_property
    def certain_conditions(self) -> list[tuple[Callable[..., bool], frozenset[int] | None]]:
        """Conditions that hold at every decision, as functions `(m, v, z)`, with the zones each reads (None: any)."""
        if self._base is not None:
            return self._base.certain_conditions
        queries = self.queries()
        return [
            (queries.function(certain.condition, text=certain.text), certain.reads)
            for certain in self.analysis.certain_conditions
        ]

    @cached_property
    def warnings(self) -> tuple[Problem, ...]:
        """Warnings about texts that can nevertheless be carried out."""
        return self.analysis.warnings()

    @property
    def linked_code(self) -> PythonCode:
        """The code with all linked fragments; the code for quick play if there are none."""
        return self.code(logged=self._base is not None)

    def text_of(self, key: CodeKey) -> Text | None:
        """Return the text from which the code with this key was made."""
        found: Iterable[Signature] = ()
        if key.kind is CodeKind.WORD:
            found = self.analysis.terms.all.values()
        elif key.kind in (CodeKind.RULE, CodeKind.PLAYABILITY_TEST):
            found = self.routines.all
        return next((each.text for each in found if each.title == key.title), None)
