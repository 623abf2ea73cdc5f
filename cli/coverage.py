"""Coverage of a game's rules in a playtest, as text: what happened, and what never did."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cli.columns import format_table
from cli.screen import current_screen
from interpreter.errors import printable
from interpreter.presentation.counts import format_count

if TYPE_CHECKING:
    from interpreter.language.points import CoverageItem, CoverageStep
    from interpreter.playtest.coverage import Coverage
    from interpreter.presentation.names import Names

MOST_ROWS = 20
"""Maximum number of rows about what never happened."""
ITEM_NAMES = {
    "statement": "statements",
    "branch": "branches",
    "option": "options",
    "row": "rows of tables",
    "trigger": "triggers",
    "bend": "bends",
}
MAX_QUOTE = 60
"""Maximum number of characters quoted from a line."""


def format_coverage(
    coverage: Coverage, games: int, names: Names, show_all: bool, path_title: Callable[[str], str]
) -> list[str]:
    """Return lines on how much happened, then on what never did, in the order of the files.

    `show_all`: list everything that never happened instead of the first rows. Adjacent items are listed by their first
    line. `path_title` returns the displayed name of a file.
    """
    told = [(ITEM_NAMES[kind], f"{happened:,} of {of:,}") for kind, (happened, of) in coverage.counts.items()]
    lines = ["", "what happened at least once", format_table(told)]
    missing = coverage.uncovered_groups
    if not missing:
        return [*lines, "", "there is nothing that never happened"]
    rows = missing if show_all else missing[:MOST_ROWS]
    lines += [
        "",
        f"what never happened in {format_count(games, 'game')}",
        format_table([_row(stretch, path_title(coverage.displayed_file(stretch[0][0])), names) for stretch in rows]),
    ]
    if len(rows) < len(missing):
        lines += current_screen().wrap(f"  {len(missing) - len(rows)} more never happened; --all tells them, too")
    return lines


def _row(stretch: list[tuple[CoverageItem, CoverageStep]], file: str, names: Names) -> tuple[str, ...]:
    item, step = stretch[0]
    last = stretch[-1][0].where.line
    place = f"{printable(file)}:{item.where.line}" + (f"-{last}" if last > item.where.line else "")
    text = item.text if len(item.text) <= MAX_QUOTE else f"{item.text[: MAX_QUOTE - 1]}…"
    whose = "" if item.title is None else f" ({names.localize(item.title)})"
    return place, f"never {step}", f"{printable(text)}{printable(whose)}"
