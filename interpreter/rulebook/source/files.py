"""Find a game's folder and read its files safely.

The files may come from strangers: nothing outside the folder is opened.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from interpreter.rulebook.source.library import MOST_ENTRIES, library_games, list_names
from interpreter.rulebook.source.nodes import Problems, SourceFile
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.similar_words import closest_match

INSTALLED = Path(__file__).resolve().parents[3]
"""The folder that contains `rules/` and `schemas/`, beside the package `interpreter`, also in site-packages."""

LARGEST_FILE = 1024 * 1024
"""Maximum size of a file, in bytes."""
LARGEST_FOLDER = 8 * 1024 * 1024
"""Maximum size of all files of a game, in bytes."""
MOST_FILES = 500
"""Maximum number of files of a game."""
MOST_BESIDE = 1_000
"""Maximum number of entries of a folder among which a misspelt game is looked for."""

SINGLE_KINDS = ("game", "map", "pieces", "tracks", "zones", "vocabulary", "sequence")
"""Kinds of files of which a folder contains one, NAME.yaml.

The first one makes a folder a game.
"""

FOLDERS = {"cards": "cards", "scenarios": "scenarios", "bots": "bot", "variants": "variant", "text": "text"}
"""Sub-folders, and the kind of the files in them."""

STYLE_FILE = "style.yaml"
"""The look of printed pieces, which is no part of the rules."""

RECORDS = "records"
"""The sub-folder of recorded games, which aren't YAML."""

_UNSAVED: ContextVar[Mapping[str, bytes]] = ContextVar("unsaved", default=MappingProxyType({}))

# Characters that libyaml treats as line ends or that editors don't show; they can be written as escapes in quotes.
_UNWANTED = re.compile("[\x00-\x08\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class FolderFile:
    """A YAML file of a game's folder.

    Attributes:
        kind: Its kind (`map`, …).
        name: Its path within the folder.
        path: Its path as users type it.
        real_path: Its real path.
    """

    kind: str
    name: str
    path: str
    real_path: str


@contextmanager
def unsaved(contents: Mapping[str, bytes]) -> Iterator[None]:
    """Replace the contents of files, by real path, within a `with` block: changes that an editor has not saved.

    The files don't need to exist, but their folders do. Blocks can be nested.
    """
    before = _UNSAVED.set({**_UNSAVED.get(), **contents})
    try:
        yield
    finally:
        _UNSAVED.reset(before)


def bytes_of(file: FolderFile) -> bytes:
    """Return the content of a file, including unsaved changes.

    Raises:
        OSError: The file can't be read.
    """
    changed = _UNSAVED.get().get(file.real_path)
    return Path(file.real_path).read_bytes() if changed is None else changed


def installed_games() -> list[str]:
    """Return the names of the games that come with the project; none if their folder can't be read."""
    try:
        return sorted(entry.name for entry in (INSTALLED / "rules").iterdir() if (entry / "game.yaml").is_file())
    except OSError:
        return []


def installed_folder(name: str) -> str:
    """Return the folder of an installed game as the user would type it."""
    return _as_typed(INSTALLED / "rules" / name)


def is_setting(given: str) -> bool:
    """True if a variant is given as PATH=VALUE (a setting, see overlays.py)."""
    return "=" in given and not given.endswith((".yaml", ".yml"))


def is_plain_file_inside(folder: str, path: str) -> bool:
    """True if a relative path leads to a plain file within a folder."""
    if "\0" in path or os.path.isabs(path):
        return False
    root, real = os.path.realpath(folder), os.path.realpath(os.path.join(folder, path))
    return os.path.commonpath([root, real]) == root and os.path.isfile(real)


def is_path(given: str) -> bool:
    """True if a variant is given by the path of its file, not by its id or as PATH=VALUE."""
    return not is_setting(given) and ("/" in given or os.sep in given or given.endswith((".yaml", ".yml")))


def is_own_variant(given: str, folder: str) -> bool:
    """True if a variant is given by its id and is in the game's folder."""
    return not is_path(given) and os.path.lexists(os.path.join(folder, "variants", f"{given}.yaml"))


def is_installed(folder: str) -> bool:
    """True if the folder is one of the games that come with the project, which are found by name."""
    return os.path.dirname(os.path.realpath(folder)) == os.path.realpath(INSTALLED / "rules")


def public_path(path: str, folder: str) -> str:
    """Return the path of a game's folder, or of a file in it, in a form that may be shown to other people.

    It is the path as typed. If that is absolute or leads upward, everything above the game's folder is left out.
    """
    if not os.path.isabs(path) and os.pardir not in path.split(os.sep):
        return path
    inside = os.path.relpath(path, folder)
    if os.pardir in inside.split(os.sep):
        return os.path.basename(path)
    return os.path.normpath(os.path.join(os.path.basename(os.path.realpath(folder)), inside))


def find_folder(game: str | os.PathLike[str]) -> str:
    """Return the folder of a game, given by name or path, as the user would type it.

    A folder of that path with a game.yaml takes precedence over the installed games, and these over those of libraries.

    Raises:
        RulebookError: There is no such game.
    """
    given = os.fspath(game)
    if not given or "\0" in given:
        raise RulebookError(
            Problem(Location(given), "game-not-found", "this is neither the name of a game nor a folder")
        )
    folder = os.path.dirname(given) or "." if os.path.basename(given) == "game.yaml" else given
    if os.path.lexists(os.path.join(folder, "game.yaml")):
        return folder
    names = installed_games()
    if given in names:
        return installed_folder(given)
    own = library_games()
    for shelved in own:
        if given == shelved.name:
            return shelved.path
    names += sorted({each.name for each in own} - set(names))
    _refuse_unreadable(given, folder)
    if os.path.isdir(folder):
        raise RulebookError(Problem(Location(given), "missing-file", "the folder has no game.yaml, so it isn't a game"))
    message = f"there is no folder and no game of this name; the games are: {', '.join(names) or 'none'}"
    folders = _game_folders(os.path.dirname(folder))
    meant = closest_match(os.path.basename(folder), (*names, *folders))
    if meant in folders:
        meant = os.path.join(os.path.dirname(folder), meant)
    raise RulebookError(Problem(Location(given), "game-not-found", message, meant))


def _game_folders(parent: str) -> list[str]:
    """Return the names of the games' folders in a folder, among its first entries."""
    try:
        with os.scandir(parent or ".") as entries:
            found = [each.name for each in islice(entries, MOST_BESIDE)]
    except OSError:
        return []
    return sorted(name for name in found if os.path.lexists(os.path.join(parent, name, "game.yaml")))


def _refuse_unreadable(given: str, folder: str) -> None:
    """Raise RulebookError if the content of a folder can't be listed."""
    try:
        os.lstat(os.path.join(folder, "game.yaml"))
    except PermissionError as error:
        message = f"the folder can't be read: {error.strerror}"
        raise RulebookError(Problem(Location(given), "unreadable", message)) from None
    except OSError:
        return


def containing_game(folder: str) -> str | None:
    """Return the folder of the game to which a folder's files belong, or None.

    It is the folder itself, or the one above `cards`, `text` and so on.
    """
    places = [folder or os.curdir]
    if os.path.basename(os.path.realpath(folder)) in FOLDERS:
        places.append(os.path.normpath(os.path.join(folder, os.pardir)))
    return next((place for place in places if os.path.lexists(os.path.join(place, "game.yaml"))), None)


def list_files(folder: str, problems: Problems) -> list[FolderFile]:
    """Return the YAML files of a game's folder, sorted; unexpected ones are reported and left out."""
    root = os.path.realpath(folder)
    found: list[FolderFile] = []
    for entry in _entries(folder, folder, problems):
        path = os.path.join(folder, entry)
        if _is_yaml(entry):
            kind = entry.removesuffix(".yaml")
            if entry == STYLE_FILE:
                continue
            if kind in SINGLE_KINDS:
                found.append(FolderFile(kind, entry, path, os.path.realpath(path)))
            else:
                meant = closest_match(entry, [f"{name}.yaml" for name in SINGLE_KINDS])
                problems.add(Location(path), "unknown-file", f"no file of a game is called {entry}", suggestion=meant)
        elif os.path.isdir(path):
            found.extend(_list_subfolder(folder, entry, root, problems))
        elif entry in FOLDERS or entry == RECORDS:
            message = f"a game has a folder called `{entry}`; give this file another name"
            problems.add(Location(path), "no-folder", message)
    inside: list[FolderFile] = []
    seen: dict[str, str] = {}
    for file in sorted(found, key=lambda file: (file.kind not in SINGLE_KINDS, file.name)):
        if os.path.commonpath([root, file.real_path]) != root:
            problems.add(Location(file.path), "outside-folder", "this is a link to a file outside the game's folder")
        elif file.real_path in seen:
            problems.add(Location(file.path), "same-file", f"this is the same file as {seen[file.real_path]}")
        else:
            seen[file.real_path] = file.path
            inside.append(file)
    if len(inside) > MOST_FILES:
        problems.add(Location(folder), "too-many-files", f"{len(inside)} YAML files; at most {MOST_FILES} are read")
        return []
    return inside


def read_files(
    files: list[FolderFile],
    folder: str,
    problems: Problems,
    digested: Callable[[FolderFile, bytes], bytes] = lambda file, data: data,
) -> tuple[dict[str, tuple[FolderFile, str]], str]:
    """Return the text of each readable file by name, and a digest of what `digested` returns for their contents."""
    texts: dict[str, tuple[FolderFile, str]] = {}
    digest = hashlib.sha256()
    total = 0
    for file in files:
        data = read_bytes(file, problems)
        if data is None:
            continue
        total += len(data)
        if total > LARGEST_FOLDER:
            message = f"the YAML files are larger than {LARGEST_FOLDER // 1024 // 1024} MiB together"
            problems.add(Location(folder), "folder-too-large", message)
            break
        text = _decode(file, data, problems)
        rules = digested(file, data)
        digest.update(f"{file.name}\0{len(rules)}\0".encode("utf-8", "surrogateescape"))
        digest.update(rules)
        if text is not None:
            texts[file.name] = (file, text)
    return texts, digest.hexdigest()


def _as_typed(path: Path) -> str:
    here = os.path.relpath(path)
    return str(path) if here.startswith("..") else here


def _is_yaml(name: str) -> bool:
    return name.endswith((".yaml", ".yml")) and not name.startswith(".")


def _entries(path: str, shown_as: str, problems: Problems) -> list[str]:
    try:
        names = list_names(path)
    except OSError as error:
        names = []
        problems.add(Location(shown_as), "unreadable", f"the folder can't be read: {error.strerror}")
    if names is None:
        problems.add(Location(shown_as), "too-many-files", f"more than {MOST_ENTRIES} files in one folder")
        return []
    here = os.path.realpath(path)
    names += [os.path.basename(real) for real in _UNSAVED.get() if os.path.dirname(real) == here]
    return sorted({name for name in names if not name.startswith(".")})


def _list_subfolder(folder: str, name: str, root: str, problems: Problems) -> list[FolderFile]:
    path = os.path.join(folder, name)
    if os.path.commonpath([root, os.path.realpath(path)]) != root:
        if name in FOLDERS:
            problems.add(Location(path), "outside-folder", "this is a link to a folder outside the game's folder")
        return []
    files = [entry for entry in _entries(path, path, problems) if _is_yaml(entry)]
    if not files:
        return []
    if name not in FOLDERS:
        problems.add(Location(path), "unknown-folder", f"no folder of a game is called {name}", name, FOLDERS)
        return []
    found = []
    for entry in files:
        file = os.path.join(path, entry)
        if entry.endswith(".yml"):
            meant = entry.removesuffix(".yml") + ".yaml"
            problems.add(Location(file), "unknown-file", "the files of a game end in .yaml", suggestion=meant)
        else:
            found.append(FolderFile(FOLDERS[name], f"{name}/{entry}", file, os.path.realpath(file)))
    return found


def read_bytes(file: FolderFile, problems: Problems) -> bytes | None:
    """Return the bytes of a regular file, including unsaved changes; report a file that can't be read."""
    where = Location(file.path)
    data = _UNSAVED.get().get(file.real_path)
    if data is None and (data := _read_plain(file, problems)) is None:
        return None
    if len(data) > LARGEST_FILE:
        problems.add(where, "file-too-large", f"the file is larger than {LARGEST_FILE // 1024} KiB")
        return None
    return data


def _read_plain(file: FolderFile, problems: Problems) -> bytes | None:
    """Return the content of a regular file, cut off beyond the size limit.

    Opening does not wait for a FIFO, and does not follow a link that was created in the meantime.
    """
    where = Location(file.path)
    try:
        handle = os.open(file.real_path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
    except OSError as error:
        problems.add(where, "unreadable", f"the file can't be read: {error.strerror}")
        return None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        problems.add(where, "no-plain-file", "this isn't a regular file (a device, a pipe or a folder)")
        return None
    try:
        with os.fdopen(handle, "rb") as stream:
            return stream.read(LARGEST_FILE + 1)
    except OSError as error:
        problems.add(where, "unreadable", f"the file can't be read: {error.strerror}")
        return None


def _decode(file: FolderFile, data: bytes, problems: Problems) -> str | None:
    """Return the text with plain line ends, without a UTF-8 byte order mark."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or data[1:2] == b"\0" or data[:1] == b"\0":
        message = "the file is not in UTF-8 (it looks like UTF-16 or UTF-32); save it as UTF-8"
        problems.add(Location(file.path), "not-utf8", message)
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _place(data[: error.start].decode("utf-8", "replace"))
        message = f"the byte 0x{data[error.start]:02x} isn't UTF-8; save the file as UTF-8"
        excerpt = data.split(b"\n")[line - 1].decode("utf-8", "backslashreplace")
        problems.extend([Problem(Location(file.path, line, column), "not-utf8", message, excerpt=excerpt)])
        return None
    return plain_text(file.path, text, problems)


def plain_text(path: str, text: str, problems: Problems) -> str | None:
    """Return a text with plain line ends, or None if it contains invisible characters, which are reported."""
    text = _with_plain_ends(text)
    unwanted = _UNWANTED.search(text)
    if unwanted is None:
        return text
    line, column = _place(text[: unwanted.start()])
    if unwanted[0] == "\t":
        code, message = "tab", "a tab; YAML is indented with spaces"
    else:
        code, message = "control-character", f"an invisible character, U+{ord(unwanted[0]):04X}; remove it"
    where = Location(path, line, column)
    problems.extend([Problem(where, code, message, excerpt=text.split("\n")[line - 1])])
    return None


def plain_lines(data: bytes) -> str:
    """Return the content of a file as it is read if it has no mistakes."""
    return _with_plain_ends(data.decode("utf-8-sig", "replace"))


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _place(before: str) -> tuple[int, int]:
    """Return the line and column, from 1, at which a text ends."""
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def source_file(file: FolderFile, text: str) -> SourceFile:
    """Return a file's lines, for excerpts."""
    return SourceFile(file.path, file.name, tuple(text.split("\n")))
