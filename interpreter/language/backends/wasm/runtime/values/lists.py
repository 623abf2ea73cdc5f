"""Lists: allocation in the arena, copies, and membership.

A word for each small number, its mark, allows to test membership without a linear search.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.structs import areas, game, now, state
from interpreter.language.backends.wasm.runtime.work import count_steps
from interpreter.language.backends.wasm.sizes import LONGEST_LIST, SHORT_LIST, WORD
from interpreter.language.execution.executable import NIL
from interpreter.language.execution.machine_memory import (
    Words,
    copy,
    remainder,
    stop,
    words,
    wrapped,
)
from interpreter.language.layout import MAX_LIST_LENGTH


def new(size: int) -> Words:
    """Allocate a list of a length; its members are not set."""
    if size > LONGEST_LIST:
        stop()
    items = Words(now.top)
    now.top = items.address_of(size)
    if now.top > now.limit:
        stop()
    items.length = size
    return items


def poisoned(top: int) -> None:
    """Free everything allocated since `top`, and overwrite it so that any later access is noticed."""
    at = top
    while at < now.top:
        words[at] = NIL + 1
        at += WORD
    now.top = top


def shrunk(items: Words, size: int) -> Words:
    """Shorten a list to its first members. The memory is freed if the list is the last one allocated."""
    if now.top == items.address_of(items.length):
        now.top = items.address_of(size)
    items.length = size
    return items


def appended(items: Words, thing: int) -> Words:
    """Append a member to a list, in place if it is the last one allocated; return the list."""
    size = items.length
    if size >= LONGEST_LIST:
        stop()
    if now.top != items.address_of(size):
        items = copied(items)
    now.top += WORD
    if now.top > now.limit:
        stop()
    items.length = size + 1
    items[size] = thing
    return items


def copied(items: Words) -> Words:
    """Return a copy of a list."""
    size = items.length
    other = new(size)
    put(other.address_of(0), items.address_of(0), size)
    return other


def put(target: int, source: int, count: int) -> None:
    """Copy words, from first to last. In the same list, the target must not be behind the source."""
    if count > 32:
        copy(target, source, WORD * count)
        return
    end = target + WORD * count
    while target < end:
        words[target] = words[source]
        target += WORD
        source += WORD


def single(thing: int) -> Words:
    """Return a list with one thing."""
    result = new(1)
    result[0] = thing
    return result


def single_or_none(thing: int) -> Words:
    """Return a list with one thing; an empty one for NIL."""
    if thing == NIL:
        return game.empty
    return single(thing)


def first(items: Words) -> int:
    """Return the first member, or NIL."""
    if items.length == 0:
        return NIL
    return items[0]


def last(items: Words) -> int:
    """Return the last member; stop if there is none."""
    if items.length == 0:
        stop()
    return items[items.length - 1]


def member(items: Words, at: int) -> int:
    """Return the member at an index; stop if it is out of range."""
    if at < 0 or at >= items.length:
        stop()
    return items[at]


def only(items: Words) -> int:
    """Return the single member; NIL if there is no member or several."""
    if items.length == 1:
        return items[0]
    return NIL


def place_in(items: Words, thing: int) -> int:
    """Return the index of a thing in a list, or -1."""
    for at in range(items.length):
        if items[at] == thing:
            return at
    return -1


def contains(items: Words, thing: int) -> bool:
    """Return 1 if a list has a member, else 0."""
    at = items.address_of(0)
    end = at + WORD * items.length
    while at < end:
        if words[at] == thing:
            return True
        at += WORD
    return False


def is_in(thing: int, items: Words) -> bool:
    """Return 1 if a thing is in a list, else 0."""
    return contains(items, thing)


def mask(items: Words) -> int:
    """Return a word with the bits of the members, as far as they fit."""
    bits = 0
    at = items.address_of(0)
    end = at + WORD * items.length
    while at < end:
        if words[at] >= 0 and words[at] < 64:
            bits |= 1 << words[at]
        at += WORD
    return wrapped(bits)


def count_common(row: Words, items: Words) -> int:
    """Return the number of members that a list without duplicates shares with another one."""
    count = 0
    if row.length <= SHORT_LIST:
        for at in range(row.length):
            count += contains(items, row[at])
        return count
    mark = marked(items)
    for at in range(row.length):
        count += is_marked(row[at], mark, items)
    return count


def any_common(row: Words, items: Words) -> bool:
    """Return 1 if two lists share a member, else 0."""
    if row.length > SHORT_LIST:
        return count_common(row, items) > 0
    for at in range(row.length):
        if contains(items, row[at]):
            return True
    return False


def is_marked(number: int, mark: int, items: Words) -> bool:
    """Return 1 if a number is in a list whose small numbers have this mark, else 0."""
    if can_be_marked(number):
        return areas.marks[number] == mark
    count_steps(WORD * items.length)
    return contains(items, number)


def occurrences(items: Words, thing: int) -> int:
    """Return the number of occurrences of a thing in a list."""
    count = 0
    for at in range(items.length):
        if items[at] == thing:
            count += 1
    return count


def same(left: Words, right: Words) -> bool:
    """Return 1 if two lists have the same members, in any order, else 0."""
    size = left.length
    if size != right.length:
        return False
    none = fresh_mark()
    for at in range(size):
        number = left[at]
        if can_be_marked(number):
            place = areas.marks.address_of(number)
            words[place] = 1 + (words[place] if words[place] > none else none)
        elif not as_often(left, right, number):
            return False
    for at in range(size):
        number = right[at]
        if can_be_marked(number):
            place = areas.marks.address_of(number)
            if words[place] <= none:
                return False
            words[place] -= 1
        elif not as_often(left, right, number):
            return False
    return True


def as_often(left: Words, right: Words, number: int) -> bool:
    """Return 1 if a number occurs equally often in both lists, else 0."""
    count_steps(WORD * left.length)
    return occurrences(left, number) == occurrences(right, number)


def unique(items: Words) -> Words:
    """Return the members without duplicates."""
    other = new(items.length)
    mark = fresh_mark()
    size = 0
    for at in range(items.length):
        thing = items[at]
        other.length = size
        if not is_marked(thing, mark, other):
            if can_be_marked(thing):
                areas.marks[thing] = mark
            other[size] = thing
            size += 1
    other.length = items.length
    return shrunk(other, size)


def joined(left: Words, right: Words) -> Words:
    """Return the concatenation of two lists."""
    size = left.length
    result = new(size + right.length)
    put(result.address_of(0), left.address_of(0), size)
    put(result.address_of(size), right.address_of(0), right.length)
    return result


def union(left: Words, right: Words) -> Words:
    """Return the members of both lists without duplicates."""
    return unique(joined(left, right))


def with_item(items: Words, thing: int) -> Words:
    """Return a copy with one more member."""
    if items.length >= MAX_LIST_LENGTH:
        stop()
    size = items.length
    other = new(size + 1)
    put(other.address_of(0), items.address_of(0), size)
    other[size] = thing
    return other


def without_item(items: Words, thing: int) -> Words:
    """Return a copy without the first occurrence of a thing."""
    size = items.length
    place = 0
    while place < size and items[place] != thing:
        place += 1
    if place == size:
        return copied(items)
    other = new(size - 1)
    put(other.address_of(0), items.address_of(0), place)
    put(other.address_of(place), items.address_of(place + 1), size - place - 1)
    return other


def up_to(items: Words, last: int) -> Words:
    """Return the first things, up to and including the last one; all of them for NIL."""
    return _beginning(items, last, 1)


def before(items: Words, end: int) -> Words:
    """Return the things before one; all of them for NIL."""
    return _beginning(items, end, 0)


def _at_most(length: int, amount: int) -> int:
    """Return how many things there are among the first ones, as many as there should be."""
    if amount < 0:
        return 0
    return amount if amount < length else length


def first_few(items: Words, amount: int) -> Words:
    """Return the first things, as many as there should be."""
    size = _at_most(items.length, amount)
    result = new(size)
    put(result.address_of(0), items.address_of(0), size)
    return result


def last_few(items: Words, amount: int) -> Words:
    """Return the last things, as many as there should be, the last one first."""
    size = _at_most(items.length, amount)
    result = new(size)
    last = items.length - 1
    for place in range(size):
        result[place] = items[last - place]
    return result


def beginnings(items: Words, lengths: Words, ends: Words, included: int) -> Words:
    """Return the beginnings of several lists, which are one behind the other, up to the first member that is an end."""
    result = new(items.length)
    size = 0
    start = 0
    for number in range(lengths.length):
        behind = start + lengths[number]
        at = start
        while at < behind and ends[at] == 0:
            result[size] = items[at]
            size += 1
            at += 1
        if included != 0 and at < behind:
            result[size] = items[at]
            size += 1
        start = behind
    return shrunk(result, size)


def _beginning(items: Words, thing: int, more: int) -> Words:
    """Return the things before one of them and `more` behind; all of them for NIL."""
    if thing == NIL:
        return copied(items)
    place = 0
    while items[place] != thing:
        place += 1
    result = new(place + more)
    put(result.address_of(0), items.address_of(0), place + more)
    return result


def in_order(seats: Words, start: int, count: int) -> Words:
    """Return seats in player order from `start`, or from the first seat if that is NIL."""
    if start == NIL:
        start = 0
    result = new(seats.length)
    none = fresh_mark()
    for at in range(seats.length):
        place = areas.marks.address_of(seats[at])
        words[place] = 1 + (words[place] if words[place] > none else none)
    size = 0
    for turn in range(count):
        seat = remainder(start + turn, count)
        while areas.marks[seat] > none:
            areas.marks[seat] -= 1
            result[size] = seat
            size += 1
    return shrunk(result, size)


def span(low: int, high: int) -> Words:
    """Return the numbers of an inclusive range."""
    if high - low > MAX_LIST_LENGTH:
        stop()
    if high < low:
        return game.empty
    result = new(high - low + 1)
    for at in range(high - low + 1):
        result[at] = low + at
    return result


def cards_of(zones: Words) -> Words:
    """Return the cards of several zones."""
    size = 0
    for at in range(zones.length):
        size += state.zones[zones[at]].length
    result = new(size)
    address = result.address_of(0)
    for at in range(zones.length):
        cards = state.zones[zones[at]]
        copy(address, cards.address_of(0), WORD * cards.length)
        address += WORD * cards.length
    return result


def in_line(mark: int, space: int, steps: Words, way: int) -> int:
    """Return the number of consecutive marked spaces in a direction from one, not counting that one.

    It is negative if they lead back to that one. The steps of the direction begin at `way`.
    """
    count = 0
    at = steps[way + space]
    while at >= 0 and (at != space and areas.marks[at] == mark):
        count += 1
        at = steps[way + at]
    return 0 - count if at == space else count


def longest_line(spaces: Words, space: int, steps: Words, space_count: int) -> int:
    """Return the length of the longest straight unbroken line of spaces through one of them.

    The result is 0 if the space is not among them. `steps`: for each direction the next space of each, or -1; a
    direction and its opposite follow each other.
    """
    if not contains(spaces, space):
        return 0
    mark = marked(spaces)
    longest = 0
    way = 0
    while way < steps.length:
        size = in_line(mark, space, steps, way)
        if size < 0:
            size = 1 - size
        else:
            size += 1 + in_line(mark, space, steps, way + space_count)
        if size > longest:
            longest = size
        way += 2 * space_count
    return longest


def fresh_mark() -> int:
    """Return a number greater than all marks, even if each was raised by the length of a list."""
    areas.last_mark += LONGEST_LIST + 2
    return areas.last_mark


def can_be_marked(number: int) -> bool:
    """Return True if a number has a mark."""
    return number >= 0 and number < game.mark_count


def marked(items: Words) -> int:
    """Mark the small numbers of a list; return the mark."""
    mark = fresh_mark()
    for at in range(items.length):
        number = items[at]
        if can_be_marked(number):
            areas.marks[number] = mark
    return mark
