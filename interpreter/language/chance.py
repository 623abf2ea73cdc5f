"""All that is settled by chance while a game is played: a 64-bit linear congruential generator, Knuth's MMIX.

Multiplier and increment: The Art of Computer Programming 2, 3.3.4, and MMIXware. Its low bits repeat soon, so only the
upper 31 count: taken as a fraction of one, they say which of several things it is (`index`).

A match has one such generator for what its rules leave to chance. What random and table players leave to chance is
settled by others, one *stream* for each seat (`stream`): it goes one step on for every decision that the seat takes,
between two options or more, also where its table leaves only one. So what happens to a seat depends on nothing that
others decide, and two versions of a game can be compared on equal chance.

Whatever plays a game, in any language, draws by `seeded`, `stream`, `step` and `index`, and so plays the same. For the
sake of speed `step` and `index` are written out where that is done all the time: `engine.driver.play`,
`players.tree`, and the rules' own shuffles and picks (`card_functions.shuffle`, `State.one_of`).
"""

from __future__ import annotations

MASK = (1 << 64) - 1
FACTOR, STEP = 6364136223846793005, 1442695040888963407
MIX_STEP, MIX_FIRST, MIX_SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def seeded(seed: int) -> int:
    """The first state of the generator for a seed of any size (splitmix64's mixing, Steele, Lea and Flood 2014)."""
    mixed = seed & MASK
    seed >>= 64
    while seed:
        mixed = _mixed(mixed) ^ (seed & MASK)
        seed >>= 64
    return _mixed(mixed)


def stream(seed: int, seat: int) -> int:
    """The first state of the stream by which a seat picks in the match with that seed."""
    return seeded((seed << 64) | (seat + 1))


def step(state: int) -> int:
    """The generator's next state."""
    return (state * FACTOR + STEP) & MASK


def index(state: int, count: int) -> int:
    """Which of so many things a state of the generator stands for, by number: none is likelier than another by more
    than 2^-31.
    """
    return ((state >> 33) * count) >> 31


def drawn(state: int) -> tuple[int, int]:
    """The next state of a generator of whole words (splitmix64), and its word, all of whose bits are as good."""
    return (state + MIX_STEP) & MASK, _mixed(state)


def _mixed(x: int) -> int:
    x = (x + MIX_STEP) & MASK
    x = ((x ^ (x >> 30)) * MIX_FIRST) & MASK
    x = ((x ^ (x >> 27)) * MIX_SECOND) & MASK
    return x ^ (x >> 31)


def below(share: float) -> int:
    """The word below which this share of all words lie."""
    return min(MASK, int(share * MASK))
