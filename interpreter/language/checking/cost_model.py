"""Cost model: upper bounds of the work that texts take.

A text that is known to take too much is refused before play; otherwise its work is counted during play. A *step* is a
look at one thing of a set. Loops and phrases are charged for their steps while they run (`State.work`), in units of
UNIT steps, so that no untrusted text can keep the machine busy for long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import assert_never

from interpreter.language.diagnostics import raise_problems
from interpreter.language.ir.builders import blocks_of, expressions_of, has_local, statements_in
from interpreter.language.ir.expressions import (
    And,
    AsSet,
    Compare,
    Conditional,
    Const,
    Expr,
    Filter,
    LongestRun,
    NeighbourSpaces,
    Pairs,
    PieceAmount,
    Range,
    Ref,
    TermCall,
    Union,
)
from interpreter.language.ir.nodes import PrintedValue, Size, Work
from interpreter.language.ir.statements import (
    Answer,
    Block,
    Choose,
    ForEach,
    MovePieces,
    Repeat,
    Statement,
    Term,
    WhileLoop,
)
from interpreter.language.ir.types import Local, kind_of_sort
from interpreter.language.layout import MAX_LIST_LENGTH
from interpreter.language.symbols import Symbols
from interpreter.support.errors import Problem

UNIT = 100
MAX_WORK = 2_000_000
"""Maximum number of steps to evaluate one expression."""
CEILING = MAX_WORK * 10
MAX_PAIRS = 1_000_000
"""Maximum number of pairs of two sets of which neither depends on a thing of the other."""
OFFER_DIVISOR = 20
"""Divisor of the upper bound for the options of a choice.

Most conditions are cut short, and most sets are much smaller than their kind. In the games measured, the options take a
thirtieth of the bound.
"""
FEWEST_ROUNDS = 100
"""Maximum number of rounds of a `while` in a body, in a game without more things of a kind."""
CALLS_CHARGED = 20
"""Number of calls for which a word is charged that uses itself. Few answers take more, and none more than 1,000."""
SMALL_LOOP = 100
"""Maximum number of rounds of a loop that is charged at once, if nothing inside is charged separately."""


class CostModel:
    """Upper bounds of the steps that expressions and statements take."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term]) -> None:
        self.term_of = term_of
        self._known: dict[int, int] = {}
        self._counting: list[Term] = []
        self._word_sizes: dict[int, int] = {}
        edges = symbols.rulebook.map.edges
        self._passages = symbols.space_count + len(edges)
        ends = (Counter(edge[at] for edge in edges) for at in range(2))
        self._most_neighbours = max((number for counted in ends for number in counted.values()), default=1)
        self._supplies = {
            piece.id: piece.supply * (1 if piece.owner is None else len(symbols.seats))
            for piece in symbols.rulebook.pieces
        }
        self._sizes = {
            "seat": len(symbols.seats),
            "side": len(symbols.rulebook.sides),
            "space": symbols.space_count,
            "box": symbols.place_count,
            "place": symbols.place_count,
            "direction": len(symbols.directions.names),
            "column": len(symbols.labels["column"]),
            "row": len(symbols.labels["row"]),
            "die": len(symbols.die_faces),
            "card": len(symbols.rulebook.cards),
            "zone": symbols.zone_count,
            "number": MAX_LIST_LENGTH,
        }
        self.most_rounds = max(FEWEST_ROUNDS, *(self._sizes[kind] for kind in ("seat", "place", "card")))
        """Maximum number of rounds of a `while` or `repeat` in the body of a condition or value."""
        self.nouns: dict[str, str] = {noun.kind: noun.many for noun in reversed(symbols.nouns.values())}
        """Nouns for several things of a kind, of kinds that have one."""

    def size(self, expr: Expr) -> int:
        """Return the maximum size of a set."""
        if isinstance(expr, PrintedValue):
            return expr.most()
        of_the_kind = max(1, self._sizes.get(expr.type.kind, 100))
        match expr:
            case TermCall():
                return min(of_the_kind, self._size_of_word(expr.word))
            case Conditional(yes=yes, no=no):
                return max(self.size(yes), self.size(no))
            case AsSet():
                return 1
            case Range(low=Const(value=int(low)), high=Const(value=int(high))):
                return min(MAX_LIST_LENGTH, max(0, high - low + 1))
            case NeighbourSpaces():
                return min(of_the_kind, self._most_neighbours)
            case Union(left=left, right=right):
                return min(of_the_kind, self.size(left) + self.size(right))
            case Filter(things=things, it=it, condition=condition):
                return min(self.size(things), self.most_with(condition, it, of_the_kind))
        match expr.size:
            case Size.KIND:
                return of_the_kind
            case Size.PART:
                return min(self.size(expr.parts[0]), of_the_kind)
            case Size.LIST:
                return MAX_LIST_LENGTH
            case _:
                assert_never(expr.size)

    def most_with(self, condition: Expr, it: Local, most: int) -> int:
        """Return the maximum number of things for which a condition holds: places with pieces are as few as these."""
        match condition:
            case And(left=left, right=right):
                return min(self.most_with(left, it, most), self.most_with(right, it, most))
            case Compare(
                sign=">", left=PieceAmount(sorts=sorts, place=Ref(local=place)), right=Const(value=int(fewest))
            ) if place is it and fewest >= 0:
                return min(most, sum(self._supplies[kind] for kind in {kind_of_sort(sort) for sort in sorts}))
        return most

    def _size_of_word(self, word: int) -> int:
        """Return the maximum size of the set that a value of the vocabulary is."""
        if word not in self._word_sizes:
            self._word_sizes[word] = CEILING  # for a word that leads back to itself
            term = self.term_of(word)
            answers = [each.value for each in statements_in(term.block) if isinstance(each, Answer)]
            self._word_sizes[word] = max(map(self.size, answers or [term.body]))
        return self._word_sizes[word]

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
            case Work.LOOP if isinstance(expr, Filter):
                return min(CEILING, own + parts[0] + self._tests(expr.condition, expr.it, self.size(expr.things)))
            case Work.LOOP:
                return min(CEILING, own + self.size(inside[0]) * parts[1] + parts[0] + sum(parts[2:]))
            case Work.SCAN | Work.LOOK:
                own += self._sizes["card"] if isinstance(expr, LongestRun) else 0
                if work is Work.SCAN or expr.type.many:
                    own += min(self.size(expr), self.size(inside[-1])) if inside else 1
            case _:
                assert_never(work)
        return min(CEILING, own + sum(parts))

    def _tests(self, condition: Expr, it: Local, rounds: int) -> int:
        """Return the maximum number of steps to test things; a conjunction ends where its left side fails."""
        if isinstance(condition, And):
            remaining = self.most_with(condition.left, it, rounds)
            return rounds + self._tests(condition.left, it, rounds) + self._tests(condition.right, it, remaining)
        return rounds * self.steps(condition)

    def _of_word(self, expr: Expr) -> int:
        assert isinstance(expr, TermCall)
        if expr.word not in self._known:
            term = self.term_of(expr.word)
            if any(term is each for each in self._counting):  # it uses itself
                return 1
            self._known[expr.word] = self.steps_of_term(term)
        return self._known[expr.word]

    def steps_of_term(self, term: Term) -> int:
        """Return the maximum number of steps to evaluate a condition or value of the vocabulary."""
        self._counting.append(term)
        steps = self._of_body(term.block) if term.block else self.steps(term.body)
        self._counting.pop()
        return steps if term.depth is None else min(CEILING, CALLS_CHARGED * steps)

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
                supply = sum(self._supplies[kind] for kind in {kind_of_sort(sort) for sort in statement.sorts})
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
