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

from cli.cache_folder import find_cache_folder
from interpreter.rulebook import INSTALLED, Problems, find_folder, list_files, read_files
from interpreter.support import WARNING, Location, Problem, read_cached, write_cached

MAX_RESULTS = 100
"""Maximum number of cached results; the latest are kept."""
LIBRARIES = ("lark", "networkx", "yaml")
"""Libraries that read a game, and whose objects are cached with it."""
MAX_BYTES = 100_000
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
        f"{folder} {digest} {players} {command} {_program_hash()}".encode("utf-8", "surrogateescape")
    ).hexdigest()


@cache
def _program_hash() -> str:
    """Return a hash of this program: Python's version, sizes and times of all files, versions of its libraries."""
    parts = [sys.version, *map(_version_source, LIBRARIES)]
    tops = (os.walk(INSTALLED / top) for top in ("interpreter", "cli"))
    sources = [os.path.join(folder, name) for top in tops for folder, _, names in top for name in names]
    for path in sorted([*sources, *map(str, (INSTALLED / "schemas").glob("*.json"))]):
        if not path.endswith(".pyc") and os.path.isfile(path):
            status = os.stat(path)
            parts.append(f"{path} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def _version_source(library: str) -> str:
    """Return the source of the module that has a library's version; importing it would take longer."""
    spec = find_spec(library)
    return "" if spec is None or spec.origin is None else Path(spec.origin).read_text("utf-8")


def load_result(key: str, folder: str) -> tuple[str, tuple[Problem, ...]] | None:
    """Return the cached output and warnings for this key, for a game in this folder."""
    place = _cache_file(folder)
    kept = _read_cache(place).get(key) if place else None
    return None if kept is None else (kept["said"], tuple(_warning_from(data, folder) for data in kept["warnings"]))


def store_result(key: str, folder: str, said: str, warnings: Iterable[Problem]) -> None:
    """Cache the output for a game without errors; failures to do so are ignored."""
    place = _cache_file(folder)
    if place is None:
        return
    verdicts = _read_cache(place)
    verdicts.pop(key, None)
    verdicts[key] = {"said": said, "warnings": [_warning_data(problem, folder) for problem in warnings]}
    write_cached(place, json.dumps(dict(list(verdicts.items())[-MAX_RESULTS:])))


def _warning_data(problem: Problem, folder: str) -> list[Any]:
    """Convert a warning to plain data, with a path relative to the folder, whose name may differ next time."""
    where = problem.where
    place = [os.path.relpath(where.file, folder), where.line, where.column]
    return [*place, problem.code, problem.message, problem.suggestion, problem.excerpt, problem.length]


def _warning_from(data: list[Any], folder: str) -> Problem:
    file, line, column, code, message, suggestion, excerpt, length = data
    where = Location(os.path.join(folder, file), line, column)
    return Problem(where, code, message, suggestion, excerpt, length, WARNING)


def _read_cache(place: Path) -> dict[str, Any]:
    try:
        data = json.loads(read_cached(place, MAX_BYTES) or "{}")
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) and all(map(_is_result, data.values())) else {}


def _is_result(data: Any) -> bool:
    """Return True for data as `store_result` writes it."""
    if not isinstance(data, dict) or set(data) != {"said", "warnings"} or not isinstance(data["warnings"], list):
        return False
    kinds: tuple[Any, ...] = (str, int, int, str, str, (str, NoneType), (str, NoneType), int)
    return isinstance(data["said"], str) and all(
        isinstance(entry, list) and len(entry) == len(kinds) and all(map(isinstance, entry, kinds))
        for entry in data["warnings"]
    )


def _cache_file(folder: str) -> Path | None:
    """Return the path of the cache file, or None if there is no folder that can be trusted."""
    own = find_cache_folder(folder)
    return None if own is None else own / "checked.json"
