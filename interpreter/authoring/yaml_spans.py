"""Edits to a game's YAML files that preserve all other bytes: values replaced, entries inserted or removed.

A changed copy of a game is loaded from a trial folder, and compared with the original, before it is written.

PyYAML finds the nodes, and edits are made to the text. The round trip of ruamel.yaml 0.19 was tried instead. Of the 227
files of rules in this project, 59 came back with other indentation, because a list at the top of a file can't have
another one than lists inside; all lost a byte order mark and the line ends of Windows. A comment belongs to the value
before it: removing an entry removed the comment of the next one, and a new entry was put behind it. Lines in braces and
values of several lines were joined. It took 35 times as long.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from interpreter.rulebook.source.files import FolderFile, bytes_of, list_files, read_files, source_file
from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlMapping, YamlNode
from interpreter.rulebook.source.yaml_reader import YAML_LOADER, read_yaml
from interpreter.support.errors import Problem, RulebookError
from interpreter.support.file_replacement import name_file_in_errors

BOM = b"\xef\xbb\xbf"
STEP = "  "
LINE_END = re.compile(r"\r\n|\r|\n")
_INVISIBLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

Value = str | int | bool | dict[str, str]
"""A scalar, or a mapping from keys to ids that is written on one line."""


class NotEditableError(Exception):
    """Raised if a change can't be made in the file's form; `line` is the line concerned, from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


@dataclass(frozen=True, slots=True)
class YamlEdit:
    """A replacement for a span of the text. `lead_lines`: number of lines in `new` before the value's own lines."""

    start: int
    end: int
    new: str
    lead_lines: int = 0


class YamlText:
    """A YAML file without mistakes, with its tree of PyYAML nodes and the span of each node."""

    def __init__(self, data: bytes) -> None:
        self._bom = BOM if data.startswith(BOM) else b""
        self.text = data.removeprefix(BOM).decode("utf-8")
        self._starts = [0, *(found.end() for found in LINE_END.finditer(self.text))]
        self.newline = "\r\n" if "\r\n" in self.text else "\n"
        self.root: Any = yaml.compose(LINE_END.sub("\n", self.text), Loader=YAML_LOADER)

    def apply(self, changes: list[YamlEdit]) -> bytes:
        """Return the bytes of the file with changes that don't overlap."""
        text = self.text
        for change in sorted(changes, key=lambda each: each.start, reverse=True):
            text = text[: change.start] + change.new + text[change.end :]
        return self._bom + text.encode("utf-8")

    def line_of(self, offset: int) -> int:
        """Return the line of an offset, from 1."""
        return bisect_right(self._starts, offset)

    def column_of(self, offset: int) -> int:
        """Return the column of an offset, from 1."""
        return offset - self._starts[self.line_of(offset) - 1] + 1

    def offset_of(self, line: int, column: int) -> int:
        """Return the offset of a line and column, both from 1."""
        return self._starts[line - 1] + column - 1

    def span_of(self, node: yaml.Node) -> tuple[int, int]:
        """Return start and end offset of a node."""
        return self._offset(node.start_mark), self.end_of(node)

    def replace(self, node: yaml.Node, value: Value, in_flow: bool) -> YamlEdit:
        """Return the replacement of a node by a value. Block scalars and quoted strings keep their style if possible.

        `in_flow`: the node is inside of braces or brackets.
        """
        start = self._offset(node.start_mark)
        if isinstance(value, str) and isinstance(node, yaml.ScalarNode):
            if node.style == "|" and node.value.strip("\n") and (lines := self._lines(node, value)) is not None:
                return lines
            indent = " " * self._indent(node)
            new = self._written(value, in_flow, indent, node.style)
        else:
            new = self._written(value, in_flow, " " * self._indent(node))
        end = self.end_of(node)
        if not new.startswith("|"):
            return YamlEdit(start, end, new)
        stop = self.line_end(end)
        return YamlEdit(start, stop, f"|{self.text[end:stop]}{new[1:]}", lead_lines=1)

    def insert(self, mapping: yaml.MappingNode, key: str, value: Value, after: str | None) -> YamlEdit:
        """Return the insertion of an entry after a key, or at the end of the mapping if `after` is None.

        Raises:
            NotEditableError: The mapping is empty.
        """
        if not mapping.value:
            raise NotEditableError(mapping.start_mark.line + 1)
        last = entry(mapping, after) if after is not None else None
        end = self.end_of(mapping.value[-1][1] if last is None else last)
        if mapping.flow_style:
            return YamlEdit(end, end, f", {key}: {self._written(value, True, '')}")
        end = self.line_end(end)
        indent = " " * mapping.value[0][0].start_mark.column
        new = self._written(value, False, indent)
        return YamlEdit(end, end, f"{self.newline}{indent}{key}: {new}", lead_lines=1 + new.startswith("|"))

    def remove(self, mapping: yaml.MappingNode, key: str) -> YamlEdit:
        """Return the removal of an entry; a comment after it stays.

        Raises:
            NotEditableError: It is the only entry, or shares a line with the dash of a list item.
        """
        at = next(at for at, (name, _) in enumerate(mapping.value) if name.value == key)
        name, value = mapping.value[at]
        start, end = self._offset(name.start_mark), self.end_of(value)
        if len(mapping.value) == 1:
            raise NotEditableError(name.start_mark.line + 1)
        if mapping.flow_style:
            if at:
                return YamlEdit(self.end_of(mapping.value[at - 1][1]), end, "")
            return YamlEdit(start, self._offset(mapping.value[1][0].start_mark), "")
        line = self._starts[name.start_mark.line]
        if self.text[line:start].strip():
            raise NotEditableError(name.start_mark.line + 1)
        stop = self.line_end(end)
        if self.text[end:stop].strip():
            return YamlEdit(start, end + len(self.text[end:stop]) - len(self.text[end:stop].lstrip()), "")
        return YamlEdit(line, self._starts[self.line_of(stop)] if stop < len(self.text) else stop, "")

    def end_of(self, node: Any) -> int:
        """Return the end offset of a node, without comments and blank lines after it."""
        if isinstance(node, yaml.ScalarNode):
            if node.style in ("|", ">"):
                return self._block_end(node)
            return self._offset(node.end_mark)
        if node.flow_style or not node.value:
            return self._offset(node.end_mark)
        last = node.value[-1]
        return self.end_of(last[1] if isinstance(node, yaml.MappingNode) else last)

    def _block_end(self, node: yaml.ScalarNode) -> int:
        """Return the end of the last non-blank line of a block scalar, or of its header if all lines are blank."""
        stop = self._offset(node.end_mark)
        lines = self.text[self._starts[node.start_mark.line] : stop]
        return self._starts[node.start_mark.line] + len(lines.rstrip())

    def _lines(self, node: yaml.ScalarNode, value: str) -> YamlEdit | None:
        """Return the replacement of the lines of a block scalar; None if the value doesn't fit in its form."""
        first = node.start_mark.line + 1
        header = self.text[self._offset(node.start_mark) : self._starts[first]]
        lines = value.split("\n")
        content = self.text[self._starts[first] : self._block_end(node)]
        written = next(line for line in content.splitlines() if line.strip())
        indent = written[: len(written) - len(written.lstrip(" "))]
        if header[1:2].isdigit() or not _can_be_block(value):
            return None
        new = self.newline.join(indent + line if line else "" for line in lines)
        return YamlEdit(self._starts[first], self._block_end(node), new)

    def _written(self, value: Value, flow: bool, indent: str, style: str | None = None) -> str:
        """Return a value as YAML."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key}: {each}" for key, each in value.items()) + "}"
        if "\n" in value and not flow and _can_be_block(value):
            lines = (f"{indent}{STEP}{line}" if line else "" for line in value.split("\n"))
            return self.newline.join(["|", *lines])
        single = "'" + value.replace("'", "''") + "'"
        ways = {None: value, "'": single, '"': _quoted(value)}
        return next((way for way in (ways.get(style, value), value) if _is_read_as(way, value, flow)), ways['"'])

    def _indent(self, node: yaml.Node) -> int:
        """Return the indentation of the line on which a node begins; in a list item, that of its keys."""
        line = self.text[self._starts[node.start_mark.line] :]
        return len(line) - len(line.lstrip(" -"))

    def line_end(self, offset: int) -> int:
        """Return the end offset of the line of an offset."""
        found = LINE_END.search(self.text, offset)
        return len(self.text) if found is None else found.start()

    def _offset(self, mark: Any) -> int:
        return int(self._starts[mark.line] + mark.column)


def entry(mapping: yaml.MappingNode, key: str) -> yaml.Node | None:
    """Return the value of a key; None if the mapping doesn't have it."""
    return next((value for name, value in mapping.value if name.value == key), None)


def _can_be_block(value: str) -> bool:
    """Return True if a text can be written as a block scalar."""
    return not value.startswith((" ", "\n")) and not value.endswith("\n") and not _INVISIBLE.search(value)


def _quoted(value: str) -> str:
    return _INVISIBLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def _is_read_as(written: str, value: str, flow: bool) -> bool:
    """Return True if a text on one line parses to the value, without warnings."""
    problems = Problems()
    text = f"{{k: {written}}}" if flow else f"k: {written}"
    root = read_yaml(SourceFile("", "", tuple(text.split("\n"))), text, problems)
    if not isinstance(root, YamlMapping) or len(problems) or problems.warnings():
        return False
    return bool(root.data == {"k": value})


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
        path.parent.mkdir(parents=True, exist_ok=True)
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
