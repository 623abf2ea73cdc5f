"""A game's files for editing tools: all of them as they are, and a changed copy that is loaded before it is written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.rulebook.source.files import FolderFile, bytes_of, list_files, read_files, source_file
from interpreter.rulebook.source.nodes import Problems, YamlNode
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import Problem, RulebookError
from interpreter.support.file_replacement import name_file_in_errors


@dataclass(frozen=True, slots=True)
class GameFile:
    """A file that was parsed without mistakes; `root` is None for an empty file."""

    found: FolderFile
    data: bytes
    root: YamlNode | None


def read_game_files(folder: str) -> list[GameFile]:
    """Read all files of a game, including variants, texts and scenarios. The rules may have mistakes.

    Raises:
        RulebookError: A file isn't readable YAML.
    """
    problems = Problems()
    texts, _ = read_files(list_files(folder, problems), folder, problems)
    roots = [(file, read_yaml(source_file(file, text), text, problems)) for file, text in texts.values()]
    if len(problems):
        raise RulebookError(problems.errors())
    return [GameFile(file, bytes_of(file), root) for file, root in roots]


@contextmanager
def trial_folder(contents: Mapping[str, bytes]) -> Iterator[str]:
    """Put files, by their names, into a temporary folder, in which a changed game is loaded before it is written."""
    with tempfile.TemporaryDirectory(prefix="cahier-") as folder:
        for name, data in contents.items():
            write_file(Path(folder, name), data)
        yield folder


def write_file(path: Path, data: bytes) -> None:
    """Write a file of a copy of a game, in a folder that is made if it is missing. Raise OSError with the path."""
    with name_file_in_errors(str(path)):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)


def problems_in_original(problems: Iterable[Problem], copy: str, folder: str, prefix: str = "") -> list[Problem]:
    """Return problems of a copy of a game, moved to the same places in the game's own folder."""
    found = []
    for each in problems:
        file = os.path.join(folder, os.path.relpath(each.where.file, copy))
        found.append(replace(each, where=replace(each.where, file=file), message=f"{prefix}{each.message}"))
    return found
