"""References to games, variants and other files in documents that may be handed on: no folder of this machine in them.

A reference is a name where that is enough: of a game or a variant that is installed or in a library. Otherwise it is a
path relative to the document if the file lies beside it, else the last part of the path.
"""

from __future__ import annotations

import os

from interpreter.rulebook.source.files import installed_folder, installed_games, is_installed, is_own_variant, is_path
from interpreter.rulebook.source.library import LibraryEntry, library_games, library_variants


def is_found_by_name(folder: str, game: str) -> bool:
    """Return True if a game's id alone leads to its folder: it is installed, or the first of this name in a library."""
    if is_installed(folder):
        return os.path.basename(os.path.realpath(folder)) == game
    return game not in installed_games() and _is_first(library_games(), game, folder)


def find_named_game(game: str) -> str | None:
    """Return the folder of the installed game or library game with a name, or None."""
    if game in installed_games():
        return installed_folder(game)
    return next((each.path for each in library_games() if each.name == game), None)


def reference_to_variant(given: str, variant: str, folder: str) -> str:
    """Return the id of a variant of a game's folder if that is enough to find it, else what is given: its path."""
    if is_path(given) and not is_own_variant(variant, folder) and _is_first(library_variants(), variant, given):
        return variant
    return given


def reference_beside(path: str, home: str | None) -> str:
    """Return a reference to a file from a document in the folder `home` (None: anywhere).

    It is a relative path if the file lies in that folder, in one beside it, or around it, else the file's name.
    """
    real = os.path.realpath(path)
    if home is not None:
        parts = os.path.relpath(real, os.path.realpath(home)).split(os.sep)
        up = parts.count(os.pardir)
        if up == 0 or up == len(parts) or (up == 1 and len(parts) == 2):
            return "/".join(parts)
    return os.path.basename(real)


def is_beside(path: str, home: str) -> bool:
    """Return True if a document in the folder `home` refers to a file by a path that leads to it."""
    return os.path.realpath(os.path.join(home, reference_beside(path, home))) == os.path.realpath(path)


def _is_first(entries: list[LibraryEntry], name: str, path: str) -> bool:
    """Return True if the first of some libraries' entries with a name is at a path."""
    first = next((each.path for each in entries if each.name == name), None)
    return first is not None and os.path.realpath(first) == os.path.realpath(path)
