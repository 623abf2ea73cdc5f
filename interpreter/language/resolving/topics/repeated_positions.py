"""Resolution of positions that are remembered, and of questions about how often the present one has occurred."""

from __future__ import annotations

from lark import Tree

from interpreter.language.ir.builders import constant, negation
from interpreter.language.ir.expressions import Compare, Const, Expr, TimesOccurred
from interpreter.language.ir.statements import RememberPosition
from interpreter.language.ir.types import NUMBER
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, token_of

POSITIONS = Handlers[Resolver]()
POSITIONS.part("one_value", "more_values")
COMPARED = frozenset(
    {
        "number",
        "condition",
        "seat",
        "space",
        "box",
        "place",
        "side",
        "direction",
        "column",
        "row",
        "kind",
        "value",
        "die",
        "card",
        "nothing",
    }
)
"""Kinds of values that can belong to a position."""


@POSITIONS.statement("remember")
def _remember(resolver: Resolver, scope: Scope, node: Syntax) -> RememberPosition:
    """Resolve `remember the position with VALUE and VALUE, as NAME`."""
    values, name = node.children
    found = _values(resolver, scope, values)
    bound = None if name is None else resolver.bind(scope, token_of(name), NUMBER)
    return RememberPosition(resolver.where(scope, node), found, bound)


@POSITIONS.expression("times_occurred")
def _times_occurred(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `number of times the position with VALUE has occurred`."""
    return TimesOccurred(_values(resolver, scope, node.children[0]))


@POSITIONS.expression("occurred", "not_occurred", "occurred_often")
def _occurred(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the position with VALUE has occurred 3 times`, which is also true if it has occurred more often."""
    values, *times = node.children
    least: Expr = constant(1, NUMBER)
    if node.data == "occurred_often":
        least = resolver.number(scope, times[-1])
        most = resolver.symbols.rulebook.remembered_positions
        if isinstance(least, Const) and not 0 < least.number <= most:
            message = f"a position can occur 1 to {most} times: that is how many `remembered positions` there are"
            resolver.fail(scope, times[-1], "out-of-range", message)
    found = Compare(">=", TimesOccurred(_values(resolver, scope, values)), least)
    return negation(found) if node.data == "not_occurred" else found


def _values(resolver: Resolver, scope: Scope, node: SyntaxPart | None) -> tuple[Expr, ...]:
    """Resolve the values that belong to a position beside its pieces."""
    if not isinstance(node, Tree):
        return ()
    *before, last = node.children
    return (*_values(resolver, scope, before[0] if before else None), _value(resolver, scope, last))


def _value(resolver: Resolver, scope: Scope, node: SyntaxPart) -> Expr:
    value = resolver.value(scope, node)
    if value.type.many or value.type.kind not in COMPARED:
        message = (
            f"positions are compared by numbers, conditions and single things, and this is {value.type.with_article()}"
        )
        resolver.fail(scope, node, "wrong-type", message)
    return value
