"""Searches of the map, and lines of sight. A table has the spaces beside each space.

Spaces are marked, as in lists.py: those that may be reached with one mark, those reached with a higher one.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.lists import fresh_mark, marked, new, shrunk
from interpreter.language.backends.wasm.runtime.structs import areas, game
from interpreter.language.execution.machine_memory import List, Words


def group(space: int, spaces: Words, beside: List[Words]) -> Words:
    """Return the spaces of a list that are connected to one of them; none if that is not in the list."""
    mark = marked(spaces)
    if areas.marks[space] != mark:
        return game.empty
    result = new(spaces.length)
    take_group(space, mark, mark + 1, beside)
    return members_marked(result, spaces, mark + 1)


def largest_group(spaces: Words, beside: List[Words]) -> Words:
    """Return the largest connected part of a list of spaces, the first of several."""
    mark = marked(spaces)
    result = new(spaces.length)
    count = 0
    most = 0
    largest = mark
    for at in range(spaces.length):
        if areas.marks[spaces[at]] == mark:
            count += 1
            size = take_group(spaces[at], mark, mark + count, beside)
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
