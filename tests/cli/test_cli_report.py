"""`--report` where no page can be made: said, with what installs it, before anything is played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import environment

WITHOUT = """
import sys
sys.modules["matplotlib"] = None
sys.argv = ["cahier", {words}]
from cli.entry import run
run()
"""


@pytest.mark.parametrize("command", [("playtest", "market"), ("compare", "market", "market"), ("impact", "market")])
def test_the_extra_is_named(folder: Path, command: tuple[str, ...]) -> None:
    code = WITHOUT.format(words=", ".join(map(repr, (*command, "--report", "page.html"))))
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "matplotlib: error: not installed; this does it: pip install 'cahier[report]'\n"
    assert not (folder / "page.html").exists()
