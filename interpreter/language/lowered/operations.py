"""Strict operations on values, with their signatures.

All arguments of an operation are evaluated. A list that an operation returns is either a new list or one that never
changes.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Self


class ValueKind(Enum):
    """Kind of a value, as far as operations distinguish it."""

    NUMBER = auto()
    """A number. Things are represented by their numbers; None is also allowed."""
    TRUTH = auto()
    LIST = auto()
    """A list, a table, or a row of a table."""
    ANY = auto()


NUMBER, TRUTH, LIST, ANY = ValueKind


class Operation(Enum):
    """Operations of the intermediate language, each with the kinds of its arguments and of its result.

    Attributes:
        argument_kinds: Kinds of its arguments.
        result_kind: Kind of its result.
        is_unique: True if two occurrences never count as the same value, such as two random draws.
    """

    argument_kinds: tuple[ValueKind, ...]
    result_kind: ValueKind
    is_unique: bool

    def __new__(cls, argument_kinds: tuple[ValueKind, ...], result_kind: ValueKind, is_unique: bool = False) -> Self:
        """Make a member with a number of its own, because several have the same signature."""
        member = object.__new__(cls)
        member._value_ = len(cls.__members__) + 1
        member.argument_kinds, member.result_kind, member.is_unique = argument_kinds, result_kind, is_unique
        return member

    ADD = (NUMBER, NUMBER), NUMBER
    SUBTRACT = (NUMBER, NUMBER), NUMBER
    MULTIPLY = (NUMBER, NUMBER), NUMBER
    """The product; stops the match if it exceeds the limit for numbers."""
    QUOTIENT = (NUMBER, NUMBER), NUMBER
    """The quotient, rounded down; stops the match if the divisor is not positive."""
    REMAINDER = (NUMBER, NUMBER), NUMBER
    """The remainder of that division; stops the match if the divisor is not positive."""
    NEGATE = (NUMBER,), NUMBER
    ABSOLUTE = (NUMBER,), NUMBER
    """The number without its sign."""
    BOUNDED = (NUMBER,), NUMBER
    """The number itself; stops the match if it exceeds the limit for numbers."""
    LEAST = (NUMBER, NUMBER), NUMBER
    """The smaller of two numbers."""
    OR_ZERO = (NUMBER,), NUMBER
    """The number itself; 0 for None."""

    EQUAL = (ANY, ANY), TRUTH
    LESS = (NUMBER, NUMBER), TRUTH
    GREATER = (NUMBER, NUMBER), TRUTH
    AT_MOST = (NUMBER, NUMBER), TRUTH
    AT_LEAST = (NUMBER, NUMBER), TRUTH
    IS_NOTHING = (ANY,), TRUTH
    NOT = (TRUTH,), TRUTH

    HASHED = (NUMBER, NUMBER, NUMBER), NUMBER
    """A hash, plus a key (the second argument) as often as the third says, modulo a power of 2.

    See `position_hashes`, also for the following operations.
    """
    MIXED = (NUMBER, ANY), NUMBER
    """A hash into which a value is mixed. Two values never give the same result with the same hash."""
    TIMES_SEEN = (NUMBER, NUMBER, NUMBER), NUMBER
    """The number of remembered positions with a hash.

    Arguments: the hash; the base address of the cells of positions; and how many are remembered at most.
    """

    LENGTH = (LIST,), NUMBER
    HAS_ANY = (LIST,), TRUTH
    """True if a list has members."""
    CONTAINS = (ANY, LIST), TRUTH
    """True if a list (the second argument) contains a thing (the first)."""
    COUNT_COMMON = (ANY, LIST), NUMBER
    """Number of members that a table row (the first argument) shares with a list (the second)."""
    ANY_COMMON = (ANY, LIST), TRUTH
    """True if a table row (the first argument) shares a member with a list (the second)."""
    SAME = (LIST, LIST), TRUTH
    """True if two lists have the same members, in any order."""

    ITEM = (LIST, NUMBER), ANY
    """The member of a list or the entry of a table at an index counted from 0; -1 is the last."""
    FIRST = (LIST,), ANY
    """The first member of a list; None if it is empty."""
    ONLY = (LIST,), ANY
    """The single member of a list; None if it has no member or several."""
    TOTAL = (LIST,), NUMBER
    HIGHEST = (LIST,), NUMBER
    """The highest number of a list; 0 if it is empty."""
    LOWEST = (LIST,), NUMBER
    TOTAL_OF_HIGHEST = (LIST, NUMBER), NUMBER
    """The sum of the n highest numbers of a list; n is the second argument."""
    TOTAL_OF_LOWEST = (LIST, NUMBER), NUMBER
    LONGEST_LINE = (LIST, NUMBER, LIST, NUMBER), NUMBER
    """The length of the longest straight line of spaces through one of them.

    Arguments: the spaces, the space on the line, the number of columns and the number of rows of the grid.
    """

    BEST_HAND = (LIST, NUMBER, LIST, LIST, LIST), NUMBER
    """The best hand of a number of cards among those of a list, as a number (see `HandTable`).

    Arguments: the cards, the number of cards of the hand, the rank of each card (0: none, WILD_RANK: wild), the
    suit of each, and a table: the number of ranks, that of suits, and the number of the highest rank if it also counts
    as 0 in runs (or 0). For each kind of hand, the best first, follow HAND_KIND_WIDTH numbers: its run, 1 for one suit,
    and what is alike.
    """

    LONGEST_RUN = (LIST, LIST), LIST
    """The longest run of cards of a list, the first of several.

    Arguments: the cards, and the slot of each card of the game, 0 for none. The slots of a run follow each other.
    """

    GROUP = (NUMBER, LIST, LIST), LIST
    """The spaces of a list that are connected to one of them, in the order of the list; none if that is not there.

    Arguments: the space, the list, and the table of the spaces beside each space; so in the following operations.
    """
    LARGEST_GROUP = (LIST, LIST, LIST), LIST
    """The largest connected part of a list of spaces, the first of several, in the order of the list.

    If a second list has boxes, they join the spaces: the table has the boxes beside each space, and the spaces beside
    each box.
    """
    GROUP_COUNT = (LIST, LIST), NUMBER
    """The number of connected parts of a list of spaces."""
    SURROUNDINGS = (LIST, LIST), LIST
    """The spaces beside those of a list and not in it, by number."""
    DISTANCE = (LIST, LIST, LIST, LIST), NUMBER
    """The number of steps from a list of spaces to another one; the number of all spaces if there is no way.

    Arguments: the spaces at the start, at the goal, and those allowed in between; the table.
    """
    SHORTEST_PATH = (LIST, LIST, LIST, LIST, LIST), LIST
    """The spaces of the shortest such way, the first of several; the last argument is the table of the way back."""

    LONGEST_ROUTE = (LIST, LIST, LIST, LIST, LIST), NUMBER
    """The length of the longest route over boxes of a list, each once.

    Arguments: the boxes; the spaces allowed in between; for each place, the boxes or spaces that one gets to from
    there; for each box, the spaces that it joins; the length of each place.
    """

    HAS_SIGHT = (LIST, NUMBER, LIST, LIST), TRUTH
    """True if no gap of a line of sight is closed (see `SightTable`).

    Arguments: the places of the gaps, the place of the space at the start, the spaces that are open, and the table of
    the space at each place.
    """

    SINGLE = (ANY,), LIST
    """A list with one thing."""
    SINGLE_OR_NONE = (ANY,), LIST
    """A list with one thing; an empty list for None."""
    UNION = (LIST, LIST), LIST
    CARDS_OF = (LIST,), LIST
    """The cards in several zones."""
    WITH = (LIST, ANY), LIST
    """A copy of a list with one more member."""
    WITHOUT = (LIST, ANY), LIST
    """A copy of a list without the first occurrence of a member."""
    UP_TO = (LIST, ANY), LIST
    """The first members of a list, up to and including a given one (the second argument); all of them for None."""
    BEFORE = (LIST, ANY), LIST
    """The members of a list before a given one; all of them for None."""
    FIRST_FEW = (LIST, NUMBER), LIST
    """The first members of a list, as many as the number says if there are so many; none for less than 1."""
    LAST_FEW = (LIST, NUMBER), LIST
    """The last members of a list in the same way, the last one first."""
    BEGINNINGS = (LIST, LIST, LIST, NUMBER), LIST
    """The beginnings of several lists, which are one behind the other in a list.

    Arguments: that list; the lengths of the lists; for each member, whether its list ends there; and 1 if the member
    at which a list ends belongs to it, else 0.
    """
    BEST_HIGHEST = (LIST, LIST), LIST
    """The members of a list whose value is the highest; the second list holds the values, in the same order."""
    BEST_LOWEST = (LIST, LIST), LIST
    SPAN = (NUMBER, NUMBER), LIST
    """The numbers of an inclusive range."""
    IN_ORDER = (LIST, NUMBER, NUMBER), LIST
    """Seats (the first argument) in player order, starting with one (the second); the third is the number of seats."""
    SNAPSHOT = (LIST,), LIST
    """A copy of a list, unaffected by later changes to the original."""
    OPTIONS = (LIST,), LIST
    """A new, mutable list with the same members."""
    UNIQUE = (LIST,), LIST
    """A list without duplicates."""

    SUBSETS = (LIST, LIST, NUMBER, NUMBER, LIST), LIST
    """The subsets of a list that are not empty, as numbers (see `subset_numbers`): the smallest first.

    Arguments: the things; a number for each, the same for things that are alike, or an empty list; the sizes of the
    smallest and the largest subset; and the table of the numbering. If there are fewer things, all of them are a
    subset. Of those that differ only by things that are alike, there is one.
    """
    SUBSET_MEMBERS = (NUMBER, LIST), LIST
    """The things of a subset; the table is the second argument."""
    DISTINCT = (LIST,), LIST
    """The cards without duplicates: one of each group with the same print in the same zone."""
    ROOM_LEFT = (NUMBER, NUMBER, ANY), NUMBER
    """Number of further pieces of a kind (the first argument) that fit into a place (the second) for an owner (third).
    """
    PIECE_ON = (LIST, NUMBER), ANY
    """The piece on a space (the second argument): the first cell with pieces of these rows; None if there is none."""
    RANDOM_MEMBER = (LIST,), ANY, True
    """A random member of a list, None if it is empty. Draws from the match's generator."""
    RANDOM_INDEX = (LIST,), ANY, True
    CALL_COUNT = (NUMBER,), NUMBER, True
    """The number of calls of a word that uses itself within the outermost one, with this one.

    The argument is the depth of the call, 0 for the outermost one.
    """
    """A random index into a list of weights, None if all are 0; each is as likely as its weight says."""
    WOULD_CHANGE = (ANY, ANY, NUMBER), TRUTH
    """True if a card's event, played by a seat, would change something.

    The third argument is the track whose raises do not count, or -1.
    """
    MUTED_TRACK = (), NUMBER
    """The track whose raises do not count in the current trial; -1 outside of trials."""
    RECORDED = (TRUTH, NUMBER, NUMBER), TRUTH, True
    """A condition, unchanged, that also records a coverage point for its result (see game.py)."""

    BOTH = (TRUTH, TRUTH), TRUTH
    """The conjunction of two conditions; both are evaluated. Only passes and logs introduce this and the following."""
    EITHER = (TRUTH, TRUTH), TRUTH
    """The disjunction of two conditions, both of which are evaluated."""
    SELECT = (ANY, TRUTH, ANY), ANY
    """The first value if a condition (the second argument) holds, otherwise the third; all are evaluated."""
    BIT_SET = (LIST,), NUMBER
    """A list of things below 64 as a word with a bit for each; other members are left out."""
    HAS_BIT = (NUMBER, ANY), TRUTH
    """True if a bit set (the first argument) contains a thing (the second)."""
    COMMON_BITS = (NUMBER, NUMBER), NUMBER
    """The intersection of two bit sets."""
    BIT_COUNT = (NUMBER,), NUMBER
    """The number of members of a bit set."""
    TOTAL_OF_COUNTED = (NUMBER,) * 5, NUMBER
    """The sum of the first n numbers of an arithmetic sequence, each of which occurs as often as counted.

    Arguments: the numbers of occurrences, in bit fields of one word from the lowest bits up; n; the first number; the
    difference of two successive ones; and the width of a bit field.
    """
