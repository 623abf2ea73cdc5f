"""Games that are kept ready for play: the same game, or none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import interpreter
from cli import caches as kept
from cli import caches as verdicts
from cli.caches import MAX_ENTRIES, load_ready_game
from interpreter.engine.playout import play_random
from interpreter.matches.match import Game
from interpreter.players.table_player import TablePlayer
from interpreter.support.errors import RulebookError
from tests.cli.command import COMMAND, REPO, Cahier, environment

pytestmark = pytest.mark.usefixtures("cold_cache")


def files(folder: Path) -> list[Path]:
    return sorted((folder / "cache" / "cahier").glob("*.ready"))


def told(cahier: Cahier, *words: str) -> list[str]:
    """Return the output of a playtest without times."""
    done = cahier("playtest", *words, "--games", "20", "--seed", "3")
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if "second" not in line]


def test_the_next_playtest_is_the_same(cahier: Cahier, folder: Path) -> None:
    first = told(cahier, "market")
    (file,) = files(folder)
    before = file.read_bytes()
    assert told(cahier, "market") == first
    assert files(folder) == [file] and file.read_bytes() == before


def test_what_is_kept_is_not_read_again(folder: Path) -> None:
    loaded = load_ready_game("market", (), None)
    again = load_ready_game("market", (), None)
    assert again is not loaded and again.program._analysis is None
    one, other = (play_random(game, 1, 0, record=True) for game in (loaded, again))
    assert one.choices == other.choices and one.scores == other.scores


def test_a_changed_file_makes_another_game(cahier: Cahier, folder: Path) -> None:
    first = told(cahier, "market")
    tracks = folder / "market" / "tracks.yaml"
    tracks.write_text(tracks.read_text().replace("start: 1", "start: 2"))
    assert told(cahier, "market") != first
    assert len(files(folder)) == 2
    tracks.write_text(tracks.read_text().replace("start: 2", "start: 99"))
    with pytest.raises(RulebookError):
        load_ready_game("market", (), None)


def test_one_that_is_odd_is_made_again(folder: Path) -> None:
    def works() -> bool:
        return play_random(load_ready_game("market", (), None), 1, 0).decisions > 0

    assert works()
    (file,) = files(folder)
    whole = file.read_bytes()
    for odd in (b"", whole[:-100], whole[:200] + b"A" + whole[201:], b"\0" * 100):
        file.write_bytes(odd)
        assert works() and file.read_bytes() == whole


def test_one_of_another_type_is_made_again(folder: Path) -> None:
    load_ready_game("market", (), None)
    (file,) = files(folder)
    kept._save_to_cache(file, {"no": "game"})
    assert isinstance(load_ready_game("market", (), None), Game)


@pytest.mark.parametrize(
    "name",
    [
        "interpreter/language/reading/forms.yaml",
        "interpreter/language/reading/core.lark",
        "interpreter/presentation/sentences/en.yaml",
        "interpreter/presentation/saying/languages/ru.yaml",
        "cli/text/messages/en.yaml",
        "schemas/game.schema.json",
    ],
)
def test_a_program_with_another_file_is_another_one(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (REPO / name).is_file()
    (tmp_path / name).parent.mkdir(parents=True)
    monkeypatch.setattr(verdicts, "INSTALLED", tmp_path)
    before = verdicts._program_hash.__wrapped__()
    (tmp_path / name).write_text("something")
    assert verdicts._program_hash.__wrapped__() != before


@pytest.mark.parametrize("library", ["lark", "yaml"])
def test_a_program_with_another_library_is_another_one(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = verdicts._program_hash.__wrapped__()
    (tmp_path / library).mkdir()
    (tmp_path / library / "__init__.py").write_text('__version__ = "99"')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, library)
    assert verdicts._program_hash.__wrapped__() != before


def test_a_game_that_others_could_have_written_is_not_taken(folder: Path) -> None:
    load_ready_game("market", (), None)
    (file,) = files(folder)
    os.chmod(file, 0o666)
    assert kept._load_cached(file) is None
    os.chmod(file, 0o600)
    assert kept._load_cached(file) is not None


@pytest.mark.parts
def test_only_so_many_are_kept(folder: Path) -> None:
    for number in range(MAX_ENTRIES + 3):
        game = folder / "market" / "game.yaml"
        game.write_text(f"{game.read_text()}# {number}\n")
        load_ready_game("market", (), None)
    assert len(files(folder)) == MAX_ENTRIES


def test_a_variant_from_elsewhere_is_never_kept(folder: Path) -> None:
    variant = folder / "other.yaml"
    variant.write_text("id: other\ntitle: {en: Other}\nsource: ours\nfor: market\n")
    with pytest.raises(RulebookError):
        load_ready_game("market", ("./missing.yaml",), None)
    assert load_ready_game("market", (str(variant),), None).rulebook.variants == ("other",)
    assert not files(folder)


@pytest.mark.parametrize(
    "seats",
    [pytest.param((), marks=pytest.mark.parts), ("--seat", "royalist=table", "--seat", "jacobin=table")],
    ids=" ".join,
)
def test_what_makes_a_game_is_not_even_loaded(seats: tuple[str, ...], folder: Path) -> None:
    def modules() -> str:
        words = [sys.executable, "-X", "importtime", *COMMAND[1:], "playtest", "revolution", "--games", "1", *seats]
        done = subprocess.run(words, env=environment(), capture_output=True, encoding="utf-8", check=True)
        return done.stderr

    assert "interpreter.language.analysis\n" in modules()
    again = modules()
    assert "interpreter.engine.playout\n" in again
    for slow in (
        "interpreter.language.analysis",
        "interpreter.language.lowered",
        "interpreter.language.lowering",
        "lark",
        "networkx",
        "pydantic",
        "yaml",
    ):
        assert f"{slow}\n" not in again


@pytest.mark.parts
def test_tables_are_kept_with_the_game(folder: Path) -> None:
    """Each in its own place: the same choices as before."""
    variants = ("solo_commune",)
    loaded, again = (load_ready_game("red_flag_over_paris", variants, None) for _ in range(2))
    one, other = (play_random(game, 1, 0, True, [TablePlayer(game, "commune").pick, None]) for game in (loaded, again))
    assert again.program._analysis is None and one.choices == other.choices
    for ours, theirs in zip(loaded.bots, again.bots, strict=True):
        assert ours.tables.keys() == theirs.tables.keys()
        assert [table.table for table in ours.tables.values()] == [table.table for table in theirs.tables.values()]


def test_a_game_whose_files_change_while_it_is_loaded_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = interpreter.load
    tracks = folder / "market" / "tracks.yaml"

    def meanwhile(*asked: Any) -> Game:
        tracks.write_text(tracks.read_text().replace("start: 1", "start: 2"))
        return load(*asked)

    monkeypatch.setattr(interpreter, "load", meanwhile, raising=False)
    load_ready_game("market", (), None)
    assert not files(folder)
