"""From a syntax tree to values and conditions with known names and types."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, NoReturn

from lark import Token, Tree

from interpreter.errors import Problem, RulebookError, Where, nearest
from interpreter.language.grammar import Grammar, Pattern
from interpreter.language.symbols import Name, Noun, Symbols
from interpreter.language.tree import (
    CONDITION, FALSE, NOTHING, NUMBER, TRUE, Expr, Local, Term, Type, constant, local, negation,
)  # fmt: skip
from interpreter.rulebook.model import Text

SIGNS = {"ge": ">=", "le": "<=", "gt": ">", "lt": "<"}
COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
Syntax = Any
"""A Lark tree, a token, or None where an optional part is missing."""


@dataclass(slots=True)
class Scope:
    """What is known at one place of a text: local names, the acting seat, the candidate that `it` stands for."""

    text: Text
    names: dict[str, Local] = field(default_factory=dict)
    you: Expr | None = None
    it: Expr | None = None

    def inner(self, *, you: Expr | None = None, it: Expr | None = None) -> Scope:
        return Scope(self.text, dict(self.names), you or self.you, it or self.it)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type can stand where another is wanted; a single thing can stand for a set of one."""
    if given.kind == "nothing":
        return True
    if given.many and not wanted.many:
        return False
    if wanted.kind == "number":
        return given.kind in ("number", "condition") and not given.many
    if wanted.kind == "place":
        return given.kind in ("space", "box")
    return given.kind == wanted.kind


class Resolver:
    """Gives the expressions of one game's texts their meaning."""

    def __init__(self, symbols: Symbols, grammar: Grammar, term_of: Callable[[int], Term], title_of: Callable[[int], str]) -> None:
        """`term_of` gives a condition or value of the vocabulary by number, with its type worked out."""
        self.symbols = symbols
        self.grammar = grammar
        self.term_of = term_of
        self.title_of = title_of

    # -- errors

    def fail(self, scope: Scope, node: Syntax, code: str, message: str, suggestion: str | None = None) -> NoReturn:
        where, length = self.place(scope, node)
        raise RulebookError(Problem(where, code, message, suggestion, None, length))

    def place(self, scope: Scope, node: Syntax) -> tuple[Where, int]:
        if isinstance(node, Token):
            return scope.text.at(node.line or 1, node.column or 1), max(1, (node.end_column or 1) - (node.column or 1))
        meta = getattr(node, "meta", None)
        if meta is None or meta.empty:
            return scope.text.where, 1
        length = meta.end_column - meta.column if meta.line == meta.end_line else 1
        return scope.text.at(meta.line, meta.column), max(1, length)

    # -- entry points

    def value(self, scope: Scope, node: Syntax, wanted: Type | None = None) -> Expr:
        """The meaning of an expression; with `wanted`, made to fit that type or refused."""
        if isinstance(node, Token):
            expr = self._name(scope, node)
        else:
            method = getattr(self, f"_{node.data}", None)
            if method is not None:
                expr = method(scope, node)
            elif node.data.startswith("p") and node.data.split("_")[0] in self.grammar.shapes:
                expr = self._term(scope, node)
            else:
                raise AssertionError(node.data)
        return expr if wanted is None else self.fitted(scope, node, expr, wanted)

    def fitted(self, scope: Scope, node: Syntax, expr: Expr, wanted: Type) -> Expr:
        if not fits(expr.type, wanted):
            self.fail(scope, node, "wrong-type", f"a {wanted.shown()} is needed here, and this is a {expr.type.shown()}")
        if wanted.many and not expr.type.many:
            if expr.op == "const":
                return constant(() if expr.data is None else (expr.data,), expr.type._replace(many=True, optional=False))
            return Expr("single", expr.type._replace(many=True, optional=False), (expr,))
        return expr

    def condition(self, scope: Scope, node: Syntax) -> Expr:
        expr = self.value(scope, node)
        if expr.type != CONDITION:
            self.fail(scope, node, "wrong-type", f"a condition is needed here, and this is a {expr.type.shown()}")
        return expr

    def number(self, scope: Scope, node: Syntax) -> Expr:
        return self.value(scope, node, NUMBER)

    def set_of(self, scope: Scope, node: Syntax) -> Expr:
        expr = self.value(scope, node)
        if expr.type.kind in ("number", "condition", "text"):
            self.fail(scope, node, "wrong-type", f"a set is needed here, and this is a {expr.type.shown()}")
        return self.fitted(scope, node, expr, expr.type._replace(many=True))

    def seat(self, scope: Scope, node: Syntax) -> Expr:
        return self.value(scope, node, Type("seat"))

    def you(self, scope: Scope, node: Syntax) -> Expr:
        if scope.you is None:
            self.fail(scope, node, "nobody-acts", "nobody acts here, so there is no `you`: use `as SEAT:` around it")
        return scope.you

    # -- atoms

    def _number(self, scope: Scope, node: Tree[Token]) -> Expr:
        return constant(int(node.children[0]), NUMBER)  # type: ignore[arg-type]

    def _name(self, scope: Scope, node: Syntax) -> Expr:
        token = node if isinstance(node, Token) else node.children[0]
        return self.named(scope, token)

    def named(self, scope: Scope, token: Token) -> Expr:
        word = str(token)
        if word in scope.names:
            return local(scope.names[word])
        name = self.symbols.names.get(word)
        if name is not None:
            return self._thing(scope, token, name)
        if word in self.symbols.adjectives:
            return self._word_value(word)
        self.unknown(scope, token)

    def unknown(self, scope: Scope, token: Token, extra: tuple[str, ...] = ()) -> NoReturn:
        word = str(token)
        if word in COUNTED:
            self.fail(scope, token, "wrong-type", "numbers are written in digits", f"`{COUNTED.index(word)}`")
        meant = nearest(word, [*scope.names, *self.symbols.names, *self.symbols.titles, *extra])
        self.fail(scope, token, "unknown-name", f"`{word}` is not a name in this game", f"`{meant}`" if meant else None)

    def _thing(self, scope: Scope, token: Token, name: Name) -> Expr:
        if name.kind in ("seat", "space", "card"):
            return constant(name.index, Type(name.kind))
        if name.kind in ("box", "zone"):
            if name.per_seat:
                self.fail(scope, token, "whose", f"each seat has its own `{token}`: say `your {token}` or `{token} of SEAT`")
            return constant(name.index, Type(name.kind))
        if name.kind == "track" and name.seat is not None:
            return self.cell(name, (constant(name.seat, Type("seat")),))
        if name.per_seat or (name.kind == "variable" and name.thing.per):
            of = name.thing.per[0] if name.kind == "variable" else "seat"
            self.fail(scope, token, "whose", f"each {of} has its own `{token}`: say `{token} of {of.upper()}`")
        return self.cell(name, ())

    def cell(self, name: Name, index: tuple[Expr, ...]) -> Expr:
        """A track or variable; `data` is (name, the variable or track)."""
        if name.kind == "track":
            return Expr("track", NUMBER, index, name.thing.id)
        return Expr("variable", variable_type(name.thing.kind), index, name.thing.id)

    def _adjective(self, scope: Scope, node: Tree[Token]) -> Expr:
        word = str(node.children[0])
        if word in scope.names:
            return local(scope.names[word])
        return self._word_value(word)

    def _word_value(self, word: str) -> Expr:
        return Expr("word", Type("value"), (), word)

    def _noun_name(self, scope: Scope, node: Tree[Token]) -> Expr:
        token = node.children[0].children[0]  # type: ignore[union-attr]
        word = str(token)
        if word not in scope.names:
            self.fail(scope, token, "which", f"which {word}? one {word} must have been named before (or say the plural for all)")
        return local(scope.names[word])

    def _it(self, scope: Scope, node: Tree[Token]) -> Expr:
        if scope.it is None:
            self.fail(scope, node, "no-it", "there is no candidate here that `it` could stand for")
        return scope.it

    def _you(self, scope: Scope, node: Tree[Token]) -> Expr:
        return self.you(scope, node)

    def _opponent(self, scope: Scope, node: Tree[Token]) -> Expr:
        return self._other(scope, node, self.you(scope, node))

    def _opponent_of(self, scope: Scope, node: Tree[Token]) -> Expr:
        return self._other(scope, node, self.seat(scope, node.children[0]))

    def _other(self, scope: Scope, node: Syntax, seat: Expr) -> Expr:
        if len(self.symbols.seats) != 2:
            self.fail(scope, node, "no-opponent", "`the opponent` is for two seats; say `other seats`")
        if seat.op == "const":
            return constant(1 - seat.data, Type("seat"))
        return Expr("opponent", Type("seat"), (seat,))

    def _nothing(self, scope: Scope, node: Tree[Token]) -> Expr:
        return constant(None, NOTHING)

    def _each(self, scope: Scope, node: Tree[Token]) -> Expr:
        self.fail(scope, node, "each", "`each` can stand only after `of` in `draw … to ZONE of each seat`")

    def _your_name(self, scope: Scope, node: Tree[Token]) -> Expr:
        return self._of_name(scope, node.children[0], self.you(scope, node), node.children[0])

    def _of(self, scope: Scope, node: Tree[Token]) -> Expr:
        return self._of_name(scope, node.children[0], self.value(scope, node.children[1]), node)

    def _of_in(self, scope: Scope, node: Tree[Token]) -> Expr:
        token = node.children[0]
        name = self.symbols.names.get(str(token))
        if name is None or name.kind != "variable" or len(name.thing.per) != 2:
            self.fail(scope, token, "unknown-name", f"`{token}` is not a variable kept for two things")
        index = tuple(
            self.value(scope, part, Type(self.symbols.kind_of_noun(per))) for part, per in zip(node.children[1:], name.thing.per)
        )
        return self.cell(name, index)

    def _of_name(self, scope: Scope, token: Any, whose: Expr, node: Syntax) -> Expr:
        """`X of Y`: a seat's own box, zone or track; a variable kept for Y; an attribute of Y; what a track's step gives."""
        word = str(token)
        name = self.symbols.names.get(word)
        kind = whose.type.kind
        if whose.type.many:
            self.fail(scope, node, "wrong-type", f"`{word} of` needs one thing, not a set: pick one with `choose` or `for each`")
        if name is not None and kind == "seat" and name.per_seat:
            if name.kind == "track":
                return self.cell(name, (whose,))
            if whose.op == "const":
                return constant(name.index + whose.data, Type(name.kind))
            return Expr("own", Type(name.kind), (whose,), name.index)
        if name is not None and name.kind == "variable" and len(name.thing.per) == 1:
            return self.cell(name, (self.fitted(scope, node, whose, Type(self.symbols.kind_of_noun(name.thing.per[0]))),))
        if kind == "seat":
            gives = next((track for track in self.symbols.rulebook.tracks if word in track.gives), None)
            if gives is not None:
                track = Expr("track", NUMBER, (whose,) if gives.per_seat else (), gives.id)
                return Expr("gives", NUMBER, (track,), (gives.id, word))
        columns = self.symbols.attributes.get(word, {})
        if kind in columns:
            type = self.symbols.attribute_type(kind, word)
            if whose.op == "const" and whose.data is not None:
                return self._static(self.symbols.table(kind, word)[whose.data], type)
            return Expr("attribute", type._replace(optional=type.optional or whose.type.optional), (whose,), (kind, word))
        if columns or name is not None:
            self.fail(scope, node, "wrong-type", f"a {whose.type.shown()} has no `{word}`")
        self.unknown(scope, token, tuple(self.symbols.attributes))

    def _static(self, value: Any, type: Type) -> Expr:
        if type.kind == "value":
            return Expr("word", type, (), value) if value is not None else constant(None, NOTHING)
        return constant(value, type)

    # -- sets

    def noun(self, node: Syntax) -> tuple[Noun, str, Token]:
        """The noun of a `noun`, `singular` or `plural` node, its id, and its token."""
        while isinstance(node, Tree):
            node = node.children[0]
        id = self.grammar.noun_of[node.type]
        return self.symbols.nouns[id], id, node

    def _np(self, scope: Scope, node: Tree[Token]) -> Expr:
        det, plurp, of, within = node.children
        adjectives, plural = plurp.children  # type: ignore[union-attr]
        return self.noun_phrase(scope, node, det, adjectives, plural, of, within)

    def noun_phrase(self, scope: Scope, node: Syntax, det: Syntax, adjectives: Syntax, noun_node: Syntax, of: Syntax, within: Syntax) -> Expr:
        noun, id, token = self.noun(noun_node)
        if noun.kind == "pieces":
            return self._amount(scope, node, noun, det, adjectives, of, within)
        base = self._base_set(scope, node, noun, id, det, of, within)
        for word in self._adjective_words(adjectives):
            it = Local("it", base.type._replace(many=False))
            base = self._filtered(base, it, self._is_adjective(scope, word, local(it), noun.kind))
        if det is not None and det.data == "other":
            it = Local("it", base.type._replace(many=False))
            mine = of and self.value(scope, of) or (self.you(scope, node) if noun.kind == "seat" else scope.it)
            if mine is not None:
                base = self._filtered(base, it, negation(Expr("equal", CONDITION, (local(it), mine))))
        return base

    def _base_set(self, scope: Scope, node: Syntax, noun: Noun, id: str, det: Syntax, of: Syntax, within: Syntax) -> Expr:
        type = Type(noun.kind, many=True)
        whose = None
        if det is not None and det.data in ("your", "enemy"):
            you = self.you(scope, node)
            whose = you if det.data == "your" else self._other(scope, node, you)
        elif of is not None and not (det is not None and det.data == "other"):
            whose = self.value(scope, of)
        if id in ("neighbour", "entrance"):
            if whose is None or whose.type.kind != "space":
                self.fail(scope, node, "whose", f"`{noun.many}` needs a space: `{noun.many} of SPACE`")
            base = Expr("around", type, (whose,), id)
            if within is None:
                return base
            area = self.fitted(scope, within, self.value(scope, within), type)
            return Expr("meet", type, (base, area))
        if noun.kind == "box":
            assert noun.group is not None
            if whose is None:
                base = constant(self.symbols.group_boxes(noun.group), type)
            else:
                if whose.type.kind != "seat":
                    self.fail(scope, node, "wrong-type", f"`{noun.many} of` needs a seat here")
                rows = tuple(self.symbols.group_boxes(noun.group, seat) for seat in range(len(self.symbols.seats)))
                base = constant(rows[whose.data], type) if whose.op == "const" else Expr("row", type, (whose,), rows)
        elif noun.kind == "card":
            if within is None:
                self.fail(scope, node, "which", "which cards? say where they are: `cards in ZONE`")
            place = self.value(scope, within)
            if place.type == Type("zone"):
                base = Expr("cards", type, (place,))
            elif place.type.kind == "card" and place.type.many:
                base = place
            else:
                self.fail(scope, within, "wrong-type", f"cards are in a zone, and this is a {place.type.shown()}")
            return base
        else:
            size = len(self.symbols.seats) if noun.kind == "seat" else self.symbols.spaces
            base = constant(tuple(range(size)), type)
        if within is not None:
            area = self.fitted(scope, within, self.value(scope, within), type)
            everything = noun.kind != "box" and base.op == "const"
            base = area if everything else Expr("meet", type, (base, area))
        return base

    def _adjective_words(self, node: Syntax) -> list[Token]:
        if node is None:
            return []
        return [token for part in node.children for token in (self._adjective_words(part) if isinstance(part, Tree) else [part])]

    def _filtered(self, base: Expr, it: Local, condition: Expr) -> Expr:
        """The members of a set that meet a condition; worked out now if everything about it is known."""
        if base.op == "const" and condition.op in ("is_word", "const"):
            if condition.op == "const":
                return base if condition.data else constant((), base.type)
            table, value = condition.data
            return constant(tuple(thing for thing in base.data if table[thing] == value), base.type)
        return Expr("filter", base.type._replace(optional=False), (base, condition), it)

    def _is_adjective(self, scope: Scope, word: Any, thing: Expr, kind: str) -> Expr:
        """The condition that a thing is what the adjective says."""
        meaning = self.symbols.adjectives.get(str(word), {}).get(kind)
        if meaning is None:
            candidates = [known for known, kinds in self.symbols.adjectives.items() if kind in kinds]
            meant = nearest(str(word), candidates)
            self.fail(scope, word, "wrong-type", f"a {kind} can't be `{word}`", f"`{meant}`" if meant else None)
        if meaning[0] == "flag":
            return Expr("flag", CONDITION, (thing,), meaning[1])
        if meaning[0] == "attribute":
            table, value = self.symbols.table(kind, meaning[1]), meaning[2]
        elif meaning[0] == "deck":
            table, value = tuple(card.deck for card in self.symbols.rulebook.cards), meaning[1]
        else:
            table, value = tuple(space.closed for space in self.symbols.rulebook.map.spaces), True
        if thing.op == "const":
            return TRUE if table[thing.data] == value else FALSE
        return Expr("is_word", CONDITION, (thing,), (table, value))

    # -- amounts of pieces

    def _owner(self, scope: Scope, node: Syntax, det: Syntax, of: Syntax) -> Expr | None:
        if det is not None:
            if det.data == "other":
                self.fail(scope, node, "wrong-type", "`other` can't stand before pieces: say whose")
            you = self.you(scope, node)
            return you if det.data == "your" else self._other(scope, node, you)
        return self.seat(scope, of) if of is not None else None

    def _amount(self, scope: Scope, node: Syntax, noun: Noun, det: Syntax, adjectives: Syntax, of: Syntax, within: Syntax) -> Expr:
        if adjectives is not None:
            self.fail(scope, adjectives, "wrong-type", "pieces have no adjectives in this game")
        if within is None:
            self.fail(scope, node, "which", f"how many {noun.many} where? say `{noun.many} in PLACE`")
        place = self.value(scope, within)
        if place.type.kind not in ("space", "box"):
            self.fail(scope, within, "wrong-type", f"pieces are in spaces and boxes, and this is a {place.type.shown()}")
        return self.amount(noun.pieces, self._owner(scope, node, det, of), place)

    def amount(self, kinds: tuple[str, ...], owner: Expr | None, place: Expr) -> Expr:
        """How many pieces there are; `data` is the kinds; the owner, if any, is the second argument."""
        if not any(self.symbols.pieces[kind].owned for kind in kinds):
            owner = None
        if place.type.many:
            it = Local("it", place.type._replace(many=False))
            return Expr("sum_over", NUMBER, (place, self.amount(kinds, owner, local(it))), it)
        return Expr("amount", NUMBER, (place,) if owner is None else (place, owner), kinds)

    def has_item(self, scope: Scope, thing: Expr, item: Tree[Token], subject: Syntax) -> Expr:
        """The condition that a place (or a zone) has so many of some things."""
        quantity, det, nounp, of = item.children
        adjectives, noun_node = nounp.children  # type: ignore[union-attr]
        noun, _, _ = self.noun(noun_node)
        if noun.kind == "pieces":
            if thing.type.kind not in ("space", "box") or thing.type.many:
                self.fail(scope, subject, "wrong-type", f"a {thing.type.shown()} has no {noun.many}")
            amount = self.amount(noun.pieces, self._owner(scope, item, det, of), thing)
        elif noun.kind == "card" and thing.type == Type("zone"):
            cards: Expr = Expr("cards", Type("card", many=True), (thing,))
            for word in self._adjective_words(adjectives):
                it = Local("it", Type("card"))
                cards = self._filtered(cards, it, self._is_adjective(scope, word, local(it), "card"))
            amount = Expr("count", NUMBER, (cards,))
        else:
            self.fail(scope, item, "wrong-type", f"a {thing.type.shown()} can't have {noun.many}")
        if quantity is None:
            return Expr("compare", CONDITION, (amount, constant(0, NUMBER)), ">")
        if quantity.data == "none_of":
            return Expr("compare", CONDITION, (amount, constant(0, NUMBER)), "==")
        sign = {"exactly": "==", "at_least": ">=", "at_most": "<="}[quantity.data]
        return Expr("compare", CONDITION, (amount, self.number(scope, quantity.children[0])), sign)

    # -- choosing among a set

    def pick(self, scope: Scope, node: Tree[Token]) -> tuple[Expr, str]:
        """The set that a `choose`, `for each`, `every` or `some` goes through, and the noun's singular."""
        head, *parts = node.children
        det, nounp, of, within = head.children  # type: ignore[union-attr]
        adjectives, noun_node = nounp.children
        noun, _, _ = self.noun(noun_node)
        if noun.kind == "pieces":
            self.fail(scope, head, "wrong-type", f"{noun.many} are all alike: choose the place where they are")
        base = self.noun_phrase(scope, head, det, adjectives, noun_node, of, within)
        for part in parts:
            if part is not None:
                base = self._part(scope, base, part)
        return base, noun.one

    def _part(self, scope: Scope, base: Expr, part: Tree[Token]) -> Expr:
        it = Local("it", base.type._replace(many=False))
        inside = scope.inner(it=local(it))
        if part.data == "where_part":
            return self._filtered(base, it, self.condition(inside, part.children[0]))
        if part.data == "preferably":
            return Expr("prefer", base.type, (base, self.condition(inside, part.children[-1])), it)
        condition = self.has_item(inside, local(it), part.children[0], part)  # type: ignore[arg-type]
        return self._filtered(base, it, negation(condition) if part.data == "without" else condition)

    def _filter(self, scope: Scope, node: Tree[Token]) -> Expr:
        base = self.set_of(scope, node.children[0])
        part = node.children[1]
        assert isinstance(part, Tree)
        return self._part(scope, base, part)

    def _argbest(self, scope: Scope, node: Tree[Token]) -> Expr:
        base_node, extreme, value_node = node.children
        base = self.set_of(scope, base_node)
        it = Local("it", base.type._replace(many=False))
        value = self.number(scope.inner(it=local(it)), value_node)
        return Expr("argbest", base.type, (base, value), (it, extreme.data))  # type: ignore[union-attr]

    def _over(self, scope: Scope, set_node: Syntax, value_node: Syntax) -> tuple[Expr, Expr, Local]:
        base = self.set_of(scope, set_node)
        it = Local("it", base.type._replace(many=False))
        return base, self.number(scope.inner(it=local(it)), value_node), it

    def _count(self, scope: Scope, node: Tree[Token]) -> Expr:
        return Expr("count", NUMBER, (self.set_of(scope, node.children[0]),))

    def _sum_over(self, scope: Scope, node: Tree[Token]) -> Expr:
        base, value, it = self._over(scope, node.children[1], node.children[0])
        return Expr("sum_over", NUMBER, (base, value), it)

    def _sum_best(self, scope: Scope, node: Tree[Token]) -> Expr:
        most, extreme, value_node, set_node = node.children
        base, value, it = self._over(scope, set_node, value_node)
        return Expr("sum_best", NUMBER, (base, value, self.number(scope, most)), (it, extreme.data))  # type: ignore[union-attr]

    def _best(self, scope: Scope, node: Tree[Token]) -> Expr:
        extreme, value_node, set_node = node.children
        base, value, it = self._over(scope, set_node, value_node)
        return Expr("best", NUMBER, (base, value), (it, extreme.data))  # type: ignore[union-attr]

    def _first(self, scope: Scope, node: Tree[Token]) -> Expr:
        base = self.set_of(scope, node.children[0])
        return Expr("first", base.type._replace(many=False, optional=True), (base,))

    def _only(self, scope: Scope, node: Tree[Token]) -> Expr:
        base = self.set_of(scope, node.children[0])
        return Expr("only", base.type._replace(many=False, optional=True), (base,))

    def _top_card(self, scope: Scope, node: Tree[Token]) -> Expr:
        noun, _, token = self.noun(node.children[0])
        if noun.kind != "card":
            self.fail(scope, token, "wrong-type", "only cards lie on top of something: `top card of ZONE`")
        return Expr("top", Type("card", optional=True), (self.value(scope, node.children[1], Type("zone")),))

    # -- arithmetic

    def _arithmetic(self, scope: Scope, node: Tree[Token]) -> Expr:
        left, right = self.number(scope, node.children[0]), self.number(scope, node.children[1])
        sign = {"add": "+", "sub": "-", "mul": "*"}[node.data]
        return Expr("arithmetic", NUMBER, (left, right), sign)

    _add = _sub = _mul = _arithmetic

    def _neg(self, scope: Scope, node: Tree[Token]) -> Expr:
        value = self.number(scope, node.children[0])
        return constant(-value.data, NUMBER) if value.op == "const" else Expr("negative", NUMBER, (value,))

    def _conditional(self, scope: Scope, node: Tree[Token]) -> Expr:
        first, condition, second = node.children
        yes, no = self.value(scope, first), self.value(scope, second)
        if yes.type.kind != no.type.kind and "nothing" not in (yes.type.kind, no.type.kind):
            if not (fits(yes.type, NUMBER) and fits(no.type, NUMBER)):
                self.fail(scope, node, "wrong-type", f"one side is a {yes.type.shown()}, the other a {no.type.shown()}")
        if yes.type.many != no.type.many and "nothing" not in (yes.type.kind, no.type.kind):
            yes, no = self.set_of(scope, first), self.set_of(scope, second)
        type = no.type if yes.type.kind == "nothing" else yes.type
        optional = yes.type.optional or no.type.optional
        return Expr("conditional", type._replace(optional=optional), (yes, self.condition(scope, condition), no))

    # -- conditions

    def _or_e(self, scope: Scope, node: Tree[Token]) -> Expr:
        left, right = self.value(scope, node.children[0]), self.value(scope, node.children[1])
        if left.type == CONDITION and right.type == CONDITION:
            return Expr("or", CONDITION, (left, right))
        if left.type.kind == right.type.kind and left.type.kind in ("seat", "space", "box", "card", "zone"):
            left, right = self.set_of(scope, node.children[0]), self.set_of(scope, node.children[1])
            if left.op == "const" and right.op == "const":
                return constant(tuple(dict.fromkeys(left.data + right.data)), left.type)
            return Expr("union", left.type._replace(many=True), (left, right))
        self.fail(scope, node, "wrong-type", f"`or` joins two conditions or two sets, not a {left.type.shown()} and a {right.type.shown()}")

    def _and_e(self, scope: Scope, node: Tree[Token]) -> Expr:
        left, right = self.value(scope, node.children[0]), self.value(scope, node.children[1])
        if left.type == CONDITION and right.type == CONDITION:
            return Expr("and", CONDITION, (left, right))
        hint = "`A or B` for the things of both" if left.type.kind == right.type.kind else None
        self.fail(scope, node, "wrong-type", "`and` joins two conditions", hint)

    def _not_e(self, scope: Scope, node: Tree[Token]) -> Expr:
        return negation(self.condition(scope, node.children[0]))

    def _compare(self, scope: Scope, node: Tree[Token]) -> Expr:
        left, how, right = node.children
        return self._comparison(scope, node, left, SIGNS[how.data], right)  # type: ignore[union-attr]

    def _compare_sign(self, scope: Scope, node: Tree[Token]) -> Expr:
        left, sign, right = node.children
        return self._comparison(scope, node, left, str(sign), right)

    def _comparison(self, scope: Scope, node: Syntax, left: Syntax, sign: str, right: Syntax) -> Expr:
        for side in (left, right):
            self._check_where(scope, side)
        return Expr("compare", CONDITION, (self.number(scope, left), self.number(scope, right)), sign)

    def _check_where(self, scope: Scope, node: Syntax) -> None:
        """A `where` with and/or inside a comparison swallows what the author meant to stand outside it."""
        if isinstance(node, Tree) and node.data in ("filter", "count"):
            part = node.children[-1]
            if isinstance(part, Tree) and part.data == "where_part" and part.children[0].data in ("and_e", "or_e"):  # type: ignore[union-attr]
                self.fail(scope, part, "parentheses", "put parentheses to say what belongs to `where`")
            if isinstance(part, Tree) and part.data == "filter":
                self._check_where(scope, part)

    def _is_(self, scope: Scope, node: Tree[Token]) -> Expr:
        return self._equality(scope, node)

    def _is_not(self, scope: Scope, node: Tree[Token]) -> Expr:
        return negation(self._equality(scope, node))

    def _equality(self, scope: Scope, node: Tree[Token]) -> Expr:
        left = self.value(scope, node.children[0])
        right = self.value(scope, node.children[1])
        return self._equals(scope, node, left, right, node.children[1])

    def _equals(self, scope: Scope, node: Syntax, left: Expr, right: Expr, right_node: Syntax) -> Expr:
        if right.op == "word" and left.op == "attribute" and self.symbols.attributes[left.data[1]][left.data[0]].none == right.data:
            return Expr("equal", CONDITION, (left, constant(None, NOTHING)))
        if right.op == "word" and left.type.kind in ("space", "card", "box", "seat") and not left.type.many:
            token = right_node.children[0] if isinstance(right_node, Tree) else right_node
            return self._is_adjective(scope, token, left, left.type.kind)
        if left.type.many != right.type.many:
            self.fail(scope, node, "wrong-type", "one thing and a set are compared; say `is in`", "`is in`")
        if left.type.many:
            self.fail(scope, node, "wrong-type", "two sets can't be compared")
        kinds = {left.type.kind, right.type.kind}
        if kinds <= {"number", "condition"}:
            self.in_range(scope, node, left, right)
            return Expr("compare", CONDITION, (left, right), "==")
        if len(kinds) > 1 and "nothing" not in kinds:
            self.fail(scope, node, "wrong-type", f"a {left.type.shown()} is never a {right.type.shown()}")
        self._check_word(scope, node, left, right)
        if left.op == "const" and right.op == "const":
            return TRUE if left.data == right.data else FALSE
        return Expr("equal", CONDITION, (left, right))

    def in_range(self, scope: Scope, node: Syntax, cell: Expr, value: Expr) -> None:
        """Refuse a number that a track never reaches."""
        if cell.op == "track" and value.op == "const" and isinstance(value.data, int):
            track = self.symbols.track(cell.data)
            if not track.low <= value.data <= track.high:
                message = f"{value.data} is out of range: `{track.id}` goes from {track.low} to {track.high}"
                self.fail(scope, node, "out-of-range", message)

    def _check_word(self, scope: Scope, node: Syntax, left: Expr, right: Expr) -> None:
        """`colour of s is warm`: a word that the attribute never has."""
        if right.op == "word" and left.op == "attribute":
            kind, attribute = left.data
            column = self.symbols.attributes[attribute][kind]
            if right.data != column.none and right.data not in column.values:
                meant = nearest(right.data, column.values)
                self.fail(scope, node, "wrong-type", f"`{attribute}` is never `{right.data}`", f"`{meant}`" if meant else None)

    def _member(self, scope: Scope, node: Syntax, left: Expr, set_node: Syntax) -> Expr:
        right = self.value(scope, set_node)
        if right.type == Type("zone"):
            right = Expr("cards", Type("card", many=True), (right,))
        right = self.fitted(scope, set_node, right, left.type._replace(many=True))
        return Expr("in", CONDITION, (left, right))

    def _is_in(self, scope: Scope, node: Tree[Token]) -> Expr:
        return self._member(scope, node, self.value(scope, node.children[0]), node.children[1])

    def _is_not_in(self, scope: Scope, node: Tree[Token]) -> Expr:
        return negation(self._is_in(scope, node))

    def _has(self, scope: Scope, node: Tree[Token]) -> Expr:
        subject, item = node.children
        return self.has_item(scope, self.value(scope, subject), item, subject)  # type: ignore[arg-type]

    def _has_not(self, scope: Scope, node: Tree[Token]) -> Expr:
        return negation(self._has(scope, node))

    def _room(self, scope: Scope, node: Tree[Token]) -> Expr:
        """`PLACE has room for N PIECES`: `data` is the kind of piece, the arguments are place, number, owner."""
        subject, item = node.children
        quantity, det, nounp, of = item.children  # type: ignore[union-attr]
        noun, _, token = self.noun(nounp.children[1])
        if noun.kind != "pieces" or len(noun.pieces) != 1:
            self.fail(scope, token, "wrong-type", "`room for` needs one kind of piece")
        owner = self._owner(scope, node, det, of)
        if owner is None and self.symbols.pieces[noun.pieces[0]].owned:
            self.fail(scope, token, "whose", f"whose {noun.many}? say `your {noun.many}` or `{noun.many} of SEAT`")
        amount = constant(1, NUMBER) if quantity is None else self.number(scope, quantity.children[0])
        place = self.value(scope, subject, Type("place"))
        return Expr("room", CONDITION, (place, amount) if owner is None else (place, amount, owner), noun.pieces[0])

    def _no_room(self, scope: Scope, node: Tree[Token]) -> Expr:
        return negation(self._room(scope, node))

    def _quantified(self, scope: Scope, node: Tree[Token], test: Callable[[Scope, Expr], Expr]) -> Expr:
        quantifier, pick = node.children[0], node.children[1]
        base, _ = self.pick(scope, pick)  # type: ignore[arg-type]
        it = Local("it", base.type._replace(many=False))
        condition = test(scope.inner(it=local(it)), local(it))
        return Expr(quantifier.data, CONDITION, (base, condition), it)  # type: ignore[union-attr]

    def _q_is(self, scope: Scope, node: Tree[Token]) -> Expr:
        last = node.children[2]
        return self._quantified(scope, node, lambda inside, it: self._equals(inside, node, it, self.value(inside, last), last))

    def _q_is_not(self, scope: Scope, node: Tree[Token]) -> Expr:
        last = node.children[2]
        return self._quantified(scope, node, lambda inside, it: negation(self._equals(inside, node, it, self.value(inside, last), last)))

    def _q_in(self, scope: Scope, node: Tree[Token]) -> Expr:
        return self._quantified(scope, node, lambda inside, it: self._member(inside, node, it, node.children[2]))

    def _q_not_in(self, scope: Scope, node: Tree[Token]) -> Expr:
        return self._quantified(scope, node, lambda inside, it: negation(self._member(inside, node, it, node.children[2])))

    def _q_has(self, scope: Scope, node: Tree[Token]) -> Expr:
        item = node.children[2]
        return self._quantified(scope, node, lambda inside, it: self.has_item(inside, it, item, node))  # type: ignore[arg-type]

    def _playable(self, scope: Scope, node: Tree[Token]) -> Expr:
        return Expr("playable", CONDITION, (self.value(scope, node.children[0], Type("card")), self.you(scope, node)))

    def _not_playable(self, scope: Scope, node: Tree[Token]) -> Expr:
        return negation(self._playable(scope, node))

    # -- vocabulary

    def match(self, scope: Scope, node: Tree[Token], holes_of: Callable[[int], tuple[Local, ...]]) -> tuple[Pattern, tuple[Expr, ...]]:
        """Which pattern a tree of that shape is, by the types of what stands in its holes, and those arguments in order."""
        shape = self.grammar.shapes[node.data.split("_")[0]]
        given = [child for child in node.children if not (isinstance(child, Token) and child.type.startswith("N") and child.type != "NAME")]
        values = [self.value(scope, child) for child in given]
        wrong: tuple[Syntax, Expr, Local] | None = None
        for pattern in shape.patterns:
            holes = holes_of(pattern.word)
            order = [part for part in pattern.parts if isinstance(part, int)]
            misfit = next(
                ((child, value, holes[hole]) for child, value, hole in zip(given, values, order) if not fits(value.type, holes[hole].type)), None
            )
            if misfit is not None:
                wrong = wrong or misfit
                continue
            args: list[Expr] = []
            for number, hole in enumerate(holes):
                if number in order:
                    child, value = given[order.index(number)], values[order.index(number)]
                    args.append(self.fitted(scope, child, value, hole.type))
                elif scope.it is None:
                    self.fail(scope, node, "no-it", f"this wording leaves out {{{hole.name}}}, and nothing here could be meant by it")
                else:
                    args.append(self.fitted(scope, node, scope.it, hole.type))
            return pattern, tuple(args)
        assert wrong is not None
        child, value, hole = wrong
        title = self.title_of(shape.patterns[0].word)
        self.fail(scope, child, "wrong-type", f"{{{hole.name}}} of `{title}` is a {hole.type.shown()}, and this is a {value.type.shown()}")

    def _term(self, scope: Scope, node: Tree[Token]) -> Expr:
        pattern, args = self.match(scope, node, lambda word: self.term_of(word).holes)
        term = self.term_of(pattern.word)
        if term.uses_you:
            args = (*args, self.you(scope, node))
        call = Expr("term", term.type, args, pattern.word)
        return negation(call) if node.data.endswith("_not") else call


def variable_type(kind: str) -> Type:
    if kind.startswith("list"):
        return Type(kind.split()[-1], many=True)
    if kind == "number":
        return NUMBER
    return CONDITION if kind == "flag" else Type(kind, optional=True)
