"""Games in which `check` or `list` found no error, remembered by their content, so that asking again takes no time.

What was said of them, and warnings, are remembered, only in a folder of the user's own that nobody else can write to.
Whatever is odd about that folder or what is in it: nothing is remembered, and the game is looked at.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import NoneType
from typing import Any

from cli.own import own_folder
from interpreter.errors import WARNING, Problem, Where
from interpreter.memory import keep, recalled
from interpreter.rulebook.files import INSTALLED, find_folder, list_files, read_files
from interpreter.rulebook.nodes import Problems

MOST = 100
"""So many verdicts are kept, the latest."""
LIBRARIES = ("lark", "networkx", "yaml")
"""Libraries that read a game, and whose objects are kept with it."""
LARGEST = 100_000
"""Bytes of the file of verdicts."""


def content_key(game: str, players: int | None, command: str) -> str | None:
    """A hash of all that a verdict depends on: the game's files and the path that messages show, the command, and this
    program; None if the files can't all be read.

    Raises RulebookError if there is no such game.
    """
    folder = find_folder(game)
    problems = Problems()
    _, digest = read_files(list_files(folder, problems), folder, problems)
    if len(problems):
        return None
    return hashlib.sha256(
        f"{folder} {digest} {players} {command} {_program()}".encode("utf-8", "surrogateescape")
    ).hexdigest()


@cache
def _program() -> str:
    """A hash of this program: Python's version, sizes and times of all files, what its libraries say of themselves."""
    parts = [sys.version, *map(_about, LIBRARIES)]
    tops = (os.walk(INSTALLED / top) for top in ("interpreter", "cli"))
    sources = [os.path.join(folder, name) for top in tops for folder, _, names in top for name in names]
    for path in sorted([*sources, *map(str, (INSTALLED / "schemas").glob("*.json"))]):
        if not path.endswith(".pyc") and os.path.isfile(path):
            status = os.stat(path)
            parts.append(f"{path} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def _about(library: str) -> str:
    """The module of a library in which its version stands, unread by Python: to import it takes longer."""
    spec = find_spec(library)
    return "" if spec is None or spec.origin is None else Path(spec.origin).read_text("utf-8")


def remembered(key: str, folder: str) -> tuple[str, tuple[Problem, ...]] | None:
    """What was said of a game with this key, in this folder, when no error was found in it, and warnings."""
    place = _place(folder)
    kept = _read(place).get(key) if place else None
    return None if kept is None else (kept["said"], tuple(_warning(data, folder) for data in kept["warnings"]))


def remember(key: str, folder: str, said: str, warnings: Iterable[Problem]) -> None:
    """Keep what was said of a game without errors. That it can't be kept is no error."""
    place = _place(folder)
    if place is None:
        return
    verdicts = _read(place)
    verdicts.pop(key, None)
    verdicts[key] = {"said": said, "warnings": [_data(problem, folder) for problem in warnings]}
    keep(place, json.dumps(dict(list(verdicts.items())[-MOST:])))


def _data(problem: Problem, folder: str) -> list[Any]:
    """A warning as plain data, its file as seen from the folder, which may be called otherwise the next time."""
    where = problem.where
    place = [os.path.relpath(where.file, folder), where.line, where.column]
    return [*place, problem.code, problem.message, problem.suggestion, problem.excerpt, problem.length]


def _warning(data: list[Any], folder: str) -> Problem:
    file, line, column, code, message, suggestion, excerpt, length = data
    where = Where(os.path.join(folder, file), line, column)
    return Problem(where, code, message, suggestion, excerpt, length, WARNING)


def _read(place: Path) -> dict[str, Any]:
    try:
        data = json.loads(recalled(place, LARGEST) or "{}")
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) and all(map(_is_verdict, data.values())) else {}


def _is_verdict(data: Any) -> bool:
    """Whether this is what `remember` wrote."""
    if not isinstance(data, dict) or set(data) != {"said", "warnings"} or not isinstance(data["warnings"], list):
        return False
    kinds: tuple[Any, ...] = (str, int, int, str, str, (str, NoneType), (str, NoneType), int)
    return isinstance(data["said"], str) and all(
        isinstance(entry, list) and len(entry) == len(kinds) and all(map(isinstance, entry, kinds))
        for entry in data["warnings"]
    )


def _place(folder: str) -> Path | None:
    """The file of verdicts; None if there is no place that can be trusted."""
    own = own_folder(folder)
    return None if own is None else own / "checked.json"
