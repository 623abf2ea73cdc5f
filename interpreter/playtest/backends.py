"""Which backend plays the games of a playtest."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.engine.native import NativeGames, prepare
from interpreter.errors import PlayError, Problem, Where
from interpreter.language.executable import Backend, NotInstalled, NotNative
from interpreter.matches.match import Game
from interpreter.players.making import QUICK, TABLE

NATIVE_FROM = 500
"""So many games are worth making machine code for."""
INSTALL = "pip install 'cahier[fast]'"


def is_native(
    game: Game, backend: Backend, seated: Mapping[str, str], games: int, seed: int
) -> tuple[bool, str | None]:
    """Whether machine code plays so many games of a run between these players, made if need be; and why not, if it
    should and can't. Raises PlayError if it is asked for by name and can't.
    """
    if backend == "python" or (backend == "auto" and games < NATIVE_FROM):
        return False, None
    others = [f"seat {seat} is played by `{name}`" for seat, name in seated.items() if name not in QUICK]
    if others and backend == "auto":
        return False, None
    try:
        if others:
            raise NotNative(f"{others[0]}, which only Python does")
        prepare(game)
        NativeGames(game, seed, [seat for seat, name in seated.items() if name == TABLE])
    except NotNative as error:
        if backend == "auto":
            return False, f"played in Python: {error}"
        meant = INSTALL if isinstance(error, NotInstalled) else None
        problem = Problem(Where(game.id), "no-backend", f"the games can't be played by machine code: {error}", meant)
        raise PlayError(problem) from None
    return True, None
