"""Names, numbers and the words that stand for one thing."""

from __future__ import annotations

from typing import NoReturn

from lark import Token

from interpreter.errors import nearest
from interpreter.language.ir.expressions import Expr, Track, Variable, Word
from interpreter.language.ir.making import FALSE, TRUE, constant, local
from interpreter.language.ir.types import CONDITION, NOTHING, NUMBER, Type
from interpreter.language.reading.misread import strange_letter
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.language.resolving.types import COUNTED, Typed
from interpreter.language.symbols import Name


class Names(Typed):
    """Gives names their meaning."""

    def _number(self, scope: Scope, node: Syntax) -> Expr:
        return constant(int(node.children[0]), NUMBER)

    def _name(self, scope: Scope, node: Syntax) -> Expr:
        return self.named(scope, node.children[0])

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
        line = str(scope.text).split("\n")[(token.line or 1) - 1]
        is_set = line.strip().startswith(f"set {word} to")
        known = [*scope.names, *self.symbols.names, *self.symbols.titles, *extra]
        meant = nearest(word, known, cutoff=0.78 if is_set else 0.6)
        message = f"`{word}` is not a name in this game{strange_letter(word)}"
        if is_set and meant is None:
            message += f"; `let {word} be …` makes one"
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

    def cell(self, name: Name, index: tuple[Expr, ...]) -> Track | Variable:
        """A track or variable, of the things that it is kept for."""
        if name.kind == "track":
            return Track(name.thing.id, index[0] if index else None)
        return Variable(name.thing.id, index, type=variable_type(name.thing.kind))

    def _adjective(self, scope: Scope, node: Syntax) -> Expr:
        word = str(node.children[0])
        if word in scope.names:
            return local(scope.names[word])
        return self._word_value(word)

    def _word_value(self, word: str) -> Expr:
        return Word(word, type=Type("value"))

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

    def _true(self, scope: Scope, node: Syntax) -> Expr:
        return TRUE

    def _false(self, scope: Scope, node: Syntax) -> Expr:
        return FALSE

    def _nothing(self, scope: Scope, node: Syntax) -> Expr:
        return constant(None, NOTHING)

    def _each(self, scope: Scope, node: Syntax) -> Expr:
        self.fail(scope, node, "each", "`each` can stand only after `of` in `draw … to ZONE of each seat`")


def variable_type(kind: str) -> Type:
    if kind.startswith("list"):
        return Type(kind.split()[-1], many=True)
    if kind == "number":
        return NUMBER
    return CONDITION if kind == "flag" else Type(kind, optional=True)
