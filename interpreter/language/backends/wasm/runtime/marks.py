"""Marks: a word for each small number, so that members of a list are found without looking through it."""

from __future__ import annotations

from interpreter.language.backends.wasm.words import LAST_MARK, LONGEST_LIST, MARK_COUNT, MARKS, item, length, words


def fresh_mark() -> int:
    """A number that is larger than all marks, also if each was raised by the length of a list."""
    words[LAST_MARK] += LONGEST_LIST + 2
    return words[LAST_MARK]


def can_be_marked(number: int) -> int:
    return number >= 0 and number < MARK_COUNT


def marked(list: int) -> int:
    """The mark that the small numbers of a list have now."""
    mark = fresh_mark()
    for at in range(length(list)):
        number = item(list, at)
        if can_be_marked(number):
            words[MARKS + 8 * number] = mark
    return mark
