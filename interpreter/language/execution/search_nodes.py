"""Nodes of the search tree: their values, proofs and updates, for machine code and for the search in Python.

Proven results come from ends of the game in the tree (MCTS-Solver: Winands, Björnsson and Saito 2008). They are valid
for two opposed seats in games without hidden information, and if no chance occurred on the way from the root. A winning
option settles the decision in which it is taken. Otherwise the best option settles it, as soon as all are proved.
"""

from __future__ import annotations

from enum import IntEnum
from math import sqrt

from interpreter.language.execution.machine_memory import Struct, Table
from interpreter.language.execution.search_tables import log_of

UNDECIDED = 1
"""Priority of an option that is neither a proven win nor a proven loss."""
OPPOSITE = 4
"""Sum of a result for one seat and for the other one."""


class Proof(IntEnum):
    """The proven result of a position, for the first seat or for the seat that decides."""

    NOTHING = 0
    LOST = 1
    DRAWN = 2
    WON = 3


class SearchNode(Struct):
    """A node of the search tree, for an option.

    Attributes:
        key: The address of the parent node and the option (see wasm/runtime/tree.py).
        availability: How often the option was offered.
        visits: How often it was taken.
        wins: Total share of the win for the seat.
        value_sum: Total payoff for the seat.
        seat: The seat that takes the option.
        is_preferred: 1 if a table prefers the option.
        proof: The proven result of the node.
        best: The best proven result of the options after it.
        unproved: Number of options after it without a proven result, plus one; 0 if that number is not known.
    """

    key: int
    availability: int
    visits: int
    wins: float
    value_sum: float
    seat: int
    is_preferred: bool
    proof: int
    best: int
    unproved: int


class PathStep(Struct):
    """A node on the way down the tree, and the seat that chose it."""

    node: SearchNode
    seat: int


def estimated_value(node: SearchNode, prior: float, weight: float) -> float:
    """Return the mean payoff over playouts, with the action history as a prior of this weight."""
    return (node.value_sum + weight * prior) / (node.visits + weight)


def upper_bound(
    node: SearchNode, prior: float, weight: float, exploring: float, noise: float, preference: float
) -> float:
    """Return the upper confidence bound (UCB1) of an option, relative to how often it was available."""
    tries = node.visits + weight
    bound = (node.value_sum + weight * prior) / tries + exploring * sqrt(log_of(node.availability + 1) / tries) + noise
    if node.is_preferred:
        bound += preference / tries
    return bound


def add_visit(node: SearchNode, share: float, value: float) -> None:
    """Add a playout to the statistics of a node, with the seat's share of the win and its payoff."""
    node.visits += 1
    node.wins += share
    node.value_sum += value


def updated_mean(mean: float, value: float, count: int) -> float:
    """Return the mean of `count` values, given that of all but the last one."""
    return mean + (value - mean) / count


def proof_of(share: float) -> int:
    """Return the result at an end of the game, by the first seat's share of the win."""
    return Proof.LOST if share < 0.5 else Proof.WON if share > 0.5 else Proof.DRAWN


def for_seat(proof: int, seat: int) -> int:
    """Convert a proven result between the views of the first seat and another one; the function is its own inverse."""
    return proof if seat == 0 or proof == Proof.NOTHING else OPPOSITE - proof


def priority_of(proof: int) -> int:
    """Return the priority of an option, by its proven result for the seat that decides; a higher one is taken first."""
    return 2 if proof == Proof.WON else 0 if proof == Proof.LOST else UNDECIDED


def record_proof(root: SearchNode, path: Table[PathStep], length: int, share: float) -> None:
    """Record the result at the end of a path from the root, and propagate it towards the root.

    `share`: the first seat's share of the win.
    """
    proof = proof_of(share)
    while length > 0:
        length -= 1
        step = path[length]
        if step.node.proof != Proof.NOTHING:
            return
        step.node.proof = proof
        above = path[length - 1].node if length > 0 else root
        above.unproved -= 1
        found = for_seat(proof, step.seat)
        if found > above.best:
            above.best = found
        if above.best != Proof.WON and above.unproved > 1:
            return
        proof = for_seat(above.best, step.seat)
