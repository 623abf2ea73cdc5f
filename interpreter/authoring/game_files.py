"""The YAML files of a game for editing tools: their bytes, parsed without mistakes."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import RulebookError
from interpreter.rulebook.files import FolderFile, bytes_of, list_files, read_files, source_file
from interpreter.rulebook.nodes import Problems, YamlNode
from interpreter.rulebook.yaml_reader import read_yaml


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
