"""Type inference for names made by `let_location` whose first value does not determine their type.

Later assignments do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lark import Token, Tree

from interpreter.language.ir.nullness import optional_type
from interpreter.language.ir.statements import Block
from interpreter.language.ir.types import Kind, Local, Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.resolving.scope import Syntax
from interpreter.language.symbols import Symbols
from interpreter.support.errors import Location, Problem, RulebookError

KINDS: tuple[Kind, ...] = ("space", "seat", "card", "box", "side")


SETS = ("np", "filter", "argbest", "or_e", "and_or")
"""Forms of the grammar that are always sets."""

MOST_GUESSES = 100
"""Maximum number of times that one text is resolved to infer the types of names that are nothing at first."""


class Inference:
    """Type inference for names in the texts of one game, one text at a time."""

    def __init__(self, grammar: Grammar, symbols: Symbols) -> None:
        self._grammar = grammar
        self._symbols = symbols
        self._set_later: set[str] = set()
        self._guesses = MOST_GUESSES
        self._wider: dict[Location, Type] = {}
        """Types of names made by `let_location` that are wider than that of their first value."""

    def read(self, tree: Syntax, attempt: Callable[[], Block]) -> Block:
        """Return the statements of a text, as `attempt` resolves them.

        A later assignment may widen the type of a name; the text is then resolved again.
        """
        self._set_later = {name for name, _ in _assignments(tree)}
        self._guesses = MOST_GUESSES
        self._wider.clear()
        return self._read(tree, attempt)

    def type_of(self, let: Location, name: str, value: Type) -> Type:
        """Return the type of a name made by a `let` with a value of that type."""
        name_type = self._wider.get(let, value)
        if value.kind == "nothing" and name_type.kind == "nothing":
            if name in self._set_later:
                raise _TypeUnknownError(let, name)
            return Type("nothing", many=True)
        return name_type

    def record_assignment(self, name: Local, value: Type) -> None:
        """Record that a name made by a `let_location` is set to a value of that type."""
        assert name.let_location is not None
        if optional_type(name.type) != name.type and (value.optional or value.kind == "nothing"):
            raise _TypeWidenedError(name.let_location, optional_type(name.type))

    def _read(self, tree: Syntax, attempt: Callable[[], Block]) -> Block:
        while True:
            try:
                return attempt()
            except _TypeWidenedError as found:
                self._wider[found.where] = found.type
            except _TypeUnknownError as found:
                return self._guessed(tree, attempt, found.where, found.name)

    def _guessed(self, tree: Syntax, attempt: Callable[[], Block], let: Location, name: str) -> Block:
        """Resolve the text with each possible type of a name, and return the first result without a mistake.

        If there is none, the mistake that is last in the text is raised.
        """
        mistakes: list[RulebookError] = []
        for guess in _types_for(name, tree, self._grammar, self._symbols):
            self._guesses -= 1
            if self._guesses < 0:
                message = f"what can be in `{name}`? too many names are nothing at first here"
                raise RulebookError(Problem(let, "too-deep", message))
            self._wider[let] = guess
            try:
                return self._read(tree, attempt)
            except RulebookError as error:
                mistakes.append(error)
        raise max(mistakes, key=lambda mistake: mistake.problems[0].where)


class _TypeWidenedError(Exception):
    """Raised when a name made by a `let_location` needs a wider type than its first value has."""

    def __init__(self, where: Location, wider_type: Type) -> None:
        super().__init__()
        self.where = where
        self.type = wider_type


class _TypeUnknownError(Exception):
    """Raised when a name is nothing at first and set later, so that its type is not known yet."""

    def __init__(self, where: Location, name: str) -> None:
        super().__init__()
        self.where = where
        self.name = name


def _types_for(name: str, tree: Tree[Token], grammar: Grammar, symbols: Symbols) -> list[Type]:
    """Possible types of the name, likeliest first."""
    values = [value for wanted, value in _assignments(tree) if wanted == name]
    spoken_of = [kind for value in values for kind in _kinds(value, tree, grammar, symbols)]
    kinds = sorted(KINDS, key=[*spoken_of, *KINDS].index)
    sets = any(isinstance(value, Tree) and value.data in SETS for value in values)
    return [Type(kind, many, not many) for kind in kinds for many in ((True, False) if sets else (False, True))]


def _assignments(tree: Tree[Token]) -> Iterator[tuple[str, Any]]:
    """Yield each plain name that is set, with its new value."""
    for part in tree.find_data("set_to"):
        target, value = part.children
        if isinstance(target, Tree) and target.data == "name":
            yield str(target.children[0]), value


def _kinds(value: Any, tree: Tree[Token], grammar: Grammar, symbols: Symbols) -> Iterator[str]:
    """Yield the kinds of the things that a value mentions, in the order of its words."""
    for token in _tokens(value):
        if token.type in grammar.noun_of:
            yield symbols.nouns[grammar.noun_of[token.type]].kind
        elif str(token) in symbols.names:
            yield symbols.names[str(token)].kind
        else:
            for part in tree.iter_subtrees():
                if part.data in ("choose", "for_each") and any(str(token) == each for each in _name_given(part)):
                    first = next((each for each in _tokens(part) if each.type in grammar.noun_of), None)
                    if first is not None:
                        yield symbols.nouns[grammar.noun_of[first.type]].kind


def _name_given(statement: Tree[Token]) -> Iterator[str]:
    """Yield the name that a statement gives to the thing it chooses or the variable of its loop."""
    for part in statement.children:
        if isinstance(part, Tree) and part.data == "as_name":
            yield str(part.children[0])


def _tokens(node: Any) -> Iterator[Token]:
    if isinstance(node, Token):
        yield node
    elif isinstance(node, Tree):
        for child in node.children:
            yield from _tokens(child)
