"""`cahier playtest --coverage`: what never happened."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Cahier

GAME = ("playtest", "market", "--games", "60", "--coverage")
RARE = """
      if deck has no cards:
        raise day
"""


@pytest.fixture
def rare(folder: Path) -> Path:
    """The market, with a line that is never carried out."""
    file = folder / "market" / "sequence.yaml"
    text = file.read_text()
    file.write_text(text.replace("\n      shuffle deck\n", f"\n      shuffle deck{RARE}"))
    assert "deck has no cards" in file.read_text()
    return folder


def document(cahier: Cahier, *words: str) -> dict[str, Any]:
    done = cahier(*GAME, *words, "--json", "-")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return {key: value for key, value in found.items() if "second" not in key and key != "backend"}


def test_what_never_happened_is_told_by_line(cahier: Cahier, rare: Path) -> None:
    done = cahier(*GAME)
    assert done.returncode == 0 and done.stderr == ""
    line = 1 + (rare / "market" / "sequence.yaml").read_text().splitlines().index("      if deck has no cards:")
    told = done.stdout.partition("what happened at least once\n")[2].partition("\n\nto see game")[0]
    counts, _, never = told.partition("\n\nwhat never happened in 60 games\n")
    assert "statements" in counts and "branches" in counts
    assert never == f"  market/sequence.yaml:{line}-{line + 1}  never true  if deck has no cards:"


def test_the_document(cahier: Cahier, rare: Path) -> None:
    found = document(cahier)["coverage"]
    assert [(each["kind"], each["never"], each["text"]) for each in found["never"]] == [
        ("branch", "true", "if deck has no cards:"),
        ("statement", "done", "raise day"),
    ]
    assert {each["file"] for each in found["never"]} == {"sequence.yaml"}
    assert found["counts"]["branch"] == {"happened": 3, "of": 4}


@pytest.mark.parametrize(
    "words", [("--jobs", "2"), ("--backend", "native"), ("--store", "s.store"), ("--backend", "python", "--jobs", "1")]
)
def test_the_same_however_it_is_played(cahier: Cahier, rare: Path, words: tuple[str, ...]) -> None:
    assert document(cahier, *words) == document(cahier)
    if "--store" in words:
        assert document(cahier, *words) == document(cahier)  # from the cache
        assert document(cahier, *words, "--games", "90") == document(cahier, "--games", "90")


def test_all_else_is_as_without_it(cahier: Cahier, folder: Path) -> None:
    done = cahier(*GAME[:-1], "--json", "-")
    plain = {key: value for key, value in json.loads(done.stdout).items() if "second" not in key and key != "backend"}
    assert {key: value for key, value in document(cahier).items() if key != "coverage"} == plain


def test_a_store_of_a_run_without_it_is_refused(cahier: Cahier, folder: Path) -> None:
    assert cahier(*GAME[:-1], "--store", "s.store").returncode == 0
    done = cahier(*GAME, "--store", "s.store")
    assert done.returncode == 2
    assert "its results are of other games: what --coverage notes is none there, " in done.stderr


def test_tables_of_it(cahier: Cahier, rare: Path) -> None:
    assert cahier(*GAME, "--csv", "t").returncode == 0
    with (rare / "t" / "never.csv").open(encoding="utf-8", newline="") as file:
        assert [row["text"] for row in csv.DictReader(file)] == ["if deck has no cards:", "raise day"]
    assert (rare / "t" / "coverage.csv").exists()


def test_twenty_unless_all_is_asked_for(cahier: Cahier, folder: Path) -> None:
    file = folder / "market" / "sequence.yaml"
    many = "".join(f"\n      if deck has no cards:\n        raise day by {1 + number % 2}" for number in range(25))
    file.write_text(file.read_text().replace("\n      shuffle deck\n", f"\n      shuffle deck{many}\n"))
    few, everything = cahier(*GAME).stdout, cahier(*GAME, "--all").stdout
    assert few.count(" never true ") == 20 and "5 more never happened; --all lists all" in few
    assert everything.count(" never true ") == 25 and "more never" not in everything


@pytest.mark.parts
def test_files_of_an_installed_game_from_its_folder(cahier: Cahier, folder: Path) -> None:
    done = cahier("playtest", "liberte", "--games", "1", "--coverage", "--players", "3")
    assert "\n  cards/a_set.yaml:" in done.stdout or "\n  sequence.yaml:" in done.stdout
    assert "rules/liberte" not in done.stdout
