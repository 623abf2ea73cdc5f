"""Resolution of `X of Y`: a thing's own box, zone or track, a variable kept for it, an attribute, a side.

Also the opponent, the other side, and the next seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any, Literal

from lark import Token

from interpreter.language.ir.builders import constant, local, substitute
from interpreter.language.ir.expressions import (
    Arithmetic,
    AttributeValue,
    Cards,
    Conditional,
    Const,
    EnumWord,
    Equal,
    Expr,
    Filter,
    First,
    IsLowered,
    IsMember,
    KeyNumber,
    NextSeat,
    NextValue,
    Opponent,
    OppositeDirection,
    Or,
    OwnPlace,
    OwnZones,
    StepValue,
    TrackValue,
)
from interpreter.language.ir.nullness import (
    default_answer,
    narrowed,
    no_choice,
    null_safe,
    optional_parts,
    optional_type,
    presence_condition,
)
from interpreter.language.ir.types import NUMBER, SEAT, Local, SeatChoices, Type, kind_named
from interpreter.language.ir.written import Belonging, WrittenNoun
from interpreter.language.resolving.orders import check_value, check_word, columns_behind, common_list
from interpreter.language.resolving.resolver import SIDE_OF, Resolver, lone_piece, piece_detail, space_of_piece
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, first_token, token_of
from interpreter.language.resolving.topics.boards.directions import is_direction, step_from
from interpreter.language.resolving.topics.naming import fail_unknown, id_of_title, indexed_cell
from interpreter.language.symbols import NameSymbol
from interpreter.rulebook.model import PieceKind
from interpreter.rulebook.text import NUMBER_WORDS
from interpreter.support.name_lists import quote_names
from interpreter.support.similar_words import closest_match

BELONGING = Handlers[Resolver]()
ALIKE = 0.75
"""Similarity of a known name from which on it is suggested for an unknown one before `of`."""
MOST_LISTED = 12
"""Maximum number of fields of a thing in a message."""


@BELONGING.expression("your_name")
def _your_name(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return member(resolver, scope, first_token(node), resolver.you(scope, node), node.children[0])


@BELONGING.expression("of")
def _of(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return member(resolver, scope, first_token(node), resolver.value(scope, node.children[1]), node)


@BELONGING.expression("of_in")
def _of_in(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve a variable kept for two things."""
    token = node.children[0]
    name = resolver.symbols.names.get(str(token))
    if name is None or len(name.per) != 2:
        kind = "zone" if name is not None and name.kind == "zone" else "variable"
        resolver.fail(scope, token, "unknown-name", f"`{token}` is not a {kind} kept for two things")
    resolver.record_use(scope, token, name.kind, name.id)
    index = tuple(
        _key(resolver, scope, part, per, resolver.value(scope, part))
        for part, per in zip(node.children[1:], name.per, strict=False)
    )
    if name.kind == "zone":
        return _zone_kept_for(name, index).replace(written=Belonging(str(token), name.kind, index[0], index[1]))
    return null_safe(indexed_cell(name, index))


@BELONGING.expression("of_all")
def _of_all(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `ZONE of all seats`, `ZONE of all suits`."""
    token, plural = node.children
    noun_id = resolver.grammar.noun_of[token_of(plural.children[0]).type]
    noun, name = resolver.symbols.nouns[noun_id], resolver.symbols.names.get(str(token))
    kept = noun.kind if noun.kind == "side" else noun_id if noun.kind == "value" else ""
    if name is not None and name.kind == "zone" and kept and name.per == (kept,):
        resolver.record_use(scope, token_of(token), name.kind, name.id)
        whose = constant((), noun.set_type).replace(written=WrittenNoun(noun_id, True, "", (), None, None))
        zones = constant(tuple(resolver.symbols.zones_from(name.index)), Type("zone", many=True))
        return zones.replace(written=Belonging(name.id, name.kind, whose))
    if noun.kind not in ("seat", "space") or noun.one in ("neighbour", "entrance"):
        message = "a zone is of all seats, or of all spaces"
        if name is not None and name.per:
            message = f"each {' and '.join(name.per)} has its own `{token}`"
        resolver.fail(scope, plural, "wrong-type", message)
    all_of_them = tuple(range(resolver.symbols.size_of(noun.kind)))
    written = WrittenNoun(noun.kind, True, "", (), None, None)
    whose = constant(all_of_them, noun.set_type).replace(written=written)
    return member(resolver, scope, token_of(token), whose, node)


def member(resolver: Resolver, scope: Scope, token: Token, whose: Expr, node: Syntax) -> Expr:
    """Resolve `X of Y`.

    X is a seat's own box, zone or track, a variable kept for Y, an attribute of Y, or a value that Y's track gives.
    """
    chosen = scope.names.get(str(token))
    if isinstance(chosen, SeatChoices):
        written = Belonging(str(token), "", whose)
        return _choice_of_seat(chosen, resolver.convert(scope, node, whose, SEAT)).replace(written=written)
    name = resolver.symbols.names.get(str(token))
    whose = _space_meant(resolver, str(token), name, whose)
    if not whose.type.many and name is None:
        if is_direction(resolver, scope, str(token)):
            return step_from(resolver, scope, token, resolver.convert(scope, node.children[-1], whose, Type("space")))
        if whose.type.kind == "direction" and str(token) == "opposite":
            return null_safe(OppositeDirection(whose))
    is_column = whose.type.kind in resolver.symbols.attributes.get(str(token), {})
    if is_column and name is not None and not _keeps(resolver, name, whose.type.kind):
        name = None
    written = Belonging(str(token), "" if name is None else name.kind, whose)
    if whose.type.kind == "card" and name is None and not is_column:
        if str(token) == "owner":
            return _where_card_lies(resolver, scope, whose, node, "seat").replace(written=written)
        if str(token) == resolver.symbols.rulebook.map.noun.one:
            return _where_card_lies(resolver, scope, whose, node, "space").replace(written=written)
    if (kind := _kind_owned(resolver, token, whose)) is not None and name is None and not is_column:
        return _only_piece(resolver, scope, token, kind, whose).replace(written=written)
    return _member(resolver, scope, token, name, whose, node).replace(written=written)


def _space_meant(resolver: Resolver, word: str, name: NameSymbol | None, whose: Expr) -> Expr:
    """Return the space of a piece if `WORD of PIECE` is a column of spaces, or something kept for each of them."""
    if whose.type.kind != "piece" or whose.type.many:
        return whose
    kinds = resolver.symbols.attributes.get(word, {})
    is_column = "space" in kinds and "kind" not in kinds
    if is_column or (name is not None and _keeps(resolver, name, "space")):
        return space_of_piece(resolver.symbols, whose).replace(written=whose.written or whose)
    return whose


def _kind_owned(resolver: Resolver, token: Token, whose: Expr) -> PieceKind | None:
    """Return the kind of pieces that a word names, if seats own such pieces and this is one; a wording goes before."""
    if whose.type.kind != "seat" or whose.type.many or resolver.grammar.wordings_of_owned(str(token)):
        return None
    named = [noun.pieces for noun in resolver.symbols.nouns.values() if noun.kind == "pieces" and noun.one == token]
    kinds = [resolver.symbols.pieces[pieces[0]] for pieces in named if len(pieces) == 1]
    return next((kind for kind in kinds if kind.owner == "seat"), None)


def _only_piece(resolver: Resolver, scope: Scope, token: Token, kind: PieceKind, whose: Expr) -> Expr:
    """Return the only piece of a kind that a seat has, nothing if it isn't on the map."""
    symbols = resolver.symbols
    if kind.supply != 1:
        space = symbols.rulebook.map.noun.one.upper()
        message = f"each seat has {kind.supply} {kind.noun.many}: say which one"
        resolver.fail(scope, token, "which", message, form=f"`the {kind.noun.one} on {space}`")
    resolver.record_use(scope, token, "pieces", kind.id, kind.id)
    found = lone_piece(symbols, tuple(symbols.sorts[kind.id]), narrowed(whose))
    if not optional_parts([whose]):
        return found
    return Conditional(found, presence_condition([whose]), default_answer(found.type), type=found.type)


def _keeps(resolver: Resolver, name: NameSymbol, kind: str) -> bool:
    """Return whether a track, box, zone or variable is kept for things of a kind; otherwise, their column is meant."""
    kept_for = {kind_named(resolver.symbols.kind_of_key(per)) for per in name.per}
    return kind in kept_for or (kind == "seat" and name.per_seat) or (kind == "space" and name.per_space)


def _key(resolver: Resolver, scope: Scope, node: Syntax, per: str, whose: Expr) -> Expr:
    """Return the thing whose variable is meant; of a column, it has to be one of its values."""
    symbols = resolver.symbols
    key = resolver.convert(scope, node, whose, Type(kind_named(symbols.kind_of_key(per))))
    if per not in symbols.kept_columns or isinstance(key, Const):
        return key
    columns = list(symbols.attributes[per].values())
    behind = list(columns_behind(resolver, key))
    if isinstance(key, EnumWord) and not behind:
        check_word(resolver, scope, node, columns, key.word)
    elif any(set(column.values) - set(symbols.labels[per]) for column in behind) or not behind:
        known = f"`{behind[0].id}`" if behind else "a word of any column"
        message = f"each {per} has its own value here, and this is {known}: it needs {', '.join(symbols.labels[per])}"
        resolver.fail(scope, node, "wrong-type", message)
    return key


def _choice_of_seat(choices: SeatChoices, seat: Expr) -> Expr:
    """Return what a seat has chosen at the same time as others: nothing, or 0, if it was not among these."""
    if isinstance(seat, Const) and seat.value is not None:
        return local(choices.by_seat[seat.number])
    found = no_choice(choices.type)
    for number, each in reversed([*enumerate(choices.by_seat)]):
        found = Conditional(local(each), Equal(seat, constant(number, SEAT)), found, type=choices.type)
    return found


def _lack(whose: Expr, word: str, name: NameSymbol | None) -> str:
    """Return the message that a thing has nothing of this name."""
    message = f"{whose.type.with_article()} has no `{word}`"
    if name is not None and name.kind in ("track", "variable") and not name.per:
        message += " of its own: there is one for all, so leave out `of …`"
    elif name is not None and name.kind in ("zone", "box") and not name.per and whose.type.kind == "seat":
        message += f" of its own: `{word}` is one for all, and `for: seat` where it is declared gives each seat one"
    return message


def _member(resolver: Resolver, scope: Scope, token: Token, name: NameSymbol | None, whose: Expr, node: Syntax) -> Expr:
    """Resolve `X of Y`, where `name` is what the game calls X, unless a column is meant."""
    word, symbols = str(token), resolver.symbols
    kind = whose.type.kind
    if word == "side" and kind == "seat" and not whose.type.many and symbols.rulebook.sides:
        resolver.record_use(scope, token, "word", SIDE_OF)
        return side_of(resolver, scope, node, whose)
    if kind == "piece" and not whose.type.many:
        return _of_piece(resolver, scope, token, whose, node)
    own = name is not None and ((kind == "seat" and name.per_seat) or (kind == "space" and name.per_space))
    if name is not None and (own or len(name.per) == 1):
        resolver.record_use(scope, token, name.kind, name.id)
    if whose.type.many:
        if name is not None and own and name.kind == "zone":
            return _zones_of(name, whose)
        message = f"`{word} of` needs one thing, not a set: pick one with `choose` or `for each`"
        resolver.fail(scope, node, "wrong-type", message)
    if name is not None and own:
        return _own_part(name, whose)
    if name is not None and len(name.per) == 1:
        key = _key(resolver, scope, node, name.per[0], whose)
        return _zone_kept_for(name, (key,)) if name.kind == "zone" else null_safe(indexed_cell(name, (key,)))
    if name is not None and len(name.per) == 2:
        first, second = (resolver.symbols.noun_of_key(per).upper() for per in name.per)
        message = f"`{word}` is kept for two things: say `{word} of {first} in {second}`"
        resolver.fail(scope, node, "whose", message)
    if kind == "seat" and (given := _step_value(resolver, scope, token, whose)) is not None:
        return given
    columns = symbols.attributes.get(word, {})
    if kind in columns:
        return _attribute(resolver, scope, token, whose)
    if columns or name is not None:
        resolver.fail(scope, node, "wrong-type", _lack(whose, word, name))
    return _own_value(resolver, scope, token, whose, node)


def _own_value(resolver: Resolver, scope: Scope, token: Token, whose: Expr, node: Syntax) -> Expr:
    """Resolve `X of Y` where the game's vocabulary has a wording `X of {hole}` for such a thing, or refuse it."""
    word, symbols = str(token), resolver.symbols
    for pattern in resolver.grammar.wordings_of_owned(word):
        if pattern.word in resolver.phrases:
            continue
        (hole,) = resolver.term_of(pattern.word).parameters
        if whose.type.is_assignable_to(optional_type(hole.type)):
            resolver.record_use(scope, token, "word", symbols.rulebook.words[pattern.word].title, word)
            return resolver.call_term(scope, node, pattern, (whose,))
    _refuse_word_before_of(resolver, scope, token)
    others = [each for each in resolver.grammar.pattern_words if each != word]
    _fail_without(resolver, scope, token, whose, (*symbols.attributes, *others))
    return fail_unknown(resolver, scope, token, (*symbols.attributes, *others))


def _refuse_word_before_of(resolver: Resolver, scope: Scope, token: Token) -> None:
    """Refuse a word of the vocabulary before `of`, which is read as a name without parentheses."""
    word = str(token)
    if word in resolver.grammar.words_before_of and word not in scope.names:
        if resolver.grammar.is_phrase_before_of(word):
            message = f"`{word} of …` is a phrase, under `do`, and a value is needed here: that stands under `means`"
            message = "one of several is chosen in a line of its own, before this one" if word == "one" else message
            resolver.fail(scope, token, "wrong-type", message)
        message = f"`{word} of …` is a word of the game's vocabulary: put it in parentheses"
        resolver.fail(scope, token, "parentheses", message, form=f"`({word} of …)`")


def _fail_without(resolver: Resolver, scope: Scope, token: Token, whose: Expr, others: Iterable[str]) -> None:
    """Refuse what a thing has not, if no similar name is known; the message lists what it has."""
    word, kind, symbols = str(token), whose.type.kind, resolver.symbols
    if word in NUMBER_WORDS or word in symbols.noun_words or word == "score" or kind not in ("seat", "space", "card"):
        return
    known = (*scope.names, *symbols.names, *others)
    if id_of_title(symbols, word) is not None or closest_match(word, known, cutoff=ALIKE) is not None:
        return
    kept = [name.id for name in symbols.names.values() if _keeps(resolver, name, kind)]
    has = dict.fromkeys([*(column for column, kinds in symbols.attributes.items() if kind in kinds), *kept])
    if not 0 < len(has) <= MOST_LISTED:
        return
    message = f"{whose.type.with_article()} has no `{word}`; it has {quote_names(has)}"
    resolver.fail(scope, token, "unknown-name", message)


def _of_piece(resolver: Resolver, scope: Scope, token: Token, piece: Expr, node: Syntax) -> Expr:
    """Resolve `kind of PIECE`, `owner of PIECE` and `SPACE of PIECE`."""
    word, space = str(token), resolver.symbols.rulebook.map.noun.one
    if word == "kind":
        return kind_of_piece(resolver, piece)
    if word == "owner":
        return piece_detail(resolver.symbols, "owner", SEAT, piece)
    if word in resolver.symbols.attributes and "kind" in resolver.symbols.attributes[word]:
        return _attribute(resolver, scope, token, kind_of_piece(resolver, piece))
    if word != space:
        message = f"a piece has a `kind`, an `owner` and a `{space}`, and no `{word}`"
        resolver.fail(scope, node, "wrong-type", message)
    return space_of_piece(resolver.symbols, piece)


def _where_card_lies(
    resolver: Resolver, scope: Scope, card: Expr, node: Syntax, kind: Literal["seat", "space"]
) -> Expr:
    """Return the seat or the space in whose zone a card lies, nothing if it lies in no such zone."""
    symbols = resolver.symbols
    zones = symbols.rulebook.zones
    own = [symbols.zone_index[zone.id] for zone in zones if zone.per == (kind,)]
    said = "owner" if kind == "seat" else symbols.rulebook.map.noun.one
    if not own:
        message = f"`{said} of` a card tells in whose zone it lies, and no zone here is `for: {kind}`"
        resolver.fail(scope, node, "wrong-type", message)
    if card.type.many:
        message = f"`{said} of` needs one card, not a set: `the first of …`, `the only one of …`"
        resolver.fail(scope, node, "wrong-type", message)
    known, it = narrowed(card), Local("it", Type(kind))
    lies_there: list[Expr] = [IsMember(known, Cards(OwnPlace(first, local(it), type=Type("zone")))) for first in own]
    places = constant(tuple(range(symbols.size_of(kind))), Type(kind, many=True))
    found_there = Filter(places, it, reduce(Or, lies_there[1:], lies_there[0]), type=places.type)
    found = First(found_there, type=Type(kind, optional=True))
    if not optional_parts([card]):
        return found
    return Conditional(found, presence_condition([card]), default_answer(found.type), type=found.type)


def kind_of_piece(resolver: Resolver, piece: Expr) -> Expr:
    """Return the kind of a piece."""
    return piece_detail(resolver.symbols, "kind", Type("kind"), piece)


def _own_part(name: NameSymbol, whose: Expr) -> Expr:
    """Return the track, box or zone that belongs to a seat or space."""
    if name.kind == "track":
        return null_safe(indexed_cell(name, (whose,)))
    if isinstance(whose, Const) and whose.value is not None:
        return constant(name.index + whose.number, name.thing_type)
    return null_safe(OwnPlace(name.index, whose, type=name.thing_type))


def _step_value(resolver: Resolver, scope: Scope, token: Token, seat: Expr) -> Expr | None:
    """Return the value that a seat's track gives, or None if no track gives a value of this name."""
    word = str(token)
    gives = next((track for track in resolver.symbols.rulebook.tracks if word in track.gives), None)
    if gives is None:
        return None
    resolver.record_use(scope, token, "gives", word)
    given = StepValue(gives.id, word, TrackValue(gives.id, narrowed(seat) if gives.per_seat else None))
    if not optional_parts([seat]):
        return given
    return Conditional(given, presence_condition([seat]), constant(0, NUMBER), type=NUMBER)


def _attribute(resolver: Resolver, scope: Scope, token: Token, thing: Expr) -> Expr:
    """Return an attribute of a thing whose kind has it."""
    word, kind, symbols = str(token), thing.type.kind, resolver.symbols
    resolver.record_use(scope, token, "column", word)
    value_type = symbols.attribute_type(kind, word)
    if kind == "card" and symbols.omissions is not None and word in symbols.omissions.of_values:
        return _lowered_attribute(word, thing)
    if isinstance(thing, Const) and thing.value is not None:
        return _printed(symbols.attribute_values(kind, word)[thing.number], value_type)
    return null_safe(AttributeValue(kind, word, thing, type=value_type))


def _lowered_attribute(word: str, card: Expr) -> Expr:
    """Return a number that is printed on a card, 1 lower in matches that lower it (see rulebook/omissions.py)."""
    known = narrowed(card)
    value = AttributeValue("card", word, known, type=NUMBER)
    lower = Arithmetic("-", value, constant(1, NUMBER))
    found = Conditional(lower, IsLowered(word, known), value, type=NUMBER, written=value)
    if not optional_parts([card]):
        return found
    return Conditional(found, presence_condition([card]), constant(0, NUMBER), type=NUMBER, written=value)


def _zone_kept_for(name: NameSymbol, keys: tuple[Expr, ...]) -> Expr:
    """Return the zone that is kept for a side or a value of a column, or for two things; nothing if one is nothing."""
    absent = [key for key in keys if key.type.optional]
    zone = OwnPlace(name.index, KeyNumber(name.per, tuple(map(narrowed, keys))), type=name.thing_type)
    if not absent:
        return zone
    other = default_answer(zone.type)
    return Conditional(zone, presence_condition(absent), other, type=other.type)


def _zones_of(name: NameSymbol, owners: Expr) -> Expr:
    """Return the zones of several owners."""
    set_type = Type("zone", many=True)
    if isinstance(owners, Const):
        return constant(tuple(name.index + owner for owner in owners.members), set_type)
    return OwnZones(name.index, owners, type=set_type)


def _printed(value: Any, value_type: Type) -> Expr:
    """Return a constant for an attribute of a known thing."""
    if value is None:
        return default_answer(value_type)
    return (
        EnumWord(value, type=value_type)
        if value_type.kind == "value"
        else constant(value, value_type._replace(optional=False))
    )


def side_of(resolver: Resolver, scope: Scope, node: Syntax, seat: Expr) -> Expr:
    """Return the side of a seat."""
    found = resolver.side()
    if found is None:
        message = "on which side is a seat? let sequence.yaml say so, as in `side: team of seat`"
        resolver.fail(scope, node, "no-side", message)
    name, value = found
    value = substitute(value, {name: narrowed(seat)})
    if not optional_parts([seat]):
        return value
    nothing = default_answer(value.type)
    return Conditional(value, presence_condition([seat]), nothing, type=nothing.type)


@BELONGING.expression("opponent")
def _opponent(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return opponent(resolver, scope, node, resolver.you(scope, node))


@BELONGING.expression("opponent_of")
def _opponent_of(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return opponent(resolver, scope, node, resolver.seat(scope, node.children[0]))


def opponent(resolver: Resolver, scope: Scope, node: Syntax, seat: Expr) -> Expr:
    """Return the other one of two seats."""
    if len(resolver.symbols.seats) != 2:
        resolver.fail(scope, node, "no-opponent", "`the opponent` is for two seats; say `other seats`")
    if isinstance(seat, Const) and seat.value is not None:
        return constant(1 - seat.number, SEAT, Opponent(seat, type=SEAT))
    return null_safe(Opponent(seat, type=SEAT))


@BELONGING.expression("other_of")
def _other_of(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the other side of X`, in a game with two."""
    noun, whose = first_token(node), resolver.value(scope, node.children[1])
    if str(noun) != "side":
        resolver.fail(scope, noun, "wrong-type", "`the other … of` is said of sides; of seats, `the opponent of`")
    if len(resolver.symbols.rulebook.sides) != 2:
        message = "`the other side` is for two sides; say `sides where it is not …`"
        resolver.fail(scope, node, "no-opponent", message)
    side = resolver.convert(scope, node.children[1], whose, Type("side"))
    if isinstance(side, Const) and side.value is not None:
        return constant(1 - side.number, Type("side"), Opponent(side, type=Type("side")))
    return null_safe(Opponent(side, type=Type("side")))


def _next_value(resolver: Resolver, scope: Scope, node: Syntax, column: str) -> Expr:
    """Resolve the value after or before another one in the list of a column."""
    given, columns = node.children[1], list(resolver.symbols.attributes[column].values())
    value = resolver.value(scope, given, Type("value"))
    check_value(resolver, scope, given, columns, value)
    listed = common_list(resolver, scope, given, columns)
    return NextValue(column, listed, value, node.data == "before", type=Type("value", optional=True))


@BELONGING.expression("after")
@BELONGING.expression("before")
def _next(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the seat after X`, in player order, and `the rank after X`, in the order of a column's list."""
    noun, is_before = first_token(node), node.data == "before"
    column = resolver.grammar.noun_of[noun.type]
    kind = resolver.symbols.nouns[column].kind
    if kind == "value":
        return _next_value(resolver, scope, node, column)
    if kind != "seat":
        message = f"only seats and values of a column come one {node.data} the other: `the seat {node.data} X`"
        resolver.fail(scope, noun, "wrong-type", message)
    seat = resolver.seat(scope, node.children[1])
    if isinstance(seat, Const) and seat.value is not None:
        step = -1 if is_before else 1
        return constant((seat.number + step) % len(resolver.symbols.seats), SEAT, NextSeat(seat, is_before))
    return null_safe(NextSeat(seat, is_before))
