"""Saved matches, replayed up to the saved position."""

from __future__ import annotations

import os

from interpreter.engine.saves import SaveData, position_digest, read_save
from interpreter.errors import CahierError, Location, PlayError, Problem, SaveError
from interpreter.formats import LANGUAGE_VERSION
from interpreter.matches.loading import load
from interpreter.matches.match import Game, Match
from interpreter.matches.older import differing_rule_message


def load_match(path: str | os.PathLike[str], game: Game | None = None) -> Match:
    """Return the match saved in a file, ready to continue.

    Args:
        path: The file.
        game: The game. Pass it for a file from a stranger. By default, the rules and variants are loaded from the paths
            in the file.

    Raises:
        SaveError: The file is incomplete or altered, or its rules differ from those of the game.
    """
    where, saved = Location(os.fspath(path)), read_save(path)
    game = game or _game_named(saved, where)
    if game.id != saved.game or (game.rulebook.digest != saved.rules and saved.language == LANGUAGE_VERSION):
        raise SaveError(
            Problem(where, "other-rules", f"it was saved with other rules of `{saved.game}` than those here now")
        )
    match = game.start(saved.seed)
    for choice in saved.choices:
        try:
            match.choose(choice)
        except PlayError as error:
            if saved.language != LANGUAGE_VERSION:
                message = differing_rule_message(saved.language, match, choice)
                raise SaveError(Problem(where, "played-by-older", message)) from None
            raise SaveError(Problem(where, "not-playable", f"its choices can't be played: {error.message}")) from None
    if saved.language == LANGUAGE_VERSION and position_digest(match.snapshot()) != saved.position:
        raise SaveError(
            Problem(where, "other-position", "its choices lead to another position than the one that was saved")
        )
    return match


def _game_named(saved: SaveData, where: Location) -> Game:
    """Return the game that a save names: from its folder if that still exists, else by the game's id."""
    rules = saved.folder if os.path.isdir(saved.folder) else saved.game
    try:
        return load(rules, saved.variants, saved.players)
    except CahierError as error:
        raise SaveError(Problem(where, "no-such-game", f"its game can't be loaded: {error.message}")) from None
