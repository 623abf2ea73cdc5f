"""Strict operations on values, and their signatures.

All arguments of an operation are evaluated. A list that an operation returns is either a new list or one that never
changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class ValueKind(Enum):
    """Kind of a value, as far as operations distinguish it."""

    NUMBER = auto()
    """A number. Things are represented by their numbers; None is also allowed."""
    TRUTH = auto()
    LIST = auto()
    """A list, a table, or a row of a table."""
    ANY = auto()


class Operation(Enum):
    """Operations of the intermediate language; `SIGNATURES` holds the signature of each."""

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
    ROOM_LEFT = auto()
    """Number of further pieces of a kind (the first argument) that fit into a place (the second) for an owner (third).
    """
    RANDOM_MEMBER = auto()
    """A random member of a list, None if it is empty. Draws from the match's generator."""
    WOULD_CHANGE = auto()
    """True if a card's event, played by a seat, would change something.

    The third argument is the track whose raises do not count, or -1.
    """
    MUTED_TRACK = auto()
    """The track whose raises do not count in the current trial; -1 outside of trials."""
    RECORDED = auto()
    """A condition, unchanged, that also records a coverage point for its result (see coverage_points.py)."""

    BOTH = auto()
    """The conjunction of two conditions, both of which are evaluated. Only passes introduce this and the following."""
    EITHER = auto()
    """The disjunction of two conditions, both of which are evaluated."""
    SELECT = auto()
    """The first value if a condition (the second argument) holds, otherwise the third; all are evaluated."""
    BIT_SET = auto()
    """A list of things below 64 as a word with a bit for each; other members are left out."""
    HAS_BIT = auto()
    """True if a bit set (the first argument) contains a thing (the second)."""
    COMMON_BITS = auto()
    """The intersection of two bit sets."""
    BIT_COUNT = auto()
    """The number of members of a bit set."""
    TOTAL_OF_COUNTED = auto()
    """The sum of the first n numbers of an arithmetic sequence, each of which occurs as often as counted.

    Arguments: the numbers of occurrences, in bit fields of one word from the lowest bits up; n; the first number; the
    difference of two successive ones; and the width of a bit field.
    """


@dataclass(frozen=True, slots=True)
class OperationSignature:
    """Signature and properties of an operation.

    Attributes:
        is_random: True if the operation draws from the match's generator.
        is_unique: True if two occurrences never count as the same value (also implied by `is_random`).
    """

    argument_kinds: tuple[ValueKind, ...]
    result_kind: ValueKind
    is_random: bool = False
    is_unique: bool = False


SIGNATURES = {
    Operation.ADD: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.NUMBER),
    Operation.SUBTRACT: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.NUMBER),
    Operation.MULTIPLY: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.NUMBER),
    Operation.NEGATE: OperationSignature((ValueKind.NUMBER,), ValueKind.NUMBER),
    Operation.BOUNDED: OperationSignature((ValueKind.NUMBER,), ValueKind.NUMBER),
    Operation.LEAST: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.NUMBER),
    Operation.OR_ZERO: OperationSignature((ValueKind.NUMBER,), ValueKind.NUMBER),
    Operation.EQUAL: OperationSignature((ValueKind.ANY, ValueKind.ANY), ValueKind.TRUTH),
    Operation.LESS: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.TRUTH),
    Operation.GREATER: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.TRUTH),
    Operation.AT_MOST: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.TRUTH),
    Operation.AT_LEAST: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.TRUTH),
    Operation.IS_NOTHING: OperationSignature((ValueKind.ANY,), ValueKind.TRUTH),
    Operation.NOT: OperationSignature((ValueKind.TRUTH,), ValueKind.TRUTH),
    Operation.LENGTH: OperationSignature((ValueKind.LIST,), ValueKind.NUMBER),
    Operation.HAS_ANY: OperationSignature((ValueKind.LIST,), ValueKind.TRUTH),
    Operation.CONTAINS: OperationSignature((ValueKind.ANY, ValueKind.LIST), ValueKind.TRUTH),
    Operation.COUNT_COMMON: OperationSignature((ValueKind.ANY, ValueKind.LIST), ValueKind.NUMBER),
    Operation.ANY_COMMON: OperationSignature((ValueKind.ANY, ValueKind.LIST), ValueKind.TRUTH),
    Operation.SAME: OperationSignature((ValueKind.LIST, ValueKind.LIST), ValueKind.TRUTH),
    Operation.ITEM: OperationSignature((ValueKind.LIST, ValueKind.NUMBER), ValueKind.ANY),
    Operation.FIRST: OperationSignature((ValueKind.LIST,), ValueKind.ANY),
    Operation.ONLY: OperationSignature((ValueKind.LIST,), ValueKind.ANY),
    Operation.TOTAL: OperationSignature((ValueKind.LIST,), ValueKind.NUMBER),
    Operation.HIGHEST: OperationSignature((ValueKind.LIST,), ValueKind.NUMBER),
    Operation.LOWEST: OperationSignature((ValueKind.LIST,), ValueKind.NUMBER),
    Operation.TOTAL_OF_HIGHEST: OperationSignature((ValueKind.LIST, ValueKind.NUMBER), ValueKind.NUMBER),
    Operation.TOTAL_OF_LOWEST: OperationSignature((ValueKind.LIST, ValueKind.NUMBER), ValueKind.NUMBER),
    Operation.LONGEST_LINE: OperationSignature(
        (ValueKind.LIST, ValueKind.NUMBER, ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.NUMBER
    ),
    Operation.SINGLE: OperationSignature((ValueKind.ANY,), ValueKind.LIST),
    Operation.SINGLE_OR_NONE: OperationSignature((ValueKind.ANY,), ValueKind.LIST),
    Operation.UNION: OperationSignature((ValueKind.LIST, ValueKind.LIST), ValueKind.LIST),
    Operation.CARDS_OF: OperationSignature((ValueKind.LIST,), ValueKind.LIST),
    Operation.WITH: OperationSignature((ValueKind.LIST, ValueKind.ANY), ValueKind.LIST),
    Operation.WITHOUT: OperationSignature((ValueKind.LIST, ValueKind.ANY), ValueKind.LIST),
    Operation.BEST_HIGHEST: OperationSignature((ValueKind.LIST, ValueKind.LIST), ValueKind.LIST),
    Operation.BEST_LOWEST: OperationSignature((ValueKind.LIST, ValueKind.LIST), ValueKind.LIST),
    Operation.SPAN: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.LIST),
    Operation.IN_ORDER: OperationSignature((ValueKind.LIST, ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.LIST),
    Operation.SNAPSHOT: OperationSignature((ValueKind.LIST,), ValueKind.LIST),
    Operation.OPTIONS: OperationSignature((ValueKind.LIST,), ValueKind.LIST),
    Operation.UNIQUE: OperationSignature((ValueKind.LIST,), ValueKind.LIST),
    Operation.DISTINCT: OperationSignature((ValueKind.LIST,), ValueKind.LIST),
    Operation.ROOM_LEFT: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER, ValueKind.ANY), ValueKind.NUMBER),
    Operation.RANDOM_MEMBER: OperationSignature((ValueKind.LIST,), ValueKind.ANY, is_random=True),
    Operation.WOULD_CHANGE: OperationSignature((ValueKind.ANY, ValueKind.ANY, ValueKind.NUMBER), ValueKind.TRUTH),
    Operation.MUTED_TRACK: OperationSignature((), ValueKind.NUMBER),
    Operation.RECORDED: OperationSignature(
        (ValueKind.TRUTH, ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.TRUTH, is_unique=True
    ),
    Operation.BOTH: OperationSignature((ValueKind.TRUTH, ValueKind.TRUTH), ValueKind.TRUTH),
    Operation.EITHER: OperationSignature((ValueKind.TRUTH, ValueKind.TRUTH), ValueKind.TRUTH),
    Operation.SELECT: OperationSignature((ValueKind.ANY, ValueKind.TRUTH, ValueKind.ANY), ValueKind.ANY),
    Operation.BIT_SET: OperationSignature((ValueKind.LIST,), ValueKind.NUMBER),
    Operation.HAS_BIT: OperationSignature((ValueKind.NUMBER, ValueKind.ANY), ValueKind.TRUTH),
    Operation.COMMON_BITS: OperationSignature((ValueKind.NUMBER, ValueKind.NUMBER), ValueKind.NUMBER),
    Operation.BIT_COUNT: OperationSignature((ValueKind.NUMBER,), ValueKind.NUMBER),
    Operation.TOTAL_OF_COUNTED: OperationSignature((ValueKind.NUMBER,) * 5, ValueKind.NUMBER),
}
if missing := [operation.name for operation in Operation if operation not in SIGNATURES]:
    raise TypeError(f"there are no facts of {', '.join(missing)}")
