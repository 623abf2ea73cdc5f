"""Printing: what rulebooks say is made harmless, a reader who leaves early is no error, any encoding will do."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from typing import TextIO


def prepare() -> None:
    """Make the standard streams able to take any text: what their encoding lacks is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def say(text: str = "") -> None:
    """Print lines on standard output. The caller has made them harmless with `shown`."""
    _print(text, sys.stdout)


def tell(text: str = "") -> None:
    """Print lines on standard error: messages, notes."""
    _print(text, sys.stderr)


def _print(text: str, stream: TextIO | None) -> None:
    if stream is None:  # closed by the shell
        return
    try:
        stream.write(text + "\n")
    except BrokenPipeError:
        _drop(stream)


def finish() -> None:
    """Write out what is still in the buffers. Raises OSError if it can't be written; a reader who has left is fine."""
    for stream in (sys.stdout, sys.stderr):
        if stream is None:
            continue
        try:
            stream.flush()
        except BrokenPipeError:
            _drop(stream)
        except OSError:
            _drop(stream)
            raise


@contextlib.contextmanager
def only_ours() -> Iterator[None]:
    """Whatever others print on standard output within the block goes to standard error, so that ours stands alone."""
    if sys.stdout is None or sys.stderr is None:
        yield
        return
    number = sys.stdout.fileno()
    sys.stdout.flush()
    ours = os.dup(number)
    os.dup2(sys.stderr.fileno(), number)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(ours, number)
        os.close(ours)


def leave_terminals() -> None:
    """The terminal is gone: what would still be written to it goes nowhere. Files and pipes stay."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and stat.S_ISCHR(os.fstat(stream.fileno()).st_mode):
            _drop(stream)


def _drop(stream: TextIO) -> None:
    """Send the rest of the stream nowhere, also what Python flushes at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
