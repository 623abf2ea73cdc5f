"""Printing to the standard streams, with any encoding; a reader that closes the pipe is no error."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

ERASE_LINE = "\r\x1b[K"
"""Escape sequence that erases the line."""
FAINT = "\x1b[2m{}\x1b[0m"
ESCAPE = re.compile(r"\x1b\[[\d;]*m")
"""Escape sequence of a colour."""


def prepare_streams() -> None:
    """Prepare the standard streams for any text: characters that their encoding lacks are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


Paint = Callable[[str], str]
"""Function that adds escape sequences for colours to a line."""


class FaintLine(str):
    """A line that is printed in grey where there are colours: something that can't be chosen."""

    __slots__ = ()


class OutputColours:
    """Colours of the lines that this process prints on standard output: none until a painter is set."""

    def __init__(self) -> None:
        self.paint: Paint | None = None

    def apply(self, text: str) -> str:
        """Return a text with its colours."""
        if self.paint is None:
            return text
        return FAINT.format(text) if isinstance(text, FaintLine) else self.paint(text)

    def apply_to_prompt(self, text: str) -> str:
        """Return a prompt with its colours, marked so that line editing doesn't count their escape sequences."""
        return ESCAPE.sub("\x01\\g<0>\x02", self.apply(text)) if "readline" in sys.modules else self.apply(text)


COLOURS = OutputColours()
"""Colours of standard output."""


def echo(text: str = "") -> None:
    """Print lines on standard output. The caller has passed texts of rulebooks through `shown`."""
    _print(COLOURS.apply(text), sys.stdout)


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
