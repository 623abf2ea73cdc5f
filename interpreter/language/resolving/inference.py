"""The types of names made by `let`, where the `let` alone does not tell: found by what they are set to later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lark import Token, Tree

from interpreter.errors import Problem, RulebookError, Where
from interpreter.language.ir.optional import or_nothing
from interpreter.language.ir.statements import Block
from interpreter.language.ir.types import Kind, Local, Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.resolving.scope import Syntax
from interpreter.language.symbols import Symbols

KINDS: tuple[Kind, ...] = ("space", "seat", "card", "box", "side")


SETS = ("np", "filter", "argbest", "or_e", "and_or")
"""Forms of the grammar that are sets whatever is in them."""

MOST_GUESSES = 100
"""How often one text is read to find out what can be in the names that are nothing at first."""


class Inference:
    """Infers the types of names in the texts of one game, one text at a time."""

    def __init__(self, grammar: Grammar, symbols: Symbols) -> None:
        self._grammar = grammar
        self._symbols = symbols
        self._set_later: set[str] = set()
        self._guesses = MOST_GUESSES
        self._wider: dict[Where, Type] = {}
        """What a name made by a `let` can be, where that is more than the `let` itself tells."""

    def read(self, tree: Syntax, attempt: Callable[[], Block]) -> Block:
        """The statements of a text, as `attempt` gives them. What a name that is set later can be is known when it has
        been set: then the text is read once more."""
        self._set_later = {name for name, _ in _settings(tree)}
        self._guesses = MOST_GUESSES
        self._wider.clear()
        return self._read(tree, attempt)

    def type_of(self, let: Where, name: str, value: Type) -> Type:
        """The type of a name that is made by a `let` with a value of that type."""
        type = self._wider.get(let, value)
        if value.kind == "nothing" and type.kind == "nothing":
            if name in self._set_later:
                raise _Open(let, name)
            return Type("nothing", many=True)
        return type

    def widen(self, name: Local, value: Type) -> None:
        """Note that a name made by a `let` is set to a value of that type."""
        assert name.let is not None
        if or_nothing(name.type) != name.type and (value.optional or value.kind == "nothing"):
            raise _Wider(name.let, or_nothing(name.type))

    def _read(self, tree: Syntax, attempt: Callable[[], Block]) -> Block:
        while True:
            try:
                return attempt()
            except _Wider as found:
                self._wider[found.where] = found.type
            except _Open as found:
                return self._guessed(tree, attempt, found.where, found.name)

    def _guessed(self, tree: Syntax, attempt: Callable[[], Block], let: Where, name: str) -> Block:
        """The statements with the one type for what a `let` names with which they make sense. If there is none, the
        mistake is the one that stands last."""
        mistakes: list[RulebookError] = []
        for type in _types_for(name, tree, self._grammar, self._symbols):
            self._guesses -= 1
            if self._guesses < 0:
                message = f"what can be in `{name}`? too many names are nothing at first here"
                raise RulebookError(Problem(let, "too-deep", message))
            self._wider[let] = type
            try:
                return self._read(tree, attempt)
            except RulebookError as error:
                mistakes.append(error)
        raise max(mistakes, key=lambda mistake: mistake.problems[0].where)


class _Wider(Exception):
    """A name made by a `let` can be something else than the `let` alone tells."""

    def __init__(self, where: Where, type: Type) -> None:
        super().__init__()
        self.where = where
        self.type = type


class _Open(Exception):
    """A name is nothing at first, and is set later: what it can be is not known yet."""

    def __init__(self, where: Where, name: str) -> None:
        super().__init__()
        self.where = where
        self.name = name


def _types_for(name: str, tree: Tree[Token], grammar: Grammar, symbols: Symbols) -> list[Type]:
    """What the name may be, the likeliest first."""
    values = [value for wanted, value in _settings(tree) if wanted == name]
    spoken_of = [kind for value in values for kind in _kinds(value, tree, grammar, symbols)]
    kinds = sorted(KINDS, key=[*spoken_of, *KINDS].index)
    sets = any(isinstance(value, Tree) and value.data in SETS for value in values)
    return [Type(kind, many, not many) for kind in kinds for many in ((True, False) if sets else (False, True))]


def _settings(tree: Tree[Token]) -> Iterator[tuple[str, Any]]:
    """Each plain name that is set, with what it is set to."""
    for part in tree.find_data("set_to"):
        target, value = part.children
        if isinstance(target, Tree) and target.data == "name":
            yield str(target.children[0]), value


def _kinds(value: Any, tree: Tree[Token], grammar: Grammar, symbols: Symbols) -> Iterator[str]:
    """The kinds of the things that a value speaks of, in the order of its words."""
    for token in _tokens(value):
        if token.type in grammar.noun_of:
            yield symbols.nouns[grammar.noun_of[token.type]].kind
        elif str(token) in symbols.names:
            yield symbols.names[str(token)].kind
        else:
            for part in tree.iter_subtrees():
                if part.data in ("choose", "for_each") and any(str(token) == each for each in _called(part)):
                    first = next((each for each in _tokens(part) if each.type in grammar.noun_of), None)
                    if first is not None:
                        yield symbols.nouns[grammar.noun_of[first.type]].kind


def _called(statement: Tree[Token]) -> Iterator[str]:
    """The name that a statement gives what it chooses or goes through."""
    for part in statement.children:
        if isinstance(part, Tree) and part.data == "as_name":
            yield str(part.children[0])


def _tokens(node: Any) -> Iterator[Token]:
    if isinstance(node, Token):
        yield node
    elif isinstance(node, Tree):
        for child in node.children:
            yield from _tokens(child)
