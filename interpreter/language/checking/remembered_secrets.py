"""Secrets that the rules remember while a seat decides: values in names, and the way that the rules have taken.

A state that is drawn anew has other hidden cards and dice, but the same names and the same way. A game that remembers
nothing but cards, which are exchanged, tells nothing about the true state by what can follow from a drawn one. A
position that is remembered with a secret would give it away, and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language.checking.information_flow import SecretFinder
from interpreter.language.ir.builders import blocks_of, descendants_of, expressions_of, statements_in
from interpreter.language.ir.expressions import Expr, Ref, SetLoop, VariableValue
from interpreter.language.ir.statements import (
    ActAs,
    CallPhrase,
    CallRoutine,
    ForEach,
    If,
    Let,
    Must,
    OnlyIf,
    RememberPosition,
    Repeat,
    Roll,
    Statement,
    WhileLoop,
)
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.support.errors import Problem

REMEMBERING = (ActAs, CallPhrase, CallRoutine, ForEach, Let, Repeat)
"""Statements that keep the values of their expressions."""
LEAVING = (Must, OnlyIf)
"""Statements after which it is known that a condition holds."""


def remembers_secrets(routines: Routines, secrets: SecretFinder, symbols: Symbols) -> bool:
    """Return True if a value or a way that is kept while a seat decides may depend on what not everyone sees."""

    def is_secret(expr: Expr) -> bool:
        return secrets.is_hidden_from_some(expr, symbols) or any(_unknown_things(expr, symbols.has_secret_dice))

    return any(
        _remembers(statement, [expr for expr in _kept_by(statement) if is_secret(expr)], symbols.has_secret_dice)
        for routine in routines.all
        for statement in statements_in(routine.body)
    )


def _kept_by(statement: Statement) -> Iterable[Expr]:
    """Return the expressions whose values a statement keeps, or whose truth can be seen from where the rules are."""
    if isinstance(statement, (*REMEMBERING, *LEAVING)):
        return expressions_of(statement)
    if isinstance(statement, If | WhileLoop):
        inside = (each for block in blocks_of(statement) for each in statements_in(block))
        if any(each.facts.asks or each.facts.calls for each in inside):
            return expressions_of(statement)
    return ()


def _remembers(statement: Statement, kept: list[Expr], has_secret_dice: bool) -> bool:
    """Return True if a statement that keeps these secrets keeps more than cards."""
    if isinstance(statement, Roll):
        return statement.name is not None and has_secret_dice
    if isinstance(statement, REMEMBERING):
        return any(each.type.kind != "card" or each.type.many or each.type.optional for each in kept)
    return bool(kept)


def _unknown_things(expr: Expr, has_secret_dice: bool) -> Iterator[Expr]:
    """Yield the names and variables in an expression that may stand for a card or a die that not everyone sees."""
    parts = list(descendants_of(expr))
    inside = {part.it for part in parts if isinstance(part, SetLoop)}
    for part in parts:
        named = isinstance(part, VariableValue) or (isinstance(part, Ref) and part.local not in inside)
        if named and (part.type.kind == "card" or (has_secret_dice and part.type.kind == "die")):
            yield part


def check_positions(routines: Routines, secrets: SecretFinder, symbols: Symbols) -> list[Problem]:
    """Return the problems of remembered positions to which something belongs that not everyone sees."""
    message = "a position is remembered with what everyone sees: whether it has occurred would give the rest away"
    return [
        Problem(statement.where, "hidden-position", message)
        for routine in routines.all
        for statement in statements_in(routine.body)
        if isinstance(statement, RememberPosition)
        and any(secrets.is_hidden_from_some(value, symbols, with_trials=True) for value in statement.values)
    ]
