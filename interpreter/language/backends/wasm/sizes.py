"""Sizes and limits of machine code."""

from __future__ import annotations

from interpreter.language.execution.machine_memory import WORD as WORD

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

MOST_WORDS = 1 << 18
"""Most words of a state, several tens of times the size of the largest game of this project."""
LOOSE_SIZE = 16 << 10
"""Bytes for the frames and lists of a saved position."""
STATISTICS_SIZE = 8 << 20
"""Most bytes of a search's action statistics."""
DEALS_SIZE, MOST_LEGS = 1 << 20, 1 << 15
"""Bytes of the description of a deal, and most legs of card tracks in it."""
SET_UPS_SIZE = 8 << 20
"""Bytes of all set-ups that deals are drawn from."""
NODES = 500_000
"""Most nodes of a search tree."""
HASHES = 1 << 20
"""Slots of the hash table of nodes: a power of two, more than twice the number of nodes."""
MOST_DRAWS = 64
"""Most draws of a script, by which a page tries what chance can bring."""
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
UNLIMITED = 1 << 30
"""Capacity of a place without a limit."""
NO_END = 1 << 62
"""Number of decisions, or amount of work, that no game reaches."""
