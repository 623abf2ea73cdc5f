"""From a rulebook to a program: its texts analysed, lowered and linked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any

from interpreter.errors import Problem
from interpreter.language.analysis import Analysis
from interpreter.language.backends.python.linking import STATE, Code, run_printed
from interpreter.language.checking.doable import Doable
from interpreter.language.diagnostics import Diagnostics
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Routine
from interpreter.language.ir.types import Local
from interpreter.language.lowered.program import Function, Lowered
from interpreter.language.lowered.values import Value
from interpreter.language.lowering.expressions import Names
from interpreter.language.lowering.whole import Lowering
from interpreter.rulebook.model import Rulebook, Text


class Questions:
    """Expressions that stand in no text of a game, made callable beside its code, which is left as it is."""

    def __init__(self, lowering: Lowering, code: Code, lowered: Lowered) -> None:
        self._lowering = lowering
        self._code = code.beside(lowered)
        self._lowered = lowered

    @property
    def doable(self) -> Doable:
        """What tells under which condition statements can be carried out."""
        return self._lowering.doable

    def value(self, expr: Expr, names: Names) -> Value:
        """What an expression is, where its names stand for these values."""
        return self._lowering.value(expr, names)

    def function(self, expr: Expr, names: Sequence[Local] = ()) -> Callable[..., Any]:
        """An expression as a function `(v, z, …)` of these names."""
        return self.linked(self._lowering.function("a question", expr, names), STATE)

    def linked(self, function: Function, first: Sequence[str]) -> Callable[..., Any]:
        """A function made callable; `first` is what it gets before its arguments."""
        terms = self._lowering.terms()
        if len(terms) > len(self._lowered.terms):
            self._lowered = replace(self._lowered, terms=terms)
            self._code = self._code.beside(self._lowered)
        return self._code.function(function, first)


class Program:
    """A rulebook that can be played: lowered without a log for quick play, and with one; both make the same matches."""

    def __init__(self, rulebook: Rulebook) -> None:
        """Raises RulebookError with every mistake in the texts, or for one that is nested too deeply."""
        self.rulebook = rulebook
        self.analysis = Analysis(rulebook)
        self.symbols = self.analysis.symbols
        self.routines = self.analysis.routines
        self._lowerings: dict[bool, Lowering] = {}
        self._lowered: dict[bool, Lowered] = {}
        self._codes: dict[bool, Code] = {}
        if self.analysis.deep:
            self.code(False)

    def code(self, logged: bool) -> Code:
        """The game made callable, when first asked for."""
        if logged not in self._codes:
            diagnostics = Diagnostics(self.rulebook)
            diagnostics.attempt(self.rulebook.start, self._make, logged)
            diagnostics.stop_if_wrong()
        return self._codes[logged]

    def _make(self, logged: bool) -> None:
        lowering = Lowering(self.analysis, logged, run_printed)
        lowered = lowering.whole()
        self._codes[logged] = Code(self.symbols, lowered)
        self._lowerings[logged], self._lowered[logged] = lowering, lowered

    def with_routine(self, routine: Routine, added: frozenset[str]) -> tuple[Program, int]:
        """The same program with one routine more linked beside its code with a log, and the number of that; this one is
        left as it is. `added`: the kinds of things that it adds to lists."""
        code, other = self.code(True), copy(self)
        other.routines = self.routines.beside()
        number = other.routines.add(routine)
        lowering = self._lowerings[True].beside(other.routines, added)
        lowered = lowering.more(number, self._lowered[True])
        other._lowerings = {**self._lowerings, True: lowering}
        other._lowered = {**self._lowered, True: lowered}
        other._codes = {**self._codes, True: code.beside(lowered)}
        return other, number

    def questions(self, logged: bool = False) -> Questions:
        """What answers questions that stand in no text of the game."""
        code = self.code(logged)
        return Questions(self._lowerings[logged].beside(self.routines), code, self._lowered[logged])

    @cached_property
    def holds(self) -> dict[int, tuple[int, Callable[..., bool]]]:
        """By the number of a zone: its owner, and what is known of each card there, a function `(v, z, owner, it)`."""
        found = {}
        questions = self.questions()
        for holds in self.analysis.holds:
            condition = questions.function(holds.condition, (holds.owner, holds.it))
            for owner, zone in enumerate(holds.zones):
                found[zone] = owner, condition
        return found

    @cached_property
    def certain(self) -> list[tuple[Callable[..., bool], frozenset[int] | None]]:
        """What holds at every decision, as functions `(v, z)`, with the zones that each looks into (None: any)."""
        questions = self.questions()
        return [(questions.function(certain.condition), certain.reads) for certain in self.analysis.certain]

    @cached_property
    def warnings(self) -> tuple[Problem, ...]:
        """What may be amiss in the texts although they can be carried out."""
        return self.analysis.warnings()

    def text_of(self, title: str) -> Text | None:
        """The text of the phrase, event, condition or value of that title."""
        texts = {term.title: term.text for term in self.analysis.terms.all.values()}
        texts |= {routine.title: routine.text for routine in self.routines.all}
        return texts.get(title)
