"""Resolution of positions that are remembered, and of questions about earlier positions and earlier games."""

from __future__ import annotations

from lark import Tree

from interpreter.language.ir.builders import constant, negation
from interpreter.language.ir.expressions import Compare, Const, Equal, Expr, TimesOccurred, VariableValue
from interpreter.language.ir.statements import RememberPosition
from interpreter.language.ir.types import NUMBER
from interpreter.language.ir.written import GamePlace
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, token_of
from interpreter.rulebook.model import GAME_NUMBER

EARLIER_PLAY = Handlers[Resolver]()
EARLIER_PLAY.part("one_value", "more_values")
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


@EARLIER_PLAY.statement("remember")
def _remember(resolver: Resolver, scope: Scope, node: Syntax) -> RememberPosition:
    """Resolve `remember the position with VALUE and VALUE, as NAME`."""
    values, name = node.children
    found = _values(resolver, scope, values)
    bound = None if name is None else resolver.bind(scope, token_of(name), NUMBER)
    return RememberPosition(resolver.where(scope, node), found, bound)


@EARLIER_PLAY.expression("times_occurred")
def _times_occurred(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `number of times the position with VALUE has occurred`."""
    return TimesOccurred(_values(resolver, scope, node.children[0]))


@EARLIER_PLAY.expression("occurred", "not_occurred", "occurred_often")
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


@EARLIER_PLAY.expression("game_number")
def _game_number(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `number of this game`."""
    if resolver.symbols.rulebook.campaign is None:
        message = (
            "this game has no campaign; `campaign: {keeps: [IDS]}` in game.yaml says what the next game begins with"
        )
        resolver.fail(scope, node, "no-campaign", message)
    return VariableValue(GAME_NUMBER, (), type=NUMBER)


@EARLIER_PLAY.expression("first_game", "not_first_game", "last_game", "not_last_game")
def _game_place(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `this is the first game`, `this is not the last game`."""
    number, campaign = _game_number(resolver, scope, node), resolver.symbols.rulebook.campaign
    wanted: int | None = 1
    if node.data.endswith("last_game"):
        wanted = None if campaign is None else campaign.games
        if wanted is None:
            message = "no game of this campaign is the last: `games: 3` beside `keeps` says how many there are"
            resolver.fail(scope, node, "no-last-game", message)
    is_so = Equal(number, constant(wanted, NUMBER))
    found = negation(is_so) if node.data.startswith("not") else is_so
    return found.replace(written=GamePlace(str(node.data)))


def _values(resolver: Resolver, scope: Scope, node: SyntaxPart | None) -> tuple[Expr, ...]:
    """Resolve the values that belong to a position beside its pieces."""
    if not isinstance(node, Tree):
        return ()
    *before, last = node.children
    return (*_values(resolver, scope, before[0] if before else None), _value(resolver, scope, last))


def _value(resolver: Resolver, scope: Scope, node: SyntaxPart) -> Expr:
    value = resolver.value(scope, node)
    if value.type.many or value.type.kind not in COMPARED:
        compared = "positions are compared by numbers, conditions and single things"
        resolver.refuse_type(scope, node, compared, value.type)
    return value
