"""Queries: expressions that are in no text of a game, evaluated in its matches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from interpreter.language.backends.python.code import LinkedFunction, PythonCode
from interpreter.language.backends.python.linking import link_fragment, link_function
from interpreter.language.backends.python.printer import MVZ
from interpreter.language.checking.preconditions import BoundCondition, Preconditions
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block
from interpreter.language.ir.types import Local
from interpreter.language.lowered.game import Function, LoweredGame
from interpreter.language.lowered.instructions import Set
from interpreter.language.lowered.values import Register
from interpreter.language.lowering.expressions import Bindings
from interpreter.language.lowering.whole import Lowering
from interpreter.rulebook.model import Text
from interpreter.support.errors import Problem, RulebookError

Made = TypeVar("Made")
MOST_KEPT = 20_000
"""Largest number of compiled expressions and scopes that are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class NameScope:
    """The names at one point of a text, with the values from which they are computed.

    Attributes:
        bindings: Names with their values.
        assignments: Assignments to registers in these values, to be carried out first.
        parameters: Registers whose contents are given at each evaluation.
    """

    bindings: Bindings = field(default_factory=dict)
    assignments: tuple[Set, ...] = ()
    parameters: tuple[Register, ...] = ()


NO_NAMES = NameScope()


@dataclass(frozen=True, slots=True)
class NameValues:
    """Values of a text's names at one point of a match.

    Attributes:
        scope: The names.
        given: Contents of the scope's parameters.
    """

    scope: NameScope = NO_NAMES
    given: tuple[Any, ...] = ()

    @property
    def bindings(self) -> Bindings:
        """The names with their values."""
        return self.scope.bindings


class Queries:
    """A compiler of queries, which are linked to a copy of the game's code.

    It keeps what it compiled for expressions with names, because these come up again and again.
    """

    def __init__(self, lowering: Lowering, code: PythonCode, lowered: LoweredGame) -> None:
        self._lowering = lowering
        self._code = link_fragment(code, lowered)
        self._lowered = lowered
        self._kept: dict[tuple[Hashable, ...], tuple[Any, object]] = {}

    @property
    def preconditions(self) -> Preconditions:
        """The preconditions of statements."""
        return self._lowering.preconditions

    def untried(self, block: Block, event: bool, permitted: bool) -> BoundCondition:
        """Return the precondition of statements without trials: see `Preconditions.untried`."""
        key = (id(block), event, permitted)
        return self._keep(key, block, lambda: self.preconditions.untried(block, event, permitted))

    def names_at(self, decision: int) -> NameValues:
        """Return the names in scope at a decision."""
        bindings = self._lowered.decisions[decision].names
        return NameValues(self._keep((decision,), None, lambda: NameScope(dict(bindings))))

    def bind(self, name: Local, value: Expr, names: NameValues) -> NameValues:
        """Add a name for the value of an expression of the same text."""
        scope = names.scope

        def extended() -> NameScope:
            register = Register(name.type)
            assignment = Set(register, self._lowering.value(value, scope.bindings))
            bindings = {**scope.bindings, name: register}
            return NameScope(bindings, (*scope.assignments, assignment), scope.parameters)

        return NameValues(self._keep((name, id(value), scope), value, extended), names.given)

    def bind_value(self, name: Local, value: Any, names: NameValues) -> NameValues:
        """Add a name for a value that is known."""
        scope = names.scope

        def extended() -> NameScope:
            register = Register(name.type)
            parameters = (*scope.parameters, register)
            return NameScope({**scope.bindings, name: register}, scope.assignments, parameters)

        return NameValues(self._keep((name, scope), None, extended), (*names.given, value))

    def bind_arguments(self, parameters: Sequence[Local], args: Sequence[Expr], names: NameValues) -> NameValues:
        """Return the names of a text that is called with arguments from another one."""
        scope = names.scope

        def called() -> NameScope:
            registers = [Register(name.type) for name in parameters]
            values = [self._lowering.value(arg, scope.bindings) for arg in args]
            assignments = (*scope.assignments, *map(Set, registers, values))
            return NameScope(dict(zip(parameters, registers, strict=True)), assignments, scope.parameters)

        key = (*parameters, *map(id, args), scope)
        return NameValues(self._keep(key, args, called), names.given)

    def evaluator(self, expr: Expr, names: NameValues) -> Callable[..., Any]:
        """Compile an expression to a function `(m, v, z, f)` of a match's state, its cells, its zones and a frame."""
        scope = names.scope

        def compiled() -> Callable[..., Any]:
            return self._link(self._scoped_function(expr, scope), (*MVZ, "f"))

        call = self._keep((id(expr), scope), expr, compiled)
        return (lambda *state: call(*state, *names.given)) if names.given else call

    def _keep(self, key: tuple[Hashable, ...], alive: object, make: Callable[[], Made]) -> Made:
        """Return what was made under a key before, or make it.

        `alive` is kept, too: parts of a key are the identities of its expressions.
        """
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = make(), alive
        made: Made = self._kept[key][0]
        return made

    def function(self, expr: Expr, names: Sequence[Local] = (), text: Text | None = None) -> Callable[..., Any]:
        """Compile an expression to a function `(m, v, z, …)` of these names.

        Raises:
            RulebookError: The expression is nested too deeply; reported at its `text`.
        """
        try:
            return self._link(self._lowering.lower_to_function("a question", expr, names))
        except RulebookError:
            if text is None:
                raise
            problem = Problem(
                text.where, "too-deep", "this text is nested too deeply", excerpt=text.excerpt(text.where)
            )
            raise RulebookError(problem) from None

    def functions(self, asked: Sequence[tuple[Expr, Sequence[Local]]]) -> list[LinkedFunction]:
        """Compile expressions to functions `(m, v, z, …)` of their names.

        Raises:
            RulebookError: An expression is nested too deeply.
        """
        functions = [self._lowering.lower_to_function("a question", expr, names) for expr, names in asked]
        self._link_words()
        return [link_function(self._code, function) for function in functions]

    def lower(self, asked: Sequence[tuple[Expr, Sequence[Local]]]) -> tuple[list[Function], LoweredGame]:
        """Lower expressions to functions of their names, and return them with the game and the words that they call."""
        functions = [self._lowering.lower_to_function("a question", expr, names) for expr, names in asked]
        return functions, replace(self._lowered, terms=self._lowering.lowered_terms())

    def lower_scoped(self, asked: Sequence[tuple[Expr, NameValues]]) -> tuple[list[Function], LoweredGame]:
        """Lower expressions with names of a frame; the functions have the parameters of the names' scopes.

        Returns:
            The functions, and the game with the words that they call.
        """
        functions = [self._scoped_function(expr, names.scope) for expr, names in asked]
        return functions, replace(self._lowered, terms=self._lowering.lowered_terms())

    def _scoped_function(self, expr: Expr, scope: NameScope) -> Function:
        value = self._lowering.value(expr, scope.bindings)
        return Function("a question", scope.parameters, scope.assignments, value)

    def _link(self, function: Function, first: Sequence[str] = MVZ) -> Callable[..., Any]:
        """Link a function and make it callable; `first` names the arguments that precede its own."""
        self._link_words()
        return link_function(self._code, function, first).call

    def _link_words(self) -> None:
        """Link the words of the vocabulary that have been called so far."""
        terms = self._lowering.lowered_terms()
        if len(terms) > len(self._lowered.terms):
            self._lowered = replace(self._lowered, terms=terms)
            self._code = link_fragment(self._code, self._lowered)
