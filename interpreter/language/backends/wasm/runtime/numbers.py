"""Arithmetic that stops the run before a number exceeds a word."""

from __future__ import annotations

from interpreter.language.backends.wasm.toolchain.words import (
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
    """Return the number itself; stop if a sum of such numbers might not fit into a word."""
    if number != NIL and (number >= MOST or number <= -MOST):
        stop()
    return number


def limited_cell(number: int) -> int:
    """Return the number itself; stop if it is too large for a cell."""
    if number != NIL and (number >= MOST_IN_CELL or number <= -MOST_IN_CELL):
        stop()
    return number


def bounded(number: int) -> int:
    """Return the number itself; stop if it exceeds the limit of the rules."""
    if number >= LARGEST or number <= -LARGEST:
        stop()
    return number


def multiplied(left: int, right: int) -> int:
    """Return the product of two numbers; stop if it gets too large for a word."""
    if left > HALF or (left < -HALF or (right > HALF or right < -HALF)):
        stop()
    return limited(left * right)


def times(left: int, right: int) -> int:
    """Return the product of two numbers; stop if it exceeds the limit of the rules."""
    return bounded(multiplied(left, right))


def or_zero(number: int) -> int:
    """Return the number itself; 0 for NIL."""
    return 0 if number == NIL else number


def least(left: int, right: int) -> int:
    """Return the smaller of two numbers."""
    return left if left < right else right


def log_of(number: int) -> int:
    """Return a logarithm from the table, as `search_tables.log_of` does."""
    halved = fraction(0)
    while number >= LOG_COUNT:
        number = shifted(number, 1)
        halved = plus(halved, LOG_2)
    return plus(words[LOGS + 8 * number], halved)
