"""Nodes of a search tree, the way of a playout through them, and choices that not every seat has seen."""

from __future__ import annotations

from enum import IntEnum

from interpreter.language.execution.machine_memory import Struct


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
        proof_depth: Number of choices from this one to the end of the game in its proof, as far as one is known: a win
            is taken at once, everything else as late as possible.
        best: The best proven result of the options after it.
        unproved: Number of options after it without a proven result, plus one; 0 if that number is not known.
        history: The number of its local action history, from 1; 0 if it has none.
    """

    key: int
    availability: int
    visits: int
    wins: float
    value_sum: float
    seat: int
    is_preferred: bool
    proof: int
    proof_depth: int
    best: int
    unproved: int
    history: int


class PathStep(Struct):
    """A node on the way down the tree, and the seat that chose it."""

    node: SearchNode
    seat: int


class OpenedHistory(Struct):
    """A local action history on the way down the tree.

    Attributes:
        number: Its number, from 1.
        start: Number of options traced in the playout before its position.
    """

    number: int
    start: int


class UnseenChoice(Struct):
    """A choice on the way down that some seats haven't seen yet.

    Attributes:
        seat: The seat that chose.
        decision: The decision, by number.
        action: The option, as the backend identifies it.
        card: The card that was chosen; NIL if it was something else.
        watched: Mask of the seats that saw the card where it lay when it was chosen.
        waiting: Mask of the seats that have not seen the choice.
        waiting_at_root: The same at the root of the tree.
        is_sealed: True as long as others choose at the same time.
        is_new: True until the other seats have noticed that something was chosen.
    """

    seat: int
    decision: int
    action: int
    card: int
    watched: int
    waiting: int
    waiting_at_root: int
    is_sealed: bool
    is_new: bool


def clear_node(node: SearchNode, seat: int) -> None:
    """Clear the statistics of a new node, for an option of a seat."""
    node.availability = 0
    node.visits = 0
    node.wins = 0.0
    node.value_sum = 0.0
    node.seat = seat
    node.is_preferred = False
    node.proof = Proof.NOTHING
    node.proof_depth = 0
    node.best = Proof.NOTHING
    node.unproved = 0
    node.history = 0
