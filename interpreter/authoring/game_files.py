"""The YAML files of a game as tools that edit them need them: byte by byte, and known to be readable."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import RulebookError
from interpreter.rulebook.files import FoundFile, bytes_of, list_files, read_files, source_of
from interpreter.rulebook.nodes import Node, Problems
from interpreter.rulebook.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class GameFile:
    """A file that was read without mistakes. `root` is None if nothing is in it."""

    found: FoundFile
    data: bytes
    root: Node | None


def read_game_files(folder: str) -> list[GameFile]:
    """Read all files of a game, its variants, texts and scenarios included. They need not make sense. Raises
    RulebookError for those that can't be read as YAML, with the place in each."""
    problems = Problems()
    texts, _ = read_files(list_files(folder, problems), folder, problems)
    roots = [(file, read_yaml(source_of(file, text), text, problems)) for file, text in texts.values()]
    if len(problems):
        raise RulebookError(problems.sorted())
    return [GameFile(file, bytes_of(file), root) for file, root in roots]
