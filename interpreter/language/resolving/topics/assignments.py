"""Statements that change tracks, variables, names, lists and flags."""

from __future__ import annotations

from interpreter.language.ir.builders import constant
from interpreter.language.ir.expressions import Conditional, Const, PieceAmount, Ref, SumOver, TrackValue, VariableValue
from interpreter.language.ir.nullness import default_answer, unwrap_null_safe
from interpreter.language.ir.statements import Assign, Let, ListChange, ListVerb, SetFlag
from interpreter.language.ir.types import NUMBER
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, token_of
from interpreter.language.resolving.topics.naming import variable_type
from interpreter.language.resolving.topics.sets import check_in_range
from interpreter.language.symbols import FlagAdjective
from interpreter.support.errors import closest_match

ASSIGNMENTS = Handlers[Resolver]()


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
    return Let(where, name, resolver.convert(scope, value_node, value, name_type))


@ASSIGNMENTS.statement("set_to")
def _set(resolver: Resolver, scope: Scope, node: Syntax) -> Assign:
    cell_node, value_node = node.children
    cell = _cell(resolver, scope, cell_node)
    if isinstance(cell, Ref):  # named by `let_location`; this may widen its type
        value = resolver.value(scope, value_node)
        resolver.inference.record_assignment(cell.local, value.type)
        value = resolver.convert(scope, value_node, value, cell.local.type)
        return Assign(resolver.where(scope, node), "set", cell, value)
    wanted = (
        cell.type if isinstance(cell, TrackValue) else variable_type(resolver.symbols.variables[cell.variable].kind)
    )
    value = resolver.value(scope, value_node, wanted)
    check_in_range(resolver, scope, value_node, cell, value)
    return Assign(resolver.where(scope, node), "set", cell, value)


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


@ASSIGNMENTS.statement("add_to", "take_out")
def _change_list(resolver: Resolver, scope: Scope, node: Syntax) -> ListChange:
    item_node, list_node = node.children
    item = resolver.value(scope, item_node)
    if item.type.kind == "nothing":
        resolver.fail(scope, item_node, "wrong-type", "nothing can't be in a list")
    verb: ListVerb = "add" if node.data == "add_to" else "take"
    if verb == "add":
        resolver.list_kinds.add(item.type.kind)
    things = resolver.value(scope, list_node)
    if isinstance(things, Ref):
        known = things.local
        if not known.type.many:
            resolver.fail(scope, list_node, "wrong-type", f"`{known.name}` is one thing, not a list")
        if known.type.kind == "nothing":
            known.type = item.type._replace(many=True, optional=False)
        if item.type.kind != known.type.kind or item.type.many:
            message = f"{item.type.with_article()} can't be in {known.type.with_article()}"
            resolver.fail(scope, item_node, "wrong-type", message)
        return ListChange(resolver.where(scope, node), verb, known, None, item)
    cell = _cell(resolver, scope, list_node)
    if not isinstance(cell, VariableValue) or not cell.type.many:
        resolver.fail(scope, list_node, "wrong-type", f"this is {cell.type.with_article()}, not a list")
    if not item.type.is_assignable_to(cell.type) or item.type.many:
        message = f"{item.type.with_article()} can't be in a list of {cell.type.kind}s"
        resolver.fail(scope, item_node, "wrong-type", message)
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
