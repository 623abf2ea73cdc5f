"""Proven results of nodes of the search tree, as in `players/search/proof.py`.

A word of a node holds three fields. The lowest 2 bits are the proven result of the node, the next 2 bits the best
proven result of the options after it. Above them is the number of options without a proven result, plus one; 0 if that
number is not known.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.toolchain.words import (
    CHILDREN,
    HALF_ONE,
    IS_CERTAIN,
    NODE_SIZE,
    PATH,
    PATHED,
    ROOT_NODE,
    SHARES,
    TREE,
    is_more,
    words,
)


def for_seat(proof: int, seat: int) -> int:
    """Convert a proven result between the views of the first seat and another one; the function is its own inverse."""
    return proof if seat == 0 or proof == 0 else 4 - proof


def proved(node: int) -> int:
    """Return the proven result of a node; 0 if there is none."""
    return words[TREE + NODE_SIZE * node + 48] & 3


def hope(node: int, seat: int) -> int:
    """Return 2 for a proven win, 0 for a proven loss, else 1."""
    proof = for_seat(proved(node), seat)
    return 2 if proof == 3 else 0 if proof == 1 else 1


def count_unproved(node: int, many: int) -> None:
    """Set the number of options after a node, whose nodes are in CHILDREN.

    If some of the options share a node, nothing is certain from here on.
    """
    at = TREE + NODE_SIZE * node + 48
    if words[at] >= 16:
        return
    for one in range(many):
        for other in range(one):
            if words[CHILDREN + 8 * other] == words[CHILDREN + 8 * one]:
                words[IS_CERTAIN] = 0
                return
    words[at] = words[at] + 16 * (many + 1)


def note_proof() -> None:
    """Propagate the result of the game at the end of PATH to its nodes, as far as it is certain."""
    share = words[SHARES]
    proof = 2
    if is_more(HALF_ONE, share):
        proof = 1
    elif is_more(share, HALF_ONE):
        proof = 3
    left = words[PATHED]
    while left > 0:
        left -= 1
        node = TREE + NODE_SIZE * words[PATH + 16 * left] + 48
        seat = words[PATH + 16 * left + 8]
        if words[node] & 3:
            return
        words[node] = words[node] | proof
        above = words[PATH + 16 * left - 16] if left > 0 else words[ROOT_NODE]
        above = TREE + NODE_SIZE * above + 48
        words[above] = words[above] - 16
        found = for_seat(proof, seat)
        best = (words[above] >> 2) & 3
        if found > best:
            words[above] = words[above] + 4 * (found - best)
            best = found
        if best != 3 and words[above] >= 32:
            return
        proof = for_seat(best, seat)
