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
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.source.files import is_installed, is_path
from interpreter.support.errors import Location, Problem, SaveError
from interpreter.support.formats import LANGUAGE_VERSION

if TYPE_CHECKING:
    from interpreter.engine.saves import SaveData
    from interpreter.matches.match import Game


def format_variant_options(variants: Sequence[str]) -> list[str]:
    """Return the options that name these variants, as words of a command."""
    return [word for variant in variants for word in ("--variant", variant)]


def format_required_options(variants: Sequence[str]) -> list[str]:
    """Return the options without which a file that names these variants is refused."""
    return format_variant_options(variants) if any(map(is_path, variants)) else []


def format_resume_words(path: Path, rules: str | None) -> list[str]:
    """Return the words of the command that resumes a save, with the rules in a folder if one is given."""
    return ["cahier", "play", *([] if rules is None else [rules]), "--load", str(path)]


def format_resume_command(book: Rulebook, path: Path) -> str:
    """Return the command that resumes a save in a file chosen by the user."""
    rules = None if is_installed(book.folder) else book.folder
    return shlex.join([*format_resume_words(path, rules), *format_required_options(book.requested_variants)])


def refuse_paths(where: Location, folder: str | None, variants: Sequence[str], command: Sequence[str]) -> None:
    """Raise SaveError if a file names rules in a folder, or variants by path; `command` is what opens them."""
    named = [f"the rules in `{folder}`"] if folder is not None else []
    named += [f"the variant `{variant}`" for variant in variants if is_path(variant)]
    if named:
        message = f"this game was played with {' and '.join(named)}; what a file names by path is not opened unasked"
        raise SaveError(Problem(where, "unasked", message, shlex.join(command)))


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
    from interpreter.rulebook.source.files import INSTALLED, installed_games

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
