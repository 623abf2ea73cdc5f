"""Sizes and limits of machine code."""

from __future__ import annotations

from interpreter.language.layout import MAX_LIST_LENGTH, MAX_NUMBER
from interpreter.language.passes.value_facts import CELL_BOUND, STORED_BOUND

WORD = 8
"""Bytes of a word."""
PAGE = 1 << 16
"""Bytes of a page, the unit of memory in WebAssembly."""
KIB = 1 << 10
MEMORY = 128 << 20
"""Most bytes of a game's memory. Parts that are never written to take no physical memory."""
CONSTANTS_SIZE = 8 << 20
"""Bytes of the constants, which lie at a low address.

The code refers to constants by fixed addresses. For each load from a fixed address above its guard pages of 32 MB,
wasmtime checks the end of the memory.
"""
FRAMES_SIZE, TRIALS_SIZE, ROWS_SIZE = 1 << 20, 8 << 20, 4 << 20
ARENA_SIZE = 8 << 20
ARENA_FULL = 32 << 10
"""Bytes used in an arena before it is garbage-collected."""

MOST_SEATS = 62
MOST_WORDS = 1 << 18
"""Most words of a state, several tens of times the size of the largest game of this project."""
KEPT_SIZE = 16 << 20
"""Bytes for all positions that are kept."""
LOOSE_SIZE = 16 << 10
"""Bytes for the frames and lists of one position that is kept."""
STATISTICS_SIZE = 8 << 20
"""Most bytes of a search's action statistics."""
DEALS_SIZE, MOST_LEGS = 1 << 20, 1 << 15
"""Bytes of the description of a deal, and most legs of card tracks in it."""
SET_UPS_SIZE = 8 << 20
"""Bytes of all set-ups that deals are drawn from."""
NODES, NODE_SIZE = 500_000, 7 * WORD
"""Most nodes of a search tree, and bytes of a node."""
HASHES = 1 << 20
"""Slots of the hash table of nodes: a power of two, more than twice the number of nodes."""
MOST_USES, MOST_CHOICES, MOST_SEEDS = 1 << 14, 1 << 16, 1 << 10
UNIT = 100
"""Most steps that a unit of work stands for."""
STRETCH = 8_000
"""Units of work between two checks of the arena's fill level. Lists made meanwhile fit into the rest of it."""
SLICE = 80_000_000
"""Steps between two pauses, which take at most some 50 ms."""

LONGEST_LIST = 1 << 16
"""Most members of a new list."""
SHORT_LIST = 16
"""Most members of a list that is searched linearly many times."""

KNOWN = {
    "LONGEST": MAX_LIST_LENGTH,
    "LARGEST": MAX_NUMBER,
    "LONGEST_LIST": LONGEST_LIST,
    "MOST": STORED_BOUND,
    "MOST_IN_CELL": CELL_BOUND,
    "HALF": 1 << 31,
    "UNLIMITED": 1 << 30,
    "ARENA_SIZE": ARENA_SIZE,
    "ARENA_FULL": ARENA_FULL,
    "MOST_USES": MOST_USES,
    "MOST_CHOICES": MOST_CHOICES,
    "MOST_SEEDS": MOST_SEEDS,
    "MOST_LEGS": MOST_LEGS,
    "DEALS_SIZE": DEALS_SIZE,
    "SET_UPS_SIZE": SET_UPS_SIZE,
    "NODES": NODES,
    "NODE_SIZE": NODE_SIZE,
    "HASHES": HASHES,
    "NO_END": 1 << 62,
    "SHORT": SHORT_LIST,
    "STRETCH": STRETCH,
    "UNIT": UNIT,
    "SLICE": SLICE,
}
"""Sizes and limits that the runtime refers to, by name."""
