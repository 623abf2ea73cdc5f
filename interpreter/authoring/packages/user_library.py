"""The user's own library, in the data folder: games and variants that were added are found by name."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from interpreter.authoring.packages.archive import PACKAGE_ENDING, read_package
from interpreter.authoring.packages.package_content import GAME, GAME_FILE, PackageContent, collect, read_variant
from interpreter.authoring.yaml_spans import problems_in_original, write_file
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.overlays.overlays import variants_of
from interpreter.rulebook.source.files import find_folder, installed_games
from interpreter.rulebook.source.library import ENDING, VARIANT_FILE, list_names, own_library
from interpreter.support.atomic_writes import AtomicFolder
from interpreter.support.errors import Location, Problem, RulebookError, SaveError
from interpreter.support.similar_words import closest_match


@dataclass(frozen=True, slots=True)
class AddedPackage:
    """A game or variant that was added to the library.

    Attributes:
        content: The content.
        path: Its folder in the library.
        has_game: True for a game, and for a variant whose game is there and with which it was loaded.
    """

    content: PackageContent
    path: str
    has_game: bool


def add_package(given: str) -> AddedPackage:
    """Add a game or variant to the library: all of its files or none; nothing is overwritten.

    Args:
        given: Path of a package, of a folder, or of a variant's file.

    Raises:
        RulebookError: There is nothing to add, it is broken, or its name is taken.
        SaveError: The library can't be written.
    """
    content = read_package(given) if given.endswith(PACKAGE_ENDING) else collect(_only_one_in(given))
    library = own_library()
    _check_name_free(content, library, given)
    try:
        os.makedirs(library, exist_ok=True)
    except OSError as error:
        message = f"the library can't be made: {error.strerror}"
        raise SaveError(Problem(Location(library), "cannot-write", message)) from None
    target = os.path.join(library, content.id)
    with AtomicFolder(target) as made:
        try:
            for name, data in content.files.items():
                write_file(Path(made.part_path, name), data)
        except OSError as error:
            message = f"can't be written, and nothing was added: {error.strerror}"
            raise SaveError(Problem(Location(target), "cannot-write", message)) from None
        try:
            has_game = _verify(content, made.part_path, given)
        except RulebookError as error:
            raise RulebookError(problems_in_original(error.problems, made.part_path, given)) from None
    return AddedPackage(content, target, has_game)


def _only_one_in(given: str) -> str:
    """Return the folder of the game or variant in a folder, such as the working copy of a repository."""
    if not os.path.lexists(given):
        message = f"there is no such file or folder; name a {PACKAGE_ENDING} file, a folder, or a variant's file"
        raise RulebookError(Problem(Location(given), "nothing-to-add", message))
    if os.path.isfile(given) and os.path.basename(given) != GAME_FILE and not given.endswith((".yaml", ".yml")):
        message = f"this is neither a package, whose name ends in {PACKAGE_ENDING}, nor a variant's file"
        raise RulebookError(Problem(Location(given), "nothing-to-add", message))
    if not os.path.isdir(given) or _has_main_file(given):
        return given
    try:
        names = sorted(name for name in list_names(given) or () if not name.startswith("."))
    except OSError as error:
        raise RulebookError(Problem(Location(given), "unreadable", f"can't be read: {error.strerror}")) from None
    inside = [os.path.join(given, name) for name in names]
    found = [path for path in inside if _has_main_file(path) and not os.path.islink(path)]
    if len(found) == 1:
        return found[0]
    message = f"there is no {GAME_FILE} and no {VARIANT_FILE} in it, so it is neither a game nor a variant"
    if found:
        message = f"there are several in it; add one of them: {', '.join(found[:8])}"
    raise RulebookError(Problem(Location(given), "nothing-to-add", message))


def _has_main_file(folder: str) -> bool:
    return any(os.path.lexists(os.path.join(folder, name)) for name in (GAME_FILE, VARIANT_FILE))


def _check_name_free(content: PackageContent, library: str, given: str) -> None:
    """Raise RulebookError if a game comes with the program under this name, or the library has something of it."""
    if content.kind == GAME and content.id in installed_games():
        message = f"`{content.id}` is a game that comes with cahier; this one needs another id"
        raise RulebookError(Problem(Location(given), "name-taken", message))
    if content.id in _entries(library) or f"{content.id}{ENDING}" in _entries(library):
        message = f"the library has `{content.id}` already; `cahier remove {content.id}` first, to replace it"
        raise RulebookError(Problem(Location(given), "name-taken", message))


def _verify(content: PackageContent, folder: str, given: str) -> bool:
    """Load what was unpacked, and return True if there was a game to load it with. Raises RulebookError."""
    if content.kind == GAME:
        book = load_rulebook(folder)
        _check_id(content, book.id, given)
        if wrong := variants_of(folder)[1]:
            raise RulebookError(wrong)
        return True
    path = os.path.join(folder, VARIANT_FILE)
    variant, game = read_variant(path)
    _check_id(content, variant.id, given)
    try:
        find_folder(game)
    except RulebookError:
        return False
    load_rulebook(game, variants=path)
    return True


def _check_id(content: PackageContent, found: str, given: str) -> None:
    if found != content.id:
        message = f"its manifest says that it is `{content.id}`, and its files that it is `{found}`"
        raise RulebookError(Problem(Location(given), "bad-package", message))


def _entries(library: str) -> list[str]:
    """Return the names in the library, sorted; none if there is no library yet."""
    try:
        return sorted(name for name in list_names(library) or () if not name.startswith("."))
    except FileNotFoundError:
        return []
    except OSError as error:
        message = f"the library can't be read: {error.strerror}"
        raise RulebookError(Problem(Location(library), "unreadable", message)) from None


def remove_package(name: str) -> str:
    """Remove a game or variant from the library, and return its former path.

    It is moved out of sight first, so that no command finds half of it.

    Raises:
        RulebookError: The library has nothing of this name.
        SaveError: It can't be removed.
    """
    library = own_library()
    names = _entries(library)
    entry = next((each for each in (name, f"{name}{ENDING}") if each in names), None)
    if entry is None:
        known = [each.removesuffix(ENDING) for each in names]
        message = f"the library has nothing of this name; it has: {', '.join(known) or 'nothing'}"
        raise RulebookError(Problem(Location(name), "not-in-library", message, closest_match(name, known)))
    path = os.path.join(library, entry)
    aside = os.path.join(library, f".{entry}.{os.urandom(4).hex()}.removed")
    try:
        os.rename(path, aside)
        if os.path.isdir(aside) and not os.path.islink(aside):
            shutil.rmtree(aside)
        else:
            os.unlink(aside)
    except OSError as error:
        message = f"can't be removed: {error.strerror}"
        raise SaveError(Problem(Location(path), "cannot-write", message)) from None
    return path
