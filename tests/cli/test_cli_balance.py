"""`cahier balance`: who wins between ever better players."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.command import Cahier
from tests.documents import documented_keys

TRAPS = Path(__file__).parents[1] / "lab" / "traps"
FEW = ("--games", "40", "--by", "random", "--by", "search:50", "--jobs", "1", "--backend", "python")


@pytest.fixture(autouse=True)
def traps(folder: Path) -> Path:
    shutil.copytree(TRAPS, folder / "traps")
    return folder / "traps"


def test_a_sentence_and_a_line_for_each_kind_of_players(cahier: Cahier) -> None:
    done = cahier("balance", "traps", *FEW, COLUMNS="100")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "traps: balance by strength of play"
    assert lines[1] == "Between search:50 players, 100 % of games go to Walker (89 to 100): 50 points more than even."
    table = lines.index("won, of 100 games")
    assert [line.split()[:3] for line in lines[table + 1 : table + 4]] == [
        ["players", "games", "Walker"],
        ["random", "40", "22.5"],
        ["search:50", "40", "100.0"],
    ]


def test_the_document_is_described(cahier: Cahier) -> None:
    done = cahier("balance", "traps", *FEW, "--json", "-")
    found = json.loads(done.stdout)
    assert {*found, *found["rungs"][0]} <= documented_keys("balance")
    assert [each["player"] for each in found["rungs"]] == ["random", "search:50"]


@pytest.mark.parts
def test_a_time_is_a_limit(cahier: Cahier) -> None:
    done = cahier("balance", "traps", "--time", "1s", "--jobs", "1", "--backend", "python", "--json", "-")
    found = json.loads(done.stdout)
    assert (found["time"], found["reproducible"]) == (1.0, False)
    assert found["rungs"][0]["games"] >= 100


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--time", "soon"), "`soon` is not a time; write a number and a unit: 30s, 2m or 1h"),
        (("--time", "0s"), "`0s` is not a time"),
        (("--time", "1s", "--games", "3"), "give either --time or --games, not both"),
        (("--by", "search:1s"), "`search:1s` thinks for a time; name a number of playouts"),
        (("--by", "serch:5"), "did you mean search"),
        (("--by", "table"), "no tables"),
    ],
)
def test_what_can_not_be_asked(cahier: Cahier, words: tuple[str, ...], message: str) -> None:
    done = cahier("balance", "traps", *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert not done.stdout
