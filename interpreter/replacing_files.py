"""Putting contents into files, new ones and such as are there: all of them or none."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from interpreter.atomic_files import umask
from interpreter.errors import CahierError, Problem, Where

WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def replace_all(contents: Mapping[str, bytes]) -> None:
    """Put new contents into files, or make them; all of them or none.

    Raises OSError. A note on it says of each file that could not be put back where its former content is.
    """
    there = {file for file in contents if os.path.lexists(file)}
    for file in there:
        _check_writable(file)
    asides: dict[str, str] = {}
    formers: dict[str, str] = {}
    try:
        for file, content in contents.items():
            asides[file] = _aside(file, content, file in there)
            if file in there:
                formers[file] = _aside(file, Path(file).read_bytes(), True)
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
    """That files could not be replaced, and what has become of them."""
    state = "; ".join(getattr(error, "__notes__", ())) or "all files are as they were"
    message = f"this can't be written: {error.strerror}; {state}"
    return CahierError(Problem(Where(str(error.filename)), "unwritable", message))


def _check_writable(file: str) -> None:
    """Raise OSError if a file is not to be written; to take its place only its folder has to be writable."""
    if not stat.S_ISREG(os.stat(file).st_mode):
        raise OSError(errno.EINVAL, "this is no plain file", file)
    if not os.stat(file).st_mode & WRITABLE or not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only", file)


def _aside(file: str, content: bytes, there: bool) -> str:
    """The content in a file of its own, beside the one that it is for, which is `there` or is new."""
    try:
        handle, name = tempfile.mkstemp(dir=os.path.dirname(file), prefix=".", suffix=".new")
    except OSError as error:
        raise OSError(error.errno, error.strerror, file) from None
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        if there:
            shutil.copymode(file, name)
        else:
            os.chmod(name, 0o666 & ~umask())
    except BaseException:
        os.unlink(name)
        raise
    return name
