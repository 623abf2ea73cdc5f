"""Work and memory that are counted, where time would depend on the machine."""

from __future__ import annotations

import multiprocessing
import resource
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in which the system counts a process's memory."""


def calls_of(code: object, work: Callable[[], Any]) -> int:
    """Count the calls of a function's code during some work."""
    count = 0

    def noticed(frame: FrameType, event: str, _: Any) -> None:
        nonlocal count
        count += event == "call" and frame.f_code is code

    sys.setprofile(noticed)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def memory_of(work: Callable[[], T]) -> tuple[T, int]:
    """Return the result of some work, and the bytes by which a process grows that does it."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_grow, args=(work, theirs))
    process.start()
    theirs.close()
    given: tuple[T, int] = ours.recv()
    process.join()
    return given


def _grow(work: Callable[[], Any], pipe: Connection) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done = work()
    pipe.send((done, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * UNIT))
