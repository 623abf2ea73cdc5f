"""`--by ladder` and `--by PLAYER`, repeated, in `impact`, `sweep` and `measure`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Cahier
from tests.documents import documented_keys
from tests.loaded import REPO

LOTS, TRAPS = REPO / "tests/lab/lots", REPO / "tests/lab/traps"
KINDS = ("--by", "random", "--by", "search:1", "--games", "40", "--time", "1h", "--jobs", "1", "--backend", "python")


@pytest.mark.parametrize("words", [("impact",), ("measure",), ("sweep", "--vary", "tracks/bar/start=4..6")])
def test_options_that_do_not_fit_are_refused(cahier: Cahier, words: tuple[str, ...]) -> None:
    done = cahier(words[0], str(LOTS), *words[1:], "--time", "5s")
    assert done.returncode == 2 and "for one kind say `--games N`" in done.stderr
    done = cahier(words[0], str(LOTS), *words[1:], "--by", "ladder", "--by", "random")
    assert done.returncode == 2 and "the ladder has all kinds of players" in done.stderr


def test_the_values_that_players_need(cahier: Cahier, tmp_path: Path) -> None:
    words = ("--vary", "tracks/bar/start=2,5", "--aim", "player=50", *KINDS, "--csv", str(tmp_path / "tables"))
    done = cahier("sweep", str(LOTS), *words, "--json", "-")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.keys() <= documented_keys("sweep --by ladder")
    assert [rung["player"] for rung in found["rungs"]] == ["random", "search:1"] and found["settled"]
    assert "Settled: `5`, for random and search:1 players." in done.stderr
    assert (tmp_path / "tables" / "by_strength.csv").is_file()


def test_what_changes_with_the_strength_of_players(cahier: Cahier) -> None:
    done = cahier("measure", str(TRAPS), *KINDS)
    assert done.returncode == 0, done.stderr
    assert "From random to search:1 players, these change: wins of Walker from " in " ".join(done.stdout.split())
    assert "random 40 games; search:1 40 games, in " in done.stdout


def test_a_plan_has_games_and_time_and_no_tables(cahier: Cahier) -> None:
    words = ("sweep", str(LOTS), "--vary", "tracks/bar/start=2,5", "--plan", "--jobs", "1", "--backend", "python")
    done = cahier(*words, "--json", "-")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.keys() <= documented_keys("impact --plan") and found["parts"] == 2
    (planned,) = found["players"]
    assert planned["tried"] == 1000 < planned["games"] and planned["seconds"] > 0
    assert "To know who wins with each value to 1 point either way takes about:" in done.stderr
    refused = cahier(*words, "--csv", "tables")
    assert refused.returncode == 2 and "--plan plays a few games here to time them" in refused.stderr
