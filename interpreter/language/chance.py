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

`ScriptedDraws` stands where the rules compute with a state, to try every result of their draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

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


class ScriptedResult(NamedTuple):
    """One of the results of a draw, which are counted from 0; each is as likely as its weight says."""

    number: int
    weights: tuple[int, ...]

    @property
    def possible(self) -> int:
        """Number of results."""
        return len(self.weights)

    @property
    def probability(self) -> Fraction:
        """Probability of the result."""
        return Fraction(self.weights[self.number], sum(self.weights))

    @property
    def shares(self) -> list[Fraction]:
        """Probabilities of all results."""
        total = sum(self.weights)
        return [Fraction(weight, total) for weight in self.weights]


class ScriptedDraws(int):
    """The state of a generator whose draws follow a script, and draw the first result where the script has ended.

    The step to the next state leaves it as it is, and the upper bits multiplied by the number of results are the next
    entry of the script.
    """

    def __new__(cls, script: list[ScriptedResult], leaves_open: bool = False) -> ScriptedDraws:
        """Create a generator for a script, which it lengthens. Each draw enters the weights of its results.

        With `leaves_open`, a shuffle leaves the order of hidden cards open until they are drawn.
        """
        draws = super().__new__(cls)
        draws.script, draws.drawn, draws.pending, draws.leaves_open = script, 0, 1, leaves_open
        return draws

    script: list[ScriptedResult]
    leaves_open: bool
    drawn: int
    pending: int

    def __mul__(self, factor: int) -> ScriptedDraws:
        """Step to the next state, or prepare a draw of one of `factor` results."""
        if factor != MULTIPLIER:
            self.pending = factor
        return self

    def __add__(self, _: int) -> ScriptedDraws:
        return self

    def __and__(self, _: int) -> ScriptedDraws:
        return self

    def __rshift__(self, bits: int) -> int:
        """Return itself for the upper bits of a state, and the result of a draw for those of the product."""
        if bits != DRAWN_BITS:
            return self
        number = self._next()
        self.script[self.drawn - 1] = ScriptedResult(number, (1,) * self.pending)
        return number

    def draw_by_weight(self, weights: Sequence[int]) -> int:
        """Return an index into weights; each that isn't 0 is a result, as likely as its weight says."""
        possible = [index for index, weight in enumerate(weights) if weight]
        number = self._next()
        self.script[self.drawn - 1] = ScriptedResult(number, tuple(weights[index] for index in possible))
        return possible[number]

    def _next(self) -> int:
        """Return the number of the next result of the script."""
        if self.drawn == len(self.script):
            self.script.append(ScriptedResult(0, (1,)))
        self.drawn += 1
        return self.script[self.drawn - 1].number


DRAWN_BITS = 31
"""Number of bits by which the product of a draw is shifted (see `draw_index`)."""
