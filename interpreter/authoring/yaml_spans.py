"""Changes to a YAML file that leave every byte beside them as it is: values replaced, entries put in or taken out."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

import yaml

from interpreter.rulebook.nodes import Mapping, Problems, Source
from interpreter.rulebook.yaml_reader import read_yaml

BOM = b"\xef\xbb\xbf"
STEP = "  "
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LINE_END = re.compile(r"\r\n|\r|\n")
_INVISIBLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

Value = str | int | bool | dict[str, str]
"""What a scalar says, or ids by keys, written on one line."""


class NoRoom(Exception):
    """The change can't be made where the file has it; `line` is where that is."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


@dataclass(frozen=True, slots=True)
class Change:
    """That something stands in place of a part of the text. `lead`: lines of it before those of the value."""

    start: int
    end: int
    new: str
    lead: int = 0


class YamlText:
    """A file that was read without mistakes, as a tree of PyYAML's nodes that knows where each part stands."""

    def __init__(self, data: bytes) -> None:
        self._bom = BOM if data.startswith(BOM) else b""
        self.text = data.removeprefix(BOM).decode("utf-8")
        self._starts = [0, *(found.end() for found in _LINE_END.finditer(self.text))]
        self.newline = "\r\n" if "\r\n" in self.text else "\n"
        self.root: Any = yaml.compose(_LINE_END.sub("\n", self.text), Loader=_LOADER)

    def with_changes(self, changes: list[Change]) -> bytes:
        """The file with the changes, no two of which overlap."""
        text = self.text
        for change in sorted(changes, key=lambda each: each.start, reverse=True):
            text = text[: change.start] + change.new + text[change.end :]
        return self._bom + text.encode("utf-8")

    def line_of(self, offset: int) -> int:
        """The line, from 1, in which a letter of the text stands."""
        return bisect_right(self._starts, offset)

    def column_of(self, offset: int) -> int:
        """The place, from 1, of a letter of the text in its line."""
        return offset - self._starts[self.line_of(offset) - 1] + 1

    def offset_of(self, line: int, column: int) -> int:
        """The letter that stands in a line, from 1, at a place, from 1."""
        return self._starts[line - 1] + column - 1

    def span_of(self, node: yaml.Node) -> tuple[int, int]:
        """Where a part begins, and where its last letter ends."""
        return self._offset(node.start_mark), self.end_of(node)

    def replaced(self, node: yaml.Node, value: Value, flow: bool) -> Change:
        """Another value in place of one; `flow`: it stands within braces. A text that stands in lines of its own, or in
        quotes, does so still."""
        start = self._offset(node.start_mark)
        if isinstance(value, str) and isinstance(node, yaml.ScalarNode):
            if node.style == "|" and node.value.strip("\n") and (lines := self._lines(node, value)) is not None:
                return lines
            indent = " " * self._indent(node)
            new = self._written(value, flow, indent, node.style)
        else:
            new = self._written(value, flow, " " * self._indent(node))
        end = self.end_of(node)
        if not new.startswith("|"):
            return Change(start, end, new)
        stop = self.line_end(end)
        return Change(start, stop, f"|{self.text[end:stop]}{new[1:]}", lead=1)

    def put_in(self, mapping: yaml.MappingNode, key: str, value: Value, after: str | None) -> Change:
        """A new entry behind that of a key; None: the last one. Raises NoRoom if there is none yet."""
        if not mapping.value:
            raise NoRoom(mapping.start_mark.line + 1)
        last = entry(mapping, after) if after is not None else None
        end = self.end_of(mapping.value[-1][1] if last is None else last)
        if mapping.flow_style:
            return Change(end, end, f", {key}: {self._written(value, True, '')}")
        end = self.line_end(end)
        indent = " " * mapping.value[0][0].start_mark.column
        new = self._written(value, False, indent)
        return Change(end, end, f"{self.newline}{indent}{key}: {new}", lead=1 + new.startswith("|"))

    def taken_out(self, mapping: yaml.MappingNode, key: str) -> Change:
        """An entry that is gone; a comment behind it stays. Raises NoRoom for the only one, and where it stands on a
        line with a list's dash."""
        at = next(at for at, (name, _) in enumerate(mapping.value) if name.value == key)
        name, value = mapping.value[at]
        start, end = self._offset(name.start_mark), self.end_of(value)
        if len(mapping.value) == 1:
            raise NoRoom(name.start_mark.line + 1)
        if mapping.flow_style:
            if at:
                return Change(self.end_of(mapping.value[at - 1][1]), end, "")
            return Change(start, self._offset(mapping.value[1][0].start_mark), "")
        line = self._starts[name.start_mark.line]
        if self.text[line:start].strip():
            raise NoRoom(name.start_mark.line + 1)
        stop = self.line_end(end)
        if self.text[end:stop].strip():
            return Change(start, end + len(self.text[end:stop]) - len(self.text[end:stop].lstrip()), "")
        return Change(line, self._starts[self.line_of(stop)] if stop < len(self.text) else stop, "")

    def end_of(self, node: Any) -> int:
        """Where the last letter of a part stands, comments and blank lines behind it not counted."""
        if isinstance(node, yaml.ScalarNode):
            if node.style in ("|", ">"):
                return self._block_end(node)
            return self._offset(node.end_mark)
        if node.flow_style or not node.value:
            return self._offset(node.end_mark)
        last = node.value[-1]
        return self.end_of(last[1] if isinstance(node, yaml.MappingNode) else last)

    def _block_end(self, node: yaml.ScalarNode) -> int:
        """The end of the last line of a block that is not blank; that of its header if all are."""
        stop = self._offset(node.end_mark)
        lines = self.text[self._starts[node.start_mark.line] : stop]
        return self._starts[node.start_mark.line] + len(lines.rstrip())

    def _lines(self, node: yaml.ScalarNode, value: str) -> Change | None:
        """Other lines in a block; None if they can't stand in one as it is."""
        first = node.start_mark.line + 1
        header = self.text[self._offset(node.start_mark) : self._starts[first]]
        lines = value.split("\n")
        content = self.text[self._starts[first] : self._block_end(node)]
        written = next(line for line in content.splitlines() if line.strip())
        indent = written[: len(written) - len(written.lstrip(" "))]
        if header[1:2].isdigit() or not _fits_block(value):
            return None
        new = self.newline.join(indent + line if line else "" for line in lines)
        return Change(self._starts[first], self._block_end(node), new)

    def _written(self, value: Value, flow: bool, indent: str, style: str | None = None) -> str:
        """A value as YAML."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key}: {each}" for key, each in value.items()) + "}"
        if "\n" in value and not flow and _fits_block(value):
            lines = (f"{indent}{STEP}{line}" if line else "" for line in value.split("\n"))
            return self.newline.join(["|", *lines])
        single = "'" + value.replace("'", "''") + "'"
        ways = {None: value, "'": single, '"': _quoted(value)}
        return next((way for way in (ways.get(style, value), value) if _reads_as(way, value, flow)), ways['"'])

    def _indent(self, node: yaml.Node) -> int:
        """How far the line is indented on which a part begins; of an entry of a list, how far its keys are."""
        line = self.text[self._starts[node.start_mark.line] :]
        return len(line) - len(line.lstrip(" -"))

    def line_end(self, offset: int) -> int:
        """Where the line ends in which a letter of the text stands."""
        found = _LINE_END.search(self.text, offset)
        return len(self.text) if found is None else found.start()

    def _offset(self, mark: Any) -> int:
        return int(self._starts[mark.line] + mark.column)


def entry(mapping: yaml.MappingNode, key: str) -> yaml.Node | None:
    """What stands under a key."""
    return next((value for name, value in mapping.value if name.value == key), None)


def _fits_block(value: str) -> bool:
    """Whether a text can stand in lines of its own as it is."""
    return not value.startswith((" ", "\n")) and not value.endswith("\n") and not _INVISIBLE.search(value)


def _quoted(value: str) -> str:
    return _INVISIBLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def _reads_as(written: str, value: str, flow: bool) -> bool:
    """Whether what is written on a line says the value, and nothing is odd about it."""
    problems = Problems()
    text = f"{{k: {written}}}" if flow else f"k: {written}"
    root = read_yaml(Source("", "", tuple(text.split("\n"))), text, problems)
    if not isinstance(root, Mapping) or len(problems) or problems.warnings():
        return False
    return bool(root.data == {"k": value})
