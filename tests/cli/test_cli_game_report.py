"""`cahier report`: a folder of linked pages, made again, interrupted, and looked at."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.command import Cahier
from tests.cli.terminal import Terminal
from tests.forks import Forks

pytestmark = pytest.mark.parts


def test_a_report_is_made_again_after_an_edit(cahier: Cahier) -> None:
    done = cahier("report", "market", "-o", "r", "--time", "3s", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    folder = Path("r")
    index = (folder / "index.html").read_text("utf-8")
    linked = set(re.findall(r'href="([\w.]+html)"', index))
    assert {"balance.html", "playtest.html", "impact.html", "measure.html", "closest.html"} <= linked
    assert all((folder / name).is_file() for name in linked)
    assert 'href="index.html"' in (folder / "impact.html").read_text("utf-8")
    assert "Since the last report" not in index and "How sure this is" in index
    watched = (folder / "closest.html").read_text("utf-8")
    assert re.search(r"game \d+ of \d+ games between search:\d+ players, won", index)
    assert "match-data" in watched and 'href="index.html"' in watched
    sequence = Path("market/sequence.yaml")
    sequence.write_text(
        sequence.read_text("utf-8").replace("shuffle deck\n", "shuffle deck\n      raise day\n", 1), "utf-8"
    )
    again = cahier("report", "market", "-o", "r", "--time", "3s", "--jobs", "1")
    assert again.returncode == 0, again.stderr
    index = (folder / "index.html").read_text("utf-8")
    assert "Since the report of" in index and "Balance over versions of the rules" in index
    assert len(json.loads((folder / "history.json").read_text("utf-8"))["reports"]) == 2


def test_an_interrupted_report_keeps_what_is_finished(forks: Forks, cahier: Cahier) -> None:
    terminal = Terminal(forks, "report", "liberte", "-o", "r", "--time", "4m", "--jobs", "1")
    terminal.wait_for("left")
    assert terminal.interrupt() == 130
    assert "what is finished is in r/index.html" in terminal.said
    index = Path("r/index.html").read_text("utf-8")
    assert "Not answered yet" in index
    assert all(Path("r", name).is_file() for name in re.findall(r'href="([\w.]+html)"', index))
    assert not list(Path("r").glob(".*.part"))
