"""A strict reader for the subset of YAML in which rulebooks are written; every value keeps its place.

Plain text is text, except `true`, `false`, `null` and decimal numbers: `no`, `on`, `1:30`, `012` and dates stay text.
Anchors, aliases, tags, merge keys, several documents, repeated keys and keys that aren't text are errors.
The parser's events are consumed one by one, and reading stops early on deep nesting and very large files.

A writer of plain data as YAML that people can read and edit.
"""

from __future__ import annotations

import io
import re
from typing import Any

import yaml

from interpreter.rulebook.source.cut_texts import CutList, list_cut_at_comma
from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.source.yaml_errors import DEEPEST, TOO_DEEP, parser_problem
from interpreter.support.errors import Location, Problem

MOST_NODES = 100_000
LARGEST_NUMBER = 1_000_000_000
LONGEST_KEY = 500
"""YAML itself allows 1,024 letters. Keys can be sentences of the game, which translations are for."""

YAML_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}
_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)
_WORD = re.compile(r"[a-z0-9_.\-]*")
_FRACTION = re.compile(r"-?[0-9]+\.[0-9]+", re.ASCII)


class _StopReadingError(Exception):
    """Signal that the rest of the file can't be read; the problem has been reported."""


def read_yaml(source: SourceFile, text: str, problems: Problems) -> YamlNode | None:
    """Return the content of a file, or None if it is empty or can't be read.

    Mistakes are added to `problems`.
    """
    before = len(problems)
    reader = _TreeBuilder(source, problems)
    try:
        for event in yaml.parse(text, Loader=YAML_LOADER):
            reader.take(event)
    except _StopReadingError:
        return None
    except yaml.MarkedYAMLError as error:
        problems.extend([parser_problem(error, source)])
        return None
    except (yaml.YAMLError, ValueError) as error:  # the pure Python reader has no marks for odd characters
        message = str(error).splitlines()[0] if str(error) else "this is no YAML"
        problems.extend([Problem(Location(source.path), "no-yaml", message)])
        return None
    if len(problems) > before:
        return None
    if reader.root is None or (isinstance(reader.root, YamlScalar) and reader.root.data is None):
        problems.add(Location(source.path), "empty-file", "the file is empty")
        return None
    return reader.root


class _TreeBuilder:
    """A builder that turns parser events into nodes.

    `_open` is the stack of lists and mappings that aren't closed yet.
    """

    def __init__(self, source: SourceFile, problems: Problems) -> None:
        self.root: YamlNode | None = None
        self._source = source
        self._problems = problems
        self._open: list[YamlList | YamlMapping] = []
        self._key: list[YamlScalar | None] = []
        self._nodes = 0
        self._documents = 0
        self._cut_list: CutList | None = None

    def take(self, event: Any) -> None:
        """Process one event of the parser.

        Raises:
            _StopReadingError: Nothing more can be read.
        """
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._start(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()
            self._key.pop()
        elif isinstance(event, yaml.AliasEvent):
            self._refuse(event, "alias", "a text that begins with * needs quotes (YAML aliases are not used)")
            raise _StopReadingError
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._refuse(event, "several-documents", "a second document begins here; a file has one, without ---")
                raise _StopReadingError
            if event.version or event.tags:
                self._refuse(event, "directive", "lines that begin with % are not used here; remove them")

    def _refuse(self, event: Any, code: str, message: str) -> None:
        mark = event.start_mark
        self._problems.add(YamlNode(self._source, mark.line + 1, mark.column + 1, 1, None), code, message)

    def _check(self, event: Any) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            self._refuse(event, "file-too-large", f"the file holds more than {MOST_NODES:,} entries")
            raise _StopReadingError
        if event.anchor is not None:
            self._refuse(event, "anchor", "a text that begins with & needs quotes (YAML anchors are not used)")
        if event.tag is not None:
            self._refuse(event, "tag", "a text that begins with ! needs quotes (YAML tags are not used)")

    def _start(self, event: Any) -> None:
        self._check(event)
        if len(self._open) >= DEEPEST:
            self._refuse(event, "too-deep", TOO_DEEP)
            raise _StopReadingError
        mark = event.start_mark
        kind = YamlMapping if isinstance(event, yaml.MappingStartEvent) else YamlList
        node = kind(self._source, mark.line + 1, mark.column + 1)
        if self._open and isinstance(self._open[-1], YamlMapping) and self._key[-1] is None:
            self._refuse(event, "key-no-text", "a key has to be a word; a list or mapping can't be one")
            raise _StopReadingError
        self._put(node)
        self._open.append(node)
        self._key.append(None)

    def _scalar(self, event: Any) -> None:
        self._check(event)
        scalar = self._read(event)
        if self._open and isinstance(self._open[-1], YamlMapping) and self._key[-1] is None:
            self._key[-1] = self._as_key(scalar)
        else:
            self._put(scalar)

    def _put(self, node: YamlNode) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if isinstance(parent, YamlList):
            parent.items.append(node)
            parent.data.append(node.data)
            return
        key = self._key[-1]
        assert key is not None
        self._key[-1] = None
        name = key.data
        if name in parent.keys and self._begins_entry(key, parent):
            parent = self._new_entry(key)
        elif name in parent.keys:
            first = parent.keys[name].line
            self._problems.add(key, "key-twice", f"`{name}` is here twice; the first is in line {first}")
            return
        parent.keys[name] = key
        parent.values[name] = node
        parent.data[name] = node.data

    def _begins_entry(self, key: YamlScalar, parent: YamlMapping) -> bool:
        """True if a repeated key is the first one of a list's entry, as of an entry without its `- `."""
        is_entry = len(self._open) > 1 and isinstance(self._open[-2], YamlList)
        row = self._source.lines[key.line - 1]
        return is_entry and key.data == next(iter(parent.keys)) and not row[: key.column - 1].strip()

    def _new_entry(self, key: YamlScalar) -> YamlMapping:
        """Report an entry without its `- `, begin it all the same, and return it."""
        entry, above = YamlMapping(self._source, key.line, key.column), self._open[-2]
        assert isinstance(above, YamlList)
        above.items.append(entry)
        above.data.append(entry.data)
        self._open[-1] = entry
        row = self._source.lines[key.line - 1]
        depth = row.index(key.data) - 2
        message = "`- ` is missing here, with which an entry of a list begins"
        wordings = (f"{' ' * max(0, depth)}- {row.strip()}",)
        self._problems.add(key, "no-dash", message, wordings=wordings, replaced=(1, len(row.rstrip())))
        return entry

    def _as_key(self, scalar: YamlScalar) -> YamlScalar:
        if not isinstance(scalar.data, str) and self._is_of_list(scalar):
            scalar.data = str(scalar.data)
        elif not isinstance(scalar.data, str):
            written = self._source.lines[scalar.line - 1][scalar.column - 1 :][: scalar.length]
            message = f"a key has to be a word: {written or 'nothing'} is none (in quotes it would be)"
            self._problems.add(scalar, "key-no-text", message)
            scalar.data = written
        elif scalar.data == "<<":
            self._problems.add(scalar, "merge-key", "merge keys (<<) are not used; write the fields out")
        elif len(scalar.data) > LONGEST_KEY or "\n" in scalar.data:
            self._problems.add(scalar, "key-too-long", f"a key is one line of at most {LONGEST_KEY} letters")
            scalar.data = scalar.data[:LONGEST_KEY]
        return scalar

    def _is_of_list(self, scalar: YamlScalar) -> bool:
        """True if a number in braces is an entry of a list without brackets, which is reported once."""
        last, parent = self._cut_list, self._open[-1]
        if last is not None and scalar.line == last.line and scalar.column < last.column + last.length:
            return True
        found = list_cut_at_comma(parent, scalar) if isinstance(parent, YamlMapping) else None
        if found is None:
            return False
        self._cut_list = found
        message = "a list stands in square brackets, not in braces"
        if found.field is not None:
            message = f"in braces, a comma begins another field: the value of `{found.field}` needs brackets of its own"
        spot = YamlNode(self._source, found.line, found.column, found.length, None)
        replaced = (found.column, found.length)
        self._problems.add(spot, "wrong-type", message, wordings=(found.written,), replaced=replaced)
        return True

    def _read(self, event: Any) -> YamlScalar:
        start, end = event.start_mark, event.end_mark
        one_line = start.line == end.line
        length = end.column - start.column if one_line else 1
        scalar = YamlScalar(self._source, start.line + 1, start.column + 1, length, event.value)
        if event.style:
            if event.style == "|":
                scalar.lines = self._literal_lines(event.value, start.line + 1)
            elif one_line:
                scalar.lines = ((start.line + 1, start.column + 2),)
            else:
                self._place_folded(scalar, event)
            if not event.value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in event.value):
                message = "half of a character (\\ud800 to \\udfff); write the whole one"
                self._problems.add(scalar, "lone-surrogate", message)
        elif one_line:
            scalar.data = self._resolve(scalar, event.value)
        else:
            self._place_folded(scalar, event)
        if not event.style and _WORD.fullmatch(event.value) is None:
            self._warn_of_comment(end.line, end.column)
        return scalar

    def _warn_of_comment(self, line: int, column: int) -> None:
        """Warn of a `#` that cuts a text without quotes short.

        A comment is assumed to be intended only if a blank follows the `#`.
        """
        rest = self._source.lines[line][column:]
        blanks = len(rest) - len(rest.lstrip(" \t"))
        if rest[blanks : blanks + 1] == "#" and rest[blanks + 1 : blanks + 2].strip("# \t"):
            spot = YamlNode(self._source, line + 1, column + blanks + 1, len(rest.rstrip()) - blanks, None)
            message = "the text ends before this `#`, which begins a comment"
            self._problems.warn(
                spot, "cut-by-comment", message, "the text in quotes, or `# …` with a blank for a comment"
            )

    def _resolve(self, scalar: YamlScalar, value: str) -> int | float | bool | str | None:
        if value in _WORDS:
            return _WORDS[value]
        if not (value[0] == "-" or value[0].isdecimal()):
            return value
        whole = _INTEGER.fullmatch(value) is not None
        if not whole and _FRACTION.fullmatch(value) is None:
            return value
        if len(value) > 20 or abs(float(value)) > LARGEST_NUMBER:
            message = f"the number is too large or too long; numbers go up to {LARGEST_NUMBER:,} (a text needs quotes)"
            self._problems.add(scalar, "number-too-large", message)
            return 0
        return int(value) if whole else float(value)

    def _literal_lines(self, value: str, header: int) -> tuple[tuple[int, int], ...]:
        """Return the (line, column) at which each line of a `|` block begins.

        `header` is the line of its `|`, from 1.
        """
        lines = self._source.lines
        found = []
        for index, line in enumerate(value.split("\n")):
            number = header + 1 + index
            if number > len(lines):
                break
            found.append((number, max(0, len(lines[number - 1]) - len(line)) + 1))
        return tuple(found)

    def _place_folded(self, scalar: YamlScalar, event: Any) -> None:
        """Set the places of a text that YAML joined from several lines, as far as the file has it as written."""
        value, start, end = event.value, event.start_mark, event.end_mark
        block, quoted = event.style == ">", event.style in ("'", '"')
        marks: list[tuple[int, int, int]] = []
        offset = 0
        for number in range(start.line + (1 if block else 0), min(end.line + 1, len(self._source.lines))):
            line = self._source.lines[number]
            begin = start.column + (1 if quoted else 0) if number == start.line else len(line) - len(line.lstrip(" "))
            stop = end.column - (1 if quoted else 0) if number == end.line else len(line)
            part = line[begin:stop].rstrip(" ")
            if not part:
                continue
            while offset < len(value) and value[offset] in " \n":
                offset += 1
            if not value.startswith(part, offset):
                break
            marks.append((offset, number + 1, begin + 1))
            offset += len(part)
        scalar.lines, scalar.folds = _by_lines(value, marks, (scalar.line, scalar.column))


def _by_lines(
    value: str, marks: list[tuple[int, int, int]], first: tuple[int, int]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int, int, int], ...]]:
    """Convert marks to the beginnings of lines and the folds within them.

    Args:
        value: The text.
        marks: (offset in the text, line, column in the file) of each known part.
        first: (line, column) in the file for lines without a mark.
    """
    lines: list[tuple[int, int]] = []
    folds: list[tuple[int, int, int, int]] = []
    start = 0
    for index, line in enumerate(value.split("\n")):
        end = start + len(line)
        known = [mark for mark in marks if mark[0] <= start]
        lines.append((known[-1][1], known[-1][2] + start - known[-1][0]) if known else first)
        folds.extend((index + 1, mark[0] - start + 1, mark[1], mark[2]) for mark in marks if start < mark[0] <= end)
        start = end + 1
    return tuple(lines), tuple(folds)


WIDTH = 110
"""Maximum number of characters of a collection in brackets on one line."""


def dump_yaml(data: Any, brackets: bool = False) -> str:
    """Return plain data as YAML that ends with a line end.

    Each field and each list entry has a line of its own. Texts of several lines become `|` blocks. With
    `brackets`, short collections go on one line in brackets, except lists of mappings.
    """
    options: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "default_flow_style": False, "width": 10_000}
    node = _Dumper(io.StringIO(), **options).represent_data(data)
    if brackets:
        for child in _below(node):
            _bracket(child)
    del options["sort_keys"], options["default_flow_style"]
    return str(yaml.serialize(node, Dumper=_Dumper, **options)).removesuffix("...\n")


class _Dumper(yaml.SafeDumper):
    """A dumper that indents lists and writes texts of several lines as `|` blocks."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def _below(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [value for _, value in node.value]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def _bracket(node: yaml.Node) -> int | None:
    """Put a node on one line if there is room, and return its length then; None if it doesn't fit."""
    if not isinstance(node, yaml.CollectionNode):
        return None if "\n" in node.value else len(node.value)
    lengths = [_bracket(child) for child in _below(node)]
    keys = [len(key.value) + 2 for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
    things = isinstance(node, yaml.SequenceNode) and any(isinstance(each, yaml.MappingNode) for each in node.value)
    known = [length for length in lengths if length is not None]
    total = 2 + sum(known) + 2 * len(known) + sum(keys)
    if things or len(known) < len(lengths) or total > WIDTH:
        return None
    node.flow_style = True
    return total
