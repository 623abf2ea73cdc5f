"""Saved matches of `cahier play`: automatic saves, and look-up of those that can go on."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from cli.guard import EXIT_OK
from cli.play import in_use
from cli.text.columns import format_table
from cli.text.output import echo, echo_err
from interpreter.presentation import format_count
from interpreter.support import Location, Problem, SaveError, block_signals, printable

if TYPE_CHECKING:
    from interpreter.matches import Match


SAVE_SUFFIX = ".json"
FINISHED_SUFFIX = ".over.json"


def saves_folder() -> Path:
    """Return the folder of saved games, which may not exist."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(base, "cahier")


def is_in_saves_folder(path: Path) -> bool:
    """Return True if a save lies in the folder of saved games and nobody else can write there."""
    home = saves_folder()
    return os.path.realpath(path.parent) == os.path.realpath(home) and _is_private_folder(home)


class Autosave:
    """Automatic save of one match, with `notes`.

    `failure`: the reason why the match is not saved, or None.
    """

    def __init__(self, match: Match, notes: Mapping[str, str], path: Path | None) -> None:
        """Continue the save at `path` if it lies in the folder of saves, otherwise begin a new one."""
        self._match = match
        self.notes = notes
        self.failure: str | None = None
        self.path = path if path is not None and is_in_saves_folder(path) else self._new_path()
        self._last_stamp = _file_stamp(self.path)

    def _new_path(self) -> Path:
        """Return an unused path; a process may begin several matches in one second."""
        start = f"{self._match.game.id}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
        names = (f"{start}{f'-{number}' if number else ''}" for number in count())
        return next(
            path
            for name in names
            if not os.path.lexists(path := saves_folder() / f"{name}{SAVE_SUFFIX}")
            and not os.path.lexists(saves_folder() / f"{name}{FINISHED_SUFFIX}")
        )

    def save(self) -> None:
        """Write the match as it is now; if that fails, set `failure` and let the match go on."""
        try:
            with block_signals():
                _make_private_folder(self.path.parent)
                if _file_stamp(self.path) != self._last_stamp or not in_use.acquire(self.path):
                    self.path = self._new_path()  # another process plays the same match: each gets its own file
                    in_use.acquire(self.path)
                self._match.save(self.path, self.notes)
                self._last_stamp = _file_stamp(self.path)
        except SaveError as error:
            self.failure = f"{error.file}: {error.message}"
        except OSError as error:
            self.failure = f"{self.path.parent}: {error.strerror}"
        else:
            self.failure = None

    def finish(self) -> None:
        """Mark the match as over: rename its file, so that it is not resumed."""
        if self.failure is None and not self.path.name.endswith(FINISHED_SUFFIX):
            finished = self.path.with_name(self.path.name.removesuffix(SAVE_SUFFIX) + FINISHED_SUFFIX)
            with contextlib.suppress(OSError):
                os.replace(self.path, finished)
                in_use.release(self.path)
                self.path = finished


def save_to(match: Match, path: str, notes: Mapping[str, str]) -> Path:
    """Save a match to a file that the user named.

    Raises SaveError if the file can't be written, or would overwrite something that is not a saved match.
    """
    from interpreter.engine import read_save

    target = Path(os.path.expanduser(path))
    if os.path.lexists(target):
        try:
            read_save(target)
        except SaveError:
            message = "something that is no saved match is there already; it is left as it is"
            raise SaveError(Problem(Location(path), "in-the-way", message)) from None
    try:
        with block_signals():
            match.save(target, notes)
    except ValueError as error:  # a name that no file can have
        raise SaveError(Problem(Location(path), "cannot-write", str(error))) from None
    return target


def _make_private_folder(folder: Path) -> None:
    """Create the folder if needed; raise SaveError if others could write to it."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if not _is_private_folder(folder):
        raise SaveError(
            Problem(Location(str(folder)), "not-own", "others can write to this folder, so nothing is kept in it")
        )


def _is_private_folder(folder: Path) -> bool:
    if not hasattr(os, "geteuid"):
        return True
    try:
        status = os.stat(folder)
    except OSError:
        return False
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _file_stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def list_matches(folder: str | None) -> int:
    """Print the matches that can go on, the newest first; return the exit status.

    `folder`: only matches of the rules in it.
    """
    found = _unfinished(folder)
    if found:
        echo(format_table([_match_row(path) for path in found], indent=""))
        echo("\n`cahier play --resume NAME` goes on with one of them.")
    else:
        echo("There is no match that could go on.")
    return EXIT_OK


def find_save(name: str) -> Path | None:
    """Return the save with a name from `play --list`, or None."""
    stem = name.removesuffix(SAVE_SUFFIX)
    path = saves_folder() / f"{stem}{SAVE_SUFFIX}"
    plain = os.path.basename(stem) == stem and not stem.startswith(".") and "\0" not in stem
    return path if plain and path.is_file() else None


def newest_save(folder: str | None) -> Path:
    """Return the newest save of a match that can go on and is not being played; lock it for this process.

    `folder`: only matches of the rules in it. Newer ones that are being played are reported. Raises SaveError if there
    is none.
    """
    found = _unfinished(folder)
    for path in found:
        if in_use.acquire(path):
            return path
        echo_err(f"note: `{printable(path.stem)}` is being played by another process; an earlier match is looked for")
    where = Location(str(saves_folder()))
    if found:
        raise SaveError(Problem(where, "in-use", "every match that could go on is being played by another process"))
    raise SaveError(Problem(where, "nothing-to-resume", "there is no game here that could go on"))


def next_newest_save(path: Path, folder: str | None) -> Path | None:
    """Return the newest other save that seems able to go on, judged without loading it."""
    others = (other for other in _unfinished(folder) if not os.path.samefile(other, path))
    return next((other for other in others if not in_use.is_in_use(other)), None)


def _unfinished(folder: str | None) -> list[Path]:
    """List the saves of matches that are not over, the newest first."""
    home, found = saves_folder(), []
    with contextlib.suppress(OSError):
        for entry in os.scandir(home):
            unfinished = entry.name.endswith(SAVE_SUFFIX) and not entry.name.endswith(FINISHED_SUFFIX)
            if unfinished and not entry.name.startswith("."):
                with contextlib.suppress(OSError):  # another process has renamed it meanwhile
                    if entry.is_file():
                        found.append((entry.stat().st_mtime_ns, entry.name))
    paths = [home / name for _, name in sorted(found, reverse=True)]
    return [path for path in paths if folder is None or _is_for_rules(path, folder)]


def _is_for_rules(path: Path, folder: str) -> bool:
    """Return True if a match was saved with the rules in a folder.

    Unreadable files count as well: loading them reports the error.
    """
    try:
        saved = os.path.realpath(str(json.loads(path.read_text("utf-8"))["folder"]))
        return saved == os.path.realpath(folder)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return True


def _match_row(path: Path) -> tuple[str, ...]:
    """Return the row of a match in a list: name, time of the last move, number of choices or another state."""
    from interpreter.engine import read_save

    try:
        choices = format_count(len(read_save(path).choices), "choice")
        state = "being played" if in_use.is_in_use(path) else choices
        played = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    except (SaveError, OSError):
        state, played = "damaged", ""
    return printable(path.stem), played, state
