"""Primitives of the runtime: memory, registers, lists, and numbers that are known for each game.

Nothing here is ever executed by Python; subset.py translates it to WebAssembly. A word is a 64-bit integer.
"""

from __future__ import annotations

ONLY_TRANSLATED = TypeError("this is carried out by machine code only")


class RuntimeMemory:
    """Words of the memory, by the address of their first byte."""

    def __getitem__(self, address: int) -> int:
        raise ONLY_TRANSLATED

    def __setitem__(self, address: int, word: int) -> None:
        raise ONLY_TRANSLATED


class Registers:
    """Global registers.

    Attributes:
        top: Start of the free space of the current arena.
        limit: End of the current arena.
        full: Address beyond which the arena is garbage-collected.
        frame: The top frame.
        depth: Number of frames.
        work: Remaining work.
        mark: Remaining work at the end of the current stretch.
        steps: Steps until the next pause.
        options: Options of the current decision.
        trials: Start of the free space for trials.
        reached: Address of the coverage bytes, one for each point.
    """

    top: int
    limit: int
    full: int
    frame: int
    depth: int
    work: int
    mark: int
    steps: int
    options: int
    trials: int
    reached: int


words = RuntimeMemory()
now = Registers()


def __getattr__(name: str) -> int:
    """Stand for a number that is known for each game (memory.py)."""
    if name.isupper():
        return 0
    raise AttributeError(name)


def shifted(word: int, by: int) -> int:
    """Shift right, filling with zeros."""
    raise ONLY_TRANSLATED


def quotient(word: int, by: int) -> int:
    """Divide, rounding towards zero."""
    raise ONLY_TRANSLATED


def remainder(word: int, by: int) -> int:
    """Return the remainder, with the sign of the dividend."""
    raise ONLY_TRANSLATED


def plus(one: int, other: int) -> int:
    """Add floating-point numbers. Here and below these are words with the bits of a 64-bit float."""
    raise ONLY_TRANSLATED


def minus(one: int, other: int) -> int:
    """Subtract floating-point numbers."""
    raise ONLY_TRANSLATED


def product(one: int, other: int) -> int:
    """Multiply floating-point numbers."""
    raise ONLY_TRANSLATED


def over(one: int, other: int) -> int:
    """Divide floating-point numbers."""
    raise ONLY_TRANSLATED


def root(one: int) -> int:
    """Return the square root of a floating-point number."""
    raise ONLY_TRANSLATED


def is_more(one: int, other: int) -> int:
    """Return 1 if a floating-point number is greater than another, else 0."""
    raise ONLY_TRANSLATED


def fraction(number: int) -> int:
    """Convert an integer to a floating-point number."""
    raise ONLY_TRANSLATED


def cut_off(one: int) -> int:
    """Convert a floating-point number to an integer, rounding towards zero."""
    raise ONLY_TRANSLATED


def copy(target: int, source: int, size: int) -> None:
    """Copy `size` bytes between addresses; the ranges may overlap."""


def stop() -> None:
    """Stop the run. The game is then played by Python, which can report the error."""


def length(items: int) -> int:
    """Return the length of a list."""
    raise ONLY_TRANSLATED


def set_length(items: int, size: int) -> None:
    """Set the length of a list."""


def item(items: int, at: int) -> int:
    """Return the member of a list at an index from 0."""
    raise ONLY_TRANSLATED


def set_item(items: int, at: int, word: int) -> None:
    """Set the member of a list at an index from 0."""


def segment(number: int, frame: int) -> int:
    """Run a segment; return the number of the next one, or the code that stops the match (see executable)."""
    raise ONLY_TRANSLATED


def playable(card: int, you: int) -> int:
    """Return 1 if a seat can play a card's event, else 0."""
    raise ONLY_TRANSLATED


def certain(number: int) -> int:
    """Return the value of a condition that the rules declare to be certain."""
    raise ONLY_TRANSLATED


def judged(judge: int, seat: int, candidate: int) -> int:
    """Return the value that a table row gives a candidate."""
    raise ONLY_TRANSLATED


def score(seat: int) -> int:
    """Return the score of a seat."""
    raise ONLY_TRANSLATED
