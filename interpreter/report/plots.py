"""Chart types: bars with intervals, histograms, lines, and heat maps.

A heat map is drawn on the map's grid, at the positions in the rulebook, or as a graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, nan
from typing import Any

from interpreter.playtest.run.figures import spread
from interpreter.presentation.board.map_layout import layout_spaces
from interpreter.presentation.names import Names
from interpreter.report.svg import (
    COLOURS,
    INK,
    LINE,
    SOFT,
    WIDTH,
    Picture,
    fit_text,
    fit_texts,
    open_figure,
    text_width,
)
from interpreter.rulebook.model import Map

ROW_HEIGHT = 36
"""Height of a bar with its label, in pixels."""
MAX_BARS = 40
LEGEND_WIDTH = 110
"""Width of a line's name in the legend, in pixels; the legend has two columns."""
LINE_STYLES = ("-", "--", ":", "-.")


@dataclass(frozen=True, slots=True)
class Bar:
    """A labelled value.

    Attributes:
        low: Lower bound of the interval, if known.
        high: Upper bound of the interval, if known.
        value_text: The value as text.
        is_faint: True to draw a value that isn't significant in a pale colour.
        colour: Index of a palette colour.
    """

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    value_text: str = ""
    is_faint: bool = False
    colour: int = 0


def bar_chart(picture_id: str, rows: Sequence[Bar], text: str, caption: str = "", mark: float | None = None) -> Picture:
    """Return a chart of horizontal bars from 0, with names and values above them.

    Args:
        picture_id: Unique id on the page.
        rows: The bars from top to bottom.
        text: Description of the picture.
        caption: Text above the picture.
        mark: Value for a dashed reference line.
    """
    height = ROW_HEIGHT * len(rows) + 6
    with open_figure(height) as drawn:
        axes = drawn.axes(6, 6, 0, 6)
        ends = [0.0, *(end for bar in rows for end in (bar.value, bar.low, bar.high) if end is not None)]
        ends += [] if mark is None else [mark]
        low, high = min(ends), max(ends)
        room = (high - low) * 0.01 or 1.0
        axes.set_xlim(low - room * (low < 0), high + room)
        axes.set_ylim(len(rows) * ROW_HEIGHT, 0)
        axes.axis("off")
        axes.axvline(0, color=LINE, linewidth=1, zorder=0)
        if mark is not None:
            axes.axvline(mark, color=SOFT, linewidth=1, linestyle=(0, (3, 3)), zorder=0)
        left = axes.get_yaxis_transform()
        names = fit_texts([bar.name for bar in rows], [WIDTH - 24 - text_width(bar.value_text) for bar in rows])
        for number, bar in enumerate(rows):
            top = number * ROW_HEIGHT
            axes.text(0, top + 15, names[number], transform=left, color=INK, va="baseline", clip_on=False)
            axes.text(1, top + 15, bar.value_text, transform=left, color=SOFT, va="baseline", ha="right", clip_on=False)
            colour = COLOURS[bar.colour % len(COLOURS)]
            axes.barh(top + 25, bar.value, 11, color=colour, alpha=0.3 if bar.is_faint else 0.85, linewidth=0)
            if bar.low is not None and bar.high is not None:
                axes.plot([bar.low, bar.high], [top + 25] * 2, color=INK, linewidth=1.2, solid_capstyle="butt")
                for end in (bar.low, bar.high):
                    axes.plot([end] * 2, [top + 22, top + 28], color=INK, linewidth=1.2, solid_capstyle="butt")
        return drawn.picture(picture_id, text, caption)


def histogram(picture_id: str, counts: Mapping[int, int], what: str, text: str) -> Picture:
    """Return a histogram with the median marked. Several values share a bar if there are many.

    `counts`: number of games by value. `what`: label of the values. `picture_id` must be unique on the page.
    """
    least, most = min(counts), max(counts)
    step = max(1, ceil((most - least + 1) / MAX_BARS))
    found: dict[int, int] = {}
    for value, times in counts.items():
        first = least + (value - least) // step * step
        found[first] = found.get(first, 0) + times
    with open_figure(220) as drawn:
        axes = drawn.axes(44, 14, 8, 40)
        middles = [first + (step - 1) / 2 for first in found]
        axes.bar(middles, list(found.values()), step * 0.86, color=COLOURS[0], alpha=0.85, linewidth=0)
        axes.axvline(spread(counts)["median"], color=INK, linewidth=1, linestyle=(0, (3, 3)))
        axes.set_xlim(least - max(step, 2) * 0.6, most + max(step, 2) * 0.6)
        axes.set_xlabel(what if step == 1 else f"{what}, {step} to a bar")
        axes.grid(axis="x", visible=False)
        _use_integer_ticks(axes.xaxis)
        _use_integer_ticks(axes.yaxis)
        return drawn.picture(picture_id, text)


def line_chart(
    picture_id: str, series: Mapping[str, Sequence[float | None]], at: Sequence[float], what: str, text: str
) -> Picture:
    """Return a line chart of several series over the same values; unknown values (None) leave a gap."""
    legend = 18 * ceil(len(series) / 2)
    with open_figure(230 + legend) as drawn:
        axes = drawn.axes(44, 14, 8, 44 + legend)
        for number, values in enumerate(series.values()):
            style = LINE_STYLES[number // len(COLOURS) % len(LINE_STYLES)]
            known = [nan if value is None else value for value in values]
            axes.plot(at, known, style, color=COLOURS[number % len(COLOURS)])
        axes.set_xlim(min(at), max(at))
        axes.set_xlabel(what)
        axes.xaxis.set_major_locator(_locator(6))
        axes.yaxis.set_major_locator(_locator(6))
        below = -44 / (drawn.height - 52 - legend)
        place = (0, below)
        names = fit_texts(list(series), [LEGEND_WIDTH] * len(series))
        axes.legend(names, loc="upper left", bbox_to_anchor=place, ncols=2, borderaxespad=0, labelspacing=0.4)
        return drawn.picture(picture_id, text)


def _locator(most: int) -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(most)


def _use_integer_ticks(axis: Any) -> None:
    """Show only integer ticks, at most six."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    axis.set_major_locator(MaxNLocator(6, integer=True))
    axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))


MAP_FONT_SIZE = 9
"""Font size on a map in pixels."""
LABEL_SPACE = 30
"""Space in pixels for the labels beside and below a grid."""
LARGEST_CELL = 48
MARGIN = 36
"""Margin around the spaces for their names, in pixels."""
FEW_SPACES = 15
"""Number of spaces above which a map is higher and its spaces are smaller."""
MAX_OPACITY = 0.75


@dataclass(frozen=True, slots=True)
class HeatValues:
    """Amounts in spaces by id, drawn in one colour.

    Attributes:
        values: Amount by space id.
        maximum: Amount with the full colour.
        colour: Index of a palette colour.
        caption: Description of the amounts.
    """

    values: Mapping[str, float]
    maximum: float
    colour: int
    caption: str

    def opacity(self, space: str) -> float:
        """Return the opacity of a space, from 0 to `MAX_OPACITY`."""
        return MAX_OPACITY * self.values.get(space, 0.0) / self.maximum if self.maximum else 0.0

    def format_amount(self, space: str) -> str:
        """Return the amount in a space as text."""
        return f"{self.values.get(space, 0.0):.{2 if self.maximum < 10 else 0}f}"


def heat_map(picture_id: str, game_map: Map, names: Names, heat: HeatValues) -> Picture:
    """Return a map with stronger colour for larger amounts. `picture_id` must be unique on the page."""
    return (
        _grid(picture_id, game_map, heat) if game_map.grid is not None else _spaces(picture_id, game_map, names, heat)
    )


def _grid(picture_id: str, game_map: Map, heat: HeatValues) -> Picture:
    assert game_map.grid is not None
    columns, rows = game_map.grid.columns, game_map.grid.rows
    side = min((WIDTH - LABEL_SPACE) / columns, LARGEST_CELL)
    with open_figure(side * rows + LABEL_SPACE) as drawn:
        from matplotlib.patches import Rectangle

        axes = drawn.axes(LABEL_SPACE, WIDTH - LABEL_SPACE - side * columns, 4, LABEL_SPACE - 4)
        axes.set_xlim(0, columns)
        axes.set_ylim(rows, 0)
        for space in game_map.spaces:
            assert space.at is not None
            corner = space.at[0] * columns - 0.5, space.at[1] * rows - 0.5
            for colour, alpha in ((LINE, 0.3), (COLOURS[heat.colour], heat.opacity(space.id))):
                axes.add_patch(Rectangle(corner, 1, 1, facecolor=colour, alpha=alpha, edgecolor="none"))
            if side >= 3 * MAP_FONT_SIZE and not space.closed:
                middle = corner[0] + 0.5, corner[1] + 0.5
                axes.text(*middle, heat.format_amount(space.id), ha="center", va="center", fontsize=MAP_FONT_SIZE)
        axes.grid(visible=False)
        every = 1 + int(2 * MAP_FONT_SIZE / side)
        letters = [space.id.rstrip("0123456789") for space in game_map.spaces[:columns]]
        axes.set_xticks([at + 0.5 for at in range(0, columns, every)], letters[::every])
        numbers = [f"{rows - at if game_map.grid.upward else at + 1}" for at in range(rows)]
        axes.set_yticks([at + 0.5 for at in range(0, rows, every)], numbers[::every])
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)
        return drawn.picture(picture_id, heat.caption, heat.caption)


def _spaces(picture_id: str, game_map: Map, names: Names, heat: HeatValues) -> Picture:
    many = max(0, len(game_map.spaces) - FEW_SPACES)
    size = 26.0 if not many else 22.0 if many < FEW_SPACES else max(6.0, 26 - many / 4)
    with open_figure(min(330 + 8 * many, 2 * WIDTH)) as drawn:
        from matplotlib.patches import Circle

        wide, high = WIDTH - 2 * MARGIN, drawn.height - 2 * MARGIN
        at = {space: (MARGIN + x * wide, MARGIN + y * high) for space, (x, y) in layout_spaces(game_map).items()}
        axes = drawn.axes(0, 0, 0, 0)
        axes.set_xlim(0, WIDTH)
        axes.set_ylim(drawn.height, 0)
        axes.axis("off")
        for start, end in dict.fromkeys((min(edge), max(edge)) for edge in game_map.edges):
            axes.plot(*zip(at[start], at[end], strict=True), color=LINE, linewidth=1, zorder=0)
        names_at = _LabelPlacer(list(at.values()), size / 2)
        for space in game_map.spaces:
            x, y = at[space.id]
            for colour, alpha in ((LINE, 1.0), (COLOURS[heat.colour], heat.opacity(space.id))):
                axes.add_patch(Circle((x, y), size / 2, facecolor=colour, alpha=alpha, edgecolor="none", zorder=2))
            if size >= 2 * MAP_FONT_SIZE:
                axes.text(
                    x,
                    y,
                    heat.format_amount(space.id),
                    ha="center",
                    va="center",
                    fontsize=MAP_FONT_SIZE,
                    color=INK,
                    zorder=3,
                )
                name = fit_text(names.title_of(space.id), 90, MAP_FONT_SIZE)
                place = names_at.place((x, y), text_width(name, MAP_FONT_SIZE))
                axes.text(*place, name, ha="center", va="center", fontsize=MAP_FONT_SIZE, color=SOFT, zorder=4)
        return drawn.picture(picture_id, heat.caption, heat.caption)


class _LabelPlacer:
    """Placement of the names of spaces, which are drawn as circles: below, above or beside them."""

    def __init__(self, circles: list[tuple[float, float]], radius: float) -> None:
        self._radius = radius
        self._taken = [(x - radius, y - radius, x + radius, y + radius) for x, y in circles]

    def place(self, of: tuple[float, float], width: float) -> tuple[float, float]:
        """Return the centre of a name of this width at the position with the least overlap."""
        x, y = of
        down, aside = self._radius + MAP_FONT_SIZE * 0.8, self._radius + width / 2 + 2
        near = [(x, y + down), (x, y - down), (x + aside, y), (x - aside, y)]
        near += [
            (x + width / 2, y + down),
            (x - width / 2, y + down),
            (x + width / 2, y - down),
            (x - width / 2, y - down),
        ]
        inside = [(min(max(a, width / 2), WIDTH - width / 2), b) for a, b in near]
        best = min(inside, key=lambda middle: self._covered(self._box(middle, width)))
        self._taken.append(self._box(best, width))
        return best

    def _box(self, middle: tuple[float, float], width: float) -> tuple[float, float, float, float]:
        x, y = middle
        return x - width / 2, y - MAP_FONT_SIZE * 0.6, x + width / 2, y + MAP_FONT_SIZE * 0.6

    def _covered(self, box: tuple[float, float, float, float]) -> float:
        return sum(
            max(0.0, min(box[2], other[2]) - max(box[0], other[0]))
            * max(0.0, min(box[3], other[3]) - max(box[1], other[1]))
            for other in self._taken
        )
