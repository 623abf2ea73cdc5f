"""From a syntax tree to statements with known names and types."""

from __future__ import annotations

from dataclasses import replace

from interpreter.errors import RulebookError
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.making import TRUE, constant, local
from interpreter.language.ir.statements import (
    Assign,
    Block,
    Call,
    ChangeState,
    Choose,
    If,
    MoveCards,
    MovePieces,
    Must,
    Routine,
    Run,
    Statement,
)
from interpreter.language.ir.types import Type
from interpreter.language.resolving.assignments import Assignments
from interpreter.language.resolving.card_statements import CardStatements
from interpreter.language.resolving.choice_statements import ChoiceStatements
from interpreter.language.resolving.control_statements import ControlStatements
from interpreter.language.resolving.optional import given_something
from interpreter.language.resolving.piece_statements import PieceStatements
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, Syntax


class StatementResolver(PieceStatements, CardStatements, ChoiceStatements, Assignments, ControlStatements):
    """Gives the statements of one game's texts their meaning. `phrases` are those of the vocabulary by word, their
    holes known; `outdated` those of which it was found that they are given nothing.
    """

    def __init__(self, values: Resolver, phrases: dict[int, Routine]) -> None:
        super().__init__(values)
        self.phrases = phrases
        self.outdated: set[int] = set()

    def program(self, scope: Scope) -> Block:
        """The statements of the scope's text. Raises RulebookError if they can't be read."""
        try:
            return self._program(scope)
        except RulebookError as error:
            raise self.values.with_wordings(error, scope, "program", self._program) from None

    def _program(self, scope: Scope) -> Block:
        tree = self.values.grammar.parse(scope.text, "program")
        return self.inference.read(tree, lambda: self._block(replace(scope, names=dict(scope.names)), tree))

    def _block(self, scope: Scope, node: Syntax) -> Block:
        return [self._statement(scope, child) for child in node.children]

    def _statement(self, scope: Scope, node: Syntax) -> Statement:
        """A statement; one that would change something of what may be nothing is done only if it is something."""
        statement, given = given_something(self._plain(scope, node))
        return statement if given == TRUE else If(self._where(scope, node), [(given, [statement])], None)

    def _plain(self, scope: Scope, node: Syntax) -> Statement:
        method = getattr(self, f"_{node.data}", None)
        if method is not None:
            statement: Statement = method(scope, node)
            return statement
        return self._phrase(scope, node)

    def _must(self, scope: Scope, node: Syntax) -> Must:
        inner, given = given_something(self._plain(scope, node.children[0]))
        if not isinstance(inner, (Assign, MovePieces, ChangeState, MoveCards, Choose, Call, Run)):
            self.values.fail(scope, node, "must", "`must` can stand before raise, lower, move, choose and phrases")
        return Must(self._where(scope, node), inner, given, self.values.said(scope, node))

    def _phrase(self, scope: Scope, node: Syntax) -> Call | Run:
        pattern, args = self.values.match(scope, node, lambda word: self.phrases[word].holes)
        for hole, arg in zip(self.phrases[pattern.word].holes, args, strict=True):
            if arg.type.optional and not hole.type.optional:
                hole.type = hole.type._replace(optional=True)
                self.outdated.add(pattern.word)
        you = self._you_or_nobody(scope)
        if scope.bent is not None and pattern.word == scope.bent[0]:
            return Run(self._where(scope, node), scope.bent[1], args, you)
        return Call(self._where(scope, node), pattern.word, args, you)

    def _as_usual(self, scope: Scope, node: Syntax) -> Run:
        if scope.bent is None:
            self.values.fail(
                scope, node, "nothing-bent", "`do it as usual` can stand only in a rule that bends a phrase"
            )
        word, routine = scope.bent
        args = tuple(local(scope.names[hole.name]) for hole in self.phrases[word].holes)
        return Run(self._where(scope, node), routine, args, self._you_or_nobody(scope))

    def _you_or_nobody(self, scope: Scope) -> Expr:
        return scope.you if scope.you is not None else constant(None, Type("seat", optional=True))
