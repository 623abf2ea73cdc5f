"""Random number generator for play: a 64-bit linear congruential generator, Knuth's MMIX.

Multiplier and increment: The Art of Computer Programming 2, 3.3.4, and MMIXware. The low bits repeat soon, so only the
upper 31 count. Taken as a fraction of one, they pick one of several things (`draw_index`).

A match has one such generator for what its rules leave to chance. The choices of random and table players use others:
one *stream* for each seat (`seat_stream`). A stream advances one step for every decision that its seat takes between
two or more options, even if a table leaves only one. A seat's luck therefore doesn't depend on the decisions of
others, and two versions of a game can be compared with common random numbers.

Every program that plays a game, in any language, draws with `seed_state`, `seat_stream`, `next_state` and
`draw_index`, and therefore plays the same match. For speed, `next_state` and `draw_index` are inlined in hot loops:
`engine.driver.play`, `players.search.python_tree`, and the rules' own shuffles and picks (`helpers.shuffle`,
`State.one_of`).
"""

from __future__ import annotations

MASK = (1 << 64) - 1
MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407
MIX_STEP, MIX_FIRST, MIX_SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def seed_state(seed: int) -> int:
    """Return the generator's first state for a seed of any size.

    Source: the mixing function of splitmix64 (Steele, Lea and Flood 2014).
    """
    mixed = seed & MASK
    seed >>= 64
    while seed:
        mixed = _mixed(mixed) ^ (seed & MASK)
        seed >>= 64
    return _mixed(mixed)


def seat_stream(seed: int, seat: int) -> int:
    """Return the first state of the stream that a seat draws from in the match with this seed."""
    return seed_state((seed << 64) | (seat + 1))


def next_state(state: int) -> int:
    """Return the generator's next state."""
    return (state * MULTIPLIER + INCREMENT) & MASK


def draw_index(state: int, count: int) -> int:
    """Map a generator state to a number below `count`; no number is likelier than another by more than 2^-31."""
    return ((state >> 33) * count) >> 31


def next_word(state: int) -> tuple[int, int]:
    """Return the next state of a 64-bit generator (splitmix64) and its output, all of whose bits are equally good."""
    return (state + MIX_STEP) & MASK, _mixed(state)


def _mixed(x: int) -> int:
    x = (x + MIX_STEP) & MASK
    x = ((x ^ (x >> 30)) * MIX_FIRST) & MASK
    x = ((x ^ (x >> 27)) * MIX_SECOND) & MASK
    return x ^ (x >> 31)
