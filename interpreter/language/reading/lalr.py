"""LALR(1) parse tables on numbers: states are tuples of numbered items, look-aheads the bits of an integer.

The algorithm is that of DeRemer and Pennello, "Efficient Computation of LALR(1) Look-Ahead Sets", TOPLAS 4 (1982).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Production:
    """A production of `origin` to `symbols`; between two that conflict, the one of higher priority is used."""

    origin: int
    symbols: tuple[int, ...]
    priority: int = 0


@dataclass(frozen=True, slots=True)
class ParseTables:
    """Parse tables.

    Attributes:
        transitions: For each state, the next state by symbol.
        reduce: For each state, the production to reduce by terminal.
        starts: Initial state of each start symbol.
        ends: Final state of each start symbol.
    """

    transitions: list[dict[int, int]]
    reduce: list[dict[int, int]]
    starts: list[int]
    ends: list[int]


class ReduceConflictError(Exception):
    """A reduce/reduce conflict: productions end at the same place before the same terminal.

    `found` has pairs of a terminal and its productions.
    """

    def __init__(self, found: list[tuple[int, list[int]]]) -> None:
        super().__init__(found)
        self.found = found


def lalr_tables(productions: Sequence[Production], starts: Sequence[int], terminals: int) -> ParseTables:
    """Return the tables of a grammar.

    Symbols below `terminals` are terminals; the last of these is the end of the text. In a shift/reduce conflict, the
    parser shifts.

    Raises:
        Collision: There is a reduce/reduce conflict.
    """
    grammar = _NumberedGrammar(productions, starts, terminals)
    states = _States(grammar)
    lookahead = _Lookahead(grammar, states)
    reduce: list[dict[int, int]] = [{} for _ in states.follow]
    collisions = []
    for state, ended in enumerate(lookahead.ended):
        follow, chosen = states.follow[state], reduce[state]
        once = twice = 0
        for bits in ended.values():
            twice |= once & bits
            once |= bits
        if twice:
            collisions += _resolve_conflict(grammar, ended, twice)
        for production, bits in ended.items():
            for terminal in _set_bits(bits):
                if terminal not in follow:
                    chosen[terminal] = production
    if collisions:
        raise ReduceConflictError(collisions)
    ends = [states.follow[state][symbol] for state, symbol in enumerate(starts)]
    return ParseTables(states.follow, reduce, list(range(len(starts))), ends)


def _resolve_conflict(grammar: _NumberedGrammar, ended: dict[int, int], clash: int) -> list[tuple[int, list[int]]]:
    """Resolve a conflict by priority, in place, and return the unresolved rest.

    The terminals are taken from all productions but the one of the highest priority.
    """
    left = []
    for terminal in _set_bits(clash):
        those = [production for production, bits in ended.items() if bits >> terminal & 1]
        those.sort(key=lambda production: -grammar.productions[production].priority)
        best, second = (grammar.productions[production].priority for production in those[:2])
        if best == second:
            left.append((terminal, those))
        else:
            for production in those[1:]:
                ended[production] &= ~(1 << terminal)
    return left


def _set_bits(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class _NumberedGrammar:
    """Productions, with one more for each start symbol, and their items: places in productions, numbered."""

    def __init__(self, productions: Sequence[Production], starts: Sequence[int], terminals: int) -> None:
        self.terminals = terminals
        self.starts = starts
        self.productions = [*productions, *(Production(-1, (symbol,)) for symbol in starts)]
        self.first_item: list[int] = []
        self.next_symbol: list[int] = []
        """The symbol after each item; -1 at the end of a production."""
        self.by_origin: dict[int, list[int]] = {}
        for number, production in enumerate(self.productions):
            self.first_item.append(len(self.next_symbol))
            self.next_symbol += [*production.symbols, -1]
            if production.origin >= 0:
                self.by_origin.setdefault(production.origin, []).append(number)
        self.nullable = self._nullable()
        self.left_corners = self._opening()

    def _nullable(self) -> frozenset[int]:
        """Nonterminals that can be empty."""
        found: set[int] = set()
        while more := {
            production.origin
            for production in self.productions
            if production.origin not in found and found.issuperset(production.symbols)
        }:
            found |= more
        return frozenset(found)

    def _opening(self) -> dict[int, tuple[int, ...]]:
        """For each nonterminal, the nonterminals that it can begin with, including itself."""
        first = {
            origin: [
                symbol
                for number in numbers
                for symbol in self.productions[number].symbols[:1]
                if symbol in self.by_origin
            ]
            for origin, numbers in self.by_origin.items()
        }
        found = {}
        for origin in self.by_origin:
            seen, ahead = {origin: None}, [origin]
            while ahead:
                for symbol in first[ahead.pop()]:
                    if symbol not in seen:
                        seen[symbol] = None
                        ahead.append(symbol)
            found[origin] = tuple(seen)
        return found


class _States:
    """The LR(0) states: the transitions and the closure of each."""

    def __init__(self, grammar: _NumberedGrammar) -> None:
        first = len(grammar.productions) - len(grammar.starts)
        kernels: list[tuple[int, ...]] = [(grammar.first_item[first + at],) for at in range(len(grammar.starts))]
        self.follow: list[dict[int, int]] = []
        self.closures: list[tuple[int, ...]] = []
        numbers = {kernel: at for at, kernel in enumerate(kernels)}
        begun: dict[int, dict[int, list[int]]] = {}
        for origin, productions in grammar.by_origin.items():
            by_symbol: dict[int, list[int]] = {}
            for production in productions:
                item = grammar.first_item[production]
                if grammar.next_symbol[item] >= 0:
                    by_symbol.setdefault(grammar.next_symbol[item], []).append(item + 1)
            begun[origin] = by_symbol
        for kernel in kernels:  # grows during the loop
            ahead: dict[int, None] = {}
            moves: dict[int, list[int]] = {}
            for item in kernel:
                symbol = grammar.next_symbol[item]
                if symbol >= 0:
                    moves.setdefault(symbol, []).append(item + 1)
                    if symbol in begun and symbol not in ahead:
                        ahead |= dict.fromkeys(grammar.left_corners[symbol])
            for origin in ahead:
                for symbol, items in begun[origin].items():
                    moves.setdefault(symbol, []).extend(items)
            follow = {}
            for symbol, items in moves.items():
                target = tuple(sorted(items))
                number = numbers.get(target)
                if number is None:
                    number = numbers[target] = len(kernels)
                    kernels.append(target)
                follow[symbol] = number
            self.follow.append(follow)
            self.closures.append(tuple(ahead))


class _Lookahead:
    """Look-ahead sets. `ended` has for each state, by production that is complete there, the next terminals as bits."""

    def __init__(self, grammar: _NumberedGrammar, states: _States) -> None:
        follow = states.follow
        transitions = [
            (state, symbol) for state, moves in enumerate(follow) for symbol in moves if symbol >= grammar.terminals
        ]
        number = {transition: at for at, transition in enumerate(transitions)}
        next_bits = [sum(1 << symbol for symbol in moves if symbol < grammar.terminals) for moves in follow]
        next_nullable = [
            [number[state, symbol] for symbol in grammar.nullable.intersection(moves)]
            for state, moves in enumerate(follow)
        ]
        targets = [follow[state][symbol] for state, symbol in transitions]
        direct, reads = [next_bits[target] for target in targets], [next_nullable[target] for target in targets]
        for state, symbol in enumerate(grammar.starts):
            direct[number[state, symbol]] |= 1 << grammar.terminals - 1
        includes: list[list[int]] = [[] for _ in transitions]
        ends: list[list[tuple[int, int]]] = [[] for _ in transitions]
        from_here = [self._rest_nullable(grammar, production) for production in range(len(grammar.productions))]
        for at, (state, origin) in enumerate(transitions):
            for production in grammar.by_origin[origin]:
                here = state
                for place, symbol in enumerate(grammar.productions[production].symbols):
                    if from_here[production] <= place and symbol >= grammar.terminals:
                        includes[number[here, symbol]].append(at)
                    here = follow[here][symbol]
                ends[at].append((here, production))
        found = _union_over_reachable(_union_over_reachable(direct, reads), includes)
        self.ended: list[dict[int, int]] = [{} for _ in follow]
        for at, places in enumerate(ends):
            for state, production in places:
                ended = self.ended[state]
                ended[production] = ended.get(production, 0) | found[at]

    @staticmethod
    def _rest_nullable(grammar: _NumberedGrammar, production: int) -> int:
        """First place in a production after whose symbol the rest can be empty."""
        symbols = grammar.productions[production].symbols
        place = len(symbols) - 1
        while place > 0 and symbols[place] in grammar.nullable:
            place -= 1
        return max(place, 0)


def _union_over_reachable(own: list[int], related: list[list[int]]) -> list[int]:
    """For each node, the union of the bits of all nodes reachable from it, by Tarjan's components."""
    found = own[:]
    depth = [0] * len(own)
    done = len(own) + 1
    stack: list[int] = []
    for root in range(len(own)):
        if depth[root]:
            continue
        path = [(root, iter(related[root]))]
        stack.append(root)
        depth[root] = lowest = len(stack)
        low = {root: lowest}
        while path:
            node, others = path[-1]
            for other in others:
                if not depth[other]:
                    stack.append(other)
                    depth[other] = low[other] = len(stack)
                    path.append((other, iter(related[other])))
                    break
                if depth[other] < low[node]:
                    low[node] = depth[other]
                found[node] |= found[other]
            else:
                path.pop()
                if low[node] == depth[node]:
                    member = -1
                    while member != node:
                        member = stack.pop()
                        depth[member] = done
                        found[member] = found[node]
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[node])
                    found[above] |= found[node]
    return found
