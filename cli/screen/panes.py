"""Widgets of the full screen: panes of cells, and panes of text that scroll."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from cli.screen.drawing.arrangement import Arrangement
from cli.screen.drawing.colours import FAINT

Painter = Callable[[str, int], Sequence[Text]]
"""Function that returns the lines of a thing's cell, cut to a width."""


class CellPane(Widget):
    """A pane of cells at fixed places. If they don't fit, it scrolls so that the cursor stays visible."""

    class Pointed(Message):
        """A thing is under the mouse, or was clicked."""

        def __init__(self, pane: CellPane, key: str, is_click: bool) -> None:
            super().__init__()
            self.pane = pane
            self.key = key
            self.is_click = is_click

    def __init__(self, pane_id: str) -> None:
        super().__init__(id=pane_id)
        self.arrangement = Arrangement()
        self._rows: list[Text] = []
        self._first_row = 0
        self._room = 0

    def show_cells(self, arrangement: Arrangement, paint: Painter, cursor: str | None, height: int) -> None:
        """Draw the cells in a pane of this height, and scroll to the cursor."""
        self.arrangement = arrangement
        self.styles.height = height
        self._room = height
        rows: list[list[tuple[int, Text]]] = [[] for _ in range(arrangement.height)]
        for left, top, name in arrangement.headings:
            rows[top].append((left, Text(name, FAINT)))
        for cell in arrangement.cells:
            for number, line in enumerate(paint(cell.key, cell.width)):
                rows[cell.top + number].append((cell.left, line))
        self._rows = [_join_row(row) for row in rows]
        self._keep_visible(cursor)
        self.refresh()

    def _keep_visible(self, cursor: str | None) -> None:
        room, total = max(1, self._room), self.arrangement.height
        cell = self.arrangement.find(cursor)
        if cell is not None:
            self._first_row = min(self._first_row, cell.top)
            self._first_row = max(self._first_row, cell.top + cell.height - room)
        self._first_row = max(0, min(self._first_row, total - room))

    @property
    def hidden_rows(self) -> int:
        """Number of rows below the visible ones."""
        return max(0, self.arrangement.height - self._first_row - self._room)

    def render_line(self, y: int) -> Strip:
        """Return one line of the pane."""
        number = y + self._first_row
        width = self.size.width
        if number >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        line = self._rows[number].copy()
        if y == self._room - 1 and self.hidden_rows:
            more = f" ▼{self.hidden_rows}"
            line.truncate(width - len(more), pad=True)
            line.append(more, FAINT)
        strip = Strip(line.render(self.app.console, end=""))
        return strip.crop(0, width).extend_cell_length(width, self.rich_style).apply_style(self.rich_style)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height of all rows."""
        return len(self._rows)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the thing under the mouse."""
        self._report(event, is_click=False)

    def on_click(self, event: events.Click) -> None:
        """Report the thing that was clicked."""
        self._report(event, is_click=True)

    def _report(self, event: events.MouseEvent, is_click: bool) -> None:
        key = self.arrangement.at(event.x, event.y + self._first_row)
        if key is not None:
            self.post_message(self.Pointed(self, key, is_click))


def _join_row(parts: Sequence[tuple[int, Text]]) -> Text:
    row = Text()
    for left, text in sorted(parts, key=lambda part: part[0]):
        row.append(" " * max(0, left - row.cell_len))
        row.append_text(text)
    return row


class TextPane(VerticalScroll):
    """A pane of text that scrolls, with a title in its upper edge."""

    FRAME = 5
    """Columns of a line that are not for text: edges, blanks beside them, and the scroll bar."""

    def __init__(self, pane_id: str) -> None:
        super().__init__(id=pane_id, can_focus=False)
        self._text = Static("", markup=False)

    def compose(self) -> Iterator[Widget]:
        """Put the text in."""
        yield self._text

    def show_text(self, title: str, text: Text, at_end: bool = False) -> None:
        """Show a text, from its beginning or its end; the end stays in sight when the size changes."""
        self.border_title = Text(title)
        self._text.update(text)
        self.anchor(at_end)
        if at_end:
            self.scroll_end(animate=False)
        else:
            self.scroll_home(animate=False)
