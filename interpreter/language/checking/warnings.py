"""Warnings about rules that are valid but probably unintended; `cahier check` shows them, and play ignores them.

Only what is certain from the rules alone is reported. Of several oddities with one cause, only the first is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from interpreter.errors import WARNING, Problem, Where
from interpreter.language.checking.effects import Effects
from interpreter.language.checking.idle import Idle
from interpreter.language.checking.lasting import Lasting
from interpreter.language.checking.ranges import Ranges
from interpreter.language.checking.reasons import Reasons, Why
from interpreter.language.checking.spans import Known
from interpreter.language.checking.unseen import unseen_cards
from interpreter.language.ir.expressions import Compare, Const, Expr, Track
from interpreter.language.ir.making import conjuncts, terms_in
from interpreter.language.ir.statements import (
    Block,
    Choose,
    ForEach,
    If,
    Leave,
    Must,
    OnlyIf,
    Statement,
    Stop,
    Term,
    While,
)
from interpreter.language.ir.types import Said
from interpreter.language.ir.walks import blocks_of, statements_in
from interpreter.language.symbols import Symbols


def find_warnings(effects: Effects, symbols: Symbols, terms: dict[int, Term], others: Iterable[Expr]) -> list[Problem]:
    """Return the warnings for all texts of a game; `others` are expressions outside of routines and terms."""
    routines = effects.routines
    walk = _Walk(effects, symbols, terms)
    walk.vocabulary(terms)
    for routine in routines.all:
        walk.block(routine.body, {})
    return [*walk.found, *unseen_cards(routines, symbols, terms, others)]


def odd_conditions(
    effects: Effects, symbols: Symbols, terms: dict[int, Term], conditions: Iterable[tuple[Where, Expr]]
) -> list[Problem]:
    """Return the warnings for conditions that never or always hold, except for those caused by the vocabulary."""
    walk = _Walk(effects, symbols, terms)
    walk.vocabulary(terms)
    walk.found.clear()
    for where, condition in conditions:
        walk.condition(where, condition, {})
    return walk.found


class _Walk:
    """Walks through statements in order, and tracks the possible values of names."""

    def __init__(self, effects: Effects, symbols: Symbols, terms: dict[int, Term]) -> None:
        self.found: list[Problem] = []
        self._routines = routines = effects.routines
        self._ranges = Ranges(symbols, terms.__getitem__)
        self._idle = Idle(self._ranges, routines)
        self._lasting = Lasting(effects, self._ranges, symbols)
        self._reasons = Reasons(self._ranges, symbols, terms)

    def vocabulary(self, terms: dict[int, Term]) -> None:
        """Check the conditions of the vocabulary, and report those that never hold by themselves."""
        conditions = {number: term.body for number, term in terms.items() if term.type.kind == "condition"}
        odd = {number for number, body in conditions.items() if self._ranges.never(body, {})}
        for number in odd:
            if not terms_in(conditions[number]) & odd:
                self._never(terms[number].text.where, conditions[number], {})
        self._ranges.leave_out(odd)

    def condition(self, where: Where, condition: Expr, known: Known) -> bool:
        """Return whether a condition can hold, and report one that never or always does."""
        if self._ranges.never(condition, known):
            self._never(where, condition, known)
            return False
        self._always(where, condition, known)
        return True

    def block(self, block: Block, known: Known) -> None:
        """Check the statements of a block, up to the point where the rest is certainly skipped."""
        known = dict(known)
        for statement, after in zip_longest(block, block[1:]):
            if isinstance(statement, Stop | Leave) and after is not None:
                self._tell(after.where, "never-reached", "this is never reached: the line before it leaves first")
                return
            if not self._goes_on(statement, known):
                return

    def _goes_on(self, statement: Statement, known: Known) -> bool:
        """Check a statement, and return whether the next one can be reached.

        Records the possible values of the name that it binds.
        """
        if isinstance(statement, Must):
            return self._goes_on(statement.inner, known)
        if isinstance(statement, OnlyIf):
            if not self.condition(statement.where, statement.condition, known):
                return False
        elif isinstance(statement, Choose):
            if self._ranges.is_empty(statement.options, known):
                message = "there is never anything to choose here"
                self._tell(statement.where, "nothing-there", message, statement.options.said)
                return False
        elif isinstance(statement, If):
            self._branches(statement, known)
        elif isinstance(statement, ForEach):
            if self._ranges.is_empty(statement.things, known):
                message = "this is never done: there is nothing to do it for"
                self._tell(statement.where, "nothing-there", message, statement.things.said)
            else:
                self.block(statement.body, self._ranges.within(statement, known))
        elif isinstance(statement, While):
            self._while(statement, known)
        elif reason := self._idle.reason(statement, known):
            self._does_nothing(statement, reason)
        else:
            for inner in blocks_of(statement):
                self.block(inner, known)
        self._ranges.note(statement, known)
        return True

    def _branches(self, statement: If, known: Known) -> None:
        for condition, block in statement.branches:
            if self.condition(statement.where, condition, known):
                self.block(block, known)
        self.block(statement.otherwise or (), known)

    def _while(self, statement: While, known: Known) -> None:
        if self._ranges.never(statement.condition, known):
            self._never(statement.where, statement.condition, known)
            return
        if self._ranges.always(statement.condition, known) and not self._can_be_left(statement.body):
            why = self._reasons.of(statement.condition, known, holds=True)
            self._about(statement.where, "never-ends", "this `while` never ends", replace(why, said=None))
        elif missing := self._lasting.forever(statement):
            message = f"once it begins, this `while` never ends: nothing in it {missing}"
            self._tell(statement.where, "never-ends", message)
        else:
            self._always(statement.where, statement.condition, known)
        self.block(statement.body, known)

    def _does_nothing(self, statement: Statement, reason: str) -> None:
        called = self._routines.called(statement)
        if called >= 0 and self._idle.routine(called):  # reported at the routine's own text
            return
        self._tell(statement.where, "does-nothing", f"this does nothing: {reason}")

    def _never(self, where: Where, condition: Expr, known: Known) -> None:
        why = self._reasons.of(condition, known, holds=False)
        self._about(where, "never-holds", "this can never hold", why)

    def _always(self, where: Where, condition: Expr, known: Known) -> None:
        """Report conditions that the ends of a track imply; other redundant conditions may be written for safety."""
        for part in conjuncts(condition):
            on_track = isinstance(part, Compare) and {type(each) for each in part.parts} == {Track, Const}
            if on_track and self._ranges.always(part, known):
                self._about(where, "always-holds", "this always holds", self._reasons.of(part, known, holds=True))

    def _can_be_left(self, body: Block) -> bool:
        """Return whether a loop with this body may end although its condition holds."""
        seen: set[int] = set()
        queue = [body]
        while queue:
            for statement in statements_in(queue.pop()):
                if statement.facts.leaves is not None or statement.facts.anything:
                    return True
                for number in self._routines.set_going(statement):
                    if number not in seen:
                        seen.add(number)
                        queue.append(self._routines.all[number].body)
        return False

    def _about(self, where: Where, code: str, message: str, why: Why) -> None:
        """Report a problem at the part of the text that causes it, if its location is known."""
        self._tell(where, code, f"{message}: {why.text}" if why.text else message, why.said)

    def _tell(self, where: Where, code: str, message: str, said: Said | None = None) -> None:
        if said is None or said.where.file != where.file:
            self.found.append(Problem(where, code, message, severity=WARNING))
            return
        excerpt = said.text.excerpt(said.where)
        length = said.end_column - said.column if said.line == said.end_line else 1
        self.found.append(Problem(said.where, code, message, None, excerpt, length, WARNING))
