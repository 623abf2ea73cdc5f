"""Putting contents into files, new ones and such as are there: all of them or none.

What is new lies aside until all of it is written, and so do the former contents, until all are in their places. A run
that is killed leaves them there; the next one that writes in the folder takes away what nobody needs.
"""

from __future__ import annotations

import contextlib
import errno
import filecmp
import os
import re
import shutil
import stat
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from interpreter.atomic_files import OWNERS, new_file
from interpreter.errors import CahierError, Problem, Where

WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
NEW, FORMER = ".cahier-new", ".cahier-old"
"""How the names of files end that lie aside."""
LONGEST = 40
"""Letters of a file's name that are kept while it lies aside."""
ABANDONED = 600
"""Seconds after which nobody is at what lies aside."""
NO_SPACE = "no space left on the disk"
_LEFT = re.compile(rf"\.(?P<name>.+)\.[a-z0-9_]{{8}}(?P<suffix>{re.escape(NEW)}|{re.escape(FORMER)})")


def replace_all(contents: Mapping[str, bytes]) -> None:
    """Put new contents into files, or make them; all of them or none.

    Raises OSError. A note on it says of each file that could not be put back where its former content is.
    """
    there = {file for file in contents if os.path.lexists(file)}
    for file in there:
        _check_writable(file)
    for folder in {os.path.dirname(file) for file in contents}:
        _tidy(folder)
    asides: dict[str, str] = {}
    formers: dict[str, str] = {}
    try:
        for file, content in contents.items():
            asides[file] = _aside(file, content, NEW, file in there)
            if file in there:
                formers[file] = _aside(file, Path(file).read_bytes(), FORMER, True)
        for file, aside in asides.items():
            os.replace(aside, file)
    except BaseException as failure:
        for file in [file for file, aside in asides.items() if not os.path.lexists(aside)]:
            if file not in there:
                with contextlib.suppress(OSError):
                    os.unlink(file)
                continue
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
    """The error that files could not be replaced, with what has become of them."""
    state = "; ".join(getattr(error, "__notes__", ())) or "all files are as they were"
    why = NO_SPACE if error.strerror == os.strerror(errno.ENOSPC) else error.strerror
    message = f"this can't be written: {why}; {state}"
    return CahierError(Problem(Where(str(error.filename)), "unwritable", message))


@contextlib.contextmanager
def naming(file: str) -> Iterator[None]:
    """Have errors of the system within the block name this file: those of writing name none."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, file) from None


def _check_writable(file: str) -> None:
    """Raise OSError if a file is not to be written; to take its place only its folder has to be writable."""
    if not stat.S_ISREG(os.stat(file).st_mode):
        raise OSError(errno.EINVAL, "this is no plain file", file)
    if not os.stat(file).st_mode & WRITABLE or not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only", file)


def _tidy(folder: str) -> None:
    """Take away what runs that were killed have left in a folder: new contents, which their command makes again, and
    former ones that are in their places still."""
    with contextlib.suppress(OSError), os.scandir(folder or ".") as entries:
        for entry in entries:
            left = _LEFT.fullmatch(entry.name)
            with contextlib.suppress(OSError):
                if left is None or not entry.is_file(follow_symlinks=False):
                    continue
                old = time.time() - entry.stat(follow_symlinks=False).st_mtime > ABANDONED
                place = os.path.join(folder, left["name"])
                if old and (left["suffix"] == NEW or filecmp.cmp(entry.path, place, shallow=False)):
                    os.unlink(entry.path)


def _aside(file: str, content: bytes, ending: str, there: bool) -> str:
    """The content in a file of its own, beside the one that it is for, which is `there` or is new."""
    folder, whole = os.path.split(file)
    with naming(file):
        handle, name = new_file(folder, whole[:LONGEST], ending, OWNERS if there else 0o666)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            if there:
                shutil.copymode(file, name)
        except BaseException:
            os.unlink(name)
            raise
    return name
