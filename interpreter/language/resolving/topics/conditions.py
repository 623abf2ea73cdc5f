"""Resolution of conditions: connectives, comparisons, tests of things and sets, and conditional values."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import NoReturn

from lark import Tree

from interpreter.language.ir.builders import FALSE, TRUE, constant, descendants_of, local, negation
from interpreter.language.ir.expressions import (
    And,
    Arithmetic,
    Compare,
    Conditional,
    Const,
    Count,
    EnumWord,
    Equal,
    Every,
    Exists,
    Expr,
    Filter,
    IsMember,
    Or,
    Product,
    Ref,
    SameMembers,
    Some,
    Union,
)
from interpreter.language.ir.nodes import Comparison
from interpreter.language.ir.nullness import OPTIONAL_KINDS, default_answer
from interpreter.language.ir.types import BOARD_LINES, CONDITION, NOTHING, NUMBER, Local, Type
from interpreter.language.ir.written import (
    AdjectiveTest,
    AndOr,
    NegatedWhole,
    OneOfTwo,
    OrIfNone,
    Quantity,
    ShareTest,
    SizeTest,
    as_written,
)
from interpreter.language.resolving.ambiguity import CONNECTIVES
from interpreter.language.resolving.orders import check_value, check_word, columns_behind, columns_of, ordered_numbers
from interpreter.language.resolving.resolver import Resolver, cards_of, line_number, shown, space_of_piece
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, narrow
from interpreter.language.resolving.topics.belonging import kind_of_piece
from interpreter.language.resolving.topics.calculations import check_in_range
from interpreter.language.resolving.topics.sets import (
    BOUNDS,
    QUANTITIES,
    SIGNS,
    adjective_condition,
    belongings_condition,
    candidate_name,
    candidate_scope,
    possession_condition,
    resolve_pick,
)
from interpreter.support.name_lists import quote_names

CONDITIONS = Handlers[Resolver]()
CONDITIONS.part("ge", "le", "gt", "lt", "every", "some", "no_one", "most", "half_or_more")
CONDITIONS.part("q_at_least", "q_at_most", "q_exactly")

MOST_NESTED = 4
"""Maximum nesting of disjunctions that end with several values; each is resolved three times for the one around it."""

# -- connectives and conditional values


@CONDITIONS.expression("and_or")
def _and_or(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    joined = _or(resolver, scope, node)
    if not joined.type.many:
        resolver.fail(scope, node, "wrong-type", "`and/or` joins two sets; of conditions, `or` says the same")
    union = as_written(joined)
    assert isinstance(union, Union)
    return joined.replace(written=AndOr(union.left, union.right))


@CONDITIONS.expression("or_e")
def _or(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve the disjunction of two conditions, or the union of two sets."""
    left_node, right_node = node.children
    left = resolver.value(scope, left_node)
    right = resolver.value(_right_scope(scope, left, False), right_node)
    if left.type == CONDITION and right.type == CONDITION:
        return Or(left, right)
    if left.type == CONDITION and right.type.kind != "nothing":
        return _any_of(resolver, scope, node)
    if left.type.kind != right.type.kind or left.type.kind not in OPTIONAL_KINDS:
        message = (
            f"`or` joins two conditions or two sets, not {left.type.with_article()} and {right.type.with_article()}"
        )
        resolver.fail(scope, node, "wrong-type", message)
    left, right = resolver.as_set(scope, left_node, left), resolver.as_set(scope, right_node, right)
    _warn_of_last(resolver, scope, node, left, right)
    union = Union(left, right, type=left.type._replace(many=True))
    if isinstance(left, Const) and isinstance(right, Const):
        return constant(tuple(dict.fromkeys(left.members + right.members)), left.type, union)
    return union


def _warn_of_last(resolver: Resolver, scope: Scope, node: Syntax, left: Expr, right: Expr) -> None:
    """Record a warning if a `where` behind `A or B` tests only B, one thing by its name."""
    last = node.children[1]
    is_one = isinstance(right, Filter) and isinstance(right.things, Const) and len(right.things.members) == 1
    if not is_one or not isinstance(left, Const) or not isinstance(last, Tree) or last.data != "filter":
        return
    said = [resolver.span_of(scope, part) for part in (node.children[0], *last.children)]
    first, name, tail = (each.words if each is not None else "" for each in said)
    word = tail.partition(" ")[0]
    message = (
        f"this tests only {name}: `({first} or {name}) {word} …` tests each of them, `{first} or ({name} {word} …)` "
        "says that only the last one is meant"
    )
    resolver.warn(scope, last.children[1], "only-the-last", message)


def _any_of(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve a disjunction with conditions that end with several values: `it is sandy or rocky or it has boats`."""
    if _nesting(node) > MOST_NESTED:
        message = (
            "values joined by `or` stand too deep in one another: make a condition of the vocabulary of the inner one"
        )
        resolver.fail(scope, node, "too-much-work", message)
    groups: list[tuple[Syntax, list[Syntax]]] = []
    for side in _sides(node):
        if groups and resolver.value(scope, side).type != CONDITION:
            groups[-1][1].append(side)
        else:
            groups.append((side, []))
    return reduce(Or, (_with_values(resolver, scope, node, *group) for group in groups))


def _sides(node: Syntax) -> list[Syntax]:
    return [*_sides(node.children[0]), node.children[1]] if node.data == "or_e" else [node]


def _nesting(node: Syntax) -> int:
    """Return how deep disjunctions stand in one another; those of one row count once."""
    parts = _sides(node) if node.data == "or_e" else node.children
    inner = max((_nesting(part) for part in parts if isinstance(part, Tree)), default=0)
    return inner + (node.data == "or_e")


def _with_values(resolver: Resolver, scope: Scope, whole: Syntax, test: Syntax, values: list[Syntax]) -> Expr:
    """Resolve a condition that holds with its own last value, or with one of these in the place of that."""
    if not values:
        return resolver.condition(scope, test)
    if test.data == "and_e":
        first = resolver.condition(scope, test.children[0])
        return And(first, _with_values(resolver, narrow(scope, first, True), whole, test.children[1], values))
    if test.data in ("is_not", "is_not_in", "q_is_not", "q_not_in"):
        message = "this can be read in two ways: say `not (… is A or B)`, or `… is not A and … is not B`"
        resolver.fail(scope, whole, "wrong-type", message)
    if test.data not in ("is_", "is_in", "q_is", "q_in"):
        value = resolver.value(scope, values[0]).type.with_article()
        resolver.fail(scope, whole, "wrong-type", f"`or` joins two conditions or two sets, not a condition and {value}")
    ways = [test, *(Tree(test.data, [*test.children[:-1], value], test.meta) for value in values)]
    if not test.data.startswith("q_"):
        return reduce(Or, (resolver.condition(scope, way) for way in ways))

    def test_each(inside: Scope, it: Expr) -> Expr:
        return reduce(Or, (_tested(resolver, inside, way, it) for way in ways))

    return quantified(resolver, scope, test, test_each)


@CONDITIONS.expression("one_of_two")
def _one_of_two(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `A or B, but not both`."""
    left_node, right_node = node.children
    if left_node.data in ("or_e", "one_of_two"):
        message = "`but not both` is said of two conditions, and here are more"
        resolver.fail(scope, node, "wrong-type", f"{message}: say `how many of (A, B, C) are true is 1`")
    left, right = resolver.condition(scope, left_node), resolver.condition(scope, right_node)
    return And(Or(left, right), negation(And(left, right))).replace(written=OneOfTwo(left, right))


@CONDITIONS.expression("and_e")
def _and(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    left_node, right_node = node.children
    left = resolver.value(scope, left_node)
    right = resolver.value(_right_scope(scope, left, True), right_node)
    if left.type != CONDITION or right.type != CONDITION:
        hint = "`A or B` for the things of both" if left.type.kind == right.type.kind else None
        resolver.fail(scope, node, "wrong-type", "`and` joins two conditions", form=hint)
    return And(left, right)


def _right_scope(scope: Scope, left: Expr, holds: bool) -> Scope:
    """Return the scope of an operand that is evaluated only if the left condition has the value `holds`."""
    return narrow(scope, left, holds) if left.type == CONDITION else scope


@CONDITIONS.expression("not_e")
def _not(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    condition = resolver.condition(scope, node.children[0])
    return negation(condition).replace(written=NegatedWhole(condition))


@CONDITIONS.expression("conditional")
def _conditional(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `VALUE if CONDITION, otherwise VALUE`."""
    first, condition_node, second = node.children
    condition = resolver.condition(scope, condition_node)
    if_so, if_not = narrow(scope, condition, True), narrow(scope, condition, False)
    yes, no = resolver.value(if_so, first), resolver.value(if_not, second)
    missing = "nothing" in (yes.type.kind, no.type.kind)
    numbers = yes.type.is_assignable_to(NUMBER) and no.type.is_assignable_to(NUMBER)
    places = {yes.type.kind, no.type.kind} == {"space", "box"}
    if yes.type.kind != no.type.kind and not (missing or numbers or places):
        resolver.fail(
            scope, node, "wrong-type", f"one side is {yes.type.with_article()}, the other {no.type.with_article()}"
        )
    if yes.type.many != no.type.many and not missing:
        yes, no = resolver.as_set(if_so, first, yes), resolver.as_set(if_not, second, no)
    result_type = no.type if yes.type.kind == "nothing" else Type("place", yes.type.many) if places else yes.type
    if missing and (result_type.many or result_type.kind in ("number", "condition")):
        yes, no = (default_answer(result_type) if side.type.kind == "nothing" else side for side in (yes, no))
    optional = yes.type.optional or no.type.optional
    return Conditional(yes, condition, no, type=result_type._replace(optional=optional))


@CONDITIONS.expression("or_if_none")
def _or_if_none(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `SET or, if there is none, SET`."""
    things, other = (resolver.set_of(scope, side) for side in node.children)
    if things.type.kind != other.type.kind:
        message = f"one set is {things.type.with_article()}, the other {other.type.with_article()}"
        resolver.fail(scope, node, "wrong-type", message)
    written = OrIfNone(things, other)
    return Conditional(things, Exists(things), other, type=things.type, written=written)


# -- comparison of numbers


@CONDITIONS.expression("compare")
def _compare(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    left, how, right = node.children
    return _comparison(resolver, scope, node, left, SIGNS[how.data], right)


@CONDITIONS.expression("compare_sign")
def _compare_sign(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    left, sign, right = node.children
    return _comparison(resolver, scope, node, left, SIGNS[str(sign)], right)


@CONDITIONS.expression("more_by", "less_by")
def _by_how_much(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `A is at least 3 more than B`, and `A is 3 less than B`."""
    one, how, number, other = node.children
    sides = (one, other) if node.data == "more_by" else (other, one)
    sign: Comparison = "==" if how is None else SIGNS[how.data]
    lead = Arithmetic("-", *(resolver.number(scope, side) for side in sides))
    return Compare(sign, lead, resolver.number(scope, number))


def _comparison(resolver: Resolver, scope: Scope, node: Syntax, left: Syntax, sign: Comparison, right: Syntax) -> Expr:
    _check_where(resolver, scope, node, left, right)
    compared = Compare(sign, *ordered_numbers(resolver, scope, left, right))
    _warn_of_same(resolver, scope, node, compared)
    return compared


def _warn_of_same(resolver: Resolver, scope: Scope, node: Syntax, compared: Compare | Equal) -> None:
    """Record a warning if `it` is compared with itself, though a thing of an outer set may be meant."""
    its = (part for part in descendants_of(compared.left) if isinstance(part, Ref))
    if compared.left == compared.right and any(local(part.local) == scope.it for part in its):
        message = "`it` is the same thing on both sides: give a thing of an outer set a name, `THING, as NAME, where …`"
        resolver.warn(scope, node, "same-on-both-sides", message)


def _check_where(resolver: Resolver, scope: Scope, node: Syntax, left: Syntax, right: Syntax) -> None:
    """Refuse a `where` with `and` or `or` in a comparison, because it may include more than the author meant."""
    for side, whole, most in ((left, left, 1), (right, node, 2)):  # on the left, nothing could stand beside a number
        part = side
        while isinstance(part, Tree) and part.data in ("filter", "count"):
            part = part.children[-1]
        if isinstance(part, Tree) and part.data == "where_part" and part.children[0].data in CONNECTIVES:
            ways = quote_names(resolver.readings(scope, whole)[:most], " or ")
            resolver.fail(scope, part, "parentheses", f"put parentheses to say what belongs to `where`: {ways}")


# -- equality


@CONDITIONS.expression("is_", negative="is_not")
def _is(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    left_node, right_node = node.children
    left, right = resolver.value(scope, left_node), resolver.value(scope, right_node)
    if isinstance(right, EnumWord):
        columns = columns_of(resolver, left_node) or list(columns_behind(resolver, left))
        if any(column.none == right.word for column in columns):
            return Equal(left, constant(None, NOTHING, right))
        if left.type.kind == "value":
            check_word(resolver, scope, node, columns, right.word)
    return equality(resolver, scope, node, left, right, right_node)


def _piece_described(resolver: Resolver, piece: Expr, word: str) -> Expr:
    """Return what an adjective of a piece describes: its kind, or its space if only spaces have this adjective."""
    described = resolver.symbols.adjectives.get(word, {})
    if "space" in described and "kind" not in described and not piece.type.many:
        return space_of_piece(resolver.symbols, piece).replace(written=piece.written or piece)
    return kind_of_piece(resolver, piece)


def equality(resolver: Resolver, scope: Scope, node: Syntax, left: Expr, right: Expr, right_node: Syntax) -> Expr:
    """Resolve `LEFT is RIGHT`."""
    if {left.type.kind, right.type.kind} == {"piece", "kind"}:
        left, right = (kind_of_piece(resolver, side) if side.type.kind == "piece" else side for side in (left, right))
    if left.type.kind == "piece" and isinstance(right, EnumWord):
        left = _piece_described(resolver, left, right.word)
    if (
        isinstance(right, EnumWord)
        and left.type.kind in ("space", "card", "box", "die", "seat", "side", "direction", "kind")
        and not left.type.many
    ):
        token = right_node
        while isinstance(token, Tree):
            token = token.children[0]
        condition = adjective_condition(resolver, scope, token, left, left.type.kind)
        return condition.replace(written=AdjectiveTest(left, right.word))
    if left.type.many and not right.type.many:
        _refuse_set_as_one(resolver, scope, node, right)
    if right.type.many and not left.type.many:
        resolver.fail(scope, node, "wrong-type", "one thing and a set are compared; say `is in`", form="`is in`")
    if left.type.many:
        resolver.fail(scope, node, "wrong-type", "two sets are compared by `are exactly`", form="`are exactly`")
    left, right = _beside_number(resolver, scope, node, left, right), _beside_number(resolver, scope, node, right, left)
    kinds = {left.type.kind, right.type.kind}
    if kinds in ({"number"}, {"condition"}):
        check_in_range(resolver, scope, node, left, right)
        same_number = Compare("==", left, right)
        _warn_of_same(resolver, scope, node, same_number)
        return same_number
    if len(kinds) > 1 and "nothing" not in kinds:
        resolver.fail(scope, node, "wrong-type", f"{left.type.with_article()} is never {right.type.with_article()}")
    if not isinstance(right, EnumWord):
        check_value(resolver, scope, right_node, columns_behind(resolver, left), right)
    equal = Equal(left, right)
    _warn_of_same(resolver, scope, node, equal)
    if isinstance(left, Const) and isinstance(right, Const):
        return (TRUE if left.value == right.value else FALSE).replace(written=equal)
    return equal


def _refuse_set_as_one(resolver: Resolver, scope: Scope, node: Syntax, one: Expr) -> NoReturn:
    """Report a set that is compared with one thing, or with a word for one thing."""
    if isinstance(one, EnumWord):
        message = (
            f"this is a set: say `every … is {one.word}` or `some … is {one.word}`; `number of SET is 0` if it has none"
        )
    else:
        message = "a set is never one thing: say `THING is in SET`, or `the only one of SET is THING`"
    resolver.fail(scope, node, "wrong-type", message)


def _beside_number(resolver: Resolver, scope: Scope, node: Syntax, thing: Expr, other: Expr) -> Expr:
    """Return the number for which a die, a column or a row stands, if it is compared with a number."""
    if other.type.kind == "number" and thing.type.kind == "die":
        resolver.check_numbers(scope, node, thing)
        return shown(thing)
    return line_number(thing) if other.type.kind == "number" and thing.type.kind in BOARD_LINES else thing


# -- comparison of sets


@CONDITIONS.expression("is_in", negative="is_not_in")
def _is_in(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    left, set_node = node.children
    return membership(resolver, scope, node, resolver.value(scope, left), set_node)


def membership(resolver: Resolver, scope: Scope, node: Syntax, left: Expr, set_node: Syntax) -> Expr:
    """Resolve `LEFT is in SET`."""
    if left.type.many:
        message = "one thing is in a set, and this is a set: use `every … is in …`"
        resolver.fail(scope, node, "wrong-type", message)
    right = resolver.value(scope, set_node)
    if not right.type.many or left.type.kind == "card":
        right = cards_of(right)
    if left.type.kind == "piece" and right.type.kind == "space":
        left = resolver.convert(scope, node, left, left.type._replace(kind="space"))
    return IsMember(left, resolver.convert(scope, set_node, right, left.type._replace(many=True)))


@CONDITIONS.expression("is_exactly", negative="is_not_exactly")
def _is_exactly(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve the equality of two sets, in any order."""
    left_node, right_node = node.children
    _check_where(resolver, scope, node, left_node, right_node)
    left = cards_of(resolver.value(scope, left_node))
    if not left.type.many:
        message = "`exactly` is said of a set, and this is one thing: say `is`"
        resolver.fail(scope, left_node, "wrong-type", message)
    right = cards_of(resolver.value(scope, right_node))
    return SameMembers(left, resolver.convert(scope, right_node, right, left.type))


@CONDITIONS.expression("there_is", negative="there_is_no")
def _there_is(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    things, _ = resolve_pick(resolver, scope, node.children[0])
    return Exists(things)


@CONDITIONS.expression("there_is_exactly", "there_is_at_least", "there_is_at_most")
def _there_is_so_many(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    number, things_node = node.children
    things, _ = resolve_pick(resolver, scope, things_node)
    amount, quantity = resolver.number(scope, number), QUANTITIES[node.data.removeprefix("there_is_")]
    return Compare(BOUNDS[quantity], Count(things), amount, written=SizeTest(quantity, amount, things))


# -- possession


@CONDITIONS.expression("has", negative="has_not")
def _has(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    subject, item = node.children
    return possession_condition(resolver, scope, resolver.value(scope, subject), item, subject)


@CONDITIONS.expression("has_there", negative="has_not_there")
def _has_there(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `SEAT has PIECES in PLACE`."""
    subject, item, place = node.children
    return belongings_condition(resolver, scope, item, subject, place)


# -- quantifiers


def quantified(resolver: Resolver, scope: Scope, node: Syntax, test: Callable[[Scope, Expr], Expr]) -> Expr:
    """Resolve a condition that begins with `every …` or `at least 2 …`; `test` resolves it for one thing of the set."""
    quantifier, things = node.children[:2]
    base, _ = resolve_pick(resolver, scope, things)
    it, inside = candidate_scope(resolver, scope, base, candidate_name(things))
    return quantified_set(resolver, scope, quantifier, base, it, test(inside, local(it)))


def quantified_set(
    resolver: Resolver, scope: Scope, quantifier: Syntax, things: Expr, it: Local, condition: Expr
) -> Expr:
    """Return the condition that a test holds for every thing, for some, for none, or for so many of them."""
    match quantifier.data:
        case "every":
            return Every(things, it, condition)
        case "some" | "no_one":
            some = Some(things, it, condition)
            return some if quantifier.data == "some" else negation(some)
    found = Filter(things, it, condition, type=things.type)
    if quantifier.data in ("most", "half_or_more"):
        twice, is_more = Product(Count(found), constant(2, NUMBER)), quantifier.data == "most"
        return Compare(">" if is_more else ">=", twice, Count(things), written=ShareTest(is_more, found, things))
    amount, quantity = resolver.number(scope, quantifier.children[0]), counted_by(quantifier)
    return Compare(BOUNDS[quantity], Count(found), amount, written=SizeTest(quantity, amount, found))


def counted_by(quantifier: Syntax) -> Quantity:
    """Return the quantity of `at least 2`, `at most 2` or `exactly 2`, as a quantifier."""
    return QUANTITIES[quantifier.data.removeprefix("q_")]


@CONDITIONS.expression("q_is", "q_is_not", "q_in", "q_not_in")
def _each_is(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return quantified(resolver, scope, node, lambda inside, it: _tested(resolver, inside, node, it))


def _tested(resolver: Resolver, scope: Scope, node: Syntax, it: Expr) -> Expr:
    """Resolve what `every …` or `some …` says of one thing."""
    last = node.children[2]
    if node.data.startswith("q_is"):
        found = equality(resolver, scope, node, it, resolver.value(scope, last), last)
    else:
        found = membership(resolver, scope, node, it, last)
    return negation(found) if "_not" in node.data else found


@CONDITIONS.expression("q_has")
def _each_has(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    item = node.children[2]
    return quantified(resolver, scope, node, lambda inside, it: possession_condition(resolver, inside, it, item, node))


@CONDITIONS.expression("q_has_there")
def _each_has_there(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `every SEAT has PIECES in PLACE`; `it` stands for the seat, in the place, too."""
    _, _, item, place = node.children
    it: Syntax = Tree("it", [], node.meta)
    return quantified(resolver, scope, node, lambda inside, _: belongings_condition(resolver, inside, item, it, place))
