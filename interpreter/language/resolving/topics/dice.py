"""Resolution of rolls, and of questions about what dice show."""

from __future__ import annotations

from lark import Tree

from interpreter.language.ir.builders import constant, local, negation
from interpreter.language.ir.expressions import (
    Best,
    Compare,
    Const,
    Count,
    Equal,
    Exists,
    Expr,
    Filter,
    IsMember,
    Prefer,
)
from interpreter.language.ir.statements import Roll
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.ir.written import SameFace
from interpreter.language.resolving.resolver import Resolver, shown
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, token_of
from interpreter.language.resolving.topics.naming import NounPhrase, noun_of
from interpreter.language.resolving.topics.sets import BOUNDS, QUANTITIES, resolve_things

DICE = Handlers[Resolver]()
DICE.part("showing", "not_showing", "face")
ALL_DICE = Type("die", many=True)


@DICE.statement("roll")
def _roll(resolver: Resolver, scope: Scope, node: Syntax) -> Roll:
    """Resolve `roll DICE, as NAME`. `roll a die` is one that the text hasn't named."""
    things, *rest = node.children
    name = rest[-1]
    if isinstance(things, Tree) and things.data == "noun_name":
        noun, noun_id, token = noun_of(resolver, scope, things.children[0])
        if noun.kind == "die" and str(token) not in scope.names:
            phrase = NounPhrase(node, "", (), noun, noun_id, token, None, None)
            return _some(resolver, scope, node, resolve_things(resolver, scope, phrase), constant(1, NUMBER), name)
    dice = resolver.value(scope, things)
    if dice.type.kind != "die":
        resolver.refuse_type(scope, things, "dice are rolled", dice.type)
    if name is not None and dice.type.optional:
        message = "this may be nothing, and then the name has no number: put it under `if … is not nothing:`"
        resolver.fail(scope, things, "may-be-nothing", message)
    kind = ALL_DICE if dice.type.many else _single(resolver, dice)
    bound = None if name is None else resolver.bind(scope, token_of(name), kind)
    dice = resolver.convert(scope, things, dice, ALL_DICE)
    return Roll(resolver.where(scope, node), dice, None, bound, scope.you)


@DICE.statement("roll_some")
def _roll_some(resolver: Resolver, scope: Scope, node: Syntax) -> Roll:
    """Resolve `roll 2 dice, as NAME`."""
    number, determiner, noun_node, name = node.children
    noun, noun_id, token = noun_of(resolver, scope, noun_node)
    if noun.kind != "die":
        resolver.fail(scope, token, "wrong-type", f"dice are rolled, and `{token}` are none")
    phrase = NounPhrase(node, "" if determiner is None else str(determiner.data), (), noun, noun_id, token, None, None)
    dice, amount = resolve_things(resolver, scope, phrase), resolver.number(scope, number)
    if isinstance(amount, Const) and isinstance(dice, Const) and not 0 < amount.number <= len(dice.members):
        there = len(dice.members)
        message = (
            f"there {'is' if there == 1 else 'are'} {there} of these dice: `count` says how many there are"
            if amount.number > 0
            else "at least one die is rolled"
        )
        resolver.fail(scope, number, "out-of-range", message)
    return _some(resolver, scope, node, dice, amount, name)


def _some(resolver: Resolver, scope: Scope, node: Syntax, dice: Expr, amount: Expr, name: SyntaxPart | None) -> Roll:
    """Roll a number of dice, of those that no name in scope stands for, if there are any.

    A single die that gets a name is known by the number that it shows.
    """
    single = isinstance(amount, Const) and amount.number == 1
    kind = _single(resolver, dice) if single else ALL_DICE
    for other in scope.names.values():
        if other.type.kind == "die":
            it = Local("it", Type("die"))
            named = IsMember(local(it), local(other)) if other.type.many else Equal(local(it), local(other))
            dice = Prefer(dice, it, negation(named), type=ALL_DICE, written=dice.written or dice)
    bound = None if name is None else resolver.bind(scope, token_of(name), kind)
    return Roll(resolver.where(scope, node), dice, amount, bound, scope.you)


def _single(resolver: Resolver, dice: Expr) -> Type:
    """Return the type of a name for what a single die shows: a number, or the die itself if it shows a word."""
    return Type("die") if resolver.show_words(dice) else NUMBER


@DICE.expression("same_face")
def _same_face(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `at least 3 of DICE show the same`."""
    how_many, listed = node.children
    if not how_many.data.startswith("q_") or listed.data != "one_value":
        message = "`show the same` is said of a number of dice in one set: `at least 2 of DICE show the same`"
        resolver.fail(scope, node, "wrong-type", message)
    amount, dice = resolver.number(scope, how_many.children[0]), dice_in(resolver, scope, listed.children[0])
    die, other = Local("it", Type("die")), Local("it", Type("die"))
    quantity = QUANTITIES[how_many.data.removeprefix("q_")]
    written = SameFace(quantity, amount, dice)
    alike = Count(Filter(dice, other, Compare("==", shown(local(other)), shown(local(die))), type=ALL_DICE))
    if quantity == "exactly":
        return Exists(Filter(dice, die, Compare("==", alike, amount), type=ALL_DICE), written=written)
    return Compare(BOUNDS[quantity], Best(dice, die, alike, "highest"), amount, written=written)


def dice_in(resolver: Resolver, scope: Scope, node: SyntaxPart) -> Expr:
    """Resolve a set of dice."""
    things = resolver.value(scope, node)
    if things.type.kind != "die":
        resolver.refuse_type(scope, node, "dice are needed here", things.type)
    return resolver.convert(scope, node, things, ALL_DICE)
