"""Searches of the map, and lines of sight. A table has the spaces beside each space.

Spaces are marked, as in lists.py: those that may be reached with one mark, those reached with a higher one.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.structs import areas, game
from interpreter.language.backends.wasm.runtime.values.lists import fresh_mark, marked, new, shrunk
from interpreter.language.execution.machine_memory import List, Words, stop
from interpreter.language.layout import MOST_ROUTE_BOXES


def group(space: int, spaces: Words, beside: List[Words]) -> Words:
    """Return the spaces of a list that are connected to one of them; none if that is not in the list."""
    mark = marked(spaces)
    if areas.marks[space] != mark:
        return game.empty
    result = new(spaces.length)
    take_group(space, mark, mark + 1, beside)
    return members_marked(result, spaces, mark + 1)


def largest_group(spaces: Words, boxes: Words, beside: List[Words]) -> Words:
    """Return the largest connected part of a list of spaces, the first of several; steps may lead over some boxes."""
    mark = marked(spaces)
    for at in range(boxes.length):
        areas.marks[boxes[at]] = mark
    result = new(spaces.length)
    count = 0
    most = 0
    largest = mark
    for at in range(spaces.length):
        if areas.marks[spaces[at]] == mark:
            count += 1
            size = take_group(spaces[at], mark, mark + count, beside)
            for box in range(boxes.length):
                if areas.marks[boxes[box]] == mark + count:
                    size -= 1
            if size > most:
                most = size
                largest = mark + count
    return members_marked(result, spaces, largest)


def group_count(spaces: Words, beside: List[Words]) -> int:
    """Return the number of connected parts of a list of spaces."""
    mark = marked(spaces)
    count = 0
    for at in range(spaces.length):
        if areas.marks[spaces[at]] == mark:
            count += 1
            take_group(spaces[at], mark, mark + 1, beside)
    return count


def surroundings(spaces: Words, beside: List[Words]) -> Words:
    """Return the spaces beside those of a list and not in it."""
    mark = marked(spaces)
    count = 0
    for at in range(spaces.length):
        row = beside[spaces[at]]
        for place in range(row.length):
            if areas.marks[row[place]] < mark:
                areas.marks[row[place]] = mark + 1
                count += 1
    result = new(count)
    size = 0
    space = 0
    while size < count:
        if areas.marks[space] == mark + 1:
            result[size] = space
            size += 1
        space += 1
    return result


def distance(starts: Words, goals: Words, through: Words, onward: List[Words]) -> int:
    """Return the number of steps from one list of spaces to another; the number of all spaces if there is no way."""
    steps = steps_between(starts, goals, through, onward)
    return onward.length if steps < 0 else steps


def has_sight(line: Words, start: int, through: Words, there: Words) -> bool:
    """Return whether one of the two spaces of each gap of a line of sight is in a list."""
    mark = marked(through)
    at = 0
    while at < line.length:
        one = there[start + line[at]]
        other = there[start + line[at + 1]]
        if (one < 0 or areas.marks[one] != mark) and (other < 0 or areas.marks[other] != mark):
            return False
        at += 2
    return True


def shortest_path(starts: Words, goals: Words, through: Words, onward: List[Words], back: List[Words]) -> Words:
    """Return the spaces of the shortest way from one list of spaces to another, the first of several."""
    steps = steps_between(goals, starts, through, back)
    if steps < 0:
        return game.empty
    mark = areas.last_mark
    result = new(steps + 1)
    here = onward.length
    for at in range(starts.length):
        if starts[at] < here and areas.marks[starts[at]] == mark + steps:
            here = starts[at]
    result[0] = here
    for at in range(steps):
        row = onward[here]
        here = onward.length
        for place in range(row.length):
            if row[place] < here and areas.marks[row[place]] == mark + steps - 1 - at:
                here = row[place]
        result[at + 1] = here
    return result


def longest_route(boxes: Words, through: Words, onward: List[Words], ends: List[Words], lengths: Words) -> int:
    """Return the length of the longest route over boxes, each once; the spaces in between are in `through`.

    From each start, a set of boxes is reached once: it has the same other end however it is ordered. A bit for each set
    tells whether it was reached. `rest` has three words for each place where a route may go on: the space, the boxes
    used, and their length.
    """
    count = boxes.length
    if count > MOST_ROUTE_BOXES:
        stop()
    bits = new(onward.length)
    starts = new(onward.length)
    for place in range(onward.length):
        bits[place] = 0
        starts[place] = 0
    most = 0
    for at in range(count):
        bits[boxes[at]] = 1 << at
        if lengths[boxes[at]] > 0:
            most += lengths[boxes[at]]
        row = ends[boxes[at]]
        for place in range(row.length):
            starts[row[place]] = 1
    rest = new(3 * (count * count + 1))
    reached = new(((1 << count) >> 6) + 1)
    mark = marked(through)
    longest = 0
    start = 0
    while start < onward.length and longest < most:
        if starts[start] == 1:
            length = longest_route_from(start, mark, onward, bits, lengths, rest, reached)
            if length > longest:
                longest = length
        start += 1
    shrunk(reached, 0)
    shrunk(rest, 0)
    shrunk(starts, 0)
    shrunk(bits, 0)
    return longest


def longest_route_from(
    start: int, mark: int, onward: List[Words], bits: Words, lengths: Words, rest: Words, reached: Words
) -> int:
    """Return the length of the longest route from a space over boxes, each once, between spaces with a mark."""
    for at in range(reached.length):
        reached[at] = 0
    rest[0] = start
    rest[1] = 0
    rest[2] = 0
    size = 3
    longest = 0
    while size > 0:
        size -= 3
        here = rest[size]
        used = rest[size + 1]
        before = rest[size + 2]
        row = onward[here]
        for at in range(row.length):
            further = used | bits[row[at]]
            if further != used and reached[further >> 6] >> (further & 63) & 1 == 0:
                reached[further >> 6] = reached[further >> 6] | 1 << (further & 63)
                length = before + lengths[row[at]]
                if length > longest:
                    longest = length
                there = onward[row[at]]
                for place in range(there.length):
                    if there[place] != here and areas.marks[there[place]] == mark:
                        rest[size] = there[place]
                        rest[size + 1] = further
                        rest[size + 2] = length
                        size += 3
    return longest


def take_group(space: int, mark: int, taken: int, beside: List[Words]) -> int:
    """Mark the spaces that are connected to one of those with a mark as taken; return their number."""
    found = new(beside.length)
    found[0] = space
    areas.marks[space] = taken
    size = 1
    at = 0
    while at < size:
        row = beside[found[at]]
        for place in range(row.length):
            if areas.marks[row[place]] == mark:
                areas.marks[row[place]] = taken
                found[size] = row[place]
                size += 1
        at += 1
    shrunk(found, 0)
    return size


def members_marked(result: Words, spaces: Words, mark: int) -> Words:
    """Fill a list with the members of another one that have a mark."""
    size = 0
    for at in range(spaces.length):
        if areas.marks[spaces[at]] == mark:
            result[size] = spaces[at]
            size += 1
    return shrunk(result, size)


def steps_between(starts: Words, goals: Words, through: Words, onward: List[Words]) -> int:
    """Return the number of steps from one list of spaces to another; -1 if there is no way.

    Afterwards the spaces reached have `areas.last_mark` and their number of steps as their mark.
    """
    allowed = marked(through)
    goal = fresh_mark()
    reached = fresh_mark()
    for at in range(goals.length):
        areas.marks[goals[at]] = goal
    found = new(onward.length)
    size = 0
    steps = 0 - 1
    for at in range(starts.length):
        if areas.marks[starts[at]] == goal:
            steps = 0
        if areas.marks[starts[at]] < reached:
            areas.marks[starts[at]] = reached
            found[size] = starts[at]
            size += 1
    at = 0
    while at < size and (steps < 0 or areas.marks[found[at]] - reached < steps):
        level = areas.marks[found[at]] - reached + 1
        row = onward[found[at]]
        for place in range(row.length):
            mark = areas.marks[row[place]]
            if mark == goal and steps < 0:
                steps = level
            if mark >= allowed and mark < reached:
                areas.marks[row[place]] = reached + level
                found[size] = row[place]
                size += 1
        at += 1
    shrunk(found, 0)
    return steps
