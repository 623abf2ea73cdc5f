"""What is certain of options since the game is over after them (Monte Carlo tree search solver: Winands, Björnsson and
Saito 2008).

It holds for two seats that play against each other, where nothing is hidden, nor can be, and nothing was left to
chance on the way from where the search stands. An option that wins settles the decision in which it is taken; else that
is settled by the best option, as soon as something is proved of all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Protocol


class Proof(IntEnum):
    """What is proved of a position, for the first seat."""

    NOTHING = 0
    LOST = 1
    DRAWN = 2
    WON = 3

    def of(self, seat: int) -> Proof:
        """The same for a seat, by number."""
        return self if seat == 0 or not self else Proof(4 - self)


HOPES = {Proof.LOST: 0, Proof.NOTHING: 1, Proof.DRAWN: 1, Proof.WON: 2}
"""An option with a higher one is taken first."""


class Provable(Protocol):
    """A node of a tree: what is proved of it, the best that is proved of an option after it, for the seat that has it,
    and how many of these options nothing is proved of yet, None if that was not counted."""

    proof: Proof
    best: Proof
    unproved: int | None


def proof_of(share: float) -> Proof:
    """What is certain at an end of the game, by the first seat's share of the win."""
    return Proof.WON if share == 1 else Proof.LOST if share == 0 else Proof.DRAWN


def note_proof(root: Provable, path: Sequence[tuple[Provable, int]], proof: Proof) -> None:
    """The game is over at the end of a path, each step of it an option with the seat that took it; what is certain of
    those before."""
    for at in range(len(path) - 1, -1, -1):
        node, seat = path[at]
        if node.proof:
            return
        node.proof = proof
        above = path[at - 1][0] if at else root
        assert above.unproved is not None
        above.unproved -= 1
        above.best = max(above.best, proof.of(seat))
        if above.best is not Proof.WON and above.unproved:
            return
        proof = above.best.of(seat)
