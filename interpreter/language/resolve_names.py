"""From a syntax tree to values with known names and types: numbers, names, things and what belongs to them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from lark import Token, Tree

from interpreter.errors import Problem, RulebookError, Where, nearest
from interpreter.language.grammar import Grammar
from interpreter.language.misread import strange_letter
from interpreter.language.symbols import Name, Symbols
from interpreter.language.tree import (
    CONDITION,
    FALSE,
    NOTHING,
    NUMBER,
    TRUE,
    Expr,
    Local,
    Term,
    Type,
    both,
    constant,
    local,
    negation,
    substituted,
)
from interpreter.rulebook.model import Text

COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
Syntax = Any
"""A Lark tree, a token, or None where an optional part is missing."""


@dataclass(slots=True)
class Scope:
    """What is known at one place of a text: local names, the acting seat, the candidate that `it` stands for.

    `bent` is the phrase that the text bends and the routine that is the phrase as usual; `may_try`: the text stands
    where a match is at hand, on a copy of which something can be tried. `outside` are the names of the blocks around.
    """

    text: Text
    names: dict[str, Local] = field(default_factory=dict)
    you: Expr | None = None
    it: Expr | None = None
    bent: tuple[int, int] | None = None
    may_try: bool = False
    outside: frozenset[str] = frozenset()

    def inner(self, *, you: Expr | None = None, it: Expr | None = None) -> Scope:
        outside = frozenset(self.names)
        return Scope(
            self.text, dict(self.names), you or self.you, it or self.it, self.bent, self.may_try and it is None, outside
        )


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type can stand where another is wanted; a single thing can stand for a set of one."""
    if given.kind == "nothing":
        return wanted.optional or wanted.many
    if given.many and not wanted.many:
        return False
    if wanted.kind == "number":
        return given.kind in ("number", "condition") and not given.many
    if wanted.kind == "place":
        return given.kind in ("space", "box")
    return given.kind == wanted.kind


def without_parentheses(node: Syntax) -> Syntax:
    while isinstance(node, Tree) and node.data == "parens":
        node = node.children[0]
    return node


THINGS = frozenset({"seat", "side", "space", "box", "card", "zone"})


def nothing_of(type: Type) -> Expr:
    """What a question of that type answers about nothing: 0, no, an empty set, nothing."""
    if type.many:
        return constant((), type._replace(optional=False))
    if type.kind == "number":
        return constant(0, NUMBER)
    return FALSE if type == CONDITION else constant(None, type._replace(optional=True))


def is_something(things: list[Expr]) -> Expr:
    """The condition that none of these is nothing."""
    result = TRUE
    for thing in things:
        known = FALSE if thing.op == "const" else negation(Expr("equal", CONDITION, (thing, constant(None, NOTHING))))
        result = both(result, known)
    return result


def missing(exprs: Iterable[Expr]) -> list[Expr]:
    """Those that may be nothing."""
    return [expr for expr in exprs if expr.type.optional and not expr.type.many and expr.type.kind in THINGS]


def present(expr: Expr) -> Expr:
    """The same value where it is known not to be nothing."""
    return replace(expr, type=expr.type._replace(optional=False)) if expr.type.optional else expr


def safe(expr: Expr) -> Expr:
    """The expression, if none of its arguments is nothing; else what a question about nothing answers."""
    absent = missing(expr.args)
    if not absent:
        return expr
    condition = is_something(absent)
    if condition == FALSE:
        return nothing_of(expr.type)
    inner = replace(expr, args=tuple(present(arg) for arg in expr.args))
    other = nothing_of(expr.type)
    return Expr("conditional", other.type, (inner, condition, other))


class Names(ABC):
    """Gives numbers, names and what belongs to things their meaning."""

    def __init__(
        self,
        symbols: Symbols,
        grammar: Grammar,
        term_of: Callable[[int], Term],
        title_of: Callable[[int], str],
        side: Callable[[], tuple[Local, Expr] | None],
    ) -> None:
        """`term_of` gives a condition or value of the vocabulary by number, with its type worked out. `side` gives the
        value that says on which side a seat is, after what the seat is called in it.
        """
        self.symbols = symbols
        self.grammar = grammar
        self.term_of = term_of
        self.title_of = title_of
        self._side_value = side

    # -- errors

    def fail(self, scope: Scope, node: Syntax, code: str, message: str, suggestion: str | None = None) -> NoReturn:
        where, length = self.place(scope, node)
        raise RulebookError(Problem(where, code, message, suggestion, None, length))

    def place(self, scope: Scope, node: Syntax) -> tuple[Where, int]:
        node = without_parentheses(node)
        if isinstance(node, Token):
            return scope.text.at(node.line or 1, node.column or 1), max(1, (node.end_column or 1) - (node.column or 1))
        meta = getattr(node, "meta", None)
        if meta is None or meta.empty:
            return scope.text.where, 1
        length = meta.end_column - meta.column if meta.line == meta.end_line else 1
        return scope.text.at(meta.line, meta.column), max(1, length)

    # -- entry points

    @abstractmethod
    def _term(self, scope: Scope, node: Syntax) -> Expr:
        """A condition or value of the vocabulary."""

    def value(self, scope: Scope, node: Syntax, wanted: Type | None = None) -> Expr:
        """The meaning of an expression; with `wanted`, made to fit that type or refused."""
        expr = self._meaning(scope, without_parentheses(node))
        return expr if wanted is None else self.fitted(scope, node, expr, wanted)

    def _meaning(self, scope: Scope, node: Syntax) -> Expr:
        expr: Expr
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
        return expr

    def fitted(self, scope: Scope, node: Syntax, expr: Expr, wanted: Type) -> Expr:
        if wanted.kind == "number" and expr.op == "word" and expr.data in COUNTED:
            self.fail(scope, node, "wrong-type", "numbers are written in digits", f"`{COUNTED.index(expr.data)}`")
        if not fits(expr.type, wanted):
            self.fail(scope, node, "wrong-type", f"{wanted.a()} is needed here, and this is {expr.type.a()}")
        if wanted.many and not expr.type.many:
            if expr.op == "const":
                return constant(
                    () if expr.data is None else (expr.data,), expr.type._replace(many=True, optional=False)
                )
            return Expr("single", expr.type._replace(many=True, optional=False), (expr,))
        if wanted.many and expr.type.kind == "nothing":
            return constant((), wanted)
        if wanted.kind == "number" and expr.type == CONDITION:
            return Expr("conditional", NUMBER, (constant(1, NUMBER), expr, constant(0, NUMBER)))
        return expr

    def condition(self, scope: Scope, node: Syntax) -> Expr:
        expr = self.value(scope, node)
        if expr.type != CONDITION:
            self.fail(scope, node, "wrong-type", f"a condition is needed here, and this is {expr.type.a()}")
        return expr

    def number(self, scope: Scope, node: Syntax) -> Expr:
        return self.value(scope, node, NUMBER)

    def set_of(self, scope: Scope, node: Syntax) -> Expr:
        expr = self.value(scope, node)
        if expr.type.kind in ("number", "condition", "text"):
            self.fail(scope, node, "wrong-type", f"a set is needed here, and this is {expr.type.a()}")
        return self.fitted(scope, node, expr, expr.type._replace(many=True))

    def seat(self, scope: Scope, node: Syntax) -> Expr:
        return self.value(scope, node, Type("seat"))

    def you(self, scope: Scope, node: Syntax) -> Expr:
        if scope.you is None:
            self.fail(scope, node, "nobody-acts", "nobody acts here, so there is no `you`: use `as SEAT:` around it")
        return scope.you

    # -- atoms

    def _number(self, scope: Scope, node: Syntax) -> Expr:
        return constant(int(node.children[0]), NUMBER)

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
        return None

    def unknown(self, scope: Scope, token: Token, extra: tuple[str, ...] = ()) -> NoReturn:
        word = str(token)
        if word in COUNTED:
            self.fail(scope, token, "wrong-type", "numbers are written in digits", f"`{COUNTED.index(word)}`")
        twins = self.symbols.twins.get(word)
        if twins:
            message = f"`{word}` is the title of several things: name the one you mean by its id"
            self.fail(scope, token, "ambiguous-title", message, " or ".join(f"`{id}`" for id in twins))
        if any(word == noun.many for noun in self.symbols.nouns.values()):
            self.fail(scope, token, "wrong-type", f"one thing is needed here, and `{word}` means all of them")
        meant = nearest(word, [*scope.names, *self.symbols.names, *self.symbols.titles, *extra])
        message = f"`{word}` is not a name in this game{strange_letter(word)}"
        self.fail(scope, token, "unknown-name", message, f"`{meant}`" if meant else None)

    def _thing(self, scope: Scope, token: Token, name: Name) -> Expr:
        if name.kind in ("seat", "side", "space", "card"):
            return constant(name.index, Type(name.kind))
        if name.kind in ("box", "zone"):
            if name.per_seat:
                self.fail(
                    scope, token, "whose", f"each seat has its own `{token}`: say `your {token}` or `{token} of SEAT`"
                )
            if name.per_space:
                noun = self.symbols.rulebook.map.noun.one
                self.fail(scope, token, "whose", f"each {noun} has its own `{token}`: say `{token} of {noun.upper()}`")
            return constant(name.index, Type(name.kind))
        if name.kind == "track" and name.seat is not None:
            return self.cell(name, (constant(name.seat, Type("seat")),))
        if name.per_seat or (name.kind == "variable" and name.thing.per):
            of = name.thing.per[0] if name.kind == "variable" else "seat"
            self.fail(scope, token, "whose", f"each {of} has its own `{token}`: say `{token} of {of.upper()}`")
        return self.cell(name, ())

    def side_of(self, scope: Scope, node: Syntax, seat: Expr) -> Expr:
        """The side that a seat is on."""
        found = self._side_value()
        if found is None:
            message = "on which side is a seat? let sequence.yaml say so, as in `side: team of seat`"
            self.fail(scope, node, "no-side", message)
        name, value = found
        value = substituted(value, {name: present(seat)})
        if not missing([seat]):
            return value
        return Expr("conditional", nothing_of(value.type).type, (value, is_something([seat]), nothing_of(value.type)))

    def cell(self, name: Name, index: tuple[Expr, ...]) -> Expr:
        """A track or variable; `data` is (name, the variable or track)."""
        if name.kind == "track":
            return Expr("track", NUMBER, index, name.thing.id)
        return Expr("variable", variable_type(name.thing.kind), index, name.thing.id)

    def _adjective(self, scope: Scope, node: Syntax) -> Expr:
        word = str(node.children[0])
        if word in scope.names:
            return local(scope.names[word])
        return self._word_value(word)

    def _word_value(self, word: str) -> Expr:
        return Expr("word", Type("value"), (), word)

    def _noun_name(self, scope: Scope, node: Syntax) -> Expr:
        token = node.children[0].children[0]
        word = str(token)
        if word not in scope.names:
            self.fail(
                scope,
                token,
                "which",
                f"which {word}? one {word} must have been named before (or say the plural for all)",
            )
        return local(scope.names[word])

    def _it(self, scope: Scope, node: Syntax) -> Expr:
        if scope.it is None:
            self.fail(scope, node, "no-it", "there is no candidate here that `it` could stand for")
        return scope.it

    def _you(self, scope: Scope, node: Syntax) -> Expr:
        return self.you(scope, node)

    def _opponent(self, scope: Scope, node: Syntax) -> Expr:
        return self._other(scope, node, self.you(scope, node))

    def _opponent_of(self, scope: Scope, node: Syntax) -> Expr:
        return self._other(scope, node, self.seat(scope, node.children[0]))

    def _other(self, scope: Scope, node: Syntax, seat: Expr) -> Expr:
        if len(self.symbols.seats) != 2:
            self.fail(scope, node, "no-opponent", "`the opponent` is for two seats; say `other seats`")
        if seat.op == "const" and seat.data is not None:
            return constant(1 - seat.data, Type("seat"))
        return safe(Expr("opponent", Type("seat"), (seat,)))

    def _other_of(self, scope: Scope, node: Syntax) -> Expr:
        """`the other side of X`, where there are two."""
        noun, whose = _first_token(node), self.value(scope, node.children[1])
        if str(noun) != "side":
            self.fail(scope, noun, "wrong-type", "`the other … of` is said of sides; of seats, `the opponent of`")
        if len(self.symbols.rulebook.sides) != 2:
            self.fail(scope, node, "no-opponent", "`the other side` is for two sides; say `sides where it is not …`")
        side = self.fitted(scope, node.children[1], whose, Type("side"))
        if side.op == "const" and side.data is not None:
            return constant(1 - side.data, Type("side"))
        return safe(Expr("opponent", Type("side"), (side,)))

    def _after(self, scope: Scope, node: Syntax) -> Expr:
        """`the seat after X`, in player order."""
        noun = _first_token(node)
        if self.grammar.noun_of[noun.type] != "seat":
            self.fail(scope, noun, "wrong-type", "only seats come one after the other: `the seat after X`")
        seat = self.seat(scope, node.children[1])
        if seat.op == "const" and seat.data is not None:
            return constant((seat.data + 1) % len(self.symbols.seats), Type("seat"))
        return safe(Expr("after", Type("seat"), (seat,)))

    def _true(self, scope: Scope, node: Syntax) -> Expr:
        return TRUE

    def _false(self, scope: Scope, node: Syntax) -> Expr:
        return FALSE

    def _nothing(self, scope: Scope, node: Syntax) -> Expr:
        return constant(None, NOTHING)

    def _each(self, scope: Scope, node: Syntax) -> Expr:
        self.fail(scope, node, "each", "`each` can stand only after `of` in `draw … to ZONE of each seat`")

    def _your_name(self, scope: Scope, node: Syntax) -> Expr:
        return self._of_name(scope, _first_token(node), self.you(scope, node), node.children[0])

    def _of(self, scope: Scope, node: Syntax) -> Expr:
        return self._of_name(scope, _first_token(node), self.value(scope, node.children[1]), node)

    def _of_in(self, scope: Scope, node: Syntax) -> Expr:
        token = node.children[0]
        name = self.symbols.names.get(str(token))
        if name is None or name.kind != "variable" or len(name.thing.per) != 2:
            self.fail(scope, token, "unknown-name", f"`{token}` is not a variable kept for two things")
        index = tuple(
            self.value(scope, part, Type(self.symbols.kind_of_noun(per)))
            for part, per in zip(node.children[1:], name.thing.per, strict=False)
        )
        return safe(self.cell(name, index))

    def _of_name(self, scope: Scope, token: Any, whose: Expr, node: Syntax) -> Expr:
        """`X of Y`: a seat's own box, zone or track; a variable kept for Y; an attribute of Y; what a track's step
        gives.
        """
        word = str(token)
        name = self.symbols.names.get(word)
        kind = whose.type.kind
        if word == "side" and kind == "seat" and not whose.type.many and self.symbols.rulebook.sides:
            return self.side_of(scope, node, whose)
        own = name is not None and ((kind == "seat" and name.per_seat) or (kind == "space" and name.per_space))
        if whose.type.many and name is not None and own and name.kind == "zone":
            return self._zones_of(name, whose)
        if whose.type.many:
            self.fail(
                scope,
                node,
                "wrong-type",
                f"`{word} of` needs one thing, not a set: pick one with `choose` or `for each`",
            )
        if name is not None and own:
            if name.kind == "track":
                return safe(self.cell(name, (whose,)))
            if whose.op == "const" and whose.data is not None:
                return constant(name.index + whose.data, Type(name.kind))
            return safe(Expr("own", Type(name.kind), (whose,), name.index))
        if name is not None and name.kind == "variable" and len(name.thing.per) == 1:
            kept_for = Type(self.symbols.kind_of_noun(name.thing.per[0]))
            return safe(self.cell(name, (self.fitted(scope, node, whose, kept_for),)))
        if kind == "seat":
            gives = next((track for track in self.symbols.rulebook.tracks if word in track.gives), None)
            if gives is not None:
                step = Expr("track", NUMBER, (present(whose),) if gives.per_seat else (), gives.id)
                given = Expr("gives", NUMBER, (step,), (gives.id, word))
                if not missing([whose]):
                    return given
                return Expr("conditional", NUMBER, (given, is_something([whose]), constant(0, NUMBER)))
        columns = self.symbols.attributes.get(word, {})
        if kind in columns:
            type = self.symbols.attribute_type(kind, word)
            if whose.op == "const" and whose.data is not None:
                return self._static(self.symbols.table(kind, word)[whose.data], type)
            return safe(Expr("attribute", type, (whose,), (kind, word)))
        if columns or name is not None:
            self.fail(scope, node, "wrong-type", f"{whose.type.a()} has no `{word}`")
        if word in self.grammar.pattern_words and word not in scope.names:
            message = f"`{word} of …` is a word of the game's vocabulary: put it in parentheses"
            self.fail(scope, token, "parentheses", message, f"`({word} of …)`")
        self.unknown(scope, token, (*self.symbols.attributes, *self.grammar.pattern_words))
        return None

    def _zones_of(self, name: Name, owners: Expr) -> Expr:
        """A zone of each of several owners."""
        type = Type("zone", many=True)
        if owners.op == "const":
            return constant(tuple(name.index + owner for owner in owners.data), type)
        return Expr("owns", type, (owners,), name.index)

    def _of_all(self, scope: Scope, node: Syntax) -> Expr:
        """`ZONE of all seats`."""
        token, plural = node.children
        noun = self.symbols.nouns[self.grammar.noun_of[plural.children[0].type]]
        if noun.kind not in ("seat", "space") or noun.one in ("neighbour", "entrance"):
            self.fail(scope, plural, "wrong-type", "a zone is of all seats, or of all spaces")
        size = self.symbols.size_of(noun.kind)
        return self._of_name(scope, token, constant(tuple(range(size)), Type(noun.kind, many=True)), node)

    def _static(self, value: Any, type: Type) -> Expr:
        if value is None:
            return nothing_of(type)
        return Expr("word", type, (), value) if type.kind == "value" else constant(value, type._replace(optional=False))


def _first_token(node: Syntax) -> Token:
    """The name that stands first, which may be a noun."""
    while isinstance(node, Tree):
        node = node.children[0]
    token: Token = node
    return token


def variable_type(kind: str) -> Type:
    if kind.startswith("list"):
        return Type(kind.split()[-1], many=True)
    if kind == "number":
        return NUMBER
    return CONDITION if kind == "flag" else Type(kind, optional=True)
