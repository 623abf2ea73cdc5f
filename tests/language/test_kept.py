"""Tables of grammars that are kept: the same parser again, and nothing but harm undone where the file is not ours."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import load
from interpreter.language.reading import grammar
from interpreter.language.reading.kept import MOST, keep_in
from interpreter.matches.match import Game
from interpreter.memory import keep, recalled

SAMPLE = Path(__file__).parent / "sample"


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Path]:
    """A folder in which tables are kept; what this process has made of grammars is forgotten before and after."""
    keep_in(tmp_path / "grammars")
    grammar._parser.cache_clear()
    yield tmp_path / "grammars"
    keep_in(None)
    grammar._parser.cache_clear()


def loaded_anew() -> Game:
    grammar._parser.cache_clear()
    return load(SAMPLE)


def sources(game: Game) -> list[str]:
    return game.program.code(True).flow.sources


def the_file(kept: Path) -> Path:
    (file,) = kept.iterdir()
    return file


def test_kept_tables_read_the_same(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = sources(loaded_anew())
    file = the_file(kept)
    assert file.stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr(grammar, "Lark", None)  # there is no need to make any
    assert sources(loaded_anew()) == made


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"data": 1, "memo": 2}', '{"data": {}, "memo": {}}', "\0"])
def test_what_makes_no_sense_is_made_anew(kept: Path, content: str) -> None:
    made = sources(loaded_anew())
    the_file(kept).write_text(content)
    assert sources(loaded_anew()) == made
    assert the_file(kept).stat().st_size > 10_000


def spoilt(text: str) -> Iterator[str]:
    """The text of a file of tables with one thing changed in it, still JSON."""
    checksum, _, tables = text.partition("\n")
    data = json.loads(tables)
    for place in ("data", "memo"):
        for name in data[place]:
            yield f"{checksum}\n{json.dumps(data | {place: data[place] | {name: None}})}"
    yield f"{checksum}\n{tables[: len(tables) // 2]}"
    yield f"{checksum}\n{tables.replace('1', '2')}"
    yield tables


def test_tables_that_were_changed_are_made_anew(kept: Path) -> None:
    made = sources(loaded_anew())
    whole = the_file(kept).read_text()
    cases = list(spoilt(whole))
    for text in cases:
        the_file(kept).write_text(text)
        assert recalled(the_file(kept)) is None
        assert sources(loaded_anew()) == made
        assert recalled(the_file(kept)) is not None


def test_a_pipe_is_no_table(kept: Path) -> None:
    made = sources(loaded_anew())
    file = the_file(kept)
    file.unlink()
    os.mkfifo(file)
    assert sources(loaded_anew()) == made and file.is_file()


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o777])
def test_tables_that_others_can_write_are_made_anew(kept: Path, mode: int) -> None:
    loaded_anew()
    the_file(kept).chmod(mode)
    loaded_anew()
    assert the_file(kept).stat().st_mode & 0o777 == 0o600
    kept.chmod(0o770)
    assert recalled(the_file(kept)) is None
    kept.chmod(0o700)
    assert recalled(the_file(kept)) is not None


def test_under_another_name_it_is_not_what_was_kept(tmp_path: Path) -> None:
    keep(tmp_path / "one", "text\n\r\n")
    assert recalled(tmp_path / "one") == "text\n\r\n"
    (tmp_path / "one").rename(tmp_path / "two")
    assert recalled(tmp_path / "two") is None and recalled(tmp_path / "one") is None
    assert recalled(tmp_path) is None


def test_a_link_is_not_followed_nor_written_through(kept: Path, tmp_path: Path) -> None:
    made = sources(loaded_anew())
    file = the_file(kept)
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text("theirs")
    file.unlink()
    file.symlink_to(elsewhere)
    assert sources(loaded_anew()) == made
    assert elsewhere.read_text() == "theirs" and not file.is_symlink()


def test_only_the_last_ones_are_kept(kept: Path) -> None:
    kept.mkdir()
    for number in range(MOST + 5):
        (kept / f"{number}.json").write_text("{}")
        os.utime(kept / f"{number}.json", (number, number))
    loaded_anew()
    assert len(list(kept.iterdir())) == MOST
    assert not (kept / "3.json").exists() and (kept / f"{MOST + 4}.json").exists()


def test_a_folder_that_can_not_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    made = sources(loaded_anew())
    keep_in(tmp_path / "file" / "grammars")
    try:
        assert sources(loaded_anew()) == made
    finally:
        keep_in(None)
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]
