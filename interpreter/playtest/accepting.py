"""Scenario files that say what now comes out: only the values expected are replaced, every other byte stays."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Mapping
from difflib import unified_diff
from pathlib import Path

from interpreter.errors import CahierError, Problem, Where
from interpreter.playtest.failures import Edit
from interpreter.playtest.scenarios import Verdict

WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class Files:
    """The files of some verdicts, as they are and as they would be. What can't be replaced, since the file does not say
    it in as many letters at one place, stays."""

    def __init__(self, verdicts: Iterable[Verdict]) -> None:
        edits: dict[str, set[Edit]] = {}
        for verdict in verdicts:
            for failure in verdict.failures:
                for edit in failure.edits:
                    edits.setdefault(edit.where.file, set()).add(edit)
        self._before = {file: Path(file).read_bytes().decode("utf-8") for file in edits}
        changed = {file: _edited(text, edits[file]) for file, text in self._before.items()}
        self._after = {file: text for file, text in changed.items() if text != self._before[file]}

    def __bool__(self) -> bool:
        return bool(self._after)

    def difference(self) -> list[str]:
        """What would change, as lines of a unified diff."""
        found: list[str] = []
        for file, text in sorted(self._after.items()):
            old, new = (whole.split("\n") for whole in (self._before[file], text))
            found += unified_diff(old, new, file, file, lineterm="")
        return found

    def write(self) -> None:
        """Write all files, each aside first. Raises OSError; then all are as they were."""
        replace_all({os.path.realpath(file): text.encode("utf-8") for file, text in self._after.items()})


def _edited(text: str, edits: Iterable[Edit]) -> str:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    lead = 1 if text.startswith("\ufeff") else 0
    for edit in sorted(edits, key=lambda edit: edit.where, reverse=True):
        at = starts[edit.where.line - 1] + edit.where.column - 1 + (lead if edit.where.line == 1 else 0)
        if text.startswith(edit.old, at):
            text = text[:at] + edit.new + text[at + len(edit.old) :]
    return text


def replace_all(contents: Mapping[str, bytes]) -> None:
    """Put new contents into files; all of them or none.

    Raises OSError. A note on it says of each file that could not be put back where its former content is.
    """
    for file in contents:
        _check_writable(file)
    asides: dict[str, str] = {}
    formers: dict[str, str] = {}
    try:
        for file, content in contents.items():
            asides[file] = _aside(file, content)
            formers[file] = _aside(file, Path(file).read_bytes())
        for file, aside in asides.items():
            os.replace(aside, file)
    except BaseException as failure:
        for file in [file for file, aside in asides.items() if not os.path.lexists(aside)]:
            former = formers.pop(file)
            try:
                os.replace(former, file)
            except OSError as error:
                failure.add_note(f"{file} could not be put back ({error.strerror}); what was in it is in {former}")
        raise
    finally:
        for left in (*asides.values(), *formers.values()):
            with contextlib.suppress(OSError):
                os.unlink(left)


def unwritable(error: OSError) -> CahierError:
    """That files could not be replaced, and what has become of them."""
    state = "; ".join(getattr(error, "__notes__", ())) or "all files are as they were"
    message = f"this can't be written: {error.strerror}; {state}"
    return CahierError(Problem(Where(str(error.filename)), "unwritable", message))


def _check_writable(file: str) -> None:
    """Raise OSError if a file is not to be written; to take its place only its folder has to be writable."""
    if not os.stat(file).st_mode & WRITABLE or not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only", file)


def _aside(file: str, content: bytes) -> str:
    """The content in a file of its own, beside the one that it is for."""
    handle, name = tempfile.mkstemp(dir=os.path.dirname(file), prefix=".", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        shutil.copymode(file, name)
    except BaseException:
        os.unlink(name)
        raise
    return name
