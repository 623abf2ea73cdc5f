"""A match's generator, which settles all chance: a 64-bit linear congruential one (Knuth's MMIX), its high
bits used."""

from __future__ import annotations

MASK = (1 << 64) - 1
FACTOR, STEP = 6364136223846793005, 1442695040888963407


def seeded(seed: int) -> int:
    """The first state of the generator for a seed of any size (splitmix64's mixing, Steele, Lea and Flood 2014)."""
    mixed = seed & MASK
    seed >>= 64
    while seed:
        mixed = _mixed(mixed) ^ (seed & MASK)
        seed >>= 64
    return _mixed(mixed)


def _mixed(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)
