"""Block merging: replace a jump by the target segment if that is short or has no other predecessor.

The techniques are jump threading and tail duplication. Each jump costs a return to the driver loop and a call, and most
jumps that the lowering writes are unnecessary.

    s1: v[3] = 1; jump s2            s1: v[3] = 1; ask …
    s2: ask …                        s2: ask …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from interpreter.language.lowered.game import Segment
from interpreter.language.lowered.instructions import (
    Body,
    Instruction,
    Jump,
    Log,
    LogSentence,
    PopFrame,
    instruction_count,
    instructions_in,
    is_tail_call,
    jump_targets,
    resumptions_of,
    with_bodies,
    with_resumptions,
)

MOST_DUPLICATED = 8
"""Most instructions of a segment that may be duplicated."""
MOST_DEPTH, MOST_INSTRUCTIONS = 14, 100
"""Limits for a merged segment: nesting depth of its bodies, and number of instructions."""


def merge_segments(segments: Sequence[Segment], entries: Collection[int]) -> list[Segment | None]:
    """Return the merged segments by number; None for those that can't be reached any more.

    `entries` are the first segments of routines. They run on a frame of their own and are never merged into others.
    """
    return _BlockMerger([segment.body for segment in segments], {0, *entries}).merge(segments)


class _BlockMerger:
    def __init__(self, bodies: list[Body], apart: set[int]) -> None:
        named = {resume for body in bodies for each in instructions_in(body) for resume in resumptions_of(each)}
        forwards = {
            at: body[0].target for at, body in enumerate(bodies) if len(body) == 1 and isinstance(body[0], Jump)
        }
        bodies = [_skip_forwarding(body, forwards) for body in bodies]
        done = {at for at, body in enumerate(bodies) if body == (PopFrame(),)}
        self._bodies = [_mark_tail_calls(body, done) for body in bodies]
        self._lengths = [instruction_count(body) for body in self._bodies]
        self._jumps = Counter(target for body in self._bodies for target in _targets(body))
        self._entries = apart
        self._kept = named | {target for body in bodies if (target := _only_target(body)) is not None} | apart
        """Segments that are always kept, so that code lowered with a log can resume what code without one began."""

    def merge(self, segments: Sequence[Segment]) -> list[Segment | None]:
        result: list[Segment | None] = [None] * len(segments)
        waiting = sorted(self._kept)
        while waiting:
            number = waiting.pop()
            if result[number] is None:
                body = _MergedSegment(self, number).body
                result[number] = replace(segments[number], body=body)
                waiting += _targets(body)
        return result

    def body(self, number: int) -> Body:
        return self._bodies[number]

    def length(self, number: int) -> int:
        return self._lengths[number]

    def can_merge(self, target: int) -> bool:
        if target in self._entries:
            return False
        return self._lengths[target] <= MOST_DUPLICATED or (self._jumps[target] == 1 and target not in self._kept)


class _MergedSegment:
    """One segment with the segments that it jumps to merged in."""

    def __init__(self, joining: _BlockMerger, number: int) -> None:
        self._joining = joining
        self._room = MOST_INSTRUCTIONS
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
        if target in path or depth > MOST_DEPTH or self._joining.length(target) > self._room:
            return False
        return self._joining.can_merge(target)


def _only_target(body: Body) -> int | None:
    """Return the target of a body that, but for the log, consists of a jump."""
    *before, last = body or (None,)
    only_logs = all(isinstance(each, Log | LogSentence) for each in before)
    return last.target if only_logs and isinstance(last, Jump) else None


def _targets(body: Body) -> list[int]:
    return [target for each in instructions_in(body) for target in jump_targets(each)]


def _skip_forwarding(body: Body, forwards: dict[int, int]) -> Body:
    """Redirect the resumptions of a body past segments that consist of a single jump."""

    def further(number: int) -> int:
        seen = {number}
        while number in forwards and forwards[number] not in seen:
            number = forwards[number]
            seen.add(number)
        return number

    def passed(instruction: Instruction) -> Instruction:
        return with_resumptions(with_bodies(instruction, lambda inner: _skip_forwarding(inner, forwards)), further)

    return tuple(map(passed, body))


def _mark_tail_calls(body: Body, done: set[int]) -> Body:
    """Mark calls in tail position, so that the callee's frame replaces the caller's."""

    def given(instruction: Instruction) -> Instruction:
        if is_tail_call(instruction, done):
            return instruction.replace(instead=True)
        return with_bodies(instruction, lambda inner: _mark_tail_calls(inner, done))

    return tuple(map(given, body))
