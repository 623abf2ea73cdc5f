"""`cahier measure`: what kind of game it is."""

from __future__ import annotations

import csv
import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Cahier, Running
from tests.cli.endless import make_endless
from tests.documents import documented_keys

GOLDEN = Path(__file__).parent / "golden"
QUICK = ("--games", "200", "--playouts", "2", "--jobs", "1", "--backend", "python")


def document(cahier: Cahier, *words: str) -> dict[str, Any]:
    done = cahier("measure", *words, "--json", "-")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parts
@pytest.mark.parametrize(("golden", "words"), [("measure", ()), ("measure_by", ("--games", "24", "--by", "search:1"))])
def test_the_summary(cahier: Cahier, golden: str, words: tuple[str, ...]) -> None:
    done = cahier("measure", "market", *QUICK, *words, COLUMNS="80")
    assert done.returncode == 0, done.stderr
    assert re.sub(r"in \d+\.\d\d s", "in N s", done.stdout) == (GOLDEN / f"{golden}.txt").read_text()
    assert max(map(len, done.stdout.splitlines())) < 80
    for said in ("Chance alone explains", "whoever leads", "the choice certainly matters"):
        assert (said in " ".join(done.stdout.split())) == bool(words), said


@pytest.mark.parts
def test_the_document(cahier: Cahier) -> None:
    found = document(cahier, "market", *QUICK, "--games", "12", "--seed", "5", "--by", "search:1")
    parts = (
        found,
        found["decided"],
        found["decided"]["by_playouts"][0],
        found["narrow"],
        found["options"],
        found["chance"],
    )
    lengths = (found["length"]["decisions"], found["measures"]["DecisionMoves"], found["skill"][0], found["wins"]["p1"])
    assert {key for part in (*parts, *lengths) for key in part} <= documented_keys("measure")
    assert found["format"] == "0.6" and found["backend"] == "python" and found["complete"]
    assert found["games"] == 12 and found["players"] == found["seated"] == {"p1": "search:1", "p2": "search:1"}
    assert list(found["measures"]) == [
        "AdvantageP1",
        "Balance",
        "Completion",
        "Drawishness",
        "OutcomeUniformity",
        "DurationTurns",
        "DurationMoves",
        "BranchingFactor",
        "DecisionMoves",
        "Drama",
        "LeadChange",
        "Stability",
        "DecisivenessThreshold",
        "DecisivenessMoves",
    ]
    for measure in found["measures"].values():
        if measure["value"] is None:
            assert measure["why"]
        elif measure["low"] is not None:
            assert measure["low"] <= measure["value"] <= measure["high"]
    assert [each["stronger"] for each in found["skill"]] == ["search:2", "search:4"]
    parts = found["decided"]["by_playouts"]
    assert len(parts) == len(found["decided"]["settled"]) and [part["decision"] for part in parts] == [
        *range(len(parts))
    ]
    assert [part["over"] for part in parts] == sorted(part["over"] for part in parts) and parts[-1]["over"] > 0


@pytest.mark.parts
def test_equal_seeds_give_equal_documents_by_any_jobs_and_backend(cahier: Cahier) -> None:
    documents = [
        document(cahier, "market", "--games", "200", "--playouts", "2", "--jobs", jobs, "--backend", backend)
        for jobs, backend in (("1", "native"), ("2", "python"))
    ]
    for each in documents:
        del each["seconds"], each["backend"]
    assert documents[0] == documents[1]


def test_tables_and_document_in_files(cahier: Cahier, folder: Path) -> None:
    done = cahier("measure", "market", *QUICK, "--games", "20", "--csv", "tables", "--json", "found.json")
    assert done.returncode == 0 and done.stdout.startswith("Measures of market")
    found = json.loads((folder / "found.json").read_text())
    with (folder / "tables" / "measures.csv").open() as file:
        rows = {row["measure"]: row for row in csv.DictReader(file)}
    assert float(rows["AdvantageP1"]["value"]) == found["measures"]["AdvantageP1"]["value"]
    assert rows["DecisionMoves"]["value"] == "" and rows["DecisionMoves"]["why"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--seat", "p1=search:0.1s"),
            "seat p1 is played by `search:0.1s`, which thinks for a time, but measure needs",
        ),
        (("--seat", "p9=random"), "--seat p9=random: error: there is no seat of this name"),
        (("--backend", "nativ"), "backend nativ: error: there is no backend of this name"),
        (("--by", "serch:3"), "--by serch:3: error: seat p1 can't be played by `serch:3`: there is no player"),
        (("--playouts", "9999999"), "--playouts 9999999: error: too many: some players search with twice this number"),
    ],
)
def test_bad_input(cahier: Cahier, words: tuple[str, ...], message: str) -> None:
    done = cahier("measure", "market", *words)
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""


@pytest.mark.parts
def test_a_part_in_which_somebody_searches_is_not_silent(running: Callable[..., Running]) -> None:
    """Though no game of it has come to its end: it is said how many decisions were taken in it."""
    command = running("measure", "market", "--games", "900", "--seat", "p1=search:1000", "--jobs", "1")
    line = command.message_with(" decision")
    assert re.match(r"games: \d+ of 900 games, [\d,]+ decisions, .* left\n", line), line


@pytest.mark.parts
def test_what_was_kept_is_not_played_again(cahier: Cahier) -> None:
    few = (*QUICK, "--games", "12")
    plain = document(cahier, "market", *few)
    kept = [document(cahier, "market", *few, "--store", "s") for _ in range(2)]
    for each in (plain, *kept):
        del each["seconds"]
    assert kept == [plain, plain]
    other = cahier("measure", "market", *QUICK, "--store", "s", "--seed", "9")
    assert other.returncode == 2 and "the seed is 0 there, 9 here" in other.stderr
    longer = cahier("measure", "market", *QUICK, "--store", "s", "--playouts", "3")
    assert longer.returncode == 2 and "who plays: p1 search:2, p2 random there, p1 search:3" in longer.stderr


def test_a_game_that_stops(cahier: Cahier, folder: Path) -> None:
    make_endless(folder / "market")
    done = cahier("measure", "market", "--games", "20")
    assert done.returncode == 2 and "couldn't be played to its end, so nothing can be said about it" in done.stderr


def test_interrupted(running: Callable[..., Running]) -> None:
    """Test that the results so far are reported and no process is left running."""
    command = running("measure", "market", "--games", "10000000", "--jobs", "2")
    command.wait_for_workers()
    status, output, messages = command.end(signal.SIGINT)
    assert status == 130 and output.startswith("Measures of market") and command.family() == []
    assert "error" not in messages
