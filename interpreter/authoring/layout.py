"""The layout of a game's files, settled: another one that says the same to the word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from interpreter.authoring.effect_layout import words_of
from interpreter.authoring.game_files import GameFile, read_game_files
from interpreter.authoring.yaml_layout import layout_changes
from interpreter.authoring.yaml_spans import YamlText, entry
from interpreter.errors import Problem, RulebookError, Where
from interpreter.language.reading.lexer import Dictionary
from interpreter.replacing_files import replace_all
from interpreter.rulebook.files import FoundFile, find_folder, is_installed

EFFECTS = frozenset({"do", "event", "start", "begin", "when empty"})
"""Under these keys a block of lines is statements."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A file as it is, and as it is to be."""

    found: FoundFile
    data: bytes
    after: bytes


class Layout:
    """What is to change in the layout of a game's files, its variants and scenarios included. The rules may have
    mistakes. Raises RulebookError for a file that can't be read."""

    def __init__(self, game: str) -> None:
        self._folder = find_folder(game)
        files = read_game_files(self._folder)
        titles = {title for file in files if file.root is not None for title in _titles(file.root.data)}
        self._dictionary = Dictionary({}, {title: title for title in titles})
        laid = [self._laid(file) for file in files]
        self._changed = [each for each in laid if each.after != each.data]

    @property
    def changed(self) -> list[str]:
        """The files that change."""
        return [each.found.path for each in self._changed]

    def write(self) -> None:
        """Write the files that change, all or none. Raises RulebookError if the game comes with cahier, or if somebody
        else has just changed one; OSError if one can't be written."""
        if self._changed and is_installed(self._folder):
            message = "this game comes with cahier and is left as it is; copy it first, `cahier new NAME --from GAME`"
            raise RulebookError(Problem(Where(self._folder), "not-your-own", message))
        for each in self._changed:
            if Path(each.found.real).read_bytes() != each.data:
                message = "the file has just been changed by somebody else; try again"
                raise RulebookError(Problem(Where(each.found.path), "files-changed", message))
        replace_all({each.found.real: each.after for each in self._changed})

    def _laid(self, file: GameFile) -> _Laid:
        """Raises RulebookError if the file would say something else."""
        text = YamlText(file.data)
        after = text.with_changes(layout_changes(text, _effects(text.root), self._dictionary))
        if self._said(text) != self._said(YamlText(after)):
            message = "in another layout this file would say something else; nothing is changed"
            raise RulebookError(Problem(Where(file.found.path), "other-meaning", message))
        return _Laid(file.found, file.data, after)

    def _said(self, text: YamlText) -> Any:
        """What a file says, effects word by word."""
        effects = _effects(text.root)

        def said(node: Any) -> Any:
            if isinstance(node, yaml.MappingNode):
                return [(said(key), said(value)) for key, value in node.value]
            if isinstance(node, yaml.SequenceNode):
                return [said(item) for item in node.value]
            if (node.start_mark.line, node.start_mark.column) not in effects:
                return node.tag, node.value
            words = words_of(node.value, self._dictionary)
            if words is None:
                return [line.rstrip(" ") for line in node.value.split("\n")]
            return [(word.kinds, word.text) for word in words]

        return said(text.root)


def _effects(node: Any) -> set[tuple[int, int]]:
    """Where the blocks begin that hold statements: line and column, from 0."""
    found: set[tuple[int, int]] = set()
    if isinstance(node, yaml.SequenceNode):
        return found.union(*map(_effects, node.value))
    if not isinstance(node, yaml.MappingNode):
        return found
    path = entry(node, "at")
    changed = str(path.value).rpartition("/")[2] if isinstance(path, yaml.ScalarNode) else ""
    for key, value in node.value:
        named = changed if key.value in ("from", "line", "to") else key.value
        if isinstance(value, yaml.ScalarNode) and value.style == "|" and named in EFFECTS:
            found.add((value.start_mark.line, value.start_mark.column))
        found |= _effects(value)
    return found


def _titles(data: Any) -> Iterator[str]:
    """What things are called in texts."""
    if isinstance(data, list):
        for item in data:
            yield from _titles(item)
    elif isinstance(data, dict):
        title = data.get("title")
        name = title.get("en") if isinstance(title, dict) else title
        if isinstance(name, str) and name:
            yield name
        for value in data.values():
            yield from _titles(value)
