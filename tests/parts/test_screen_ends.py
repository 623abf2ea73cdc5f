"""The full screen ends when its terminal is closed, and keeps the match."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import environment
from tests.loaded import REPO

pytestmark = [
    pytest.mark.parts,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux"),
]
MARKET = REPO / "tests" / "cli" / "market"


def _wait(holds: Callable[[], bool], what: str) -> None:
    for _ in range(600):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail(f"waited in vain for {what}")


def _has_ended(pid: int) -> bool:
    """Return True if a process has ended, even if nobody has asked for its status."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.parametrize("how", ["hangup", "terminated"])
def test_a_match_is_kept_when_its_terminal_is_gone(tmp_path: Path, how: str) -> None:
    tmux = ("tmux", "-S", str(tmp_path / "socket"))
    variables = environment(XDG_STATE_HOME=str(tmp_path), PYTHONPATH=str(REPO), TERM="xterm-256color", LANG="C.UTF-8")
    number = tmp_path / "pid"
    play = shlex.join([sys.executable, "-m", "cli", "play", str(MARKET), "--seed", "3"])
    start = f"echo $$ > {shlex.quote(str(number))}; exec {play}"
    subprocess.run([*tmux, "new-session", "-d", "-x", "80", "-y", "24", start], env=variables, check=True)

    def screen() -> str:
        return subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, text=True, env=variables).stdout

    _wait(lambda: "Ctrl+Q" in screen(), "the screen")
    pid = int(number.read_text())
    if how == "hangup":
        subprocess.run([*tmux, "kill-server"], env=variables, check=True)
    else:
        os.kill(pid, signal.SIGTERM)
    _wait(lambda: _has_ended(pid), "the end of the match")
    assert [*tmp_path.rglob("market-*.json")]
    subprocess.run([*tmux, "kill-server"], env=variables, check=False, capture_output=True)
