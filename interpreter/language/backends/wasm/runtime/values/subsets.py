"""Subsets of things, which are chosen in one decision; `execution/subset_numbers.py` does the same in Python."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.values.lists import appended, contains, copied, new, shrunk, span
from interpreter.language.execution.machine_memory import Words, quotient


def subsets(things: Words, alike: Words, fewest: int, most: int, table: Words) -> Words:
    """Return the subsets of a list as numbers."""
    count = things.length
    width = table[0] + 1
    largest = quotient(table.length, width) - 1
    largest = largest if largest < most else most
    largest = largest if largest < count else count
    size = fewest if fewest < count else count
    size = 1 if size < 1 else size
    if count == table[0] and alike.length == 0:
        return span(table[1 + (size - 1) * width] + 1, table[1 + largest * width])
    ordered = copied(things)
    kinds = copied(alike)
    sort_both(ordered, kinds)
    chosen = new(count)
    numbers = new(count + 1)
    found = new(0)
    while size <= largest:
        for at in range(size):
            chosen[at] = at
        chosen.length = size
        numbers[0] = table[1 + size * width]
        at = 0
        while at >= 0:
            while at < size:
                numbers[at + 1] = numbers[at] - table[2 + (size - at) * width + ordered[chosen[at]]]
                at += 1
            if takes_first(chosen, kinds):
                found = appended(found, numbers[size])
            at = advance_places(chosen, count)
        size += 1
    chosen.length = count
    return found


def sort_both(items: Words, others: Words) -> None:
    """Sort a list, and another one, if it isn't empty, in the same way."""
    for end in range(items.length):
        at = end
        while at > 0 and items[at - 1] > items[at]:
            item = items[at]
            items[at] = items[at - 1]
            items[at - 1] = item
            if others.length > 0:
                other = others[at]
                others[at] = others[at - 1]
                others[at - 1] = other
            at -= 1


def takes_first(chosen: Words, kinds: Words) -> bool:
    """Return True if of things that are alike, the first ones are chosen."""
    if kinds.length == 0:
        return True
    for place in range(chosen.length):
        at = chosen[place] - 1
        while at >= 0 and kinds[at] != kinds[chosen[place]]:
            at -= 1
        if at >= 0 and not contains(chosen, at):
            return False
    return True


def advance_places(chosen: Words, count: int) -> int:
    """Set the places to the next ones among `count`; return the first that has changed; -1 after the last ones."""
    size = chosen.length
    first = size - 1
    while first >= 0 and chosen[first] == count - size + first:
        first -= 1
    if first < 0:
        return first
    chosen[first] += 1
    for at in range(first + 1, size):
        chosen[at] = chosen[at - 1] + 1
    return first


def subset_members(number: int, table: Words) -> Words:
    """Return the things of a subset, by number."""
    width = table[0] + 1
    row = 1
    size = 0
    while table[row] < number:
        row += width
        size += 1
    found = new(size)
    behind = table[row] - number
    thing = 0
    for at in range(size):
        while table[row + 1 + thing] > behind:
            thing += 1
        behind -= table[row + 1 + thing]
        found[at] = thing
        thing += 1
        row -= width
    return found


def first_of_subset(number: int, table: Words) -> int:
    """Return the first thing of a subset that is not empty."""
    members = subset_members(number, table)
    first = members[0]
    shrunk(members, 0)
    return first
