"""Chart types: bars with intervals, histograms and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, nan
from typing import Any

from interpreter.playtest.run.figures import spread
from interpreter.report.svg import COLOURS, INK, LINE, SOFT, WIDTH, Picture, fit_texts, open_figure, text_width

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


def histogram(picture_id: str, counts: Mapping[int, int], what: str, text: str, caption: str = "") -> Picture:
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
        return drawn.picture(picture_id, text, caption)


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
