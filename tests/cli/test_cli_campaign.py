"""`cahier campaign`: whole campaigns, game by game."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path
from zlib import crc32

import pytest

from tests.cli.command import Cahier
from tests.documents import documented_keys

TOLL_ROAD = Path(__file__).parents[1] / "games" / "toll_road"
FEW = ("--campaigns", "40", "--seed", "1", "--jobs", "1")


@pytest.fixture(autouse=True)
def road(folder: Path) -> Path:
    shutil.copytree(TOLL_ROAD, folder / "road")
    return folder / "road"


def test_a_sentence_and_a_line_for_each_game(cahier: Cahier) -> None:
    done = cahier("campaign", "road", *FEW, COLUMNS="100")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["road: 40 campaigns of 3 games", "random players on both sides"]
    assert "cahier campaign road --by search:200" in done.stdout
    assert "campaigns game 1 has one winner, who also" in done.stdout
    table = lines.index("won, of 100 campaigns")
    assert [line.split()[:2] for line in lines[table + 2 : table + 5]] == [["game", "1"], ["game", "2"], ["game", "3"]]


@pytest.mark.parts
def test_the_document_is_described_and_the_same_again(cahier: Cahier) -> None:
    found = json.loads(cahier("campaign", "road", *FEW, "--json", "-").stdout)
    assert {*found, *found["games"][0]} <= documented_keys("campaign")
    again = json.loads(cahier("campaign", "road", *FEW, "--by", "random", "--json", "-").stdout)
    assert again["games"] == found["games"] and found["campaigns"] == 40


def test_fewer_games(cahier: Cahier) -> None:
    found = json.loads(cahier("campaign", "road", *FEW, "--games", "2", "--json", "-").stdout)
    assert [each["number"] for each in found["games"]] == [1, 2] and found["games"][1]["carried"] is None


@pytest.mark.parts
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("market",), "market: error: the game has no campaign; `campaign: {keeps: [IDS]}` in its game.yaml makes one"),
        (("road", "--games", "4"), "--games 4: error: the campaign has 3 games by its rules"),
        (("road", "--by", "search:1s"), "time"),
        (("road", "--campaigns", "9" * 30, "--store", "kept"), f"'--campaigns': {'9' * 30} is more than"),
        (("road", "--by", "nobody"), "nobody"),
        (("road", "--report", "a.txt"), "a.txt: error: a page is an HTML file: give it a name that ends with .html"),
        (("road", "--backend", "native"), "--backend native: error: campaigns are played in Python"),
    ],
)
def test_what_can_not_be_asked(cahier: Cahier, words: tuple[str, ...], message: str) -> None:
    done = cahier("campaign", *words)
    assert done.returncode == 2 and message in done.stderr


def test_a_store_with_games_that_can_not_be_is_refused(cahier: Cahier, folder: Path) -> None:
    """Though its checksums are right: it may come from anybody."""
    words = ("campaign", "road", *FEW, "--store", "kept")
    assert cahier(*words).returncode == 0
    with contextlib.closing(sqlite3.connect(folder / "kept")) as file:
        for *place, seconds, content, _ in file.execute("SELECT * FROM chunks").fetchall():
            data = json.loads(content)
            data["found"] = [[] for _ in data["found"]]
            row = (*place, seconds, json.dumps(data))
            change = "UPDATE chunks SET content = ?, checksum = ? WHERE first = ?"
            file.execute(change, (row[-1], crc32(repr(row).encode()), place[2]))
        file.commit()
    done = cahier(*words)
    assert done.returncode == 2 and "can't come from this game" in done.stderr, done.stderr


@pytest.mark.parts
def test_tables_and_a_page(cahier: Cahier, folder: Path) -> None:
    done = cahier("campaign", "road", *FEW, "--csv", "tables", "--report", "page.html")
    assert done.returncode == 0, done.stderr
    tables = {path.stem for path in (folder / "tables").iterdir()}
    assert tables == {"wins", "draws", "carried", "reasons", "length", "scores"}
    page = (folder / "page.html").read_text("utf-8")
    assert "How often Ada wins each game" in page and "game 1 has one winner, who also wins the last game" in page
    assert "won by Ada, % of 40 campaigns" in page and "won by Ben, % of 40 campaigns" in page


@pytest.mark.parts
def test_campaigns_of_searching_players_are_kept(cahier: Cahier) -> None:
    words = ("campaign", "road", "--campaigns", "6", "--by", "search:5", "--json", "-")
    first = cahier(*words)
    again = cahier(*words)
    assert "6 games are there from an earlier run" in again.stderr
    assert json.loads(first.stdout)["games"] == json.loads(again.stdout)["games"]
