"""A map of rows and columns as a text picture: framed cells, or one sign per cell if that is enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli.board.map_picture import Signs, pad
from cli.text.folding import longest_word, wrap_text

if TYPE_CHECKING:
    from cli.text.screen import Screen
    from interpreter.presentation import Names
    from interpreter.rulebook import Map, Space

MIN_CELL_WIDTH, MAX_CELL_WIDTH = 6, 24
"""Minimum and maximum width of a framed cell in columns, with its right edge."""
MIN_CELL_LINES = 2
"""Minimum number of lines in a framed cell."""

GridCells = Sequence[Sequence[Sequence[str]]]
"""Rows of cells of lines."""


def draw_grid(
    board: Map,
    names: Names,
    said: Mapping[str, Sequence[str]],
    screen: Screen,
    bare: bool = False,
    flat: bool = False,
) -> list[str] | None:
    """Draw a grid with the contents of each space in its cell; return None if there is no room.

    `bare`: without frames. `flat`: with as few lines as possible. Columns and rows are named as in the ids of the
    cells. A cell with a title of its own begins with it.
    """
    rows: dict[float, list[Space]] = {}
    for space in board.spaces:
        rows.setdefault(space.at[1] if space.at else 0, []).append(space)
    in_order = [row for _, row in sorted(rows.items())]
    columns = [space.id.rstrip(digits) for space in in_order[0]]
    labels = [row[0].id.lstrip(ascii_lowercase) for row in in_order]

    def inside(space: Space) -> list[str]:
        own = space.title["en"].casefold() != space.id and not bare
        return [screen.escape(line) for line in ([names.localize(space.title)] if own else []) + [*said[space.id]]]

    cells = [[inside(space) for space in row] for row in in_order]
    if bare:
        return draw_bare_grid(cells, columns, labels, screen.width - 1, screen.signs.dot)
    return draw_framed_grid(cells, columns, labels, screen.width - 1, screen.signs, flat)


def draw_framed_grid(
    cells: GridCells, columns: Sequence[str], rows: Sequence[str], width: int, signs: Signs, flat: bool = False
) -> list[str] | None:
    """Draw a framed grid, `columns` above and `rows` to the left; return None if the terminal is too narrow.

    `flat`: no lines between the rows, and none that stay empty.
    """
    margin = max(map(len, rows), default=0) + 1
    wide = min(MAX_CELL_WIDTH, (width - margin - 1) // max(1, len(columns)))
    words = max((longest_word(line) for row in cells for cell in row for line in cell), default=0)
    if wide < max(MIN_CELL_WIDTH, min(words + 4, MAX_CELL_WIDTH)):
        return None
    edge = signs.across * (wide - 1)
    upper, inner, lower = (
        " " * margin + start + signs.joints[at].join([edge] * len(columns)) + end
        for at, (start, end) in enumerate(
            (signs.corners[:2], (signs.joints[3], signs.joints[4]), signs.corners[2:]),
        )
    )
    lines = [" " * margin + "".join(pad(f"  {name}", wide, " ") for name in columns).rstrip(), upper]
    for number, (label, row) in enumerate(zip(rows, cells, strict=True)):
        lines += [inner] if number and not flat else []
        inside = [[part for line in cell for part in wrap_text(line, wide - 3, rest=" ")] for cell in row]
        high = max(1 if flat else MIN_CELL_LINES, *(len(cell) for cell in inside))
        for at, parts in enumerate(zip_longest(*(cell + [""] * (high - len(cell)) for cell in inside))):
            start = pad("" if at else label, margin, " ")
            lines.append(
                start + signs.down + signs.down.join(pad(f" {part}", wide - 1, " ") for part in parts) + signs.down
            )
    return [*lines, lower]


def draw_bare_grid(
    cells: GridCells, columns: Sequence[str], rows: Sequence[str], width: int, dot: str
) -> list[str] | None:
    """Draw a grid without frames, one line per row, with a dot for an empty cell; return None if it is too wide."""
    said = [[" ".join(cell) or dot for cell in row] for row in cells]
    wide = max(cell_len(text) for row in [columns, *said] for text in row) + 1
    margin = max(map(len, rows), default=0) + 1
    if margin + wide * len(columns) > width:
        return None
    heads = " " * margin + "".join(pad(name, wide, " ") for name in columns)
    lines = [
        pad(label, margin, " ") + "".join(pad(text, wide, " ") for text in row)
        for label, row in zip(rows, said, strict=True)
    ]
    return [line.rstrip() for line in (heads, *lines)]
