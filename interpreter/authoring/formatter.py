"""Formatter for a game's files: only the layout changes, never the meaning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from interpreter.authoring.game_files import GameFile, read_game_files
from interpreter.authoring.yaml_layout import layout_changes, tokens_of
from interpreter.authoring.yaml_spans import YamlText, entry
from interpreter.language.reading.lexer import Lexer
from interpreter.rulebook.source.files import find_folder, is_installed
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.file_replacement import FileRevision, write_revisions

EFFECT_KEYS = frozenset({"do", "event", "start", "begin", "when empty"})
"""Keys whose block scalars are statements."""


class GameFormatter:
    """The layout changes of a game's files, including variants and scenarios. The rules may have mistakes.

    Raises:
        RulebookError: A file can't be read, or its meaning would change.
    """

    def __init__(self, game: str) -> None:
        self._folder = find_folder(game)
        files = read_game_files(self._folder)
        titles = {title for file in files if file.root is not None for title in _titles(file.root.data)}
        self._dictionary = Lexer({}, {title: title for title in titles})
        changes = [self._format_file(file) for file in files]
        self._changed = [each for each in changes if each.after != each.before]

    @property
    def changed_files(self) -> list[str]:
        """Paths of the files that change."""
        return [each.path for each in self._changed]

    def write(self) -> None:
        """Write the changed files, all or none.

        Raises:
            RulebookError: The game comes with cahier, or a file has changed on disk since it was read.
            OSError: A file can't be written.
        """
        if self._changed and is_installed(self._folder):
            message = "this game comes with cahier and is left as it is; copy it first, `cahier new NAME --from GAME`"
            raise RulebookError(Problem(Location(self._folder), "not-your-own", message))
        write_revisions(self._changed)

    def _format_file(self, file: GameFile) -> FileRevision:
        """Format a file. Raise RulebookError if its meaning would change."""
        text = YamlText(file.data)
        after = text.apply(layout_changes(text, _effect_positions(text.root), self._dictionary))
        if self._file_data(text) != self._file_data(YamlText(after)):
            message = "formatting would change the meaning of this file; nothing is changed"
            raise RulebookError(Problem(Location(file.found.path), "other-meaning", message))
        return FileRevision(file.found.path, file.found.real_path, file.data, after)

    def _file_data(self, text: YamlText) -> Any:
        """Return the data of a file with its effects as tokens, for comparison."""
        effects = _effect_positions(text.root)

        def plain(node: Any) -> Any:
            if isinstance(node, yaml.MappingNode):
                return [(plain(key), plain(value)) for key, value in node.value]
            if isinstance(node, yaml.SequenceNode):
                return [plain(item) for item in node.value]
            if (node.start_mark.line, node.start_mark.column) not in effects:
                return node.tag, node.value
            words = tokens_of(node.value, self._dictionary)
            if words is None:
                return [line.rstrip(" ") for line in node.value.split("\n")]
            return [(word.kinds, word.text) for word in words]

        return plain(text.root)


def _effect_positions(node: Any) -> set[tuple[int, int]]:
    """Return the start of each block scalar that holds statements: line and column, from 0."""
    found: set[tuple[int, int]] = set()
    if isinstance(node, yaml.SequenceNode):
        return found.union(*map(_effect_positions, node.value))
    if not isinstance(node, yaml.MappingNode):
        return found
    path = entry(node, "at")
    changed = str(path.value).rpartition("/")[2] if isinstance(path, yaml.ScalarNode) else ""
    for key, value in node.value:
        named = changed if key.value in ("from", "line", "to") else key.value
        if isinstance(value, yaml.ScalarNode) and value.style == "|" and named in EFFECT_KEYS:
            found.add((value.start_mark.line, value.start_mark.column))
        found |= _effect_positions(value)
    return found


def _titles(data: Any) -> Iterator[str]:
    """Yield the titles of things as they appear in texts."""
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
