"""Hashes of positions, by which a match remembers the positions that it has been in.

Pieces are hashed as by Zobrist (1970), with sums in place of exclusive ors: each cell for the pieces on a space has a
random key, and the hash is the sum of the keys, each as often as there are pieces, modulo 2 ** HASH_BITS. A move
changes it by two keys, whatever else is on the board. Other values that belong to a position are mixed into that sum.
Two different positions have the same hash with a chance of about 1 in 4 * 10 ** 18.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

HASH_BITS = 62
HASH_MASK = (1 << HASH_BITS) - 1
FACTOR, SCRAMBLER = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9
"""Odd numbers by which a value, and then the hash, is multiplied to mix them."""
FIRST_SHIFT, SECOND_SHIFT = 30, 27
NOTHING_MIXED = 1 << 61
"""The number that is mixed into a hash for nothing; others are smaller."""
HASH_CELL, COUNT_CELL, FIRST_CELL = range(3)
"""Cells of positions: the hash of the pieces, the number of positions remembered so far, and their hashes."""


def piece_hash(v: Sequence[int], keys: Sequence[int]) -> int:
    """Return the hash of the pieces in the first cells of a state, each of which has a key."""
    return sum(amount * key for amount, key in zip(v, keys, strict=False)) & HASH_MASK


def key_of(cell: int) -> int:
    """Return the key of the pieces that a cell counts."""
    return int.from_bytes(blake2b(cell.to_bytes(4, "big"), digest_size=8).digest(), "big") & HASH_MASK
