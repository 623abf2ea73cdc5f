"""A map as a text picture: boxes by the coordinates of spaces with dotted lines between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len

from cli.board.canvas import Canvas
from cli.board.edge_marks import EdgeMark
from cli.text.screen import Signs, longest_word, wrap_text

MIN_WIDTH = 72
"""Minimum width of a picture in columns."""
MIN_CAP, MAX_CAP = 18, 32
"""Lower and upper bound of the maximum width of a box."""
MIN_STACKED_WIDTH = 18
"""Minimum width of a box in a column of boxes."""
SHIFTS = (0, -2, 2, -4, 4, -6, 6, -8, 8)
"""Columns by which a box may be moved sideways before it is moved down."""
MAX_ASPECT_RATIO = 7
"""Maximum ratio of a picture's width to its height."""
MOST_BOXES = 150
"""Maximum number of spaces on a map that is drawn; with more, they are listed."""
ROW_COST = 3
"""Number of columns sideways that count as much as one row down."""


@dataclass(frozen=True, slots=True)
class MapBox:
    """A space: its place (fractions from the top left), texts in the upper edge, inside, and in the lower edge."""

    space_id: str
    position: tuple[float, float]
    head: str
    lines: tuple[str, ...]
    foot: str


@dataclass(frozen=True, slots=True)
class _PlacedBox:
    left: int
    top: int
    width: int
    rows: tuple[str, ...]

    @property
    def centre(self) -> tuple[int, int]:
        return self.left + self.width // 2, self.top + len(self.rows) // 2

    def overlaps(self, other: _PlacedBox) -> bool:
        return (
            self.left < other.left + other.width + 1
            and other.left < self.left + self.width + 1
            and self.top < other.top + len(other.rows)
            and other.top < self.top + len(self.rows)
        )

    def covers(self, column: int, row: int) -> bool:
        return self.left <= column < self.left + self.width and self.top <= row < self.top + len(self.rows)


def draw_map(
    boxes: Sequence[MapBox],
    links: Sequence[tuple[str, str, bool]],
    width: int,
    signs: Signs,
    edges: Sequence[EdgeMark] = (),
) -> list[str] | None:
    """Draw a map as `draw_picture` does, or as `draw_stacks` if nothing is connected."""
    return draw_picture(boxes, links, width, signs, edges) if links else draw_stacks(boxes, width, signs)


def draw_picture(
    boxes: Sequence[MapBox],
    links: Sequence[tuple[str, str, bool]],
    width: int,
    signs: Signs,
    edges: Sequence[EdgeMark] = (),
) -> list[str] | None:
    """Draw boxes with lines between them; return None if there is not enough room, or too many boxes.

    `links`: start, end, and True if the connection is one-way. `edges`: pieces that lie on lines.
    """
    if width < MIN_WIDTH or not 0 < len(boxes) <= MOST_BOXES:
        return None
    cap = min(MAX_CAP, max(MIN_CAP, width // 4 - 3))
    placed = _place_boxes(boxes, [_frame_box(box, cap, signs) for box in boxes], width)
    sheet = Canvas(width, max(box.top + len(box.rows) for box in placed.values()))
    for start, end, one_way in links:
        if start in placed and end in placed:
            _draw_line(sheet, placed, start, end, signs.dot, signs.heads if one_way else "")
    for box in placed.values():
        for row, text in enumerate(box.rows):
            sheet.write(box.left, box.top + row, text)
    for edge in edges:
        if edge.start in placed and edge.end in placed:
            _mark_line(sheet, placed, edge)
    return sheet.lines()


def draw_stacks(boxes: Sequence[MapBox], width: int, signs: Signs) -> list[str] | None:
    """Draw boxes without connections, in columns from west to east, each from north to south.

    The column of a box does not depend on its contents. Return None if there is not enough room.
    """
    if width < MIN_WIDTH or not boxes:
        return None
    widest = max(max(cell_len(box.head), cell_len(box.foot)) for box in boxes) + 4
    count = min(max(1, (width + 1) // (max(MIN_STACKED_WIDTH, widest) + 1)), len(boxes))
    cap = min(MAX_CAP, (width + 1) // count - 1)
    from_west = sorted(boxes, key=lambda box: box.position)
    sheet: list[list[str]] = []
    for number in range(count):
        of_column = from_west[number * len(boxes) // count : (number + 1) * len(boxes) // count]
        from_north = sorted(of_column, key=lambda box: box.position[1])
        sheet.append([row for box in from_north for row in _frame_box(box, cap, signs, cap)])
    rows = zip_longest(*sheet, fillvalue="")
    return [" ".join(pad(row, cap, " ") for row in line).rstrip() for line in rows]


def _frame_box(box: MapBox, cap: int, signs: Signs, least: int = 0) -> tuple[str, ...]:
    """Draw a box with its frame, at most `cap` and at least `least` columns wide."""
    needed = max(longest_word(text) for text in (box.head, box.foot, *box.lines)) + 6
    cap = max(cap, min(needed, MAX_CAP)) if not least else cap
    head, *more = wrap_text(box.head, cap - 4) or [""]
    inside = [*more, *(part for line in box.lines for part in wrap_text(line, cap - 4, rest="  "))]
    foot, *rest = list(reversed(wrap_text(box.foot, cap - 4))) or [""]
    inside += reversed(rest)
    width = max(least - 4, *(cell_len(text) for text in (head, foot, *inside)))
    upper_left, upper_right, lower_left, lower_right = signs.corners
    return (
        f"{upper_left}{pad(f' {head} ', width + 2, signs.across)}{upper_right}",
        *(f"{signs.down} {pad(line, width, ' ')} {signs.down}" for line in inside),
        f"{lower_left}{pad(f' {foot} ' if foot else '', width + 2, signs.across)}{lower_right}",
    )


def pad(text: str, width: int, filling: str) -> str:
    """Pad the text with `filling` to this width in columns."""
    return text + filling * (width - cell_len(text))


def _place_boxes(boxes: Sequence[MapBox], rows: Sequence[tuple[str, ...]], width: int) -> dict[str, _PlacedBox]:
    """Place each box near its coordinates, without overlaps."""
    area = sum(len(lines) * (cell_len(lines[0]) + 2) for lines in rows)
    height = max(max(map(len, rows)), round(1.25 * area / width), width // MAX_ASPECT_RATIO)
    left, right = min(box.position[0] for box in boxes), max(box.position[0] for box in boxes)
    top, bottom = min(box.position[1] for box in boxes), max(box.position[1] for box in boxes)
    placed: dict[str, _PlacedBox] = {}
    for box, lines in sorted(
        zip(boxes, rows, strict=True), key=lambda pair: (pair[0].position[1], pair[0].position[0])
    ):
        wide = cell_len(lines[0])
        column = round((box.position[0] - left) / (right - left or 1) * (width - wide))
        row = round((box.position[1] - top) / (bottom - top or 1) * (height - len(lines)))
        placed[box.space_id] = _free_place(column, row, width, lines, list(placed.values()))
    return _remove_gaps(placed)


def _free_place(column: int, row: int, width: int, lines: tuple[str, ...], others: list[_PlacedBox]) -> _PlacedBox:
    """Return the free place that is nearest to (column, row)."""
    wide = cell_len(lines[0])
    lowest = max([row, *(other.top + len(other.rows) for other in others)])
    tries = sorted((ROW_COST * down + abs(aside), down, aside) for down in range(lowest - row + 1) for aside in SHIFTS)
    for _, down, aside in tries:
        left = min(max(0, column + aside), max(0, width - wide))
        found = _PlacedBox(left, row + down, wide, lines)
        if not any(found.overlaps(other) for other in others):
            return found
    return _PlacedBox(min(column, max(0, width - wide)), lowest, wide, lines)


def _remove_gaps(placed: dict[str, _PlacedBox]) -> dict[str, _PlacedBox]:
    """Remove empty rows, so that at most one is left between boxes."""
    used = {box.top + row for box in placed.values() for row in range(len(box.rows))}
    kept = sorted(used | {row + 1 for row in used if row < max(used)})
    new = {row: at for at, row in enumerate(kept)}
    return {space_id: _PlacedBox(box.left, new[box.top], box.width, box.rows) for space_id, box in placed.items()}


def _draw_line(sheet: Canvas, placed: dict[str, _PlacedBox], start: str, end: str, dot: str, heads: str) -> None:
    """Draw dots from one box to another where nothing is in the way; `heads` ends the line with an arrow head."""
    a, b = placed[start], placed[end]
    free = _free_points(placed, a, b)
    for column, row in free:
        sheet.write(column, row, dot)
    if heads and free:
        (x, y), (to_x, to_y) = free[-1], b.centre
        level = b.top <= y < b.top + len(b.rows)
        sheet.write(x, y, (heads[0] if to_x > x else heads[1]) if level else (heads[2] if to_y > y else heads[3]))


def _free_points(placed: dict[str, _PlacedBox], a: _PlacedBox, b: _PlacedBox) -> list[tuple[int, int]]:
    """Return the points of the line between two boxes where nothing is in the way."""
    return [
        (column, row)
        for column, row in _line_points(a.centre, b.centre)
        if not any(box.covers(column, row) for box in placed.values())
    ]


def _mark_line(sheet: Canvas, placed: dict[str, _PlacedBox], edge: EdgeMark) -> None:
    """Write the marks of pieces at the middle of the line between two boxes, if they fit beside the boxes."""
    free = _free_points(placed, placed[edge.start], placed[edge.end])
    wide = cell_len(edge.text)
    fitting = [
        (column - wide // 2, row)
        for column, row in free
        if not any(box.covers(column - wide // 2 + at, row) for at in range(wide) for box in placed.values())
    ]
    if fitting:
        column, row = fitting[len(fitting) // 2]
        sheet.write(max(0, column), row, edge.text)


def _line_points(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield points of a straight line, two columns or one row apart: characters are twice as high as wide."""
    across, down = end[0] - start[0], end[1] - start[1]
    count = max(abs(across) // 2, abs(down), 1)
    for step in range(count + 1):
        yield start[0] + round(across * step / count), start[1] + round(down * step / count)
