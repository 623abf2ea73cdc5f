"""The saved matches of `cahier play`: those that can go on, the newest, one by name."""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path

from cli import in_use
from cli.autosave import FINISHED_SUFFIX, SAVE_SUFFIX, saves_folder
from cli.columns import format_table
from cli.guard import EXIT_OK
from cli.output import echo, echo_err
from interpreter.errors import Location, Problem, SaveError, printable
from interpreter.presentation.counts import format_count


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
    from interpreter.engine.saves import read_save

    try:
        choices = format_count(len(read_save(path).choices), "choice")
        state = "being played" if in_use.is_in_use(path) else choices
        played = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    except (SaveError, OSError):
        state, played = "damaged", ""
    return printable(path.stem), played, state
