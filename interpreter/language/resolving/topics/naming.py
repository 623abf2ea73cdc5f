"""Resolution of names, of words for one thing (`it`, `you`, `nothing`, a number), and of the parts of noun phrases.

A noun phrase has a determiner, adjectives, a noun, `of …` and `in …`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn, assert_never

from lark import Token, Tree

from interpreter.language.ir.builders import FALSE, TRUE, constant, local
from interpreter.language.ir.expressions import EnumWord, Expr, TrackValue, VariableValue
from interpreter.language.ir.types import CONDITION, DIRECTION, NOTHING, NUMBER, SEAT, SeatChoices, Type, kind_named
from interpreter.language.ir.written import Name, WrittenNoun
from interpreter.language.reading.diagnosis import foreign_letter_note
from interpreter.language.resolving.resolver import NamedKind, Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, token_of
from interpreter.language.symbols import NameSymbol, NounSymbol, SharedValue, Symbols
from interpreter.rulebook.text import NUMBER_WORDS, is_title
from interpreter.support.name_lists import quote_names
from interpreter.support.similar_words import closest_match

NAMING = Handlers[Resolver]()
NAMING.part("singular", "plural", "noun", "one_piece", "plural_pieces")
NAMING.part("pick_head", "pieces", "has_item", "nounp", "plurp", "piecesp", "adjs", "your", "enemy", "other")
THEM = "them"
"""Name of several things that were chosen, unless the text gives them another one."""
MOST_NUMBERED = 12
"""Maximum number of names that differ only in their numbers in a message."""
GROUPED_BY: dict[str, NamedKind] = {"die": "dice", "value": "column"}
"""Kinds of things that say which things a noun names, by the kind of the noun; for others it is a group of boxes."""


@NAMING.expression("number")
def _number(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return constant(int(token_of(node.children[0])), NUMBER)


@NAMING.expression("name")
def _name(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return resolve_name(resolver, scope, token_of(node.children[0]))


def resolve_name(resolver: Resolver, scope: Scope, token: Token) -> Expr:
    """Resolve a name."""
    word = str(token)
    if word in scope.names:
        return _named(resolver, scope, token)
    name = resolver.symbols.names.get(word)
    if name is not None:
        resolver.record_use(scope, token, name.kind, name.id)
        return _thing(resolver, scope, token, name).replace(written=Name(word, name.kind))
    if word in resolver.symbols.directions.names:
        number = resolver.symbols.directions.names.index(word)
        return constant(number, DIRECTION).replace(written=Name(word, "direction"))
    if word not in resolver.symbols.adjectives:
        fail_unknown(resolver, scope, token)
    resolver.record_use(scope, token, "adjective", word)
    return EnumWord(word, type=Type("value"))


def _named(resolver: Resolver, scope: Scope, token: Token) -> Expr:
    """Resolve a local name."""
    name = scope.names[str(token)]
    if isinstance(name, SeatChoices):
        message = f"each player has chosen, so `{token}` alone is not one thing: say whose"
        resolver.fail(scope, token, "whose", message, form=f"`your {token}` or `{token} of SEAT`")
    return local(name)


def fail_unknown(resolver: Resolver, scope: Scope, token: Token, extra: tuple[str, ...] = ()) -> NoReturn:
    """Refuse a word without a meaning here. `extra` are further words that may have been meant."""
    word, symbols = str(token), resolver.symbols
    if word in NUMBER_WORDS:
        resolver.fail(scope, token, "wrong-type", "numbers are written in digits", f"`{NUMBER_WORDS.index(word)}`")
    twins = symbols.ambiguous_titles.get(word)
    if twins:
        message = f"`{word}` is the title of several things: name the one you mean by its id"
        resolver.fail(scope, token, "ambiguous-title", message, quote_names(twins, " or "))
    if any(word == noun.many for noun in symbols.nouns.values()):
        resolver.fail(scope, token, "wrong-type", f"one thing is needed here, and `{word}` means all of them")
    *above, line = str(scope.text).split("\n")[: token.line or 1]
    if any(re.search(rf"\b(?:as|let) {re.escape(word)}\b", each) for each in above):
        message = f"`{word}` has a meaning only in the block that gives it one, and that block ends above"
        form = f"`let {word} be …` before the block, and `set {word} to …` in it"
        resolver.fail(scope, token, "block-ended", message, form=form)
    if word == "score":
        message = "`score` is no value of the texts: what it counts can be one, under `words:`, for both"
        form = '`say: "points of {seat}"` with `means: …`, and `score: points of seat`'
        resolver.fail(scope, token, "score", message, form=form)
    _fail_at_plain_word(resolver, scope, token)
    is_set = line.strip().startswith(f"set {word} to")
    known = [*scope.names, *symbols.names, *symbols.directions.all_names, *symbols.titles, *extra]
    meant = id_of_title(symbols, word)
    if meant is None and word not in symbols.noun_words:
        meant = closest_match(word, known, cutoff=0.78 if is_set else 0.6)
    more = foreign_letter_note(word)
    if meant is None and (numbered := _numbered_like(word, symbols.names)):
        more += f"; there {'is' if len(numbered) == 1 else 'are'} {quote_names(numbered)}"
    if is_set and meant is None:
        more += f"; `let {word} be …` makes one"
    message, suggestion = f"`{word}` is not a name in this game{more}", f"`{meant}`" if meant else None
    resolver.fail(scope, token, "unknown-name", message, suggestion, detail="cause" if more else "place")


def id_of_title(symbols: Symbols, word: str) -> str | None:
    """Return the id of the thing whose title has these words, with `_` between them, or None."""
    book = symbols.rulebook
    things = (*book.seats, *book.map.spaces, *book.boxes, *book.tracks, *book.zones, *book.cards)
    return next((thing.id for thing in things if is_title(word, thing.title.values())), None)


def refuse_if_chosen(resolver: Resolver, scope: Scope, node: SyntaxPart, kind: str) -> None:
    """Refuse a noun without a set after several things of its kind were chosen, which are called `them`."""
    chosen = scope.names.get(THEM)
    if chosen is not None and chosen.type.many and chosen.type.kind == kind:
        resolver.fail(scope, node, "which", f"several were chosen, and they are called `{THEM}`", f"`{THEM}`")


def _fail_at_plain_word(resolver: Resolver, scope: Scope, token: Token) -> None:
    """Refuse a name that is a plain word of the wording to which the text belongs, where it may lack its braces."""
    words = (each for each in resolver.symbols.rulebook.words if each.body is scope.text)
    if any(str(token) in str(say).split() for each in words for say in each.says):
        message = f"`{token}` is a plain word of this wording; as a hole it is written in braces, `{{{token}}}`"
        resolver.fail(scope, token, "no-hole", message)


def _numbered_like(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that differ from a word only in the number at their end."""
    stem = word.rstrip("0123456789")
    found = [name for name in names if name.rstrip("0123456789") == stem and name != stem] if stem != word else []
    return found[:MOST_NUMBERED]


def fail_shared(resolver: Resolver, scope: Scope, word: Token, meaning: SharedValue, kind: str) -> NoReturn:
    """Refuse an adjective that is a value of several attributes of a kind of thing."""
    declared = resolver.symbols.attributes
    columns = " and of ".join(f"`{column}` ({declared[column][kind].where})" for column in meaning.attributes)
    message = f"`{word}` is a value of {columns}: say which is meant"
    value = "nothing" if meaning.value is None else word
    resolver.fail(scope, word, "ambiguous-adjective", message, f"`where {meaning.attributes[0]} of it is {value}`")


def _thing(resolver: Resolver, scope: Scope, token: Token, name: NameSymbol) -> Expr:
    """Resolve a name that the rulebook declares."""
    match name.kind:
        case "seat" | "side" | "space" | "card":
            return constant(name.index, name.thing_type)
        case "box" | "die" | "zone":
            if name.per_seat:
                message = f"each seat has its own `{token}`: say `your {token}` or `{token} of SEAT`"
                resolver.fail(scope, token, "whose", message)
            if name.per_space:
                noun = resolver.symbols.rulebook.map.noun.one
                message = f"each {noun} has its own `{token}`: say `{token} of {noun.upper()}`"
                resolver.fail(scope, token, "whose", message)
            if name.per:
                kept = " in ".join(resolver.symbols.noun_of_key(per).upper() for per in name.per)
                of = f"each {resolver.symbols.noun_of_key(name.per[0])} has its own"
                own = of if len(name.per) == 1 else "each pair of two things has its own"
                resolver.fail(scope, token, "whose", f"{own} `{token}`: say `{token} of {kept}`")
            return constant(name.index, name.thing_type)
        case "track" if name.seat is not None:
            return indexed_cell(name, (constant(name.seat, SEAT),))
        case "track" | "variable":
            if name.per_seat or name.per:
                of = name.per[0] if name.per else "seat"
                message = f"each {of} has its own `{token}`: say `{token} of {of.upper()}`"
                resolver.fail(scope, token, "whose", message)
            return indexed_cell(name, ())
        case _:
            assert_never(name.kind)


def indexed_cell(name: NameSymbol, index: tuple[Expr, ...]) -> TrackValue | VariableValue:
    """Return a track or a variable, indexed by the things that it is kept for."""
    if name.kind == "track":
        return TrackValue(name.id, index[0] if index else None)
    return VariableValue(name.id, index, type=variable_type(name.holds))


def variable_type(kind: str) -> Type:
    """Return the type of a variable's value."""
    if kind.startswith("list"):
        return Type(kind_named(kind.split()[-1]), many=True)
    if kind == "number":
        return NUMBER
    return CONDITION if kind == "flag" else Type(kind_named(kind), optional=True)


@NAMING.expression("adjective")
def _adjective(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    token = token_of(node.children[0])
    word = str(token)
    if word in scope.names:
        return _named(resolver, scope, token)
    resolver.record_use(scope, token, "adjective", word)
    return EnumWord(word, type=Type("value"))


@NAMING.expression("noun_name")
def _noun_name(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    token = node.children[0].children[0]
    word = str(token)
    noun, noun_id, _ = noun_of(resolver, scope, token)
    if word not in scope.names:
        written = WrittenNoun(noun_id, False, "", (), None, None)
        if len(noun.pieces) == 1:
            kind = resolver.symbols.labels["kind"].index(noun.pieces[0])
            return constant(kind, Type("kind")).replace(written=written)
        if noun.kind == "die" and len(dice := resolver.symbols.dice_of(noun_id)) == 1:
            return constant(dice[0], Type("die")).replace(written=written)  # there is only one
        if noun.one in scope.names:  # said with another word for the same, such as `player` for a seat
            return _named(resolver, scope, token_of(token).update(value=noun.one))
        if scope.it is None or scope.it.type.kind != noun.kind:
            _fail_at_plain_word(resolver, scope, token_of(token))
        refuse_if_chosen(resolver, scope, token, noun.kind)
        message = f"which {word}? one {word} must have been named before (or say the plural for all)"
        resolver.fail(scope, token, "which", message)
    return _named(resolver, scope, token_of(token))


@NAMING.expression("it")
def _it(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    if scope.it is None:
        chosen = next(reversed(scope.names), None)
        form = f"`{chosen}`, for what was named last" if chosen is not None else None
        resolver.fail(scope, node, "no-it", "there is no candidate here that `it` could stand for", form=form)
    return scope.it


@NAMING.expression("you")
def _you(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return resolver.you(scope, node)


@NAMING.expression("true", "false")
def _truth(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return TRUE if node.data == "true" else FALSE


@NAMING.expression("nothing")
def _nothing(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return constant(None, NOTHING)


@NAMING.expression("each")
def _each(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    resolver.fail(scope, node, "each", "`each` can stand only after `of` in `draw … to ZONE of each seat`")


@dataclass(slots=True)
class NounPhrase:
    """A noun phrase such as `your closed spaces of X in Y`.

    Attributes:
        node: Its tree.
        determiner: `your`, `enemy`, `other` or empty.
        adjectives: Its adjectives.
        noun: Its noun.
        id: Id of the noun.
        token: Token of the noun.
        of: The part after `of`, or None.
        within: The part after `in`, or None.
        owner: The resolved part after `of`.
        place: The resolved part after `in`.
    """

    node: Syntax
    determiner: str
    adjectives: tuple[Token, ...]
    noun: NounSymbol
    id: str
    token: Token
    of: SyntaxPart | None
    within: SyntaxPart | None
    owner: Expr | None = None
    place: Expr | None = None

    def resolve_owner(self, resolver: Resolver, scope: Scope) -> Expr:
        """Resolve the part after `of`."""
        assert self.of is not None
        self.owner = resolver.value(scope, self.of)
        return self.owner

    def resolve_place(self, resolver: Resolver, scope: Scope) -> Expr:
        """Resolve the part after `in`."""
        assert self.within is not None
        self.place = resolver.value(scope, self.within)
        return self.place

    def as_written(self) -> WrittenNoun:
        """Return the phrase as it is written, after its parts have been resolved."""
        adjectives = tuple(map(str, self.adjectives))
        many = not self.token.type.endswith("_ONE")
        return WrittenNoun(self.id, many, self.determiner, adjectives, self.owner, self.place)

    @property
    def is_bare(self) -> bool:
        """True if the noun stands alone."""
        return not self.determiner and not self.adjectives and self.of is None and self.within is None


def noun_phrase(resolver: Resolver, scope: Scope, node: Syntax) -> NounPhrase:
    """Return the phrase of an `np`, `pick_head`, `pieces` or `has_item` node."""
    parts = node.children[1:] if node.data == "has_item" else node.children
    det, words, of, *within = parts
    adjectives, noun_node = words.children
    noun, noun_id, token = noun_of(resolver, scope, noun_node)
    said = "" if det is None else str(det.data)
    return NounPhrase(node, said, words_of(adjectives), noun, noun_id, token, of, within[0] if within else None)


def noun_of(resolver: Resolver, scope: Scope, node: Syntax) -> tuple[NounSymbol, str, Token]:
    """Return the noun of a `noun`, `singular` or `plural` node, its id, and its token."""
    while isinstance(node, Tree):
        node = node.children[0]
    noun_id = resolver.grammar.noun_of[node.type]
    noun = resolver.symbols.nouns[noun_id]
    for kind in noun.pieces:
        resolver.record_use(scope, node, "pieces", kind, kind)
    if any(noun_id == several.id for several in resolver.symbols.rulebook.kind_groups):
        resolver.record_use(scope, node, "noun", noun_id, noun_id)
    if noun.group is not None:
        resolver.record_use(scope, node, GROUPED_BY.get(noun.kind, "group"), noun.group)
    return noun, noun_id, node


def words_of(adjectives: Syntax | None) -> tuple[Token, ...]:
    """Return the adjectives of a tree."""
    if adjectives is None:
        return ()
    return tuple(
        token for part in adjectives.children for token in (words_of(part) if isinstance(part, Tree) else (part,))
    )
