"""Resolution of directions of a board, and of steps from a space."""

from __future__ import annotations

from lark import Token

from interpreter.language.ir.builders import constant
from interpreter.language.ir.expressions import Const, Expr, StepInDirection
from interpreter.language.ir.nullness import null_safe
from interpreter.language.ir.types import DIRECTION, Type
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, token_of
from interpreter.language.resolving.topics.naming import noun_of, resolve_name

DIRECTIONS = Handlers[Resolver]()


@DIRECTIONS.expression("step")
def _step(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the square north of X`."""
    noun_node, direction, space_node = node.children
    noun, _, token = noun_of(resolver, scope, noun_node)
    if noun.kind != "space":
        board = resolver.symbols.rulebook.map.noun
        resolver.fail(scope, token, "wrong-type", f"only a {board.one} lies in a direction from another")
    space = resolver.value(scope, space_node, Type("space"))
    return step_from(resolver, scope, token_of(direction), space)


def step_from(resolver: Resolver, scope: Scope, token: Token, space: Expr) -> Expr:
    """Return the space that lies in the direction with this name from a space."""
    direction = resolve_name(resolver, scope, token)
    if direction.type.kind != "direction":
        message = f"a direction is needed here, and this is {direction.type.with_article()}"
        resolver.fail(scope, token, "wrong-type", message)
    step = StepInDirection(space, direction)
    if isinstance(space, Const) and isinstance(direction, Const) and space.value is not None:
        there = resolver.symbols.directions.steps[direction.number][space.number]
        return constant(there, step.type._replace(optional=there is None), step)
    return null_safe(step)


def is_direction(resolver: Resolver, scope: Scope, word: str) -> bool:
    """Return True if a word names a direction: one of the board's, or one that a text has named."""
    if word in scope.names:
        return scope.names[word].type == DIRECTION
    return word in resolver.symbols.directions.names and word not in resolver.symbols.names
