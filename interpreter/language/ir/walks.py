"""Walks over statements: the blocks in them, all that is inside, the expressions that stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import assert_never

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.nodes import Node
from interpreter.language.ir.statements import (
    As,
    Assign,
    AtEnd,
    Block,
    Call,
    Carry,
    ChangeState,
    Choose,
    Draw,
    Either,
    End,
    ForEach,
    If,
    Leave,
    Let,
    ListChange,
    Make,
    May,
    MoveCards,
    MovePieces,
    Must,
    Note,
    OnlyIf,
    Repeat,
    Reveal,
    Run,
    Shuffle,
    Statement,
    Step,
    Stop,
    Top,
    While,
)


def blocks_of(statement: Statement) -> list[Block]:
    """The blocks inside a statement."""
    match statement:
        case If():
            found = [block for _, block in statement.branches]
            return found + ([statement.otherwise] if statement.otherwise is not None else [])
        case Either():
            return [block for _, block in statement.options]
        case May():
            return [statement.body, statement.otherwise]
        case ForEach() | Repeat() | While() | As():
            return [statement.body]
        case Must():
            return []
        case (
            Let() | Choose() | MovePieces() | ChangeState() | MoveCards() | Draw() | Shuffle() | Reveal() | Assign()
            | ListChange() | Make() | OnlyIf() | Carry() | Note() | Leave() | Stop() | End() | Call() | Run() | Step()
            | AtEnd() | Top()
        ):  # fmt: skip
            return []
        case _:
            assert_never(statement)


def statements_in(block: Block) -> Iterator[Statement]:
    """All statements of a block, also those inside others."""
    for statement in block:
        yield statement
        if isinstance(statement, Must):
            yield from statements_in([statement.inner])
        for inner in blocks_of(statement):
            yield from statements_in(inner)


def expressions_of(statement: Statement) -> list[Expr]:
    """The expressions that stand in a statement itself, not in its blocks."""
    if isinstance(statement, If):
        return [condition for condition, _ in statement.branches]
    found: list[Expr] = []
    for name in WITH_EXPRESSIONS[type(statement).__name__]:
        value = getattr(statement, name)
        if isinstance(value, tuple):
            found += value
        elif isinstance(value, Node):
            found.append(value)  # type: ignore[arg-type]
    return found


DECLARED = ("Expr", "Expr | None", "Cell", "Track", "Variable | None", "tuple[Expr, ...]")
WITH_EXPRESSIONS = {
    kind.__name__: tuple(each.name for each in fields(kind) if each.type in DECLARED) for kind in Statement.__args__
}
"""The fields of each kind of statement that are declared to be expressions."""
