"""Numbers, which stop the run before they grow beyond what a word can hold."""

from __future__ import annotations

from interpreter.language.backends.wasm.words import (
    HALF,
    LARGEST,
    LOG_2,
    LOG_COUNT,
    LOGS,
    MOST,
    MOST_IN_CELL,
    NIL,
    fraction,
    plus,
    shifted,
    stop,
    words,
)


def limited(number: int) -> int:
    """A number as it is, unless so large that a sum of such might not fit into a word."""
    if number != NIL and (number >= MOST or number <= -MOST):
        stop()
    return number


def limited_cell(number: int) -> int:
    """As `limited`, for a number that goes into a cell."""
    if number != NIL and (number >= MOST_IN_CELL or number <= -MOST_IN_CELL):
        stop()
    return number


def bounded(number: int) -> int:
    if number >= LARGEST or number <= -LARGEST:
        stop()
    return number


def multiplied(left: int, right: int) -> int:
    if left > HALF or (left < -HALF or (right > HALF or right < -HALF)):
        stop()
    return limited(left * right)


def times(left: int, right: int) -> int:
    return bounded(multiplied(left, right))


def or_zero(number: int) -> int:
    return 0 if number == NIL else number


def least(left: int, right: int) -> int:
    return left if left < right else right


def log_of(number: int) -> int:
    """As SearchTerms.log."""
    halved = fraction(0)
    while number >= LOG_COUNT:
        number = shifted(number, 1)
        halved = plus(halved, LOG_2)
    return plus(words[LOGS + 8 * number], halved)
