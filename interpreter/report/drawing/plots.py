"""Chart types: bars with intervals, histograms and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, nan
from typing import Any

from interpreter.playtest.run.figures import spread
from interpreter.report.drawing.svg import (
    COLOURS,
    INK,
    NAME_LINES,
    SOFT,
    WIDTH,
    Picture,
    fit_texts,
    open_figure,
    text_width,
    wrap_text,
)

ROW_HEIGHT = 36
"""Height of a bar with one line of text, in pixels."""
LINE_HEIGHT = 14
"""Height of a line of text, in pixels."""
SMALL_FONT_SIZE = 9
"""Font size in pixels of axes and reference lines."""
LEFT_SPACE, RIGHT_SPACE = 8, 14
"""Space beside bars, in pixels; half of the last number of the axis is in it."""
BAR_SPACE = WIDTH - LEFT_SPACE - RIGHT_SPACE
"""Width for bars and their texts, in pixels."""
AXIS_SPACE = 34
"""Space below bars for the axis and its name, in pixels."""
DASHED = (0, (3, 3))
MAX_BARS = 40
CORNER_PAD = 6
"""Space in pixels below an axis, so that its first number stays clear of the first one beside the other axis."""
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


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A dashed line at a value, with its name."""

    value: float
    name: str


def bar_chart(
    picture_id: str,
    rows: Sequence[Bar],
    text: str,
    caption: str = "",
    axis: str = "",
    mark: ReferenceLine | None = None,
) -> Picture:
    """Return a chart of horizontal bars from 0, with names and values above them.

    Args:
        picture_id: Unique id on the page.
        rows: The bars from top to bottom.
        text: Description of the picture.
        caption: Text above the picture.
        axis: Name of the axis.
        mark: Reference line.
    """
    labels = [_label_lines(name, bar.value_text) for name, bar in zip(_bar_names(rows), rows, strict=True)]
    top = 0 if mark is None else LINE_HEIGHT
    heights = [ROW_HEIGHT + LINE_HEIGHT * (len(lines) - 1) for lines in labels]
    total = top + sum(heights)
    with open_figure(total + AXIS_SPACE) as drawn:
        axes = drawn.axes(LEFT_SPACE, RIGHT_SPACE, 0, AXIS_SPACE)
        ends = [0.0, *(end for bar in rows for end in (bar.value, bar.low, bar.high) if end is not None)]
        ends += [] if mark is None else [mark.value]
        low, high = min(ends), max(ends)
        room = (high - low) * 0.01 or 1.0
        axes.set_xlim(low - room * (low < 0), high + room)
        axes.set_ylim(total, 0)
        _draw_value_axis(axes, axis)
        left = axes.get_yaxis_transform()
        if mark is not None:
            _draw_mark_name(axes, mark)
        for bar, lines, height in zip(rows, labels, heights, strict=True):
            for number, line in enumerate(lines):
                axes.text(0, top + 15 + LINE_HEIGHT * number, line, transform=left, color=INK, va="baseline")
            top += height
            baseline, middle = top - ROW_HEIGHT + 15, top - ROW_HEIGHT + 25
            axes.text(1, baseline, bar.value_text, transform=left, color=SOFT, va="baseline", ha="right")
            _draw_bar(axes, bar, middle)
            near = [middle - 6.5, middle + 7]
            axes.plot([0, 0], near, color=SOFT, linewidth=1, zorder=0)
            if mark is not None:
                axes.plot([mark.value] * 2, near, color=INK, linewidth=1, linestyle=DASHED, zorder=2.5)
        return drawn.picture(picture_id, text, caption)


def _bar_names(rows: Sequence[Bar]) -> list[str]:
    """Return the names of bars, shortened to what two lines have room for."""
    return fit_texts([bar.name for bar in rows], [NAME_LINES * BAR_SPACE] * len(rows))


def _label_lines(name: str, value_text: str) -> list[str]:
    """Return the lines of a name; in the last one there is room for the value."""
    lines = wrap_text(name, BAR_SPACE)
    room = BAR_SPACE - text_width(value_text) - SMALL_FONT_SIZE
    return lines if text_width(lines[-1]) <= room else [*lines, ""]


def _draw_value_axis(axes: Any, name: str) -> None:
    """Draw the numbers and the name of the axis below bars."""
    from matplotlib.ticker import StrMethodFormatter

    axes.grid(visible=False)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(_locator(5))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,g}"))
    axes.tick_params(axis="x", labelsize=SMALL_FONT_SIZE)
    axes.set_xlabel(name, fontsize=SMALL_FONT_SIZE, labelpad=2)


def _draw_mark_name(axes: Any, mark: ReferenceLine) -> None:
    """Draw the name of a reference line above the bars, within the picture."""
    low, high = axes.get_xlim()
    half = text_width(mark.name, SMALL_FONT_SIZE) / 2 / BAR_SPACE
    at = min(max((mark.value - low) / (high - low), half), 1 - half)
    place = {"transform": axes.get_yaxis_transform(), "ha": "center", "va": "baseline"}
    axes.text(at, 10, mark.name, color=SOFT, fontsize=SMALL_FONT_SIZE, **place)


def _draw_bar(axes: Any, bar: Bar, middle: float) -> None:
    """Draw a bar with its interval; `middle` is its vertical position."""
    colour = COLOURS[bar.colour % len(COLOURS)]
    axes.barh(middle, bar.value, 11, color=colour, alpha=0.3 if bar.is_faint else 0.85, linewidth=0)
    if bar.low is not None and bar.high is not None:
        axes.plot([bar.low, bar.high], [middle] * 2, color=INK, linewidth=1.2, solid_capstyle="butt")
        for end in (bar.low, bar.high):
            axes.plot([end] * 2, [middle - 3, middle + 3], color=INK, linewidth=1.2, solid_capstyle="butt")


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
    with open_figure(232) as drawn:
        axes = drawn.axes(44, 14, 20, 40)
        _draw_vertical_name(axes, "games")
        middles = [first + (step - 1) / 2 for first in found]
        axes.bar(middles, list(found.values()), step * 0.86, color=COLOURS[0], alpha=0.85, linewidth=0)
        axes.axvline(spread(counts)["median"], color=INK, linewidth=1, linestyle=DASHED)
        axes.set_xlim(least - max(step, 2) * 0.6, most + max(step, 2) * 0.6)
        axes.set_xlabel(what if step == 1 else f"{what}, {step} to a bar")
        axes.grid(axis="x", visible=False)
        axes.tick_params(axis="x", pad=CORNER_PAD)
        _use_integer_ticks(axes.xaxis)
        _use_integer_ticks(axes.yaxis)
        return drawn.picture(picture_id, text)


def line_chart(
    picture_id: str,
    series: Mapping[str, Sequence[float | None]],
    at: Sequence[float],
    axes_names: tuple[str, str],
    text: str,
    caption: str = "",
    *,
    is_last_dashed: bool = False,
) -> Picture:
    """Return a line chart of several series over the same values; unknown values (None) leave a gap.

    Args:
        picture_id: Unique id on the page.
        series: Values by the name of the series.
        at: Positions of the values.
        axes_names: Names of the horizontal and the vertical axis.
        text: Description of the picture.
        caption: Text above the picture.
        is_last_dashed: True to draw the last step as a thin dashed line that ends in a dot.
    """
    legend = 18 * ceil(len(series) / 2)
    with open_figure(242 + legend) as drawn:
        axes = drawn.axes(44, 14, 20, 44 + legend)
        _draw_vertical_name(axes, axes_names[1])
        for number, values in enumerate(series.values()):
            style = LINE_STYLES[number // len(COLOURS) % len(LINE_STYLES)]
            colour = COLOURS[number % len(COLOURS)]
            known = [nan if value is None else value for value in values]
            solid = len(known) - is_last_dashed
            axes.plot(at[:solid], known[:solid], style, color=colour)
            if is_last_dashed:
                axes.plot(
                    at[-2:], known[-2:], color=colour, linewidth=1, linestyle=DASHED, clip_on=False, label="_last"
                )
                axes.plot(at[-1:], known[-1:], "o", color=colour, markersize=4, clip_on=False, label="_last")
        axes.set_xlim(min(at), max(at))
        axes.set_xlabel(axes_names[0])
        axes.tick_params(axis="x", pad=CORNER_PAD)
        axes.xaxis.set_major_locator(_locator(6))
        axes.yaxis.set_major_locator(_locator(6))
        below = -44 / (drawn.height - 64 - legend)
        place = (0, below)
        names = fit_texts(list(series), [LEGEND_WIDTH] * len(series))
        lines = [line for line in axes.get_lines() if line.get_label() != "_last"]
        axes.legend(lines, names, loc="upper left", bbox_to_anchor=place, ncols=2, borderaxespad=0, labelspacing=0.4)
        return drawn.picture(picture_id, text, caption)


def _draw_vertical_name(axes: Any, name: str) -> None:
    """Draw the name of the vertical axis above it."""
    place = {"xycoords": "axes fraction", "xytext": (-40, 4), "textcoords": "offset pixels"}
    axes.annotate(name, (0, 1), color=SOFT, va="bottom", ha="left", annotation_clip=False, **place)


def _locator(most: int) -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(most)


def _use_integer_ticks(axis: Any) -> None:
    """Show only integer ticks, at most six."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    axis.set_major_locator(MaxNLocator(6, integer=True))
    axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
