"""`cahier impact`: what each thing of a game is worth."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.matches.loading import load
from tests.cli.command import Cahier, Running
from tests.cli.endless import make_endless, much_work
from tests.documents import documented_keys

VERDICT = re.compile(r" (real|within|undecided|alike|stopped)\b")


def document(cahier: Cahier, *words: str) -> dict[str, Any]:
    done = cahier("impact", *words, "--json", "-")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_it_tells_what_matters_most_first(cahier: Cahier) -> None:
    done = cahier("impact", "market", "--games", "400", "--jobs", "1", "--within", "9")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "market: what its 4 events, 3 spaces are worth: the same games with each left out in turn"
    table = lines[lines.index("") :]
    rows = [line.split() for line in table[1 : table.index("", 1)] if VERDICT.search(line)]
    numbers = [[float(cell) for cell in row if re.fullmatch(r"[+-][\d.]+", cell)] for row in rows]
    numbers = [number for row, number in zip(rows, numbers, strict=True) if "alike" not in row]
    likely = [abs(number[-1]) for number in numbers]
    assert len(rows) == 7 and likely == sorted(likely, reverse=True) and likely[0] > 5
    assert all(abs(told) <= abs(raw) + 1 for raw, told in numbers)
    assert rows[0][0] == "Fruit"  # whoever has most there wins
    assert all(any(set(cell) == {"#"} for cell in row) == ("real" in row) for row in rows if "within" not in row)
    assert rows[0][1] == "Player" and "about one list in 20 has one by chance" in " ".join(lines)
    assert "points: how many more of 100 games the one that it counts for wins" in " ".join(lines)
    assert "7 tested:" in done.stdout and "games in" in lines[-1]


def test_the_document(cahier: Cahier) -> None:
    found = document(cahier, "market", "--games", "300", "--seed", "5", "--within", "9")
    assert found["format"] == "0.4" and found["backend"] in ("native", "python")
    assert found["digest"] == load(str(Path(__file__).parent / "market")).rulebook.digest
    assert {each["id"] for each in found["cards"]} == {"sun", "rain", "wind", "fog"}
    assert {(each["kind"], each["id"]) for each in found["things"]} == {
        ("space", "fruit"),
        ("space", "fish"),
        ("space", "cheese"),
    }
    sun = next(each for each in found["cards"] if each["id"] == "sun")
    assert sun["points"].keys() == {"p1", "p2"} and sun["drawn"] > 0 and not sun["never"]
    assert sun["points"]["p1"]["low"] <= sun["points"]["p1"]["points"] <= sun["points"]["p1"]["high"]
    assert sun["uses"] == {"played": sun["uses"]["played"]} and 0 <= sun["share_when_played"] <= 1
    fruit = next(each for each in found["things"] if each["id"] == "fruit")
    assert fruit["verdict"] == "real" and fruit["example"].keys() == {"seed", "game", "decision"}
    assert fruit["example"]["seed"] == 5 and fruit["example"]["game"] < 300
    assert found["baseline"]["games"] == 300 and sum(found["verdicts"].values()) == 7
    assert {*found, *sun, *fruit["example"]} <= documented_keys("impact")


@pytest.mark.parts
def test_equal_seeds_give_equal_documents_by_any_jobs_and_backend(cahier: Cahier) -> None:
    documents = [
        document(cahier, "market", "--games", "600", "--within", "9", "--jobs", jobs, "--backend", backend)
        for jobs, backend in (("1", "native"), ("2", "python"))
    ]
    for each in documents:
        del each["seconds"], each["backend"]
    assert documents[0] == documents[1]


def test_kinds_can_be_chosen(cahier: Cahier) -> None:
    found = document(cahier, "market", "--games", "50", "--only", "space")
    assert found["cards"] == [] and len(found["things"]) == 3 and found["watched"] == 0


@pytest.mark.parts
def test_a_thing_without_which_games_do_not_end(cahier: Cahier, folder: Path) -> None:
    """Only the event of one card lets the day pass."""
    rules = folder / "market" / "sequence.yaml"
    text = rules.read_text()
    head, _, rest = text.partition("      repeat 2 times:\n")
    rest = rest.partition("      end the game")[2]
    rounds = (
        f"      while day < 3:\n{much_work(8)}        for each seat, in player order from first of seats, as you:\n"
    )
    rounds += "          move cards in discard to deck\n          shuffle deck\n"
    rounds += "          draw 1 card from deck to your hand\n          take a turn\n"
    rules.write_text(f"{head}{rounds}      end the game{rest}")
    cards = folder / "market" / "cards" / "luck.yaml"
    cards.write_text(cards.read_text().replace("event: trade at stalls,", "event: raise day by 2,", 1))
    words = ("market", "--games", "100", "--only", "event", "--within", "50", "--json", "found.json")
    told = cahier("impact", *words).stdout
    found = json.loads(Path("found.json").read_text())
    sun = next(each for each in found["cards"] if each["id"] == "sun")
    assert sun["verdict"] == "stopped" and sun["stopped_in"] == 0 and sun["games"] == 1 and sun["points"] == {}
    assert {each["verdict"] for each in found["cards"] if each["id"] != "sun"} <= {"undecided", "within"}
    assert re.search(r"^Sun .* stopped\b", told, re.MULTILINE)
    assert "1 without which a game did not end" in " ".join(told.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--only", "evnt"),
            "--only evnt: error: the kinds of things that can be left out are: event, bend, row, piece, space,",
        ),
        (("--only", "bend"), "impact: error: there is nothing of this kind in market: bend"),
        (("--within", "0"), "--within 0.0: error: a margin is a number of points, from 0.001 to 50"),
        (("--within", "nan"), "--within nan: error: a margin is a number of points, from 0.001 to 50"),
        (("--within", "1e-300"), "--within 1e-300: error: a margin is a number of points, from 0.001"),
        (
            ("--seat", "p1=search:0.1s"),
            "seat p1 is played by `search:0.1s`, which thinks for a time, but impact needs",
        ),
        (("--seat", "p9=random"), "--seat p9=random: error: there is no seat of this name"),
        (("--backend", "nativ"), "backend nativ: error: there is no backend of this name"),
    ],
)
def test_bad_input(cahier: Cahier, words: tuple[str, ...], message: str) -> None:
    done = cahier("impact", "market", *words)
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""


@pytest.mark.parts
def test_a_game_that_stops_whatever_is_left_out(cahier: Cahier, folder: Path) -> None:
    make_endless(folder / "market")
    done = cahier("impact", "market", "--games", "20")
    assert done.returncode == 2 and "couldn't be played to its end, so nothing can be said about it" in done.stderr


def test_interrupted(running: Callable[..., Running]) -> None:
    """In the middle of a round: nothing is told of it, and nothing is left running."""
    command = running("impact", "market", "--within", "0.001", "--games", "1000000", "--jobs", "2")
    command.wait_for_workers()
    status, output, messages = command.end(signal.SIGINT)
    assert status == 130 and output.startswith("market: what its 4 events") and command.family() == []
    assert "error" not in messages
