"""Choice of the backend that plays the games of a playtest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.engine.native import NativeGames, prepare_native
from interpreter.errors import Location, PlayError, Problem
from interpreter.extras import install_command
from interpreter.language.executable import Backend, NativeUnavailable, RuntimeNotInstalled
from interpreter.matches.match import Game
from interpreter.players.making import STATE_ONLY, TABLE

MIN_NATIVE_GAMES = 500
"""Number of games from which compiling to machine code pays off."""


@dataclass(frozen=True, slots=True)
class BackendChoice:
    """The backend of a run.

    Attributes:
        native: The memory in which machine code plays; None for Python.
        fallback_reason: The reason why machine code can't play, if it should.
    """

    native: NativeGames | None = None
    fallback_reason: str | None = None


def choose_backend(game: Game, backend: Backend, seated: Mapping[str, str], games: int, seed: int) -> BackendChoice:
    """Choose the backend for a number of games between these players, and compile machine code if needed.

    Raises PlayError if machine code is requested by name but not available.
    """
    if backend == "python" or (backend == "auto" and games < MIN_NATIVE_GAMES):
        return BackendChoice()
    others = [f"seat {seat} is played by `{name}`" for seat, name in seated.items() if name not in STATE_ONLY]
    if others and backend == "auto":
        return BackendChoice()
    try:
        if others:
            raise NativeUnavailable(f"{others[0]}, whose decisions only Python takes")
        prepare_native(game)
        return BackendChoice(native_games(game, seed, seated))
    except NativeUnavailable as error:
        if backend == "auto":
            return BackendChoice(fallback_reason=f"played in Python: {error}")
        raise backend_error(game, error) from None


def backend_error(game: Game, cause: NativeUnavailable) -> PlayError:
    """Return the error that machine code can't play a game."""
    suggestion = install_command("fast") if isinstance(cause, RuntimeNotInstalled) else None
    return PlayError(
        Problem(Location(game.id), "no-backend", f"the games can't be played by machine code: {cause}", suggestion)
    )


def native_games(game: Game, seed: int, seated: Mapping[str, str]) -> NativeGames:
    """Return a memory in which existing machine code plays a run between these players. Raises NotNative."""
    return NativeGames(game, seed, [seat for seat, name in seated.items() if name == TABLE])
