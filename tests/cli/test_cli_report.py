"""`--report`: where no page can be made that is said before anything is played; what fails later costs no summary."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli.guard import run_guarded
from cli.lab.playtest_command import PlaytestSettings, playtest_game
from cli.options import RunOptions
from interpreter.playtest.run.runner import can_observe
from interpreter.support.halt import termination_signals
from tests.cli.command import Cahier, environment
from tests.cli.terminal import Terminal
from tests.forks import Forks

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


def test_the_extra_of_sheets_is_named(folder: Path) -> None:
    code = WITHOUT.format(words=", ".join(map(repr, ("playtest", "market", "--xlsx", "t.xlsx"))))
    code = code.replace("matplotlib", "xlsxwriter")
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "") and not (folder / "t.xlsx").exists()
    assert done.stderr == "xlsxwriter: error: not installed; this does it: pip install 'cahier[xlsx]'\n"


@pytest.mark.parts
def test_tables_are_sheets(cahier: Cahier) -> None:
    from openpyxl import load_workbook

    done = cahier("playtest", "market", "--games", "20", "--xlsx", "t.xlsx", "--csv", "t")
    assert done.returncode == 0, done.stderr
    tables = {path.stem for path in Path("t").glob("*.csv")} - {"games"}
    assert set(load_workbook("t.xlsx").sheetnames) == tables


@pytest.mark.parts
@pytest.mark.parametrize(
    "command", [("playtest",), ("impact", "--within", "9"), ("sweep", "--vary", "tracks/day/start=1,2")]
)
def test_a_page_that_cant_be_written_costs_nothing_else(cahier: Cahier, command: tuple[str, ...]) -> None:
    name, *options = command
    done = cahier(name, "market", "--games", "60", *options, "--report", "/dev/full", "--csv", "t", "--json", "x.json")
    assert done.returncode == 2
    assert done.stderr == "/dev/full: error: cannot be written: No space left on device\n"
    assert " games" in done.stdout and Path("x.json").exists() and list(Path("t").iterdir())


@pytest.mark.parts
def test_an_interruption_while_games_are_watched(forks: Forks, cahier: Cahier) -> None:
    """The summary is there by then, and a page without what was only seen in part."""
    terminal = Terminal(forks, "playtest", "liberte", "--games", "600", "--report", "page.html")
    before = terminal.wait_for("games observed")
    assert "to see game I, 0 to 599, again" in before
    terminal.wait_for("games observed")  # some were by now, of games that take long
    assert terminal.interrupt() == 130
    assert "not all games were observed; the page has no scores over time and no map" in terminal.said
    page = Path("page.html").read_text("utf-8")
    assert page.endswith("</html>\n") and "Won by" in page and "observed game" not in page
    assert not list(Path().glob(".*.part"))


@pytest.mark.parts
def test_an_interruption_just_before_games_are_watched(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page is written, too."""
    monkeypatch = pytest.MonkeyPatch()

    def pressed(seated: Mapping[str, str]) -> bool:
        monkeypatch.undo()
        os.kill(os.getpid(), signal.SIGINT)
        return can_observe(seated)

    monkeypatch.setattr("interpreter.playtest.run.runner.can_observe", pressed)
    handlers = {number: signal.getsignal(number) for number in termination_signals()}
    try:
        run = RunOptions(seed=1, jobs=1, report="page.html")
        assert run_guarded(lambda: playtest_game("market", (), run, PlaytestSettings(games=20))) == 130
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    said = capsys.readouterr()
    assert "to see game I, 0 to 19, again" in said.out and "not all games were observed" in said.err
    assert Path("page.html").read_text("utf-8").endswith("</html>\n")
