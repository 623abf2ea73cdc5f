"""Coverage of a game's rules in a playtest, as text: what happened, and what never did."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cli.columns import columns
from cli.screen import screen_here
from interpreter.errors import shown
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from interpreter.language.points import Item, Step
    from interpreter.playtest.coverage import Coverage
    from interpreter.presentation.names import Names

MOST_ROWS = 20
"""Maximum number of rows about what never happened."""
NAMES = {
    "statement": "statements",
    "branch": "branches",
    "option": "options",
    "row": "rows of tables",
    "trigger": "triggers",
    "bend": "bends",
}
LONGEST = 60
"""Maximum number of characters quoted from a line."""


def coverage_told(coverage: Coverage, games: int, names: Names, all: bool, said: Callable[[str], str]) -> list[str]:
    """Return lines on how much happened, then on what never did, in the order of the files.

    `all`: list everything that never happened instead of the first rows. Adjacent items are listed by their first line.
    `said` returns the displayed name of a file.
    """
    told = [(NAMES[kind], f"{happened:,} of {of:,}") for kind, (happened, of) in coverage.counts.items()]
    lines = ["", "what happened at least once", columns(told)]
    missing = coverage.stretches
    if not missing:
        return [*lines, "", "there is nothing that never happened"]
    rows = missing if all else missing[:MOST_ROWS]
    lines += [
        "",
        f"what never happened in {number_of(games, 'game')}",
        columns([_row(stretch, said(coverage.place(stretch[0][0])), names) for stretch in rows]),
    ]
    if len(rows) < len(missing):
        lines += screen_here().fold(f"  {len(missing) - len(rows)} more never happened; --all tells them, too")
    return lines


def _row(stretch: list[tuple[Item, Step]], file: str, names: Names) -> tuple[str, ...]:
    item, step = stretch[0]
    last = stretch[-1][0].where.line
    place = f"{shown(file)}:{item.where.line}" + (f"-{last}" if last > item.where.line else "")
    text = item.text if len(item.text) <= LONGEST else f"{item.text[: LONGEST - 1]}…"
    whose = "" if item.title is None else f" ({names.say(item.title)})"
    return place, f"never {step}", f"{shown(text)}{shown(whose)}"
