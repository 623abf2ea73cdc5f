"""Equilibria of games of two seats by counterfactual regret minimization.

The method is CFR+ (Tammelin, Burch, Johanson and Bowling 2015): regrets never fall below 0, seats take turns, and later
strategies weigh more in the average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.players.equilibrium.game_tree import GameTree

TOLERANCE = 0.001
"""Exploitability at which the search for an equilibrium stops, as a share of the range of payoffs."""
MAX_ITERATIONS = 5_000
"""Largest number of iterations."""
CHECK_INTERVAL = 25
"""Number of iterations between two measurements of the exploitability."""

Strategy = Sequence[Sequence[float]]
"""The probability of each option, by information set."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A pair of strategies.

    Attributes:
        tree: The tree of the game.
        strategy: The probability of each option, by information set.
        value: The first seat's expected payoff.
        exploitability: How much a best response gains over the strategy, on average over both seats.
    """

    tree: GameTree
    strategy: Strategy
    value: float
    exploitability: float


def find_equilibrium(tree: GameTree) -> Equilibrium:
    """Return strategies that nearly are an equilibrium.

    The exploitability is at most `TOLERANCE` of the range of payoffs, unless `MAX_ITERATIONS` are too few.
    """
    low, high = tree.payoffs
    minimizer = _RegretMinimizer(tree)
    for iteration in range(1, MAX_ITERATIONS + 1):
        minimizer.improve(0, iteration)
        minimizer.improve(1, iteration)
        if iteration % CHECK_INTERVAL and iteration < MAX_ITERATIONS:
            continue
        strategy = minimizer.average()
        first, second = best_response_value(tree, strategy, 0), best_response_value(tree, strategy, 1)
        if first + second <= 2 * TOLERANCE * (high - low):
            break
    return Equilibrium(tree, strategy, expected_payoff(tree, strategy), (first + second) / 2)


class _RegretMinimizer:
    """Regrets and summed strategies by information set."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._regrets = [[0.0] * len(each.options) for each in tree.information_sets]
        self._sums = [[0.0] * len(each.options) for each in tree.information_sets]
        self._current = [_normalized(row) for row in self._regrets]

    def improve(self, seat: int, weight: float) -> None:
        """Update the strategy of a seat once; `weight` is that of its present one in the average."""
        nodes, current = self._tree.nodes, self._current
        reach = opponent_reach(self._tree, current, seat)
        values = [0.0] * len(nodes)
        sign = 1.0 if seat == 0 else -1.0
        gains = [[0.0] * len(row) for row in self._regrets]
        for number, node in enumerate(nodes):
            if not node.children:
                values[number] = sign * node.payoff
                continue
            weights = node.probabilities if node.information_set is None else current[node.information_set]
            found = [values[child] for child in node.children]
            value = values[number] = sum(share * each for share, each in zip(weights, found, strict=True))
            if node.information_set is not None and self._tree.information_sets[node.information_set].seat == seat:
                row, times = gains[node.information_set], reach[number]
                for at, each in enumerate(found):
                    row[at] += times * (each - value)
        self._add_to_average(seat, weight)
        for number, information in enumerate(self._tree.information_sets):
            if information.seat == seat:
                pairs = zip(self._regrets[number], gains[number], strict=True)
                self._regrets[number] = [max(0.0, regret + gain) for regret, gain in pairs]
                current[number] = _normalized(self._regrets[number])

    def _add_to_average(self, seat: int, weight: float) -> None:
        own: list[float] = []
        for number, information in enumerate(self._tree.information_sets):
            last = information.last
            own.append(1.0 if last is None else own[last[0]] * self._current[last[0]][last[1]])
            if information.seat == seat:
                times = weight * own[number]
                row = self._sums[number]
                for at, share in enumerate(self._current[number]):
                    row[at] += times * share

    def average(self) -> Strategy:
        """Return the average strategy of both seats."""
        return [_normalized(row) for row in self._sums]


def _normalized(weights: list[float]) -> list[float]:
    """Return shares in proportion to weights; equal ones if all are 0."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


def opponent_reach(tree: GameTree, strategy: Strategy, seat: int) -> list[float]:
    """Return, by node, the probability of being there if a seat does all to get there (its counterfactual reach)."""
    reach = [0.0] * len(tree.nodes)
    reach[-1] = 1.0
    for number in range(len(tree.nodes) - 1, -1, -1):
        node, here = tree.nodes[number], reach[number]
        if here == 0.0:
            continue
        if node.information_set is None:
            weights: Sequence[float] = node.probabilities
        elif tree.information_sets[node.information_set].seat == seat:
            weights = [1.0] * len(node.children)
        else:
            weights = strategy[node.information_set]
        for child, share in zip(node.children, weights, strict=True):
            reach[child] += here * share
    return reach


def expected_payoff(tree: GameTree, strategy: Strategy) -> float:
    """Return the first seat's expected payoff if both seats follow a strategy."""
    values: list[float] = []
    for node in tree.nodes:
        weights = node.probabilities if node.information_set is None else strategy[node.information_set]
        pairs = zip(weights, node.children, strict=bool(node.children))
        values.append(sum(share * values[child] for share, child in pairs) if node.children else node.payoff)
    return values[-1]


def best_response_value(tree: GameTree, strategy: Strategy, seat: int) -> float:
    """Return the expected payoff of a seat's best response to the other seat's strategy."""
    reach = opponent_reach(tree, strategy, seat)
    sign = 1.0 if seat == 0 else -1.0
    chosen: dict[int, int] = {}
    values: dict[int, float] = {}

    def value(number: int) -> float:
        """Return the payoff from a node on, once the choices after it are known."""
        if number not in values:
            node = tree.nodes[number]
            if not node.children:
                values[number] = sign * node.payoff
            elif node.information_set is None:
                pairs = zip(node.probabilities, node.children, strict=True)
                values[number] = sum(share * value(child) for share, child in pairs)
            elif node.information_set in chosen:
                values[number] = value(node.children[chosen[node.information_set]])
            else:
                pairs = zip(strategy[node.information_set], node.children, strict=True)
                values[number] = sum(share * value(child) for share, child in pairs)
        return values[number]

    own = [number for number, each in enumerate(tree.information_sets) if each.seat == seat]
    for number in sorted(own, key=lambda number: -tree.information_sets[number].depth):
        information = tree.information_sets[number]
        gains = [
            sum(reach[node] * value(tree.nodes[node].children[option]) for node in information.nodes)
            for option in range(len(information.options))
        ]
        chosen[number] = gains.index(max(gains))
    return value(len(tree.nodes) - 1)
