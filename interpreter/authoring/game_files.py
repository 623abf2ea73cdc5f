"""A game's files for editing tools: all of them as they are, and a changed copy that is tried before it is written.

The copy is loaded, and compared with the original.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from interpreter.rulebook.source.files import FolderFile, bytes_of, list_files, read_files, source_file
from interpreter.rulebook.source.nodes import Problems, YamlNode
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import Problem, RulebookError
from interpreter.support.file_replacement import name_file_in_errors

UNORDERED_FIELDS = frozenset({"edges", "start"})
"""Fields of a rulebook whose order has no meaning."""


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


def comparable_data(value: Any, skipped: Set[str], text_form: Callable[[str], Any], name: str = "") -> Any:
    """Return a part of a rulebook as plain data, to compare it with that of another one.

    Args:
        value: The part.
        skipped: Names of fields that are left out.
        text_form: Returns the form in which a text is compared.
        name: Name of the field that holds the part.
    """

    def within(each: Any, name: str = "") -> Any:
        return comparable_data(each, skipped, text_form, name)

    if isinstance(value, str):
        return text_form(value)
    if is_dataclass(value):
        held = (each.name for each in fields(value) if each.name not in skipped)
        return [(name, within(getattr(value, name), name)) for name in held]
    if isinstance(value, Mapping):
        return sorted(((within(key), within(each)) for key, each in value.items()), key=repr)
    if isinstance(value, tuple | list | Set):
        items = [within(each) for each in value]
        return sorted(items, key=repr) if isinstance(value, Set) or name in UNORDERED_FIELDS else items
    return type(value).__name__, value
