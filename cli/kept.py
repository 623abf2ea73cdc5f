"""Games made ready for play, kept with their code and tables under all that they are made of: playing again begins at
once.

They are kept only in a folder of the user's own that nobody else can write to; without one, games are loaded as ever.
"""

from __future__ import annotations

import base64
import contextlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cli.own import own_folder
from cli.verdicts import content_key
from interpreter.memory import keep, recalled
from interpreter.rulebook.files import find_folder, is_path

if TYPE_CHECKING:
    from interpreter.matches.match import Game

MOST = 20
"""So many games are kept, the latest."""
ENDING = ".ready"


def ready_game(
    name: str,
    variants: tuple[str, ...],
    players: int | None,
    prepare: Callable[[Game], None] = lambda game: None,
) -> Game:
    """The game, ready for quick play. `prepare` makes what else is needed, which is kept, too. Raises RulebookError."""
    place = _place(name, variants, players)
    game = None if place is None else _recalled(place)
    if game is not None:
        made = game.program.has_machine
        prepare(game)
        if game.program.has_machine == made:
            return game
    else:
        from interpreter import load

        game = load(name, variants, players)
        _ = game.program.code(logged=False), game.bots
        prepare(game)
    if place is not None and place == _place(name, variants, players):  # else the files were changed meanwhile
        with contextlib.suppress(pickle.PicklingError, RecursionError):
            keep(place, base64.b64encode(pickle.dumps(game, protocol=5)).decode("ascii"))
        _forget(place.parent)
    return game


def _place(name: str, variants: tuple[str, ...], players: int | None) -> Path | None:
    """Where the game is kept; None if it can't be: a variant's file may lie anywhere, or there is no place."""
    own = own_folder(find_folder(name))
    key = None if any(map(is_path, variants)) else content_key(name, players, f"play {variants}")
    return None if own is None or key is None else own / f"{key}{ENDING}"


def _recalled(place: Path) -> Game | None:
    text = recalled(place)
    if text is None:
        return None
    try:
        game: Game = pickle.loads(base64.b64decode(text))
    except Exception:  # whatever is wrong with it, it can be made again
        return None
    return game


def _forget(own: Path) -> None:
    """Let go of all but the latest games."""
    with contextlib.suppress(OSError):
        found = sorted(own.glob(f"*{ENDING}*"), key=lambda path: path.stat().st_mtime_ns)
        for path in found[:-MOST]:
            path.unlink()
