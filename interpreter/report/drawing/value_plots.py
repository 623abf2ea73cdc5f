"""Pictures of a figure over the values of numbers in the rules: a curve for one number, a heat map for two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from interpreter.report.drawing.heat_maps import LABEL_SPACE, LARGEST_CELL, MAP_FONT_SIZE, MAX_OPACITY
from interpreter.report.drawing.plots import DASHED, ReferenceLine
from interpreter.report.drawing.svg import COLOURS, INK, LINE, SOFT, WIDTH, Picture, fit_text, open_figure, text_width

CURVE_HEIGHT = 240
LEFT, RIGHT, TOP, BELOW = 44, 14, 8, 40
"""Space beside, above and below a plot, in pixels."""
NAME_SPACE = 22
"""Space above a grid for the name of its rows, in pixels."""
LEAST_CELL = 18
"""Smallest side of a cell that has room for its number, in pixels."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A point of a curve: the value, the estimate with its interval, and whether it is the present value."""

    value: float
    estimate: float
    low: float
    high: float
    is_present: bool = False
    is_faint: bool = False


def curve(
    picture_id: str,
    points: Sequence[CurvePoint],
    axes_names: tuple[str, str],
    text: str,
    caption: str,
    colour: int,
    mark: ReferenceLine,
) -> Picture:
    """Return a curve with intervals, the present value ringed and a dashed reference line.

    Args:
        picture_id: Unique id on the page.
        points: The points.
        axes_names: Names of the values and of the figure.
        text: Description of the picture.
        caption: Text above the picture.
        colour: Index of a palette colour.
        mark: Reference line.
    """
    ordered = sorted(points, key=lambda point: point.value)
    with open_figure(CURVE_HEIGHT) as drawn:
        axes = drawn.axes(LEFT, RIGHT, TOP, BELOW)
        shade = COLOURS[colour % len(COLOURS)]
        axes.plot([each.value for each in ordered], [each.estimate for each in ordered], color=shade, linewidth=1.5)
        for each in ordered:
            axes.plot([each.value] * 2, [each.low, each.high], color=SOFT if each.is_faint else INK, linewidth=1.2)
            size = 9 if each.is_present else 5
            inside = "none" if each.is_present else shade
            axes.plot(each.value, each.estimate, "o", markersize=size, markerfacecolor=inside, markeredgecolor=shade)
        axes.axhline(mark.value, color=INK, linewidth=1, linestyle=DASHED, zorder=0)
        axes.margins(x=0.06)
        axes.set_xticks(_spread_ticks([each.value for each in ordered]))
        axes.set_xlabel(fit_text(axes_names[0], WIDTH - LEFT - RIGHT))
        axes.set_ylabel(fit_text(axes_names[1], CURVE_HEIGHT - TOP - BELOW))
        return drawn.picture(picture_id, text, caption)


def _spread_ticks(values: Sequence[float]) -> Sequence[float]:
    """Return the values at ticks, at most eight, with the first one."""
    return values[:: 1 + (len(values) - 1) // 8]


@dataclass(frozen=True, slots=True)
class ValueGrid:
    """A figure for each pair of values.

    Attributes:
        rows: The values of the first number as text, from top to bottom.
        columns: The values of the second number, from left to right.
        cells: The figure by row and column, counted from 0; those that aren't known are missing.
        present: Row and column of the present values, if they are among them.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Mapping[tuple[int, int], float]
    present: tuple[int, int] | None


def value_heat_map(
    picture_id: str,
    grid: ValueGrid,
    axes_names: tuple[str, str],
    text: str,
    caption: str,
    colour: int,
    mark: ReferenceLine,
) -> Picture:
    """Return a heat map: stronger colour for larger figures, a frame around the present values, a dashed line.

    Args:
        picture_id: Unique id on the page.
        grid: The figures.
        axes_names: Names of the two numbers: that of the rows, that of the columns.
        text: Description of the picture.
        caption: Text above the picture.
        colour: Index of a palette colour.
        mark: The value whose line is drawn between cells below and above it.
    """
    rows, columns = len(grid.rows), len(grid.columns)
    left = LABEL_SPACE / 2 + max(text_width(each, MAP_FONT_SIZE) for each in grid.rows)
    side = min((WIDTH - left - RIGHT) / columns, LARGEST_CELL)
    with open_figure(side * rows + NAME_SPACE + BELOW) as drawn:
        from matplotlib.patches import Rectangle

        axes = drawn.axes(left, WIDTH - left - side * columns, NAME_SPACE, BELOW)
        axes.set_xlim(0, columns)
        axes.set_ylim(rows, 0)
        axes.grid(visible=False)
        low, high = min(grid.cells.values()), max(grid.cells.values())
        for (row, column), value in grid.cells.items():
            strength = MAX_OPACITY * (0.1 + 0.9 * (value - low) / (high - low)) if high > low else MAX_OPACITY / 2
            for shade, alpha in ((LINE, 0.3), (COLOURS[colour % len(COLOURS)], strength)):
                axes.add_patch(Rectangle((column, row), 1, 1, facecolor=shade, alpha=alpha, edgecolor="none"))
            if side >= LEAST_CELL:
                middle = column + 0.5, row + 0.5
                axes.text(*middle, f"{value:.0f}", ha="center", va="center", fontsize=MAP_FONT_SIZE)
        for line in crossings(grid, mark.value):
            axes.plot(*zip(*line, strict=True), color=INK, linewidth=2, linestyle=DASHED)
        if grid.present is not None:
            corner = grid.present[1] + 0.06, grid.present[0] + 0.06
            axes.add_patch(Rectangle(corner, 0.88, 0.88, fill=False, edgecolor=INK, linewidth=1.5))
        axes.set_xticks(
            [at + 0.5 for at in range(columns)], [fit_text(each, side, MAP_FONT_SIZE) for each in grid.columns]
        )
        axes.set_yticks([at + 0.5 for at in range(rows)], grid.rows)
        axes.tick_params(length=0, labelsize=MAP_FONT_SIZE)
        drawn.figure.text(
            0.5, 4 / drawn.height, fit_text(axes_names[1], WIDTH - 4), ha="center", va="bottom", color=SOFT
        )
        drawn.figure.text(0.01, 1 - 4 / drawn.height, fit_text(axes_names[0], WIDTH - 4), va="top", color=SOFT)
        for spine in axes.spines.values():
            spine.set_visible(False)
        return drawn.picture(picture_id, text, caption)


def crossings(grid: ValueGrid, value: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the edges between cells of which one is below a value and the other one is not."""
    found: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for row in range(len(grid.rows)):
        for before, after in pairwise(range(len(grid.columns))):
            if _differ(grid, (row, before), (row, after), value):
                found.append(((after, row), (after, row + 1)))
    for column in range(len(grid.columns)):
        for before, after in pairwise(range(len(grid.rows))):
            if _differ(grid, (before, column), (after, column), value):
                found.append(((column, after), (column + 1, after)))
    return found


def _differ(grid: ValueGrid, one: tuple[int, int], other: tuple[int, int], value: float) -> bool:
    if one not in grid.cells or other not in grid.cells:
        return False
    return (grid.cells[one] < value) != (grid.cells[other] < value)
