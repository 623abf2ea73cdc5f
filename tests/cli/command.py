"""The command as a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

REPO = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "cli"]
MARK = "CAHIER_TEST_MARK"
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
    """A command that is still running, and the processes that come from it."""

    def __init__(self, *words: str) -> None:
        self.mark = f"{MARK}={os.getpid()}.{id(self)}"
        variables = environment(**dict([self.mark.split("=")]))
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=heed_signals,
        )

    def family(self) -> list[int]:
        """The processes that are alive, this one and its workers."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and self.mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
        return found

    def workers(self) -> list[int]:
        return [pid for pid in self.family() if pid != self.process.pid]

    def wait_for_workers(self, number: int = 2) -> None:
        """Until so many processes play."""
        while len(self.workers()) < number:
            assert self.process.poll() is None, self.process.communicate()
            time.sleep(0.05)

    def end(self, number: int | None = None) -> tuple[int, str, str]:
        """Send a signal, wait for the end: exit status, output, messages."""
        if number is not None:
            self.process.send_signal(number)
        output, messages = self.process.communicate(timeout=PATIENCE)
        assert "Traceback" not in messages, messages
        return self.process.returncode, output, messages


def save(path: Path, old: str, new: str) -> None:
    """As an editor does: written aside, and put in place."""
    aside = path.with_name(path.name + "~")
    text = path.read_text("utf-8")
    assert old in text
    aside.write_text(text.replace(old, new), "utf-8")
    os.replace(aside, path)
