"""Resolution of choices: of a thing, of a pair, of several things, and of what to do."""

from __future__ import annotations

from dataclasses import replace

from lark import Token

from interpreter.language.execution.subset_numbers import MOST_SUBSETS, SubsetNumbering, most_things
from interpreter.language.ir.builders import TRUE, constant, local
from interpreter.language.ir.expressions import (
    And,
    Compare,
    Const,
    Count,
    Exists,
    Expr,
    Pairs,
    Range,
    SubsetMembers,
    Subsets,
)
from interpreter.language.ir.statements import (
    Assign,
    Block,
    Choose,
    Either,
    If,
    Let,
    ListChange,
    May,
    OnlyIf,
    WhileLoop,
)
from interpreter.language.ir.types import NUMBER, Local, Type, WayOut
from interpreter.language.ir.written_statements import ChooseSeveral
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, token_of
from interpreter.language.resolving.topics.naming import THEM
from interpreter.language.resolving.topics.sets import candidate_name, resolve_pick
from interpreter.rulebook.text import slug
from interpreter.support.errors import Location

CHOICES = Handlers[Resolver]()
CHOICES.part("or_stop", "or_none", "just", "up_to", "no_fewer", "all_at_once")

MOST_PAIRS = 1 << 24
"""Maximum number of pairs of things of two kinds, in a game where pairs of these kinds are chosen."""
MAY_BE_NONE = ("any", "up_to")
"""Quantities with which nothing may be chosen."""


@CHOICES.statement("choose")
def _choose(resolver: Resolver, scope: Scope, node: Syntax) -> Choose:
    options, noun = resolve_pick(resolver, scope, node.children[0])
    return _chosen(resolver, scope, node, options, noun, node.children[1:], named=candidate_name(node.children[0]))


@CHOICES.statement("choose_one")
def _choose_one(resolver: Resolver, scope: Scope, node: Syntax) -> Choose:
    options = resolver.set_of(scope, node.children[0])
    noun, named = options.type.kind, candidate_name(node.children[0])
    return _chosen(resolver, scope, node, options, noun, node.children[1:], one_of=True, named=named)


@CHOICES.statement("choose_number")
def _choose_number(resolver: Resolver, scope: Scope, node: Syntax) -> Choose:
    low, high, *rest = node.children
    ends = Range(resolver.number(scope, low), resolver.number(scope, high))
    return _chosen(resolver, scope, node, ends, "number", rest)


@CHOICES.statement("choose_pair")
def _choose_pair(resolver: Resolver, scope: Scope, node: Syntax) -> Choose:
    """Resolve a choice of two things at once; the second may depend on the first, which is `it` there, too."""
    at = next(at for at, part in enumerate(node.children) if at and part is not None and part.data == "pick")
    (first_pick, *said_of_first), (second_pick, *said) = node.children[:at], node.children[at:]
    you, inside = resolver.you(scope, node), scope.inner()
    firsts, first_noun = resolve_pick(resolver, scope, first_pick)
    way_out, token, label = after_commas(resolver, scope, said_of_first, candidate_name(first_pick))
    if way_out or label:
        resolver.fail(scope, node, "syntax", "what holds for both things stands behind the second one")
    first = token if token is not None else first_noun
    candidate = resolver.bind(inside, first, firsts.type._replace(many=False), firsts)
    seconds, second_noun = resolve_pick(resolver, replace(inside, it=local(candidate)), second_pick)
    way_out, token, label = after_commas(resolver, scope, said, candidate_name(second_pick))
    second = token if token is not None else second_noun
    if str(first) == str(second):
        message = f"both things are called `{first}`: give them names"
        resolver.fail(scope, second_pick, "duplicate", message, form="`…, as start, and …, as goal`")
    counts = [len(resolver.symbols.labels[things.type.kind]) for things in (firsts, seconds)]
    if counts[0] * counts[1] > MOST_PAIRS:
        resolver.fail(
            scope, node, "too-many", f"there may be more than {MOST_PAIRS} pairs: choose one thing after the other"
        )
    parts = tuple(
        resolver.bind(scope, name, things.type._replace(many=False, optional=way_out == "none"), things)
        for name, things in ((first, firsts), (second, seconds))
    )
    pairs, noun = (
        Pairs(firsts, candidate, seconds),
        f"{first_noun} and {'another ' if first_noun == second_noun else ''}{second_noun}",
    )
    pair = Local("pair", Type("pair", optional=way_out == "none"))
    return Choose(resolver.where(scope, node), pair, pairs, you, way_out, label, noun, parts_of_pair=parts)


@CHOICES.statement("choose_several", "choose_any")
def _choose_several(resolver: Resolver, scope: Scope, node: Syntax) -> If:
    """Resolve a choice of several things: one after the other, or all at once."""
    noun: str
    if node.data == "choose_any":
        things = resolver.set_of(scope, node.children[0])
        quantity, noun, said = "any", things.type.kind, node.children[1:]
        amount: Expr = Count(things)
    else:
        how_many, pick, *said = node.children
        if pick.data == "pick":
            things, noun = resolve_pick(resolver, scope, pick)
        else:
            things = resolver.set_of(scope, pick)
            noun = things.type.kind
        quantity, amount = how_many.data, resolver.number(scope, how_many.children[0])
    where, you = resolver.where(scope, node), resolver.you(scope, node)
    commas = [each for each in said if each is None or each.data != "all_at_once"]
    way_out, token, label = after_commas(resolver, scope, commas, None)
    if way_out:
        message = "a choice of several things ends by itself: say `up to` or `any of` if there may be none"
        resolver.fail(scope, node, "wrong-form", message)
    name = resolver.bind(scope, token if token is not None else THEM, things.type)
    is_at_once = len(commas) < len(said)
    written = ChooseSeveral(name, things, quantity, amount, is_at_once, source_range=resolver.span_of(scope, node))
    rest, bound = Local("rest", things.type), Local("number", NUMBER)
    begin = (Let(where, rest, things), Let(where, name, constant((), things.type)), Let(where, bound, amount))
    thing = Local(noun, things.type._replace(many=False))
    single = Choose(where, thing, local(rest), you, "", label, noun, pick_of=written)
    body = _one_by_one(single, rest, bound)
    if is_at_once:
        body = _all_at_once(resolver, scope, node, single, body)
    return If(where, ((TRUE, (*begin, *body)),), None, written)


def _one_by_one(single: Choose, rest: Local, bound: Local) -> Block:
    """Return the choice of several things, of which the first two statements bind `rest` and the chosen ones.

    While there may be more, one is chosen and taken out of those that are left. If all must be taken, they are taken at
    once.

    Args:
        single: The choice of one of them.
        rest: The things that are left.
        bound: The number of things to choose.
    """
    assert single.pick_of is not None
    where, name, quantity = single.where, single.pick_of.name, single.pick_of.quantity

    def picks(way_out: WayOut) -> Block:
        return (
            replace(single, way_out=way_out),
            ListChange(where, "take", rest, None, local(single.name)),
            ListChange(where, "add", name, None, local(single.name)),
        )

    some_left = Compare(">", Count(local(rest)), constant(0, NUMBER))
    too_few = Compare("<", Count(local(name)), local(bound))
    if quantity in MAY_BE_NONE:
        return (WhileLoop(where, And(some_left, too_few), picks("stop")),)
    none = constant((), name.type)
    take_all = (Assign(where, "set", local(name), local(rest)), Assign(where, "set", local(rest), none))
    enough = Compare("<=", Count(local(rest)), local(bound))
    exactly = WhileLoop(where, too_few, picks(""))
    body: Block = (OnlyIf(where, Exists(local(rest))), If(where, ((enough, take_all),), (exactly,)))
    return body if quantity == "just" else (*body, WhileLoop(where, some_left, picks("stop")))


def _all_at_once(resolver: Resolver, scope: Scope, node: Syntax, single: Choose, one_by_one: Block) -> Block:
    """Return the choice of one of the subsets of some things; or of one thing after the other, if these are too many.

    Args:
        resolver: The resolver.
        scope: The scope of the statement.
        node: The statement.
        single: The choice of one of the things.
        one_by_one: The choice of one after the other.
    """
    written = single.pick_of
    assert written is not None
    where, name, things, amount = single.where, written.name, written.options, written.amount
    may_be_none = written.quantity in MAY_BE_NONE
    count = len(resolver.symbols.labels.get(things.type.kind, ()))
    known = amount.number if isinstance(amount, Const) and written.quantity != "any" else None
    largest = count if known is None or written.quantity == "no_fewer" else max(1, min(known, count))
    if count == 0 or SubsetNumbering(count, largest).total > MOST_SUBSETS:
        message = f"there are more than {MOST_SUBSETS:,} sets of these things to choose from"
        form = "`up to 3 …, all at once`, or leave out `all at once`"
        resolver.fail(scope, node, "too-many", message, form=form)
    most = constant(count, NUMBER) if written.quantity in ("any", "no_fewer") else amount
    fewest = constant(1, NUMBER) if may_be_none else amount
    subset = Local("subset", Type("subset", optional=may_be_none))
    choose = replace(
        single,
        name=subset,
        options=Subsets(things, fewest, most, largest),
        way_out="none" if may_be_none else "",
        noun=f"set of {_plural(resolver, single.noun)}",
    )
    body: Block = (choose, Assign(where, "set", local(name), SubsetMembers(local(subset), largest, type=name.type)))
    offered = most_things(0 if may_be_none else known or 0, largest)
    tests: list[Expr] = []
    if offered < count:
        tests.append(Compare("<=", Count(things), constant(offered, NUMBER)))
    if not may_be_none and not known:
        tests.append(Compare(">", amount, constant(0, NUMBER)))
    if not tests:
        return body
    return (If(where, ((tests[0] if len(tests) == 1 else And(*tests), body),), one_by_one),)


def _plural(resolver: Resolver, noun: str) -> str:
    """Return the plural of a noun, or of the noun for a kind of things."""
    nouns = resolver.symbols.nouns
    known = next((each for key, each in nouns.items() if noun in (key, each.one)), None)
    known = known or next((each for each in nouns.values() if each.kind == noun), None)
    return "things" if known is None else known.many


def _chosen(
    resolver: Resolver,
    scope: Scope,
    node: Syntax,
    options: Expr,
    noun: str,
    said: list[Syntax | None],
    one_of: bool = False,
    named: Token | None = None,
) -> Choose:
    you = resolver.you(scope, node)
    way_out, token, label = after_commas(resolver, scope, said, named)
    chosen_type = options.type._replace(many=False, optional=way_out == "none")
    name = resolver.bind(scope, token if token is not None else noun, chosen_type, options)
    return Choose(resolver.where(scope, node), name, options, you, way_out, label, noun, one_of)


def after_commas(
    resolver: Resolver, scope: Scope, said: list[Syntax | None], name: Token | None
) -> tuple[WayOut, Token | None, str]:
    """Return the parts of a choice after its commas: its way out, the name for the chosen thing, its label.

    `name` is the name that the set of options gives to each of them.
    """
    way_out: WayOut = ""
    label = ""
    kinds: set[str] = set() if name is None else {"as"}
    for option in said:
        if option is None:
            continue
        if option.data == "all_at_once":
            message = "`all at once` is for a choice of several things"
            resolver.fail(scope, option, "wrong-form", message, form="`choose any of …, all at once`")
        kind = option.data.split("_")[0]
        if kind in kinds:
            resolver.fail(scope, option, "duplicate", f"`{kind}` is said twice of one choice")
        kinds.add(kind)
        if kind == "or":
            way_out = "stop" if option.data == "or_stop" else "none"
        elif kind == "as":
            name = token_of(option.children[0])
        else:
            label = str(option.children[0])
    return way_out, name, label


@CHOICES.statement("either")
def _either(resolver: Resolver, scope: Scope, node: Syntax) -> Either:
    you = resolver.you(scope, node)
    options: list[tuple[str, Block]] = []
    places: list[Location] = []
    for label, block in zip(map(token_of, node.children[::2]), node.children[1::2], strict=True):
        _check_label(resolver, scope, label)
        if any(slug(label) == slug(known) for known, _ in options):
            resolver.fail(scope, label, "duplicate", f'two options are called "{label}", or alike')
        places.append(resolver.where(scope, label))
        options.append((str(label), _option(resolver, scope, block)))
    return Either(resolver.where(scope, node), Local("option", Type("text")), tuple(options), you, tuple(places))


@CHOICES.statement("may")
def _may(resolver: Resolver, scope: Scope, node: Syntax) -> May:
    label, block = token_of(node.children[0]), node.children[1]
    _check_label(resolver, scope, label)
    you = resolver.you(scope, node)
    option, body = Local("option", Type("text")), _option(resolver, scope, block)
    return May(resolver.where(scope, node), option, str(label), body, you)


def _option(resolver: Resolver, scope: Scope, block: Syntax) -> Block:
    inside = scope.inner()
    inside.option_start = resolver.where(inside, block.children[0])
    return resolver.block(inside, block)


def _check_label(resolver: Resolver, scope: Scope, label: Token) -> None:
    if not slug(label):
        resolver.fail(scope, label, "bad-label", "a label needs a letter or a digit")
