"""`--dask` where there is no Dask: said, with what installs it, before anything is played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import Cahier, environment

WITHOUT = """
import sys
sys.modules["distributed"] = None
sys.argv = ["cahier", {words}]
from cli.entry import run
run()
"""


@pytest.mark.parametrize(
    "command", [("playtest", "market"), pytest.param(("compare", "market", "market"), marks=pytest.mark.parts)]
)
def test_the_extra_is_named(folder: Path, command: tuple[str, ...]) -> None:
    code = WITHOUT.format(words=", ".join(map(repr, (*command, "--dask", "tcp://127.0.0.1:9"))))
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "distributed: error: not installed; this does it: pip install 'cahier[cluster]'\n"


def test_who_thinks_for_a_time_is_refused_before_anything_else(cahier: Cahier) -> None:
    done = cahier("playtest", "market", "--seat", "p1=search:0.1s", "--dask", "nowhere")
    assert done.returncode == 2 and "but --dask needs games that come out the same on any machine" in done.stderr
    assert "did you mean --seat p1=search:" in done.stderr
