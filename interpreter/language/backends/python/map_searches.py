"""Searches of the map, and lines of sight, that the generated source may call.

A table has the spaces beside each space. Results are in the order of the given list, or by number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Spaces = Sequence[int]
Table = Sequence[Spaces]


def group(space: int, spaces: Spaces, beside: Table) -> Spaces:
    """Return the spaces of a list that are connected to one of them; none if that is not in the list."""
    rest = set(spaces)
    if space not in rest:
        return ()
    _take_group(space, rest, beside)
    return [each for each in spaces if each not in rest]


def largest_group(spaces: Spaces, boxes: Spaces, beside: Table) -> Spaces:
    """Return the largest connected part of a list of spaces, the first of several; steps may lead over some boxes."""
    groups = (each.difference(boxes) for each in _groups(spaces, beside, boxes))
    largest = max(groups, key=len, default=set[int]())
    return [each for each in spaces if each in largest]


def group_count(spaces: Spaces, beside: Table) -> int:
    """Return the number of connected parts of a list of spaces."""
    return sum(1 for _ in _groups(spaces, beside))


def surroundings(spaces: Spaces, beside: Table) -> Spaces:
    """Return the spaces beside those of a list and not in it."""
    return sorted({there for here in spaces for there in beside[here]}.difference(spaces))


def distance(starts: Spaces, goals: Spaces, through: Spaces, onward: Table) -> int:
    """Return the number of steps from one list of spaces to another; the number of all spaces if there is no way."""
    levels = _levels(starts, goals, through, onward)
    return len(onward) if levels is None else len(levels) - 1


def has_sight(line: Sequence[int], start: int, through: Spaces, there: Sequence[int | None]) -> bool:
    """Return whether one of the two spaces of each gap of a line of sight is in a list."""
    seen = [there[start + place] in through for place in line]
    return all(one or other for one, other in zip(seen[::2], seen[1::2], strict=True))


def shortest_path(starts: Spaces, goals: Spaces, through: Spaces, onward: Table, back: Table) -> Spaces:
    """Return the spaces of the shortest way from one list of spaces to another, the first of several."""
    levels = _levels(goals, starts, through, back)
    if levels is None:
        return ()
    path = [min(levels[-1].intersection(starts))]
    for level in levels[-2::-1]:
        path.append(min(level.intersection(onward[path[-1]])))
    return path


def longest_route(boxes: Spaces, through: Spaces, onward: Table, ends: Table, lengths: Sequence[int]) -> int:
    """Return the length of the longest route over boxes, each once; the spaces in between are in `through`.

    From each start, a set of boxes is reached once: it has the same other end however it is ordered.
    """
    bits = {box: 1 << at for at, box in enumerate(boxes)}
    inside, longest = set(through), 0
    most = sum(max(0, lengths[box]) for box in boxes)
    for start in {end for box in boxes for end in ends[box]}:
        reached, rest = {0}, [(start, 0, 0)]
        while rest:
            here, used, before = rest.pop()
            for box in onward[here]:
                further = used | bits.get(box, 0)
                if further in reached:
                    continue
                reached.add(further)
                length = before + lengths[box]
                longest = max(longest, length)
                rest += ((there, further, length) for there in onward[box] if there != here and there in inside)
        if longest == most:
            break
    return longest


def _take_group(space: int, rest: set[int], beside: Table) -> set[int]:
    """Take the spaces that are connected to one of a set out of the set, and return them."""
    rest.discard(space)
    found = [space]
    for here in found:
        for there in beside[here]:
            if there in rest:
                rest.discard(there)
                found.append(there)
    return set(found)


def _groups(spaces: Spaces, beside: Table, boxes: Spaces = ()) -> Iterator[set[int]]:
    rest = {*spaces, *boxes}
    for space in spaces:
        if space in rest:
            yield _take_group(space, rest, beside)


def _levels(starts: Spaces, goals: Spaces, through: Spaces, onward: Table) -> list[set[int]] | None:
    """Return the spaces by their number of steps from the start, until a goal is among them; None if that is never."""
    level, goal = set(starts), set(goals)
    rest = goal.union(through) - level
    levels = [level]
    while level.isdisjoint(goal):
        level = {there for here in level for there in onward[here]} & rest
        if not level:
            return None
        rest -= level
        levels.append(level)
    return levels
