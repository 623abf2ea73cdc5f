"""The command at a real terminal: a pseudo-terminal that the test holds the other end of."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time

from tests.cli.command import PATIENCE, environment
from tests.forks import Forks, Started

ESCAPES = re.compile(r"\x1b\[(?:\?2004[hl]|[\d;]*m)")
"""Escape sequences of line editing and of colours."""
BEGUN_ESCAPE = re.compile(r"\x1b(?:\[[\d;?]*)?$")


class Terminal:
    """A command that runs at a terminal of so many columns and rows.

    Attributes:
        said: Its output without colours.
        raw: Its output as it was written.
    """

    def __init__(self, forks: Forks, *words: str, columns: int = 100, rows: int = 40, **variables: str) -> None:
        if {"play", "replay", "try"} & {*words}:
            words = (*words, "--plain")  # also where the full screen is installed
        self.said = self.raw = self._rest = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._taken = 0
        plain = environment(**{"TERM": "xterm", **variables})
        for size in ("COLUMNS", "LINES"):
            plain.pop(size, None)
        self._end, theirs = os.openpty()
        self.resize(columns, rows)
        self._command: Started | None = forks.start(words, plain, [theirs] * 3, terminal=True)
        os.close(theirs)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; a prompt that waits may be written again, on the same line."""
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, *texts: str) -> str:
        """Read until one of the texts appears; gives what was said since the last such text, with it."""
        end = time.monotonic() + PATIENCE
        while not any(text in self.said[self._taken :] for text in texts):
            assert time.monotonic() < end and self._read(), f"{texts} never came in:\n{self.said}"
        at = min(self.said.index(text, self._taken) + len(text) for text in texts if text in self.said[self._taken :])
        new, self._taken = self.said[self._taken : at], at
        return new

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def ask(self, line: str, *prompts: str) -> str:
        """Type a line; gives what is said up to the next prompt."""
        self.type(line + "\n")
        return self.wait_for(*prompts)

    def interrupt(self, number: int = signal.SIGINT) -> int:
        """Send a signal until it ends: one that comes just before it waits for a key would wait, too."""
        assert self._command is not None
        status, tries = None, 0
        while status is None:
            if tries % 200 == 0:
                os.kill(self._command.pid, number)
            tries += 1
            status = self._command.status(0.05)
        self._command = None
        while self._read():
            pass
        assert "Traceback" not in self.said, self.said
        return status

    def hang_up(self) -> int:
        """Close the terminal, as a window is closed; gives the status."""
        os.close(self._end)
        self._end = -1
        return self._status()

    def finish(self) -> int:
        """Read to the end; gives the exit status."""
        while self._read():
            pass
        assert "Traceback" not in self.said, self.said
        return self._status()

    def close(self) -> None:
        """End it, whatever it is doing."""
        if self._end >= 0:
            os.close(self._end)
        if self._command is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._command.pid, signal.SIGKILL)
            self._status()

    def _status(self) -> int:
        assert self._command is not None
        status = self._command.status(PATIENCE)
        assert status is not None, f"it does not end:\n{self.said}"
        self._command = None
        return status

    def _read(self) -> bool:
        if not select.select([self._end], [], [], PATIENCE)[0]:
            return False
        try:
            part = os.read(self._end, 65536)
        except OSError:  # the other end is closed
            return False
        text = self._decoder.decode(part)
        self.raw += text
        text = ESCAPES.sub("", self._rest + text)
        begun = BEGUN_ESCAPE.search(text)
        self._rest = "" if begun is None else begun[0]
        self.said += text.removesuffix(self._rest).replace("\r\n", "\n")
        return bool(part)
