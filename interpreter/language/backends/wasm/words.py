"""What the run-time part is written with: memory, registers, lists, and numbers that are known for each game.

Nothing here is ever carried out: subset.py writes it as WebAssembly. A word is a whole number of 64 bits.
"""

from __future__ import annotations

ONLY_TRANSLATED = TypeError("this is carried out by machine code only")


class Memory:
    """The words of the memory, by the address of their first byte."""

    def __getitem__(self, address: int) -> int:
        raise ONLY_TRANSLATED

    def __setitem__(self, address: int, word: int) -> None:
        raise ONLY_TRANSLATED


class Registers:
    """What is at hand all the time. `top`: where the arena in use is free; `limit`: where it ends; `full`: from where
    on it is tidied up; `frame`: the top frame; `depth`: how many frames there are; `work`: what is left of it;
    `mark`: so much is left after a stretch of it; `steps`: those up to the next pause; `options`: of the decision;
    `trials`: where the space for trials is free; `reached`: where it is noted to which points play comes, a byte
    each."""

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


words = Memory()
now = Registers()


def __getattr__(name: str) -> int:
    """A number that is known for each game (memory.py)."""
    if name.isupper():
        return 0
    raise AttributeError(name)


def shifted(word: int, by: int) -> int:
    """To the right, zeros coming in."""
    raise ONLY_TRANSLATED


def quotient(word: int, by: int) -> int:
    """Cut off towards zero."""
    raise ONLY_TRANSLATED


def remainder(word: int, by: int) -> int:
    """With the sign of the first number."""
    raise ONLY_TRANSLATED


def plus(one: int, other: int) -> int:
    """Of fractions, each a word that has the bits of a number of 64 bits with a point; so are those that follow."""
    raise ONLY_TRANSLATED


def minus(one: int, other: int) -> int:
    raise ONLY_TRANSLATED


def product(one: int, other: int) -> int:
    raise ONLY_TRANSLATED


def over(one: int, other: int) -> int:
    raise ONLY_TRANSLATED


def root(one: int) -> int:
    raise ONLY_TRANSLATED


def is_more(one: int, other: int) -> int:
    """Whether a fraction is more than another."""
    raise ONLY_TRANSLATED


def fraction(number: int) -> int:
    """A whole number as a fraction."""
    raise ONLY_TRANSLATED


def cut_off(one: int) -> int:
    """A fraction as a whole number, without what is behind its point."""
    raise ONLY_TRANSLATED


def copy(target: int, source: int, size: int) -> None:
    """So many bytes to an address from another; the two may overlap."""


def stop() -> None:
    """Ends the run. The game is then played by Python, which has the words for what is wrong."""


def length(list: int) -> int:
    raise ONLY_TRANSLATED


def set_length(list: int, size: int) -> None: ...


def item(list: int, at: int) -> int:
    """A member, by its number from 0."""
    raise ONLY_TRANSLATED


def set_item(list: int, at: int, word: int) -> None: ...


def segment(number: int, frame: int) -> int:
    """Carries out a segment; the number of the next one, or what stops the match (see executable)."""
    raise ONLY_TRANSLATED


def playable(card: int, you: int) -> int:
    """Whether a card's event can be played by a seat."""
    raise ONLY_TRANSLATED


def certain(number: int) -> int:
    """Whether what the rules say is certain is so."""
    raise ONLY_TRANSLATED


def judged(judge: int, seat: int, candidate: int) -> int:
    """What a row of a table makes of a candidate."""
    raise ONLY_TRANSLATED


def score(seat: int) -> int:
    raise ONLY_TRANSLATED
