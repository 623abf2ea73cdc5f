"""Games made ready for play, kept with their code and tables under all that they are made of: playing again begins at
once. Their machine code is kept beside them, for each wasmtime and kind of machine.

They are kept only in a folder of the user's own that nobody else can write to; without one, games are loaded as ever.
"""

from __future__ import annotations

import base64
import contextlib
import pickle
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.own import own_folder
from cli.verdicts import content_key
from interpreter.memory import keep, recalled
from interpreter.rulebook.files import find_folder, is_own_variant, is_setting

if TYPE_CHECKING:
    from interpreter.language.executable import NativeCode, Unfit
    from interpreter.matches.match import Game

MOST = 20
"""So many games are kept, the latest, and so many times machine code."""
READY, NATIVE = ".ready", ".native"


@dataclass(frozen=True, slots=True)
class Asked:
    """A game as it was asked for. `covers`: made so that it is known which of its rules are carried out."""

    name: str
    variants: tuple[str, ...]
    players: int | None
    covers: bool = False

    def place(self) -> Path | None:
        """Where it is kept; None if it can't be: a variant's file lies outside its folder, or there is no place."""
        folder = find_folder(self.name)
        own = own_folder(folder)
        key = None
        if all(is_setting(each) or is_own_variant(each, folder) for each in self.variants):
            key = content_key(self.name, self.players, f"{'cover' if self.covers else 'play'} {self.variants}")
        return None if own is None or key is None else own / f"{key}{READY}"


@dataclass(frozen=True, slots=True)
class NativeShelf:
    """Keeps the machine code of a game whose own place is `beside`; see engine.rules.Shelf."""

    asked: Asked
    beside: Path

    def recalled(self, made_for: str) -> NativeCode | Unfit | None:
        from interpreter.language.executable import NativeCode, Unfit

        found = _recalled(self._place(made_for))
        return found if isinstance(found, NativeCode | Unfit) else None

    def keep(self, made_for: str, made: NativeCode | Unfit) -> None:
        if self.beside == self.asked.place():  # else the files were changed meanwhile
            _keep(self._place(made_for), made)

    def _place(self, made_for: str) -> Path:
        return self.beside.with_suffix(f".{sha256(made_for.encode()).hexdigest()[:16]}{NATIVE}")


def ready_game(name: str, variants: tuple[str, ...], players: int | None, covers: bool = False) -> Game:
    """The game, ready for quick play; it knows where its machine code is kept, if it is. `covers`: as of Asked. Raises
    RulebookError."""
    asked = Asked(name, variants, players, covers)
    place = asked.place()
    game = None if place is None else _recalled_game(place)
    if game is None:
        from interpreter import load

        game = load(name, variants, players)
        if covers:
            game = game.covering()
        _ = game.program.code(logged=False), game.bots
        if place != asked.place():  # the files were changed meanwhile
            return game
        if place is not None:
            _keep(place, game)
    if place is not None:
        game.shelf = NativeShelf(asked, place)
    return game


def _recalled_game(place: Path) -> Game | None:
    found = _recalled(place)
    if found is None:
        return None
    from interpreter.matches.match import Game

    return found if isinstance(found, Game) else None


def _keep(place: Path, made: Any) -> None:
    with contextlib.suppress(pickle.PicklingError, RecursionError):
        keep(place, base64.b64encode(pickle.dumps(made, protocol=5)).decode("ascii"))
    _forget(place)


def _recalled(place: Path) -> Any:
    text = recalled(place)
    if text is None:
        return None
    try:
        return pickle.loads(base64.b64decode(text))
    except Exception:  # whatever is wrong with it, it can be made again
        return None


def _forget(place: Path) -> None:
    """Let go of all but the latest of what is kept under such names."""
    with contextlib.suppress(OSError):
        found = sorted(place.parent.glob(f"*{place.suffix}*"), key=lambda path: path.stat().st_mtime_ns)
        for path in found[:-MOST]:
            path.unlink()
