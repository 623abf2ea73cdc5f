"""SVG pictures by matplotlib for embedding in a page: real text, colours from the page's style, unique ids."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from interpreter.support.errors import printable, require_extra

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

EXTRA, LIBRARY = "report", "matplotlib"
"""The extra that installs the library for drawing, and the library."""
WIDTH = 340
"""Width in pixels, for a small screen on which fonts keep their size."""
FONT_SIZE = 11
"""Font size in pixels."""
NAME_LINES = 1.8
"""Width of the longest name that isn't shortened, in lines; it is drawn in two."""
KEPT_ENDING = 10
"""Number of final characters kept in shortened texts that would look the same otherwise."""
INK, SOFT, LINE = "#010101", "#010102", "#010103"
COLOURS = tuple(f"#02020{at}" for at in range(10))
"""Placeholders for the page's colours, which depend on its light or dark scheme."""
COLOUR_NAMES = ("Blue", "Red", "Green", "Brown", "Purple", "Turquoise", "Pink", "Grey", "Olive", "Sienna")
"""Names of the page's colours, in the order of `COLOURS`."""
PAGE_COLOURS = {INK: "--ink", SOFT: "--soft", LINE: "--line"} | {
    colour: f"--c{at}" for at, colour in enumerate(COLOURS)
}
SVG = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"
_COLOUR = re.compile("|".join(PAGE_COLOURS))
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
RC_PARAMS: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "cahier",
    "text.parse_math": False,
    "font.family": ["DejaVu Sans"],
    "font.size": FONT_SIZE,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": LINE,
    "grid.linewidth": 0.5,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": SOFT,
    "ytick.labelcolor": SOFT,
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    "legend.handlelength": 1.2,
    "legend.handletextpad": 0.5,
    "legend.columnspacing": 1.0,
    "hatch.linewidth": 0.5,
}


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG picture with a caption, which is shown above it."""

    svg: str
    caption: str = ""


class SvgFigure:
    """A matplotlib figure in progress; its height is in pixels."""

    def __init__(self, height: float) -> None:
        from matplotlib.figure import Figure

        self.height = height
        self.figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72)
        self.figure.patch.set_visible(False)

    def axes(self, left: float, right: float, top: float, bottom: float) -> Any:
        """Return new axes at these distances from the edges, in pixels."""
        width, height = WIDTH - left - right, self.height - top - bottom
        place = left / WIDTH, bottom / self.height, width / WIDTH, height / self.height
        axes = self.figure.add_axes(place, facecolor="none")
        axes.tick_params(length=3, pad=3)
        return axes

    def picture(self, picture_id: str, text: str, caption: str = "") -> Picture:
        """Return the finished picture.

        `picture_id` must be unique on the page; `text` describes it to screen readers.
        """
        said = StringIO()
        self.figure.savefig(said, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
        return Picture(_embed_svg(said.getvalue(), picture_id, text), caption)


@contextmanager
def open_figure(height: float) -> Iterator[SvgFigure]:
    """Open a figure of this height in pixels for the duration of a `with` block.

    Within the block, matplotlib uses its defaults and SETTINGS, not the user's configuration. Warnings about missing
    glyphs are suppressed, because the browser has them.

    Raises:
        MissingExtraError: matplotlib isn't installed.
    """
    require_extra(EXTRA, LIBRARY)
    log = logging.getLogger(LIBRARY)
    level = log.level
    log.setLevel(logging.ERROR)
    import matplotlib

    try:
        with warnings.catch_warnings(), matplotlib.rc_context():
            warnings.simplefilter("ignore", UserWarning)
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(RC_PARAMS)
            yield SvgFigure(height)
    finally:
        log.setLevel(level)


def text_width(text: str, size: float = FONT_SIZE) -> float:
    """Return an upper bound of a text's width in pixels.

    Glyphs missing in matplotlib's fonts are counted by their terminal columns.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path
    from rich.cells import cell_len

    width: float = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), False)[0]
    return max(width, size * cell_len(text) / 2)


def fit_text(text: str, width: float, size: float = FONT_SIZE) -> str:
    """Return a text shortened to a width in pixels, with an ellipsis if it is cut."""
    text = printable(text)
    if text_width(text, size) <= width:
        return text
    low, high = 0, min(len(text), int(4 * width / size))
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(f"{text[:middle].rstrip()}…", size) <= width:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…"


def wrap_text(text: str, width: float, size: float = FONT_SIZE) -> list[str]:
    """Return a text in lines of at most this width in pixels, broken at spaces if there are any."""
    text, lines = printable(text), []
    while text_width(text, size) > width:
        whole = fit_text(text, width, size).removesuffix("…")
        at = text.rfind(" ", 1, len(whole) + 1)
        end = at if at > 0 else max(len(whole), 1)
        lines.append(text[:end].rstrip())
        text = text[end:].lstrip()
    return [*lines, text]


def fit_texts(texts: Sequence[str], widths: Sequence[float]) -> list[str]:
    """Return texts shortened to their widths; those that would look the same keep their last characters."""
    found = [fit_text(text, width) for text, width in zip(texts, widths, strict=True)]
    whole: dict[str, set[str]] = {}
    for text, cut in zip(texts, found, strict=True):
        whole.setdefault(cut, set()).add(text)

    def ended(text: str, width: float) -> str:
        """Return a text shortened in the middle."""
        end = printable(text[-KEPT_ENDING:])
        return fit_text(text[:-KEPT_ENDING], width - text_width(end)) + end

    return [
        ended(text, width) if len(whole[cut]) > 1 else cut
        for text, cut, width in zip(texts, found, widths, strict=True)
    ]


def _embed_svg(svg: str, picture_id: str, text: str) -> str:
    """Return an SVG file as an element of a page, with referenced ids made unique and other ids removed."""
    from xml.etree import ElementTree

    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    for dropped in root.findall(f"{{{SVG}}}metadata"):
        root.remove(dropped)
    for parent in root.findall(f".//{{{SVG}}}style/.."):
        parent.remove(parent[0])  # it would apply to the whole page, which has its own style
    used = {name for each in root.iter() for name in _references(each)}
    for each in root.iter():
        if (name := each.attrib.pop("id", None)) in used:
            each.set("id", f"{picture_id}-{name}")
        if LINK in each.attrib:
            each.set("href", f"#{picture_id}-{each.attrib.pop(LINK)[1:]}")
        for key, value in each.attrib.items():
            coloured = _COLOUR.sub(lambda found: f"var({PAGE_COLOURS[found[0]]})", value)
            each.set(key, _REFERENCE.sub(rf"url(#{picture_id}-\1)", coloured))
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    root.set("role", "img")
    root.set("aria-label", printable(text))
    return ElementTree.tostring(root, "unicode")


def _references(element: Element) -> Iterator[str]:
    if LINK in element.attrib:
        yield element.attrib[LINK][1:]
    for value in element.attrib.values():
        yield from _REFERENCE.findall(value)
