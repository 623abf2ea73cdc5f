"""The content of a package: the files of a game, or of a variant with its scenarios, texts, records and art.

The same rules hold for files that are packed and for those that are unpacked: only plain files with known endings and
harmless names, within limits of number and size.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.authoring.variants.starters import without_absolute_schema
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Imprint, Rulebook, Variant
from interpreter.rulebook.overlays.overlays import read_overlays, variants_of
from interpreter.rulebook.source.files import containing_game, find_folder
from interpreter.rulebook.source.library import ENDING, VARIANT_FILE, variant_path
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import Location, Problem, RulebookError

GAME_FILE = "game.yaml"
GAME, VARIANT = "game", "variant"
ENDINGS = frozenset(
    {".yaml", ".md", ".txt", ".jsonl", ".csv", ".svg", ".png", ".jpg", ".jpeg", ".ttf", ".otf", ".woff2"}
)
"""Endings of the files that a package may contain."""
PLAIN_NAMES = frozenset({"LICENSE", "LICENCE", "COPYING", "README"})
"""Names without an ending that a package may contain as well."""
MOST_PACKED = 1000
"""Maximum number of files in a package."""
MOST_PACKED_BYTES = 32 * 1024 * 1024
"""Maximum size of all files in a package, in bytes."""
LONGEST_NAME = 200
MOST_LEVELS = 6
"""Maximum number of parts of a path."""
_NAME_PART = re.compile(r"[^\W_]([\w .,+()'’-]*[\w)'’])?")
_DEVICES = re.compile(r"(con|prn|nul|aux|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names of devices on some systems."""


@dataclass(frozen=True, slots=True)
class PackageContent:
    """A game or variant with its files.

    Attributes:
        kind: `game` or `variant`.
        id: The id of the game or variant.
        of: The id of the game that a variant is for; empty for a game.
        title: Its English title.
        imprint: Its author, version and so on.
        files: The contents of its files by path, sorted; the paths have slashes.
        skipped: Paths of files that were left out.
    """

    kind: str
    id: str
    of: str
    title: str
    imprint: Imprint
    files: Mapping[str, bytes]
    skipped: tuple[str, ...] = ()


def collect(given: str) -> PackageContent:
    """Return the content of a game, by name or folder, or of a variant, by its file or its folder.

    The game, or the variant with its game, is loaded once, so that nothing broken is handed on.

    Raises:
        RulebookError: There is no such game or variant, it has mistakes, or its files can't be packed.
    """
    inside = os.path.join(given, VARIANT_FILE)
    if os.path.lexists(inside):
        return _variant(inside, given)
    if given.endswith(ENDING) and os.path.basename(given) != GAME_FILE and os.path.lexists(given):
        whole = os.path.dirname(given) or os.curdir
        return _variant(given, whole if os.path.basename(given) == VARIANT_FILE else None)
    try:
        folder = find_folder(given)
    except RulebookError as error:
        if (meant := variant_path(given)) is None:
            raise
        raise RulebookError(replace(error.problems[0], suggestion=meant)) from None
    book = load_rulebook(folder)
    if wrong := variants_of(folder)[1]:
        raise RulebookError(wrong)
    files, skipped = _read_files(folder)
    return PackageContent(GAME, book.id, "", book.title["en"], book.imprint, files, skipped)


def _variant(path: str, folder: str | None) -> PackageContent:
    """Return the content of a variant; `folder` contains its other files, if it has a folder of its own."""
    variant, game = read_variant(path)
    book = load_rulebook(game, variants=_as_path(path))
    if folder is not None:
        files, skipped = _read_files(folder)
    else:
        names = dict(_companions(path, variant, book))
        files, skipped = {VARIANT_FILE: _read(path)} | {name: _read(file) for name, file in names.items()}, ()
    return PackageContent(VARIANT, variant.id, book.id, variant.title["en"], variant.imprint, files, skipped)


def read_variant(path: str) -> tuple[Variant, str]:
    """Return a variant and its game: the folder around it, or the name by which its game is found.

    Raises:
        RulebookError: The file can't be read, or has mistakes.
    """
    problems = Problems()
    overlays, _ = read_overlays([_as_path(path)], {}, os.path.dirname(path) or os.curdir, None, problems)
    if not overlays:
        raise RulebookError(problems.errors())
    overlay = next(each for each in overlays if each.is_requested)
    return overlay.variant, containing_game(os.path.dirname(path)) or str(overlay.root.data["for"])


def _as_path(path: str) -> str:
    """Return a path that can't be taken for the id of a variant."""
    return path if os.path.dirname(path) else os.path.join(os.curdir, path)


def _companions(path: str, variant: Variant, book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield the other files of a variant that is a single file, by their paths in the package.

    They are the picture that it brings, and the game's scenarios and records that are called after it.
    """
    picture = book.player_texts.image
    if picture is not None and picture.folder:
        yield picture.path, os.path.join(picture.folder, picture.path)
    above = containing_game(os.path.dirname(path))
    for part, ending in (("scenarios", ENDING), ("records", ".jsonl")) if above is not None else ():
        name = f"{part}/{variant.id}{ending}"
        file = os.path.join(above or "", name)
        if os.path.isfile(file) and not os.path.islink(file):
            yield name, file


def _read(path: str) -> bytes:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RulebookError(Problem(Location(path), "unreadable", f"can't be read: {error.strerror}")) from None
    return without_absolute_schema(data) if path.endswith(ENDING) else data


def _read_files(folder: str) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the files of a folder by path, and the paths of those that no package may contain."""
    found: dict[str, bytes] = {}
    skipped: list[str] = []
    size = 0
    for name in sorted(_walk(folder, "", skipped)):
        if reason_against(name) is not None:
            skipped.append(name)
            continue
        found[name] = _read(os.path.join(folder, name))
        size += len(found[name])
        if size > MOST_PACKED_BYTES or len(found) > MOST_PACKED:
            message = f"a package has at most {MOST_PACKED:,} files and {MOST_PACKED_BYTES // 1024 // 1024} MiB"
            raise RulebookError(Problem(Location(folder), "too-many-files", message))
    if clash := find_clash(found):
        raise RulebookError(Problem(Location(os.path.join(folder, clash[1])), "name-clash", _clash_message(*clash)))
    return found, tuple(sorted(skipped))


def _walk(folder: str, within: str, skipped: list[str]) -> Iterator[str]:
    """Yield the paths of the plain files in a folder; links, devices and deeper folders are added to `skipped`."""
    try:
        with os.scandir(os.path.join(folder, within)) as entries:
            listed = [entry for entry in entries if not entry.name.startswith(".")]
    except OSError as error:
        message = f"the folder can't be read: {error.strerror}"
        raise RulebookError(Problem(Location(os.path.join(folder, within)), "unreadable", message)) from None
    for entry in listed:
        name = f"{within}{entry.name}"
        if entry.is_dir(follow_symlinks=False) and name.count("/") < MOST_LEVELS - 1:
            yield from _walk(folder, f"{name}/", skipped)
        elif entry.is_file(follow_symlinks=False):
            yield name
        else:
            skipped.append(name)


def reason_against(name: str) -> str | None:
    """Return the reason why no package may contain a file of this path, or None."""
    parts = name.split("/")
    if len(name) > LONGEST_NAME or len(parts) > MOST_LEVELS:
        return f"a path has at most {LONGEST_NAME} letters and {MOST_LEVELS} parts"
    if name != unicodedata.normalize("NFC", name) or not all(map(_NAME_PART.fullmatch, parts)):
        return "a path within the folder goes here: names of letters, digits, blanks and `. - _`, with `/` between them"
    if any(map(_DEVICES.fullmatch, parts)):
        return "some systems have a device of this name"
    if os.path.splitext(name)[1].lower() not in ENDINGS and parts[-1] not in PLAIN_NAMES:
        return f"a package has only files that end in {', '.join(sorted(ENDINGS))}"
    return None


def find_clash(names: Iterable[str]) -> tuple[str, str] | None:
    """Return two paths of which some systems could keep only one: equal but for case, or one within the other."""
    files: dict[str, str] = {}
    folders: dict[str, str] = {}
    for name in names:
        folded = unicodedata.normalize("NFKC", name).casefold()
        if folded in files or folded in folders:
            return files.get(folded) or folders[folded], name
        files[folded] = name
        above = folded
        while above := above.rpartition("/")[0]:
            if above in files:
                return files[above], name
            folders.setdefault(above, name)
    return None


def _clash_message(first: str, second: str) -> str:
    return f"`{first}` and `{second}` can't lie side by side on every system; rename one"
