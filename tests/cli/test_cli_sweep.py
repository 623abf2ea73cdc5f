"""`cahier sweep`: how a game goes with one value after the other."""

from __future__ import annotations

import csv
import json
import re
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Cahier, Running
from tests.documents import documented_keys

PROGRESS = re.compile(r"^[\d,]+ of (at most )?[\d,]+ games.*\n", re.MULTILINE)
LOTS = Path(__file__).parents[1] / "lab" / "lots"


@pytest.fixture(autouse=True)
def lots(folder: Path) -> Path:
    shutil.copytree(LOTS, folder / "lots")
    return folder / "lots"


def document(cahier: Cahier, *words: str, status: int = 0) -> dict[str, Any]:
    jobs = () if "--jobs" in words else ("--jobs", "1")
    done = cahier("sweep", "lots", *words, *jobs, "--json", "-")
    assert done.returncode == status, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parts
def test_a_sentence_and_a_line_for_each_value(cahier: Cahier) -> None:
    words = (
        "--vary",
        "tracks/bar/start=4..6",
        "--aim",
        "player=50",
        "--within",
        "4",
        "--backend",
        "python",
        "--jobs",
        "1",
    )
    done = cahier("sweep", "lots", *words, COLUMNS="80")
    assert done.returncode == 0 and PROGRESS.sub("", done.stderr) == ""
    lines = done.stdout.splitlines()
    assert lines[0].startswith("`5` comes nearest: Player wins ") and lines[0].endswith(").")
    assert lines[1].startswith("Confirmed. In 623 games that did not choose `5`, Player wins ")
    assert lines[3] == "lots: 3 values of tracks/bar/start"
    rows = [line.split() for line in lines if line.split()[:1] in (["4"], ["5"], ["6"])]
    assert [row[0] for row in rows[:3]] == ["4", "5", "6"] and all("#" in row[3] for row in rows[:3])
    assert rows[1][4] == "present" and rows[0][4].startswith("-") and rows[2][4].startswith("+")
    assert "to play with it: cahier play lots --variant tracks/bar/start=5" in lines
    assert max(map(len, lines)) < 80
    again = cahier("playtest", "lots", "--games", "10", "--variant", "tracks/bar/start=5")
    assert again.returncode == 0


def test_two_places_are_a_grid(cahier: Cahier) -> None:
    words = "--vary", "tracks/bar/start=4,5,10", "--vary", "tracks/bonus/start=0,1", "--games", "50", "--jobs", "1"
    done = cahier("sweep", "lots", *words, COLUMNS="80")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    at = lines.index("Player wins, %")
    assert lines[at + 1].split() == ["0", "1"] and [line.split()[0] for line in lines[at + 2 : at + 5]] == [
        "4",
        "5",
        "10",
    ]
    assert lines[at + 4].split()[1:] == ["100.0", "stopped"]
    assert "with `(10, 1)` game 0 could not be played to its end" in " ".join(done.stdout.split())


def test_the_document(cahier: Cahier) -> None:
    found = document(cahier, "--vary", "tracks/bar/start=3,7", "--games", "200", "--variant", "generous")
    assert found["format"] == "0.6" and found["backend"] == "python" and found["variants"] == ["generous"]
    assert found["aim"] is None and found["confirmation"] is None and found["games"] == 600
    assert found["vary"] == {"tracks/bar/start": [3, 7]}
    one, other = found["points"]
    assert one["values"] == {"tracks/bar/start": 3} and one["games"] == 200 and one["stopped_in"] is None
    assert one["wins"]["player"]["low"] < 0.4 < one["wins"]["player"]["high"]
    assert other["wins"]["player"]["low"] < 0.8 < other["wins"]["player"]["high"]
    assert not one["present"] and found["reference"]["present"] and found["reference"]["wins"]["player"]["share"] > 0.5
    assert one["verdict"] == other["verdict"] == "different" and one["difference"]["player"]["high"] < 0
    assert one["reasons"].keys() == {"under", "over"} and one["length"]["turns"] is None
    assert {*found, *one, *one["wins"]["player"]} <= documented_keys("sweep")


@pytest.mark.parts
def test_equal_seeds_give_equal_documents_by_any_jobs_and_backend(cahier: Cahier) -> None:
    words = "--vary", "tracks/bar/start=4,6", "--vary", "tracks/push/start=0,1", "--aim", "player=40", "--within", "20"
    documents = [
        document(cahier, *words, "--jobs", jobs, "--backend", backend)
        for jobs, backend in (("1", "native"), ("2", "native"), ("2", "python"))
    ]
    assert [each["backend"] for each in documents] == ["native", "native", "python"]
    for each in documents:
        del each["seconds"], each["backend"]
    assert documents[0] == documents[1] == documents[2]
    assert {"tracks/bar/start": 4, "tracks/push/start": 0} in documents[0]["aim"]["values"]


@pytest.mark.parts
@pytest.mark.parametrize("bars", ["3,6", pytest.param("1..9", marks=pytest.mark.parts)])
def test_what_was_played_is_kept(cahier: Cahier, folder: Path, bars: str) -> None:
    """A narrower question goes on, also with more values than are loaded at a time."""
    words = "--vary", f"tracks/bar/start={bars}", "--vary", "tracks/push/start=0,1", "--backend", "python"
    aims = [("--aim", "player=40", "--within", within) for within in ("25", "18")]
    plain = [document(cahier, *words, *aim) for aim in aims]
    ways = zip(aims, ("2", "1"), strict=True)
    kept = [document(cahier, *words, *aim, "--store", "s", "--jobs", jobs) for aim, jobs in ways]
    again = document(cahier, *words, *aims[1], "--store", "s")
    for each in (*plain, *kept, again):
        del each["seconds"]
    assert kept == plain and again == plain[1]
    other = cahier("sweep", "lots", *words, "--store", "s", "--seed", "4")
    assert other.returncode == 2 and "the seed is 0 there, 4 here" in other.stderr


@pytest.mark.parts
def test_an_aim_that_is_missed_is_a_no(cahier: Cahier) -> None:
    words = "--vary", "tracks/bar/start=2,4,7", "--aim", "player=55", "--within", "8", "--backend", "python"
    aim = document(cahier, *words, status=1)["aim"]
    assert aim.keys() <= documented_keys("sweep")
    assert aim["verdict"] == "none" and aim["values"] == [] and aim["settled_after"] is None
    assert aim["nearest"] == [{"tracks/bar/start": 4}, {"tracks/bar/start": 7}]
    said = " ".join(cahier("sweep", "lots", *words, "--jobs", "1").stdout.split())
    assert said.startswith("None: Player wins 55 % with none of the 3 values; `4` gives ") and "`7` gives" in said
    undecided = document(cahier, *words, "--games", "100", status=1)["aim"]
    assert undecided["verdict"] == "undecided" and undecided["settled_after"] > 100
    assert "Random players don't show whether a game is balanced; --by ladder asks better ones." in said
    other = " ".join(cahier("sweep", "lots", *words[:2], "--games", "20", "--jobs", "1").stdout.split())
    assert "random player" in other and "--by ladder" not in other  # no question of balance


def test_tables(cahier: Cahier, folder: Path) -> None:
    done = cahier("sweep", "lots", "--vary", "tracks/bar/start=3,7", "--games", "20", "--jobs", "1", "--csv", "tables")
    assert done.returncode == 0, done.stderr
    assert {path.name for path in Path("tables").iterdir()} == {"wins.csv", "reasons.csv", "length.csv"}
    rows = list(csv.DictReader(Path("tables/wins.csv").read_text().splitlines()))
    assert [(row["tracks/bar/start"], row["winner"]) for row in rows] == [
        ("3", "player"),
        ("3", "house"),
        ("7", "player"),
        ("7", "house"),
        ("", "player"),
        ("", "house"),
    ]
    assert [row["present"] for row in rows] == [*["no"] * 4, *["yes"] * 2]
    assert [float(row["change"] or 0) for row in rows[:2]] == [-35, 35] and rows[4]["change"] == ""


@pytest.mark.parts
def test_a_number_in_a_text_is_listed_and_varied(cahier: Cahier) -> None:
    listed = cahier("show", "market", "numbers", "play the market").stdout.splitlines()
    assert listed[:3] == [
        "     1  words/play the market/do: draw {} card",
        "     2  words/play the market/do: repeat {} times:",
        "     0  words/play the market/do: > {}:",
    ]
    mark = listed[0].strip().partition(" ")[2].strip()
    found = cahier(
        "sweep", "market", "--vary", mark.replace("{}", "{1..2}"), "--games", "20", "--jobs", "1", "--json", "-"
    )
    assert found.returncode == 0, found.stderr
    told = json.loads(found.stdout)
    assert told["vary"] == {mark: [1, 2]} and [point["present"] for point in told["points"]] == [True, False]
    usual, long = (point["length"]["decisions_per_game"]["mean"] for point in told["points"])
    assert usual < long
    unknown = cahier("show", "market", "numbers", "luck")
    assert unknown.returncode == 2 and "no number of the rules has this in its path" in unknown.stderr


@pytest.mark.parametrize(
    ("vary", "message"),
    [
        (
            "words/play the market/do: draws {1..2} card",
            "--vary: error: `words/play the market/do` has no number in such a text; its numbers are: draw {} card | "
            "repeat {} times: | > {}:\n"
            "    words/play the market/do: draws {1..2} card\n"
            "                              ^^^^^^^^^^^^^^^^^\n"
            "    did you mean draw {} card?",
        ),
        (
            "words/play the market/do: draw {1,some} card",
            "--vary: error: values in braces are whole numbers\n"
            "    words/play the market/do: draw {1,some} card\n"
            "                                      ^^^^",
        ),
    ],
)
def test_mistakes_in_marks(cahier: Cahier, vary: str, message: str) -> None:
    done = cahier("sweep", "market", "--vary", vary, "--games", "5")
    assert (done.returncode, done.stdout) == (2, "")
    assert PROGRESS.sub("", done.stderr).rstrip("\n") == message


def cases() -> list[tuple[str, ...]]:
    text = (Path(__file__).parent / "golden" / "sweep.txt").read_text(encoding="utf-8")
    found: list[tuple[str, ...]] = []
    for section in text.split("\n$ ")[1:]:
        words, _, message = section.partition("\n")
        found.append((words, message.rstrip("\n")))
    return found


@pytest.mark.parametrize(("words", "message"), cases(), ids=[case[0] for case in cases()])
def test_message(cahier: Cahier, words: str, message: str) -> None:
    """Exit status 2, and nothing is played. Words are parted by two blanks."""
    done = cahier("sweep", "lots", *words.split("  "))
    assert done.returncode == 2 and done.stdout == ""
    assert PROGRESS.sub("", done.stderr).rstrip("\n") == message


@pytest.mark.parts
def test_one_mistake_of_all_values_is_told_once(cahier: Cahier) -> None:
    done = cahier("sweep", "red_flag_over_paris", "--vary", "tracks/political_vp/start=-2..2")
    assert done.returncode == 2 and done.stderr.count("error:") == 1
    assert "--vary: error: `political_vp` is mirrored, so it starts at 0" in done.stderr


@pytest.mark.parametrize("end", ["\n", "\r", "\x85", "\u2028"])
def test_values_stand_in_one_line(cahier: Cahier, end: str) -> None:
    """Test that characters that end a line in YAML do not cut a value off."""
    done = cahier("sweep", "lots", "--vary", f"tracks/bar/start=1,{end}                 9", "--games", "4")
    assert (done.returncode, done.stdout) == (2, "") and "values are numbers, words, or texts in quotes" in done.stderr


def test_budgets_of_time(cahier: Cahier) -> None:
    done = cahier("sweep", "lots", "--vary", "tracks/bar/start=1,2", "--seat", "player=search:1s")
    assert done.returncode == 2 and "which thinks for a time, but sweep needs" in done.stderr
    assert "did you mean --seat player=search:" in done.stderr


def test_interrupted_it_tells_what_there_is(running: Callable[..., Running]) -> None:
    """Of what was played till then: nothing of these values, which have so many games to go."""
    words = "--vary", "tracks/bar/start=4,5", "--games", "100000000", "--jobs", "2", "--backend", "python"
    command = running("sweep", "lots", *words, "--json", "sweep.json")
    command.wait_for_workers()
    status, output, messages = command.end(signal.SIGINT)
    assert status == 130 and "lots: 2 values of tracks/bar/start" in output and command.family() == []
    assert "error" not in messages
    found = json.loads(Path("sweep.json").read_text())
    assert found["complete"] is False and found["within"] is None
    assert output.startswith("Interrupted, so far: " if found["games"] else "Interrupted before anything was known.")
    arms = [*found["points"], *([found["reference"]] if found["reference"] else [])]
    assert sum(point["games"] for point in arms) == found["games"] < 2 * 10**8
