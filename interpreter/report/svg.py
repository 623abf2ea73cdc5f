"""Pictures by matplotlib as SVG that stands in a page: texts that are texts, colours of the page, no name twice."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from typing import Any
from xml.etree import ElementTree

from interpreter.errors import shown
from interpreter.extras import need

EXTRA, LIBRARY = "report", "matplotlib"
WIDTH = 340
"""Pixels: as wide as a small screen, where a picture's letters have the size that they are given here."""
LETTER = 11
"""Pixels, too."""
ENDS = 10
"""Letters at the end of texts that tell them apart where their beginnings don't."""
INK, SOFT, LINE = "#010101", "#010102", "#010103"
COLOURS = tuple(f"#02020{at}" for at in range(10))
"""Stand for the page's colours, which are light or dark."""
OF_PAGE = {INK: "--ink", SOFT: "--soft", LINE: "--line"} | {colour: f"--c{at}" for at, colour in enumerate(COLOURS)}
SVG = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"
_COLOUR = re.compile("|".join(OF_PAGE))
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "cahier",
    "text.parse_math": False,
    "font.family": ["DejaVu Sans"],
    "font.size": LETTER,
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
    """A picture, `svg` in a page; `caption` stands above it."""

    svg: str
    caption: str = ""


class Drawing:
    """A figure of matplotlib in the making, so many pixels high."""

    def __init__(self, height: float) -> None:
        from matplotlib.figure import Figure

        self.height = height
        self.figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72)
        self.figure.patch.set_visible(False)

    def axes(self, left: float, right: float, top: float, bottom: float) -> Any:
        """Axes so many pixels from the edges."""
        width, height = WIDTH - left - right, self.height - top - bottom
        place = left / WIDTH, bottom / self.height, width / WIDTH, height / self.height
        axes = self.figure.add_axes(place, facecolor="none")
        axes.tick_params(length=3, pad=3)
        return axes

    def picture(self, id: str, text: str, caption: str = "") -> Picture:
        """What was drawn. `id` is one of a kind on the page; `text` says what is to be seen, for those who can't."""
        said = StringIO()
        self.figure.savefig(said, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
        return Picture(_in_page(said.getvalue(), id, text), caption)


@contextmanager
def drawing(height: float) -> Iterator[Drawing]:
    """A figure to draw in, so many pixels high, until the `with` block ends. In it matplotlib is as it is made, but for
    SETTINGS, whatever a user's own say, and quiet about letters that it lacks: the browser has them.

    Raises MissingExtra if there is no matplotlib.
    """
    need(EXTRA, LIBRARY)
    log = logging.getLogger(LIBRARY)
    level = log.level
    log.setLevel(logging.ERROR)
    import matplotlib

    try:
        with warnings.catch_warnings(), matplotlib.rc_context():
            warnings.simplefilter("ignore", UserWarning)
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(SETTINGS)
            yield Drawing(height)
    finally:
        log.setLevel(level)


def width_of(text: str, size: float = LETTER) -> float:
    """How many pixels a text in a drawing needs, at the most: letters that matplotlib's fonts lack are reckoned by
    their columns."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path
    from rich.cells import cell_len

    width: float = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), False)[0]
    return max(width, size * cell_len(text) / 2)


def fitted(text: str, width: float, size: float = LETTER) -> str:
    """The text on one line, or as much of it as there is room for, and dots."""
    text = shown(text)
    if width_of(text, size) <= width:
        return text
    low, high = 0, min(len(text), int(4 * width / size))
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(f"{text[:middle].rstrip()}…", size) <= width:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…"


def all_fitted(texts: Sequence[str], widths: Sequence[float]) -> list[str]:
    """Texts, each as far as there is room for it; of those that look the same then, what they end with stays."""
    found = [fitted(text, width) for text, width in zip(texts, widths, strict=True)]
    whole: dict[str, set[str]] = {}
    for text, cut in zip(texts, found, strict=True):
        whole.setdefault(cut, set()).add(text)

    def ended(text: str, width: float) -> str:
        end = shown(text[-ENDS:])
        return fitted(text[:-ENDS], width - width_of(end)) + end

    return [
        ended(text, width) if len(whole[cut]) > 1 else cut
        for text, cut, width in zip(texts, found, widths, strict=True)
    ]


def _in_page(svg: str, id: str, text: str) -> str:
    """A file as an element of a page: only names that are referred to are left, and belong to this picture."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    for dropped in root.findall(f"{{{SVG}}}metadata"):
        root.remove(dropped)
    for parent in root.findall(f".//{{{SVG}}}style/.."):
        parent.remove(parent[0])  # it would apply to the whole page, which has its own style
    used = {name for each in root.iter() for name in _references(each)}
    for each in root.iter():
        if (name := each.attrib.pop("id", None)) in used:
            each.set("id", f"{id}-{name}")
        if LINK in each.attrib:
            each.set("href", f"#{id}-{each.attrib.pop(LINK)[1:]}")
        for key, value in each.attrib.items():
            coloured = _COLOUR.sub(lambda found: f"var({OF_PAGE[found[0]]})", value)
            each.set(key, _REFERENCE.sub(rf"url(#{id}-\1)", coloured))
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    root.set("role", "img")
    root.set("aria-label", shown(text))
    return ElementTree.tostring(root, "unicode")


def _references(element: ElementTree.Element) -> Iterator[str]:
    if LINK in element.attrib:
        yield element.attrib[LINK][1:]
    for value in element.attrib.values():
        yield from _REFERENCE.findall(value)
