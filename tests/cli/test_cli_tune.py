"""`cahier tune`: the smallest change of numbers that reaches an aim."""

from __future__ import annotations

import csv
import json
import re
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import Cahier, Running
from tests.documents import documented_keys

PROGRESS = re.compile(r"^(\w+(:\d+)?: )?[\d,]+( of [\d,]+)? games.*\n", re.MULTILINE)
LOTS = Path(__file__).parents[1] / "lab" / "lots"
START = "tracks/bar/start"
WORDS = (
    *("tune", "lots", "--vary", f"{START}=4..8", "--vary", "tracks/bonus/start=1", "--aim", "player=70"),
    *("--within", "4", "--by", "search:1", "--jobs", "1", "--backend", "python"),
)


@pytest.fixture(autouse=True)
def lots(folder: Path) -> Path:
    shutil.copytree(LOTS, folder / "lots")
    return folder / "lots"


@pytest.mark.parts
def test_the_answer_comes_first_and_the_next_command_last(cahier: Cahier) -> None:
    done = cahier(*WORDS, "--games", "3000", COLUMNS="80")
    assert done.returncode == 0 and PROGRESS.sub("", done.stderr) == ""
    lines, whole = done.stdout.splitlines(), " ".join(done.stdout.split())
    assert whole.startswith("`tracks/bar/start` from 5 to 7 ") and max(map(len, lines)) <= 80
    assert "reaches the aim: Player wins " in whole or "may reach the aim: Player wins " in whole
    assert "Aim: Player wins 66 to 74 % of games." in lines
    assert "lots: 9 changes of 2 places" in lines and "search:1 on both sides" in lines
    rows = [line.split() for line in lines if line.startswith(("  * ", "  present"))]
    assert rows[0][:3] == ["present", "5", "+0.0"] and rows[1][:2] == ["*", "7"]
    assert "next: cahier " in whole
    command = whole.partition("next: ")[2]
    assert command.startswith(("cahier compare lots --variant tracks/bar/start=7 --aim player=70", "cahier tune lots "))
    assert " games between search:1 players, 1" in lines[-1]


@pytest.mark.parts
def test_the_document(cahier: Cahier) -> None:
    done = cahier(*WORDS, "--games", "400", "--json", "-")
    found = json.loads(done.stdout)
    assert done.returncode == (0 if found["verdict"] in ("reached", "possible") else 1)
    assert {*found, *found["figures"][0], *found["changes"][0]} <= documented_keys("tune")
    assert found["vary"] == {START: [4, 5, 6, 7, 8], "tracks/bonus/start": [1]} and found["present"][START] == 5
    assert found["by"] == "search:1" and found["screened_by"] == "random" and found["reproducible"]
    assert found["changes"][0]["values"] == {} and len(found["changes"]) == 10


@pytest.mark.parts
def test_an_aim_that_is_missed_is_a_no(cahier: Cahier) -> None:
    done = cahier(*WORDS[:6], "--aim", "player=1..2", *WORDS[8:], "--games", "400")
    assert done.returncode == 1 and done.stdout.startswith(
        "No change is known to reach the aim. `tracks/bar/start` from 5"
    )
    assert "next: cahier show lots numbers lists other numbers to vary" in " ".join(done.stdout.split())


@pytest.mark.parts
def test_tables(cahier: Cahier) -> None:
    done = cahier(*WORDS, "--games", "200", "--csv", "tables")
    assert done.returncode in (0, 1), done.stderr
    assert {path.name for path in Path("tables").iterdir()} == {"figures.csv", "changes.csv"}
    rows = list(csv.DictReader(Path("tables/changes.csv").read_text().splitlines()))
    assert len(rows) == 10 and [row["chosen"] for row in rows].count("yes") == 1
    (figure,) = csv.DictReader(Path("tables/figures.csv").read_text().splitlines())
    assert figure["aim low"] == "66.0" and float(figure["before low"]) < 50 < float(figure["before high"])


@pytest.mark.parts
def test_what_was_played_is_kept(cahier: Cahier) -> None:
    words = (*WORDS, "--games", "300", "--json", "-")
    plain, kept, again = (json.loads(cahier(*words, *more).stdout) for more in ((), ("--store", "s"), ("--store", "s")))
    for each in (plain, kept, again):
        del each["seconds"]
    assert plain == kept == again
    other = cahier(*words, "--store", "s", "--seed", "3")
    assert other.returncode == 2 and "the seed is 0 there, 3 here" in other.stderr


@pytest.mark.parts
def test_interrupted_it_tells_what_there_is(running: Callable[..., Running]) -> None:
    command = running(*WORDS, "--games", "90000", "--json", "tune.json", "--no-store", "--jobs", "2")
    command.wait_for_workers()
    status, output, messages = command.end(signal.SIGINT)
    assert status == 130 and "error" not in messages and command.family() == []
    found = json.loads(Path("tune.json").read_text())
    assert found["complete"] is False and found["verdict"] == "undecided"
    assert output.startswith("Interrupted")


def test_a_plan_says_what_the_time_is_enough_for(cahier: Cahier) -> None:
    words = (*WORDS, "--time", "2s", "--plan")
    done = cahier(*words, "--json", "plan.json", COLUMNS="80")
    assert done.returncode == 0, done.stderr
    found = json.loads(Path("plan.json").read_text())
    (players,) = found["players"]
    assert {*found, *players} <= documented_keys("tune --plan") and found["wanted"] == 4 and found["time"] == 2
    assert players["by"] == "search:1" and players["tried"] > 0 and players["games"] > players["fresh_games"] > 0
    assert players["needed_games"] == pytest.approx(2 * 3 * 786, rel=0.05)  # a share of half, to 4 points, two at once
    assert done.stdout.startswith("A search among up to 11 changes of 2 places takes about three quarters of its")
    assert re.search(r"^  search:1 +\d+ +[\d.e-]+ s +[\d,]+ +±[\d.]+ ", done.stdout, re.MULTILINE), done.stdout
    tables = cahier(*words, "--csv", "tables")
    assert tables.returncode == 2 and "--csv: error: --plan plays a few games here to time them" in tables.stderr


def cases() -> list[tuple[str, ...]]:
    text = (Path(__file__).parent / "golden" / "tune.txt").read_text(encoding="utf-8")
    found: list[tuple[str, ...]] = []
    for section in text.split("\n$ ")[1:]:
        words, _, message = section.partition("\n")
        found.append((words, message.rstrip("\n")))
    return found


@pytest.mark.parametrize(("words", "message"), cases(), ids=[case[0] for case in cases()])
def test_message(cahier: Cahier, words: str, message: str) -> None:
    """Exit status 2, and nothing is played. Words are parted by two blanks."""
    done = cahier("tune", "lots", *words.split("  "))
    assert done.returncode == 2 and done.stdout == ""
    assert PROGRESS.sub("", done.stderr).rstrip("\n") == message
