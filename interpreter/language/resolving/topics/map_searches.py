"""Resolution of groups of connected spaces, distances and ways."""

from __future__ import annotations

from interpreter.language.ir.builders import constant, negation
from interpreter.language.ir.expressions import (
    Distance,
    Expr,
    Group,
    GroupCount,
    IsConnected,
    LargestGroup,
    ShortestPath,
)
from interpreter.language.ir.nullness import null_safe
from interpreter.language.ir.types import SPACES, Type
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart
from interpreter.language.symbols import EMPTY, EmptyAdjective

MAP_SEARCHES = Handlers[Resolver]()


@MAP_SEARCHES.expression("group")
def _group(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `group of SET around SPACE`."""
    set_node, space_node = node.children
    spaces = resolver.value(scope, set_node, SPACES)
    return null_safe(Group(resolver.value(scope, space_node, Type("space")), spaces))


@MAP_SEARCHES.expression("largest_group")
def _largest_group(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return LargestGroup(resolver.value(scope, node.children[0], SPACES))


@MAP_SEARCHES.expression("group_count")
def _group_count(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return GroupCount(resolver.value(scope, node.children[0], SPACES))


@MAP_SEARCHES.expression("distance")
def _distance(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return Distance(*_way(resolver, scope, node))


@MAP_SEARCHES.expression("shortest_path")
def _shortest_path(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return ShortestPath(*_way(resolver, scope, node))


@MAP_SEARCHES.expression("connected", "not_connected")
def _connected(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `X is connected to Y through SET`, and its opposite."""
    check_through(resolver, scope, node)
    found = IsConnected(*_way(resolver, scope, node))
    return negation(found) if node.data == "not_connected" else found


def check_through(resolver: Resolver, scope: Scope, node: Syntax) -> None:
    """Refuse a question about spaces in between that doesn't say which are meant."""
    if node.children[-1] is not None:
        return
    said, spaces = resolver.span_of(scope, node), resolver.symbols.rulebook.map.noun.many
    means_empty = resolver.symbols.adjectives.get(EMPTY, {}).get("space")
    some = f"{EMPTY} {spaces}" if isinstance(means_empty, EmptyAdjective) else spaces
    message = f"say which {spaces} may lie in between: `through {spaces}` means all, `through {spaces} without …` some"
    resolver.fail(scope, node, "through", message, None if said is None else f"`{said.words} through {some}`")


def _way(resolver: Resolver, scope: Scope, node: Syntax) -> tuple[Expr, Expr, Expr]:
    """Resolve the two ends of a way, each a space or several, and the spaces that it may lead through."""
    start, goal, through = node.children
    return _spaces(resolver, scope, start), _spaces(resolver, scope, goal), _spaces(resolver, scope, through)


def _spaces(resolver: Resolver, scope: Scope, node: SyntaxPart | None) -> Expr:
    if node is None:
        return constant(tuple(range(resolver.symbols.space_count)), SPACES)
    return resolver.value(scope, node, SPACES)
