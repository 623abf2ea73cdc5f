"""Resolution of conditions and values whose body consists of statements that end in answers: `yes`, `no`, `give VALUE`.

A body only computes. It can't change the game, ask, draw at random or tell, and every way through it has an answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.diagnostics import raise_problems
from interpreter.language.ir.builders import (
    FALSE,
    TRUE,
    blocks_of,
    constant,
    expressions_of,
    rewrite,
    statements_in,
)
from interpreter.language.ir.expressions import AsSet, Computed, Const, Expr, Ref
from interpreter.language.ir.nullness import optional_type
from interpreter.language.ir.statements import (
    ActAs,
    Answer,
    Assign,
    Block,
    ForEach,
    If,
    LeaveLoop,
    Let,
    ListChange,
    Repeat,
    Statement,
    WhileLoop,
)
from interpreter.language.ir.types import CONDITION, NUMBER, Type
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax
from interpreter.support.errors import Location, Problem, RulebookError

BODIES = Handlers[Resolver]()


@BODIES.statement("answer_yes", "answer_no")
def _answer(resolver: Resolver, scope: Scope, node: Syntax) -> Answer:
    return Answer(resolver.where(scope, node), TRUE if node.data == "answer_yes" else FALSE)


@BODIES.statement("give")
def _give(resolver: Resolver, scope: Scope, node: Syntax) -> Answer:
    value = resolver.value(scope, node.children[0])
    resolver.note_answer(value.type)
    return Answer(resolver.where(scope, node), value)


def resolve_body(resolver: Resolver, scope: Scope, is_condition: bool) -> tuple[Computed, Block]:
    """Return the statements of the scope's text, and the value that stands for their answer.

    Raises:
        RulebookError: They can't be read, do more than compute, or end without an answer.
    """
    block = resolver.program(scope, "body")
    raise_problems([*_impurities(block), *_missing_answers(block, scope.text.where)])
    answers = [statement for statement in statements_in(block) if isinstance(statement, Answer)]
    answer_type = _common_type(answers, is_condition)
    block = rewrite(block, lambda statement: (_converted(statement, answer_type),))
    values = tuple(expr for statement in statements_in(block) for expr in expressions_of(statement))
    return Computed(values, type=answer_type), block


def _impurities(block: Block) -> Iterator[Problem]:
    """Yield the statements of a body that do more than compute."""
    for statement in statements_in(block):
        if not _only_computes(statement):
            message = "a condition or value only computes: it changes nothing but its own names, and asks nobody"
            yield Problem(statement.where, "not-pure", message)


def _only_computes(statement: Statement) -> bool:
    match statement:
        case Assign():
            return isinstance(statement.cell, Ref)
        case ListChange():
            return statement.name is not None
        case ForEach():
            return not statement.until_empty
        case _:
            return isinstance(statement, Let | If | Repeat | WhileLoop | LeaveLoop | ActAs | Answer)


def _missing_answers(block: Block, where: Location) -> Iterator[Problem]:
    """Yield the ends of a body that are reached without an answer, and what stands behind one."""
    for at, statement in enumerate(block):
        if at + 1 < len(block) and _always_answers((statement,)):
            yield Problem(block[at + 1].where, "never-reached", "this is never reached: the answer is given before")
            return
        for inner in blocks_of(statement):
            yield from _unreached(inner)
    if not _always_answers(block):
        end = block[-1].where if block else where
        message = "a way through this ends without an answer: end it with `yes`, `no` or `give VALUE`"
        yield Problem(end, "no-answer", message)


def _unreached(block: Block) -> Iterator[Problem]:
    """Yield what stands behind an answer in a block that need not give one."""
    found = _missing_answers(block, block[0].where) if block else ()
    yield from (problem for problem in found if problem.code == "never-reached")


def _always_answers(block: Block) -> bool:
    """Return whether every way through a block leads to an answer."""
    last = block[-1] if block else None
    if isinstance(last, If) and last.otherwise is not None:
        return all(map(_always_answers, (*(branch for _, branch in last.branches), last.otherwise)))
    if isinstance(last, ActAs):
        return _always_answers(last.body)
    return isinstance(last, Answer)


def _common_type(answers: list[Answer], is_condition: bool) -> Type:
    """Return the type that all answers of a body have, or can be converted to."""
    if is_condition:
        for answer in answers:
            _check_kind(answer, CONDITION)
        return CONDITION
    types = [answer.value.type for answer in answers]
    first = next((each for each in types if each.kind != "nothing"), types[0])
    many = any(each.many for each in types)
    for answer in answers:
        if answer.value.type.kind != "nothing":
            _check_kind(answer, first)
    missing = any(each.kind == "nothing" or each.optional for each in types) and not many
    if first.kind == "condition" and missing:
        answer = next(each for each in answers if each.value.type.kind == "nothing")
        _check_kind(answer, first)
    common = first._replace(many=many, optional=False)
    if common.kind == "number":
        return NUMBER._replace(optional=missing)
    return optional_type(common) if missing else common


def _check_kind(answer: Answer, wanted: Type) -> None:
    given = answer.value.type
    if given.kind != wanted.kind or (given.many and wanted == CONDITION):
        message = f"this answer is {given.with_article()}, and {wanted.with_article()} is needed"
        raise RulebookError(Problem(answer.where, "wrong-type", message))


def _converted(statement: Statement, wanted: Type) -> Statement:
    """Return an answer converted to the type of all answers, and any other statement as it is."""
    if not isinstance(statement, Answer):
        return statement
    value: Expr = statement.value
    if value.type.kind == "nothing":
        value = constant(() if wanted.many else None, wanted)
    elif wanted.many and not value.type.many:
        value = constant(value.members, wanted) if isinstance(value, Const) else AsSet(value, type=wanted)
    return statement if value is statement.value else statement.replace(value=value)
