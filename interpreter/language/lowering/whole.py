"""Lowering of a whole game, and of texts that are linked to it later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace

from interpreter.language.analysis import Analysis
from interpreter.language.checking.doable import Doable, Test, permission, untried
from interpreter.language.executable import Framed, SourceKey, SourceKind
from interpreter.language.ir.expressions import Expr, WouldChange
from interpreter.language.ir.making import constant, within
from interpreter.language.ir.statements import Routine
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.ir.walks import expressions_in
from interpreter.language.lowered.game import Function, LoweredGame, Segment
from interpreter.language.lowered.instructions import Done
from interpreter.language.lowered.values import FALSE, Register, Value
from interpreter.language.lowering.expressions import Bindings, Expressions
from interpreter.language.lowering.points import Points
from interpreter.language.lowering.routine import LoweringContext, Writing
from interpreter.language.lowering.segments import framed_of
from interpreter.language.lowering.statements import function_of
from interpreter.language.lowering.suspension import Suspension
from interpreter.language.lowering.terms import Run
from interpreter.language.passes.joining import joined
from interpreter.language.passes.sharing import shared, shared_function
from interpreter.language.routines import Routines


class Lowering:
    """Lowering of a game, and the state that later fragments need."""

    def __init__(self, analysis: Analysis, logged: bool, run: Run) -> None:
        """Prepare the lowering of an analysed game.

        Args:
            analysis: The analysed game.
            logged: True to generate instructions that write the log.
            run: Evaluator for functions that depend only on printed values; see `Run`.
        """
        symbols, routines = analysis.symbols, analysis.routines
        self._analysis = analysis
        self._terms: dict[int, Function] = {}
        self._points = Points(analysis) if analysis.rulebook.covers else None
        self._context = LoweringContext(
            symbols,
            Expressions(symbols, analysis.terms.term, analysis.weights, run),
            analysis.doable if self._points is None else Doable(symbols, routines, self._points.asked),
            routines,
            Suspension(symbols, routines),
            analysis.weights,
            frozenset(analysis.resolver.added),
            logged,
            self._points,
        )

    @property
    def doable(self) -> Doable:
        """The preconditions of statements."""
        return self._context.doable

    def whole(self) -> LoweredGame:
        """Lower the whole game."""
        context, analysis = self._context, self._analysis
        context.segments.append(Segment(-1, (Done(),)))
        for number in sorted(context.suspension.framed):
            context.entries[number] = len(context.segments)
            context.segments.append(Segment(number, ()))
        routines = [self._routine(number, routine) for number, routine in enumerate(context.routines.all)]
        segments = joined(context.segments, context.entries.values())
        tests = {event: self._playable(event) for event in dict.fromkeys(context.routines.event)}
        points = constant(0, NUMBER) if analysis.score is None else analysis.score
        score = self.function("the score", points, (analysis.score_seat,))
        return LoweredGame(
            routines,
            [segment and replace(segment, body=shared(segment.body)) for segment in segments],
            self.terms(),
            context.routines.event,
            [tests[event][0] for event in context.routines.event],
            [tests[event][1] for event in context.routines.event],
            score,
            tuple(context.decisions),
            tuple(context.places),
            {SourceKey(term.title, SourceKind.WORD): term.text for term in analysis.terms.all.values()}
            | {key: routine.text for routine in context.routines.all for key in _keys(routine)},
            self._tries(points),
            self._points.items if self._points else (),
            self._points.count if self._points else 0,
        )

    def beside(self, routines: Routines, added: frozenset[str] = frozenset()) -> Lowering:
        """Return a copy that continues with more routines; this one stays unchanged.

        `added` are the further kinds of things that these routines add to lists.
        """
        other, context = copy(self), self._context
        other._terms = dict(self._terms)
        other._context = replace(
            context,
            expressions=context.expressions.beside(),
            doable=context.doable if routines is context.routines else Doable(context.symbols, routines),
            routines=routines,
            suspension=context.suspension.beside(routines),
            added=context.added | added,
            places=context.places[:],
            decisions=context.decisions[:],
            segments=context.segments[:],
            entries=dict(context.entries),
        )
        return other

    def more(self, number: int, before: LoweredGame) -> LoweredGame:
        """Return the game with one more routine, the last one, lowered as suspendable."""
        context = self._context
        first = len(context.segments)
        context.suspension.framed.add(number)
        context.entries[number] = first
        context.segments.append(Segment(number, ()))
        added = context.routines.all[number]
        routine = framed_of(context, number, added)
        segments = [replace(segment, body=shared(segment.body)) for segment in context.segments[first:]]
        return replace(
            before,
            routines=[*before.routines, routine],
            segments=[*before.segments, *segments],
            terms=self.terms(),
            decisions=tuple(context.decisions),
            places=tuple(context.places),
            texts={**before.texts, **dict.fromkeys(_keys(added), added.text)},
            tries=before.tries or _has_trials(expressions_in(added.body)),
        )

    def value(self, expr: Expr, names: Bindings) -> Value:
        """Lower an expression outside of any routine."""
        return self._context.expressions.value(expr, names)

    def function(self, title: str, expr: Expr, parameters: Sequence[Local]) -> Function:
        """Lower an expression outside of any routine to a function of the names in it."""
        registers = [Register(name.type) for name in parameters]
        names: Bindings = dict(zip(parameters, registers, strict=True))
        return shared_function(Function(title, tuple(registers), (), self.value(expr, names)))

    def terms(self) -> dict[int, Function]:
        """Return the functions of the vocabulary terms called so far."""
        for word, function in self._context.expressions.terms.functions.items():
            if word not in self._terms:
                self._terms[word] = shared_function(function)
        return dict(self._terms)

    def _tries(self, score: Expr) -> bool:
        """Return True if a text of the game, or its score, asks whether an event would change something."""
        words = (term.body for term in self._analysis.terms.all.values())
        bodies = (routine.body for routine in self._context.routines.all)
        values = (part for expr in (score, *words) for part in within(expr))
        return _has_trials(values) or any(_has_trials(expressions_in(body)) for body in bodies)

    def _routine(self, number: int, routine: Routine) -> Function | Framed:
        if number in self._context.suspension.framed:
            return framed_of(self._context, number, routine)
        function = function_of(self._context, routine)
        return replace(function, body=shared(function.body))

    def _playable(self, event: int | None) -> tuple[Function, Function]:
        """Return two tests for an event, which may be the same function: it can be played, and its conditions hold.

        Both are always false if there is no event.
        """
        if event is None:
            never = Function("no event", (Register(Type("seat")),), (), FALSE)
            return never, never
        routine = self._context.routines.all[event]
        test = self._context.doable.test(routine.body, event=True)
        playable, allowed = self._test(routine, test), permission(test)
        return playable, playable if allowed == test else self._test(routine, allowed)

    def _test(self, routine: Routine, test: Test) -> Function:
        """Lower a test to a function of the seat."""
        writing = Writing(self._context, routine)
        you = writing.register(routine.you)
        named, condition = test
        for name, value in named:
            writing.bind(name, writing.value(value))
        body = shared(tuple(writing.body))
        return shared_function(Function(routine.title, (you,), body, writing.value(untried(condition))))


def _keys(routine: Routine) -> tuple[SourceKey, SourceKey]:
    """Return the source keys of the code generated for a routine."""
    return SourceKey(routine.title, SourceKind.RULE), SourceKey(routine.title, SourceKind.PLAYABILITY_TEST)


def _has_trials(expressions: Iterable[Expr]) -> bool:
    return any(isinstance(expr, WouldChange) for expr in expressions)
