"""Files that are replaced, all or none."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from interpreter.replacing_files import ABANDONED, replace_all, unwritable


def test_a_file_that_could_not_be_put_back_is_named() -> None:
    """And not said to be as it was."""
    error = OSError(errno.ENOSPC, "the disk is full", "b.jsonl")
    assert unwritable(error).message.endswith("can't be written: the disk is full; all files are as they were")
    error.add_note("a.jsonl could not be put back; what was in it is in .former")
    assert unwritable(error).message.endswith(
        "the disk is full; a.jsonl could not be put back; what was in it is in .former"
    )
    assert unwritable(error).file == "b.jsonl"


def test_what_a_killed_run_left_is_taken_away_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(source: str, target: str) -> None:
        os._exit(9)

    (tmp_path / "a.yaml").write_text("a: 1")
    if (child := os.fork()) == 0:
        monkeypatch.setattr(os, "replace", killed)
        try:
            replace_all({str(tmp_path / "a.yaml"): b"a: 2", str(tmp_path / "b.yaml"): b"b: 1"})
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
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 2 * ABANDONED))
    replace_all({str(tmp_path / "a.yaml"): b"a: 3"})
    assert {path.name for path in tmp_path.iterdir()} == kept
    assert (tmp_path / "a.yaml").read_text() == "a: 3"
