"""`cahier lsp` where no editor starts it; with one: tests/parts/test_editor.py."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, environment

WITHOUT = """
import sys
sys.modules["pygls"] = None
sys.argv = ["cahier", "lsp"]
from cli.entry import run
run()
"""


def test_the_extra_is_named(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "pygls: error: not installed; this does it: pip install 'cahier[editor]'\n"


@pytest.mark.parts
def test_a_person_is_told_that_editors_start_it(folder: Path) -> None:
    ours, theirs = os.openpty()
    done = subprocess.run([*COMMAND, "lsp"], env=environment(), stdin=theirs, capture_output=True, text=True)
    os.close(ours)
    os.close(theirs)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "lsp: error: this is for editors, which start it themselves; the README says how to set one up\n"
    )
