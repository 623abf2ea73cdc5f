"""Blocks of a Markdown text for print: headings, paragraphs, items, tables and code. Links and pictures are text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

BULLET = "•"


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text in one style."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A block of a text.

    Attributes:
        kind: `heading`, `paragraph`, `item`, `code`, `table` or `line`.
        level: Level of a heading from 1, or depth of an item from 0.
        mark: Bullet or number of an item; empty for its further paragraphs.
        runs: Its text.
        rows: Cells of a table, row by row; the first row is its heading.
    """

    kind: str
    level: int = 0
    mark: str = ""
    runs: tuple[TextRun, ...] = ()
    rows: tuple[tuple[tuple[TextRun, ...], ...], ...] = ()


def read_markdown(text: str, safe: Callable[[str], str]) -> tuple[TextBlock, ...]:
    """Return the blocks of a text. HTML in it is plain text.

    `safe`: function that escapes characters that can't be seen.
    """
    from markdown_it import MarkdownIt

    reader = _BlockReader(safe)
    reader.read(MarkdownIt("commonmark", {"html": False}).enable("table").parse(text))
    return tuple(reader.blocks)


class _BlockReader:
    """Reader of the tokens of a parsed text."""

    def __init__(self, safe: Callable[[str], str]) -> None:
        self.blocks: list[TextBlock] = []
        self._safe = safe
        self._lists: list[int | None] = []
        self._mark = ""
        self._heading = 0
        self._rows: list[tuple[tuple[TextRun, ...], ...]] | None = None
        self._cells: list[tuple[TextRun, ...]] = []

    def read(self, tokens: Sequence[Any]) -> None:
        for token in tokens:
            self._read_table(token)
            match token.type:
                case "bullet_list_open":
                    self._lists.append(None)
                case "ordered_list_open":
                    self._lists.append(int(token.attrGet("start") or 1))
                case "bullet_list_close" | "ordered_list_close":
                    self._lists.pop()
                case "list_item_open":
                    self._open_item()
                case "heading_open":
                    self._heading = int(token.tag[1:])
                case "hr":
                    self.blocks.append(TextBlock("line"))
                case "fence" | "code_block":
                    runs = tuple(
                        TextRun(self._safe(line), code=True) for line in token.content.rstrip("\n").split("\n")
                    )
                    self.blocks.append(TextBlock("code", runs=runs))
                case "inline":
                    self._add_text(self._runs(token.children or ()))

    def _read_table(self, token: Any) -> None:
        match token.type:
            case "table_open":
                self._rows = []
            case "tr_open":
                self._cells = []
            case "tr_close" if self._rows is not None:
                self._rows.append(tuple(self._cells))
            case "table_close":
                self.blocks.append(TextBlock("table", rows=tuple(self._rows or ())))
                self._rows = None

    def _open_item(self) -> None:
        number = self._lists[-1]
        self._mark = BULLET if number is None else f"{number}."
        if number is not None:
            self._lists[-1] = number + 1

    def _add_text(self, runs: tuple[TextRun, ...]) -> None:
        if self._rows is not None:
            self._cells.append(runs)
        elif self._heading:
            self.blocks.append(TextBlock("heading", self._heading, runs=runs))
            self._heading = 0
        elif self._lists:
            self.blocks.append(TextBlock("item", len(self._lists) - 1, self._mark, runs))
            self._mark = ""
        else:
            self.blocks.append(TextBlock("paragraph", runs=runs))

    def _runs(self, tokens: Sequence[Any]) -> tuple[TextRun, ...]:
        found: list[TextRun] = []
        style = TextRun("")
        for token in tokens:
            match token.type:
                case "strong_open" | "strong_close":
                    style = replace(style, bold=token.nesting == 1)
                case "em_open" | "em_close":
                    style = replace(style, italic=token.nesting == 1)
                case "code_inline":
                    found.append(replace(style, text=self._safe(token.content), code=True))
                case "softbreak" | "hardbreak":
                    found.append(replace(style, text=" "))
                case "text" | "image":
                    found.append(replace(style, text=self._safe(token.content)))
        return tuple(run for run in found if run.text)
