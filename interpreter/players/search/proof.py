"""Proven results of options, from ends of the game in the tree (MCTS-Solver: Winands, Björnsson and Saito 2008).

Proofs are valid for two opposed seats in games without hidden information, and if no chance occurred on the way from
the root. A winning option settles the decision in which it is taken. Otherwise the best option settles it, as soon as
all options are proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Protocol


class Proof(IntEnum):
    """The proven result of a position, for the first seat."""

    NOTHING = 0
    LOST = 1
    DRAWN = 2
    WON = 3

    def for_seat(self, seat: int) -> Proof:
        """Return the same result from the viewpoint of a seat, by number."""
        return self if seat == 0 or not self else Proof(4 - self)


PROOF_PRIORITY = {Proof.LOST: 0, Proof.NOTHING: 1, Proof.DRAWN: 1, Proof.WON: 2}
"""Priority of options by their proofs for the seat that decides; a higher one is taken first."""


class Provable(Protocol):
    """A node of a tree that can be proved.

    Attributes:
        proof: The proven result of the node, for the first seat.
        best: The best proven result among its options, for the seat that takes them.
        unproved: Number of its options without a proof; None if they were not counted.
    """

    proof: Proof
    best: Proof
    unproved: int | None


def proof_from_share(share: float) -> Proof:
    """Return the result at an end of the game, by the first seat's share of the win."""
    return Proof.WON if share == 1 else Proof.LOST if share == 0 else Proof.DRAWN


def record_proof(root: Provable, path: Sequence[tuple[Provable, int]], proof: Proof) -> None:
    """Record the result at the end of a path and propagate it towards the root.

    Args:
        root: The root of the tree.
        path: The nodes from the root, each with the seat that took its option. The game is over at the last one.
        proof: The result, for the first seat.
    """
    for at in range(len(path) - 1, -1, -1):
        node, seat = path[at]
        if node.proof:
            return
        node.proof = proof
        above = path[at - 1][0] if at else root
        assert above.unproved is not None
        above.unproved -= 1
        above.best = max(above.best, proof.for_seat(seat))
        if above.best is not Proof.WON and above.unproved:
            return
        proof = above.best.for_seat(seat)
