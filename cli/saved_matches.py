"""The matches that `cahier play` keeps: which can go on, the newest of them, one by its name."""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path

from cli import in_use
from cli.autosave import ENDING, FINISHED, saves_folder
from cli.columns import columns
from cli.guard import FINE
from cli.output import say, tell
from interpreter.errors import Problem, SaveError, Where, shown
from interpreter.presentation.counts import number_of


def list_matches(folder: str | None) -> int:
    """Print the matches that can go on, the newest first; of the rules in a folder, if one is given. Gives the exit
    status."""
    found = _unfinished(folder)
    if found:
        say(columns([_row(path) for path in found], indent=""))
        say("\n`cahier play --resume NAME` goes on with one of them.")
    else:
        say("There is no match that could go on.")
    return FINE


def save_named(name: str) -> Path | None:
    """The save of the match with a name, as `play --list` gives it; None if there is none."""
    stem = name.removesuffix(ENDING)
    path = saves_folder() / f"{stem}{ENDING}"
    plain = os.path.basename(stem) == stem and not stem.startswith(".") and "\0" not in stem
    return path if plain and path.is_file() else None


def newest_save(folder: str | None) -> Path:
    """The save of the match that was played last, is not over and is not being played, locked for this process; of the
    rules in a folder, if one is given. The newer ones that are being played are told.

    Raises SaveError if there is none.
    """
    found = _unfinished(folder)
    for path in found:
        if in_use.acquire(path):
            return path
        tell(f"note: `{shown(path.stem)}` is being played by another process; an earlier match is looked for")
    where = Where(str(saves_folder()))
    if found:
        raise SaveError(Problem(where, "in-use", "every match that could go on is being played by another process"))
    raise SaveError(Problem(where, "nothing-to-resume", "there is no game here that could go on"))


def another_save(path: Path, folder: str | None) -> Path | None:
    """The newest save of a match that can go on in place of one, as far as that is known without loading it."""
    others = (other for other in _unfinished(folder) if not os.path.samefile(other, path))
    return next((other for other in others if not in_use.is_in_use(other)), None)


def _unfinished(folder: str | None) -> list[Path]:
    """The saves of matches that are not over, the newest first."""
    home, found = saves_folder(), []
    with contextlib.suppress(OSError):
        for entry in os.scandir(home):
            unfinished = entry.name.endswith(ENDING) and not entry.name.endswith(FINISHED)
            if unfinished and not entry.name.startswith("."):
                with contextlib.suppress(OSError):  # another process has renamed it meanwhile
                    if entry.is_file():
                        found.append((entry.stat().st_mtime_ns, entry.name))
    paths = [home / name for _, name in sorted(found, reverse=True)]
    return [path for path in paths if folder is None or _is_of(path, folder)]


def _is_of(path: Path, folder: str) -> bool:
    """Test if a match was saved with the rules in a folder. A file that can't be read counts as one: loading it tells
    what is wrong with it."""
    try:
        saved = os.path.realpath(str(json.loads(path.read_text("utf-8"))["folder"]))
        return saved == os.path.realpath(folder)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return True


def _row(path: Path) -> tuple[str, ...]:
    """A match in a list: its name, when it was played last, how far it has come or what keeps it from going on."""
    from interpreter.engine.saves import read_save

    try:
        choices = number_of(len(read_save(path).choices), "choice")
        state = "being played" if in_use.is_in_use(path) else choices
        played = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    except (SaveError, OSError):
        state, played = "damaged", ""
    return shown(path.stem), played, state
