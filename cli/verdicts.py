"""Cache of the results of `check` and `list` for games without errors, keyed by content.

The output and the warnings are cached, only in a folder of the user's own that nobody else can write to. If anything is
wrong with that folder or its files, nothing is cached, and the game is checked.
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
"""Maximum number of cached results; the latest are kept."""
LIBRARIES = ("lark", "networkx", "yaml")
"""Libraries that read a game, and whose objects are cached with it."""
LARGEST = 100_000
"""Maximum size of the cache file in bytes."""


def content_key(game: str, players: int | None, command: str) -> str | None:
    """Return a hash of everything that a result depends on, or None if the files can't all be read.

    These are the game's files, the path that messages show, the command, and this program. Raises RulebookError if
    there is no such game.
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
    """Return a hash of this program: Python's version, sizes and times of all files, versions of its libraries."""
    parts = [sys.version, *map(_about, LIBRARIES)]
    tops = (os.walk(INSTALLED / top) for top in ("interpreter", "cli"))
    sources = [os.path.join(folder, name) for top in tops for folder, _, names in top for name in names]
    for path in sorted([*sources, *map(str, (INSTALLED / "schemas").glob("*.json"))]):
        if not path.endswith(".pyc") and os.path.isfile(path):
            status = os.stat(path)
            parts.append(f"{path} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def _about(library: str) -> str:
    """Return the source of the module that has a library's version; importing it would take longer."""
    spec = find_spec(library)
    return "" if spec is None or spec.origin is None else Path(spec.origin).read_text("utf-8")


def remembered(key: str, folder: str) -> tuple[str, tuple[Problem, ...]] | None:
    """Return the cached output and warnings for this key, for a game in this folder."""
    place = _place(folder)
    kept = _read(place).get(key) if place else None
    return None if kept is None else (kept["said"], tuple(_warning(data, folder) for data in kept["warnings"]))


def remember(key: str, folder: str, said: str, warnings: Iterable[Problem]) -> None:
    """Cache the output for a game without errors; failures to do so are ignored."""
    place = _place(folder)
    if place is None:
        return
    verdicts = _read(place)
    verdicts.pop(key, None)
    verdicts[key] = {"said": said, "warnings": [_data(problem, folder) for problem in warnings]}
    keep(place, json.dumps(dict(list(verdicts.items())[-MOST:])))


def _data(problem: Problem, folder: str) -> list[Any]:
    """Convert a warning to plain data, with a path relative to the folder, whose name may differ next time."""
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
    """Return True for data as `remember` writes it."""
    if not isinstance(data, dict) or set(data) != {"said", "warnings"} or not isinstance(data["warnings"], list):
        return False
    kinds: tuple[Any, ...] = (str, int, int, str, str, (str, NoneType), (str, NoneType), int)
    return isinstance(data["said"], str) and all(
        isinstance(entry, list) and len(entry) == len(kinds) and all(map(isinstance, entry, kinds))
        for entry in data["warnings"]
    )


def _place(folder: str) -> Path | None:
    """Return the path of the cache file, or None if there is no folder that can be trusted."""
    own = own_folder(folder)
    return None if own is None else own / "checked.json"
