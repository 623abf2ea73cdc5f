"""How much work texts can make: refused before play where it is known to be too much, counted in play where it is not.

A *step* is a look at one thing of a set. Loops and phrases are charged for their steps while they run (`State.work`),
in units of UNIT steps, so that nothing a stranger writes keeps the machine busy for long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from interpreter.errors import Problem
from interpreter.language.diagnostics import refuse
from interpreter.language.ir.expressions import Const, Expr, TermCall
from interpreter.language.ir.nodes import Printed, Size, Work
from interpreter.language.ir.statements import Block, Choose, ForEach, Repeat, Statement, Term
from interpreter.language.ir.walks import blocks_of, expressions_of, statements_in
from interpreter.language.limits import LONGEST
from interpreter.language.symbols import Symbols

UNIT = 100
MOST_WORK = 2_000_000
"""Steps that working out one expression may take at the most."""
CEILING = MOST_WORK * 10
OFFERED = 20
"""The upper bound of what a choice's options take is divided by this: most conditions are cut short, and most sets are
much smaller than their kind. In the games measured it takes a thirtieth of the bound."""
SMALL = 100
"""Rounds of a loop that are charged all at once, if nothing inside is charged by itself."""


class Weights:
    """Upper bounds of the steps that expressions and statements take."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term]) -> None:
        self.term_of = term_of
        self._known: dict[int, int] = {}
        self._sizes = {
            "seat": len(symbols.seats),
            "side": len(symbols.rulebook.sides),
            "space": symbols.spaces,
            "box": symbols.places,
            "place": symbols.places,
            "card": len(symbols.rulebook.cards),
            "zone": symbols.zones,
            "number": LONGEST,
        }

    def size(self, expr: Expr) -> int:
        """The most things that a set can have."""
        if isinstance(expr, Printed):
            return expr.most()
        of_the_kind = self._sizes.get(expr.type.kind, 100)
        match expr.size:
            case Size.KIND:
                return max(1, of_the_kind)
            case Size.PART:
                return min(self.size(expr.parts[0]), of_the_kind)
            case Size.LIST:
                return LONGEST
            case _:
                assert_never(expr.size)

    def of(self, expr: Expr) -> int:
        """The steps of an expression."""
        inside = expr.parts
        parts = [self.of(part) for part in inside]
        own, work = 1, expr.work
        match work:
            case Work.WORD:
                own += self._of_word(expr)
            case Work.LOOP:
                return min(CEILING, own + self.size(inside[0]) * parts[1] + parts[0] + sum(parts[2:]))
            case Work.SCAN | Work.LOOK:
                if work is Work.SCAN or expr.type.many:
                    own += self.size(inside[-1]) if inside else 1
            case _:
                assert_never(work)
        return min(CEILING, own + sum(parts))

    def _of_word(self, expr: Expr) -> int:
        assert isinstance(expr, TermCall)
        if expr.word not in self._known:
            self._known[expr.word] = self.of(self.term_of(expr.word).body)
        return self._known[expr.word]

    def check(self, condition: Expr, block: Block) -> None:
        """Raises RulebookError if it could take too long to work out whether a block can be carried out."""
        if self.of(condition) > MOST_WORK:
            message = "working out whether this can be done could take too long"
            refuse([Problem(block[0].where, "too-much-work", message)])

    def block(self, block: Block) -> int:
        """The steps of a block, without loops that are charged by themselves."""
        total = 0
        for statement in block:
            steps = sum(self.of(expr) for expr in expressions_of(statement))
            total += 1 + (steps // OFFERED if isinstance(statement, Choose) else steps)
            rounds = self.rounds(statement)
            if rounds is not None and isinstance(statement, ForEach | Repeat):
                total += rounds * self.block(statement.body)
            elif not statement.facts.repeats:
                total += sum(self.block(inner) for inner in blocks_of(statement))
        return min(CEILING, total)

    def units(self, block: Block) -> int:
        return 1 + self.block(block) // UNIT

    def rounds(self, statement: Statement) -> int | None:
        """How often a small loop goes round that is charged with what it stands in; None for any other statement."""
        if not isinstance(statement, (ForEach, Repeat)) or not is_straight(statement.body):
            return None
        if isinstance(statement, ForEach) and statement.again:
            return None
        rounds = self.size(statement.things) if isinstance(statement, ForEach) else _constant(statement.times)
        return rounds if rounds is not None and rounds <= SMALL else None


def _constant(expr: Expr) -> int | None:
    return max(0, expr.number) if isinstance(expr, Const) else None


def is_straight(block: Block) -> bool:
    """Whether a block has neither loops nor calls, so that it is done when its own steps are."""
    return not any(statement.facts.repeats or statement.facts.calls for statement in statements_in(block))
