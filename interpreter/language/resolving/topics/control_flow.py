"""Resolution of control flow: branches, loops, changes of the acting seat, obligations, the end of a game."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from lark import Token, Tree

from interpreter.language.ir.builders import FALSE, TRUE, constant, local, statements_in
from interpreter.language.ir.expressions import Compare, Const, Count, Expr, Filter, InOrder, IsMember, Only, Range
from interpreter.language.ir.nullness import null_safe_statement
from interpreter.language.ir.statements import (
    ActAs,
    Block,
    Choose,
    Due,
    End,
    ForEach,
    If,
    LeaveLoop,
    Let,
    ListChange,
    MovePieces,
    Must,
    OnlyIf,
    Repeat,
    WhileLoop,
)
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.ir.written_statements import Exchange, RepeatUntil
from interpreter.language.resolving.resolver import SIDE_OF, Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, loop_scope, narrow, token_of
from interpreter.language.resolving.topics.belonging import side_of
from interpreter.language.resolving.topics.sets import candidate_name, resolve_pick
from interpreter.support.errors import Location

CONTROL_FLOW = Handlers[Resolver]()
CONTROL_FLOW.part("otherwise", "otherwise_if", "as_name", "as_you", "in_order", "again", "chosen_order", "to_label")

FOR_PARTS = {
    "as_name": "as", "as_you": "as you", "in_order": "in player order", "again": "again and again",
    "chosen_order": "in the order … chooses", "to_label": "to",
}  # fmt: skip
"""Parts after the commas of `for each`, by their names in the grammar."""


@CONTROL_FLOW.statement("if_")
def _if(resolver: Resolver, scope: Scope, node: Syntax) -> If:
    test, block, *rest = node.children
    tests = [(test, block), *(part.children for part in rest if part.data != "otherwise")]
    last = next((at for at, part in enumerate(rest) if part.data == "otherwise"), None)
    if last is not None and last + 1 < len(rest):
        resolver.fail(scope, rest[last + 1], "syntax", "nothing can follow the last `otherwise:`")
    where, branches = resolver.where(scope, node), []
    for test, block in tests:
        condition = resolver.condition(scope, test)
        branches.append((condition, resolver.block(narrow(scope, condition, True).inner(), block)))
        scope = narrow(scope, condition, False)
    otherwise = None if last is None else resolver.block(scope.inner(), rest[last].children[0])
    return If(where, tuple(branches), otherwise)


@CONTROL_FLOW.statement("for_each", "for_each_of")
def _for_each(resolver: Resolver, scope: Scope, node: Syntax) -> ForEach | If:
    things_node, *parts, block = node.children
    where = resolver.where(scope, node)
    scope = loop_scope(scope, node)
    if node.data == "for_each_of":
        things = resolver.set_of(scope, things_node)
        nouns = resolver.symbols.nouns
        noun = nouns[things.type.kind].one if things.type.kind in nouns else things.type.kind
    else:
        things, noun = resolve_pick(resolver, scope, things_node)
    named = candidate_name(things_node)
    token: Token | str = named or noun
    said: set[str] = set() if named is None else {"as_name"}
    for part in parts:
        if part.data in said:
            words = FOR_PARTS[part.data]
            resolver.fail(scope, part, "duplicate", f"`{words}` is said twice of one loop")
        said.add(part.data)
        if part.data == "as_name":
            token = token_of(part.children[0])
        if part.data == "as_you" and things.type.kind != "seat":
            resolver.fail(scope, part, "wrong-type", "only a seat acts: `as you` needs seats")
        if part.data != "in_order":
            continue
        if things.type.kind != "seat":
            resolver.fail(scope, part, "wrong-type", "only seats have a player order")
        if part.children and part.children[0] is not None:
            start = resolver.seat(scope, part.children[0])
            things = InOrder(things, start, type=things.type)
    options = tuple(part.data for part in parts)
    if "chosen_order" in said or "to_label" in said:
        return _in_chosen_order(resolver, scope, node, things, noun, options)
    inside = scope.inner()
    name = resolver.bind(inside, token, things.type._replace(many=False), things)
    if "as_you" in said:
        is_turn = "again" in said and _counts_rounds(resolver)
        body: Block = (_acting(resolver, inside, where, local(name), block, is_turn),)
    else:
        body = resolver.block(inside, block)
    return _loop(ForEach(where, name, things, body, "again" in said, options))


@CONTROL_FLOW.statement("for_each_number")
def _for_each_number(resolver: Resolver, scope: Scope, node: Syntax) -> ForEach:
    low, high, token, block = node.children
    where, scope = resolver.where(scope, node), loop_scope(scope, node)
    numbers = Range(resolver.number(scope, low), resolver.number(scope, high))
    inside = scope.inner()
    name = resolver.bind(inside, token_of(token), NUMBER, numbers)
    return ForEach(where, name, numbers, resolver.block(inside, block), options=("as_name",))


def _loop(loop: ForEach) -> ForEach | If:
    """Return a loop whose rounds all begin where the first one does, and pass over what has left the set meanwhile."""
    if not loop.until_empty:
        return loop
    begun, things = loop, loop.things
    first: Block = ()
    if isinstance(things, InOrder):
        if not isinstance(things.start, Const):
            start = Let(loop.where, Local("start", things.start.type), things.start)
            begun, first = replace(loop, things=replace(things, start=local(start.name))), (start,)
        things = things.things
    if not isinstance(things, Const):
        still_there = IsMember(local(loop.name), things)
        begun = replace(begun, body=(If(loop.where, ((still_there, loop.body),), None),))
    return loop if begun is loop else If(loop.where, ((TRUE, (*first, begun)),), None, loop)


@CONTROL_FLOW.statement("take_turns")
def _take_turns(resolver: Resolver, scope: Scope, node: Syntax) -> ForEach | If:
    """Resolve `players take turns`: each seat acts, again and again."""
    first, block = node.children
    where, scope = resolver.where(scope, node), loop_scope(scope, node)
    seats = constant(tuple(range(len(resolver.symbols.seats))), Type("seat", many=True))
    things = seats if first is None else InOrder(seats, resolver.seat(scope, first), type=seats.type)
    name = Local("seat", Type("seat"))
    body = (_acting(resolver, scope.inner(), where, local(name), block, _counts_rounds(resolver)),)
    options = ("again", "as_you") if first is None else ("in_order", "again", "as_you")
    return _loop(ForEach(where, name, things, body, True, options))


def _in_chosen_order(
    resolver: Resolver, scope: Scope, node: Syntax, things: Expr, noun: str, options: tuple[str, ...]
) -> If:
    """Resolve a `for each` in an order that a seat chooses: while the list has things, choose one and take it out."""
    _, *parts, block = node.children
    said = {part.data: part for part in parts}
    if "chosen_order" not in said:
        resolver.fail(scope, said["to_label"], "syntax", "`to` names a choice, and nobody chooses the order here")
    for other in ("in_order", "again", "as_you"):
        if other in said:
            message = f"`{FOR_PARTS[other]}` does not go together with `{FOR_PARTS['chosen_order']}`"
            resolver.fail(scope, said[other], "syntax", message)
    where, seat = resolver.where(scope, node), resolver.seat(scope, said["chosen_order"].children[0])
    label = str(said["to_label"].children[0]) if "to_label" in said else ""
    named = candidate_name(node.children[0])
    token = token_of(said["as_name"].children[0]) if "as_name" in said else named or noun
    inside, rest, chooser = scope.inner(), Local("rest", things.type), Local("chooser", Type("seat"))
    name = resolver.bind(inside, token, things.type._replace(many=False), things)
    begin = (
        Choose(where, name, local(rest), local(chooser), "", label, noun),
        ListChange(where, "take", rest, None, local(name)),
    )
    left, body = Compare(">", Count(local(rest)), constant(0, NUMBER)), resolver.block(inside, block)
    loop = WhileLoop(where, left, (*begin, *body))
    written = ForEach(where, name, things, body, options=options)
    return If(where, ((TRUE, (Let(where, rest, things), Let(where, chooser, seat), loop)),), None, written)


@CONTROL_FLOW.statement("repeat")
def _repeat(resolver: Resolver, scope: Scope, node: Syntax) -> Repeat:
    times, block = node.children
    where, inside = resolver.where(scope, node), loop_scope(scope, node).inner()
    return Repeat(where, resolver.number(scope, times), resolver.block(inside, block))


@CONTROL_FLOW.statement("repeat_until")
def _repeat_until(resolver: Resolver, scope: Scope, node: Syntax) -> If:
    """Resolve `repeat: … until CONDITION`, in which the condition may use names of the block."""
    block, test = node.children
    where, inside = resolver.where(scope, node), loop_scope(scope, node).inner()
    body = resolver.block(inside, block)
    condition = resolver.condition(inside, test)
    end = If(resolver.where(scope, test), ((condition, (LeaveLoop(where),)),), None)
    loop = WhileLoop(where, TRUE, (*body, end))
    return If(where, ((TRUE, (loop,)),), None, RepeatUntil(condition))


@CONTROL_FLOW.statement("while_")
def _while(resolver: Resolver, scope: Scope, node: Syntax) -> WhileLoop:
    test, block = node.children
    where, scope = resolver.where(scope, node), loop_scope(scope, node)
    condition = resolver.condition(scope, test)
    return WhileLoop(where, condition, resolver.block(narrow(scope, condition, True).inner(), block))


@CONTROL_FLOW.statement("endless")
def _endless(resolver: Resolver, scope: Scope, node: Syntax) -> WhileLoop:
    """Resolve `again and again:`."""
    inside = loop_scope(scope, node).inner()
    return WhileLoop(resolver.where(scope, node), TRUE, resolver.block(inside, node.children[0]))


@CONTROL_FLOW.statement("as_seat")
def _as_seat(resolver: Resolver, scope: Scope, node: Syntax) -> ActAs:
    seat, block = node.children
    return _acting(resolver, scope, resolver.where(scope, node), resolver.seat(scope, seat), block)


def _acting(
    resolver: Resolver, scope: Scope, where: Location, seat: Expr, block: Syntax, is_turn: bool = False
) -> ActAs:
    """Resolve a block in which another seat acts, and which may be its turn."""
    name = Local("you", Type("seat"))
    return ActAs(where, name, seat, resolver.block(scope.inner(you=local(name)), block), is_turn)


def _counts_rounds(resolver: Resolver) -> bool:
    """Return whether each round in which a seat acts is a turn, as no phrase of the game is declared as one."""
    return not any(word.turn for word in resolver.symbols.rulebook.words)


@CONTROL_FLOW.statement("to_play")
def _to_play(resolver: Resolver, scope: Scope, node: Syntax) -> Must | If:
    _check_begins(resolver, scope, node, "to play this event, first")
    return _in_full(resolver, scope, node)


@CONTROL_FLOW.statement("play_only_if")
def _play_only_if(resolver: Resolver, scope: Scope, node: Syntax) -> OnlyIf:
    _check_begins(resolver, scope, node, "play this event only if")
    return OnlyIf(resolver.where(scope, node), resolver.condition(scope, node.children[0]))


def _check_begins(resolver: Resolver, scope: Scope, node: Syntax, said: str) -> None:
    """Refuse a condition of playing that is not at the beginning of an event."""
    lines = resolver.grammar.parse(scope.text, "program").children if scope.is_event else []
    first = takewhile(lambda line: isinstance(line, Tree) and line.data in ("to_play", "play_only_if"), lines)
    if resolver.where(scope, node) not in [resolver.where(scope, line) for line in first]:
        resolver.fail(scope, node, "not-first", f"`{said}` goes to the beginning of a card's event")


@CONTROL_FLOW.statement("if_you_can")
def _if_you_can(resolver: Resolver, scope: Scope, node: Syntax) -> Must | If:
    if resolver.where(scope, node) != scope.option_start:
        message = "`if you can, …` goes to the beginning of an option, which is not on offer otherwise"
        resolver.fail(scope, node, "not-first", message, form="`must …`")
    return _in_full(resolver, scope, node)


@CONTROL_FLOW.statement("must")
def _must(resolver: Resolver, scope: Scope, node: Syntax) -> Must | If:
    return _in_full(resolver, scope, node)


def _in_full(resolver: Resolver, scope: Scope, node: Syntax) -> Must | If:
    inner, given = null_safe_statement(resolver.statement(scope, node.children[0]))
    if isinstance(inner, If) and isinstance(inner.written, Exchange) and inner.written.form == "pay":
        return inner  # whoever pays does so in full anyway
    if isinstance(inner, If) and isinstance(inner.written, MovePieces):
        return _kind_in_full(resolver, scope, node, inner)
    if not isinstance(inner, Due):
        resolver.fail(scope, node, "must", "`must` can stand before raise, lower, move, choose, pay and phrases")
    return Must(resolver.where(scope, node), inner, given)


def _kind_in_full(resolver: Resolver, scope: Scope, node: Syntax, move: If, otherwise: Block | None = None) -> If:
    """Return a move in full of pieces whose kind is known only in play: one for each kind that it can be.

    If it is another kind, there are no such pieces.
    """
    where, (present, (named, of_kind)), written = resolver.where(scope, node), move.branches[0], move.written
    assert isinstance(of_kind, If) and isinstance(written, MovePieces)
    moves = [
        (condition, each) for condition, block in of_kind.branches for each in block if isinstance(each, MovePieces)
    ]
    branches = tuple((condition, (Must(where, each, present, otherwise),)) for condition, each in moves)
    of_others = None if written.amount is None else (Must(where, moves[0][1], FALSE, otherwise),)
    body = (named, replace(of_kind, branches=branches, otherwise=of_others))
    said = Must(where, written, present, otherwise, source_range=resolver.span_of(scope, node))
    return replace(move, branches=((TRUE, body),), written=said)


def _has_kind_in_full(block: Block) -> bool:
    """Return True if a block moves pieces in full whose kind is known only in play."""
    written = [each.written for each in statements_in(block) if isinstance(each, If)]
    return any(isinstance(each, Must) and isinstance(each.inner, MovePieces) for each in written)


@CONTROL_FLOW.statement("or_else")
def _or_else(resolver: Resolver, scope: Scope, node: Syntax) -> Must | If:
    """Resolve `if you can't:` after a statement, whose names are not known there."""
    written, block = node.children
    inside, where = scope.inner(), resolver.where(scope, node)
    inner, given = null_safe_statement(resolver.statement(scope, written))
    if isinstance(inner, If) and isinstance(inner.written, Exchange) and inner.written.form == "pay":
        must, *others = inner.branches[0][1]
        assert isinstance(must, Must)
        return If(where, ((must.presence, (must.inner, *others)),), resolver.block(inside, block))
    if isinstance(inner, If) and isinstance(inner.written, MovePieces):
        otherwise = resolver.block(inside, block)
        if _has_kind_in_full(otherwise):  # it is repeated for each kind, and would grow with each level
            message = "within this, move pieces whose kind is known only in play by a phrase of its own"
            resolver.fail(scope, block, "must", message)
        return _kind_in_full(resolver, scope, node, inner, otherwise)
    if not isinstance(inner, Due):
        message = "`if you can't:` can follow raise, lower, move, choose, pay and phrases"
        resolver.fail(scope, written, "must", message)
    if isinstance(inner, Choose) and inner.way_out == "none":
        resolver.fail(
            scope, written, "must", "with `or none` this can always be done, so `if you can't:` never applies"
        )
    return Must(where, inner, given, resolver.block(inside, block))


@CONTROL_FLOW.statement("only_if")
def _only_if(resolver: Resolver, scope: Scope, node: Syntax) -> OnlyIf:
    return OnlyIf(resolver.where(scope, node), resolver.condition(scope, node.children[0]))


@CONTROL_FLOW.statement("leave")
def _leave(resolver: Resolver, scope: Scope, node: Syntax) -> LeaveLoop:
    return LeaveLoop(resolver.where(scope, node))


@CONTROL_FLOW.statement("end_game")
def _end_game(resolver: Resolver, scope: Scope, node: Syntax) -> End:
    winners_node, reason = node.children[0], str(node.children[1] or "end")
    if isinstance(winners_node, Tree) and winners_node.data == "name" and winners_node.children[0] == "nobody":
        message = "of a game that nobody wins, another sentence is said"
        resolver.fail(scope, winners_node, "wrong-form", message, form="`end the game, nobody wins, because …`")
    winners = resolver.value(scope, winners_node)
    if winners.type.kind != "side":
        winners = resolver.convert(scope, winners_node, winners, Type("seat", many=True))
        return End(resolver.where(scope, node), winners, reason)
    side = Only(winners, type=Type("side", optional=True)) if winners.type.many else winners
    it = Local("it", Type("seat"))
    resolver.record_use(scope, winners_node, "word", SIDE_OF, SIDE_OF)
    own = side_of(resolver, scope, winners_node, local(it))
    test = IsMember(own, resolver.convert(scope, winners_node, winners, Type("side", many=True)))
    seats = constant(tuple(range(len(resolver.symbols.seats))), Type("seat", many=True))
    return End(resolver.where(scope, node), Filter(seats, it, test, type=seats.type), reason, side)


@CONTROL_FLOW.statement("end_nobody")
def _end_nobody(resolver: Resolver, scope: Scope, node: Syntax) -> End:
    return End(resolver.where(scope, node), None, str(node.children[0] or "end"))
