"""Proven results of nodes of the search tree, as in `players/search/proof.py`."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.structs import SearchNode, areas, search

NO_PROOF, LOST, DRAWN, WON = 0, 1, 2, 3
"""Proven results, for the first seat or for the seat that decides."""
OPPOSITE = 4
"""Sum of a result for one seat and for the other one."""


def for_seat(proof: int, seat: int) -> int:
    """Convert a proven result between the views of the first seat and another one; the function is its own inverse."""
    return proof if seat == 0 or proof == NO_PROOF else OPPOSITE - proof


def hope(node: SearchNode, seat: int) -> int:
    """Return 2 for a proven win, 0 for a proven loss, else 1."""
    proof = for_seat(node.proof, seat)
    return 2 if proof == WON else 0 if proof == LOST else 1


def count_unproved(node: SearchNode, many: int) -> None:
    """Set the number of options after a node, whose nodes are in `areas.children`.

    If some of the options share a node, nothing is certain from here on.
    """
    if node.unproved > 0:
        return
    for one in range(many):
        for other in range(one):
            if areas.children[other].address == areas.children[one].address:
                search.is_certain = False
                return
    node.unproved = many + 1


def note_proof() -> None:
    """Propagate the result of the game at the end of the path to its nodes, as far as it is certain."""
    share = search.shares[0]
    proof = LOST if share < 0.5 else WON if share > 0.5 else DRAWN
    left = search.pathed
    while left > 0:
        left -= 1
        step = areas.path[left]
        if step.node.proof != NO_PROOF:
            return
        step.node.proof = proof
        above = areas.path[left - 1].node if left > 0 else search.root_node
        above.unproved -= 1
        found = for_seat(proof, step.seat)
        if found > above.best:
            above.best = found
        if above.best != WON and above.unproved > 1:
            return
        proof = for_seat(above.best, step.seat)
