"""Joins segments: where one ends by jumping to another that is short, or that is reached from nowhere else, it goes on
with it (jump threading and tail duplication).

Each jump costs a return to the driver and a call; most of the jumps that the lowering writes need not be made.

    s1: v[3] = 1; jump s2            s1: v[3] = 1; ask …
    s2: ask …                        s2: ask …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from interpreter.language.lowered.game import Segment
from interpreter.language.lowered.instructions import Back, Body, Instruction, Jump
from interpreter.language.lowered.walks import (
    instructions_in,
    is_last,
    length,
    resumptions_of,
    targets_of,
    with_bodies,
    with_resumptions,
)

SHORT = 8
"""Instructions of a segment that may stand in several places."""
DEEPEST, LONGEST = 14, 100
"""Bodies within bodies, and instructions, that a joined segment may grow to."""


def joined(segments: Sequence[Segment], entries: Collection[int]) -> list[Segment | None]:
    """The segments by number, joined; None for those that nothing reaches any more. `entries` are the first ones of
    routines, which run on a frame of their own."""
    return _Joining([segment.body for segment in segments], {0, *entries}).all(segments)


class _Joining:
    def __init__(self, bodies: list[Body], apart: set[int]) -> None:
        named = {resume for body in bodies for each in instructions_in(body) for resume in resumptions_of(each)}
        forwards = {
            at: body[0].target for at, body in enumerate(bodies) if len(body) == 1 and isinstance(body[0], Jump)
        }
        bodies = [_past(body, forwards) for body in bodies]
        done = {at for at, body in enumerate(bodies) if body == (Back(),)}
        self._bodies = [_last_calls(body, done) for body in bodies]
        self._lengths = [length(body) for body in self._bodies]
        self._jumps = Counter(target for body in self._bodies for target in _targets(body))
        self._apart = apart
        self._kept = named | set(forwards.values()) | apart
        """What one lowering of a game leaves, with a log or without, the other can go on with: these stay."""

    def all(self, segments: Sequence[Segment]) -> list[Segment | None]:
        result: list[Segment | None] = [None] * len(segments)
        waiting = sorted(self._kept)
        while waiting:
            number = waiting.pop()
            if result[number] is None:
                body = _Growth(self, number).body
                result[number] = replace(segments[number], body=body)
                waiting += _targets(body)
        return result

    def body(self, number: int) -> Body:
        return self._bodies[number]

    def length(self, number: int) -> int:
        return self._lengths[number]

    def may_join(self, target: int) -> bool:
        if target in self._apart:
            return False
        return self._lengths[target] <= SHORT or (self._jumps[target] == 1 and target not in self._kept)


class _Growth:
    """One segment, with those that it goes on with put in."""

    def __init__(self, joining: _Joining, number: int) -> None:
        self._joining = joining
        self._room = LONGEST
        self.body = self._grown(joining.body(number), (number,), 0)

    def _grown(self, body: Body, path: tuple[int, ...], depth: int) -> Body:
        found: list[Instruction] = []
        for instruction in body:
            if isinstance(instruction, Jump) and self._joins(instruction.target, path, depth):
                target = instruction.target
                self._room -= self._joining.length(target)
                found += self._grown(self._joining.body(target), (*path, target), depth)
            else:
                found.append(with_bodies(instruction, lambda inner: self._grown(inner, path, depth + 1)))
        return tuple(found)

    def _joins(self, target: int, path: tuple[int, ...], depth: int) -> bool:
        if target in path or depth > DEEPEST or self._joining.length(target) > self._room:
            return False
        return self._joining.may_join(target)


def _targets(body: Body) -> list[int]:
    return [target for each in instructions_in(body) for target in targets_of(each)]


def _past(body: Body, forwards: dict[int, int]) -> Body:
    """A body that lets its routine go on later, past segments that only send one further."""

    def further(number: int) -> int:
        seen = {number}
        while number in forwards and forwards[number] not in seen:
            number = forwards[number]
            seen.add(number)
        return number

    def passed(instruction: Instruction) -> Instruction:
        return with_resumptions(with_bodies(instruction, lambda inner: _past(inner, forwards)), further)

    return tuple(map(passed, body))


def _last_calls(body: Body, done: set[int]) -> Body:
    """A routine that has nothing left to do after a call gives its frame to whom it calls."""

    def given(instruction: Instruction) -> Instruction:
        if is_last(instruction, done):
            return instruction.but(instead=True)
        return with_bodies(instruction, lambda inner: _last_calls(inner, done))

    return tuple(map(given, body))
