"""Resolution of conditions about several things: of a list or a set, and of which of two has more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce

from lark import Tree

from interpreter.language.ir.builders import constant, local, negation
from interpreter.language.ir.expressions import And, Arithmetic, Compare, Conditional, Const, Count, Expr, Or
from interpreter.language.ir.nodes import Comparison
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.ir.written import AdjectiveTest, HowMany
from interpreter.language.resolving.resolver import Resolver, cards_of
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, token_of
from interpreter.language.resolving.topics import pieces_in_places
from interpreter.language.resolving.topics.belonging import member
from interpreter.language.resolving.topics.conditions import (
    counted_by,
    equality,
    membership,
    quantified,
    quantified_set,
)
from interpreter.language.resolving.topics.naming import NounPhrase, noun_phrase
from interpreter.language.resolving.topics.sets import (
    BOUNDS,
    belongings_condition,
    candidate_name,
    candidate_scope,
    described,
    possession_condition,
    resolve_pick,
    showing_condition,
)

SEVERAL_THINGS = Handlers[Resolver]()
SEVERAL_THINGS.part("both", "measured_things", "measured_number", "more_of", "fewer_of")

Test = Callable[[Scope, Expr, Syntax, Expr], Expr]
"""Resolves a condition for one thing, from the syntax and the value of it, or of the set that it is in."""

# -- lists and sets: `both A and B have …`, `at least 2 of A, B and C are …`


def _of_several(resolver: Resolver, scope: Scope, node: Syntax, test: Test) -> Expr:
    """Resolve a condition that begins with `both A and B` or `at least 2 of A, B and C`, or speaks of one set."""
    how_many, listed = node.children[:2]
    items = listed_parts(listed)
    if how_many.data == "both" and len(items) != 2:
        message = f"`both` is said of two things, and these are {len(items)}: say `all of A, B and C`"
        if len(items) == 1:
            message = "`both` is said of two things by name, `both A and B`; of all of a kind, say `all THINGS have …`"
        resolver.fail(scope, listed, "wrong-type", message)
    if len(items) == 1:
        things = resolver.set_of(scope, items[0])
        if isinstance(things, Const) and len(things.members) == 1:
            message = "this is one thing, and a list or a set is needed: `A, B and C`, or the name of a set"
            resolver.fail(scope, items[0], "wrong-type", message)
        it, inside = candidate_scope(resolver, scope, things, candidate_name(items[0]))
        return quantified_set(resolver, scope, how_many, things, it, test(inside, local(it), items[0], things))
    values = [(each, resolver.value(scope, each)) for each in items]
    conditions = [test(scope, value, each, value) for each, value in values]
    if how_many.data in ("both", "every"):
        return reduce(And, conditions)
    if how_many.data in ("some", "no_one"):
        some = reduce(Or, conditions)
        return some if how_many.data == "some" else negation(some)
    one, none = constant(1, NUMBER), constant(0, NUMBER)
    numbers: list[Expr] = [Conditional(one, condition, none, type=NUMBER) for condition in conditions]
    count = reduce(partial(Arithmetic, "+"), numbers).replace(written=HowMany(tuple(conditions)))
    wanted = resolver.number(scope, how_many.children[0])
    return Compare(BOUNDS[counted_by(how_many)], count, wanted)


def listed_parts(listed: Syntax) -> list[Syntax]:
    """Return the values of a list."""
    if listed.data == "one_value":
        return [listed.children[0]]
    *first, last = listed.children
    return [*(part for each in first for part in listed_parts(each)), last]


@SEVERAL_THINGS.expression("l_has")
def _all_have(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    item = node.children[2]
    return _of_several(
        resolver, scope, node, lambda inside, it, said, _: possession_condition(resolver, inside, it, item, said)
    )


@SEVERAL_THINGS.expression("l_has_there")
def _all_have_there(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `both SEAT and SEAT have PIECES in PLACE`; of a set, `it` stands for each seat."""
    _, listed, item, place = node.children
    is_set = len(listed_parts(listed)) == 1

    def test(inside: Scope, _: Expr, said: Syntax, __: Expr) -> Expr:
        return belongings_condition(resolver, inside, item, Tree("it", [], said.meta) if is_set else said, place)

    return _of_several(resolver, scope, node, test)


@SEVERAL_THINGS.expression("l_is", "l_is_not", "l_in", "l_not_in")
def _all_are(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    last = node.children[2]

    def test(inside: Scope, it: Expr, _: Syntax, __: Expr) -> Expr:
        if node.data in ("l_in", "l_not_in"):
            found = membership(resolver, inside, node, it, last)
        else:
            found = equality(resolver, inside, node, it, resolver.value(inside, last), last)
        return negation(found) if "_not" in node.data else found

    return _of_several(resolver, scope, node, test)


@SEVERAL_THINGS.expression("l_shows")
def _all_show(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    face = node.children[2]
    return _of_several(
        resolver, scope, node, lambda inside, die, _, dice: _shown(resolver, inside, dice, die, face, node)
    )


# -- what dice show


def _shown(resolver: Resolver, scope: Scope, dice: Expr, die: Expr, face: Syntax, node: Syntax) -> Expr:
    """Return the condition that a die, one of these dice, shows a face; a word has to be on one of theirs."""
    condition = showing_condition(resolver, scope, dice, die, face, node)
    if isinstance(said := condition.written, AdjectiveTest):
        among = dice.members if isinstance(dice, Const) else range(len(resolver.symbols.die_words))
        words = {word for number in among for word in resolver.symbols.die_words[number].values()}
        if said.adjective not in words:
            faces = ", ".join(sorted(words)) or "numbers"
            message = f"`{said.adjective}` is on no face of {'this die' if dice == die else 'these dice'}, only {faces}"
            resolver.fail(scope, face, "wrong-type", message)
    return condition


@SEVERAL_THINGS.expression("shows", negative="shows_not")
def _shows(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the coin shows heads`, `DIE shows at least 5`."""
    die_node, face = node.children
    die = resolver.value(scope, die_node)
    if die.type.many:
        message = "these are several dice: say which of them show it"
        resolver.fail(scope, die_node, "wrong-type", message, form="`all of DICE show …`, `some of DICE show …`")
    return _shown(resolver, scope, die, die, face, node)


@SEVERAL_THINGS.expression("q_room")
def _each_has_room(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `every SPACE has room for PIECES`."""
    _, things, item = node.children

    def test(inside: Scope, it: Expr) -> Expr:
        place = resolver.convert(inside, things, it, Type("place"))
        return pieces_in_places.room_condition(resolver, inside, place, item)

    return quantified(resolver, scope, node, test)


@SEVERAL_THINGS.expression("q_shows")
def _each_shows(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    quantifier, pick, face = node.children
    dice, _ = resolve_pick(resolver, scope, pick)
    it, inside = candidate_scope(resolver, scope, dice, candidate_name(pick))
    condition = _shown(resolver, inside, dice, local(it), face, node)
    return quantified_set(resolver, scope, quantifier, dice, it, condition)


# -- who has more


@SEVERAL_THINGS.expression("has_more", "has_more_there")
def _has_more(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `you have more gold than the opponent`, `Alder has fewer boats than Birch`."""
    return _comparison_of(resolver, scope, node.children[0], node.children[1:])


@SEVERAL_THINGS.expression("q_has_more", "q_has_more_there")
def _each_has_more(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `no other player has more gold than you`."""
    it: Syntax = Tree("it", [], node.meta)
    return quantified(resolver, scope, node, lambda inside, _: _comparison_of(resolver, inside, it, node.children[2:]))


def _comparison_of(resolver: Resolver, scope: Scope, owner: Syntax, parts: Sequence[Syntax]) -> Expr:
    sign_node, measure, other, *places = parts
    place = places[0] if places else None
    sign: Comparison = ">" if sign_node.data == "more_of" else "<"
    left, right = (_amount_of(resolver, scope, measure, each, place) for each in (owner, other))
    return Compare(sign, left, right)


def _amount_of(resolver: Resolver, scope: Scope, measure: Syntax, owner: Syntax, place: SyntaxPart | None) -> Expr:
    """Return the number of what is compared that a place, a zone or a seat has."""
    whose = resolver.value(scope, owner)
    if measure.data == "measured_number":
        name = token_of(measure.children[0])
        if place is not None:
            resolver.fail(scope, place, "wrong-type", f"`{name}` is nothing that lies in a place")
        return resolver.convert(scope, measure, member(resolver, scope, name, whose, owner), NUMBER)
    phrase = noun_phrase(resolver, scope, measure)
    if phrase.noun.kind == "pieces":
        return _pieces_of(resolver, scope, phrase, owner, whose, place)
    if phrase.noun.kind != "card" or whose.type.kind != "zone" or whose.type.many or place is not None:
        of_seat = phrase.noun.kind == "card" and whose.type.kind == "seat"
        form = "`hand of SEAT has more cards than (hand of SEAT)`" if of_seat else None
        message = f"{whose.type.with_article()} can't have {phrase.noun.many}"
        resolver.fail(scope, measure, "wrong-type", message, form=form)
    return Count(described(resolver, scope, cards_of(whose), phrase.adjectives, "card"))


def _pieces_of(
    resolver: Resolver, scope: Scope, phrase: NounPhrase, owner: Syntax, whose: Expr, place: SyntaxPart | None
) -> Expr:
    """Return the number of pieces in a place, or of those of a seat there."""
    many = phrase.noun.many
    if place is not None:
        resolver.seat(scope, owner)
        if phrase.of is not None or phrase.determiner:
            message = f"whose {many} are compared is said by the seats: leave out `your` and `of`"
            resolver.fail(scope, phrase.node, "wrong-type", message)
        whole = replace(phrase, of=owner, within=place)
        return pieces_in_places.amount(resolver, scope, whole).replace(written=whole.as_written())
    if whose.type.kind == "seat":
        places = resolver.symbols.nouns["space"].many
        message = f"a seat has {many} in a place: say where"
        resolver.fail(scope, phrase.node, "which", message, form=f"`SEAT has more {many} than SEAT in {places}`")
    resolver.convert(scope, owner, whose, Type("place"))
    whole = replace(phrase, within=owner)
    return pieces_in_places.amount(resolver, scope, whole).replace(written=whole.as_written())
