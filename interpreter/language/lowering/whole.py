"""A whole game in the intermediate language, and texts that come later, lowered beside it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from interpreter.language.analysis import Analysis
from interpreter.language.checking.doable import Doable, untried
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.making import constant
from interpreter.language.ir.statements import Routine
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.lowered.instructions import Done
from interpreter.language.lowered.program import Function, Lowered, Segment
from interpreter.language.lowered.values import FALSE, Register, Value
from interpreter.language.lowering.expressions import Expressions, Names
from interpreter.language.lowering.routine import Game, Writing
from interpreter.language.lowering.segments import framed_of
from interpreter.language.lowering.statements import function_of
from interpreter.language.lowering.suspension import Suspension
from interpreter.language.lowering.terms import Run
from interpreter.language.parts import Framed
from interpreter.language.passes.joining import joined
from interpreter.language.passes.sharing import shared, shared_function
from interpreter.language.routines import Routines


class Lowering:
    """What is known of a game while, and after, it is lowered: whoever lowers more texts goes on with it."""

    def __init__(self, analysis: Analysis, logged: bool, run: Run) -> None:
        """`logged`: with the instructions that write the log; see Run."""
        symbols, routines = analysis.symbols, analysis.routines
        self._analysis = analysis
        self._terms: dict[int, Function] = {}
        self._game = Game(
            symbols,
            Expressions(symbols, analysis.terms.term, analysis.weights, run),
            analysis.doable,
            routines,
            Suspension(symbols, routines),
            analysis.weights,
            frozenset(analysis.resolver.added),
            logged,
        )

    @property
    def doable(self) -> Doable:
        return self._game.doable

    def whole(self) -> Lowered:
        """The whole game."""
        game, analysis = self._game, self._analysis
        game.segments.append(Segment(-1, (Done(),)))
        for number in sorted(game.suspension.framed):
            game.entries[number] = len(game.segments)
            game.segments.append(Segment(number, ()))
        routines = [self._routine(number, routine) for number, routine in enumerate(game.routines.all)]
        segments = joined(game.segments, game.entries.values())
        tests = {event: self._playable(event) for event in dict.fromkeys(game.routines.event)}
        points = constant(0, NUMBER) if analysis.score is None else analysis.score
        score = self.function("the score", points, (analysis.score_seat,))
        return Lowered(
            routines,
            [segment and replace(segment, body=shared(segment.body)) for segment in segments],
            self.terms(),
            game.routines.event,
            [tests[event] for event in game.routines.event],
            score,
            tuple(game.decisions),
            tuple(game.places),
            {term.title: term.text for term in analysis.terms.all.values()}
            | {routine.title: routine.text for routine in game.routines.all},
        )

    def beside(self, routines: Routines, added: frozenset[str] = frozenset()) -> Lowering:
        """One that goes on from here with more routines, which add things of more kinds to lists; this one is left as
        it is."""
        other, game = copy(self), self._game
        other._terms = dict(self._terms)
        other._game = replace(
            game,
            expressions=game.expressions.beside(),
            doable=game.doable if routines is game.routines else Doable(game.symbols, routines),
            routines=routines,
            suspension=game.suspension.beside(routines),
            added=game.added | added,
            places=game.places[:],
            decisions=game.decisions[:],
            segments=game.segments[:],
            entries=dict(game.entries),
        )
        return other

    def more(self, number: int, before: Lowered) -> Lowered:
        """The game with one routine more, the last one, which is taken to have decisions."""
        game = self._game
        first = len(game.segments)
        game.suspension.framed.add(number)
        game.entries[number] = first
        game.segments.append(Segment(number, ()))
        routine = framed_of(game, number, game.routines.all[number])
        segments = [replace(segment, body=shared(segment.body)) for segment in game.segments[first:]]
        return replace(
            before,
            routines=[*before.routines, routine],
            segments=[*before.segments, *segments],
            terms=self.terms(),
            decisions=tuple(game.decisions),
            places=tuple(game.places),
            texts={**before.texts, game.routines.all[number].title: game.routines.all[number].text},
        )

    def value(self, expr: Expr, names: Names) -> Value:
        """An expression that stands in no routine."""
        return self._game.expressions.value(expr, names)

    def function(self, title: str, expr: Expr, parameters: Sequence[Local]) -> Function:
        """An expression of these names that stands in no routine, as a function of them."""
        registers = [Register(name.type) for name in parameters]
        names: Names = dict(zip(parameters, registers, strict=True))
        return shared_function(Function(title, tuple(registers), (), self.value(expr, names)))

    def terms(self) -> dict[int, Function]:
        """The functions of the words that were called until now."""
        for word, function in self._game.expressions.terms.functions.items():
            if word not in self._terms:
                self._terms[word] = shared_function(function)
        return dict(self._terms)

    def _routine(self, number: int, routine: Routine) -> Function | Framed:
        if number in self._game.suspension.framed:
            return framed_of(self._game, number, routine)
        function = function_of(self._game, routine)
        return replace(function, body=shared(function.body))

    def _playable(self, event: int | None) -> Function:
        """The test whether an event can be carried out; for no event, that it can't."""
        if event is None:
            return Function("no event", (Register(Type("seat")),), (), FALSE)
        game, routine = self._game, self._game.routines.all[event]
        writing = Writing(game, routine)
        you = writing.register(routine.you)
        named, condition = game.doable.test(routine.body, event=True)
        for name, value in named:
            writing.bind(name, writing.value(value))
        body = shared(tuple(writing.body))
        return shared_function(Function(routine.title, (you,), body, writing.value(untried(condition))))
