"""Formatter for the files of a game, which changes only blanks: indentation by two, single blanks, no trailing blanks.

No line is added or removed except empty ones at the end, and comments move with the lines that they belong to. After
formatting, every value is the same, and every effect has the same tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

import yaml

from interpreter.authoring.yaml_spans import LINE_END, GameFile, YamlEdit, YamlText, entry, read_game_files
from interpreter.language.reading.lexeme import Lexeme
from interpreter.language.reading.lexer import Lexer
from interpreter.rulebook.model import Text
from interpreter.rulebook.source.files import find_folder, is_installed
from interpreter.rulebook.source.yaml_reader import YAML_LOADER
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.file_replacement import FileRevision, write_revisions

_BREAKS = frozenset({("_NL",), ("_INDENT",), ("_DEDENT",)})


def tokens_of(effect: str, lexer: Lexer) -> list[Lexeme] | None:
    """Return the tokens of a block of statements, with line ends and indentation; None if it can't be read."""
    try:
        return lexer.tokenize(Text(effect, Location("")), block=True)
    except RulebookError:
        return None


def line_indents(effect: str, lexer: Lexer) -> list[int] | None:
    """Return the new indentation of each line of a block of statements; None if it can't be read.

    A line within parentheses moves with the line in which they open, and a comment moves with its block.
    """
    words = tokens_of(effect, lexer)
    if words is None:
        return None
    lines = effect.split("\n")
    old = [len(line) - len(line.lstrip(" ")) for line in lines]
    begun = _levels(words)
    found = [0] * len(lines)
    open_levels: list[tuple[int, int]] = []
    shift = 0
    for at, line in enumerate(lines):
        if at in begun:
            found[at] = begun[at] * STEP
            shift = found[at] - old[at]
            open_levels = [level for level in open_levels if level[0] < old[at]] + [(old[at], shift)]
        elif line.lstrip(" ").startswith("#"):
            below = next((each for each in range(at + 1, len(lines)) if each in begun), None)
            known = [*open_levels, *([(old[below], begun[below] * STEP - old[below])] if below is not None else ())]
            found[at] = old[at] + _shift_at(old[at], known)
        else:
            found[at] = max(0, old[at] + shift)
    return found


def _levels(words: list[Lexeme]) -> dict[int, int]:
    """Return the nesting depth of each line that begins a statement, by its index from 0."""
    found: dict[int, int] = {}
    level = 0
    for before, word in pairwise([Lexeme(("_NL",), "", 0, 0, 0), *words]):
        level += (word.kinds == ("_INDENT",)) - (word.kinds == ("_DEDENT",))
        if before.kinds in _BREAKS and word.kinds not in _BREAKS:
            found[word.line - 1] = level
    return found


def _shift_at(width: int, known: list[tuple[int, int]]) -> int:
    """Return the number of columns by which a comment moves.

    It moves like the innermost block that is indented no further. On a tie, the block below comes first.
    """
    reached = [(old, shift) for old, shift in reversed(known) if old <= width]
    return max(reached, key=lambda each: each[0])[1] if reached else 0


STEP = 2
_OPENING = (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)
_ENDING = (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)
_STRUCTURAL = (yaml.StreamStartToken, yaml.BlockMappingStartToken, yaml.BlockSequenceStartToken, yaml.BlockEndToken)


@dataclass(frozen=True, slots=True)
class _Level:
    """A block list or mapping, with the old and new indentation of its entries.

    A list of kind `beside` is indented no further than its key.
    """

    old: int
    new: int
    kind: Literal["mapping", "list", "beside"]

    @property
    def shift(self) -> int:
        return self.new - self.old


def layout_changes(text: YamlText, effects: set[tuple[int, int]], lexer: Lexer) -> list[YamlEdit]:
    """Return the layout changes of a file. `effects`: line and column, from 0, of the blocks that hold statements."""
    return list(_LayoutWalker(text, effects, lexer).changes())


class _LayoutWalker:
    """Formatter that walks the tokens of a file and lays out the space between and within them."""

    def __init__(self, text: YamlText, effects: set[tuple[int, int]], lexer: Lexer) -> None:
        self._text = text
        self._effects = effects
        self._lexer = lexer
        self._levels: list[_Level] = []
        self._above: list[_Level] = []
        """The levels at the last token."""
        self._last: Any = None
        self._is_key = False
        self._in_braces = 0
        self._stop = len(text.text.rstrip(" \r\n"))
        self._shift = 0
        """By how much the line moves in which the last token is; of several in braces, the one in which they begin."""

    def changes(self) -> Iterator[YamlEdit]:
        """Yield the changes in the order of the file."""
        for token in yaml.scan(LINE_END.sub("\n", self._text.text), Loader=YAML_LOADER):
            self._enter(token)
            if isinstance(token, yaml.StreamEndToken):
                yield from self._end()
            elif not isinstance(token, _STRUCTURAL) and not self._is_implied(token):
                yield from self._layout_before(token)
                yield from self._layout_within(token)
                self._in_braces += isinstance(token, _OPENING) - isinstance(token, _ENDING)
                self._last, self._above, self._is_key = token, [*self._levels], False

    # -- state

    def _enter(self, token: Any) -> None:
        """Update the open lists and mappings for a token."""
        top = self._levels[-1] if self._levels else None
        column, inside = token.start_mark.column, top.new + STEP if top else 0
        if isinstance(token, yaml.BlockMappingStartToken):
            self._levels.append(_Level(column, inside, "mapping"))
        elif isinstance(token, yaml.BlockSequenceStartToken):
            self._levels.append(_Level(column, inside, "list"))
        elif isinstance(token, yaml.BlockEndToken):
            if self._levels.pop().kind == "beside":
                self._levels.pop()
        elif self._in_braces or top is None:
            return
        elif isinstance(token, yaml.BlockEntryToken) and top.kind == "mapping":
            self._levels.append(_Level(column, inside, "beside"))
        elif isinstance(token, yaml.KeyToken):
            if top.kind == "beside":
                self._levels.pop()
            self._is_key = True

    def _is_implied(self, token: Any) -> bool:
        return bool(token.start_mark.index == token.end_mark.index) and not isinstance(token, yaml.ScalarToken)

    def _start(self, token: Any) -> int:
        return self._text.offset_of(token.start_mark.line + 1, token.start_mark.column + 1)

    def _after(self, token: Any) -> int:
        """Return the end of a token; for a block scalar, the start of the line after it."""
        return 0 if token is None else self._text.offset_of(token.end_mark.line + 1, token.end_mark.column + 1)

    # -- between two tokens

    def _layout_before(self, token: Any) -> Iterator[YamlEdit]:
        """Lay out the blanks, comments and empty lines before a token."""
        start, end = self._after(self._last), self._start(token)
        begins = self._last is None or _is_block(self._last)
        if not begins and not LINE_END.search(self._text.text, start, end):
            yield from self._set_blanks(start, end, self._blanks(token, end - start))
            return
        column = int(token.start_mark.column)
        indent = self._indent(token)
        yield from self._lines(start, end - column, begins, (column, indent))
        yield from self._set_blanks(end - column, end, indent)
        if not self._in_braces:
            self._shift = indent - column

    def _blanks(self, token: Any, blanks: int) -> int:
        """Return the number of blanks between the last token and this one on the same line."""
        closed = (yaml.FlowEntryToken, *_ENDING)
        if isinstance(self._last, yaml.ValueToken):
            return blanks if isinstance(token, closed) else 1
        if isinstance(token, (yaml.ValueToken, *closed)) or isinstance(self._last, _OPENING):
            return 0
        return 1 if isinstance(self._last, (yaml.FlowEntryToken, yaml.BlockEntryToken, yaml.KeyToken)) else blanks

    def _indent(self, token: Any) -> int:
        """Return the new indentation of a line that begins with a token."""
        column = int(token.start_mark.column)
        if not self._levels:
            return column
        level = self._levels[-1]
        if self._in_braces:
            return max(column + self._shift, level.new + 1)
        starts = self._is_key or isinstance(token, (yaml.BlockEntryToken, yaml.ValueToken))
        return level.new if starts else level.new + STEP

    def _lines(self, start: int, end: int, begins: bool, below: tuple[int, int]) -> Iterator[YamlEdit]:
        """Lay out comments and empty lines.

        `begins`: the range begins at the start of a line. `below`: old and new indentation of the token that follows.
        """
        at = start
        while at < end:
            found = LINE_END.search(self._text.text, at)
            stop = min(end, found.start() if found else end)
            line = self._text.text[at:stop]
            content = len(line.rstrip(" "))
            yield from self._set_blanks(at + content, stop, 0)
            width = len(line) - len(line.lstrip(" "))
            if content and (at > start or begins):
                yield from self._set_blanks(at, at + width, self._comment(width, below))
            at = found.end() if found else end

    def _comment(self, width: int, below: tuple[int, int]) -> int:
        """Return the new indentation of a comment line: it moves with its block or with the line below it."""
        if self._in_braces:
            return max(0, width + self._shift)
        levels = [level for level in reversed((*self._above, *self._levels)) if level.old <= width]
        wanted = width + max(levels, key=lambda each: each.old).shift if levels else width
        if width == below[0]:
            wanted = below[1]
        return min(wanted, self._above[-1].new) if _is_block(self._last) and self._above else wanted

    def _end(self) -> Iterator[YamlEdit]:
        """Lay out the rest of the file after the last token. A final block scalar keeps its empty lines."""
        if _is_block(self._last) and not self._is_effect(self._last):
            return
        yield from self._lines(self._after(self._last), self._stop, _is_block(self._last), (0, 0))
        if self._text.text[self._stop :] != self._text.newline:
            yield YamlEdit(self._stop, len(self._text.text), self._text.newline)

    # -- multi-line tokens

    def _layout_within(self, token: Any) -> Iterator[YamlEdit]:
        if _is_block(token):
            yield from self._block(token)
        elif token.start_mark.line != token.end_mark.line:
            least = self._levels[-1].new + 1 if self._levels else 0
            for number in range(token.start_mark.line + 1, token.end_mark.line + 1):
                at, line = self._line(number)
                width = len(line) - len(line.lstrip(" "))
                yield from self._set_blanks(at, at + width, max(least, width + self._shift) if line.strip(" ") else 0)

    def _block(self, token: Any) -> Iterator[YamlEdit]:
        """Lay out a block scalar."""
        header_at, header = self._line(token.start_mark.line)
        yield from self._set_blanks(header_at + len(header.rstrip(" ")), header_at + len(header), 0)
        first, last = token.start_mark.line + 1, token.end_mark.line + (token.end_mark.column > 0)
        lines = [self._line(number) for number in range(first, last)]
        digits = re.match(r"[|>][-+]?([1-9])", header[token.start_mark.column :])
        level = self._levels[-1] if self._levels else _Level(0, -STEP, "mapping")
        if not any(line.strip(" ") for _, line in lines):
            return
        if digits is not None:
            base = level.old + int(digits[1])
            moved = base + level.shift
        else:
            base = next(len(line) - len(line.lstrip(" ")) for _, line in lines if line.strip(" "))
            moved = level.new + STEP
        effect = self._is_effect(token)
        inner = [line[base:] for _, line in lines]
        widths = line_indents("\n".join(inner), self._lexer) if effect and digits is None else None
        if widths is None:
            widths = [len(line) - len(line.lstrip(" ")) for line in inner]
        for (at, line), width in zip(lines, widths, strict=True):
            if at > self._stop and effect:
                return
            if not line.strip(" ") and (effect or len(line) <= base):
                yield from self._set_blanks(at, at + len(line), 0)
                continue
            yield from self._set_blanks(at, at + len(line) - len(line.lstrip(" ")), moved + width)
            if effect:
                yield from self._set_blanks(at + len(line.rstrip(" ")), at + len(line), 0)

    def _is_effect(self, token: Any) -> bool:
        return (token.start_mark.line, token.start_mark.column) in self._effects

    def _line(self, number: int) -> tuple[int, str]:
        """Return offset and text of a line, by its index from 0."""
        at = self._text.offset_of(number + 1, 1)
        found = LINE_END.search(self._text.text, at)
        return at, self._text.text[at : found.start() if found else None]

    def _set_blanks(self, start: int, end: int, blanks: int) -> Iterator[YamlEdit]:
        """Yield the change that leaves this number of blanks in a range, if it has another number."""
        if end - start != blanks:
            yield YamlEdit(start, end, " " * blanks)


def _is_block(token: Any) -> bool:
    """Return True if a token is a block scalar, with `|` or `>`."""
    return isinstance(token, yaml.ScalarToken) and token.style in ("|", ">")


EFFECT_KEYS = frozenset({"do", "event", "start", "begin", "when empty"})
"""Keys whose block scalars are statements."""


class GameFormatter:
    """The layout changes of a game's files, including variants and scenarios. The rules may have mistakes.

    Raises:
        RulebookError: A file can't be read, or its meaning would change.
    """

    def __init__(self, game: str) -> None:
        self._folder = find_folder(game)
        self._files = read_game_files(self._folder)
        titles = {title for file in self._files if file.root is not None for title in _titles(file.root.data)}
        self._lexer = Lexer({}, {title: title for title in titles})

    @cached_property
    def _changed(self) -> list[FileRevision]:
        formatted = (self._format_file(file) for file in self._files)
        return [each for each in formatted if each.after != each.before]

    def edits_of(self, path: str) -> list[tuple[Location, Location, str]]:
        """Return the changes of one file: start, end and new text. Raise RulebookError if its meaning would change."""
        file = next((each for each in self._files if each.found.path == path), None)
        if file is None:
            return []
        self._format_file(file)
        text = YamlText(file.data)

        def where(offset: int) -> Location:
            return Location(path, text.line_of(offset), text.column_of(offset))

        return [(where(edit.start), where(edit.end), edit.new) for edit in self._edits(text)]

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
        after = text.apply(self._edits(text))
        if self._file_data(text) != self._file_data(YamlText(after)):
            message = "formatting would change the meaning of this file; nothing is changed"
            raise RulebookError(Problem(Location(file.found.path), "other-meaning", message))
        return FileRevision(file.found.path, file.found.real_path, file.data, after)

    def _edits(self, text: YamlText) -> list[YamlEdit]:
        return layout_changes(text, _effect_positions(text.root), self._lexer)

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
            words = tokens_of(node.value, self._lexer)
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
