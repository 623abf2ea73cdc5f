"""Printing to the standard streams, with any encoding; a reader that closes the pipe is no error."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

ERASE_LINE = "\r\x1b[K"
"""Escape sequence that erases the line."""


def prepare_streams() -> None:
    """Prepare the standard streams for any text: characters that their encoding lacks are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def echo(text: str = "") -> None:
    """Print lines on standard output. The caller has passed texts of rulebooks through `shown`."""
    _print(text, sys.stdout)


def echo_lines(lines: Iterable[str]) -> None:
    """Print each of the lines on standard output, one by one."""
    for line in lines:
        echo(line)


def echo_err(text: str = "") -> None:
    """Print lines on standard error: messages and notes."""
    _print(text, sys.stderr)


def _print(text: str, stream: TextIO | None) -> None:
    if stream is None:  # closed by the shell
        return
    try:
        stream.write(text + "\n")
    except BrokenPipeError:
        _discard(stream)


def flush() -> None:
    """Flush the standard streams. Raises OSError if that fails, but not for a closed pipe."""
    for stream in (sys.stdout, sys.stderr):
        if stream is None:
            continue
        try:
            stream.flush()
        except BrokenPipeError:
            _discard(stream)
        except OSError:
            _discard(stream)
            raise


@contextlib.contextmanager
def reserve_stdout() -> Iterator[None]:
    """Redirect other writers to standard output to standard error for the block, so that only our output remains."""
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


def discard_terminal_output() -> None:
    """Discard further output to the terminal, which is gone; files and pipes are kept."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and stat.S_ISCHR(os.fstat(stream.fileno()).st_mode):
            _discard(stream)


def _discard(stream: TextIO) -> None:
    """Discard the rest of the stream, including the data that Python flushes at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
