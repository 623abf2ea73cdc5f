"""Files that are replaced, all or none."""

from __future__ import annotations

import errno
import os
import resource
import stat
from pathlib import Path

import pytest

from interpreter.support.atomic_writes import AtomicFile, AtomicFolder, shorten_name
from interpreter.support.errors import RulebookError
from interpreter.support.file_replacement import (
    ABANDONED_SECONDS,
    FileRevision,
    replace_files,
    unwritable_error,
    write_revisions,
)


def test_a_file_that_could_not_be_put_back_is_named() -> None:
    """And not said to be as it was."""
    error = OSError(errno.ENOSPC, "the disk is full", "b.jsonl")
    assert unwritable_error(error).message.endswith("can't be written: the disk is full; all files are as they were")
    error.add_note("a.jsonl could not be put back; what was in it is in .former")
    assert unwritable_error(error).message.endswith(
        "the disk is full; a.jsonl could not be put back; what was in it is in .former"
    )
    assert unwritable_error(error).file == "b.jsonl"


def test_a_full_disk_is_told_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: 1")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4, hard))
    try:
        with pytest.raises(OSError) as raised:
            replace_files({str(file): b"a: 12345"})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert unwritable_error(raised.value).file == str(file)
    assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"] and file.read_text() == "a: 1"
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a.yaml")
    assert "can't be written: No space left on device; all files" in unwritable_error(full).message


def test_files_that_somebody_else_has_changed_are_left(tmp_path: Path) -> None:
    """Also if the changed one is only read."""
    one, two = tmp_path / "a.yaml", tmp_path / "b.yaml"
    one.write_text("a: 1")
    two.write_text("b: 1")
    revisions = [
        FileRevision("a.yaml", str(one), b"a: 1", b"a: 2"),
        FileRevision("b.yaml", str(two), b"b: 1", b"b: 1"),
    ]
    two.write_text("b: 2")
    with pytest.raises(RulebookError) as raised:
        write_revisions(revisions)
    assert raised.value.problems[0].code == "files-changed" and raised.value.file == "b.yaml"
    assert one.read_text() == "a: 1"
    two.write_text("b: 1")
    write_revisions(revisions)
    assert one.read_text() == "a: 2"


def test_new_files_get_what_the_system_gives_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The umask is never asked for: that changes it, for files that other threads make meanwhile."""
    (tmp_path / "old").write_text("old")
    (tmp_path / "old").chmod(0o604)
    before = os.umask(0o027)
    change = os.umask
    try:
        monkeypatch.delattr(os, "umask")
        replace_files({str(tmp_path / "new"): b"new", str(tmp_path / "old"): b"other"})
        with AtomicFile(tmp_path / "text") as file:
            file.write("text")
        with AtomicFile(tmp_path / "own", 0o600) as file:
            file.write("own")
        with AtomicFolder(str(tmp_path / "tables")) as folder, folder.create_file("one.csv") as file:
            file.write("one")
    finally:
        change(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"new": 0o640, "old": 0o604, "text": 0o640, "own": 0o600, "tables": 0o750}
    assert stat.S_IMODE((tmp_path / "tables" / "one.csv").stat().st_mode) == 0o640


def test_what_a_killed_run_left_is_taken_away_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(source: str, target: str) -> None:
        os._exit(9)

    (tmp_path / "a.yaml").write_text("a: 1")
    if (child := os.fork()) == 0:
        monkeypatch.setattr(os, "replace", killed)
        try:
            replace_files({str(tmp_path / "a.yaml"): b"a: 2", str(tmp_path / "b.yaml"): b"b: 1"})
        finally:
            os._exit(1)
    os.waitpid(child, 0)
    left = {path.name for path in tmp_path.iterdir()} - {"a.yaml"}
    assert len(left) == 3
    others = [".bookmark.new", ".a.yaml.cahier-new", ".c.yaml.abcdefgh.cahier-old"]
    for name in others:
        (tmp_path / name).write_text("a: 1")
    (tmp_path / ".a.yaml.abcdefgh.cahier-old").write_text("what was in it before half of it was replaced")
    (tmp_path / ".a.yaml.abcdefgi.cahier-new").write_text("what somebody writes just now")
    kept = {*others, ".a.yaml.abcdefgh.cahier-old", ".a.yaml.abcdefgi.cahier-new", "a.yaml"}
    for path in tmp_path.iterdir():
        if path.name != ".a.yaml.abcdefgi.cahier-new":
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 2 * ABANDONED_SECONDS))
    replace_files({str(tmp_path / "a.yaml"): b"a: 3"})
    assert {path.name for path in tmp_path.iterdir()} == kept
    assert (tmp_path / "a.yaml").read_text() == "a: 3"


@pytest.mark.parametrize("name", ["n" * 45 + ".yaml", "\u9f8d" * 83])
def test_backups_of_long_names(tmp_path: Path, name: str) -> None:
    """A backup's name contains only the beginning of its file's name."""
    file = tmp_path / name
    file.write_text("a: 1")
    replace_files({str(file): b"a: 2"})
    beginning = shorten_name(name, 40)
    same, other = tmp_path / f".{beginning}.abcdefgh.cahier-old", tmp_path / f".{beginning}.abcdefgi.cahier-old"
    same.write_text("a: 2")
    other.write_text("what was in it before half of it was replaced")
    for path in (same, other):
        os.utime(path, (0, 0))
    replace_files({str(tmp_path / "b.yaml"): b"b: 1"})
    assert set(tmp_path.iterdir()) == {file, other, tmp_path / "b.yaml"}


@pytest.mark.parametrize("name", ["\u9f8d" * 83, "a" + "\u9f8d" * 83, "\U0001f409" * 63, "long " * 50])
def test_names_as_long_as_a_file_system_allows(tmp_path: Path, name: str) -> None:
    """A limit in characters would let the temporary name exceed the file system's limit, which is in bytes."""
    (tmp_path / "folders").mkdir()
    with AtomicFile(tmp_path / name) as file:
        file.write("text")
    with AtomicFolder(str(tmp_path / "folders" / name)) as folder, folder.create_file(name) as file:
        file.write("more")
    assert (tmp_path / name).read_text() == "text" and (tmp_path / "folders" / name / name).read_text() == "more"


@pytest.mark.parametrize(
    ("name", "short"), [("", ""), ("abc", "abc"), ("abcdefgh", "abcdefg"), ("a\u9f8d\u9f8d\u9f8d", "a\u9f8d\u9f8d")]
)
def test_names_are_cut_between_characters(name: str, short: str) -> None:
    assert shorten_name(name, 7) == short and shorten_name(name + "\u9f8d" * 100_000, 7).startswith(short)
