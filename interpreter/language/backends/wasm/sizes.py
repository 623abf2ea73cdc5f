"""How large things of machine code may get."""

from __future__ import annotations

from interpreter.language.limits import LARGEST, LONGEST

WORD = 8
"""Bytes of a word."""
PAGE = 1 << 16
"""Bytes of a page, the unit in which WebAssembly has memory."""
KIB = 1 << 10
MEMORY = 128 << 20
"""Most bytes that a game may take; those that nothing is written to take none of the machine's."""
CONSTANTS_SIZE = 8 << 20
"""They lie before what takes much room: the code has their addresses, and wasmtime looks at the end of the memory each
time that something is loaded by one above its guard pages of 32 MB."""
FRAMES_SIZE, TRIALS_SIZE, ROWS_SIZE = 1 << 20, 8 << 20, 4 << 20
ARENA_SIZE = 8 << 20
ARENA_FULL = 32 << 10
"""How much of an arena is used before it is tidied up."""

SMALL, CELL, SURE, WIDEST, MANY = 1 << 28, 1 << 51, 1 << 53, 1 << 62, 1 << 20
"""Things are below SMALL, numbers in cells below CELL, others that are kept below SURE, so that a sum of a thousand is
below WIDEST and fits into a word. MANY is more than a list can have."""
MOST_SEATS = 62
MOST_WORDS = 1 << 18
"""Words of a state: several tens of times those of the largest game that comes with the project."""
KEPT_SIZE = 16 << 20
"""Of all positions that are kept."""
LOOSE_SIZE = 16 << 10
"""Of the frames and lists of a position that is kept."""
HABITS_SIZE = 8 << 20
"""Most bytes of what a search's playouts go by."""
DEALS_SIZE, MOST_LEGS = 1 << 20, 1 << 15
"""Of what is written down of the cards to be dealt, and ways that cards may have gone."""
SET_UPS_SIZE = 8 << 20
"""Of all set-ups that deals are drawn from."""
NODES, NODE_SIZE = 500_000, 7 * WORD
"""Of a search's tree."""
HASHES = 1 << 20
"""Places in which nodes are looked for, of which less than half are taken: 1 and zeros, in bits."""
MOST_USES, MOST_CHOICES, MOST_SEEDS = 1 << 14, 1 << 16, 1 << 10
UNIT = 100
"""Steps that a unit of work stands for, at the most."""
STRETCH = 8_000
"""Work after which it is looked whether the arena is full: the lists that are made meanwhile fit into it."""
SLICE = 80_000_000
"""Steps from one pause to the next: they take some 50 ms at the most."""

LONGEST_LIST = 1 << 16
"""Members of a list that is made."""
SHORT = 16
"""Members of a list that is looked through again and again."""

KNOWN = {
    "LONGEST": LONGEST,
    "LARGEST": LARGEST,
    "LONGEST_LIST": LONGEST_LIST,
    "MOST": SURE,
    "MOST_IN_CELL": CELL,
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
    "SHORT": SHORT,
    "STRETCH": STRETCH,
    "UNIT": UNIT,
    "SLICE": SLICE,
}
"""What the run-time part knows of them, by name."""
