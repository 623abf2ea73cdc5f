"""Texts cached between commands: read back unchanged, and ignored if the file is not one of ours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli import caches
from cli.caches import read_cached, write_cached


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file in which a text is kept."""
    folder = tmp_path / "own"
    folder.mkdir(mode=0o700)
    write_cached(folder / "one", "text\n\r\n")
    return folder / "one"


def test_a_text_is_recalled_as_it_was_kept(kept: Path) -> None:
    assert read_cached(kept) == "text\n\r\n"
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "text\n\r\n", "\0"])
def test_a_text_that_was_changed_is_none(kept: Path, content: str) -> None:
    kept.write_text(content)
    assert read_cached(kept) is None


def test_a_text_of_which_a_part_was_changed_is_none(kept: Path) -> None:
    kept.write_text(kept.read_text().replace("text", "test"))
    assert read_cached(kept) is None


def test_a_text_that_is_too_long_is_none(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "MAX_BYTES", 10)
    assert read_cached(kept) is None


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o777])
def test_a_text_that_others_can_write_is_none(kept: Path, mode: int) -> None:
    kept.chmod(mode)
    assert read_cached(kept) is None
    write_cached(kept, "text")
    assert read_cached(kept) == "text"
    kept.parent.chmod(0o770)
    assert read_cached(kept) is None


def test_under_another_name_it_is_not_what_was_kept(kept: Path) -> None:
    other = kept.rename(kept.with_name("two"))
    assert read_cached(other) is None and read_cached(kept) is None


def test_a_folder_is_no_text(kept: Path) -> None:
    assert read_cached(kept.parent) is None


def test_a_pipe_is_no_text(kept: Path) -> None:
    kept.unlink()
    os.mkfifo(kept)
    assert read_cached(kept) is None
    write_cached(kept, "text")
    assert read_cached(kept) == "text" and kept.is_file()


def test_a_link_is_not_followed_nor_written_through(kept: Path, tmp_path: Path) -> None:
    elsewhere = kept.rename(tmp_path / "one")
    theirs = elsewhere.read_text()
    kept.symlink_to(elsewhere)
    assert read_cached(kept) is None
    write_cached(kept, "mine")
    assert read_cached(kept) == "mine" and not kept.is_symlink()
    assert elsewhere.read_text() == theirs


def test_a_folder_that_can_not_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    write_cached(tmp_path / "file" / "one", "text")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]
