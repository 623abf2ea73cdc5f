"""Cache of games that are ready for play, with their code and tables, keyed by everything they are made of.

Their machine code is cached beside them, for each version of wasmtime and kind of machine. The cache lies in a folder
of the user's own that nobody else can write to; without one, games are loaded anew.
"""

from __future__ import annotations

import base64
import contextlib
import pickle
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.cache_folder import find_cache_folder
from cli.check.check_cache import content_key
from interpreter.rulebook import find_folder, is_own_variant, is_setting
from interpreter.support import read_cached, write_cached

if TYPE_CHECKING:
    from interpreter.language import NativeCode, NotCompilableError
    from interpreter.matches import Game

MAX_ENTRIES = 20
"""Maximum number of games in the cache, and of files with machine code; the latest are kept."""
GAME_SUFFIX, NATIVE_SUFFIX = ".ready", ".native"


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
        return self.game_path.with_suffix(f".{sha256(made_for.encode()).hexdigest()[:16]}{NATIVE_SUFFIX}")


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


def _save_to_cache(place: Path, made: Any) -> None:
    with contextlib.suppress(pickle.PicklingError, RecursionError):
        write_cached(place, base64.b64encode(pickle.dumps(made, protocol=5)).decode("ascii"))
    _drop_oldest(place)


def _load_cached(place: Path) -> Any:
    text = read_cached(place)
    if text is None:
        return None
    try:
        return pickle.loads(base64.b64decode(text))
    except Exception:  # a damaged entry can be made again
        return None


def _drop_oldest(place: Path) -> None:
    """Delete all but the latest files of this kind from the cache."""
    with contextlib.suppress(OSError):
        found = sorted(place.parent.glob(f"*{place.suffix}*"), key=lambda path: path.stat().st_mtime_ns)
        for path in found[:-MAX_ENTRIES]:
            path.unlink()
