"""Each shipped game played to its end by keys on the full screen, in a real terminal of 80 x 24: tmux."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.cli.command import PATIENCE, environment
from tests.parts.long_games import long_game

pytest.importorskip("textual")

pytestmark = [
    pytest.mark.parts,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]

GAMES = {
    "red_flag_over_paris": ("--seat", "versailles=random"),
    "liberte": ("--seat", "p2=random", "--seat", "p3=random"),
    "vive_la_revolution": ("--seat", "p2=random", "--seat", "p3=random", "--seat", "p4=random"),
    "revolution": ("--seat", "jacobin=random"),
}
LABEL = re.compile(r"\[ *([a-z]{1,2}|[a-z]?\d{1,2}|-)\]")
QUESTION = "›"
LOOK, MOST_LOOKS = 0.03, 40
"""Seconds between two looks at the screen, and the number of them after which keys are taken to change nothing."""


class Tmux:
    """A command in a terminal of tmux."""

    def __init__(self, home: Path, *words: str, columns: int = 80, rows: int = 24, **variables: str) -> None:
        self._socket = f"cahier-{uuid4().hex[:8]}"
        known = environment(XDG_STATE_HOME=str(home), XDG_CACHE_HOME=os.environ.get("XDG_CACHE_HOME", str(home)))
        for name in ("COLUMNS", "LINES", "TMUX", "TERM"):
            known.pop(name, None)
        command = [sys.executable, "-m", "cli", *words]
        size = ["-x", str(columns), "-y", str(rows)]
        quoted = " ".join(f"'{word}'" for word in command) + "; echo STATUS $?; exec sleep 600"
        self._run("-f", os.devnull, "new-session", "-d", *size, quoted, env=known | variables)

    def _run(self, *words: str, env: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, *words], capture_output=True, encoding="utf-8", env=env, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def screen(self, *options: str) -> str:
        return self._run("capture-pane", "-p", *options)

    def press(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text, and Enter."""
        self._run("send-keys", "-l", text, ";", "send-keys", "Enter")

    def see_change(self, before: str) -> str:
        """Return the screen as soon as it has changed, or after a while if it doesn't."""
        for _ in range(MOST_LOOKS):
            if (shown := self.screen()) != before:
                break
            time.sleep(LOOK)
        return shown

    def wait_for(self, *texts: str, but: str = "\0") -> str:
        """Wait until one of the texts stands on the screen, and the screen differs from `but`."""
        end = time.monotonic() + PATIENCE
        while True:
            shown = self.screen()
            if shown != but and any(text in shown for text in texts):
                return shown
            assert "Traceback" not in shown, shown
            assert time.monotonic() < end, f"{texts} never came:\n{shown}"
            time.sleep(LOOK)

    def close(self) -> None:
        self._run("kill-server")


@pytest.fixture
def terminals() -> Iterator[list[Tmux]]:
    begun: list[Tmux] = []
    yield begun
    for terminal in begun:
        terminal.close()


@pytest.mark.parametrize("game", [long_game(game) for game in GAMES])
def test_a_whole_game_by_keys(game: str, tmp_path: Path, terminals: list[Tmux]) -> None:
    """Test that random keys lead to the end, that titles stay at their places, and that the person can leave."""
    terminal = Tmux(tmp_path, "play", game, "--seed", "5", *GAMES[game])
    terminals.append(terminal)
    chance = random.Random(5)
    shown = terminal.wait_for(QUESTION)
    for _ in range(2000):
        assert len(shown.rstrip("\n").split("\n")) == 24
        if "The game is over" in shown:
            break
        labels = LABEL.findall(shown)
        assert labels, shown
        way = chance.randrange(4)
        if way == 0:
            terminal.press(chance.choice(["Down", "Right", "Tab"]), "Enter")
        elif way == 1:
            terminal.press("Enter")
        else:
            terminal.type(chance.choice(labels))
        terminal.see_change(shown)
        shown = terminal.wait_for(QUESTION, "The game is over")
    assert "The game is over" in shown
    terminal.press("C-r")
    terminal.wait_for("●")
    terminal.press("Escape")
    terminal.wait_for("Ctrl+N")
    terminal.press("C-q")
    assert "STATUS 0" in terminal.wait_for("STATUS")


def test_a_closed_terminal_keeps_the_game_and_no_colour_means_none(tmp_path: Path, terminals: list[Tmux]) -> None:
    terminal = Tmux(tmp_path, "play", "revolution", "--seed", "5", *GAMES["revolution"], NO_COLOR="1")
    terminals.append(terminal)
    first = terminal.wait_for(QUESTION)
    coloured = terminal.screen("-e")
    assert not re.search(r"\x1b\[[\d;]*\b(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38|48)(?:;[\d;]*)?m", coloured)
    terminal.type("1")
    terminal.wait_for(QUESTION, but=first)
    pid = int(terminal._run("display-message", "-p", "#{pane_pid}"))
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    terminal.close()
    terminals.remove(terminal)
    end = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < end:
        time.sleep(LOOK)
    assert not [child for child in children if Path(f"/proc/{child}").exists()]
    again = Tmux(tmp_path, "play", "--resume")
    terminals.append(again)
    assert "Where" in again.wait_for(QUESTION)
