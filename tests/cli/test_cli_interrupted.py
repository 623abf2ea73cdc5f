"""Ctrl-C while the command is being loaded or an object is done away with: quiet, and never lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import PATIENCE, environment, heed_signals

PRESS_AT = """
import os, signal, sys

class Gone:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

class Pressed:
    left = {number}

    def find_spec(self, *_):
        Pressed.left -= 1
        if Pressed.left == 0 and {unseen}:
            Gone()
        elif Pressed.left == 0:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["cahier", {words}]
sys.meta_path.insert(0, Pressed())
try:
    from cli.entry import run
    run()
finally:
    sys.stderr.write(f"left: {{Pressed.left}}")
"""
"""The command, with a Ctrl-C when it looks for its module with that number; `unseen`: while an object is done away
with, where Python would print an exception and go on."""


def pressed(words: str, number: int, unseen: bool = False) -> tuple[int, str]:
    code = PRESS_AT.format(words=", ".join(map(repr, words.split())), number=number, unseen=unseen)
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.parts
@pytest.mark.parametrize(
    ("words", "first", "places"),
    [
        pytest.param("--help", 3, 4, marks=pytest.mark.parts),
        ("list", 100, 1),
        ("show market cards", 100, 2),
        pytest.param("playtest market --games 3", 200, 3, marks=pytest.mark.parts),
    ],
)
def test_no_traceback_while_the_parts_are_loaded(words: str, first: int, places: int, folder: Path) -> None:
    """Test interruptions from the `first` module on: every command loads the same modules before it."""
    pressed(words, -1)  # the cached verdict saves importing modules
    status, told = pressed(words, -1)
    modules = -1 - int(told.rpartition("left: ")[2])
    assert status == 0 and modules > 80
    for number in range(first, modules, (modules - first) // places + 1):
        status, told = pressed(words, number)
        assert status == 130 and "Traceback" not in told, f"at module {number}: {told}"


@pytest.mark.parametrize("number", [3, 20])
def test_no_interruption_is_lost_while_the_parts_are_loaded(number: int, folder: Path) -> None:
    status, told = pressed("list", number, unseen=True)
    assert status == 130 and "ignored" not in told, told


PRESS_IN_A_FINALIZER = """
import os, time
from cli.guard import run_guarded

class Gone:
    def __del__(self):
        os.kill(os.getpid(), {number})

def command():
    Gone()
    time.sleep({patience})
    return 0

raise SystemExit(run_guarded(command))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_no_interruption_is_lost_in_a_finalizer(number: int) -> None:
    code = PRESS_IN_A_FINALIZER.format(number=int(number), patience=PATIENCE)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(),
        capture_output=True,
        text=True,
        preexec_fn=heed_signals,
        check=False,
    )
    assert (done.returncode, done.stderr) == (128 + number, "")
