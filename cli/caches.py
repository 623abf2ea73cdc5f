"""Caches in a folder of the user's own: results of `check` and `list`, games ready for play, and their machine code.

All are keyed by everything that they are made of; machine code also by the version of wasmtime and the kind of
machine. If anything is wrong with the folder or its files, or others can write to it, nothing is cached.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import stat
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.rulebook import INSTALLED, Problems, find_folder, is_own_variant, is_setting, list_files, read_files

if TYPE_CHECKING:
    from interpreter.language import NativeCode, NotCompilableError
    from interpreter.matches import Game


def find_cache_folder(rules: str) -> Path | None:
    """Return the folder, created if needed, or None if there is none that can be trusted.

    A folder within the `rules` of a game is not used either.
    """
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    if not os.path.isabs(base) or not hasattr(os, "geteuid"):
        return None
    own = os.path.realpath(os.path.join(base, "cahier"))
    for folder in (os.path.realpath(rules), os.path.realpath(INSTALLED / "rules")):
        if os.path.commonpath([own, folder]) == folder:  # never within a game's folder
            return None
    try:
        os.makedirs(own, mode=0o700, exist_ok=True)
        status = os.lstat(own)
    except OSError:
        return None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        return None
    return Path(own)


MAX_RESULTS = 100
"""Maximum number of cached results; the latest are kept."""
LIBRARIES = ("lark", "networkx", "yaml")
"""Libraries that read a game, and whose objects are cached with it."""


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


def load_result(key: str, folder: str) -> Any:
    """Return the result that was cached for this key and a game in this folder, or None."""
    own = find_cache_folder(folder)
    return None if own is None else _load_cached(own / f"{key}{RESULT_SUFFIX}")


def store_result(key: str, folder: str, result: Any) -> None:
    """Cache the result for a game without errors; failures to do so are ignored."""
    own = find_cache_folder(folder)
    if own is not None:
        _save_to_cache(own / f"{key}{RESULT_SUFFIX}", result, MAX_RESULTS)


MAX_ENTRIES = 20
"""Maximum number of games in the cache, and of files with machine code; the latest are kept."""
GAME_SUFFIX, NATIVE_SUFFIX, RESULT_SUFFIX = ".ready", ".native", ".checked"


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A request for a game. `covers`: with code that records which of its rules are carried out."""

    name: str
    variants: tuple[str, ...]
    players: int | None
    covers: bool = False

    def find_cache_path(self) -> Path | None:
        """Return the path in the cache, or None if the game can't be cached.

        That is the case if a variant's file lies outside the game's folder, or if there is no folder for the cache.
        """
        folder = find_folder(self.name)
        own = find_cache_folder(folder)
        key = None
        if all(is_setting(each) or is_own_variant(each, folder) for each in self.variants):
            key = content_key(self.name, self.players, f"{'cover' if self.covers else 'play'} {self.variants}")
        return None if own is None or key is None else own / f"{key}{GAME_SUFFIX}"


@dataclass(frozen=True, slots=True)
class NativeCodeCache:
    """Cache of the machine code of a game that is itself cached at `game_path`; see engine.rules.Shelf."""

    request: GameRequest
    game_path: Path

    def load(self, made_for: str) -> NativeCode | NotCompilableError | None:
        """Return the cached machine code for this kind of machine, or None."""
        from interpreter.language import NativeCode, NotCompilableError

        found = _load_cached(self._place(made_for))
        return found if isinstance(found, NativeCode | NotCompilableError) else None

    def store(self, made_for: str, made: NativeCode | NotCompilableError) -> None:
        """Cache the machine code, unless the game's files have changed meanwhile."""
        if self.game_path == self.request.find_cache_path():  # else the files have changed meanwhile
            _save_to_cache(self._place(made_for), made)

    def _place(self, made_for: str) -> Path:
        return self.game_path.with_suffix(f".{hashlib.sha256(made_for.encode()).hexdigest()[:16]}{NATIVE_SUFFIX}")


def load_ready_game(name: str, variants: tuple[str, ...], players: int | None, covers: bool = False) -> Game:
    """Return a game, ready for quick play, from the cache if possible; it knows the cache of its machine code.

    `covers`: as in `GameRequest`. Raises RulebookError.
    """
    asked = GameRequest(name, variants, players, covers)
    place = asked.find_cache_path()
    game = None if place is None else _load_cached_game(place)
    if game is None:
        from interpreter import load

        game = load(name, variants, players)
        if covers:
            game = game.with_coverage()
        _ = game.program.code(logged=False), game.bots
        if place != asked.find_cache_path():  # the files have changed meanwhile
            return game
        if place is not None:
            _save_to_cache(place, game)
    if place is not None:
        game.shelf = NativeCodeCache(asked, place)
    return game


def _load_cached_game(place: Path) -> Game | None:
    found = _load_cached(place)
    if found is None:
        return None
    from interpreter.matches import Game

    return found if isinstance(found, Game) else None


def _save_to_cache(place: Path, made: Any, most: int = MAX_ENTRIES) -> None:
    import pickle

    with contextlib.suppress(pickle.PicklingError, RecursionError):
        write_cached(place, base64.b64encode(pickle.dumps(made, protocol=5)).decode("ascii"))
    _drop_oldest(place, most)


def _load_cached(place: Path) -> Any:
    import pickle

    text = read_cached(place)
    if text is None:
        return None
    try:
        return pickle.loads(base64.b64decode(text))
    except Exception:  # a damaged entry can be made again
        return None


def _drop_oldest(place: Path, most: int) -> None:
    """Delete all but the latest files of this kind from the cache."""
    with contextlib.suppress(OSError):
        found = sorted(place.parent.glob(f"*{place.suffix}*"), key=lambda path: path.stat().st_mtime_ns)
        for path in found[:-most]:
            path.unlink()


def make_room(place: Path, most: int, most_bytes: int) -> None:
    """Delete the oldest files of this kind from the cache until they are few and small enough; not this one."""
    with contextlib.suppress(OSError):
        if place.exists():
            os.utime(place)
        found = sorted(place.parent.glob(f"*{place.suffix}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        total = 0
        for number, path in enumerate(found, 1):
            total += path.stat().st_size
            if path != place and (number > most or total > most_bytes):
                path.unlink()


MAX_BYTES = 64 << 20
"""Largest size of a file that is read, in bytes."""
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def read_cached(path: Path) -> str | None:
    """Return the text that `write_cached` stored.

    None if there is none, it was changed, or other users can write there.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
            return None
        if not (_is_own(status) and _is_own(os.stat(path.parent))):
            return None
        with open(handle, encoding="utf-8", newline="", closefd=False) as file:
            checksum, _, text = file.read().partition("\n")
    except (OSError, ValueError):
        return None
    finally:
        os.close(handle)
    return text if checksum == _checksum(path, text) else None


def write_cached(path: Path, text: str) -> None:
    """Store a text atomically in a file that only its owner can read. Failure is silently ignored."""
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        with contextlib.suppress(FileNotFoundError):  # left by an earlier process with this id
            os.unlink(aside)
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(handle, "w", encoding="utf-8", newline="") as file:
                file.write(f"{_checksum(path, text)}\n{text}")
            os.replace(aside, path)
        except OSError:
            os.unlink(aside)


def _checksum(path: Path, text: str) -> str:
    """Return a checksum of the text and its file's name, so that a renamed file is rejected."""
    return hashlib.sha256(f"{path.name}\n{text}".encode()).hexdigest()


def _is_own(status: os.stat_result) -> bool:
    return hasattr(os, "geteuid") and status.st_uid == os.geteuid() and not status.st_mode & OTHERS_WRITE
