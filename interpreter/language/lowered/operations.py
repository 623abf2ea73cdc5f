"""Strict operations on values, and their signatures.

All arguments of an operation are evaluated. A list that an operation returns is either a new list or one that never
changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Kind(Enum):
    """Kind of a value, as far as operations distinguish it."""

    NUMBER = auto()
    """A number. Things are represented by their numbers; None is also allowed."""
    TRUTH = auto()
    LIST = auto()
    """A list, a table, or a row of a table."""
    ANY = auto()


class Operation(Enum):
    """Operations of the intermediate language; `FACTS` holds the signature of each."""

    ADD = auto()
    SUBTRACT = auto()
    MULTIPLY = auto()
    """The product; stops the match if it exceeds the limit for numbers."""
    NEGATE = auto()
    BOUNDED = auto()
    """The number itself; stops the match if it exceeds the limit for numbers."""
    LEAST = auto()
    """The smaller of two numbers."""
    OR_ZERO = auto()
    """The number itself; 0 for None."""

    EQUAL = auto()
    LESS = auto()
    GREATER = auto()
    AT_MOST = auto()
    AT_LEAST = auto()
    IS_NOTHING = auto()
    NOT = auto()

    LENGTH = auto()
    HAS_ANY = auto()
    """True if a list has members."""
    CONTAINS = auto()
    """True if a list (the second argument) contains a thing (the first)."""
    COUNT_COMMON = auto()
    """Number of members that a table row (the first argument) shares with a list (the second)."""
    ANY_COMMON = auto()
    """True if a table row (the first argument) shares a member with a list (the second)."""
    SAME = auto()
    """True if two lists have the same members, in any order."""

    ITEM = auto()
    """The member of a list or the entry of a table at an index counted from 0; -1 is the last."""
    FIRST = auto()
    """The first member of a list; None if it is empty."""
    ONLY = auto()
    """The single member of a list; None if it has no member or several."""
    TOTAL = auto()
    HIGHEST = auto()
    """The highest number of a list; 0 if it is empty."""
    LOWEST = auto()
    TOTAL_OF_HIGHEST = auto()
    """The sum of the n highest numbers of a list; n is the second argument."""
    TOTAL_OF_LOWEST = auto()
    LONGEST_LINE = auto()
    """The length of the longest straight line of spaces through one of them.

    Arguments: the spaces, the space on the line, the number of columns and the number of rows of the grid.
    """

    SINGLE = auto()
    """A list with one thing."""
    SINGLE_OR_NONE = auto()
    """A list with one thing; an empty list for None."""
    UNION = auto()
    CARDS_OF = auto()
    """The cards in several zones."""
    WITH = auto()
    """A copy of a list with one more member."""
    WITHOUT = auto()
    """A copy of a list without the first occurrence of a member."""
    BEST_HIGHEST = auto()
    """The members of a list whose value is the highest; the second list holds the values, in the same order."""
    BEST_LOWEST = auto()
    SPAN = auto()
    """The numbers of an inclusive range."""
    IN_ORDER = auto()
    """Seats (the first argument) in player order, starting with one (the second); the third is the number of seats."""
    SNAPSHOT = auto()
    """A copy of a list, unaffected by later changes to the original."""
    OPTIONS = auto()
    """A new, mutable list with the same members."""
    UNIQUE = auto()
    """A list without duplicates."""

    DISTINCT = auto()
    """The cards without duplicates: one of each group with the same print in the same zone."""
    FITTING = auto()
    """Number of further pieces of a kind (the first argument) that fit into a place (the second) for an owner (third).
    """
    CHANCE = auto()
    """A random member of a list, None if it is empty. Draws from the match's generator."""
    WOULD_CHANGE = auto()
    """True if a card's event, played by a seat, would change something.

    The third argument is the track whose raises do not count, or -1.
    """
    TRIED_TRACK = auto()
    """The track whose raises do not count in the current trial; -1 outside of trials."""
    NOTED = auto()
    """A condition, unchanged, that also records a coverage point for its result (see points.py)."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Signature and properties of an operation.

    Attributes:
        draws: True if the operation draws from the match's generator.
        alone: True if two occurrences never count as the same value (also implied by `draws`).
    """

    takes: tuple[Kind, ...]
    gives: Kind
    draws: bool = False
    alone: bool = False


FACTS = {
    Operation.ADD: Facts((Kind.NUMBER, Kind.NUMBER), Kind.NUMBER),
    Operation.SUBTRACT: Facts((Kind.NUMBER, Kind.NUMBER), Kind.NUMBER),
    Operation.MULTIPLY: Facts((Kind.NUMBER, Kind.NUMBER), Kind.NUMBER),
    Operation.NEGATE: Facts((Kind.NUMBER,), Kind.NUMBER),
    Operation.BOUNDED: Facts((Kind.NUMBER,), Kind.NUMBER),
    Operation.LEAST: Facts((Kind.NUMBER, Kind.NUMBER), Kind.NUMBER),
    Operation.OR_ZERO: Facts((Kind.NUMBER,), Kind.NUMBER),
    Operation.EQUAL: Facts((Kind.ANY, Kind.ANY), Kind.TRUTH),
    Operation.LESS: Facts((Kind.NUMBER, Kind.NUMBER), Kind.TRUTH),
    Operation.GREATER: Facts((Kind.NUMBER, Kind.NUMBER), Kind.TRUTH),
    Operation.AT_MOST: Facts((Kind.NUMBER, Kind.NUMBER), Kind.TRUTH),
    Operation.AT_LEAST: Facts((Kind.NUMBER, Kind.NUMBER), Kind.TRUTH),
    Operation.IS_NOTHING: Facts((Kind.ANY,), Kind.TRUTH),
    Operation.NOT: Facts((Kind.TRUTH,), Kind.TRUTH),
    Operation.LENGTH: Facts((Kind.LIST,), Kind.NUMBER),
    Operation.HAS_ANY: Facts((Kind.LIST,), Kind.TRUTH),
    Operation.CONTAINS: Facts((Kind.ANY, Kind.LIST), Kind.TRUTH),
    Operation.COUNT_COMMON: Facts((Kind.ANY, Kind.LIST), Kind.NUMBER),
    Operation.ANY_COMMON: Facts((Kind.ANY, Kind.LIST), Kind.TRUTH),
    Operation.SAME: Facts((Kind.LIST, Kind.LIST), Kind.TRUTH),
    Operation.ITEM: Facts((Kind.LIST, Kind.NUMBER), Kind.ANY),
    Operation.FIRST: Facts((Kind.LIST,), Kind.ANY),
    Operation.ONLY: Facts((Kind.LIST,), Kind.ANY),
    Operation.TOTAL: Facts((Kind.LIST,), Kind.NUMBER),
    Operation.HIGHEST: Facts((Kind.LIST,), Kind.NUMBER),
    Operation.LOWEST: Facts((Kind.LIST,), Kind.NUMBER),
    Operation.TOTAL_OF_HIGHEST: Facts((Kind.LIST, Kind.NUMBER), Kind.NUMBER),
    Operation.TOTAL_OF_LOWEST: Facts((Kind.LIST, Kind.NUMBER), Kind.NUMBER),
    Operation.LONGEST_LINE: Facts((Kind.LIST, Kind.NUMBER, Kind.NUMBER, Kind.NUMBER), Kind.NUMBER),
    Operation.SINGLE: Facts((Kind.ANY,), Kind.LIST),
    Operation.SINGLE_OR_NONE: Facts((Kind.ANY,), Kind.LIST),
    Operation.UNION: Facts((Kind.LIST, Kind.LIST), Kind.LIST),
    Operation.CARDS_OF: Facts((Kind.LIST,), Kind.LIST),
    Operation.WITH: Facts((Kind.LIST, Kind.ANY), Kind.LIST),
    Operation.WITHOUT: Facts((Kind.LIST, Kind.ANY), Kind.LIST),
    Operation.BEST_HIGHEST: Facts((Kind.LIST, Kind.LIST), Kind.LIST),
    Operation.BEST_LOWEST: Facts((Kind.LIST, Kind.LIST), Kind.LIST),
    Operation.SPAN: Facts((Kind.NUMBER, Kind.NUMBER), Kind.LIST),
    Operation.IN_ORDER: Facts((Kind.LIST, Kind.NUMBER, Kind.NUMBER), Kind.LIST),
    Operation.SNAPSHOT: Facts((Kind.LIST,), Kind.LIST),
    Operation.OPTIONS: Facts((Kind.LIST,), Kind.LIST),
    Operation.UNIQUE: Facts((Kind.LIST,), Kind.LIST),
    Operation.DISTINCT: Facts((Kind.LIST,), Kind.LIST),
    Operation.FITTING: Facts((Kind.NUMBER, Kind.NUMBER, Kind.ANY), Kind.NUMBER),
    Operation.CHANCE: Facts((Kind.LIST,), Kind.ANY, draws=True),
    Operation.WOULD_CHANGE: Facts((Kind.ANY, Kind.ANY, Kind.NUMBER), Kind.TRUTH),
    Operation.TRIED_TRACK: Facts((), Kind.NUMBER),
    Operation.NOTED: Facts((Kind.TRUTH, Kind.NUMBER, Kind.NUMBER), Kind.TRUTH, alone=True),
}
if missing := [operation.name for operation in Operation if operation not in FACTS]:
    raise TypeError(f"there are no facts of {', '.join(missing)}")
