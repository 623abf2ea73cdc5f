"""Choice of the backend that plays the games of a playtest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.engine.native import NativeGames, prepare
from interpreter.errors import PlayError, Problem, Where
from interpreter.extras import install
from interpreter.language.executable import Backend, NotInstalled, NotNative
from interpreter.matches.match import Game
from interpreter.players.making import QUICK, TABLE

NATIVE_FROM = 500
"""Number of games from which compiling to machine code pays off."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The backend of a run.

    Attributes:
        native: The memory in which machine code plays; None for Python.
        why_not: The reason why machine code can't play, if it should.
    """

    native: NativeGames | None = None
    why_not: str | None = None


def chosen_backend(game: Game, backend: Backend, seated: Mapping[str, str], games: int, seed: int) -> Chosen:
    """Choose the backend for a number of games between these players, and compile machine code if needed.

    Raises PlayError if machine code is requested by name but not available.
    """
    if backend == "python" or (backend == "auto" and games < NATIVE_FROM):
        return Chosen()
    others = [f"seat {seat} is played by `{name}`" for seat, name in seated.items() if name not in QUICK]
    if others and backend == "auto":
        return Chosen()
    try:
        if others:
            raise NotNative(f"{others[0]}, whose decisions only Python takes")
        prepare(game)
        return Chosen(native_games(game, seed, seated))
    except NotNative as error:
        if backend == "auto":
            return Chosen(why_not=f"played in Python: {error}")
        raise no_backend(game, error) from None


def no_backend(game: Game, why: NotNative) -> PlayError:
    """Return the error that machine code can't play a game."""
    meant = install("fast") if isinstance(why, NotInstalled) else None
    return PlayError(Problem(Where(game.id), "no-backend", f"the games can't be played by machine code: {why}", meant))


def native_games(game: Game, seed: int, seated: Mapping[str, str]) -> NativeGames:
    """Return a memory in which existing machine code plays a run between these players. Raises NotNative."""
    return NativeGames(game, seed, [seat for seat, name in seated.items() if name == TABLE])
