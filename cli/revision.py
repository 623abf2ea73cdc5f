"""A game's folder as it was at a git revision, read from git's objects alone.

Nothing that a repository configures is run: no checkout, hooks, filters or file monitor, and no fetching of missing
objects. Only plain YAML files of the game's folder are written, into a temporary folder.

A game's folder as it is, or as it was at a git revision.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Timer
from time import monotonic

from interpreter.rulebook import FOLDERS, LARGEST_FILE, LARGEST_FOLDER, MOST_FILES, find_folder
from interpreter.support import CahierError, Location, Problem, RulebookError


@dataclass(frozen=True, slots=True)
class GameVersion:
    """A game as typed, at a revision if one is given.

    `folder` is the folder it is read from: for a revision, a temporary copy that is never shown to the user.
    """

    name: str
    folder: str
    revision: str | None = None

    def replace_paths(self, text: str) -> str:
        """Replace paths of the copy in a text: files as git names them, the folder as the game at that revision."""
        if self.revision is None:
            return text
        files = text.replace(self.folder + os.sep, f"{self.revision}:")
        return files.replace(self.folder, f"{self.name} at {self.revision}")


@contextlib.contextmanager
def open_version(name: str, revision: str | None) -> Iterator[GameVersion]:
    """Provide a game as typed, or as it was at a revision, for the block.

    Raises RulebookError as `extract_revision`.
    """
    if revision is None:
        yield GameVersion(name, name)
        return

    with extract_revision(name, revision) as version:
        yield version


TIMEOUT_SECONDS = 60.0
"""Seconds after which git is stopped; it should take a fraction of one."""
MAX_SHORT_ANSWER, MAX_LIST, MAX_HEADER = 1 << 16, 4 << 20, 100
"""Maximum bytes of a short answer, of a list of files, and of the header before a file's content."""
SAFE_OPTIONS = (
    "--no-pager", "--no-replace-objects", "--no-optional-locks", "-c", "core.fsmonitor=false",
    "-c", f"core.hooksPath={os.devnull}", "-c", "core.useReplaceRefs=false", "-c", "protocol.allow=never",
)  # fmt: skip
ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "LC_ALL": "C",
}  # fmt: skip
HASH_PATTERN = re.compile(rb"[0-9a-f]{40,64}")
ENTRY_PATTERN = re.compile(rb"(\d{6}) ([a-z]+) ([0-9a-f]{40,64}) +(-|BAD|\d+)\t(.+)", re.DOTALL)
LINK, FOLDER = b"120000", b"040000"


@dataclass(frozen=True, slots=True)
class TreeFile:
    """A file in a git tree: its path in the game's folder, and the hash and size of its content."""

    path: str
    object_hash: bytes
    size: int


@contextlib.contextmanager
def extract_revision(name: str, revision: str) -> Iterator[GameVersion]:
    """Copy a game's folder as it was at a revision, for the block.

    Errors raised in the block name its files as `REVISION:path`, never the copy.

    Raises RulebookError if there is no git, no repository, no such revision, or no game in that place there.
    """
    folder = find_folder(name)
    where = Location(f"--git {revision}")
    tree = _tree_hash(folder, revision, where)
    files = _list_files(folder, tree, where)
    contents = _read_contents(folder, files, where)
    with tempfile.TemporaryDirectory(prefix="cahier-") as place:
        copy = os.path.join(place, os.path.basename(os.path.realpath(folder)))
        for file, content in zip(files, contents, strict=True):
            _write(Path(copy, file.path), content, where)
        version = GameVersion(name, copy, revision)
        try:
            yield version
        except CahierError as error:
            raise RulebookError([_with_revision_paths(problem, version) for problem in error.problems]) from None


def _tree_hash(folder: str, revision: str, where: Location) -> bytes:
    """Return the hash of the folder's tree at the revision."""
    if not revision or "\0" in revision:
        raise _revision_error(where, "unknown-revision", "no revision is named")
    prefix = _path_in_repository(folder, where)
    named = _object_hash(folder, revision, where)
    commit = named and _object_hash(folder, f"{named.decode()}^{{commit}}", where)
    if commit is None:
        raise _revision_error(where, "unknown-revision", "git knows no such revision")
    path = commit + (b":" + prefix if prefix else b"^{tree}")
    tree = _object_hash(folder, os.fsdecode(path), where)
    if tree is None:
        raise _revision_error(where, "not-there", f"there was no folder {os.fsdecode(prefix)} in this revision")
    return tree


def _path_in_repository(folder: str, where: Location) -> bytes:
    """Return the folder's path in its repository."""
    said = _run_git(folder, ["rev-parse", "--is-inside-work-tree", "--show-prefix"], where)
    if said is None:
        unheeded = "; GIT_DIR is set, but ignored" if "GIT_DIR" in os.environ else ""
        message = f"{folder} isn't in a git repository, or git doesn't trust the repository{unheeded}"
        raise _revision_error(where, "no-repository", message)
    inside, _, prefix = said.partition(b"\n")
    if inside != b"true":
        message = f"{folder} is in a bare git repository or in git's own folder, not among a repository's files"
        raise _revision_error(where, "no-repository", message)
    return prefix.rstrip(b"\n").rstrip(b"/")


def _object_hash(folder: str, name: str, where: Location) -> bytes | None:
    """Return the hash of the object that git knows by this name, or None."""
    said = _run_git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", name], where)
    return said.strip() if said is not None and HASH_PATTERN.fullmatch(said.strip()) else None


def _list_files(folder: str, tree: bytes, where: Location) -> list[TreeFile]:
    """List the files of a tree that may belong to a game.

    Only a game's own sub-folders are read: trees that contain each other many times over would never end.
    """
    found: list[TreeFile] = []
    for mode, object_hash, size, path in _list_tree(folder, tree, where):
        if mode == FOLDER and path in FOLDERS:
            found += [
                _checked_file(mode, file_hash, size, f"{path}/{inner}", where)
                for mode, file_hash, size, inner in _list_tree(folder, object_hash, where)
                if _is_yaml(inner)
            ]
        elif _is_yaml(path):
            found.append(_checked_file(mode, object_hash, size, path, where))
    if len(found) > MOST_FILES or sum(file.size for file in found) > LARGEST_FOLDER:
        raise _revision_error(
            where, "folder-too-large", "the YAML files in this folder are too many, or too large together"
        )
    if not any(file.path == "game.yaml" for file in found):
        raise _revision_error(where, "not-there", "there was no game.yaml in this folder in this revision")
    return found


def _list_tree(folder: str, tree: bytes, where: Location) -> Iterator[tuple[bytes, bytes, bytes, str]]:
    """Yield mode, hash, size and name of each entry of a tree."""
    said = _run_git(folder, ["ls-tree", "-z", "--long", "--full-tree", tree.decode()], where, MAX_LIST)
    if said is None:
        raise _revision_error(
            where, "not-there", "this was not a folder, or its contents are missing from the repository"
        )
    for line in said.split(b"\0")[:-1]:
        entry = ENTRY_PATTERN.fullmatch(line)
        if entry is None:
            raise _revision_error(where, "cannot-read", "git lists files in an unknown format")
        mode, _, object_hash, size, name = entry.groups()
        yield mode, object_hash, size, os.fsdecode(name)


def _is_yaml(name: str) -> bool:
    """Return True for a file that may belong to a game; others are ignored."""
    return name.endswith((".yaml", ".yml")) and not name.startswith(".") and "/" not in name


def _checked_file(mode: bytes, object_hash: bytes, size: bytes, path: str, where: Location) -> TreeFile:
    if size == b"BAD":
        raise _missing_error(path, where)
    if mode == LINK or size == b"-":
        raise _revision_error(where, "no-plain-file", f"{path} is a link, or not a file, in this revision")
    if int(size) > LARGEST_FILE:
        raise _revision_error(where, "file-too-large", f"{path} is larger than {LARGEST_FILE // 1024} KiB")
    return TreeFile(path, object_hash, int(size))


def _read_contents(folder: str, files: Sequence[TreeFile], where: Location) -> list[bytes]:
    asked = b"".join(file.object_hash + b"\n" for file in files)
    most = sum(file.size + MAX_HEADER for file in files)
    said = _run_git(folder, ["cat-file", "--batch"], where, most, asked) or b""
    found, at = [], 0
    for file in files:
        head = b"%s blob %d\n" % (file.object_hash, file.size)
        if not said.startswith(head, at):
            raise _missing_error(file.path, where)
        at += len(head)
        found.append(said[at : at + file.size])
        at += file.size + 1
    return found


def _write(path: Path, content: bytes, where: Location) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with open(path, "xb") as file:
            file.write(content)
    except FileExistsError:
        raise _revision_error(where, "same-file", f"two files of this revision are called {path.name} here") from None


def _run_git(
    folder: str, words: Sequence[str], where: Location, most: int = MAX_SHORT_ANSWER, given: bytes = b""
) -> bytes | None:
    """Return the output of a git command, or None if it fails.

    `given` is short input for it, `most` the maximum number of bytes of the output. Raises RulebookError if git is
    missing, prints more, or doesn't end in time.
    """
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | ENVIRONMENT
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    command = ["git", "-C", folder, *SAFE_OPTIONS, *words]
    try:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nothing, env=variables)
    except FileNotFoundError:
        raise _revision_error(where, "no-git", "git is needed to read a revision, and is not installed") from None
    began, late = monotonic(), Timer(TIMEOUT_SECONDS, process.kill)
    late.start()
    try:
        with process, contextlib.suppress(BrokenPipeError):
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(given)
            process.stdin.close()
            said = process.stdout.read(most + 1)
            if len(said) > most:
                process.kill()
                raise _revision_error(where, "folder-too-large", "this folder has more files than any game")
    finally:
        late.cancel()
    if monotonic() - began >= TIMEOUT_SECONDS:
        raise _revision_error(where, "cannot-read", f"git did not answer within {TIMEOUT_SECONDS:.0f} s")
    return said if process.returncode == 0 else None


def _missing_error(path: str, where: Location) -> RulebookError:
    return _revision_error(where, "cannot-read", f"the contents of {path} are missing from the repository")


def _revision_error(where: Location, code: str, message: str) -> RulebookError:
    return RulebookError(Problem(where, code, message))


def _with_revision_paths(problem: Problem, version: GameVersion) -> Problem:
    """Return a problem with the paths of the copy replaced by those at the revision."""

    def there(where: Location) -> Location:
        return replace(where, file=version.replace_paths(where.file))

    cause = None if problem.cause is None else there(problem.cause)
    return replace(problem, where=there(problem.where), message=version.replace_paths(problem.message), cause=cause)
