"""The meaning of an expression made to fit the type that is wanted where it stands, or refused with its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn, TypeVar

from lark import Token

from interpreter.errors import Problem, RulebookError, Where
from interpreter.language.ir.expressions import Const, Expr, Single, Word
from interpreter.language.ir.making import constant
from interpreter.language.ir.statements import Term
from interpreter.language.ir.types import CONDITION, NUMBER, Local, Said, Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.resolving.scope import Scope, Syntax, without_parentheses
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Text

Result = TypeVar("Result")
COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Typed(ABC):
    """Values, conditions, numbers, sets and seats, each from its syntax."""

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
        self.side_value = side

    def fail(self, scope: Scope, node: Syntax, code: str, message: str, suggestion: str | None = None) -> NoReturn:
        where, length = self.place(scope, node)
        raise RulebookError(Problem(where, code, message, suggestion, None, length))

    def place(self, scope: Scope, node: Syntax) -> tuple[Where, int]:
        """Where a part of the text stands, and how many characters are to be marked there."""
        node = without_parentheses(node)
        if isinstance(node, Token):
            return scope.text.at(node.line or 1, node.column or 1), max(1, (node.end_column or 1) - (node.column or 1))
        meta = getattr(node, "meta", None)
        if meta is None or meta.empty:
            return scope.text.where, 1
        length = meta.end_column - meta.column if meta.line == meta.end_line else 1
        return scope.text.at(meta.line, meta.column), max(1, length)

    @abstractmethod
    def named(self, scope: Scope, token: Token) -> Expr:
        """What a name means."""

    @abstractmethod
    def _term(self, scope: Scope, node: Syntax) -> Expr:
        """A condition or value of the vocabulary."""

    def syntax(self, scope: Scope) -> Syntax:
        """The text of the scope, which is one expression, as a syntax tree."""
        return self.read(scope, lambda _, node: node, self.value)

    def read(
        self,
        scope: Scope,
        meaning: Callable[[Scope, Syntax], Result],
        trial: Callable[[Scope, Syntax], object] | None = None,
    ) -> Result:
        """What the text of the scope, which is one expression, means. `trial`: how what may have been meant is tried,
        if that takes more."""

        def read(scope: Scope) -> object:
            return (trial or meaning)(scope, self.grammar.parse(scope.text, "value").children[0])

        try:
            return meaning(scope, self.grammar.parse(scope.text, "value").children[0])
        except RulebookError as error:
            raise self.with_wordings(error, scope, "value", read) from None

    def with_wordings(
        self, error: RulebookError, scope: Scope, start: str, read: Callable[[Scope], object]
    ) -> RulebookError:
        """The error with the sentences of the game that its line may have been meant to be."""

        def check(text: Text) -> Problem | None:
            try:
                read(replace(scope, text=text, names=dict(scope.names)))
            except RulebookError as error:
                return error.problems[0]
            return None

        return self.grammar.wordings.better(error, scope.text, start, check)

    def value(self, scope: Scope, node: Syntax, wanted: Type | None = None) -> Expr:
        """The meaning of an expression; with `wanted`, made to fit that type or refused."""
        expr = self._meaning(scope, without_parentheses(node))
        return expr if wanted is None else self.fitted(scope, node, expr, wanted)

    def _meaning(self, scope: Scope, node: Syntax) -> Expr:
        expr: Expr
        if isinstance(node, Token):
            expr = self.named(scope, node)
        else:
            method = getattr(self, f"_{node.data}", None)
            if method is not None:
                expr = method(scope, node)
            elif node.data.startswith("p") and node.data.split("_")[0] in self.grammar.shapes:
                expr = self._term(scope, node)
            else:
                raise AssertionError(node.data)
        return self.told(scope, node, expr)

    def told(self, scope: Scope, node: Syntax, expr: Expr) -> Expr:
        """The expression, a condition or a set with the place where it is written."""
        if expr.said is not None or not (expr.type.many or (expr.type == CONDITION and not isinstance(expr, Const))):
            return expr
        said = self.said(scope, node)
        return expr if said is None else replace(expr, said=said)

    def said(self, scope: Scope, node: Syntax) -> Said | None:
        """From where to where a part of the text goes."""
        spot = node if isinstance(node, Token) else getattr(node, "meta", None)
        ends = [getattr(spot, name, None) for name in ("line", "column", "end_line", "end_column")]
        return None if None in ends else Said(scope.text, *(end or 1 for end in ends))

    def fitted(self, scope: Scope, node: Syntax, expr: Expr, wanted: Type) -> Expr:
        """The expression as one of the type that is wanted: one thing as a set, a condition as a number."""
        if wanted.kind == "number" and isinstance(expr, Word) and expr.word in COUNTED:
            self.fail(scope, node, "wrong-type", "numbers are written in digits", f"`{COUNTED.index(expr.word)}`")
        if wanted == NUMBER and expr.type == CONDITION:
            message = "a number is needed here, and this is a condition"
            self.fail(scope, node, "wrong-type", message, "`(1 if CONDITION, otherwise 0)`")
        if not fits(expr.type, wanted):
            self.fail(scope, node, "wrong-type", f"{wanted.a()} is needed here, and this is {expr.type.a()}")
        if wanted.many and not expr.type.many:
            type = expr.type._replace(many=True, optional=False)
            if isinstance(expr, Const):
                return constant(() if expr.value is None else (expr.value,), type)
            return Single(expr, type=type)
        if wanted.many and expr.type.kind == "nothing":
            return constant((), wanted)
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


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type can stand where another is wanted; a single thing can stand for a set of one."""
    if given.kind == "nothing":
        return wanted.optional or wanted.many
    if given.many and not wanted.many:
        return False
    if wanted.kind == "number":
        return given == NUMBER
    if wanted.kind == "place":
        return given.kind in ("space", "box")
    return given.kind == wanted.kind
