"""Lowering of a whole game, and of texts that are linked to it later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace

from interpreter.language.analysis import Analysis
from interpreter.language.checking.preconditions import BoundCondition, Preconditions, own_conditions, without_trials
from interpreter.language.execution.executable import CodeKey, CodeKind, FramedRoutine, SourceLocation
from interpreter.language.ir.builders import constant, descendants_of, expressions_in
from interpreter.language.ir.expressions import Expr, WouldChange
from interpreter.language.ir.statements import Routine
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.lowered.game import Function, LoweredGame, Segment
from interpreter.language.lowered.instructions import Charge, EndOfRules
from interpreter.language.lowered.values import FALSE, Register, Value
from interpreter.language.lowering.expressions import Bindings, ExpressionLowering
from interpreter.language.lowering.points import CoverageItems
from interpreter.language.lowering.routine import LoweringContext, RoutineBuilder, SuspensionAnalysis
from interpreter.language.lowering.segments import lower_suspendable
from interpreter.language.lowering.statements import lower_function
from interpreter.language.lowering.terms import FunctionCompiler
from interpreter.language.passes.block_merging import merge_segments
from interpreter.language.passes.common_subexpressions import hoist_in_body, hoist_in_function, sink
from interpreter.language.passes.value_facts import GameFacts, ValueFacts
from interpreter.language.routines import Routines


class Lowering:
    """Lowering of a game, and the state that later fragments need."""

    def __init__(self, analysis: Analysis, logged: bool, run: FunctionCompiler) -> None:
        """Prepare the lowering of an analysed game.

        Args:
            analysis: The analysed game.
            logged: True to generate instructions that write the log.
            run: Evaluator for functions that depend only on printed values; see `FunctionCompiler`.
        """
        symbols, routines = analysis.symbols, analysis.routines
        self._analysis = analysis
        self._terms: dict[int, Function] = {}
        self._points = CoverageItems(analysis) if analysis.rulebook.covers else None
        recursive = {word: term for word, term in analysis.terms.all.items() if term.depth is not None}
        units = map(analysis.cost_model.units_of_call, recursive.values())
        charges = {word: Charge(cost, place) for place, (word, cost) in enumerate(zip(recursive, units, strict=True))}
        self._context = LoweringContext(
            symbols,
            ExpressionLowering(symbols, analysis.terms.term, analysis.cost_model, run, charges),
            analysis.preconditions
            if self._points is None
            else Preconditions(symbols, routines, self._points.instrument),
            routines,
            SuspensionAnalysis(symbols, routines),
            analysis.cost_model,
            frozenset(analysis.resolver.list_kinds),
            logged,
            self._points,
            [SourceLocation(term.text.where, term.title, term.text) for term in recursive.values()],
        )

    @property
    def preconditions(self) -> Preconditions:
        """The preconditions of statements."""
        return self._context.preconditions

    def lower_game(self) -> LoweredGame:
        """Lower the whole game."""
        context, analysis = self._context, self._analysis
        context.segments.append(Segment(-1, (EndOfRules(),)))
        for number in sorted(context.suspension.suspendable):
            context.entries[number] = len(context.segments)
            context.segments.append(Segment(number, ()))
        routines = [self._routine(number, routine) for number, routine in enumerate(context.routines.all)]
        segments = merge_segments(context.segments, context.entries.values())
        tests = {event: self._playable(event) for event in dict.fromkeys(context.routines.event)}
        points = constant(0, NUMBER) if analysis.score is None else analysis.score
        score = self.lower_to_function("the score", points, (analysis.score_seat,))
        game = LoweredGame(
            routines,
            [segment and replace(segment, body=hoist_in_body(segment.body)) for segment in segments],
            self.lowered_terms(),
            context.routines.event,
            [tests[event][0] for event in context.routines.event],
            [tests[event][1] for event in context.routines.event],
            score,
            tuple(context.decisions),
            tuple(context.places),
            {CodeKey(term.title, CodeKind.WORD): term.text for term in analysis.terms.all.values()}
            | {key: routine.text for routine in context.routines.all for key in _keys(routine)},
            self._tries(points),
            self._points.items if self._points else (),
            self._points.count if self._points else 0,
        )
        return self._with_sunk_tests(game)

    def _with_sunk_tests(self, game: LoweredGame) -> LoweredGame:
        """Return the game with tests of events that evaluate only what they need."""
        known = ValueFacts(GameFacts.of_game(self._context.symbols, game))
        sunk = {id(test): sink(test, known) for test in (*game.playable, *game.permitted)}
        playable, permitted = ([sunk[id(test)] for test in tests] for tests in (game.playable, game.permitted))
        return replace(game, playable=playable, permitted=permitted)

    def extended(self, routines: Routines, added: frozenset[str] = frozenset()) -> Lowering:
        """Return a copy that continues with more routines; this one stays unchanged.

        `added` are the further kinds of things that these routines add to lists.
        """
        other, context = copy(self), self._context
        other._terms = dict(self._terms)
        other._context = replace(
            context,
            expressions=context.expressions.extended(),
            preconditions=context.preconditions
            if routines is context.routines
            else Preconditions(context.symbols, routines),
            routines=routines,
            suspension=context.suspension.extended(routines),
            added_kinds=context.added_kinds | added,
            places=context.places[:],
            decisions=context.decisions[:],
            segments=context.segments[:],
            entries=dict(context.entries),
        )
        return other

    def lower_fragment(self, number: int, before: LoweredGame) -> LoweredGame:
        """Return the game with one more routine, the last one, lowered as suspendable."""
        context = self._context
        first = len(context.segments)
        context.suspension.suspendable.add(number)
        context.entries[number] = first
        context.segments.append(Segment(number, ()))
        added = context.routines.all[number]
        routine = lower_suspendable(context, number, added)
        segments = [replace(segment, body=hoist_in_body(segment.body)) for segment in context.segments[first:]]
        return replace(
            before,
            routines=[*before.routines, routine],
            segments=[*before.segments, *segments],
            terms=self.lowered_terms(),
            decisions=tuple(context.decisions),
            places=tuple(context.places),
            texts={**before.texts, **dict.fromkeys(_keys(added), added.text)},
            has_trials=before.has_trials or _has_trials(expressions_in(added.body)),
        )

    def value(self, expr: Expr, names: Bindings) -> Value:
        """Lower an expression outside of any routine."""
        return self._context.expressions.value(expr, names)

    def lower_to_function(self, title: str, expr: Expr, parameters: Sequence[Local]) -> Function:
        """Lower an expression outside of any routine to a function of the names in it."""
        registers = [Register(name.type) for name in parameters]
        names: Bindings = dict(zip(parameters, registers, strict=True))
        return hoist_in_function(Function(title, tuple(registers), (), self.value(expr, names)))

    def lowered_terms(self) -> dict[int, Function]:
        """Return the functions of the vocabulary terms called so far."""
        for word, function in self._context.expressions.terms.functions.items():
            if word not in self._terms:
                self._terms[word] = hoist_in_function(function)
        return dict(self._terms)

    def _tries(self, score: Expr) -> bool:
        """Return True if a text of the game, or its score, asks whether an event would change something."""
        words = (term.body for term in self._analysis.terms.all.values())
        bodies = (routine.body for routine in self._context.routines.all)
        values = (part for expr in (score, *words) for part in descendants_of(expr))
        return _has_trials(values) or any(_has_trials(expressions_in(body)) for body in bodies)

    def _routine(self, number: int, routine: Routine) -> Function | FramedRoutine:
        if number in self._context.suspension.suspendable:
            return lower_suspendable(self._context, number, routine)
        function = lower_function(self._context, routine)
        return replace(function, body=hoist_in_body(function.body))

    def _playable(self, event: int | None) -> tuple[Function, Function]:
        """Return two tests for an event, which may be the same function: it can be played, and its conditions hold.

        Both are always false if there is no event.
        """
        if event is None:
            never = Function("no event", (Register(Type("seat")),), (), FALSE)
            return never, never
        routine = self._context.routines.all[event]
        test = self._context.preconditions.test(routine.body, event=True)
        playable, allowed = self._test(routine, test), own_conditions(test)
        return playable, playable if allowed == test else self._test(routine, allowed)

    def _test(self, routine: Routine, test: BoundCondition) -> Function:
        """Lower a test to a function of the seat."""
        writing = RoutineBuilder(self._context, routine)
        you = writing.register(routine.you)
        named, condition = test
        for name, value in named:
            writing.bind(name, writing.value(value))
        body = hoist_in_body(tuple(writing.body))
        return hoist_in_function(Function(routine.title, (you,), body, writing.value(without_trials(condition))))


def _keys(routine: Routine) -> tuple[CodeKey, CodeKey]:
    """Return the source keys of the code generated for a routine."""
    return CodeKey(routine.title, CodeKind.RULE), CodeKey(routine.title, CodeKind.PLAYABILITY_TEST)


def _has_trials(expressions: Iterable[Expr]) -> bool:
    return any(isinstance(expr, WouldChange) for expr in expressions)
