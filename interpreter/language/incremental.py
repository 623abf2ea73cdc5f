"""Linked fragments: later texts that are linked to a game's code, such as a scenario's `begin` or a condition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from interpreter.errors import Problem
from interpreter.language.analysis import Analysis, types_of
from interpreter.language.checking.checks import check_acting, check_work
from interpreter.language.checking.depth import is_deep, is_deep_block
from interpreter.language.checking.doable import Doable
from interpreter.language.checking.offers import check_options
from interpreter.language.diagnostics import refuse
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block, Call, CallRoutine, Must, Routine, Signature, Statement
from interpreter.language.ir.types import Local, Type
from interpreter.language.ir.walks import rewritten
from interpreter.language.program import Program
from interpreter.language.resolving.scope import Scope
from interpreter.language.resolving.watching import with_tests
from interpreter.rulebook.model import Text

Version = tuple[int, tuple[Type, ...]]
"""A phrase of the vocabulary, by word number, and the types of its arguments."""


def number_of(program: Program, text: Text) -> Expr:
    """Read a number written in the language.

    Raises:
        RulebookError: It can't be read.
    """
    values, scope = program.analysis.resolver, Scope(text)
    with values.unnoted():
        return values.number(scope, values.syntax(scope))


def check_condition(program: Program, text: Text) -> None:
    """Check a condition, unless it has passed before.

    Raises:
        RulebookError: It is no condition, or can't be evaluated.
    """
    analysis, words = program.analysis, ("condition", str(text))
    if words not in analysis.right:
        expr = _condition(analysis, text)
        if analysis.deep or is_deep(expr):
            program.queries(logged=True).function(expr, text=text)
        analysis.right.add(words)


def condition_of(program: Program, text: Text) -> Callable[[list[Any], list[list[int]]], bool]:
    """Compile a condition written in the language to a function of a state.

    Raises:
        RulebookError: It can't be read.
    """
    return program.queries(logged=True).function(_condition(program.analysis, text), text=text)


def _condition(analysis: Analysis, text: Text) -> Expr:
    scope = Scope(text)
    with analysis.resolver.unnoted():
        expr = analysis.resolver.condition(scope, analysis.resolver.syntax(scope))
    refuse(check_work(analysis.weights, [], {}, [(text, expr)]))
    return expr


def check_routine(program: Program, text: Text, you: int | None) -> None:
    """Check a fragment's statements, with `you` acting, unless they have passed before.

    Raises:
        RulebookError: They can't be read or carried out.
    """
    analysis, words = program.analysis, ("routine", str(text), you)
    if words not in analysis.right:
        routine, *_ = _read(analysis, _begin(text, you))
        if analysis.deep or is_deep_block(routine.body):
            with_routine(program, text, you)
        analysis.right.add(words)


def with_routine(program: Program, text: Text, you: int | None) -> tuple[Program, int]:
    """Return the program with a fragment's statements linked to it, and the number of their routine.

    The given program stays unchanged.

    Raises:
        RulebookError: The statements can't be read.
    """
    return _added(program, _begin(text, you), {})


def _begin(text: Text, you: int | None) -> Signature:
    return Signature("begin", text, (), Local("you", Type("seat", optional=you is None)))


def _read(analysis: Analysis, text: Signature) -> tuple[Routine, dict[int, tuple[Type, ...]], frozenset[str]]:
    """Read a routine that is not one of the game's own.

    Returns:
        The routine; the phrases to which it passes nothing where the game never does, with the types of their
        parameters
        then; and the kinds of things that are added to lists.
    """
    phrases, resolver = analysis.phrases, analysis.resolver
    of_the_game = set(resolver.added)
    try:
        with resolver.unnoted():
            body = with_tests(analysis.read(text), analysis.watches)
        wider = {number: types_of(phrases[number]) for number in sorted(resolver.outdated)}
    finally:
        added = frozenset(resolver.added)
        resolver.added &= of_the_game
        for number in resolver.outdated:
            for hole, type in zip(phrases[number].holes, analysis.given[number], strict=True):
                hole.type = type
        resolver.outdated.clear()
    routine = Routine(text.title, text.text, text.holes, text.you, text.turn, body=body)
    refuse(check_acting(analysis.routines, [routine], analysis.acting))
    refuse(check_work(analysis.weights, [routine], {}, []))
    check_options(routine, Doable(analysis.symbols, analysis.routines), analysis.weights)
    return routine, wider, added


def _added(program: Program, text: Signature, versions: dict[Version, int]) -> tuple[Program, int]:
    """Link a routine that is not one of the game's own, and return the new program and the routine's number.

    `versions` are the phrases that were lowered once more with optional parameters, by routine number.
    """
    analysis, instead = program.analysis, {}
    routine, wider, added = _read(analysis, text)
    for word, types in wider.items():
        phrase = analysis.phrases[word]
        if (word, types) not in versions:
            if analysis.is_bent(word):
                message = f"`{phrase.title}` is bent, and the game never gives it nothing: so this can't, either"
                refuse([Problem(text.text.where, "nothing-given", message)])
            holes = tuple(Local(hole.name, type) for hole, type in zip(phrase.holes, types, strict=True))
            again = Signature(phrase.title, phrase.text, holes, Local("you", phrase.you.type), phrase.turn)
            program, versions[word, types] = _added(program, again, versions)
        instead[word] = versions[word, types]
    return program.with_routine(replace(routine, body=_calling(routine.body, instead)), added)


def _calling(block: Block, numbers: dict[int, int]) -> Block:
    """Replace calls of some phrases in a block by calls of other routines."""

    def instead(call: Call) -> Call | CallRoutine:
        return CallRoutine(call.where, numbers[call.word], call.args, call.you) if call.word in numbers else call

    def changed(statement: Statement) -> tuple[Statement]:
        if isinstance(statement, Must) and isinstance(statement.inner, Call):
            return (replace(statement, inner=instead(statement.inner)),)
        return (instead(statement) if isinstance(statement, Call) else statement,)

    return rewritten(block, changed) if numbers else block
