"""Files that are replaced, all or none."""

from __future__ import annotations

import errno

from interpreter.replacing_files import unwritable


def test_a_file_that_could_not_be_put_back_is_named() -> None:
    """And not said to be as it was."""
    error = OSError(errno.ENOSPC, "the disk is full", "b.jsonl")
    assert unwritable(error).message.endswith("can't be written: the disk is full; all files are as they were")
    error.add_note("a.jsonl could not be put back; what was in it is in .former")
    assert unwritable(error).message.endswith(
        "the disk is full; a.jsonl could not be put back; what was in it is in .former"
    )
    assert unwritable(error).file == "b.jsonl"
