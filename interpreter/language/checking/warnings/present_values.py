"""Warnings about values that are compared with nothing and always are something."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import descendants_of
from interpreter.language.ir.expressions import Const, Equal, Expr, Not
from interpreter.language.ir.statements import Term
from interpreter.language.ir.walks import located_expressions
from interpreter.language.routines import Routines
from interpreter.support.errors import Problem


def find_present_values(routines: Routines, terms: dict[int, Term]) -> Iterator[Problem]:
    """Yield a warning for each `X is nothing` of an X that is never nothing.

    `X is not nothing` may be written for safety. Of a number it is a mistake, too: one that is missing is 0.
    """
    for where, expr in located_expressions(routines.all, terms.values()):
        parts = [*descendants_of(expr)]
        denials = {id(each.condition): each for each in parts if isinstance(each, Not)}
        for each in parts:
            value, denial = _compared_with_nothing(each), denials.get(id(each))
            if value is None or value.type.optional or value.type.many:
                continue
            if value.type.kind == "number":
                message = "a number is never nothing: one that is missing is 0"
                yield warning_at(where, "never-nothing", message, each.source_range or (denial or each).source_range)
            elif denial is None:
                message = f"{value.type.with_article()} is never nothing here"
                yield warning_at(where, "never-nothing", message, each.source_range)


def _compared_with_nothing(condition: Expr) -> Expr | None:
    """Return the value that a condition compares with the word `nothing`; None if it is another condition."""
    if not isinstance(condition, Equal):
        return None
    for value, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if isinstance(other, Const) and other.type.kind == "nothing" and value.type.kind != "nothing":
            return value
    return None
