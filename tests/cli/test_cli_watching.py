"""`cahier check --watch` where the extra that it needs is not installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.command import environment

WITHOUT = """
import sys
sys.modules["watchfiles"] = None
sys.argv = ["cahier", "check", "market", "--watch"]
from cli.entry import run
run()
"""


def test_the_extra_is_named(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "watchfiles: error: not installed; this does it: pip install 'cahier[watch]'\n"
