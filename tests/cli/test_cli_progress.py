"""Progress messages: one updated line at a terminal, occasional lines elsewhere, always on standard error."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from cli.lab.progress import FIRST_REPORT_SECONDS, MAX_REPORT_SECONDS, ProgressDisplay, ProgressState
from tests.cli.command import Cahier, Running
from tests.cli.terminal import Terminal
from tests.forks import Forks


@pytest.mark.parametrize(
    ("pace", "seconds", "told"),
    [
        (ProgressState("games", 1000), 0, "0 of 1,000 games"),
        (ProgressState("games", 1000, played=250), 10, "250 of 1,000 games, 25 games a second, about 30 s left"),
        (ProgressState("games", 1000, played=1000), 10, "1,000 of 1,000 games, 100 games a second"),
        (ProgressState("games", 10**6, 1, played=999), 5,
         "1,000 of 1,000,000 games, 200 games a second, about 83 min left"),
        (ProgressState("games", 10**7, played=1000), 10,
         "1,000 of 10,000,000 games, 100 games a second, about 27.8 h left"),
        (ProgressState("games", 5, 5), 10, "5 of 5 games"),
        (ProgressState("games", 10, decisions=50, made=25), 9, "0 of 10 games, 25 decisions, about 3 min left"),
        (ProgressState("games", 9, 0, 50, 2, 225), 10,
         "2 of 9 games, 225 decisions, 0.2 games a second, about 10 s left"),
        (ProgressState("games", 10, decisions=5, made=250), 10, "0 of 10 games, 250 decisions, about 0 s left"),
        (ProgressState("games", 9, played=3, is_upper_bound=True), 9,
         "3 of at most 9 games, 0.33 games a second, at most 18 s left"),
        (ProgressState("games", 10, made=250), 10, "0 of 10 games, 250 decisions"),
    ],
)  # fmt: skip
def test_what_is_told(pace: ProgressState, seconds: float, told: str) -> None:
    assert pace.describe(seconds) == told


def test_away_from_a_terminal_there_is_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    lines: list[float] = []
    with ProgressDisplay(ProgressState("games", 10_000), lambda: now) as progress:
        for _ in range(400):
            now += 1
            progress(10)
            output, told = capsys.readouterr()
            assert not output and "\x1b" not in told and told.count("\n") <= 1
            lines += [now] if told else []
    assert lines == [5, 10, 20, 40, 80, 140, 200, 260, 320, 380]
    assert (FIRST_REPORT_SECONDS, MAX_REPORT_SECONDS) == (5, 60) and capsys.readouterr() == ("", "")


def test_parts_are_told_as_one_work(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with its own pace; when a line comes depends on all of them, so that short parts are not silent."""
    now = 0.0
    lines: list[str] = []
    with ProgressDisplay(ProgressState("games", 0), lambda: now) as progress:
        for part in range(6):
            progress.begin_part(ProgressState("games", 30, part=f"part {part}"))
            for _ in range(3):
                now += 1
                progress(10)
                lines += capsys.readouterr().err.splitlines()
    assert lines == [
        "part 1: 20 of 30 games, 10 games a second, about 1 s left",
        "part 3: 10 of 30 games",
    ]


def test_how_fast_it_goes_is_told_from_the_first_games_on(capsys: pytest.CaptureFixture[str]) -> None:
    """Loading before them is no play, and what the first moments say is chance."""
    now = 0.0
    pace = ProgressState("games", 1000)
    with ProgressDisplay(pace, lambda: now) as progress:
        for at, more, told in (
            (4.0, 0, ""),
            (20.0, 100, "100 of 1,000 games"),
            (20.5, 50, ""),
            (45.0, 350, "500 of 1,000 games, 16 games a second, about 31 s left"),
        ):
            now = at
            progress(more)
            assert capsys.readouterr().err == told + "\n" * bool(told)


@pytest.mark.parametrize(("seconds", "more"), [(0.99, ""), (1, ", 250 games a second, about 3 s left")])
def test_nothing_is_said_of_the_first_second(seconds: float, more: str) -> None:
    assert ProgressState("games", 1000, played=250).describe(seconds) == f"250 of 1,000 games{more}"


def test_what_is_soon_over_tells_nothing(cahier: Cahier) -> None:
    for words in (("playtest", "market", "--games", "20"), ("test", "market")):
        began = monotonic()
        told = cahier(*words).stderr
        assert told == "" or monotonic() - began > FIRST_REPORT_SECONDS


HEX = str(Path(__file__).parents[1] / "games" / "hex")


@pytest.mark.parts
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.parts)])
def test_a_search_is_not_silent(running: Callable[..., Running], jobs: str) -> None:
    """Though no game has come to its end."""
    command = running("playtest", HEX, "--games", "900", "--seat", "red=search:1000", "--jobs", jobs)
    time.sleep(1)
    command.send(signal.SIGSTOP)  # time goes on, and costs nothing
    time.sleep(FIRST_REPORT_SECONDS)
    command.send(signal.SIGCONT)
    line = command.message_with(" left\n")  # not the first line, if play began after that second
    assert " of 900 games, " in line and " decision" in line, line


@pytest.fixture
def terminal(forks: Forks, cahier: Cahier) -> Callable[..., Terminal]:
    return lambda *words, **variables: Terminal(forks, *words, **variables)


@pytest.mark.parts
@pytest.mark.parametrize(
    "words",
    [
        *(
            pytest.param(words, marks=pytest.mark.parts)
            for words in ([("--backend", "python"), ("--seat", "p1=search:30")])
        ),
        ("--jobs", "1"),
    ],
)
def test_a_line_at_a_terminal(terminal: Callable[..., Terminal], words: tuple[str, ...]) -> None:
    command = terminal("playtest", "market", "--games", "20000000", *words, NO_COLOR="1", columns=79)
    assert "0 of 20,000,000 games" in command.wait_for("games a second")
    command.wait_for(" left")
    assert command.interrupt() == 130
    lines = command.said.replace("\r\n", "\n").split("\r\x1b[K")
    assert all(len(line) < 79 and "\x1b" not in line for line in lines[:-1])
    assert lines[-1].startswith("market: ")


@pytest.mark.parts
def test_scenarios_at_a_terminal(terminal: Callable[..., Terminal]) -> None:
    command = terminal("test", "revolution")
    command.wait_for(" scenarios")
    command.wait_for("passed, 0 failed")
    assert command.said.replace("\r\n", "\n").split("\r\x1b[K")[-1].endswith(" passed, 0 failed\n")
