"""Matches that people play at the terminal are recorded, and `cahier measure RECORDS` tells how they played."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import Cahier, environment
from tests.documents import documented_keys
from tests.forks import Forks

pytestmark = pytest.mark.parts

SEATS = ("--seat", "p1=human", "--seat", "p2=random")


Play = Callable[..., str]


@pytest.fixture
def play(folder: Path, forks: Forks) -> Play:
    """Plays at a terminal that is none, with these lines typed."""

    def call(*words: str, typed: str) -> str:
        done = forks.run(("play", *words), environment(), lines=typed)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


@pytest.fixture
def record(folder: Path, play: Play) -> Path:
    """The record of a match that was left once, and in which something was taken back."""
    play("market", "--seed", "3", *SEATS, typed="1\nundo\n2\n")
    said = play("--resume", typed="1\n" * 40)
    (found,) = (folder / "state" / "cahier" / "records").glob("*.jsonl")
    assert f"kept in {found}; `cahier measure`" in " ".join(said.split()) and found.stat().st_mode & 0o077 == 0
    return found


def test_a_match_is_recorded_over_a_pause(record: Path, cahier: Cahier) -> None:
    data = json.loads(record.read_text())
    assert data["seated"] == {"p1": "human", "p2": "random"}
    assert {act["seat"] for act in data["acts"]} == {"p1"}
    assert [act["at"] for act in data["acts"][:3]] == [0, 0, 0] and data["acts"][1]["undo"] is True
    made = [act for act in data["acts"] if "choice" in act]
    assert all(0 <= act["seconds"] < 60 and act["choice"] in act["options"] for act in made)
    standing = [act["choice"] for act in made[1:]]
    assert [key for key in data["choices"] if key in standing] and data["choices"][0] == made[1]["choice"]
    done = cahier("replay", str(record), "--rules", "market")
    assert done.returncode == 0 and done.stdout.endswith("as recorded\n") and "game 0" not in done.stdout


@pytest.mark.parts
def test_the_times_of_people_give_the_minutes_of_a_playtest(record: Path, cahier: Cahier) -> None:
    words = ("playtest", "market", "--games", "20", "--json", "-")
    assumed, recorded = (json.loads(cahier(*words, *more).stdout)["pace"] for more in ((), ("--times", str(record))))
    assert assumed["seconds_per_decision"] == 10 and "matches" not in assumed
    assert recorded["matches"] == 1 and 0 <= recorded["seconds_per_decision"] < 10
    assert assumed["games"] == recorded["games"] == 20 and assumed["minutes"] > recorded["minutes"]
    other = cahier("playtest", "revolution", "--games", "1", "--times", str(record))
    assert other.returncode == 2 and "its matches are of market, not of revolution" in other.stderr
    missing = cahier("playtest", "market", "--games", "1", "--times", "market")
    assert missing.returncode == 2 and "there are no recorded matches here" in missing.stderr


def test_the_summary_document_and_tables(record: Path, cahier: Cahier, folder: Path) -> None:
    done = cahier("measure", str(record), "--json", "people.json", "--csv", "tables", COLUMNS="80")
    assert done.returncode == 0 and done.stdout.startswith("How people played market: 1 match")
    assert "were taken back, in 1 undo" in done.stdout and max(map(len, done.stdout.splitlines())) < 80
    found = json.loads((folder / "people.json").read_text())
    assert found["undos"] == 1 and found["seats"]["p1"]["matches"] == 1
    parts = (found, found["total"], found["seats"]["p1"], found["topics"][0], found["options"][0])
    assert {key for part in parts for key in part} <= documented_keys("measure RECORDS")
    with (folder / "tables" / "options.csv").open() as file:
        rows = [*csv.DictReader(file)]
    assert [int(row["taken"]) for row in rows] == [each["taken"] for each in found["options"]]
    assert cahier("measure", str(record.parent)).stdout == done.stdout.replace("\n\n", "\n\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("RECORD", "--games", "3"), "--games: error: this is for games that are played anew, not for records"),
        (("RECORD", "--variant", "x"), "--variant: error: this is for games that are played anew"),
        (("RECORD", "nowhere"), "nowhere: error: there is neither a file of records nor a folder with such files"),
        (("empty.jsonl",), "empty.jsonl: error: there is no recorded game in it"),
        (("market/game.yaml",), "error: this line is not a recorded game"),
        (("programs.jsonl",), "error: this game was played by programs; measure reads matches that people played"),
    ],
)
def test_bad_input(words: tuple[str, ...], message: str, record: Path, cahier: Cahier, folder: Path) -> None:
    (folder / "empty.jsonl").write_text("")
    assert cahier("playtest", "market", "--games", "1", "--record", "programs.jsonl").returncode == 0
    done = cahier("measure", *(str(record) if word == "RECORD" else word for word in words))
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""


@pytest.mark.parts
def test_a_damaged_note_of_a_save_is_left_out(folder: Path, play: Play) -> None:
    play("market", "--seed", "3", *SEATS, typed="1\n")
    (save,) = (folder / "state" / "cahier").glob("*.json")
    data = json.loads(save.read_text())
    assert data["notes"]["--acts"]
    for note in ("[[[", "7", "[" * 5000, '[{"seat": 1}]'):
        save.write_text(json.dumps(data | {"notes": data["notes"] | {"--acts": note}}, indent=1))
        assert "Player 1" in play("--resume", typed="quit\n")
