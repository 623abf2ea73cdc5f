"""The command as a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.forks import Forks

REPO = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "cli"]
PATIENCE = 600.0
"""Seconds after which something that hangs is given up; no measure of speed."""

Cahier = Callable[..., subprocess.CompletedProcess[str]]


def environment(**more: str) -> dict[str, str]:
    ours = ("NO_COLOR", "PYTHONHASHSEED", "CAHIER_DEBUG", "CAHIER_LIBRARY")
    plain = {key: value for key, value in os.environ.items() if key not in ours}
    return plain | {"PYTHONPATH": str(REPO), "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"} | more


def heed_signals() -> None:
    """The tests may be run where a hang-up or Ctrl-C is ignored, which commands would inherit."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


class Running:
    """A command that is still running, and its workers: the processes of its session."""

    def __init__(self, forks: Forks, *words: str) -> None:
        self._output, self._messages = os.memfd_create("output"), os.memfd_create("messages")
        with open(os.devnull) as empty:
            files = [empty.fileno(), self._output, self._messages]
            self._command = forks.start(words, environment(), files, False)
        self._status: int | None = None

    def status(self, patience: float = 0.0) -> int | None:
        """The exit status, once the command has ended; None if it has not within so many seconds."""
        if self._status is None:
            self._status = self._command.status(patience)
        return self._status

    def family(self) -> list[int]:
        """The processes that are alive, this one and its workers."""
        return [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and self._is_ours(pid)]

    def _is_ours(self, pid: str) -> bool:
        try:
            state, _, _, session = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:4]
        except OSError:
            return False
        return session == str(self._command.pid) and state not in ("Z", "X")

    def workers(self) -> list[int]:
        return [pid for pid in self.family() if pid != self._command.pid]

    def wait_for_workers(self, number: int = 2) -> None:
        """Until so many processes play."""
        while len(self.workers()) < number:
            assert self.status() is None, self.end()
            time.sleep(0.05)

    def message_with(self, text: str) -> str:
        """The first line of its messages with a text, as soon as it is there."""
        while not (lines := [each for each in _text(self._messages).splitlines(True) if text in each and "\n" in each]):
            assert self.status() is None, self.end()
            time.sleep(0.05)
        return lines[0]

    def send(self, number: int) -> None:
        """Send a signal to this process alone."""
        os.kill(self._command.pid, number)

    def close(self) -> None:
        """Kill all that is alive."""
        for pid in self.family():
            os.kill(pid, signal.SIGKILL)
        self.status(PATIENCE)
        os.close(self._output)
        os.close(self._messages)

    def end(self, number: int | None = None) -> tuple[int, str, str]:
        """Send a signal, wait for the end: exit status, output, messages."""
        if number is not None:
            self.send(number)
        status = self.status(PATIENCE)
        assert status is not None, "the command does not end"
        messages = _text(self._messages)
        assert "Traceback" not in messages, messages
        return status, _text(self._output), messages


def _text(file: int) -> str:
    """The text that another process has written into a file so far."""
    return os.pread(file, os.fstat(file).st_size, 0).decode()


def save(path: Path, old: str, new: str) -> None:
    """As an editor does: written aside, and put in place."""
    aside = path.with_name(path.name + "~")
    text = path.read_text("utf-8")
    assert old in text
    aside.write_text(text.replace(old, new), "utf-8")
    os.replace(aside, path)
