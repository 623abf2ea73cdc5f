"""Queries about a position: values of expressions in it, and their dependence on what a seat can't see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.language.ir.expressions import Expr
from interpreter.language.queries import NameValues, Queries


class QueriedPosition:
    """A position with the seats that read it."""

    def __init__(self, rules: Rules, state: State, queries: Queries, readers: int | None) -> None:
        """Prepare queries about a state, which they must not change by drawing at random.

        Args:
            rules: The game.
            state: The state.
            queries: The compiler of queries.
            readers: Mask of the seats of which each must be allowed to know an answer; None: everything is known.
        """
        self.queries = queries
        self._state = state
        self._readers = readers
        self._known = rules.constants.known
        self._secrets, self._symbols = rules.program.analysis.secrets, rules.program.symbols
        self._variables = self._symbols.variables

    def value(self, expr: Expr, names: NameValues) -> Any:
        """Return the current value of an expression."""
        state = self._state
        evaluate = self.queries.evaluator(expr, names)
        with state.own_work():
            return evaluate(state, state.v, state.z, state.stack[-1] if state.stack else [])

    def is_hidden(self, expr: Expr, names: NameValues) -> bool:
        """Return True if an expression depends on card faces or variables that a reader can't see."""
        if self._readers is None:
            return False
        return self._secrets.is_hidden(
            expr,
            lambda variable: self._variables[variable].visible == "everyone",
            lambda zone: self._sees_into(zone, names),
        )

    def knows_card(self, card: int) -> bool:
        """Return True if all readers know which card has a number."""
        mask = self._readers or 0
        seen: int = self._state.v[self._known + card]
        return seen & mask == mask

    def _sees_into(self, zone: Expr, names: NameValues) -> bool:
        """Return True if the readers know all cards of one or several zones."""
        if self._secrets.is_open(zone, self._symbols):
            return True
        try:
            found = self.value(zone, names)
        except KeyError:  # the zone depends on a bound name of the set
            return False
        zones: Sequence[int] = found if isinstance(found, (list, tuple)) else [found]
        return all(self.knows_card(card) for number in zones for card in self._state.z[number])
