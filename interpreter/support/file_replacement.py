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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.support.atomic_writes import OWNER_ONLY, create_part_file, shorten_name
from interpreter.support.errors import CahierError, Location, Problem, RulebookError

WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
NEW_SUFFIX, BACKUP_SUFFIX = ".cahier-new", ".cahier-old"
"""Suffixes of temporary files and of backups."""
MAX_NAME_BYTES = 40
"""Largest number of bytes of a file's name that the name of its temporary file contains."""
ABANDONED_SECONDS = 600
"""Age in seconds after which a temporary file or backup counts as abandoned."""
_LEFTOVER_NAME = re.compile(
    rf"\.(?P<name>.+)\.[a-z0-9_]{{8}}(?P<suffix>{re.escape(NEW_SUFFIX)}|{re.escape(BACKUP_SUFFIX)})"
)


@dataclass(frozen=True, slots=True)
class FileRevision:
    """A file with its content as it was read and the new content; both are the same if it is only read.

    Attributes:
        path: Path as the user would type it.
        real_path: Real path.
    """

    path: str
    real_path: str
    before: bytes
    after: bytes


def write_revisions(revisions: Iterable[FileRevision]) -> None:
    """Write all files whose content is new, or none, unless one of all these files has changed since it was read.

    Raises:
        RulebookError: A file has changed on disk since it was read.
        OSError: A file can't be read or written.
    """
    listed = tuple(revisions)
    for each in listed:
        if Path(each.real_path).read_bytes() != each.before:
            message = "the file has just been changed by somebody else; try again"
            raise RulebookError(Problem(Location(each.path), "files-changed", message))
    replace_files({each.real_path: each.after for each in listed if each.after != each.before})


def replace_files(contents: Mapping[str, bytes]) -> None:
    """Create or overwrite all these files with new contents, or leave them all unchanged.

    Raises:
        OSError: A file can't be written. Its notes list each file that couldn't be restored, with its backup's path.
    """
    existing = {file for file in contents if os.path.lexists(file)}
    for file in existing:
        _check_writable(file)
    for folder in {os.path.dirname(file) for file in contents}:
        _delete_leftovers(folder)
    asides: dict[str, str] = {}
    backups: dict[str, str] = {}
    try:
        for file, content in contents.items():
            asides[file] = _write_beside(file, content, NEW_SUFFIX, file in existing)
            if file in existing:
                backups[file] = _write_beside(file, Path(file).read_bytes(), BACKUP_SUFFIX, True)
        for file, aside in asides.items():
            os.replace(aside, file)
    except BaseException as failure:
        for file in [file for file, aside in asides.items() if not os.path.lexists(aside)]:
            if file not in existing:
                with contextlib.suppress(OSError):
                    os.unlink(file)
                continue
            backup = backups.pop(file)
            try:
                os.replace(backup, file)
            except OSError as error:
                failure.add_note(f"{file} could not be put back ({error.strerror}); what was in it is in {backup}")
        raise
    finally:
        for left in (*asides.values(), *backups.values()):
            with contextlib.suppress(OSError):
                os.unlink(left)


def unwritable_error(error: OSError) -> CahierError:
    """Return the error for a failed replacement, with the state in which the files are."""
    state = "; ".join(getattr(error, "__notes__", ())) or "all files are as they were"
    message = f"this can't be written: {error.strerror}; {state}"
    return CahierError(Problem(Location(str(error.filename)), "unwritable", message))


@contextlib.contextmanager
def refuse_unwritable() -> Iterator[None]:
    """Raise CahierError, as by `unwritable_error`, if a file can't be written in the block."""
    try:
        yield
    except OSError as error:
        raise unwritable_error(error) from error


@contextlib.contextmanager
def name_file_in_errors(file: str) -> Iterator[None]:
    """Add a file's name to OSErrors raised in the block, because those of writing lack it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, file) from None


def _check_writable(file: str) -> None:
    """Raise OSError if a file may not be written, because replacing it only requires a writable folder."""
    mode = os.stat(file).st_mode
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "this isn't a regular file", file)
    if not mode & WRITABLE or not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only", file)


def _delete_leftovers(folder: str) -> None:
    """Delete abandoned temporary files of a folder, and backups with the same content as their file."""
    with contextlib.suppress(OSError):
        names = os.listdir(folder or ".")
        for name in names:
            left, path = _LEFTOVER_NAME.fullmatch(name), os.path.join(folder, name)
            with contextlib.suppress(OSError):
                if left is None or not stat.S_ISREG((status := os.lstat(path)).st_mode):
                    continue
                is_old = time.time() - status.st_mtime > ABANDONED_SECONDS
                if is_old and (left["suffix"] == NEW_SUFFIX or _is_unneeded(path, folder, left["name"], names)):
                    os.unlink(path)


def _is_unneeded(backup: str, folder: str, short: str, names: Sequence[str]) -> bool:
    """Return True if a file whose shortened name is `short` has the same content as the backup."""
    places = [os.path.join(folder, name) for name in names if shorten_name(name, MAX_NAME_BYTES) == short]
    return any(filecmp.cmp(backup, place, shallow=False) for place in places)


def _write_beside(file: str, content: bytes, suffix: str, exists: bool) -> str:
    """Write the content to a temporary file next to its target and return the path.

    `exists`: the target exists, and its permissions are copied.
    """
    folder, name = os.path.split(file)
    with name_file_in_errors(file):
        short = shorten_name(name, MAX_NAME_BYTES)
        path, handle = create_part_file(folder, short, suffix, OWNER_ONLY if exists else 0o666)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            if exists:
                shutil.copymode(file, path)
        except BaseException:
            os.unlink(path)
            raise
    return path
