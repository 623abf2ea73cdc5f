"""Libraries: folders of the user's own in which games, variants and languages are found by name.

In a library, a game is a folder NAME, a variant a file ID.yaml or a folder ID with a file variant.yaml, and a language
of a game a file GAME.LANGUAGE.yaml. The environment variable CAHIER_LIBRARY lists the libraries. After them comes the
library in the user's data folder, into which `cahier add` puts games and variants.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from interpreter.support.errors import Location, Problem, RulebookError

VARIABLE = "CAHIER_LIBRARY"
"""Environment variable that lists the libraries."""
MOST_ENTRIES = 5000
VARIANT_FILE = "variant.yaml"
"""The file that makes a folder a variant, with scenarios, texts, records and art of its own."""
ENDING = ".yaml"
"""Suffix of files in a library."""
LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", re.ASCII)
"""The form of a language code: `fr`, `pt-BR`."""
_OF_A_LANGUAGE = re.compile(rf"[a-z][a-z0-9_]*\.{LANGUAGE_CODE.pattern}{re.escape(ENDING)}", re.ASCII)


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A game or a variant in a library: the name by which it is found, and its path."""

    name: str
    path: str


def own_library() -> str:
    """Return the path of the library in the user's data folder, which may not exist yet."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(base, "cahier", "library")


def named_libraries() -> tuple[str, ...]:
    """Return the libraries that the environment names, as they were typed."""
    listed = os.environ.get(VARIABLE, "").split(os.pathsep)
    return tuple(dict.fromkeys(folder for folder in listed if folder))


def libraries() -> tuple[str, ...]:
    """Return all libraries in search order: those that the environment names, then the user's own if there is one."""
    own = own_library()
    return (*named_libraries(), *([own] if os.path.isabs(own) and os.path.isdir(own) else ()))


def library_games() -> list[LibraryEntry]:
    """Return the games of all libraries in search order, sorted within each; of equal names the first is used.

    Raises:
        RulebookError: A library can't be read.
    """
    return [
        LibraryEntry(entry, os.path.join(folder, entry))
        for folder in libraries()
        for entry in _entries(folder)
        if os.path.lexists(os.path.join(folder, entry, "game.yaml"))
    ]


def library_variants() -> list[LibraryEntry]:
    """Return the variant files of all libraries in search order, sorted within each.

    Raises:
        RulebookError: A library can't be read.
    """
    found = []
    for folder in libraries():
        for entry in _entries(folder):
            path = os.path.join(folder, entry)
            if entry.endswith(ENDING) and not _OF_A_LANGUAGE.fullmatch(entry):
                found.append(LibraryEntry(entry.removesuffix(ENDING), path))
            elif os.path.lexists(inside := os.path.join(path, VARIANT_FILE)):
                found.append(LibraryEntry(entry, inside))
    return found


def variant_path(name: str) -> str | None:
    """Return the path of a variant of this name in the current folder, as a command takes it; None if there is none."""
    if os.path.basename(name) != name or "\0" in name:
        return None
    if os.path.isfile(f"{name}{ENDING}"):
        return f"{name}{ENDING}"
    return os.path.join(os.curdir, name) if os.path.isfile(os.path.join(name, VARIANT_FILE)) else None


def library_languages(game: str, language: str) -> list[str]:
    """Return the paths of all libraries' files for a game's id and a language, in search order.

    Raises:
        RulebookError: A library can't be read.
    """
    name = f"{game}.{language}{ENDING}"
    return [os.path.join(folder, name) for folder in libraries() if name in _entries(folder)]


def language_files(game: str, language: str, variants: Iterable[str]) -> list[str]:
    """Return the paths of the files for a game and a language outside its folder: of libraries, then of variants.

    Args:
        game: The game's id.
        language: Language code.
        variants: Paths of the variants in effect; one with a folder of its own has its languages in `text/`.

    Raises:
        RulebookError: A library can't be read.
    """
    if not LANGUAGE_CODE.fullmatch(language):
        return []
    folders = [os.path.dirname(path) for path in variants if os.path.basename(path) == VARIANT_FILE]
    found = [os.path.join(folder, "text", f"{language}{ENDING}") for folder in folders]
    return library_languages(game, language) + [path for path in found if os.path.lexists(path)]


def list_names(folder: str) -> list[str] | None:
    """Return the names in a folder; None if there are more than MOST_ENTRIES. Raises OSError."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, MOST_ENTRIES + 1)]
    return names if len(names) <= MOST_ENTRIES else None


def _entries(folder: str) -> list[str]:
    """Return the names in a library, sorted, without hidden ones."""
    where = Location(folder)
    try:
        names = list_names(folder)
    except FileNotFoundError:
        message = "there is no such folder; --library and CAHIER_LIBRARY name folders with games and variants"
        raise RulebookError(Problem(where, "no-library", message)) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RulebookError(Problem(where, "no-library", f"this library can't be read: {why}")) from None
    if names is None:
        raise RulebookError(Problem(where, "too-many-files", f"more than {MOST_ENTRIES} files in one library"))
    if "game.yaml" in names:
        message = "this is the folder of a game; a library is a folder that contains such folders"
        raise RulebookError(Problem(where, "no-library", message))
    return sorted(name for name in names if not name.startswith("."))
