"""The game of a saved match.

Rules and variants that a save names by path are opened only if `play` itself wrote the save, or the user names them.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.play.saved_matches import is_in_saves_folder
from cli.ready_games import load_ready_game
from cli.variant_options import format_variant_options, refuse_paths
from interpreter.support import LANGUAGE_VERSION, Location, Problem, SaveError

if TYPE_CHECKING:
    from interpreter.engine import SaveData
    from interpreter.matches import Game


def load_game_of_save(
    saved: SaveData, path: Path, name: str | None, variants: Sequence[str], command: Callable[[str | None], list[str]]
) -> Game:
    """Load the game of a save, with the rules and variants that the user names, else with those of the save.

    `command` returns the words of the command that opens the save with some rules.

    Raises:
        SaveError: The user has to name the rules or variants, or has named another game.
        RulebookError: The rules have mistakes.
    """
    game = _load_game(saved, path, name, variants, command)
    if game.id != saved.game:
        message = f"this is a game of {saved.game}, not of {game.id}"
        raise SaveError(Problem(Location(str(path)), "other-game", message))
    return game


def _load_game(
    saved: SaveData, path: Path, name: str | None, variants: Sequence[str], command: Callable[[str | None], list[str]]
) -> Game:
    from interpreter.rulebook import INSTALLED, installed_games

    where = Location(str(path))
    wanted = tuple(variants) or saved.variants
    if is_in_saves_folder(path):
        if name is not None or os.path.isdir(saved.folder):
            return load_ready_game(name or saved.folder, wanted, saved.players)
        if saved.game not in installed_games():
            message = f"its rules lay in `{saved.folder}`, and are there no more: `{shlex.join(command('FOLDER'))}`"
            raise SaveError(Problem(where, "no-such-game", message))

    def refuse(folder: str | None, rules: str | None) -> None:
        named = () if variants else saved.variants
        refuse_paths(where, folder, named, [*command(rules), *format_variant_options(wanted)])

    if name is None and saved.game not in installed_games():
        refuse(saved.folder, saved.folder)
    refuse(None, name)
    game = load_ready_game(name or saved.game, wanted, saved.players)
    others = game.rulebook.digest != saved.rules and saved.language == LANGUAGE_VERSION
    if others and name is None and saved.folder != str(INSTALLED / "rules" / saved.game):
        refuse(saved.folder, saved.folder)
    return game
