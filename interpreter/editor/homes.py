"""Assignment of files in the editor to their games."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from interpreter.errors import RulebookError
from interpreter.rulebook.files import FOLDERS, SINGLE_KINDS, find_folder

_FOR = re.compile(r"^for: *['\"]?([a-z0-9_]+)['\"]? *(?:#.*)?$", re.MULTILINE)
_ID = re.compile(r"^id: *\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class GameWorkspace:
    """The folder of a game, and the path of a variant that lies outside of it."""

    folder: str
    variant: str | None = None

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants in effect."""
        return () if self.variant is None else (self.variant,)

    @property
    def main_file(self) -> str:
        """Path of the file that shows problems without a place in another file."""
        return self.variant or os.path.join(self.folder, "game.yaml")


def workspace_of(path: str, text: str) -> GameWorkspace | None:
    """Return the game that a file with this text belongs to; None if it belongs to none."""
    if not path.endswith(".yaml"):
        return None
    folder, name = os.path.split(path)
    if _is_game(folder):
        return GameWorkspace(folder) if name.removesuffix(".yaml") in SINGLE_KINDS else None
    above, sub = os.path.split(folder)
    if _is_game(above):
        return GameWorkspace(above) if sub in FOLDERS else None
    game = _FOR.search(text)
    if game is None or _ID.search(text) is None:
        return None
    try:
        return GameWorkspace(find_folder(game[1]), path)
    except RulebookError:
        return None


def _is_game(folder: str) -> bool:
    return os.path.lexists(os.path.join(folder, "game.yaml"))
