"""Resolution of sets: noun phrases, filters, and single things of a set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, NoReturn, assert_never

from lark import Token, Tree

from interpreter.language.ir.builders import FALSE, TRUE, constant, local, negation
from interpreter.language.ir.expressions import (
    And,
    ArgBest,
    Compare,
    Conditional,
    Const,
    Count,
    EnumWord,
    Equal,
    Expr,
    Filter,
    First,
    FlagValue,
    InOrder,
    Intersection,
    IsWord,
    Joined,
    Leading,
    NeighbourSpaces,
    NextSeat,
    Only,
    Prefer,
    Random,
    RaysFrom,
    SeatRow,
    Surroundings,
    UpToFirst,
)
from interpreter.language.ir.nodes import Comparison, Extreme, Sign, Way
from interpreter.language.ir.nullness import null_safe, optional_type
from interpreter.language.ir.types import BOARD_LINES, NUMBER, SPACES, Local, Type
from interpreter.language.ir.written import AdjectiveTest, Possession, Quantity, WrittenLine, WrittenNoun
from interpreter.language.resolving.orders import ordered_numbers
from interpreter.language.resolving.resolver import Resolver, cards_of, column_of_values, shown
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, token_of
from interpreter.language.resolving.topics import pieces_in_places
from interpreter.language.resolving.topics.belonging import opponent
from interpreter.language.resolving.topics.boards.directions import spaces_in_line
from interpreter.language.resolving.topics.naming import (
    NounPhrase,
    fail_shared,
    noun_of,
    noun_phrase,
    refuse_if_chosen,
    resolve_name,
    words_of,
)
from interpreter.language.symbols import (
    ClosedAdjective,
    DeckAdjective,
    DirectionAdjective,
    EmptyAdjective,
    FaceAdjective,
    FlagAdjective,
    NounSymbol,
    SharedValue,
    StateAdjective,
    ValueAdjective,
)
from interpreter.support.name_lists import quote_names
from interpreter.support.similar_words import closest_match

SETS = Handlers[Resolver]()
SETS.part("pick", "named_pick", "best_part", "where_part", "where_or_any", "has_part", "without")
SETS.part("preferably", "preferably_one", "with_room", "without_room")
SETS.part("pick_ray", "as_far_as", "short_of", "one_of_them")
SETS.part("tie", "none_of", "exactly", "at_least", "at_most", "highest", "lowest", "down", "up")

BOUNDS: dict[Quantity, Comparison] = {"none_of": "==", "exactly": "==", "at_least": ">=", "at_most": "<="}
"""Comparison for each quantity with its number, or with 0 if it has none."""
SIGNS: dict[str, Comparison] = {
    "ge": ">=",
    "le": "<=",
    "gt": ">",
    "lt": "<",
    ">=": ">=",
    "<=": "<=",
    ">": ">",
    "<": "<",
}
"""Signs of comparisons, as the grammar names them or as they are written."""
SUM_SIGNS: dict[str, Sign] = {"add": "+", "sub": "-"}
"""Signs of sums, as the grammar names them."""
QUANTITIES: dict[str, Quantity] = {quantity: quantity for quantity in BOUNDS}

# -- nouns


@SETS.expression("np")
def _np(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return resolve_things(resolver, scope, noun_phrase(resolver, scope, node))


def resolve_things(resolver: Resolver, scope: Scope, phrase: NounPhrase) -> Expr:
    """Resolve the things of a noun phrase; for pieces, their number."""
    return _selected(resolver, scope, phrase).replace(written=phrase.as_written())


def _selected(resolver: Resolver, scope: Scope, phrase: NounPhrase) -> Expr:
    noun, node = phrase.noun, phrase.node
    if noun.kind == "pieces":
        if str(phrase.token) in resolver.symbols.names and phrase.is_bare:
            return resolve_name(resolver, scope, phrase.token)  # a thing named like a kind of pieces
        return pieces_in_places.amount(resolver, scope, phrase)
    if noun.kind in ("value", *BOARD_LINES) and phrase.is_bare and str(phrase.token) in scope.names:
        return resolve_name(resolver, scope, phrase.token)
    base = resolver.with_span(scope, node, _base(resolver, scope, phrase))
    base = described(resolver, scope, base, phrase.adjectives, noun.kind)
    if phrase.determiner == "other":
        it = Local("it", base.type._replace(many=False))
        mine = scope.it
        if phrase.of is not None:
            mine = phrase.resolve_owner(resolver, scope)
        elif noun.kind == "seat":
            mine = resolver.you(scope, node)
        elif mine is None:
            mine = _named_before(resolver, scope, phrase, it.type)
        base = _filtered(base, it, negation(Equal(local(it), mine)))
    return base


def _named_before(resolver: Resolver, scope: Scope, phrase: NounPhrase, kind: Type) -> Expr:
    """Return the one thing of this kind that has a name here, from which `another` tells things apart."""
    named = [name for name, of_name in scope.names.items() if of_name.type._replace(optional=False) == kind]
    if len(named) != 1:
        one, last = phrase.noun.one, named[-1] if named else "NAME"
        names = f"{quote_names(named[:-1])} or `{last}`?" if named else ""
        message = f"other than which {one}, {names}" if named else f"other than which {one}? none has a name here"
        resolver.fail(scope, phrase.node, "which", message, form=f"`{one} where it is not {last}`")
    return local(scope.names[named[0]])


def described(resolver: Resolver, scope: Scope, base: Expr, adjectives: tuple[Token, ...], kind: str) -> Expr:
    """Narrow a set of things of a kind by adjectives."""
    for word in adjectives:
        it = Local("it", base.type._replace(many=False))
        condition = adjective_condition(resolver, scope, word, local(it), kind)
        base = _filtered(base, it, resolver.with_span(scope, word, condition))
    return base


def _base(resolver: Resolver, scope: Scope, phrase: NounPhrase) -> Expr:
    """Resolve the things of a noun, by owner and place."""
    symbols, noun, set_type = resolver.symbols, phrase.noun, phrase.noun.set_type
    whose = _whose(resolver, scope, phrase)
    if phrase.id in ("neighbour", "entrance"):
        if whose is not None and whose.type.kind == "piece":
            whose = resolver.convert(scope, phrase.node, whose, Type("space", optional=True))
        if whose is None or whose.type.kind != "space":
            resolver.fail(scope, phrase.node, "whose", f"`{noun.many}` needs a space: `{noun.many} of SPACE`")
        way: Way = "neighbour" if phrase.id == "neighbour" else "entrance"
        around = Surroundings(way, whose) if whose.type.many else null_safe(NeighbourSpaces(way, whose, type=set_type))
        return _within(resolver, scope, phrase, around)
    if whose is not None and noun.kind == "space" and whose.type.kind == "box" and symbols.joints:
        boxes = resolver.convert(scope, phrase.node, whose, Type("box", many=True))
        return _within(resolver, scope, phrase, Joined(boxes, symbols.joint_ends, type=set_type))
    if whose is not None and noun.kind not in ("box", "die"):
        _fail_owned(resolver, scope, phrase)
    if noun.kind == "card":
        return _cards(resolver, scope, phrase)
    if noun.kind in ("box", "die"):
        return _within(resolver, scope, phrase, _members_of_group(resolver, scope, phrase, whose))
    if phrase.within is not None:
        return _area(resolver, scope, phrase, phrase.within)
    if noun.kind == "value":
        return constant(tuple(map(symbols.number_of_word, symbols.rulebook.values_of(phrase.id))), set_type)
    return constant(tuple(range(symbols.size_of(noun.kind))), set_type)


def _within(resolver: Resolver, scope: Scope, phrase: NounPhrase, things: Expr) -> Expr:
    """Return those of some things that are in the set that a phrase names, all if it names none."""
    if phrase.within is None:
        return things
    area = _area(resolver, scope, phrase, phrase.within)
    return Intersection(things, area, type=phrase.noun.set_type)


def _fail_owned(resolver: Resolver, scope: Scope, phrase: NounPhrase) -> NoReturn:
    """Refuse to say whose things without an owner are meant."""
    many, pieces = phrase.noun.many, resolver.symbols.rulebook.pieces
    form = f"`{many} where …`"
    if phrase.noun.kind == "space" and pieces:
        form = f"`{many} with {phrase.determiner or 'your'} {pieces[0].noun.many}`, {form}"
    if phrase.noun.kind == "card":
        form = f"`{many} in ZONE`"
    resolver.fail(scope, phrase.node, "whose", f"{many} belong to nobody: say which are meant", form=form)


def _whose(resolver: Resolver, scope: Scope, phrase: NounPhrase) -> Expr | None:
    if phrase.determiner in ("your", "enemy"):
        you = resolver.you(scope, phrase.node)
        return you if phrase.determiner == "your" else opponent(resolver, scope, phrase.node, you)
    if phrase.of is not None and phrase.determiner != "other":
        return phrase.resolve_owner(resolver, scope)
    return None


def _area(resolver: Resolver, scope: Scope, phrase: NounPhrase, within: SyntaxPart) -> Expr:
    """Resolve the set that contains the things."""
    area = phrase.resolve_place(resolver, scope)
    return resolver.convert(scope, within, area, phrase.noun.set_type)


def _members_of_group(resolver: Resolver, scope: Scope, phrase: NounPhrase, whose: Expr | None) -> Expr:
    """Resolve the boxes of a group, or the dice of a kind."""
    symbols, group, set_type = resolver.symbols, phrase.noun.group, phrase.noun.set_type
    assert group is not None
    members = symbols.dice_of if phrase.noun.kind == "die" else symbols.group_boxes
    if whose is None:
        return constant(members(group), set_type)
    if whose.type.kind == "space" and any(map(len, rows := symbols.joints_of_spaces(group))):
        return Joined(resolver.convert(scope, phrase.node, whose, SPACES), rows, type=set_type)
    if whose.type.kind != "seat":
        resolver.fail(scope, phrase.node, "wrong-type", f"`{phrase.noun.many} of` needs a seat here")
    rows = tuple(members(group, seat) for seat in range(len(symbols.seats)))
    if isinstance(whose, Const) and whose.value is not None:
        return constant(rows[whose.number], set_type)
    return null_safe(SeatRow(rows, whose, type=set_type))


def _cards(resolver: Resolver, scope: Scope, phrase: NounPhrase) -> Expr:
    if phrase.within is None:
        refuse_if_chosen(resolver, scope, phrase.node, "card")
        resolver.fail(scope, phrase.node, "which", "which cards? say where they are: `cards in ZONE`")
    place = phrase.resolve_place(resolver, scope)
    if place.type.kind == "zone":
        return cards_of(place)
    if place.type.kind != "card" or not place.type.many:
        resolver.refuse_type(scope, phrase.within, "cards are in a zone", place.type)
    return place


def adjective_condition(resolver: Resolver, scope: Scope, word: Token, thing: Expr, kind: str) -> Expr:
    """Return the condition that an adjective applies to a thing."""
    symbols = resolver.symbols
    meaning = symbols.adjectives.get(str(word), {}).get(kind)
    if meaning is None and (own := _own_condition(resolver, scope, word, thing)) is not None:
        return own
    if meaning is None or isinstance(meaning, StateAdjective):
        candidates = [known for known, kinds in symbols.adjectives.items() if kind in kinds]
        meant = closest_match(str(word), candidates)
        resolver.fail(scope, word, "wrong-type", f"a {kind} can't be `{word}`", f"`{meant}`" if meant else None)
    table: tuple[Any, ...]
    value: str | bool | None
    match meaning:
        case FlagAdjective(flag):
            resolver.record_use(scope, word, "flag", flag)
            return null_safe(FlagValue(flag, thing))
        case ValueAdjective(attribute, value):
            resolver.record_use(scope, word, *(("column", attribute) if value is True else ("adjective", str(word))))
            table = symbols.attribute_values(kind, attribute)
        case SharedValue():
            fail_shared(resolver, scope, word, meaning, kind)
        case DeckAdjective(value):
            resolver.record_use(scope, word, "deck", value)
            table = tuple(card.deck for card in symbols.rulebook.cards)
        case FaceAdjective(number):
            resolver.record_use(scope, word, "adjective", str(word))
            return Compare("==", shown(thing), constant(number, NUMBER))
        case DirectionAdjective(orthogonal):
            table, value = symbols.directions.orthogonal, orthogonal
        case EmptyAdjective(occupied):
            said = AdjectiveTest(thing, str(word))
            return pieces_in_places.emptiness(resolver, thing, occupied).replace(written=said)
        case ClosedAdjective():
            table, value = tuple(space.closed for space in symbols.rulebook.map.spaces), True
        case _:
            assert_never(meaning)
    if isinstance(thing, Const) and thing.value is not None:
        return TRUE if table[thing.number] == value else FALSE
    return null_safe(IsWord(table, value, thing))


def _own_condition(resolver: Resolver, scope: Scope, word: Token, thing: Expr) -> Expr | None:
    """Return the condition of the vocabulary that an adjective applies to a thing, if there is one for its type."""
    for pattern in resolver.grammar.own_adjectives.get(str(word), ()):
        (hole,) = resolver.term_of(pattern.word).parameters
        if thing.type.is_assignable_to(optional_type(hole.type)):
            resolver.record_use(scope, word, "word", resolver.symbols.rulebook.words[pattern.word].title, str(word))
            return resolver.call_term(scope, word, pattern, (thing,))
    return None


# -- filters


def resolve_pick(resolver: Resolver, scope: Scope, node: Syntax) -> tuple[Expr, str]:
    """Resolve the set that a `choose`, `for each`, `every` or `some` ranges over, and the noun's singular."""
    front, *parts = node.children
    head = front.children[0] if front.data == "named_pick" else front
    base, noun = _line(resolver, scope, head) if head.data == "pick_ray" else _picked(resolver, scope, head)
    for part in parts:
        if part is not None:
            base = _narrowed(resolver, scope, base, part, candidate_name(front))
            _check_any(resolver, scope, part, noun.one)
    return resolver.with_span(scope, node, base), noun.one


def _picked(resolver: Resolver, scope: Scope, head: Syntax) -> tuple[Expr, NounSymbol]:
    phrase = noun_phrase(resolver, scope, head)
    if phrase.noun.kind == "pieces":
        message = f"{phrase.noun.many} are all alike: choose the place where they are"
        if re.search(rf"\bthere (?:is|are) (?:\w+ )?(?:{phrase.noun.one}|{phrase.noun.many})\b", str(scope.text)):
            message = f"whether there are any is asked of the place: `PLACE has {phrase.noun.many}`"
        resolver.fail(scope, head, "wrong-type", message)
    return resolver.with_span(scope, head, resolve_things(resolver, scope, phrase)), phrase.noun


@SETS.expression("ray")
def _ray(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return _line(resolver, scope, node)[0]


def _line(resolver: Resolver, scope: Scope, node: Syntax) -> tuple[Expr, NounSymbol]:
    """Resolve spaces with their adjectives that lie in a direction, or between two spaces."""
    words, line, limit = node.children
    adjectives, noun_node = words.children
    noun, noun_id, token = noun_of(resolver, scope, noun_node)
    base = spaces_in_line(resolver, scope, token, noun, line)
    if limit is not None:
        it, inside = candidate_scope(resolver, scope, base, None)
        condition = _limit(resolver, inside, base, local(it), limit)
        base = _up_to_first(base, UpToFirst(base, it, condition, limit.data == "as_far_as", type=base.type))
    base = resolver.with_span(scope, node, base)
    said, many = words_of(adjectives), not token.type.endswith("_ONE")
    written = WrittenLine(WrittenNoun(noun_id, many, "", tuple(map(str, said)), None, None), base)
    return described(resolver, scope, base, said, noun.kind).replace(written=written), noun


def _limit(resolver: Resolver, scope: Scope, line: Expr, it: Expr, limit: Syntax) -> Expr:
    """Return the condition for a space `it` at which a line ends: `the first occupied square where …`."""
    adjectives, noun_node, restriction = limit.children
    spaces = resolver.symbols.rulebook.map.noun
    if noun_node is not None and noun_node.data != "one_of_them":
        noun, _, token = noun_of(resolver, scope, noun_node)
        if noun.kind != line.type.kind:
            said = f"`with {noun.many}`" if noun.kind == "pieces" and restriction is None else f"`{spaces.one}`"
            message = f"a line consists of {spaces.many}, not of {noun.many}"
            resolver.fail(scope, token, "wrong-type", message, said)
    if adjectives is None and restriction is None:
        message = f"at the first {spaces.one} of which kind does the line end?"
        resolver.fail(scope, limit, "which", message, form="`the first occupied one`, `the first where …`")
    conditions = [adjective_condition(resolver, scope, word, it, line.type.kind) for word in words_of(adjectives)]
    if restriction is not None:
        conditions.append(_restriction(resolver, scope, line, it, restriction))
    return reduce(And, conditions)


def _up_to_first(base: Expr, found: UpToFirst) -> Expr:
    """Return the beginning of a line; of rays from a space that may be nothing, of those from one that isn't."""
    if isinstance(base, Conditional) and isinstance(base.yes, RaysFrom):
        return base.replace(yes=found.replace(things=base.yes), written=found)
    return found


def _check_any(resolver: Resolver, scope: Scope, part: Syntax, chosen: str) -> None:
    """Refuse `or any NOUN if there is none` with another noun than that of the things which are picked."""
    if part.data != "where_or_any" or part.children[1] is None:
        return
    noun, _, token = noun_of(resolver, scope, part.children[1])
    if noun.one != chosen:
        message = f"`or any {token}` speaks of other things than the {chosen} of this `where`"
        resolver.fail(scope, part.children[1], "wrong-type", message, f"`{chosen}`")


@SETS.expression("filter")
def _filter(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    base = resolver.set_of(scope, node.children[0])
    return _narrowed(resolver, scope, base, node.children[1], candidate_name(node.children[0]))


@SETS.expression("named_set")
def _named_set(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `SET, as NAME`; the name means each thing in the parts around it, which read it by `candidate_name`."""
    return resolver.set_of(scope, node.children[0])


@SETS.expression("next_player")
def _next_player(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the next player who …`: the first seat after one, in player order, of which a condition holds.

    Without a condition, it is the seat after that one.
    """
    after, where = node.children
    seats = constant(tuple(range(len(resolver.symbols.seats))), Type("seat", many=True))
    start = resolver.you(scope, node) if after is None else resolver.seat(scope, after)
    if where is None:
        return null_safe(NextSeat(start))
    it = Local("it", Type("seat"))
    condition = resolver.condition(scope.inner(it=local(it)), where.children[0])
    others = Filter(InOrder(seats, null_safe(NextSeat(start)), type=seats.type), it, condition, type=seats.type)
    return First(others, type=Type("seat", optional=True))


def candidate_name(node: SyntaxPart) -> Token | None:
    """Return the name that a set gives to each of its things; None if it gives none."""
    while isinstance(node, Tree):
        if node.data in ("named_set", "named_pick"):
            return token_of(node.children[1])
        if node.data not in ("pick", "filter", "argbest", "parens"):
            return None
        node = node.children[0]
    return None


def candidate_scope(resolver: Resolver, scope: Scope, things: Expr, name: Token | None) -> tuple[Local, Scope]:
    """Return the local for a thing of a set, and the scope in which `it` and the name, if there is one, mean it."""
    thing_type, named = things.type._replace(many=False), scope.inner()
    if name is None:
        it = Local("it", thing_type, column=column_of_values(resolver.symbols, things))
    else:
        it = resolver.bind(named, name, thing_type, things)
    return it, replace(scope.inner(it=local(it)), names=named.names)


def _narrowed(resolver: Resolver, scope: Scope, base: Expr, part: Syntax, name: Token | None) -> Expr:
    """Narrow a set by a part behind it, such as `where …` or `with …`; `name` is the one for each of its things."""
    if part.data == "best_part":
        return _best_of(resolver, scope, base, part.children, name)
    it, inside = candidate_scope(resolver, scope, base, name)
    if part.data == "preferably_one":
        (wish,) = part.children
        return Prefer(base, it, _restriction(resolver, inside, base, local(it), wish), type=base.type)
    if part.data in ("preferably", "where_or_any"):
        return Prefer(base, it, resolver.condition(inside, part.children[0]), type=base.type)
    return _filtered(base, it, _restriction(resolver, inside, base, local(it), part))


def _restriction(resolver: Resolver, scope: Scope, base: Expr, it: Expr, part: Syntax) -> Expr:
    """Return the condition of `where …`, `with …`, `without …` or `showing …` for a thing of a set."""
    if part.data == "where_part":
        return resolver.condition(scope, part.children[0])
    if part.data in ("showing", "not_showing"):
        shown_face = showing_condition(resolver, scope, base, it, part.children[-1], part)
        return negation(shown_face) if part.data == "not_showing" else shown_face
    if part.data in ("with_room", "without_room"):
        place = resolver.convert(scope, part, it, Type("place"))
        room = pieces_in_places.room_condition(resolver, scope, place, part.children[0])
        return resolver.with_span(scope, part, negation(room) if part.data == "without_room" else room)
    if part.data == "adjs":
        said = (
            adjective_condition(resolver, scope, word, it, base.type.kind).replace(written=AdjectiveTest(it, str(word)))
            for word in words_of(part)
        )
        return resolver.with_span(scope, part, reduce(And, said))
    condition = possession_condition(resolver, scope, it, part.children[0], part)
    return resolver.with_span(scope, part, negation(condition) if part.data == "without" else condition)


def showing_condition(resolver: Resolver, scope: Scope, dice: Expr, die: Expr, wanted: Syntax, part: Syntax) -> Expr:
    """Return the condition that a die, one of these dice, shows a face: `3`, `at least 5` or a word."""
    if dice.type.kind != "die":
        resolver.refuse_type(scope, part, "dice show a number", dice.type)
    how, face = wanted.children
    value = resolver.value(scope, face)
    if isinstance(value, EnumWord) and how is None:
        condition = adjective_condition(resolver, scope, token_of(face.children[0]), die, "die")
        condition = condition.replace(written=AdjectiveTest(die, value.word))
    else:
        resolver.check_numbers(scope, part, dice)
        sign = "==" if how is None else SIGNS[how.data]
        condition = Compare(sign, shown(die), resolver.convert(scope, face, value, NUMBER))
    return condition


def _filtered(base: Expr, it: Local, condition: Expr) -> Expr:
    """Filter a set by a condition, with constant folding."""
    found = Filter(base, it, condition, type=base.type._replace(optional=False))
    if isinstance(base, Const) and isinstance(condition, Const):
        return constant(base.value if condition.value else (), base.type, found)
    if isinstance(base, Const) and isinstance(condition, IsWord):
        table, value = condition.table, condition.value
        return constant(tuple(thing for thing in base.members if table[thing] == value), base.type, found)
    return found


def possession_condition(resolver: Resolver, scope: Scope, thing: Expr, item: Syntax, subject: Syntax) -> Expr:
    """Return the condition that a place (or a zone) has some number of things."""
    quantity, phrase = item.children[0], noun_phrase(resolver, scope, item)
    noun = phrase.noun
    if noun.kind == "pieces":
        if thing.type.kind == "seat":
            number = "no " if quantity is not None and QUANTITIES[quantity.data] == "none_of" else ""
            form = f"`SEAT has {number}{noun.many} in {resolver.symbols.nouns['space'].many}`"
            resolver.fail(scope, subject, "which", f"a seat has {noun.many} in a place: say where", form=form)
        if thing.type.kind not in ("space", "box") or thing.type.many:
            message = f"{thing.type.with_article()} holds no {noun.many}: only a space or a box does"
            resolver.fail(scope, subject, "wrong-type", message)
        amount = pieces_in_places.amount_in(resolver, scope, thing, phrase)
    elif noun.kind == "card" and thing.type.kind == "zone" and not thing.type.many:
        cards = cards_of(thing)
        for word in phrase.adjectives:
            it = Local("it", Type("card"))
            cards = _filtered(cards, it, adjective_condition(resolver, scope, word, local(it), "card"))
        amount = Count(cards)
    else:
        resolver.fail(scope, item, "wrong-type", f"{thing.type.with_article()} can't have {noun.many}")
    bound, given = _wanted(resolver, scope, quantity)
    return _compared(amount, bound, given, written=Possession(thing, bound, given, phrase.as_written()))


def belongings_condition(
    resolver: Resolver, scope: Scope, item: Syntax, subject: SyntaxPart, place: SyntaxPart
) -> Expr:
    """Return the condition that a seat has some number of pieces in a place, or in several."""
    phrase = noun_phrase(resolver, scope, item)
    if phrase.noun.kind == "card":
        message = f"it is a zone that has {phrase.noun.many}: name it first"
        resolver.fail(scope, item, "wrong-type", message, form=f"`hand of SEAT has no {phrase.noun.many}`")
    resolver.seat(scope, subject)
    if phrase.noun.kind != "pieces" or phrase.of is not None or phrase.determiner:
        message = f"a seat has pieces in a place, without `your` or `of`, and these are {phrase.noun.many}"
        resolver.fail(scope, item, "wrong-type", message)
    whole = replace(phrase, of=subject, within=place)
    amount = pieces_in_places.amount(resolver, scope, whole).replace(written=whole.as_written())
    return _compared(amount, *_wanted(resolver, scope, item.children[0]))


def _wanted(resolver: Resolver, scope: Scope, quantity: Syntax | None) -> tuple[Quantity, Expr | None]:
    """Return how many are wanted: at least one if nothing is said."""
    if quantity is None:
        return "", None
    given = resolver.number(scope, quantity.children[0]) if quantity.children else None
    return QUANTITIES[quantity.data], given


def _compared(amount: Expr, bound: Quantity, given: Expr | None, written: Possession | None = None) -> Expr:
    wanted = constant(0, NUMBER) if given is None else given
    return Compare(BOUNDS[bound] if bound else ">", amount, wanted, written=written)


def extreme_of(node: Syntax) -> Extreme:
    """Return the extreme of a `highest` or `lowest` node."""
    return "highest" if node.data == "highest" else "lowest"


@SETS.expression("argbest")
def _argbest(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `SET with the highest VALUE, ties to the highest VALUE`."""
    base_node, *values = node.children
    return _best_of(resolver, scope, resolver.set_of(scope, base_node), values, candidate_name(base_node))


def _best_of(resolver: Resolver, scope: Scope, best: Expr, values: Sequence[Syntax], name: Token | None) -> Expr:
    """Return the things of a set with the highest or lowest value; `values` are its words and those of `ties to …`."""
    extreme, value_node, *ties = values
    _check_describes_no_number(resolver, scope, value_node)
    for which, value in ((extreme, value_node), *(tie.children for tie in ties)):
        it, inside = candidate_scope(resolver, scope, best, name)
        (number,) = ordered_numbers(resolver, inside, value)
        best = ArgBest(best, it, number, extreme_of(which), type=best.type)
    return best


def _check_describes_no_number(resolver: Resolver, scope: Scope, value: Syntax) -> None:
    """Refuse a `where …` behind `with the highest NUMBER`: it may be said of all things, or of the best alone."""
    while value.data in SUM_SIGNS or value.data == "mul":
        value = value.children[-1]
    if value.data == "filter":
        message = "what is said here would describe the number: put it before `with the highest …`, or in parentheses"
        form = "`SET where … with the highest …`, `(SET with the highest …) where …`"
        resolver.fail(scope, value.children[1], "wrong-type", message, form=form)


def resolve_measure(resolver: Resolver, scope: Scope, set_node: Syntax, value_node: Syntax) -> tuple[Expr, Expr, Local]:
    """Resolve a set, a number for each of its things, and the name for a thing in that number."""
    base = resolver.set_of(scope, set_node)
    it, inside = candidate_scope(resolver, scope, base, candidate_name(set_node))
    return base, resolver.number(inside, value_node), it


# -- single things


SINGLES: dict[str, type[First | Only | Random]] = {"first": First, "only": Only, "random": Random}


@SETS.expression(*SINGLES)
def _single(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    if node.data == "random" and not scope.can_try:
        message = "chance can only be asked in a phrase or an event, outside `where`"
        resolver.fail(scope, node, "cannot-try", message)
    base = resolver.set_of(scope, node.children[0])
    if node.data == "only" and isinstance(base, Const) and len(base.members) > 1:
        message = f"these are {len(base.members)}, of which none is the only one; to count them, say how many"
        form = "`exactly 1 of SET is …`, `if there is exactly 1 THING …`"
        resolver.fail(scope, node, "wrong-type", message, form=form)
    return SINGLES[node.data](base, type=base.type._replace(many=False, optional=True))


@SETS.expression("first_few")
def _first_few(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    amount, base_node = node.children
    base = resolver.set_of(scope, base_node)
    return Leading(base, resolver.number(scope, amount), type=base.type)
