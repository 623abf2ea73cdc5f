"""Cost model: upper bounds of the work that texts take.

A text that is known to take too much is refused before play; otherwise its work is counted during play. A *step* is a
look at one thing of a set. Loops and phrases are charged for their steps while they run (`State.work`), in units of
UNIT steps, so that no untrusted text can keep the machine busy for long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from interpreter.language.checking.route_bounds import RouteBounds
from interpreter.language.checking.set_sizes import CEILING, SetSizes
from interpreter.language.diagnostics import raise_problems
from interpreter.language.execution.subset_numbers import MOST_SUBSET_OPTIONS, count_subsets
from interpreter.language.ir.builders import blocks_of, expressions_of, has_local, statements_in
from interpreter.language.ir.expressions import (
    And,
    Const,
    Expr,
    Filter,
    LongestRun,
    Pairs,
    Subsets,
    TermCall,
)
from interpreter.language.ir.nodes import Size, Work
from interpreter.language.ir.statements import (
    Block,
    Choose,
    ForEach,
    MovePieces,
    Repeat,
    Statement,
    Term,
    WhileLoop,
)
from interpreter.language.ir.types import Local
from interpreter.language.symbols import Symbols
from interpreter.support.errors import Problem

UNIT = 100
MAX_WORK = 2_000_000
"""Maximum number of steps to evaluate one expression."""
MAX_PAIRS = 1_000_000
"""Maximum number of pairs of two sets of which neither depends on a thing of the other."""
OFFER_DIVISOR = 20
"""Divisor of the upper bound for the options of a choice.

Most conditions are cut short, and most sets are much smaller than their kind. In the games measured, the options take a
thirtieth of the bound.
"""
FEWEST_ROUNDS = 100
"""Maximum number of rounds of a `while` in a body, in a game without more things of a kind."""
SMALL_LOOP = 100
"""Maximum number of rounds of a loop that is charged at once, if nothing inside is charged separately."""


class CostModel:
    """Upper bounds of the steps that expressions and statements take."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term]) -> None:
        self.term_of = term_of
        self._known: dict[int, int] = {}
        edges = symbols.rulebook.map.edges
        self._passages = symbols.space_count + len(edges)
        self.sizes = SetSizes(symbols, term_of)
        self.routes = RouteBounds(symbols, self.sizes)
        self.most_rounds = max(FEWEST_ROUNDS, *(self.sizes.of_kinds[kind] for kind in ("seat", "place", "card")))
        """Maximum number of rounds of a `while` or `repeat` in the body of a condition or value."""
        self.nouns: dict[str, str] = {noun.kind: noun.many for noun in reversed(symbols.nouns.values())}
        """Nouns for several things of a kind, of kinds that have one."""

    def size(self, expr: Expr) -> int:
        """Return the maximum size of a set."""
        return self.sizes.most(expr)

    def has_too_many_pairs(self, expr: Expr) -> bool:
        """Return whether these are pairs of two large sets."""
        if not isinstance(expr, Pairs):
            return False
        second = expr.seconds
        while second.size is Size.PART and second.parts:
            second = second.parts[0]
        return not has_local(second, expr.it) and self.size(expr.things) * self.size(expr.seconds) > MAX_PAIRS

    def steps(self, expr: Expr) -> int:
        """Return the maximum number of steps to evaluate an expression."""
        inside = expr.parts
        parts = [self.steps(part) for part in inside]
        own, work = 1, expr.work
        match work:
            case Work.WORD:
                own += self._of_word(expr)
            case Work.MAP:
                own += self._passages
            case Work.ROUTE:
                own += self._passages + self.routes.steps(inside[0])
            case Work.LOOP if isinstance(expr, Filter):
                return min(CEILING, own + parts[0] + self._tests(expr.condition, expr.it, self.size(expr.things)))
            case Work.LOOP:
                return min(CEILING, own + self.size(inside[0]) * parts[1] + parts[0] + sum(parts[2:]))
            case Work.SCAN | Work.LOOK:
                own += self.sizes.of_kinds["card"] if isinstance(expr, LongestRun) else 0
                if isinstance(expr, Subsets):
                    own += count_subsets(self.size(expr.things), 0, expr.largest, MOST_SUBSET_OPTIONS)
                if work is Work.SCAN or expr.type.many:
                    own += min(self.size(expr), self.size(inside[-1])) if inside else 1
            case _:
                assert_never(work)
        return min(CEILING, own + sum(parts))

    def _tests(self, condition: Expr, it: Local, rounds: int) -> int:
        """Return the maximum number of steps to test things; a conjunction ends where its left side fails."""
        if isinstance(condition, And):
            remaining = self.sizes.most_with(condition.left, it, rounds)
            return rounds + self._tests(condition.left, it, rounds) + self._tests(condition.right, it, remaining)
        return rounds * self.steps(condition)

    def _of_word(self, expr: Expr) -> int:
        assert isinstance(expr, TermCall)
        if expr.word not in self._known:
            term = self.term_of(expr.word)
            self._known[expr.word] = self.steps_of_term(term) if term.depth is None else 0  # each call is charged
        return self._known[expr.word]

    def steps_of_term(self, term: Term) -> int:
        """Return the maximum number of steps to evaluate a condition or value of the vocabulary.

        Further calls of a word that uses itself are left out.
        """
        return self._of_body(term.block) if term.block else self.steps(term.body)

    def units_of_call(self, term: Term) -> int:
        """Return the charge of one call of a word that uses itself in units, at least 1."""
        return 1 + self.steps_of_term(term) // UNIT

    def _of_body(self, block: Block) -> int:
        """Return the maximum number of steps of the statements that compute an answer, with their loops."""
        total = 0
        for statement in block:
            own = 1 + sum(self.steps(expr) for expr in expressions_of(statement))
            inner = sum(self._of_body(each) for each in blocks_of(statement))
            match statement:
                case ForEach():
                    total += own + self.size(statement.things) * inner
                case Repeat():
                    rounds = _constant(statement.times)
                    total += own + (self.most_rounds if rounds is None else min(rounds, self.most_rounds)) * inner
                case WhileLoop():
                    total += self.most_rounds * (own + inner)
                case _:
                    total += own + inner
        return min(CEILING, total)

    def check(self, condition: Expr, block: Block) -> None:
        """Raise RulebookError if the precondition of a block could take too long to evaluate."""
        if self.steps(condition) > MAX_WORK:
            message = "working out whether this can be done could take too long"
            raise_problems([Problem(block[0].where, "too-much-work", message)])

    def block(self, block: Block) -> int:
        """Return the number of steps of a block, without loops that are charged separately."""
        total = 0
        for statement in block:
            steps = sum(self.steps(expr) for expr in expressions_of(statement))
            if isinstance(statement, MovePieces) and statement.at_random:
                supply = self.sizes.supply(statement.sorts)
                drawn = statement.amount.number if isinstance(statement.amount, Const) else supply
                steps += min(drawn, supply) * len(statement.sorts)
            total += 1 + (steps // OFFER_DIVISOR if isinstance(statement, Choose) else steps)
            rounds = self.rounds(statement)
            if rounds is not None and isinstance(statement, ForEach | Repeat):
                total += rounds * self.block(statement.body)
            elif not statement.facts.repeats:
                total += sum(self.block(inner) for inner in blocks_of(statement))
        return min(CEILING, total)

    def units(self, block: Block) -> int:
        """Return the charge of a block in units, at least 1."""
        return 1 + self.block(block) // UNIT

    def rounds(self, statement: Statement) -> int | None:
        """Return the number of rounds of a small loop that is charged with its block; None for other statements."""
        if not isinstance(statement, (ForEach, Repeat)) or not is_straight(statement.body):
            return None
        if isinstance(statement, ForEach) and statement.until_empty:
            return None
        rounds = self.size(statement.things) if isinstance(statement, ForEach) else _constant(statement.times)
        return rounds if rounds is not None and rounds <= SMALL_LOOP else None


def _constant(expr: Expr) -> int | None:
    return max(0, expr.number) if isinstance(expr, Const) else None


def is_straight(block: Block) -> bool:
    """Return whether a block has neither loops nor calls, so that it takes only its own steps."""
    return not any(statement.facts.repeats or statement.facts.calls for statement in statements_in(block))
