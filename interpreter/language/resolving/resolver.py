"""From syntax trees to typed trees: what resolving any text of a game needs, and what each rule's function is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal, NamedTuple, NoReturn, TypeVar

from lark import Token, Tree

from interpreter.errors import NOWHERE, WARNING, Problem, RulebookError, Where
from interpreter.language.ir.expressions import Cards, CardsIn, Const, Expr, Ref, Single, Word
from interpreter.language.ir.making import TRUE, constant
from interpreter.language.ir.optional import given_something, present, safe
from interpreter.language.ir.statements import Block, If, Signature, Statement, Term
from interpreter.language.ir.types import CONDITION, MAYBE_NUMBER, NUMBER, Local, Said, Type
from interpreter.language.reading.grammar import Grammar
from interpreter.language.resolving.handlers import Handlers
from interpreter.language.resolving.inference import Inference
from interpreter.language.resolving.narrowing import after
from interpreter.language.resolving.open_tails import open_tail
from interpreter.language.resolving.scope import Scope, Syntax, Written, without_parentheses
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Text

Result = TypeVar("Result")
MeantKind = Literal[
    "seat", "side", "space", "box", "card", "zone", "track", "variable", "flag", "column", "adjective", "deck", "state",
    "gives", "pieces", "group", "word",
]  # fmt: skip
"""What a word of a text can stand for that the rulebook declares; a `word` is one of the game's vocabulary."""
SIDE_OF = "side of {seat}"
"""What is noted as a word where it is asked on which side a seat is, which the rulebook says elsewhere."""


class Meant(NamedTuple):
    """What a word of a text was found to stand for, and where it stands in the text. The `id` of a word of the
    vocabulary is its first wording."""

    text: Text
    line: int
    column: int
    kind: MeantKind
    id: str

    @property
    def where(self) -> Where:
        return self.text.at(self.line, self.column)


def cards_of(things: Expr) -> Expr:
    """A zone, or several, as the cards there; anything else as it is."""
    if things.type.kind != "zone":
        return things
    return CardsIn(things) if things.type.many else safe(Cards(things))


def opened(expr: Expr, wanted: Type) -> Expr:
    """A zone as its cards where cards are wanted; anything else as it is."""
    return cards_of(expr) if wanted.kind == "card" and wanted.many else expr


COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Resolver:
    """Gives the texts of one game their meaning, each rule of the grammar by its function.

    `phrases` are those of the vocabulary by word, their holes known; `outdated` those of which it was found that they
    are given nothing. `added` are the kinds of things that are put into lists. `meant` is what words of the texts that
    were read stand for; `doubts` are warned of, by place.
    """

    def __init__(
        self,
        handlers: Handlers[Resolver],
        symbols: Symbols,
        grammar: Grammar,
        phrases: dict[int, Signature],
        term_of: Callable[[int], Term],
        side: Callable[[], tuple[Local, Expr] | None],
    ) -> None:
        """`term_of` gives a condition or value of the vocabulary by number, with its type worked out. `side` gives the
        value that says on which side a seat is, after what the seat is called in it. Raises ValueError if the handlers
        do not fit the grammar.
        """
        handlers.check(set(grammar.rules.values()))
        self.symbols = symbols
        self.grammar = grammar
        self.phrases = phrases
        self.term_of = term_of
        self.side = side
        self.inference = Inference(grammar, symbols)
        self.outdated: set[int] = set()
        self.added: set[str] = set()
        self.meant: dict[tuple[Where, int, int, str], Meant] = {}
        self.doubts: dict[Where, Problem] = {}
        self._noting = True
        self._handlers = handlers

    # -- places and mistakes

    def fail(
        self,
        scope: Scope,
        node: Written,
        code: str,
        message: str,
        suggestion: str | None = None,
        form: str | None = None,
    ) -> NoReturn:
        """Raise RulebookError for a part of a text, in place of which the `suggestion` may be meant; or a `form`, which
        can't be written as it stands."""
        where, length = self._place(scope, node)
        replaced = None if form is None else NOWHERE
        raise RulebookError(Problem(where, code, message, suggestion or form, None, length, replaced=replaced))

    def where(self, scope: Scope, node: Written) -> Where:
        """Where a part of the text stands."""
        return self._place(scope, node)[0]

    def _place(self, scope: Scope, node: Written) -> tuple[Where, int]:
        """Where a part of the text stands, and how many characters are to be marked there."""
        node = without_parentheses(node)
        if isinstance(node, Token):
            return scope.text.at(node.line or 1, node.column or 1), max(1, (node.end_column or 1) - (node.column or 1))
        if not isinstance(node, Tree) or node.meta.empty:
            return scope.text.where, 1
        meta = node.meta
        length = meta.end_column - meta.column if meta.line == meta.end_line else 1
        return scope.text.at(meta.line, meta.column), max(1, length)

    def said(self, scope: Scope, node: Written) -> Said | None:
        """From where to where a part of the text goes."""
        if isinstance(node, Tree) and node.meta.empty:
            return None
        spot = node.meta if isinstance(node, Tree) else node
        return Said(scope.text, spot.line or 1, spot.column or 1, spot.end_line or 1, spot.end_column or 1)

    def told(self, scope: Scope, node: Written, expr: Expr) -> Expr:
        """The expression, a condition or a set with the place where it is written."""
        if expr.said is not None or not (expr.type.many or (expr.type == CONDITION and not isinstance(expr, Const))):
            return expr
        said = self.said(scope, node)
        return expr if said is None else expr.but(said=said)

    @contextmanager
    def unnoted(self) -> Iterator[None]:
        """What is read within is none of the game's own texts, and is not taken down."""
        before, self._noting = self._noting, False
        try:
            yield
        finally:
            self._noting = before

    def note(self, scope: Scope, node: Written, kind: MeantKind, id: str, beside: str = "") -> None:
        """Take down what a word of a text stands for, instead of what was noted at its place before, unless that is
        noted `beside` other things."""
        if not self._noting:
            return
        spot = node.meta if isinstance(node, Tree) else node
        line, column = spot.line or 1, spot.column or 1
        self.meant[scope.text.where, line, column, beside] = Meant(scope.text, line, column, kind, id)

    # -- expressions

    def syntax(self, scope: Scope) -> Written:
        """The text of the scope, which is one expression, as a syntax tree."""
        return self.read(scope, lambda _, node: node, self.value)

    def read(
        self,
        scope: Scope,
        meaning: Callable[[Scope, Written], Result],
        trial: Callable[[Scope, Written], object] | None = None,
    ) -> Result:
        """What the text of the scope, which is one expression, means. `trial`: how what may have been meant is tried,
        if that takes more."""

        def read(scope: Scope) -> object:
            return (trial or meaning)(scope, self.grammar.parse(scope.text, "value").children[0])

        try:
            return meaning(scope, self.grammar.parse(scope.text, "value").children[0])
        except RulebookError as error:
            raise self._with_wordings(error, scope, "value", read) from None

    def _with_wordings(
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

    def value(self, scope: Scope, node: Written, wanted: Type | None = None) -> Expr:
        """The meaning of an expression; with `wanted`, made to fit that type or refused."""
        inner = without_parentheses(node)
        tree = inner if isinstance(inner, Tree) else Tree("number" if inner.type == "NUMBER" else "name", [inner])
        handler = self._handlers.expressions[self.grammar.rules[tree.data]]
        expr = self.told(scope, inner, handler(self, scope, tree))
        if isinstance(expr, Ref) and expr.local in scope.present:
            expr = present(expr)
        if expr.type == CONDITION and self._noting and tree.data != "not_e":
            self._note_other_reading(scope, tree)
        return expr if wanted is None else self.fitted(scope, node, expr, wanted)

    def _note_other_reading(self, scope: Scope, node: Syntax) -> None:
        """Take down a condition with a tail such as `where … and …`, the end of which would make sense beside it."""
        readings = self.readings(scope, node)
        if len(readings) > 1:
            where, length = self._place(scope, node)
            message = f"this can be read in two ways: write `{readings[0]}`, as it is read now, or `{readings[1]}`"
            excerpt = scope.text.excerpt(where)
            self.doubts[where] = Problem(
                where, "reads-two-ways", message, excerpt=excerpt, length=length, severity=WARNING
            )

    def readings(self, scope: Scope, node: Syntax) -> tuple[str, ...]:
        """A condition with a tail such as `where … and …`, written with parentheses: as it is read, and as it would be
        if the end of the tail, which makes sense beside it, was none of it."""
        tail = open_tail(scope.text, node)
        if tail is None:
            return ()
        inside = len(tail.operands)
        while inside > 1 and self._is_condition(scope, tail.operands[inside - 1]):
            inside -= 1
        return (tail.taken(),) if inside == len(tail.operands) else (tail.taken(), tail.other(inside))

    def _is_condition(self, scope: Scope, node: Written) -> bool:
        """True for a part of a text that makes sense as a condition in this scope."""
        try:
            with self.unnoted():
                self.condition(scope, node)
        except RulebookError:
            return False
        return True

    def fitted(self, scope: Scope, node: Written, expr: Expr, wanted: Type) -> Expr:
        """The expression as one of the type that is wanted: one thing as a set, a zone as its cards."""
        expr = opened(expr, wanted)
        if wanted.kind == "number" and isinstance(expr, Word) and expr.word in COUNTED:
            self.fail(scope, node, "wrong-type", "numbers are written in digits", f"`{COUNTED.index(expr.word)}`")
        if wanted == NUMBER and expr.type == CONDITION:
            message = "a number is needed here, and this is a condition"
            self.fail(scope, node, "wrong-type", message, form="`(1 if CONDITION, otherwise 0)`")
        if wanted == NUMBER:
            self.check_present(scope, node, expr)
        if not expr.type.fits(wanted):
            self.fail(scope, node, "wrong-type", f"{wanted.a()} is needed here, and this is {expr.type.a()}")
        if wanted.many and not expr.type.many:
            type = expr.type._replace(many=True, optional=False)
            if isinstance(expr, Const):
                return constant(expr.members, type)
            return Single(expr, type=type)
        if wanted.many and expr.type.kind == "nothing":
            return constant((), wanted)
        return expr

    def check_present(self, scope: Scope, node: Written, expr: Expr) -> None:
        """Refuse a number that may be nothing."""
        if expr.type != MAYBE_NUMBER:
            return
        if isinstance(expr, Ref):
            name = expr.local.name
            instead = (
                f"put it under `if {name} is not nothing:`, or write `({name} if {name} is not nothing, otherwise 0)`"
            )
        else:
            instead = "name it by `let n be …`, and put what needs it under `if n is not nothing:`"
        self.fail(scope, node, "may-be-nothing", f"this may be nothing, and a number is needed here: {instead}")

    def condition(self, scope: Scope, node: Written) -> Expr:
        expr = self.value(scope, node)
        if expr.type != CONDITION:
            self.fail(scope, node, "wrong-type", f"a condition is needed here, and this is {expr.type.a()}")
        return expr

    def number(self, scope: Scope, node: Written) -> Expr:
        return self.value(scope, node, NUMBER)

    def set_of(self, scope: Scope, node: Written) -> Expr:
        expr = self.value(scope, node)
        if expr.type.kind in ("number", "condition", "text"):
            self.fail(scope, node, "wrong-type", f"a set is needed here, and this is {expr.type.a()}")
        return self.fitted(scope, node, expr, expr.type._replace(many=True))

    def seat(self, scope: Scope, node: Written) -> Expr:
        return self.value(scope, node, Type("seat"))

    def you(self, scope: Scope, node: Written) -> Expr:
        """The seat that acts."""
        if scope.you is None:
            self.fail(scope, node, "nobody-acts", "nobody acts here, so there is no `you`: use `as SEAT:` around it")
        return scope.you

    # -- statements

    def program(self, scope: Scope) -> Block:
        """The statements of the scope's text. Raises RulebookError if they can't be read."""
        try:
            return self._program(scope)
        except RulebookError as error:
            raise self._with_wordings(error, scope, "program", self._program) from None

    def _program(self, scope: Scope) -> Block:
        tree = self.grammar.parse(scope.text, "program")
        return self.inference.read(tree, lambda: self.block(replace(scope, names=dict(scope.names)), tree))

    def block(self, scope: Scope, node: Syntax) -> Block:
        """The statements of a block; one that would change something of what may be nothing is done only if it is
        something."""
        block: list[Statement] = []
        for child in node.children:
            statement, given = given_something(self.statement(scope, child))
            block.append(statement if given == TRUE else If(self.where(scope, child), ((given, (statement,)),), None))
            scope.present = after(scope.present, block[-1])
        return tuple(block)

    def statement(self, scope: Scope, node: Syntax) -> Statement:
        """A statement as it is written."""
        return self._handlers.statements[self.grammar.rules[node.data]](self, scope, node)

    def bind(self, scope: Scope, token: Token | str, type: Type) -> Local:
        """A name that is made by a statement: by a token, or by a noun if none is given."""
        word = str(token)
        if isinstance(token, Token) and (self.grammar.reserved(word) or word in self.symbols.names):
            self.fail(scope, token, "reserved-name", f"`{word}` already has a meaning in this game: take another name")
        name = Local(word, type)
        scope.names[word] = name
        return name
