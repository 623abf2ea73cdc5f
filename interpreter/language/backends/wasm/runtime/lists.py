"""Lists: allocation in the arena, search, and aggregates."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.marks import can_be_marked, fresh_mark, marked
from interpreter.language.backends.wasm.runtime.numbers import least, limited
from interpreter.language.backends.wasm.runtime.work import took
from interpreter.language.backends.wasm.toolchain.words import (
    EMPTY,
    LONGEST,
    LONGEST_LIST,
    MARKS,
    NIL,
    SHORT,
    ZONE_SIZE,
    ZONES,
    copy,
    item,
    length,
    now,
    quotient,
    remainder,
    set_item,
    set_length,
    stop,
    words,
)


def new(size: int) -> int:
    """Allocate a list of a length; its members are not set."""
    if size > LONGEST_LIST:
        stop()
    address = now.top
    now.top = address + 8 + 8 * size
    if now.top > now.limit:
        stop()
    set_length(address, size)
    return address


def poisoned(top: int) -> None:
    """Free everything allocated since `top`, and overwrite it so that any later access is noticed."""
    at = top
    while at < now.top:
        words[at] = NIL + 1
        at += 8
    now.top = top


def shrunk(items: int, size: int) -> int:
    """Shorten a list to its first members. The memory is freed if the list is the last one allocated."""
    if now.top == items + 8 + 8 * length(items):
        now.top = items + 8 + 8 * size
    set_length(items, size)
    return items


def appended(items: int, thing: int) -> int:
    """Append a member to a list, in place if it is the last one allocated; return the list."""
    size = length(items)
    if size >= LONGEST_LIST:
        stop()
    if now.top != items + 8 + 8 * size:
        items = copied(items)
    now.top += 8
    if now.top > now.limit:
        stop()
    set_length(items, size + 1)
    set_item(items, size, thing)
    return items


def copied(items: int) -> int:
    """Return a copy of a list."""
    size = length(items)
    other = new(size)
    put(other + 8, items + 8, size)
    return other


def put(target: int, source: int, count: int) -> None:
    """Copy words, from first to last. In the same list, the target must not be behind the source."""
    if count > 32:
        copy(target, source, 8 * count)
        return
    end = target + 8 * count
    while target < end:
        words[target] = words[source]
        target += 8
        source += 8


def single(thing: int) -> int:
    """Return a list with one thing."""
    result = new(1)
    set_item(result, 0, thing)
    return result


def single_or_none(thing: int) -> int:
    """Return a list with one thing; an empty one for NIL."""
    if thing == NIL:
        return EMPTY
    return single(thing)


def first(items: int) -> int:
    """Return the first member, or NIL."""
    if length(items) == 0:
        return NIL
    return item(items, 0)


def last(items: int) -> int:
    """Return the last member; stop if there is none."""
    if length(items) == 0:
        stop()
    return item(items, length(items) - 1)


def member(items: int, at: int) -> int:
    """Return the member at an index; stop if it is out of range."""
    if at < 0 or at >= length(items):
        stop()
    return item(items, at)


def only(items: int) -> int:
    """Return the single member; NIL if there is no member or several."""
    if length(items) == 1:
        return item(items, 0)
    return NIL


def contains(items: int, thing: int) -> int:
    """Return 1 if a list has a member, else 0."""
    at = items + 8
    end = at + 8 * length(items)
    while at < end:
        if words[at] == thing:
            return 1
        at += 8
    return 0


def is_in(thing: int, items: int) -> int:
    """Return 1 if a thing is in a list, else 0."""
    return contains(items, thing)


def mask(items: int) -> int:
    """Return a word with the bits of the members, as far as they fit."""
    bits = 0
    at = items + 8
    end = at + 8 * length(items)
    while at < end:
        if words[at] >= 0 and words[at] < 64:
            bits |= 1 << words[at]
        at += 8
    return bits


def count_common(row: int, items: int) -> int:
    """Return the number of members that a list without duplicates shares with another one."""
    count = 0
    if length(row) <= SHORT:
        for at in range(length(row)):
            count += contains(items, item(row, at))
        return count
    mark = marked(items)
    for at in range(length(row)):
        count += is_marked(item(row, at), mark, items)
    return count


def any_common(row: int, items: int) -> int:
    """Return 1 if two lists share a member, else 0."""
    if length(row) > SHORT:
        return count_common(row, items) > 0
    for at in range(length(row)):
        if contains(items, item(row, at)):
            return 1
    return 0


def is_marked(number: int, mark: int, items: int) -> int:
    """Return 1 if a number is in a list whose small numbers have this mark, else 0."""
    if can_be_marked(number):
        return words[MARKS + 8 * number] == mark
    took(8 * length(items))
    return contains(items, number)


def occurrences(items: int, thing: int) -> int:
    """Return the number of occurrences of a thing in a list."""
    count = 0
    for at in range(length(items)):
        if item(items, at) == thing:
            count += 1
    return count


def same(left: int, right: int) -> int:
    """Return 1 if two lists have the same members, in any order, else 0."""
    size = length(left)
    if size != length(right):
        return 0
    none = fresh_mark()
    for at in range(size):
        number = item(left, at)
        if can_be_marked(number):
            place = MARKS + 8 * number
            words[place] = 1 + (words[place] if words[place] > none else none)
        elif not as_often(left, right, number):
            return 0
    for at in range(size):
        number = item(right, at)
        if can_be_marked(number):
            place = MARKS + 8 * number
            if words[place] <= none:
                return 0
            words[place] -= 1
        elif not as_often(left, right, number):
            return 0
    return 1


def as_often(left: int, right: int, number: int) -> int:
    """Return 1 if a number occurs equally often in both lists, else 0."""
    took(8 * length(left))
    return occurrences(left, number) == occurrences(right, number)


def total(items: int) -> int:
    """Return the sum of a list."""
    result = 0
    for at in range(length(items)):
        result = limited(result + item(items, at))
    return result


def highest(items: int) -> int:
    """Return the highest number of a list; 0 if it is empty."""
    if length(items) == 0:
        return 0
    best = item(items, 0)
    for at in range(1, length(items)):
        if item(items, at) > best:
            best = item(items, at)
    return best


def lowest(items: int) -> int:
    """Return the lowest number of a list; 0 if it is empty."""
    if length(items) == 0:
        return 0
    best = item(items, 0)
    for at in range(1, length(items)):
        if item(items, at) < best:
            best = item(items, at)
    return best


def inserted(items: int, place: int, number: int) -> None:
    """Insert a number into numbers in descending order; the one at `place` is dropped."""
    while place > 0 and item(items, place - 1) < number:
        set_item(items, place, item(items, place - 1))
        place -= 1
    set_item(items, place, number)


def those_highest(items: int, most: int) -> int:
    """Return the highest numbers of a list, at most `most`, in descending order."""
    size = length(items)
    if most > size:
        most = size
    if most < 1:
        return EMPTY
    if most > SHORT:
        return shrunk(descending(items), most)
    best = new(most)
    for at in range(size):
        number = item(items, at)
        if at < most:
            inserted(best, at, number)
        elif item(best, most - 1) < number:
            inserted(best, most - 1, number)
    return best


def descending(items: int) -> int:
    """Return the numbers of a list in descending order (bottom-up merge sort)."""
    size = length(items)
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


def merge(source: int, target: int, left: int, run: int) -> None:
    """Merge two adjacent runs, both in descending order."""
    size = length(source)
    middle = least(left + run, size)
    end = least(left + 2 * run, size)
    right = middle
    for at in range(left, end):
        if right >= end or (left < middle and item(source, left) >= item(source, right)):
            set_item(target, at, item(source, left))
            left += 1
        else:
            set_item(target, at, item(source, right))
            right += 1


def total_of_highest(items: int, most: int) -> int:
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


def total_of_lowest(items: int, most: int) -> int:
    """Return the sum of the `most` lowest numbers: the total minus the sum of the others."""
    if most >= length(items):
        return total(items)
    return total(items) - total(those_highest(items, length(items) - most))


def unique(items: int) -> int:
    """Return the members without duplicates."""
    other = new(length(items))
    mark = fresh_mark()
    size = 0
    for at in range(length(items)):
        thing = item(items, at)
        set_length(other, size)
        if not is_marked(thing, mark, other):
            if can_be_marked(thing):
                words[MARKS + 8 * thing] = mark
            set_item(other, size, thing)
            size += 1
    set_length(other, length(items))
    return shrunk(other, size)


def joined(left: int, right: int) -> int:
    """Return the concatenation of two lists."""
    size = length(left)
    result = new(size + length(right))
    put(result + 8, left + 8, size)
    put(result + 8 + 8 * size, right + 8, length(right))
    return result


def union(left: int, right: int) -> int:
    """Return the members of both lists without duplicates."""
    return unique(joined(left, right))


def with_item(items: int, thing: int) -> int:
    """Return a copy with one more member."""
    if length(items) >= LONGEST:
        stop()
    size = length(items)
    other = new(size + 1)
    put(other + 8, items + 8, size)
    set_item(other, size, thing)
    return other


def without_item(items: int, thing: int) -> int:
    """Return a copy without the first occurrence of a thing."""
    size = length(items)
    place = 0
    while place < size and item(items, place) != thing:
        place += 1
    if place == size:
        return copied(items)
    other = new(size - 1)
    put(other + 8, items + 8, place)
    put(other + 8 + 8 * place, items + 16 + 8 * place, size - place - 1)
    return other


def those_worth(things: int, values: int, best: int) -> int:
    """Return the things whose value is `best`."""
    result = new(length(things))
    size = 0
    for at in range(length(values)):
        if item(values, at) == best:
            set_item(result, size, item(things, at))
            size += 1
    return shrunk(result, size)


def best_highest(things: int, values: int) -> int:
    """Return the things with the highest value."""
    return those_worth(things, values, highest(values))


def best_lowest(things: int, values: int) -> int:
    """Return the things with the lowest value."""
    return those_worth(things, values, lowest(values))


def in_order(seats: int, start: int, count: int) -> int:
    """Return seats in player order from `start`, or from the first seat if that is NIL."""
    if start == NIL:
        start = 0
    result = new(length(seats))
    none = fresh_mark()
    for at in range(length(seats)):
        place = MARKS + 8 * item(seats, at)
        words[place] = 1 + (words[place] if words[place] > none else none)
    size = 0
    for turn in range(count):
        seat = remainder(start + turn, count)
        while words[MARKS + 8 * seat] > none:
            words[MARKS + 8 * seat] -= 1
            set_item(result, size, seat)
            size += 1
    return shrunk(result, size)


def span(low: int, high: int) -> int:
    """Return the numbers of an inclusive range."""
    if high - low > LONGEST:
        stop()
    if high < low:
        return EMPTY
    result = new(high - low + 1)
    for at in range(high - low + 1):
        set_item(result, at, low + at)
    return result


def cards_of(zones: int) -> int:
    """Return the cards of several zones."""
    size = 0
    for at in range(length(zones)):
        size += length(ZONES + ZONE_SIZE * item(zones, at))
    result = new(size)
    address = result + 8
    for at in range(length(zones)):
        cards = ZONES + ZONE_SIZE * item(zones, at)
        copy(address, cards + 8, 8 * length(cards))
        address += 8 * length(cards)
    return result


def in_line(mark: int, column: int, row: int, across: int, along: int, columns: int, rows: int) -> int:
    """Return the number of consecutive marked spaces of a grid in a direction from one, not counting that one."""
    count = 0
    x = column + across
    y = row + along
    while x >= 0 and (x < columns and (y >= 0 and (y < rows and words[MARKS + 8 * (y * columns + x)] == mark))):
        count += 1
        x += across
        y += along
    return count


def longest_line(spaces: int, space: int, columns: int, rows: int) -> int:
    """Return the length of the longest straight unbroken line of spaces through one of them.

    The result is 0 if the space is not among them.
    """
    if not contains(spaces, space):
        return 0
    row = quotient(space, columns)
    column = remainder(space, columns)
    mark = marked(spaces)
    longest = 0
    for way in range(4):
        across = 1 if way != 1 else 0
        along = 0 if way == 0 else (0 - 1 if way == 3 else 1)
        size = 1 + in_line(mark, column, row, across, along, columns, rows)
        size += in_line(mark, column, row, 0 - across, 0 - along, columns, rows)
        if size > longest:
            longest = size
    return longest
