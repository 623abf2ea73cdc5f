"""Resolver of syntax trees to typed trees, and the services that it offers to each rule's function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple, NoReturn, TypeVar

from lark import Token, Tree

from interpreter.language.diagnostics import is_searching_suggestions
from interpreter.language.ir.builders import TRUE, constant, local
from interpreter.language.ir.expressions import (
    Arithmetic,
    AsSet,
    Cards,
    CardsIn,
    Compare,
    Const,
    EnumWord,
    Expr,
    Filter,
    First,
    LonePiece,
    PieceAmount,
    PieceDetail,
    Ref,
    SetLoop,
    TermCall,
    VariableValue,
)
from interpreter.language.ir.nullness import narrowed, null_safe, null_safe_statement
from interpreter.language.ir.statements import Block, If, Signature, Statement, Term
from interpreter.language.ir.types import BOARD_LINES, CONDITION, MAYBE_NUMBER, NUMBER, Local, SourceRange, Type
from interpreter.language.ir.written import Parenthesized
from interpreter.language.reading.grammar import Grammar
from interpreter.language.reading.patterns import Pattern
from interpreter.language.resolving.ambiguity import Inference, open_tail
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, present_after, without_parentheses
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import SHOWN, Text
from interpreter.rulebook.text import NUMBER_WORDS
from interpreter.support.errors import NO_RANGE, WARNING, Detail, Location, Missing, Problem, RulebookError

Result = TypeVar("Result")
NamedKind = Literal[
    "seat", "side", "space", "box", "die", "card", "zone", "track", "variable", "flag", "column", "adjective", "deck",
    "state", "gives", "pieces", "noun", "group", "dice", "word",
]  # fmt: skip
"""Kinds of things that the rulebook declares and a text can name; a `word` is one of the game's vocabulary."""
SIDE_OF = "side of {seat}"
"""Id under which a use of a seat's side is recorded as a word, since the rulebook defines that elsewhere."""


class NameUse(NamedTuple):
    """The meaning of a word at a place of a text. The `id` of a word of the vocabulary is its first wording."""

    text: Text
    line: int
    column: int
    kind: NamedKind
    id: str

    @property
    def where(self) -> Location:
        """Position of the word in its file."""
        return self.text.place_at(self.line, self.column)


def column_of_values(symbols: Symbols, things: Expr) -> str:
    """Return the column whose listed values a set has, or some of these; an empty text if it is another set."""
    while isinstance(things, SetLoop):
        things = things.things
    if things.type.kind != "value" or not isinstance(things, Const):
        return ""
    nouns = (noun.group for noun in symbols.nouns.values() if noun.kind == "value" and noun.group is not None)
    listed = ((column, map(symbols.number_of_word, symbols.rulebook.values_of(column))) for column in nouns)
    return next((column for column, numbers in listed if tuple(numbers) == things.value), "")


def cards_of(things: Expr) -> Expr:
    """Convert a zone, or several, to the cards there; leave anything else as it is."""
    if things.type.kind != "zone":
        return things
    return CardsIn(things) if things.type.many else null_safe(Cards(things))


def shown(die: Expr) -> Expr:
    """Return the number that a die shows; 0 for one that hasn't been rolled."""
    return null_safe(VariableValue(SHOWN, (die,), type=NUMBER))


def piece_detail(symbols: Symbols, detail: str, value_type: Type, piece: Expr) -> Expr:
    """Return a detail of a piece: its kind, owner or space."""
    optional = None in symbols.piece_details(detail)
    return null_safe(PieceDetail(detail, piece, type=value_type._replace(optional=optional)))


def lone_piece(symbols: Symbols, sorts: tuple[str, ...], owner: Expr) -> Expr:
    """Return the only piece of a kind, given by its sorts, that a seat has; nothing if it isn't on the map."""
    spaces, it = constant(tuple(range(symbols.space_count)), Type("space", many=True)), Local("it", Type("space"))
    is_there = Compare(">", PieceAmount(sorts, local(it), owner), constant(0, NUMBER))
    place = First(Filter(spaces, it, is_there, type=spaces.type), type=Type("space", optional=True))
    return LonePiece(sorts, place, owner)


def space_of_piece(symbols: Symbols, piece: Expr) -> Expr:
    """Return the space on which a piece stands; of a lone piece, where it was found."""
    if isinstance(piece, LonePiece):
        return piece.space
    return piece_detail(symbols, "space", Type("space"), piece)


def line_number(line: Expr) -> Expr:
    """Return the number of a column or row, counted from 1."""
    return null_safe(Arithmetic("+", line, constant(1, NUMBER))).replace(written=line)


def as_cards(expr: Expr, wanted: Type) -> Expr:
    """Convert a zone to its cards where cards are wanted; leave anything else as it is."""
    return cards_of(expr) if wanted.kind == "card" and wanted.many else expr


class Resolver:
    """The resolver for the texts of one game; each rule of the grammar has its function.

    Attributes:
        phrases: Phrases of the vocabulary by word, with typed holes.
        outdated_phrases: Phrases that turned out to get optional arguments.
    tested_phrases: Phrases of which a text asks whether they can be carried out.
        list_kinds: Kinds of things that are put into lists.
        name_uses: Meanings of words in the texts that were read.
        warnings: Warnings by position.
    """

    def __init__(
        self,
        handlers: Handlers[Resolver],
        grammar: Grammar,
        phrases: dict[int, Signature],
        term_of: Callable[[int], Term],
        side: Callable[[], tuple[Local, Expr] | None],
    ) -> None:
        """Set up the resolver.

        Args:
            handlers: Functions for the rules of the grammar.
            grammar: Grammar of the game.
            phrases: Phrases of the vocabulary by word.
            term_of: Returns a condition or value of the vocabulary by number, with its type.
            side: Returns the expression for the side of a seat, and its name for the seat.

        Raises:
            ValueError: The handlers do not match the grammar.
        """
        handlers.check(set(grammar.rules.values()))
        self.symbols = grammar.symbols
        self.grammar = grammar
        self.phrases = phrases
        self.term_of = term_of
        self.side = side
        self.open_words: list[int] = []
        """The words whose texts are being read, the innermost last."""
        self.note_answer: Callable[[Type], None] = lambda _: None
        """Notes the type of an answer of the innermost word, where words can use themselves."""
        self.inference = Inference(grammar)
        self.outdated_phrases: set[int] = set()
        self.tested_phrases: set[int] = set()
        self.list_kinds: set[str] = set()
        self.name_uses: dict[tuple[Location, int, int, str], NameUse] = {}
        self.warnings: dict[Location, Problem] = {}
        self._noting = True
        self._handlers = handlers

    # -- places and mistakes

    def fail(
        self,
        scope: Scope,
        node: SyntaxPart,
        code: str,
        message: str,
        suggestion: str | None = None,
        form: str | None = None,
        detail: Detail = "cause",
        missing: Missing | None = None,
    ) -> NoReturn:
        """Raise RulebookError for a part of a text.

        A `suggestion` can replace that part in the text; a `form` is only a pattern, which can't be inserted unchanged.
        """
        where, length = self._place(scope, node)
        problem = Problem(where, code, message, suggestion or form, None, length, detail=detail, missing=missing)
        raise RulebookError(problem if form is None else replace(problem, replaced=NO_RANGE))

    def refuse_type(
        self,
        scope: Scope,
        node: SyntaxPart,
        needed: str,
        found: Type,
        form: str | None = None,
        missing: Missing | None = None,
    ) -> NoReturn:
        """Raise RulebookError for a part of a text whose type is another than the one needed there.

        That something is a word says little: a name may be misspelt or have no meaning there.
        """
        detail: Detail = "place" if found.kind == "value" and not found.many else "cause"
        message = f"{needed}, and this is {found.with_article()}"
        self.fail(scope, node, "wrong-type", message, form=form, detail=detail, missing=missing)

    def where(self, scope: Scope, node: SyntaxPart) -> Location:
        """Return the position of a part of the text."""
        return self._place(scope, node)[0]

    def _place(self, scope: Scope, node: SyntaxPart) -> tuple[Location, int]:
        """Return the position of a part of the text, and the number of characters to mark there."""
        node = without_parentheses(node)
        if isinstance(node, Token):
            return scope.text.place_at(node.line or 1, node.column or 1), max(
                1, (node.end_column or 1) - (node.column or 1)
            )
        if not isinstance(node, Tree) or node.meta.empty:
            return scope.text.where, 1
        meta = node.meta
        length = meta.end_column - meta.column if meta.line == meta.end_line else 1
        return scope.text.place_at(meta.line, meta.column), max(1, length)

    def span_of(self, scope: Scope, node: SyntaxPart) -> SourceRange | None:
        """Return the range of a part of the text."""
        if isinstance(node, Tree) and node.meta.empty:
            return None
        spot = node.meta if isinstance(node, Tree) else node
        return SourceRange(scope.text, spot.line or 1, spot.column or 1, spot.end_line or 1, spot.end_column or 1)

    def with_span(self, scope: Scope, node: SyntaxPart, expr: Expr) -> Expr:
        """Return the expression; if it is a condition or a set, with its range in the text."""
        if expr.source_range is not None or not (
            expr.type.many or (expr.type == CONDITION and (expr.written is not None or not isinstance(expr, Const)))
        ):
            return expr
        said = self.span_of(scope, node)
        return expr if said is None else expr.replace(source_range=said)

    @contextmanager
    def without_recording(self) -> Iterator[None]:
        """Suspend recording, for parts that are not from the game's own texts."""
        before, self._noting = self._noting, False
        try:
            yield
        finally:
            self._noting = before

    def record_use(self, scope: Scope, node: SyntaxPart, kind: NamedKind, thing_id: str, beside: str = "") -> None:
        """Record the meaning of a word, in the place of an earlier one at this position with the same key `beside`."""
        if not self._noting:
            return
        spot = node.meta if isinstance(node, Tree) else node
        line, column = spot.line or 1, spot.column or 1
        self.name_uses[scope.text.where, line, column, beside] = NameUse(scope.text, line, column, kind, thing_id)

    # -- expressions

    def syntax(self, scope: Scope) -> SyntaxPart:
        """Return the syntax tree of the scope's text, which is one expression."""
        return self.read(scope, lambda _, node: node, self.value)

    def read(
        self,
        scope: Scope,
        meaning: Callable[[Scope, SyntaxPart], Result],
        trial: Callable[[Scope, SyntaxPart], object] | None = None,
    ) -> Result:
        """Resolve the scope's text, which is one expression.

        Args:
            scope: The scope.
            meaning: Resolves the syntax tree.
            trial: Resolves the trees of suggestions, if that takes more than `meaning` does.
        """

        def read(scope: Scope) -> object:
            return (trial or meaning)(scope, self.grammar.parse(scope.text, "value").children[0])

        try:
            return meaning(scope, self.grammar.parse(scope.text, "value").children[0])
        except RulebookError as error:
            raise self._with_wordings(error, scope, "value", read) from None

    def _with_wordings(
        self, error: RulebookError, scope: Scope, start: str, read: Callable[[Scope], object]
    ) -> RulebookError:
        """Return the error with sentences of the game that its line may have been meant to be."""
        if not is_searching_suggestions():
            return error

        def check(text: Text) -> Problem | None:
            try:
                read(replace(scope, text=text, names=dict(scope.names)))
            except RulebookError as error:
                return error.problems[0]
            return None

        return self.grammar.wordings.improve(error, scope.text, start, check)

    def value(self, scope: Scope, node: SyntaxPart, wanted: Type | None = None) -> Expr:
        """Resolve an expression; with `wanted`, convert it to that type or refuse it."""
        inner = without_parentheses(node)
        tree = inner if isinstance(inner, Tree) else Tree("number" if inner.type == "NUMBER" else "name", [inner])
        handler = self._handlers.expressions[self.grammar.rules[tree.data]]
        expr = self.with_span(scope, inner, handler(self, scope, tree))
        if inner is not node:
            expr = expr.replace(written=Parenthesized(expr))
        if isinstance(expr, Ref) and expr.local in scope.present:
            expr = narrowed(expr)
        if expr.type == CONDITION and self._noting and tree.data != "not_e":
            self._note_other_reading(scope, tree)
        return expr if wanted is None else self.convert(scope, node, expr, wanted)

    def _note_other_reading(self, scope: Scope, node: Syntax) -> None:
        """Record a warning for a condition with an ambiguous tail such as `where … and …`."""
        readings = self.readings(scope, node)
        if len(readings) > 1:
            message = f"this can be read in two ways: write `{readings[0]}`, as it is read now, or `{readings[1]}`"
            self.warn(scope, node, "reads-two-ways", message)

    def warn(self, scope: Scope, node: SyntaxPart, code: str, message: str) -> None:
        """Record a warning for a part of a text, unless recording is suspended."""
        if self._noting:
            where, length = self._place(scope, node)
            excerpt = scope.text.excerpt(where)
            self.warnings[where] = Problem(where, code, message, excerpt=excerpt, length=length, severity=WARNING)

    def readings(self, scope: Scope, node: Syntax) -> tuple[str, ...]:
        """Return the readings of a condition with a tail such as `where … and …`, written with parentheses.

        The first is the actual one. In the second, the tail ends earlier, and the rest is a condition beside the whole.
        """
        tail = open_tail(scope.text, node)
        if tail is None:
            return ()
        inside = len(tail.operands)
        while inside > 1 and self._is_condition(scope, tail.operands[inside - 1]):
            inside -= 1
        return (tail.as_read(),) if inside == len(tail.operands) else (tail.as_read(), tail.alternative(inside))

    def _is_condition(self, scope: Scope, node: SyntaxPart) -> bool:
        """True if a part of a text can be resolved as a condition in this scope."""
        try:
            with self.without_recording():
                self.condition(scope, node)
        except RulebookError:
            return False
        return True

    def convert(self, scope: Scope, node: SyntaxPart, expr: Expr, wanted: Type) -> Expr:
        """Convert the expression to the wanted type: one thing to a set, a zone to its cards, a piece to its space."""
        expr = as_cards(expr, wanted)
        if wanted.kind == "number" and isinstance(expr, EnumWord) and expr.word in NUMBER_WORDS:
            self.fail(scope, node, "wrong-type", "numbers are written in digits", f"`{NUMBER_WORDS.index(expr.word)}`")
        if wanted.kind == "number" and expr.type.kind == "die" and not expr.type.many:
            self.check_numbers(scope, node, expr)
            expr = shown(expr)
        if wanted.kind == "number" and expr.type.kind in BOARD_LINES and not expr.type.many:
            expr = line_number(expr)
        if wanted.kind in ("space", "place") and expr.type.kind == "piece" and not expr.type.many:
            expr = space_of_piece(self.symbols, expr).replace(written=expr.written or expr)
        if wanted == NUMBER and expr.type == CONDITION:
            message = "a number is needed here, and this is a condition"
            self.fail(scope, node, "wrong-type", message, form="`(1 if CONDITION, otherwise 0)`")
        if wanted == NUMBER:
            self.check_present(scope, node, expr)
        if not expr.type.is_assignable_to(wanted):
            is_countable = wanted == NUMBER and expr.type.many and expr.type.kind != "die"
            missing = Missing(before="number of ") if is_countable else None
            self.refuse_type(scope, node, f"{wanted.with_article()} is needed here", expr.type, missing=missing)
        if wanted.many and not expr.type.many:
            set_type = expr.type._replace(many=True, optional=False)
            if isinstance(expr, Const):
                return constant(expr.members, set_type, expr)
            return AsSet(expr, type=set_type)
        if wanted.many and expr.type.kind == "nothing":
            return constant((), wanted, expr)
        return expr

    def show_words(self, dice: Expr) -> bool:
        """True if words are on the faces of a die or of dice; False if there are also dice with numbers among them."""
        words = self.symbols.die_words
        return all(map(words.__getitem__, dice.members)) if isinstance(dice, Const) else all(words)

    def check_numbers(self, scope: Scope, node: SyntaxPart, dice: Expr) -> None:
        """Refuse dice with words on their faces where a number is needed."""
        if self.show_words(dice):
            among = dice.members if isinstance(dice, Const) else range(len(self.symbols.die_words))
            words = list(dict.fromkeys(word for die in among for word in self.symbols.die_words[die].values()))
            message = f"a number is needed here, and these dice show words: `showing {words[0]}`, `DIE is {words[0]}`"
            self.fail(scope, node, "wrong-type", message)

    def check_present(self, scope: Scope, node: SyntaxPart, expr: Expr) -> None:
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

    def condition(self, scope: Scope, node: SyntaxPart) -> Expr:
        """Resolve a condition."""
        expr = self.value(scope, node)
        if expr.type != CONDITION:
            needed, it = "a condition is needed here", scope.it
            if isinstance(expr, EnumWord) and it is not None and self.symbols.can_be(it.type.kind, expr.word):
                self.fail(scope, node, "no-condition", f"{needed}, and this is a word", f"`it is {expr.word}`")
            is_thing = expr.type.kind in ("seat", "card") and not expr.type.many
            missing = Missing(behind=" is not nothing") if is_thing else None
            self.refuse_type(scope, node, needed, expr.type, missing=missing)
        return expr

    def number(self, scope: Scope, node: SyntaxPart) -> Expr:
        """Resolve a number."""
        return self.value(scope, node, NUMBER)

    def set_of(self, scope: Scope, node: SyntaxPart) -> Expr:
        """Resolve a set of things; a single thing becomes a set."""
        return self.as_set(scope, node, self.value(scope, node))

    def as_set(self, scope: Scope, node: SyntaxPart, expr: Expr) -> Expr:
        """Return what a node was resolved to as a set of things; a single thing becomes a set."""
        if expr.type.kind == "number":
            self.fail(scope, node, "no-set", f"a set is needed here, and this is {expr.type.with_article()}")
        if expr.type.kind in ("condition", "text"):
            self.refuse_type(scope, node, "a set is needed here", expr.type)
        return self.convert(scope, node, expr, expr.type._replace(many=True))

    def seat(self, scope: Scope, node: SyntaxPart) -> Expr:
        """Resolve a seat."""
        return self.value(scope, node, Type("seat"))

    def you(self, scope: Scope, node: SyntaxPart) -> Expr:
        """Return the acting seat."""
        if scope.you is None:
            message = (
                "nobody acts here, so there is no `you`: say `of SEAT`; statements may stand under `as SEAT:` instead"
            )
            self.fail(scope, node, "nobody-acts", message)
        return scope.you

    def call_term(self, scope: Scope, node: SyntaxPart, pattern: Pattern, args: tuple[Expr, ...]) -> Expr:
        """Return the value of a condition or value of the vocabulary."""
        term = self.term_of(pattern.word)
        if term.uses_you:
            args = (*args, self.you(scope, node))
        if term.depth is not None:
            inside = self.open_words[-1:] == [pattern.word]
            depth = Arithmetic("+", local(term.depth), constant(1, NUMBER)) if inside else constant(0, NUMBER)
            args = (*args, depth)
        return null_safe(TermCall(pattern.word, args, pattern.text, type=term.type))

    # -- statements

    def program(self, scope: Scope, start: str = "program") -> Block:
        """Resolve the statements of the scope's text; `start` is `body` if they end in answers.

        Raises:
            RulebookError: They can't be read.
        """
        read = partial(self._program, start=start)
        try:
            return read(scope)
        except RulebookError as error:
            raise self._with_wordings(error, scope, "program", read) from None

    def _program(self, scope: Scope, start: str) -> Block:
        tree = self.grammar.parse(scope.text, start)
        return self.inference.read(tree, lambda: self.block(replace(scope, names=dict(scope.names)), tree))

    def block(self, scope: Scope, node: Syntax) -> Block:
        """Resolve the statements of a block; a change of an optional thing is guarded by a test that it is present."""
        block: list[Statement] = []
        for child in node.children:
            written = self.statement(scope, child)
            statement, given = null_safe_statement(written)
            if given != TRUE:
                guarded = ((given, (statement,)),)
                statement = If(written.where, guarded, None, written, source_range=written.source_range)
            block.append(statement)
            scope.present = present_after(scope.present, block[-1])
        return tuple(block)

    def statement(self, scope: Scope, node: Syntax) -> Statement:
        """Resolve one statement, without a guard for optional things."""
        statement = self._handlers.statements[self.grammar.rules[node.data]](self, scope, node)
        return statement.replace(source_range=self.span_of(scope, node))

    def bind(self, scope: Scope, token: Token | str, name_type: Type, of: Expr | None = None) -> Local:
        """Bind a local name in the scope.

        `token` is its token in the text, or a noun if the text gives no name; `of` is the set that it is a thing of.
        """
        word = str(token)
        if isinstance(token, Token) and word in self.symbols.names:
            self.fail(scope, token, "reserved-name", f"`{word}` already has a meaning in this game: take another name")
        if isinstance(token, Token) and self.grammar.is_reserved(word):
            others = (f"{before}_{word}" for before in ("this", "chosen", "my", "one"))
            free = next((name for name in others if name not in self.symbols.names and name not in scope.names), "x")
            message = f"`{word}` is a word of {self.grammar.owner_of(word)}: take another name, such as `{free}`"
            self.fail(scope, token, "reserved-name", message)
        name = Local(word, name_type, column="" if of is None else column_of_values(self.symbols, of))
        scope.names[word] = name
        return name
