"""Arithmetic that stops the run before a number exceeds a word, and aggregates of lists of numbers."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.structs import areas, game, state
from interpreter.language.backends.wasm.runtime.values.lists import copied, new, shrunk
from interpreter.language.backends.wasm.sizes import SHORT_LIST
from interpreter.language.execution.executable import NIL
from interpreter.language.execution.machine_memory import Words, quotient, remainder, shifted, stop
from interpreter.language.execution.search_tables import LOG_2, LOG_COUNT, MAX_LEAD, STEPS
from interpreter.language.layout import MAX_NUMBER
from interpreter.language.passes.value_facts import CELL_BOUND, STORED_BOUND
from interpreter.language.position_hashes import (
    COUNT_CELL,
    FACTOR,
    FIRST_CELL,
    FIRST_SHIFT,
    HASH_MASK,
    NOTHING_MIXED,
    SCRAMBLER,
    SECOND_SHIFT,
)

FACTOR_BOUND = 1 << 31
"""Bound of factors whose product fits into a word."""


def limited(number: int) -> int:
    """Return the number itself; stop if a sum of such numbers might not fit into a word."""
    if number != NIL and (number >= STORED_BOUND or number <= -STORED_BOUND):
        stop()
    return number


def limited_cell(number: int) -> int:
    """Return the number itself; stop if it is too large for a cell."""
    if number != NIL and (number >= CELL_BOUND or number <= -CELL_BOUND):
        stop()
    return number


def bounded(number: int) -> int:
    """Return the number itself; stop if it exceeds the limit of the rules."""
    if number >= MAX_NUMBER or number <= -MAX_NUMBER:
        stop()
    return number


def multiplied(left: int, right: int) -> int:
    """Return the product of two numbers; stop if it gets too large for a word."""
    if left > FACTOR_BOUND or left < -FACTOR_BOUND or right > FACTOR_BOUND or right < -FACTOR_BOUND:
        stop()
    return limited(left * right)


def times(left: int, right: int) -> int:
    """Return the product of two numbers; stop if it exceeds the limit of the rules."""
    return bounded(multiplied(left, right))


def floor_quotient(dividend: int, divisor: int) -> int:
    """Return the quotient of two numbers, rounded down; stop if the divisor is not positive."""
    return quotient(dividend - floor_remainder(dividend, divisor), divisor)


def floor_remainder(dividend: int, divisor: int) -> int:
    """Return the remainder of that division, which is never negative; stop if the divisor is not positive."""
    if divisor < 1:
        stop()
    rest = remainder(dividend, divisor)
    return rest + divisor if rest < 0 else rest


def absolute(number: int) -> int:
    """Return the number without its sign."""
    return -number if number < 0 else number


def mixed(number: int, value: int) -> int:
    """Return a hash into which a value is mixed, as Python's `mixed` does."""
    number = (number + (NOTHING_MIXED if value == NIL else value) * FACTOR) & HASH_MASK
    number = ((number ^ (number >> FIRST_SHIFT)) * SCRAMBLER) & HASH_MASK
    return number ^ (number >> SECOND_SHIFT)


def times_seen(number: int, base: int, most: int) -> int:
    """Return the number of remembered positions with a hash; `most` are remembered, in the cells from `base` on."""
    count = 0
    first = base + FIRST_CELL
    for at in range(first, first + least(state.cells[base + COUNT_CELL], most)):
        if state.cells[at] == number:
            count += 1
    return count


def or_zero(number: int) -> int:
    """Return the number itself; 0 for NIL."""
    return 0 if number == NIL else number


def least(left: int, right: int) -> int:
    """Return the smaller of two numbers."""
    return left if left < right else right


def table_log(number: int) -> float:
    """Return a logarithm from the table, as `search_tables.log_of` does."""
    halved = 0.0
    while number >= LOG_COUNT:
        number = shifted(number, 1)
        halved += LOG_2
    return areas.logs[number] + halved


def table_chance(lead: float) -> float:
    """Return a chance to win from the table, as `search_tables.chance_of_lead` does."""
    most = float(MAX_LEAD)
    if lead > most:
        lead = most
    if lead < -most:
        lead = -most
    return areas.chances[int((lead + most) * STEPS + 0.5)]


def total(items: Words) -> int:
    """Return the sum of a list."""
    result = 0
    for at in range(items.length):
        result = limited(result + items[at])
    return result


def highest(items: Words) -> int:
    """Return the highest number of a list; 0 if it is empty."""
    if items.length == 0:
        return 0
    best = items[0]
    for at in range(1, items.length):
        if items[at] > best:
            best = items[at]
    return best


def lowest(items: Words) -> int:
    """Return the lowest number of a list; 0 if it is empty."""
    if items.length == 0:
        return 0
    best = items[0]
    for at in range(1, items.length):
        if items[at] < best:
            best = items[at]
    return best


def inserted(items: Words, place: int, number: int) -> None:
    """Insert a number into numbers in descending order; the one at `place` is dropped."""
    while place > 0 and items[place - 1] < number:
        items[place] = items[place - 1]
        place -= 1
    items[place] = number


def those_highest(items: Words, most: int) -> Words:
    """Return the highest numbers of a list, at most `most`, in descending order."""
    size = items.length
    if most > size:
        most = size
    if most < 1:
        return game.empty
    if most > SHORT_LIST:
        return shrunk(descending(items), most)
    best = new(most)
    for at in range(size):
        number = items[at]
        if at < most:
            inserted(best, at, number)
        elif best[most - 1] < number:
            inserted(best, most - 1, number)
    return best


def descending(items: Words) -> Words:
    """Return the numbers of a list in descending order (bottom-up merge sort)."""
    size = items.length
    source = copied(items)
    target = copied(items)
    run = 1
    while run < size:
        start = 0
        while start < size:
            merge(source, target, start, run)
            start += 2 * run
        other = source
        source = target
        target = other
        run = 2 * run
    return source


def merge(source: Words, target: Words, left: int, run: int) -> None:
    """Merge two adjacent runs, both in descending order."""
    size = source.length
    middle = least(left + run, size)
    end = least(left + 2 * run, size)
    right = middle
    for at in range(left, end):
        if right >= end or (left < middle and source[left] >= source[right]):
            target[at] = source[left]
            left += 1
        else:
            target[at] = source[right]
            right += 1


def total_of_highest(items: Words, most: int) -> int:
    """Return the sum of the `most` highest numbers."""
    return total(those_highest(items, most))


def total_of_first(counts: int, most: int, number: int, step: int, width: int) -> int:
    """Return the sum of the first `most` numbers of the series `number`, `number + step` and so on.

    `counts` has the number of occurrences of each in a bit field of `width` bits, the first one in the lowest bits.
    """
    result = 0
    while most > 0 and counts != 0:
        here = least(counts & ((1 << width) - 1), most)
        result += here * number
        most -= here
        number += step
        counts = counts >> width
    return result


def total_of_lowest(items: Words, most: int) -> int:
    """Return the sum of the `most` lowest numbers: the total minus the sum of the others."""
    if most >= items.length:
        return total(items)
    return total(items) - total(those_highest(items, items.length - most))


def those_worth(things: Words, values: Words, best: int) -> Words:
    """Return the things whose value is `best`."""
    result = new(things.length)
    size = 0
    for at in range(values.length):
        if values[at] == best:
            result[size] = things[at]
            size += 1
    return shrunk(result, size)


def best_highest(things: Words, values: Words) -> Words:
    """Return the things with the highest value."""
    return those_worth(things, values, highest(values))


def best_lowest(things: Words, values: Words) -> Words:
    """Return the things with the lowest value."""
    return those_worth(things, values, lowest(values))
