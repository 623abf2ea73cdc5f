"""Linked fragments: later texts that are linked to a game's code, such as a scenario's `begin` or a condition."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from interpreter.language.analysis import Analysis, hole_types
from interpreter.language.checking.acting_seat import check_acting
from interpreter.language.checking.checks import check_options, check_work
from interpreter.language.checking.preconditions import Preconditions
from interpreter.language.diagnostics import raise_problems
from interpreter.language.ir.builders import rewrite
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.nesting import is_too_deep, is_too_deep_block
from interpreter.language.ir.statements import Block, CallPhrase, CallRoutine, Must, Routine, Signature, Statement
from interpreter.language.ir.types import Local, Type
from interpreter.language.program import Program
from interpreter.language.resolving.hooks import insert_watch_tests
from interpreter.language.resolving.scope import Scope
from interpreter.rulebook.model import Text
from interpreter.support.errors import NO_RANGE, Problem, RulebookError

_CARD = re.compile(r"(?:(?:play|use|resolve|(?:the )?event of) +)?([^\n:,]+)")
"""Matches a line that names a card, as in `play Signal`."""

PhraseVersion = tuple[int, tuple[Type, ...]]
"""A phrase of the vocabulary, by word number, and the types of its arguments."""


def read_number(program: Program, text: Text) -> Expr:
    """Read a number written in the language.

    Raises:
        RulebookError: It can't be read.
    """
    values, scope = program.analysis.resolver, Scope(text)
    with values.without_recording():
        return values.number(scope, values.syntax(scope))


def check_condition(program: Program, text: Text) -> None:
    """Check a condition, unless it has passed before.

    Raises:
        RulebookError: It is no condition, or can't be evaluated.
    """
    analysis, words = program.analysis, ("condition", str(text))
    if words not in analysis.checked_texts:
        expr = read_condition(analysis, text)
        if analysis.is_deeply_nested or is_too_deep(expr):
            program.queries(logged=True).function(expr, text=text)
        analysis.checked_texts.add(words)


def compile_condition(program: Program, text: Text) -> Callable[[Any, list[Any], list[list[int]]], bool]:
    """Compile a condition written in the language to a function `(m, v, z)` of a state.

    Raises:
        RulebookError: It can't be read.
    """
    return program.queries(logged=True).function(read_condition(program.analysis, text), text=text)


def read_condition(analysis: Analysis, text: Text) -> Expr:
    """Read a condition written in the language.

    Raises:
        RulebookError: It can't be read.
    """
    scope = Scope(text)
    with analysis.resolver.without_recording():
        expr = analysis.resolver.condition(scope, analysis.resolver.syntax(scope))
    raise_problems(check_work(analysis.cost_model, [], {}, [(text, expr)]))
    return expr


def check_routine(program: Program, text: Text, you: int | None) -> None:
    """Check a fragment's statements, with `you` acting, unless they have passed before.

    Raises:
        RulebookError: They can't be read or carried out.
    """
    analysis, words = program.analysis, ("routine", str(text), you)
    if words not in analysis.checked_texts:
        try:
            routine, *_ = _read(analysis, _begin(text, you))
        except RulebookError as error:
            raise RulebookError(_as_event(analysis, text, you, error)) from error
        if analysis.is_deeply_nested or is_too_deep_block(routine.body):
            link_routine(program, text, you)
        analysis.checked_texts.add(words)


def _as_event(analysis: Analysis, text: Text, you: int | None, error: RulebookError) -> list[Problem]:
    """Return the problems of a fragment; one that names a card, as `play Signal`, gets the line with its event."""
    name = _CARD.fullmatch(text)
    meant = f"carry out the event of {name[1]}" if name is not None else ""
    try:
        _read(analysis, _begin(Text(meant, text.where), you))
    except RulebookError:
        return [*error.problems]
    first = error.problems[0]
    message = "what a card does is carried out by a statement"
    span = (text.where.column, len(text)) if text.where.line == first.where.line else NO_RANGE
    return [replace(first, message=message, suggestion=None, wordings=(meant,), replaced=span)]


def link_routine(program: Program, text: Text, you: int | None) -> tuple[Program, int]:
    """Return the program with a fragment's statements linked to it, and the number of their routine.

    The given program stays unchanged.

    Raises:
        RulebookError: The statements can't be read.
    """
    return _link(program, _begin(text, you), {})


def _begin(text: Text, you: int | None) -> Signature:
    return Signature("begin", text, (), Local("you", Type("seat", optional=you is None)))


def _read(analysis: Analysis, text: Signature) -> tuple[Routine, dict[int, tuple[Type, ...]], frozenset[str]]:
    """Read a routine that is not one of the game's own.

    Returns:
        The routine; the phrases to which it passes nothing where the game never does, with the types of their
        parameters then; and the kinds of things that are added to lists.
    """
    phrases, resolver = analysis.phrases, analysis.resolver
    of_the_game = set(resolver.list_kinds)
    try:
        with resolver.without_recording():
            body = insert_watch_tests(analysis.read_routine(text), analysis.watches)
        wider = {number: hole_types(phrases[number]) for number in sorted(resolver.outdated_phrases)}
    finally:
        added = frozenset(resolver.list_kinds)
        resolver.list_kinds &= of_the_game
        for number in resolver.outdated_phrases:
            for hole, hole_type in zip(phrases[number].parameters, analysis.argument_types[number], strict=True):
                hole.type = hole_type
        resolver.outdated_phrases.clear()
    routine = Routine(text.title, text.text, text.parameters, text.you, text.begins_turn, body=body)
    raise_problems(check_acting(analysis.routines, [routine], analysis.acting_routines))
    raise_problems(check_work(analysis.cost_model, [routine], {}, []))
    check_options(routine, Preconditions(analysis.symbols, analysis.routines), analysis.cost_model)
    return routine, wider, added


def _link(program: Program, text: Signature, versions: dict[PhraseVersion, int]) -> tuple[Program, int]:
    """Link a routine that is not one of the game's own, and return the new program and the routine's number.

    `versions` are the phrases that were lowered once more with optional parameters, by routine number.
    """
    analysis, replacements = program.analysis, {}
    routine, wider, added = _read(analysis, text)
    for word, types in wider.items():
        phrase = analysis.phrases[word]
        if (word, types) not in versions:
            if analysis.is_bent(word):
                message = f"`{phrase.title}` is bent, and the game never gives it nothing: so this can't, either"
                raise_problems([Problem(text.text.where, "nothing-given", message)])
            holes = tuple(
                Local(hole.name, hole_type, column=hole.column)
                for hole, hole_type in zip(phrase.parameters, types, strict=True)
            )
            wider_signature = Signature(
                phrase.title, phrase.text, holes, Local("you", phrase.you.type), phrase.begins_turn
            )
            program, versions[word, types] = _link(program, wider_signature, versions)
        replacements[word] = versions[word, types]
    return program.with_routine(replace(routine, body=_with_calls_replaced(routine.body, replacements)), added)


def _with_calls_replaced(block: Block, numbers: dict[int, int]) -> Block:
    """Replace calls of some phrases in a block by calls of other routines."""

    def instead(call: CallPhrase) -> CallPhrase | CallRoutine:
        return CallRoutine(call.where, numbers[call.word], call.args, call.you) if call.word in numbers else call

    def changed(statement: Statement) -> tuple[Statement]:
        if isinstance(statement, Must) and isinstance(statement.inner, CallPhrase):
            return (replace(statement, inner=instead(statement.inner)),)
        return (instead(statement) if isinstance(statement, CallPhrase) else statement,)

    return rewrite(block, changed) if numbers else block
