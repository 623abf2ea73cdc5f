"""`cahier page`: a recorded game or a saved match as one file, and the file taken out of it again."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from interpreter.web.replay_page import DOCUMENT, MOST_VIEWS
from interpreter.web.single_file import GAME_DOCUMENT, read_document
from tests.cli.command import Cahier
from tests.cli.test_cli_replay_save import save, secrets

RECORD = Path("games.jsonl")
NATIVE = pytest.mark.skipif(find_spec("wasmtime") is None, reason="pages to play need wasmtime")


@pytest.fixture
def record(cahier: Cahier, folder: Path) -> Path:
    """A file with three recorded games."""
    assert cahier("playtest", "market", "--games", "3", "--seed", "1", "--record", str(RECORD)).returncode == 0
    return RECORD


def test_a_recorded_game_and_the_way_back(cahier: Cahier, record: Path) -> None:
    done = cahier("page", str(record), "--rules", "market", "--game", "1", "-o", "page.html")
    assert (done.returncode, done.stderr) == (0, "") and "what every seat saw, and the file itself" in done.stdout
    data = read_document(Path("page.html").read_text("utf-8"), DOCUMENT)
    assert data is not None and data["game"] == "market"
    assert [each["seat"] for each in data["viewers"]] == ["p1", "p2", None]
    assert cahier("page", "page.html", "--extract", "-o", "back.jsonl").returncode == 0
    assert Path("back.jsonl").read_bytes() == record.read_bytes().splitlines(keepends=True)[1]


def test_a_page_of_one_seat(cahier: Cahier, record: Path) -> None:
    done = cahier("page", str(record), "--rules", "market", "--seat", "p2", "-o", "page.html")
    assert done.returncode == 0 and "only what p2 saw" in done.stdout
    text = Path("page.html").read_text("utf-8")
    data = read_document(text, DOCUMENT)
    assert data is not None and [each["seat"] for each in data["viewers"]] == ["p2"]
    assert not {"source", "seed", "choices"} & set(data)
    done = cahier("page", "page.html", "--extract", "-o", "back.jsonl")
    assert done.returncode == 2 and "only what its viewers saw" in done.stderr and not Path("back.jsonl").exists()


@pytest.mark.parts
def test_a_saved_match_that_is_not_over(cahier: Cahier, folder: Path) -> None:
    match = save("fish", p1="human", p2="random")
    (card,) = secrets(match, "p2")
    done = cahier("page", "mine.json", "--rules", "market", "--seat", "p1", "-o", "p1.html")
    assert (done.returncode, done.stderr) == (0, "")
    assert f'"{card}"' not in Path("p1.html").read_text("utf-8")
    done = cahier("page", "mine.json", "--rules", "market", "-o", "all.html")
    assert done.returncode == 0 and "the match is not over" in done.stderr
    assert f'"{card}"' in Path("all.html").read_text("utf-8")
    assert cahier("page", "all.html", "--extract", "-o", "back.json").returncode == 0
    assert Path("back.json").read_bytes() == Path("mine.json").read_bytes()
    assert Path("back.json").stat().st_mode & 0o077 == 0


@NATIVE
def test_a_page_to_play_a_game(cahier: Cahier, folder: Path) -> None:
    words = ("page", "market", "--players", "2", "--seat", "p2=human", "--seat", "p1=random", "--seed", "7")
    done = cahier(*words, "-o", "page.html")
    assert (done.returncode, done.stderr) == (0, "") and "and play as Player 2; it holds" in done.stdout
    data = read_document(Path("page.html").read_text("utf-8"), GAME_DOCUMENT)
    assert data is not None and (data["game"], data["seed"]) == ("market", 7)
    assert data["players"] == {"p1": "random", "p2": "human"}
    assert cahier(*words, "-o", "again.html").returncode == 0
    assert Path("again.html").read_bytes() == Path("page.html").read_bytes()
    done = cahier("page", "page.html", "--extract", "-o", "back.jsonl")
    assert done.returncode == 2 and "this page is a game to play" in done.stderr


def test_nothing_is_overwritten_unasked(cahier: Cahier, record: Path) -> None:
    Path("page.html").write_text("mine")
    words = ("page", str(record), "--rules", "market", "-o", "page.html")
    done = cahier(*words)
    assert done.returncode == 2 and "already exists" in done.stderr and Path("page.html").read_text() == "mine"
    assert cahier(*words, "--force").returncode == 0
    done = cahier("page", "page.html", "--extract", "-o", str(record))
    assert done.returncode == 2 and "already exists" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere.jsonl", "-o", "p.html"), "nowhere.jsonl: error: there is no such file"),
        ((str(RECORD), "-o", "p.pdf"), "p.pdf: error: a page is an HTML file"),
        ((str(RECORD), "-o", "p.html"), "paths in a file are never opened automatically"),
        ((str(RECORD), "--rules", "market", "--seat", "p3", "-o", "p.html"), "there is no seat `p3`"),
        ((str(RECORD), "--rules", "market", "--game", "9", "-o", "p.html"), "game 9 is not in it"),
        ((str(RECORD), "--rules", "revolution", "-o", "p.html"), "this is a game of market, not of revolution"),
        ((str(RECORD), "--extract", "-o", "p.jsonl"), "this is no page that `cahier page` wrote"),
        (("market/game.yaml", "-o", "p.html"), "this line is not a recorded game"),
        ((str(RECORD), "--seed", "1", "-o", "p.html"), "--seed: error: this option is for a page of a game to play"),
        (("market", "--game", "1", "-o", "p.html"), "--game: error: this option is for a page of recorded games"),
        (("nowhere.html", "--extract", "-o", "p.jsonl"), "nowhere.html: error: there is no such file"),
    ],
)
def test_mistakes(words: tuple[str, ...], message: str, cahier: Cahier, record: Path) -> None:
    done = cahier("page", *words)
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""
    assert not Path(words[-1]).exists()


@NATIVE
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seat", "p1=search"), "a page can't have the player `search`"),
        (("--seat", "p1=random", "--seat", "p2=random"), "a page is for people"),
        (("--seed", str(2**53)), "a page takes seeds from 0 to"),
        (("--seat", "p9=human"), "there is no seat of this name"),
    ],
)
def test_what_does_not_fit_a_page_to_play(words: tuple[str, ...], message: str, cahier: Cahier, folder: Path) -> None:
    done = cahier("page", "market", *words, "-o", "p.html")
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""
    assert not Path("p.html").exists()


@pytest.mark.skipif(find_spec("wasmtime") is not None, reason="wasmtime is installed")
def test_the_missing_extra_is_named(cahier: Cahier, folder: Path) -> None:
    done = cahier("page", "market", "-o", "p.html")
    assert done.returncode == 2 and "cahier[fast]" in done.stderr and not Path("p.html").exists()


def test_a_record_that_can_not_be_replayed(cahier: Cahier, record: Path) -> None:
    data = json.loads(record.read_text("utf-8").splitlines()[0])
    words = ("page", str(record), "--rules", "market", "-o", "page.html")
    for choices, message in (
        ([*data["choices"][:1], "nothing"], "the replay differs: decision 2"),
        (data["choices"][:-1], "the replay differs"),
        (["fish"] * MOST_VIEWS, "too long for a page"),
    ):
        record.write_text(json.dumps(data | {"choices": choices}) + "\n", "utf-8")
        done = cahier(*words)
        assert done.returncode == 2 and message in done.stderr and not Path("page.html").exists()
