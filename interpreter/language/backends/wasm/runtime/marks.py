"""Marks: a word for each small number, so that membership in a list is tested without a linear search."""

from __future__ import annotations

from interpreter.language.backends.wasm.toolchain.words import (
    LAST_MARK,
    LONGEST_LIST,
    MARK_COUNT,
    MARKS,
    item,
    length,
    words,
)


def fresh_mark() -> int:
    """Return a number greater than all marks, even if each was raised by the length of a list."""
    words[LAST_MARK] += LONGEST_LIST + 2
    return words[LAST_MARK]


def can_be_marked(number: int) -> int:
    """Return 1 if a number has a mark, else 0."""
    return number >= 0 and number < MARK_COUNT


def marked(items: int) -> int:
    """Mark the small numbers of a list; return the mark."""
    mark = fresh_mark()
    for at in range(length(items)):
        number = item(items, at)
        if can_be_marked(number):
            words[MARKS + 8 * number] = mark
    return mark
