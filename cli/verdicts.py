"""Games that `check` found fine, remembered by their content, so that checking them again takes no time.

Only "fine" is remembered, and only in a folder of the user's own that nobody else can write to. Whatever is odd about
that folder or what is in it: nothing is remembered, and the game is checked.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from pathlib import Path

from cli.own import own_folder
from interpreter.rulebook.files import INSTALLED, find_folder, list_files, read_files
from interpreter.rulebook.nodes import Problems

MOST = 100
"""So many verdicts are kept, the latest."""
LARGEST = 100_000
"""Bytes of the file of verdicts."""


def content_key(game: str, players: int | None) -> str | None:
    """A hash of all that a verdict depends on: the game's files and this program; None if the files can't all be read.

    Raises RulebookError if there is no such game.
    """
    folder = find_folder(game)
    problems = Problems()
    _, digest = read_files(list_files(folder, problems), folder, problems)
    if len(problems):
        return None
    return hashlib.sha256(f"{digest} {players} {_program()}".encode()).hexdigest()


def _program() -> str:
    """A hash of this program: Python's version, sizes and times of the files."""
    parts = [sys.version]
    for folder in ("interpreter", "cli", "schemas"):
        for path in sorted((INSTALLED / folder).rglob("*")):
            if path.suffix in (".py", ".lark", ".json"):
                status = path.stat()
                parts.append(f"{path} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def remembered(key: str, folder: str) -> str | None:
    """What was said of a game with this key when it was found fine."""
    place = _place(folder)
    return _read(place).get(key) if place else None


def remember(key: str, folder: str, said: str) -> None:
    """Keep what was said of a game that is fine. That it can't be kept is no error."""
    place = _place(folder)
    if place is None:
        return
    verdicts = _read(place)
    verdicts.pop(key, None)
    verdicts[key] = said
    aside = place.with_name(f"{place.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(dict(list(verdicts.items())[-MOST:]), file)
        os.replace(aside, place)


def _read(place: Path) -> dict[str, str]:
    try:
        with open(os.open(place, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), encoding="utf-8") as file:
            data = json.loads(file.read(LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict) or not all(isinstance(said, str) for said in data.values()):
        return {}
    return data


def _place(folder: str) -> Path | None:
    """The file of verdicts; None if there is no place that can be trusted."""
    own = own_folder(folder)
    return None if own is None else own / "checked.json"
