"""Marks in the margin for what variants have changed, visible without colour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cli.screen import Screen
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Rulebook

ADDED, REMOVED, UNCHANGED = "+ ", "- ", "  "
ROW_NUMBER = re.compile(r" +\d+  ")
"""The number before a row of a table, which doesn't count when rows are compared."""


def mark_changes(before: str, after: str, screen: Screen) -> str:
    """Return the wrapped lines after a change, new ones marked, with removed ones above them."""
    narrow = replace(screen, width=screen.width - len(ADDED))
    lines = [
        f"{mark}{part}" if line else ""
        for mark, line in _marked_lines(before.split("\n"), after.split("\n"))
        for part in narrow.wrap_lines(line).split("\n")
    ]
    return "\n".join(lines)


def explain_marks(book: Rulebook, names: Names) -> str:
    """Explain the marks."""
    return f"{ADDED}with {_titles(book, names)}, {REMOVED}without"


def note_no_changes(book: Rulebook, names: Names) -> str:
    """Say that nothing is marked."""
    return f"nothing here is changed by: {_titles(book, names)}"


def _titles(book: Rulebook, names: Names) -> str:
    return ", ".join(names.localize(variant.title) for variant in book.overlays)


def _marked_lines(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    old, new = ([_comparison_key(line) for line in lines] for lines in (before, after))
    for what, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield from ((UNCHANGED, line) for line in after[new_start:new_end])
        else:
            yield from ((REMOVED, line) for line in before[start:end] if line)
            yield from ((ADDED, line) for line in after[new_start:new_end])


def _comparison_key(line: str) -> str:
    """Return the key by which lines count as equal, without row numbers and the widths of columns."""
    return " ".join(ROW_NUMBER.sub("", line, count=1).split())
