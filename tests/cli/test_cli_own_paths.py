"""Files that commands write name no folder of the machine that they were written on."""

from __future__ import annotations

import io
import json
import re
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from cli.main import group
from tests.cli.command import REPO, Cahier
from tests.cli.test_cli_unasked import OVERLAY

SMALL = ("--games", "20", "--jobs", "1")
TABLES = ("--json", "OUT/a.json", "--csv", "OUT/a", "--report", "OUT/a.html", "--store", "OUT/a.store")
VARY = ("--vary", "cards/sun/value=1,2")
WRITTEN: tuple[tuple[str, ...], ...] = (
    ("playtest", "GAME", "VARIANT", "--games", "3", "--record", "OUT/one.jsonl"),
    ("pack", "GAME", "-o", "OUT/market.cahier"),
    ("add", "GAME"),
    ("pack", "MINE", "-o", "OUT/mine.cahier"),
    ("translate", "GAME", "fr", "-o", "OUT/market.fr.yaml"),
    ("new", "OUT/copy", "--from", "GAME"),
    ("new", "OUT/fresh", "--like", "line"),
    ("new-variant", "OUT/skeleton", "--of", "GAME"),
    ("cards", "GAME", "VARIANT", "--export", "OUT/cards.csv"),
    ("diff", "GAME", "OTHER", "--as-variant", "OUT/edits"),
    ("rename", "GAME", "sun", "sunshine"),
    ("fmt", "GAME"),
    ("page", "OUT/one.jsonl", "--rules", "GAME", "VARIANT", "-o", "OUT/record.html"),
)
WITH_PARTS: tuple[tuple[str, ...], ...] = (
    ("playtest", "GAME", "VARIANT", *SMALL, "--coverage", "--xlsx", "OUT/a.xlsx", *TABLES),
    ("compare", "GAME", "VARIANT", *SMALL, "--xlsx", "OUT/a.xlsx", *TABLES),
    ("impact", "GAME", "VARIANT", *SMALL, *TABLES),
    ("measure", "GAME", "VARIANT", *SMALL, *TABLES),
    ("balance", "GAME", "VARIANT", "--time", "1s", *TABLES),
    ("sweep", "GAME", "VARIANT", *VARY, *SMALL, *TABLES),
    ("tune", "GAME", "VARIANT", *VARY, "--aim", "p1=50", *SMALL, "--seat", "p1=random", "--seat", "p2=random", *TABLES),
    ("report", "GAME", "VARIANT", "-o", "OUT/pages", "--time", "3s"),
    ("print", "GAME", "VARIANT", "-o", "OUT/kit.pdf"),
    ("print", "GAME", "VARIANT", "-o", "OUT/kit.svg"),
    ("print", "GAME", "VARIANT", "-o", "OUT/tts", "--export", "tts"),
    ("print", "GAME", "VARIANT", "-o", "OUT/boxes", "--export", "gamecrafter"),
    ("print", "GAME", "VARIANT", "-o", "OUT/pod", "--export", "pod"),
    ("print", "GAME", "VARIANT", "-o", "OUT/art", "--export", "csv"),
    ("page", "GAME", "VARIANT", "-o", "OUT/game.html"),
)
ELSEWHERE = {"play", "serve", "replay", "campaign"}
"""Commands whose files are tried by other tests: saves by those below, others are written as playtest's are."""
SILENT = {"check", "test", "try", "remove", "lsp", "list", "show", "language"}
"""Commands that write no file, or write results into the user's own files only."""


@pytest.fixture
def secret(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a telling name that has a game, an edited copy of it, and a variant."""
    home = folder / "my_secret_place"
    shutil.move(folder / "market", home / "market")
    (home / "mine.yaml").write_text(OVERLAY, "utf-8")
    (home / "out").mkdir()
    shutil.copytree(home / "market", home / "other" / "market")
    game = home / "other" / "market" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("Market day", "Market night"), "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    return home


def written(secret: Path, *words: str) -> list[str]:
    """The words of a command, with absolute paths in place of those in capitals."""
    places = {"GAME": "market", "MINE": "mine.yaml", "OTHER": "other/market"}
    found: list[str] = []
    for word in words:
        if word == "VARIANT":
            found += ["--variant", str(secret / "mine.yaml")]
        elif word in places:
            found.append(str(secret / places[word]))
        else:
            found.append(str(secret / "out" / word.removeprefix("OUT/")) if word.startswith("OUT/") else word)
    return found


def contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """The bytes of a file, and of all that is packed in it."""
    data = path.read_bytes()
    yield path.name, data
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            yield from ((f"{path.name} {name}", packed.read(name)) for name in packed.namelist())
    elif data[:4] == b"%PDF":
        for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
            with suppress(zlib.error):
                yield path.name, zlib.decompress(stream)
    elif data[:6] == b"SQLite":
        with closing(sqlite3.connect(path)) as store:
            tables = [name for (name,) in store.execute("select name from sqlite_master where type = 'table'")]
            for table in tables:
                for cell in (cell for row in store.execute(f"select * from {table}") for cell in row):
                    held = cell.encode() if isinstance(cell, str) else cell
                    if isinstance(held, bytes):
                        yield f"{path.name} {table}", held
                        with suppress(zlib.error):
                            yield f"{path.name} {table}", zlib.decompress(held)


def telling(*places: Path) -> list[str]:
    """The files in these folders that name a folder of this machine."""
    files = sorted(path for place in places for path in ([place] if place.is_file() else place.rglob("*")))
    assert files
    found = ((name, data) for path in files if path.is_file() for name, data in contents(path))
    return [name for name, data in found if b"my_secret_place" in data or str(REPO).encode() in data]


def test_files_for_others_name_no_folder(cahier: Cahier, folder: Path, secret: Path) -> None:
    for words in WRITTEN:
        done = cahier(*written(secret, *words))
        assert done.returncode in (0, 1), (words, done.stderr)
        if words[0] == "rename":
            assert cahier(*written(secret, "rename", "GAME", "sunshine", "sun")).returncode == 0
    assert telling(secret, folder / "data") == []


@pytest.mark.parts
@pytest.mark.parametrize("words", WITH_PARTS, ids=lambda words: " ".join(words[:1] + words[-1:]))
def test_results_and_prints_name_no_folder(cahier: Cahier, secret: Path, words: tuple[str, ...]) -> None:
    done = cahier(*written(secret, *words))
    assert done.returncode in (0, 1), done.stderr
    assert telling(secret) == []


def test_each_command_is_tried_here() -> None:
    tried = {words[0] for words in (*WRITTEN, *WITH_PARTS)}
    assert set(group.commands) == tried | ELSEWHERE | SILENT


def test_saves_for_others_name_no_folder(cahier: Cahier, folder: Path, secret: Path) -> None:
    """Private saves go on by themselves; what they become when they are handed on names nothing."""
    started = cahier(*written(secret, "play", "GAME", "VARIANT", "--seed", "3"))
    assert started.returncode == 0, started.stderr
    (private,) = (folder / "state" / "cahier").glob("*.json")
    assert json.loads(private.read_text("utf-8"))["folder"] == str(secret / "market")
    assert "Mine" in cahier("play", "--resume").stdout
    page, taken = folder / "page.html", folder / "taken.json"
    assert cahier("page", str(private), "-o", str(page)).returncode == 0
    assert cahier("page", str(page), "--extract", "-o", str(taken)).returncode == 0
    assert telling(page, taken) == []
    done = cahier("play", "--load", "taken.json")
    assert done.returncode == 2
    assert "did you mean cahier play FOLDER --load taken.json --variant mine.yaml?" in done.stderr
    words = written(secret, "play", "GAME", "--load", "taken.json", "VARIANT")
    assert cahier(*words).returncode == 0
