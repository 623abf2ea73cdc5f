"""Texts that can be read in several ways: names whose type is not known at first, and conditions with an open tail.

The first value of a `let` may not determine the type of its name. Later assignments do.

After `where …` or `preferably …`, the parser takes every `and` and `or` as part of it. A reader may instead take the
last operands as a separate condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from lark import Token, Tree

from interpreter.language.ir.nullness import optional_type
from interpreter.language.ir.statements import Block
from interpreter.language.ir.types import Kind, Local, SourceRange, Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.resolving.scope import Syntax, SyntaxPart
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, Problem, RulebookError

KINDS: tuple[Kind, ...] = ("space", "seat", "card", "box", "side", "direction", "kind", "column", "row", "number")


SETS = ("np", "filter", "argbest", "or_e", "and_or")
"""Forms of the grammar that are always sets."""

MOST_GUESSES = 100
"""Maximum number of times that one text is resolved to infer the types of names that are nothing at first."""


class Inference:
    """Type inference for names in the texts of one game, one text at a time."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
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
        for guess in _types_for(name, tree, self._grammar):
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


def _types_for(name: str, tree: Tree[Token], grammar: Grammar) -> list[Type]:
    """Possible types of the name, likeliest first."""
    values = [value for wanted, value in _assignments(tree) if wanted == name]
    spoken_of = [kind for value in values for kind in _kinds(value, tree, grammar)]
    kinds = sorted(KINDS, key=[*spoken_of, *KINDS].index)
    sets = any(isinstance(value, Tree) and value.data in SETS for value in values)
    return [Type(kind, many, not many) for kind in kinds for many in ((True, False) if sets else (False, True))]


def _assignments(tree: Tree[Token]) -> Iterator[tuple[str, Any]]:
    """Yield each plain name that is set, with its new value."""
    for part in tree.find_data("set_to"):
        target, value = part.children
        if isinstance(target, Tree) and target.data == "name":
            yield str(target.children[0]), value


def _kinds(value: Any, tree: Tree[Token], grammar: Grammar) -> Iterator[str]:
    """Yield the kinds of the things that a value mentions, in the order of its words."""
    for token in _tokens(value):
        if token.type in grammar.noun_of:
            yield grammar.symbols.nouns[grammar.noun_of[token.type]].kind
        elif str(token) in grammar.symbols.names:
            yield grammar.symbols.names[str(token)].kind
        else:
            for part in tree.iter_subtrees():
                if part.data in ("choose", "for_each") and any(str(token) == each for each in _name_given(part)):
                    first = next((each for each in _tokens(part) if each.type in grammar.noun_of), None)
                    if first is not None:
                        yield grammar.symbols.nouns[grammar.noun_of[first.type]].kind


def _name_given(statement: Tree[Token]) -> Iterator[str]:
    """Yield the name that a statement gives to the thing it chooses or the variable of its loop."""
    for part in statement.children:
        if isinstance(part, Tree) and part.data == "as_name":
            yield str(part.children[0])
        elif isinstance(part, Tree) and part.data == "pick":
            yield from (str(named.children[1]) for named in part.find_data("named_pick"))


def _tokens(node: Any) -> Iterator[Token]:
    if isinstance(node, Token):
        yield node
    elif isinstance(node, Tree):
        for child in node.children:
            yield from _tokens(child)


CONNECTIVES = {"and_e": "and", "or_e": "or"}
TAILS = ("where_part", "preferably")


class _TextPosition(NamedTuple):
    """A position in a text, by line and column from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class AmbiguousTail:
    """A condition whose tail joins several operands.

    Attributes:
        text: Its text.
        condition: The whole condition.
        tail: The tail, with its word.
        operands: The joined operands, in order.
    """

    text: Text
    condition: Syntax
    tail: Syntax
    operands: tuple[SyntaxPart, ...]
    words: tuple[str, ...]
    """The `and` or `or` before each operand but the first."""

    def as_read(self) -> str:
        """Return the condition as it is read, with parentheses around the whole tail."""
        start, tail = _ends(self.tail)[0], _ends(self.tail.children[-1])
        return f"{self._words_between(_ends(self.condition)[0], start)}{self._tail(start, tail)}"

    def alternative(self, operand_count: int) -> str:
        """Return the condition as it would be read if the tail ended after `operand_count` operands."""
        left = self._words_between(_ends(self.condition)[0], _ends(self.operands[operand_count - 1])[1])
        right = self._words_between(_ends(self.operands[operand_count])[0], _ends(self.condition)[1])
        return f"({left}) {self.words[operand_count - 1]} {right}"

    def _tail(self, start: _TextPosition, tail: tuple[_TextPosition, _TextPosition]) -> str:
        """Return the tail with parentheses, and with `who` and `that` written out."""
        if self.tail.data == "preferably":
            return f", preferably ({self._words_between(*tail)})"
        word = self._words_between(start, tail[1]).split(" ", 1)[0]
        if word == "where":
            return f" where ({self._words_between(*tail)})"
        after = _TextPosition(start.line, start.column + len(word))
        added = next((ends[0] for ends in map(_ends, self.tail.find_data("it")) if ends[0] == ends[1]), None)
        if added is None:
            return f" where (it {self._words_between(after, tail[1])})"
        of = "of it" if word == "whose" else "it"
        return f" where ({self._words_between(after, added)} {of} {self._words_between(added, tail[1])})"

    def _words_between(self, start: _TextPosition, end: _TextPosition) -> str:
        return SourceRange(self.text, *start, *end).words


def open_tail(text: Text, condition: Syntax) -> AmbiguousTail | None:
    """Return the tail of a condition, if it joins several operands; None if it has none."""
    node: object = condition
    while isinstance(node, Tree) and node.data not in ("parens", *CONNECTIVES):
        if node.data in TAILS:
            operands, words = _joined(node.children[-1])
            return AmbiguousTail(text, condition, node, operands, words) if words else None
        node = next((child for child in reversed(node.children) if child is not None), None)
    return None


def _joined(node: SyntaxPart) -> tuple[tuple[SyntaxPart, ...], tuple[str, ...]]:
    """Return the operands of `and` and `or` outside of parentheses, and the words between them."""
    if not isinstance(node, Tree) or node.data not in CONNECTIVES:
        return (node,), ()
    left, right = map(_joined, node.children)
    return left[0] + right[0], (*left[1], CONNECTIVES[node.data], *right[1])


def _ends(node: SyntaxPart) -> tuple[_TextPosition, _TextPosition]:
    """Start and end of a part of a text."""
    spot = node if isinstance(node, Token) else node.meta
    return _TextPosition(spot.line or 1, spot.column or 1), _TextPosition(spot.end_line or 1, spot.end_column or 1)
