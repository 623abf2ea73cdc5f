"""Statements that change tracks, variables, names, lists and flags, and costs, which are paid in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from lark import Token, Tree

from interpreter.language.ir.builders import TRUE, conjunction, constant
from interpreter.language.ir.expressions import (
    Arithmetic,
    Compare,
    Conditional,
    Const,
    Expr,
    PieceAmount,
    Ref,
    SumOver,
    TrackValue,
    VariableValue,
)
from interpreter.language.ir.nullness import default_answer, null_safe_statement, unwrap_null_safe
from interpreter.language.ir.statements import Assign, Block, If, Let, ListChange, ListVerb, Must, SetFlag, Verb
from interpreter.language.ir.types import NUMBER
from interpreter.language.ir.written_statements import Exchange
from interpreter.language.resolving.orders import check_value, columns_behind, columns_of
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import (
    Handlers,
    Scope,
    Syntax,
    SyntaxPart,
    token_of,
    without_parentheses,
)
from interpreter.language.resolving.topics.belonging import member
from interpreter.language.resolving.topics.calculations import check_in_range
from interpreter.language.resolving.topics.naming import fail_unknown, resolve_name, variable_type
from interpreter.language.symbols import FlagAdjective, ValueAdjective
from interpreter.support.errors import Missing
from interpreter.support.name_lists import quote_names
from interpreter.support.noun_forms import plural_of
from interpreter.support.similar_words import closest_match

ASSIGNMENTS = Handlers[Resolver]()
ASSIGNMENTS.part("cost")
_PAYABLE = "only tracks and variables that are numbers are paid or raised like this"


@ASSIGNMENTS.statement("let")
def _let(resolver: Resolver, scope: Scope, node: Syntax) -> Let:
    token, value_node = node.children
    where = resolver.where(scope, node)
    value = resolver.value(scope, value_node)
    outer = scope.names.get(str(token))
    if outer is not None and str(token) in scope.outer_names:
        message = f"`{token}` has a meaning outside of this block already"
        hint = f"`set {token} to …`" if outer.let_location is not None else "another name"
        resolver.fail(scope, token, "let-again", message, form=hint)
    name_type = resolver.inference.type_of(where, str(token), value.type)
    if value.type.kind == "nothing":
        value = default_answer(name_type).replace(written=value)
    name = resolver.bind(scope, token_of(token), name_type)
    name.let_location = where
    name.column = next((each.id for each in columns_behind(resolver, value)), "")
    return Let(where, name, resolver.convert(scope, value_node, value, name_type))


@ASSIGNMENTS.statement("set_to")
def _set(resolver: Resolver, scope: Scope, node: Syntax) -> Assign:
    cell_node, value_node = node.children
    cell = _cell(resolver, scope, cell_node)
    _refuse_unclear_next(resolver, scope, cell_node, value_node)
    if isinstance(cell, Ref):  # named by `let_location`; this may widen its type
        value = resolver.value(scope, value_node)
        resolver.inference.record_assignment(cell.local, value.type)
        value = resolver.convert(scope, value_node, value, cell.local.type)
        return Assign(resolver.where(scope, node), "set", cell, value)
    wanted = (
        cell.type if isinstance(cell, TrackValue) else variable_type(resolver.symbols.variables[cell.variable].kind)
    )
    value = resolver.value(scope, value_node, wanted)
    check_value(resolver, scope, value_node, columns_of(resolver, cell_node), value)
    check_in_range(resolver, scope, value_node, cell, value)
    return Assign(resolver.where(scope, node), "set", cell, value)


def _refuse_unclear_next(resolver: Resolver, scope: Scope, cell_node: SyntaxPart, value_node: SyntaxPart) -> None:
    """Refuse `set LEADER to the next player`, which may mean the one after you or the one after the leader."""
    value = without_parentheses(value_node)
    if isinstance(value, Tree) and value.data == "next_player" and not any(value.children):
        said = resolver.span_of(scope, cell_node)
        name = "it" if said is None else said.words
        message = f"after whom? say `the next player after {name}`, or `the next player after you`"
        resolver.fail(scope, value_node, "which", message, missing=Missing(behind=f" after {name}"))


@ASSIGNMENTS.statement("raise_by", "lower_by")
def _raise_or_lower(resolver: Resolver, scope: Scope, node: Syntax) -> Assign:
    cell_node, amount_node = node.children
    cell = _cell(resolver, scope, cell_node)
    resolver.check_present(scope, cell_node, cell)
    if cell.type != NUMBER:
        resolver.fail(scope, cell_node, "wrong-type", "only a number can be raised or lowered")
    amount = constant(1, NUMBER) if amount_node is None else resolver.number(scope, amount_node)
    if isinstance(cell, TrackValue) and isinstance(amount, Const):
        track = resolver.symbols.track(cell.track)
        if not 0 <= amount.number <= track.high - track.low:
            message = f"{amount.number} is out of range: `{track.id}` goes from {track.low} to {track.high}"
            resolver.fail(scope, amount_node, "out-of-range", message)
    return Assign(resolver.where(scope, node), "raise" if node.data == "raise_by" else "lower", cell, amount)


def _refuse_set_in_list(resolver: Resolver, scope: Scope, node: Syntax, item_node: SyntaxPart) -> NoReturn:
    """Report a set that is added to a list or taken out of it, where one thing is expected."""
    message, form = "one thing is taken out of a list, and this is a set", "for each NOUN in SET: take NOUN out of LIST"
    if node.data == "add_to":
        message, form = "one thing is added to a list, and this is a set", "set LIST to LIST or SET"
    resolver.fail(scope, item_node, "wrong-type", message, form=f"`{form}`")


@ASSIGNMENTS.statement("add_to", "take_out")
def _change_list(resolver: Resolver, scope: Scope, node: Syntax) -> ListChange:
    item_node, list_node = node.children
    item = resolver.value(scope, item_node)
    if item.type.kind == "nothing":
        resolver.fail(scope, item_node, "wrong-type", "nothing can't be in a list")
    if item.type.many:
        _refuse_set_in_list(resolver, scope, node, item_node)
    verb: ListVerb = "add" if node.data == "add_to" else "take"
    if verb == "add":
        resolver.list_kinds.add(item.type.kind)
    things = resolver.value(scope, list_node)
    if isinstance(things, Ref):
        known = things.local
        if not known.type.many:
            resolver.fail(scope, list_node, "wrong-type", f"`{known.name}` is one thing, not a list")
        if known.type.kind == "nothing" and item.type.kind in ("number", "condition"):
            message = (
                "a list holds things, such as spaces and cards, but no numbers and no conditions: keep a number of its"
                " own, such as a sum, `let total be 0` and `raise total by NUMBER`"
            )
            resolver.fail(scope, item_node, "wrong-type", message)
        if known.type.kind == "nothing":
            known.type = item.type._replace(many=True, optional=False)
        if item.type.kind != known.type.kind:
            message = f"{item.type.with_article()} can't be in {known.type.with_article()}"
            resolver.fail(scope, item_node, "wrong-type", message)
        return ListChange(resolver.where(scope, node), verb, known, None, item)
    cell = _cell(resolver, scope, list_node)
    if not isinstance(cell, VariableValue) or not cell.type.many:
        resolver.fail(scope, list_node, "wrong-type", f"this is {cell.type.with_article()}, not a list")
    if not item.type.is_assignable_to(cell.type):
        message = f"{item.type.with_article()} can't be in a list of {plural_of(cell.type.kind)}"
        resolver.fail(scope, item_node, "wrong-type", message)
    check_value(resolver, scope, item_node, columns_behind(resolver, cell), item)
    return ListChange(resolver.where(scope, node), verb, None, cell, item)


@ASSIGNMENTS.statement("make", "unmake")
def _make(resolver: Resolver, scope: Scope, node: Syntax) -> SetFlag:
    things_node, word = node.children
    things, symbols = resolver.value(scope, things_node), resolver.symbols
    kind, meanings = things.type.kind, symbols.adjectives.get(str(word), {})
    meaning = meanings.get(kind)
    if isinstance(things, PieceAmount | SumOver) and "pieces" in meanings:
        message = "how many? say `make all …` or a number: `make 1 …`"
        resolver.fail(scope, things_node, "wrong-type", message)
    if not isinstance(meaning, FlagAdjective):
        if isinstance(meaning, ValueAdjective):
            message = f"`{word}` is printed and stays as it is; what changes is a flag, declared under `flags:`"
            resolver.fail(scope, word, "wrong-type", message)
        flags = [flag_id for flag_id, flag in symbols.flags.items() if symbols.kind_of_noun(flag.of) == kind]
        meant = closest_match(str(word), flags)
        message = f"{things.type.with_article()} can't become `{word}`: no such flag is declared"
        resolver.fail(scope, word, "unknown-name", message, f"`{meant}`" if meant else None)
    resolver.record_use(scope, word, "flag", meaning.flag)
    things = resolver.convert(scope, things_node, things, things.type._replace(many=True))
    return SetFlag(resolver.where(scope, node), things, meaning.flag, node.data == "make")


def _cell(resolver: Resolver, scope: Scope, node: Syntax) -> TrackValue | VariableValue | Ref:
    """Resolve a part that can be changed: a track, a variable, or a name made by `let_location`."""
    cell = resolver.value(scope, node)
    if isinstance(cell, Conditional) and isinstance(cell.yes, TrackValue | VariableValue):
        cell = unwrap_null_safe(cell).replace(written=cell.written)
    if isinstance(cell, Ref) and cell.local.let_location is None:
        message = f"`{cell.local.name}` stays what it is: only what was named by `let` can be changed"
        resolver.fail(scope, node, "wrong-type", message)
    if not isinstance(cell, TrackValue | VariableValue | Ref):
        message = "only tracks, variables and names made by `let` can be changed like this"
        resolver.fail(scope, node, "wrong-type", message)
    return cell


# -- costs


class _Cost(NamedTuple):
    """An amount of a number in a cost or a gain.

    Attributes:
        node: The place of both.
        amount: The amount as it is written.
        name: The number's name as the game declares it, at the place of the word that was written.
    """

    node: Syntax
    amount: SyntaxPart
    name: Token


@ASSIGNMENTS.statement("pay")
def _pay(resolver: Resolver, scope: Scope, node: Syntax) -> If:
    """Resolve `pay COSTS`: everything is paid, or nothing."""
    costs = _costs(resolver, scope, node.children)
    where, (changes, written) = resolver.where(scope, node), _exchange(resolver, scope, node, costs, "lower")
    all_there: Expr = TRUE
    for cost, change in zip(costs, changes, strict=True):
        known, given = null_safe_statement(change)
        assert isinstance(known, Assign)
        enough = _can_be_paid(resolver, cost, known.cell, known.amount)
        all_there = conjunction(all_there, conjunction(given, enough))
    first, *others = (null_safe_statement(change)[0] for change in changes)
    assert isinstance(first, Assign)
    must = Must(where, first, all_there, source_range=written.source_range)
    return If(where, ((TRUE, (must, *others)),), None, written)


@ASSIGNMENTS.statement("gain")
def _gain(resolver: Resolver, scope: Scope, node: Syntax) -> If:
    costs = _costs(resolver, scope, node.children)
    where, (changes, written) = resolver.where(scope, node), _exchange(resolver, scope, node, costs, "raise")
    body: Block = ()
    for change, given in map(null_safe_statement, changes):
        body = (*body, change if given == TRUE else If(where, ((given, (change,)),), None, change))
    return If(where, ((TRUE, body),), None, written)


def _exchange(
    resolver: Resolver, scope: Scope, node: Syntax, costs: Sequence[_Cost], verb: Verb
) -> tuple[list[Assign], Exchange]:
    """Return the changes of numbers that a payment or a gain consists of, and how it is written."""
    where, source_range = resolver.where(scope, node), resolver.span_of(scope, node)
    changes = []
    for cost in costs:
        kept, name = _kept(resolver, scope, cost, None), cost.name
        if not isinstance(kept, TrackValue | VariableValue):
            resolver.fail(scope, name, "whose", f"whose `{name}`? nobody acts here for certain: use `as SEAT:`")
        changes.append(Assign(where, verb, kept, resolver.number(scope, cost.amount), source_range=source_range))
    cells, amounts = tuple(each.cell for each in changes), tuple(each.amount for each in changes)
    form = "pay" if verb == "lower" else "gain"
    return changes, Exchange(form, cells, amounts, source_range=source_range)


@ASSIGNMENTS.expression("can_pay", negative="can_not_pay")
def _can_pay(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    payer, *nodes = node.children
    all_there: Expr = TRUE
    for cost in _costs(resolver, scope, nodes):
        kept, amount = _kept(resolver, scope, cost, payer), resolver.number(scope, cost.amount)
        all_there = conjunction(all_there, _can_be_paid(resolver, cost, kept, amount))
    return all_there


def _can_be_paid(resolver: Resolver, cost: _Cost, kept: Expr, amount: Expr) -> Expr:
    """Return the condition under which there is as much."""
    word = str(cost.name)
    low = resolver.symbols.track(word).low if resolver.symbols.names[word].kind == "track" else 0
    if low == 0:
        return Compare(">=", kept, amount)
    return Compare(">=", Arithmetic("-", kept, amount), constant(low, NUMBER))


def _costs(resolver: Resolver, scope: Scope, nodes: Sequence[Syntax]) -> list[_Cost]:
    """Return the parts of a cost or a gain; each number may be named once."""
    costs: list[_Cost] = []
    for node in nodes:
        amount, written = node.children
        name = _declared(resolver, scope, token_of(written))
        if any(name == cost.name for cost in costs):
            resolver.fail(scope, node, "duplicate", f"`{name}` is named twice: add the numbers up")
        costs.append(_Cost(node, amount, name))
    return costs


def _declared(resolver: Resolver, scope: Scope, token: Token) -> Token:
    """Return the name of the number that a word of a cost means: its name, or the singular or plural of that."""
    word, symbols = str(token), resolver.symbols
    name, called = symbols.names.get(word), symbols.numbers_called(word)
    if word in scope.names or (name is not None and name.kind not in ("track", "variable")):
        message = f"{_PAYABLE}, and `{word}` is none"
        if called:
            other = "a name of this text" if name is None or word in scope.names else name.thing_type.with_article()
            message = f"`{word}` is {other} here, and could also mean the number `{called[0]}`"
        resolver.fail(scope, token, "wrong-type", message, f"`{called[0]}`" if called else None)
    if name is not None:
        return token
    if len(called) > 1:
        message = f"`{word}` can mean the numbers {quote_names(called, ' and ')}: write the name"
        resolver.fail(scope, token, "ambiguous", message, form=quote_names(called, " or "))
    if not called:
        fail_unknown(resolver, scope, token)
    return token.update(value=called[0])


def _kept(resolver: Resolver, scope: Scope, cost: _Cost, payer: SyntaxPart | None) -> Expr:
    """Return the number from which a cost is paid: that of the seat, or the only one of this name."""
    token, name = cost.name, resolver.symbols.names[str(cost.name)]
    if name.per_seat or name.per == ("seat",):
        seat = resolver.you(scope, cost.node) if payer is None else resolver.seat(scope, payer)
        kept = member(resolver, scope, token, seat, cost.node)
    else:
        kept = resolve_name(resolver, scope, token)
    if kept.type != NUMBER:
        resolver.fail(scope, token, "wrong-type", f"{_PAYABLE}, and `{token}` is {kept.type.with_article()}")
    return kept
