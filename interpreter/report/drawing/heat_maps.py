"""Heat maps: amounts in the spaces of a map, on its grid, at the positions in the rulebook, or as a graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.presentation.board.map_layout import layout_spaces
from interpreter.presentation.names import Names
from interpreter.report.drawing.svg import (
    COLOURS,
    INK,
    LINE,
    NAME_LINES,
    SOFT,
    WIDTH,
    Picture,
    fit_text,
    open_figure,
    text_width,
    wrap_text,
)
from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.model import Map

MAP_FONT_SIZE = 9
"""Font size on a map in pixels."""
LABEL_SPACE = 30
"""Space in pixels for the labels around a grid."""
CAPTION_SPACE = 14
"""Height in pixels of the titles above several boards."""
LARGEST_CELL = 48
NAME_WIDTH = 90
"""Width of a line of a space's name in pixels."""
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
    if game_map.grid is not None:
        return _grid(picture_id, game_map, game_map.grid, names, heat)
    return _spaces(picture_id, game_map, names, heat)


def _grid(picture_id: str, game_map: Map, grid: Grid, names: Names, heat: HeatValues) -> Picture:
    width, height = grid.size
    side = min((WIDTH - 2 * LABEL_SPACE) / width, LARGEST_CELL)
    above = LABEL_SPACE + (CAPTION_SPACE if grid.captions else 0)
    with open_figure(side * height + above + LABEL_SPACE) as drawn:
        from matplotlib.patches import Polygon

        axes = drawn.axes(LABEL_SPACE, WIDTH - LABEL_SPACE - side * width, above, LABEL_SPACE)
        axes.set_xlim(0, width)
        axes.set_ylim(height, 0)
        for cell, space in enumerate(game_map.spaces):
            x, y = grid.centre(cell)
            corners = [(x + across, y + down) for across, down in grid.outline_of(cell)]
            for colour, alpha in ((LINE, 0.3), (COLOURS[heat.colour], heat.opacity(space.id))):
                axes.add_patch(Polygon(corners, facecolor=colour, alpha=alpha, edgecolor="none"))
            if side >= 3 * MAP_FONT_SIZE and not space.closed:
                axes.text(x, y, heat.format_amount(space.id), ha="center", va="center", fontsize=MAP_FONT_SIZE)
        every, gap = 1 + int(2 * MAP_FONT_SIZE / side), LABEL_SPACE / 3 / side
        for is_row in (False, True):
            for heading in [each for each in grid.headings if each.is_row == is_row][::every]:
                (x, y), (dx, dy) = grid.drawn_heading(heading)
                place = x + gap * dx, y + gap * dy
                axes.text(*place, heading.text, ha="center", va="center", fontsize=MAP_FONT_SIZE, color=SOFT)
        for caption, title in zip(grid.captions, names.board_titles, strict=True):
            left, room = grid.drawn_caption(caption)
            short = fit_text(title, WIDTH - LABEL_SPACE - left * side if room is None else room * side, MAP_FONT_SIZE)
            axes.text(left, -LABEL_SPACE / side, short, ha="left", va="bottom", fontsize=MAP_FONT_SIZE, color=INK)
        axes.axis("off")
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
        names_at = _LabelPlacer(list(at.values()), size / 2, drawn.height)
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
                short = fit_text(names.title_of(space.id), NAME_LINES * NAME_WIDTH, MAP_FONT_SIZE)
                lines = wrap_text(short, NAME_WIDTH, MAP_FONT_SIZE)
                widest = max(text_width(line, MAP_FONT_SIZE) for line in lines)
                place = names_at.place((x, y), widest, 1.2 * MAP_FONT_SIZE * len(lines))
                axes.text(
                    *place, "\n".join(lines), ha="center", va="center", fontsize=MAP_FONT_SIZE, color=SOFT, zorder=4
                )
        return drawn.picture(picture_id, heat.caption, heat.caption)


class _LabelPlacer:
    """Placement of the names of spaces, which are drawn as circles: below, above or beside them."""

    def __init__(self, circles: list[tuple[float, float]], radius: float, picture_height: float) -> None:
        self._radius, self._picture_height = radius, picture_height
        self._taken = [(x - radius, y - radius, x + radius, y + radius) for x, y in circles]

    def place(self, of: tuple[float, float], width: float, height: float) -> tuple[float, float]:
        """Return the centre of a name of this size at the position with the least overlap."""
        x, y = of
        down, aside = self._radius + height / 2 + 2, self._radius + width / 2 + 2
        near = [(x, y + down), (x, y - down), (x + aside, y), (x - aside, y)]
        near += [
            (x + width / 2, y + down),
            (x - width / 2, y + down),
            (x + width / 2, y - down),
            (x - width / 2, y - down),
        ]
        half = height / 2
        inside = [
            (min(max(a, width / 2), WIDTH - width / 2), min(max(b, half), self._picture_height - half)) for a, b in near
        ]
        best = min(inside, key=lambda middle: self._covered(_box(middle, width, height)))
        self._taken.append(_box(best, width, height))
        return best

    def _covered(self, box: tuple[float, float, float, float]) -> float:
        return sum(
            max(0.0, min(box[2], other[2]) - max(box[0], other[0]))
            * max(0.0, min(box[3], other[3]) - max(box[1], other[1]))
            for other in self._taken
        )


def _box(middle: tuple[float, float], width: float, height: float) -> tuple[float, float, float, float]:
    x, y = middle
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2
