"""Likeness of words, to find the name that was probably meant by another one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from heapq import nlargest
from itertools import pairwise

from interpreter.support.errors import MAX_NAME_LENGTH

PREFILTER_THRESHOLD = 300
"""Number of candidates above which only the MAX_COMPARED likeliest are compared with a word letter by letter."""
MAX_COMPARED = 20

SHORT_WORD = 5
"""Number of letters below which a word may have only one mistake."""
MAX_PARTS = 4
"""Largest number of parts for which names must be alike in each. Longer wordings may differ in a whole word."""
_PART_SEPARATOR = re.compile(r"[ _-]")


@lru_cache(maxsize=20_000)
def _letter_pairs(word: str) -> frozenset[str]:
    return frozenset(map("".join, pairwise(word)))


def _likeliest(word: str, names: list[str]) -> list[str]:
    """Return the names that share most letter pairs with a word, because comparing it with all names is slow."""
    own = _letter_pairs(word)
    return nlargest(MAX_COMPARED, names, key=lambda name: len(own & _letter_pairs(name)))


def is_alike_by_parts(word: str, name: str) -> bool:
    """Return True if names of a few parts are alike in each part: `ten_of_them` is no misspelling of `two_of_them`."""
    parts, others = (_PART_SEPARATOR.split(each.casefold()) for each in (word, name))
    if len(parts) != len(others) or not 1 < len(parts) <= MAX_PARTS:
        return True
    return all(
        edit_distance(part, other, 1) is not None or get_close_matches(part, [other], n=1)
        for part, other in zip(parts, others, strict=True)
    )


def closest_match(word: str, candidates: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the candidate that was probably meant by `word`, or None.

    `cutoff` is the required similarity from 0 to 1.
    """
    if len(word) > MAX_NAME_LENGTH:
        return None
    by_small_letters: dict[str, list[str]] = {}
    for candidate in candidates:
        by_small_letters.setdefault(candidate.casefold(), []).append(candidate)
    names = list(by_small_letters)
    if len(names) > PREFILTER_THRESHOLD:
        names = _likeliest(word.casefold(), names)
    close = get_close_matches(word.casefold(), names, n=3, cutoff=cutoff)
    found = [name for name in close if is_alike_by_parts(word, name)]
    swapped = (each for each in found if sorted(each) == sorted(word.casefold()))
    best = next(swapped, found[0]) if found else None
    if best is None:
        return None
    written = by_small_letters[best]
    return next((each for each in written if each[:1].isupper() == word[:1].isupper()), written[-1])


def edit_distance(one: str, other: str, limit: int) -> int | None:
    """Return the edit distance of two words; None if it is greater than `limit`.

    This is the optimal string alignment distance: insertions, deletions, substitutions and swaps of adjacent letters
    count 1 each.
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, last, row = row, before, [at]
        for to, wanted in enumerate(other, 1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != wanted))
            if last and to > 1 and letter == other[to - 2] and one[at - 2] == wanted:
                cost = min(cost, last[to - 2] + 1)
            row.append(cost)
        if min(row) > limit and (not before or min(before) > limit):
            return None
    return row[-1] if row[-1] <= limit else None


def is_misspelt(word: str, meant: str) -> bool:
    """True if a word is another one with one or two mistakes; with one, if it is short."""
    return edit_distance(word.casefold(), meant.casefold(), 1 if len(word) < SHORT_WORD else 2) is not None


NEGATIONS = ("dis", "un", "in", "im", "ir", "il", "non", "not", "de", "mis")
"""Beginnings of words that turn them into their opposite."""


def is_opposite(word: str, other: str) -> bool:
    """True if one of two words is the other with the beginning of an opposite, as in `agree` and `disagree`."""
    short, long = sorted((word.casefold(), other.casefold()), key=len)
    rest = long.removesuffix(short)
    return rest != long and rest.rstrip("_- ") in NEGATIONS
