"""Upper bounds of the sizes of sets: of all things of a kind, or of those that a few pieces can be with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import assert_never

from interpreter.language.ir.builders import has_local, statements_in
from interpreter.language.ir.expressions import (
    And,
    AsSet,
    Compare,
    Conditional,
    Const,
    Expr,
    Filter,
    Leading,
    NeighbourSpaces,
    PieceAmount,
    Range,
    Ref,
    TermCall,
    Union,
)
from interpreter.language.ir.nodes import PrintedValue, Size
from interpreter.language.ir.statements import Answer, Term
from interpreter.language.ir.types import Local, kind_of_sort
from interpreter.language.layout import MAX_LIST_LENGTH
from interpreter.language.symbols import Symbols

CEILING = 20_000_000
"""Size of a set, and number of steps, above which nothing is told apart."""


class SetSizes:
    """Upper bounds of the sizes of sets."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term]) -> None:
        self.term_of = term_of
        self._word_sizes: dict[int, int] = {}
        ends = (Counter(edge[at] for edge in symbols.rulebook.map.edges) for at in range(2))
        self._most_neighbours = max((number for counted in ends for number in counted.values()), default=1)
        self._pieces = {piece.id: piece for piece in symbols.rulebook.pieces}
        self._seat_count = len(symbols.seats)
        self.of_kinds = {
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
        """Maximum number of different things of each kind."""

    def supply(self, sorts: Iterable[str], *, is_owned: bool = False) -> int:
        """Return the number of all pieces of some sorts; with `is_owned`, of those that one owner can have."""
        total = 0
        for kind in {kind_of_sort(sort) for sort in sorts}:
            piece = self._pieces[kind]
            total += piece.supply * (1 if is_owned or piece.owner is None else self._seat_count)
        return total

    def most(self, expr: Expr) -> int:
        """Return the maximum size of a set."""
        if isinstance(expr, PrintedValue):
            return expr.most()
        of_the_kind = max(1, self.of_kinds.get(expr.type.kind, 100))
        match expr:
            case TermCall():
                return min(of_the_kind, self._size_of_word(expr.word))
            case Conditional(yes=yes, no=no):
                return max(self.most(yes), self.most(no))
            case AsSet():
                return 1
            case Range(low=Const(value=int(low)), high=Const(value=int(high))):
                return min(MAX_LIST_LENGTH, max(0, high - low + 1))
            case NeighbourSpaces():
                return min(of_the_kind, self._most_neighbours)
            case Union(left=left, right=right):
                return min(of_the_kind, self.most(left) + self.most(right))
            case Filter(things=things, it=it, condition=condition):
                return min(self.most(things), self.most_with(condition, it, of_the_kind))
        return self._most_by_facts(expr, of_the_kind)

    def _most_by_facts(self, expr: Expr, of_the_kind: int) -> int:
        """Return the maximum size of a set by what its class declares."""
        if isinstance(expr, Leading) and isinstance(expr.amount, Const):
            return min(self.most(expr.things), max(0, expr.amount.number))
        match expr.size:
            case Size.KIND:
                return of_the_kind
            case Size.PART:
                return min(self.most(expr.parts[0]), of_the_kind)
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
                sign=">",
                left=PieceAmount(sorts=sorts, place=Ref(local=place), owner=owner),
                right=Const(value=int(fewest)),
            ) if place is it and fewest >= 0:
                return min(most, self.supply(sorts, is_owned=owner is not None and not has_local(owner, it)))
        return most

    def _size_of_word(self, word: int) -> int:
        """Return the maximum size of the set that a value of the vocabulary is."""
        if word not in self._word_sizes:
            self._word_sizes[word] = CEILING  # for a word that leads back to itself
            term = self.term_of(word)
            answers = [each.value for each in statements_in(term.block) if isinstance(each, Answer)]
            self._word_sizes[word] = max(map(self.most, answers or [term.body]))
        return self._word_sizes[word]
