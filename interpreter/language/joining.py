"""Joins segments: where one ends by jumping to another that is short, or that is reached from nowhere else, it goes on with it.

Each jump costs a return to the driver and a call; most of the jumps that the lowering writes need not be made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

JUMP = re.compile(r"^( +)return (\d+)$")
RESUME = re.compile(r"\bf\[0\] = (\d+)")
SHORT = 7
"""Lines of a segment that may stand in several places."""
DEEPEST, LONGEST = 14, 120
"""Levels of indentation and lines that a joined segment may grow to."""


def joined(segments: list[str], entries: Iterable[int]) -> list[str]:
    """The segments by number, joined; those that nothing reaches any more are empty."""
    bodies = [segment.splitlines()[1:] for segment in segments]
    jumps = Counter(int(match[2]) for body in bodies for line in body if (match := JUMP.match(line)))
    apart = {0, *entries}  # these run on a frame of their own
    resumed = {int(number) for body in bodies for line in body for number in RESUME.findall(line)} | apart

    def grown(number: int, path: tuple[int, ...], indent: str, room: list[int]) -> list[str]:
        lines: list[str] = []
        for line in bodies[number]:
            match = JUMP.match(line)
            target = int(match[2]) if match else -1
            if match is not None and _joins(target, path, len(indent + match[1]) // 4, room):
                room[0] -= len(bodies[target])
                lines += grown(target, (*path, target), indent + match[1][4:], room)
            else:
                lines.append(indent + line)
        return lines

    def _joins(target: int, path: tuple[int, ...], depth: int, room: list[int]) -> bool:
        if target in apart or target in path or depth > DEEPEST or len(bodies[target]) > room[0]:
            return False
        return len(bodies[target]) <= SHORT or (jumps[target] == 1 and target not in resumed)

    result = [""] * len(segments)
    waiting = sorted(resumed)
    while waiting:
        number = waiting.pop()
        if result[number]:
            continue
        lines = grown(number, (number,), "", [LONGEST])
        result[number] = "\n".join([f"def s{number}(m, v, z, f):", *lines, ""])
        waiting += [int(match[2]) for line in lines if (match := JUMP.match(line))]
    return result
