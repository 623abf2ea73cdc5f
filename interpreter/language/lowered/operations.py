"""The operations on values that are all worked out first, and what is known of each. A list that one of them gives is a
new one, or never changes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Kind(Enum):
    """What a value is, as far as operations tell them apart."""

    NUMBER = auto()
    """A thing is its number; nothing is taken for one, too."""
    TRUTH = auto()
    LIST = auto()
    """Also a table, and a row of one."""
    ANY = auto()


class Operation(Enum):
    """What is known of each stands in FACTS."""

    ADD = auto()
    SUBTRACT = auto()
    MULTIPLY = auto()
    """Stops the match if the product grows beyond all bounds."""
    NEGATE = auto()
    BOUNDED = auto()
    """A number as it is; stops the match if it grows beyond all bounds."""
    LEAST = auto()
    """The smaller one of two numbers."""
    OR_ZERO = auto()
    """A number; 0 for nothing."""

    EQUAL = auto()
    LESS = auto()
    GREATER = auto()
    AT_MOST = auto()
    AT_LEAST = auto()
    IS_NOTHING = auto()
    NOT = auto()

    LENGTH = auto()
    HAS_ANY = auto()
    """Whether a list has members."""
    CONTAINS = auto()
    """Whether a thing (the first) is a member of a list (the second)."""
    COUNT_COMMON = auto()
    """How many members of a table's row (the first) are in a list (the second)."""
    ANY_COMMON = auto()
    """Whether a member of a table's row (the first) is in a list (the second)."""
    SAME = auto()
    """Whether two lists have the same members, in whatever order."""

    ITEM = auto()
    """The member of a list (the first), or the entry of a table, with a number from 0; -1 is the last."""
    FIRST = auto()
    """The first member of a list, or nothing."""
    ONLY = auto()
    """The one member of a list; nothing if there are none, or several."""
    TOTAL = auto()
    HIGHEST = auto()
    """The highest number of a list; 0 if it has none."""
    LOWEST = auto()
    TOTAL_OF_HIGHEST = auto()
    """The sum of so many (the second) of the highest numbers of a list (the first)."""
    TOTAL_OF_LOWEST = auto()
    LONGEST_LINE = auto()
    """The length of the longest straight line of spaces (the first) through one of them, in a grid of so many columns
    and rows."""

    SINGLE = auto()
    """A list of one thing."""
    SINGLE_OR_NONE = auto()
    """A list of one thing, or of none if it is nothing."""
    UNION = auto()
    CARDS_OF = auto()
    """The cards of several zones."""
    WITH = auto()
    """A list with one member more."""
    WITHOUT = auto()
    """A list without the first member that is this one."""
    BEST_HIGHEST = auto()
    """The members of a list (the first) whose number in another list of the same length (the second) is the highest."""
    BEST_LOWEST = auto()
    SPAN = auto()
    """The numbers from one to another."""
    IN_ORDER = auto()
    """Seats (the first) in player order from one on (the second), of so many that there are (the third)."""
    SNAPSHOT = auto()
    """A list that stays as it is, whatever becomes of the first one."""
    OPTIONS = auto()
    """A new list with these members, which may be changed."""
    UNIQUE = auto()
    """A list without repetitions."""

    DISTINCT = auto()
    """One of each of the cards that are alike in all that is printed on them and lie in the same zone."""
    FITTING = auto()
    """How many more pieces of a kind (the first) a place (the second) can take, of an owner (the third)."""
    CHANCE = auto()
    """A member of a list by chance, nothing if there are none. Draws from the match's generator."""
    WOULD_CHANGE = auto()
    """Whether a card's event, played by a seat, would change something; the third is a track whose raises do not
    count, or -1."""
    TRIED_TRACK = auto()
    """The track whose raises do not count in the trial that is under way; -1 outside of trials."""
    NOTED = auto()
    """A condition as it is; if it does not hold, play has come to a point (see points.py)."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What an operation takes and gives. `draws`: it draws from the match's generator. `alone`: two of it are never the
    same value, as it is with what draws."""

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
