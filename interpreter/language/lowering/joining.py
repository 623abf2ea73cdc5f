"""Joins segments: where one ends by jumping to another that is short, or that is reached from nowhere else, it goes on
with it.

Each jump costs a return to the driver and a call; most of the jumps that the lowering writes need not be made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

JUMP = re.compile(r"^( +)return (\d+)$")
RESUME = re.compile(r"\bf\[0\] = (\d+)")
RETURN = "    s = m.stack; s.pop(); return s[-1][0]"
"""The last line of a routine: back to whoever called it."""
PUSH = re.compile(r"^( +)(?:m\.enter|m\.stack\.append)\((.*)\)$")
SHORT = 10
"""Lines of a segment that may stand in several places."""
DEEPEST, LONGEST = 14, 120
"""Levels of indentation and lines that a joined segment may grow to."""


def joined(segments: list[str], entries: Iterable[int]) -> list[str]:
    """The segments by number, joined; those that nothing reaches any more are empty."""
    bodies = [segment.splitlines()[1:] for segment in segments]
    named = {int(number) for body in bodies for line in body for number in RESUME.findall(line)}
    forwards = {
        number: int(match[2]) for number, body in enumerate(bodies) if len(body) == 1 and (match := JUMP.match(body[0]))
    }
    bodies = [[_past(line, forwards) for line in body] for body in bodies]
    bodies = [_last_calls(body, bodies) for body in bodies]
    jumps = Counter(int(match[2]) for body in bodies for line in body if (match := JUMP.match(line)))
    apart = {0, *entries}  # these run on a frame of their own
    resumed = named | set(forwards.values()) | apart  # what one lowering of a game leaves, the other can go on with

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


def _past(line: str, forwards: dict[int, int]) -> str:
    """A line that says where to go on, with segments left out that only send one further."""

    def further(match: re.Match[str]) -> str:
        number = int(match[1])
        seen = {number}
        while number in forwards and forwards[number] not in seen:
            number = forwards[number]
            seen.add(number)
        return f"f[0] = {number}"

    return RESUME.sub(further, line)


def _last_calls(body: list[str], bodies: list[list[str]]) -> list[str]:
    """A routine that has nothing left to do after a call gives its frame to whom it calls."""
    lines: list[str] = []
    for line in body:
        push = PUSH.match(line)
        resume = RESUME.search(lines[-1]) if push and lines else None
        if push is not None and resume is not None and bodies[int(resume[1])] == [RETURN]:
            lines[-1] = f"{push[1]}m.stack[-1] = {push[2]}"
        else:
            lines.append(line)
    return lines
