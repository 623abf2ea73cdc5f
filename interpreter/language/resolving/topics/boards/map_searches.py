"""Resolution of groups of connected spaces, distances and ways."""

from __future__ import annotations

from typing import NoReturn

from lark import Tree

from interpreter.language.ir.builders import constant, negation
from interpreter.language.ir.expressions import (
    Const,
    Distance,
    Expr,
    Filter,
    Group,
    GroupCount,
    IsConnected,
    LargestGroup,
    LongestRoute,
    ShortestPath,
)
from interpreter.language.ir.nullness import null_safe
from interpreter.language.ir.types import SPACES, Type
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, first_token
from interpreter.language.symbols import EMPTY, EmptyAdjective
from interpreter.support.similar_words import closest_match

MAP_SEARCHES = Handlers[Resolver]()
BOXES = Type("box", many=True)


@MAP_SEARCHES.expression("group")
def _group(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `group of SET around SPACE through BOXES`."""
    set_node, space_node, through = node.children
    spaces = resolver.value(scope, set_node, SPACES)
    over = _joints(resolver, scope, node, through)
    return null_safe(Group(resolver.value(scope, space_node, Type("space")), spaces, over))


def _joints(resolver: Resolver, scope: Scope, group: Syntax, node: SyntaxPart | None) -> Expr | None:
    """Resolve the boxes between spaces that join the spaces of a group, if it has a `through`."""
    if node is None:
        return None
    found = resolver.value(scope, node)
    if found.type.kind != "box" or not resolver.symbols.joints:
        _fail_linked(resolver, scope, group, node)
    return _checked_joints(resolver, scope, node, resolver.convert(scope, node, found, BOXES))


def _fail_linked(resolver: Resolver, scope: Scope, group: Syntax, node: SyntaxPart) -> NoReturn:
    """Refuse other things than boxes between the spaces of a group."""
    spaces = resolver.symbols.rulebook.map.noun.many
    message = f"only boxes that join two {spaces} link the {spaces} of a group; all of these are in its set already"
    said, left_out = resolver.span_of(scope, group), resolver.span_of(scope, node)
    means = None
    if said is not None and left_out is not None and said.words.endswith(behind := f" through {left_out.words}"):
        means = f"`{said.words.removesuffix(behind)}`"
    resolver.fail(scope, group, "wrong-type", message, means)


@MAP_SEARCHES.expression("largest_group")
def _largest_group(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `largest group of SET through BOXES`."""
    set_node, through = node.children
    spaces = resolver.value(scope, set_node, SPACES)
    return LargestGroup(spaces, _joints(resolver, scope, node, through))


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
    node = _with_own_through(node)
    check_through(resolver, scope, node)
    found = IsConnected(*_way(resolver, scope, node))
    return negation(found) if node.data == "not_connected" else found


@MAP_SEARCHES.expression("longest_route")
def _longest_route(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `longest route of BOXES by COLUMN through SPACES`."""
    boxes_node, by_node, through = node.children
    boxes, spaces = resolver.value(scope, boxes_node), resolver.symbols.rulebook.map.noun.many
    if not resolver.symbols.joints:
        message = f"this game has no boxes that join two {spaces}, over which a route leads"
        resolver.fail(scope, node, "wrong-type", message)
    if boxes.type.kind != "box":
        message = f"a route leads over boxes that join two {spaces}"
        resolver.refuse_type(scope, boxes_node, message, boxes.type)
    boxes = _checked_joints(resolver, scope, boxes_node, resolver.convert(scope, boxes_node, boxes, BOXES))
    by = None if by_node is None else _column_of_boxes(resolver, scope, by_node)
    return LongestRoute(boxes, _spaces(resolver, scope, through), by)


def _column_of_boxes(resolver: Resolver, scope: Scope, node: Syntax) -> str:
    """Return the name of a column of boxes that has numbers."""
    token, declared = first_token(node), resolver.symbols.attributes
    column = declared.get(str(token), {}).get("box")
    if column is None or column.kind != "number":
        numbers = (name for name, kinds in declared.items() if "box" in kinds and kinds["box"].kind == "number")
        meant = closest_match(str(token), numbers)
        message = f"the lengths of boxes are a column of numbers, which `{token}` is not"
        resolver.fail(scope, node, "wrong-type", message, f"`{meant}`" if meant else None)
    resolver.record_use(scope, token, "column", column.id)
    return column.id


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
    """Resolve the two ends of a way, each a space or several, and the spaces or boxes that it may lead through."""
    start, goal, through = _with_own_through(node).children
    return _spaces(resolver, scope, start), _spaces(resolver, scope, goal), _through(resolver, scope, through)


def _with_own_through(node: Syntax) -> Syntax:
    """Return a way with the `through SET` behind it, which was read as that of a group at its end."""
    start, goal, through = node.children
    if through is not None or not isinstance(goal, Tree) or goal.data not in ("group", "largest_group"):
        return node
    return Tree(
        node.data, [start, Tree(goal.data, [*goal.children[:-1], None], goal.meta), goal.children[-1]], node.meta
    )


def _through(resolver: Resolver, scope: Scope, node: SyntaxPart | None) -> Expr:
    """Resolve the spaces that a way may lead through, or the boxes between spaces that it may lead over."""
    if node is None or not resolver.symbols.joints:
        return _spaces(resolver, scope, node)
    found = resolver.value(scope, node)
    if found.type.kind == "box":
        return _checked_joints(resolver, scope, node, resolver.convert(scope, node, found, BOXES))
    if found.type.kind not in ("space", "piece"):
        spaces = resolver.symbols.rulebook.map.noun.many
        resolver.refuse_type(scope, node, f"a way leads through {spaces}, or over boxes that join them", found.type)
    return resolver.convert(scope, node, found, SPACES)


def _checked_joints(resolver: Resolver, scope: Scope, node: SyntaxPart, boxes: Expr) -> Expr:
    """Refuse boxes of which none joins two spaces; return others."""
    listed = boxes
    while isinstance(listed, Filter):
        listed = listed.things
    if isinstance(listed, Const) and resolver.symbols.joints.keys().isdisjoint(listed.members):
        spaces = resolver.symbols.rulebook.map.noun.many
        resolver.fail(scope, node, "wrong-type", f"no way leads over these boxes: they don't join two {spaces}")
    return boxes


def _spaces(resolver: Resolver, scope: Scope, node: SyntaxPart | None) -> Expr:
    if node is None:
        return constant(tuple(range(resolver.symbols.space_count)), SPACES)
    return resolver.value(scope, node, SPACES)
