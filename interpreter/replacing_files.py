"""Transactional replacement of several files: either all get their new contents or none does.

New contents are written to temporary files, and old contents are backed up until all files are in place. A process that
is killed leaves these files behind. The next one that writes to the folder deletes those that nobody needs.
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
"""Suffixes of temporary files and of backups."""
LONGEST = 40
"""Largest number of characters of a file's name that the name of its temporary file contains."""
ABANDONED = 600
"""Age in seconds after which a temporary file or backup counts as abandoned."""
NO_SPACE = "no space left on the disk"
_LEFT = re.compile(rf"\.(?P<name>.+)\.[a-z0-9_]{{8}}(?P<suffix>{re.escape(NEW)}|{re.escape(FORMER)})")


def replace_all(contents: Mapping[str, bytes]) -> None:
    """Create or overwrite all these files with new contents, or leave them all unchanged.

    Raises:
        OSError: A file can't be written. Its notes list each file that couldn't be restored, with its backup's path.
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
    """Return the error for a failed replacement, with the state in which the files are."""
    state = "; ".join(getattr(error, "__notes__", ())) or "all files are as they were"
    why = NO_SPACE if error.strerror == os.strerror(errno.ENOSPC) else error.strerror
    message = f"this can't be written: {why}; {state}"
    return CahierError(Problem(Where(str(error.filename)), "unwritable", message))


@contextlib.contextmanager
def naming(file: str) -> Iterator[None]:
    """Add a file's name to OSErrors raised in the block, because those of writing lack it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, file) from None


def _check_writable(file: str) -> None:
    """Raise OSError if a file may not be written, because replacing it only requires a writable folder."""
    if not stat.S_ISREG(os.stat(file).st_mode):
        raise OSError(errno.EINVAL, "this is no plain file", file)
    if not os.stat(file).st_mode & WRITABLE or not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only", file)


def _tidy(folder: str) -> None:
    """Delete abandoned temporary files of a folder, and backups with the same content as their file."""
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
    """Write the content to a temporary file next to its target and return the path.

    `there`: the target exists, and its permissions are copied.
    """
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
