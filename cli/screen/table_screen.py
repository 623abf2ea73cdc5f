"""The screen of a match: board, tracks, news, question, options, hand and side panes, with one cursor over all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.text import Text
from textual import events
from textual.command import CommandPalette
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from cli.screen.actions import footer_actions
from cli.screen.dialogs import ActionProvider, HelpScreen
from cli.screen.drawing.arrangement import Arrangement
from cli.screen.drawing.board_cells import BoardMarks, CellPainter, lay_out, needed_height
from cli.screen.drawing.colours import BOLD, CURSOR, FAINT, LEGAL, chip
from cli.screen.drawing.list_cells import CellTexts, list_hand_cells, list_option_cells
from cli.screen.match_view import prose_screen, shown, wrap_lines
from cli.screen.panes import CellPane, Painter, TextPane

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from cli.screen.actions import Action
    from cli.screen.match_view import MatchView

WIDE = 100
"""Columns from which the side panes stand beside the board; on a narrower screen they cover it while they are open."""
MIN_SIDE, SIDE_PERCENT = 34, 34
"""Columns of the side panes at least, and in percent of the screen."""
MIN_HAND_LINES, MIN_OPTION_LINES = 2, 2
"""Minimum lines of the hand and of the options, if they need so many."""
MAX_TRACK_LINES, INFO_LINES, MAX_QUESTION_LINES = 2, 2, 2
"""Maximum lines of the tracks, the news and the question on a low screen."""
TURN_START = "-- "
"""Beginning of a line of the log with which a turn begins."""
TALL = 34
"""Lines from which a screen has room for more tracks."""
BOARD, OPTIONS, HAND = "board", "options", "held"


TYPED_KEYS = ("question_mark",)
"""Keys that are text if something has been typed already."""


class TableScreen(Screen[int | None]):
    """A screen that shows a match, with keys, typed text and look-ups. Those derived from it carry out actions."""

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self.actions = actions
        self._keys = {key: action for action in actions for key in action.keys}
        self.view: MatchView | None = None
        self.cursor: str | None = None
        self.pane = OPTIONS
        self.typed = ""
        self.message: Text | None = None
        self.is_over = False
        self.marks_reader = True
        self._is_browsing = False
        self._side: tuple[str, Text] | None = None

    def compose(self) -> ComposeResult:
        """Put the panes in."""
        yield Static("", id="heading", markup=False)
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield CellPane(BOARD)
                yield Static("", id="tracks", markup=False)
                yield Static("", id="info", markup=False)
                yield Static("", id="question", markup=False)
                yield CellPane(OPTIONS)
                yield CellPane(HAND)
            with Vertical(id="side"):
                yield TextPane("details")
                yield TextPane("log")
        yield Static("", id="footer", markup=False)

    def on_resize(self) -> None:
        """Lay everything out again."""
        self.call_after_refresh(self.redraw)

    # -- keys

    def on_key(self, event: events.Key) -> None:
        """Handle a key: one of an action, or typed text."""
        event.stop()
        event.prevent_default()
        action = self._keys.get(event.key)
        if action is not None and not (event.key in TYPED_KEYS and self.typed):
            self.message = None
            self.handle_key(action, event.key)
        elif event.key == "backspace":
            self.type_text(self.typed[:-1])
        elif event.is_printable and event.character is not None:
            self.type_text(self.typed + event.character)

    def handle_key(self, action: Action, key: str) -> None:
        """Carry out the action of a key."""
        self.act(action, "")

    @abstractmethod
    def act(self, action: Action, rest: str) -> None:
        """Carry out an action; `rest` was typed after its word."""

    @abstractmethod
    def why_not(self, action: Action) -> str | None:
        """Return the message that says why an action is impossible now, or None."""

    def type_text(self, text: str) -> None:
        """Let a text be what has been typed."""
        self.message = None
        self.typed = text.lstrip()
        self.redraw()

    def say_message(self, name: str, **parts: object) -> None:
        """Show a message of the terminal until the next key."""
        if self.view is not None:
            self.say_lines([self.view.messages.format_safely(name, **parts)])

    def say_lines(self, lines: Sequence[str]) -> None:
        """Show lines until the next key, as far as there is room."""
        wrapped = wrap_lines(lines, self.size.width - 2)
        self.say(Text("\n".join(wrapped[:INFO_LINES]), BOLD))

    # -- texts of the side pane

    def open_lines(self, title: str, lines: Sequence[str]) -> None:
        """Show lines of text in the side pane."""
        self.open_side(title, Text("\n".join(wrap_lines(lines, self.text_width))))

    def look_up(self, name: str) -> None:
        """Open the text of an action of this name in the side pane, or the dialog of one."""
        view = self.view
        if view is None:
            return
        title, text = view.messages.format(f"do_{name}"), view.match_text
        match name:
            case "log":
                self.open_lines(title, view.log or [view.messages.format("nothing_yet")])
            case "table":
                self.open_lines(title, view.describe_table(self.text_width))
            case "goal":
                self.open_lines(title, text.goals(view.board))
            case "rules":
                self.open_lines(title, text.rules_summary().split("\n"))
            case "read":
                self._read_target(view, title)
            case "help":
                self.app.push_screen(HelpScreen(self.actions, view.messages))
            case "palette":
                self.app.push_screen(CommandPalette(providers=[ActionProvider]))

    def _read_target(self, view: MatchView, title: str) -> None:
        """Open the details of what is under the cursor, with the reader's own cards."""
        width = self.text_width
        lines = view.describe_thing(self.cursor, width)
        own = view.board_view.hand_view.list_own_cards(view.board, prose_screen(width), view.legal, {})
        text = Text("\n".join(shown(line) for line in [*lines, "", *own]))
        text.stylize(BOLD, 0, len(lines[0]) if lines else 0)
        self.open_side(title, text)

    # -- what is shown

    def show(self, view: MatchView, pane: str | None = None) -> None:
        """Show a position. `pane`: the one that takes the arrow keys; None: the one where most can be chosen."""
        self.view, self.typed, self._is_browsing = view, "", False
        legal = view.legal
        on_board = [key for key in legal if key in view.board.spaces]
        self.pane = pane or (BOARD if on_board else OPTIONS)
        if self.cursor not in legal:
            self.cursor = next(iter(on_board or legal), None)
        self.redraw()

    def move_to(self, key: str | None, pane: str) -> None:
        """Put the cursor on a thing."""
        self.cursor, self.pane, self._is_browsing = key, pane, True
        self.redraw()

    def open_side(self, title: str, text: Text) -> None:
        """Show a text in the side pane."""
        self._side = (title, text)
        self.add_class("opened")
        self.redraw()

    def close_side(self) -> bool:
        """Show the log in the side pane again; return False if it is there already."""
        was_open, self._side = self._side is not None, None
        self.remove_class("opened")
        self.redraw()
        return was_open

    def say(self, text: Text | None) -> None:
        """Show a message until the next key."""
        self.message = text
        self.redraw()

    def find_pane(self, name: str) -> CellPane:
        """Return a pane of cells."""
        pane: CellPane = self.query_one(f"#{name}", CellPane)
        return pane

    @property
    def is_wide(self) -> bool:
        """True if the side panes stand beside the board."""
        return bool(self.size.width >= WIDE)

    @property
    def _side_width(self) -> int:
        """Columns of the side panes."""
        columns: int = self.size.width
        return max(MIN_SIDE, columns * SIDE_PERCENT // 100) if self.is_wide else columns

    @property
    def text_width(self) -> int:
        """Columns of a line of text in the side panes."""
        return self._side_width - TextPane.FRAME

    def redraw(self) -> None:
        """Draw all panes."""
        view = self.view
        if view is None or not self.is_mounted:
            return
        self.set_class(self.is_wide, "wide")
        self.set_class(not self.is_wide, "narrow")
        self.query_one("#side").styles.width = self._side_width
        width = self.size.width - (self._side_width if self.is_wide else 0)
        self._draw_heading(view)
        self._draw_board(view, width)
        self._draw_tracks(view, width)
        self._draw_info(view, width)
        self.query_one("#question", Static).update(self.draw_question(view))
        self._draw_lists(view, width)
        self._draw_side(view)
        self.query_one("#footer", Static).update(self.draw_footer())

    def _draw_heading(self, view: MatchView) -> None:
        heading = self._heading(view, has_names=True)
        if heading.cell_len > self.size.width:
            heading = self._heading(view, has_names=False)
        self.query_one("#heading", Static).update(heading)

    def _heading(self, view: MatchView, has_names: bool) -> Text:
        board, text = view.board, Text(f" {view.heading} ", BOLD)
        for standing in board.standing:
            seat = standing.seat
            asked = board.question is not None and board.question.seat == seat
            text.append(" ▶" if asked else "  ")
            text.append(shown(seat.mark), chip(board.colours, seat.id))
            text.append(f" {shown(seat.title)}" if has_names else "")
            if standing.score is not None:
                text.append(f" {standing.score}", BOLD)
            if board.seat == seat and self.marks_reader:
                text.append(f" ({view.messages.format('screen_you')})", FAINT)
        return text

    def _draw_board(self, view: MatchView, width: int) -> None:
        pane = self.find_pane(BOARD)
        layout = lay_out(view.board, width, needed_height(view.board, self.size.height)) or Arrangement()
        marks = BoardMarks(view.legal, self._typed_keys(), view.changed, self.cursor)
        painter = CellPainter(view.board, view.contents, marks, self._connections(view))
        cells = {cell.key: cell for cell in layout.cells}
        pane.show_cells(layout, lambda key, _: painter.paint(cells[key]), None, layout.height)
        self.query_one("#side").styles.height = "100%" if self.is_wide else max(layout.height, self.size.height // 2)

    def _connections(self, view: MatchView) -> dict[str, str]:
        board = view.board
        if board.layout.kind == "grid":
            return {}
        labels = {space.id: space.label for space in board.spaces.values()}
        found: dict[str, list[str]] = {space_id: [] for space_id in board.spaces}
        for link in board.layout.connections:
            found[link.start].append(labels[link.end])
            if link.is_two_way:
                found[link.end].append(labels[link.start])
        return {space_id: "· " + " ".join(sorted(ends)) for space_id, ends in found.items() if ends}

    def _draw_tracks(self, view: MatchView, width: int) -> None:
        lines = self._list_tracks(view, width)
        tracks = self.query_one("#tracks", Static)
        tracks.styles.height = len(lines)
        tracks.update(Text("\n".join(lines)))

    def _list_tracks(self, view: MatchView, width: int) -> list[str]:
        """Return the tracks and variables that a player needs each turn, cut to some lines."""
        lines = [shown(line) for line in view.describe_table(width, needed_only=True)]
        most = MAX_TRACK_LINES if self.size.height < TALL else 2 * MAX_TRACK_LINES
        return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]

    def _draw_info(self, view: MatchView, width: int) -> None:
        """Show a message, else on a narrow screen the details under the cursor, else the news."""
        info = self.query_one("#info", Static)
        info.set_class(not self.is_wide or self.message is not None, "shown")
        if self.message is not None:
            info.update(self.message)
            return
        lines = view.describe_thing(self.cursor, width) if self._is_browsing else _latest(view, width)
        if len(lines) > INFO_LINES:
            lines = [lines[0], *wrap_lines([" · ".join(line.strip() for line in lines[1:])], width)[:1]]
        info.update(Text("\n".join(lines)))

    def draw_question(self, view: MatchView) -> Text:
        """Return the question, with what is typed."""
        text = Text(view.question)
        return text.append("  ").append_text(self.draw_typed()) if view.options else text

    def draw_typed(self) -> Text:
        """Return what is typed, with a cursor."""
        return Text.assemble(("›", FAINT), (f" {self.typed}", BOLD), (" ", CURSOR))

    def _draw_lists(self, view: MatchView, width: int) -> None:
        typed = self._typed_keys()
        hand = list_hand_cells(view.list_hand(), view.legal, width)
        room = self.size.height - self._lines_above(view, width)
        needed = list_option_cells(view.listed, typed, width, 0).arrangement.height
        high = min(hand.arrangement.height, max(MIN_HAND_LINES, room - max(MIN_OPTION_LINES, needed)))
        options = list_option_cells(view.listed, typed, width, room - high)
        for name, texts, height in ((HAND, hand, high), (OPTIONS, options, room - high)):
            self.find_pane(name).show_cells(texts.arrangement, self._painter(texts), self.cursor, height)

    def _lines_above(self, view: MatchView, width: int) -> int:
        """Return the number of lines that are not for options and hand."""
        lines = self.draw_question(view).split("\n")
        question = min(MAX_QUESTION_LINES, sum(max(1, -(-line.cell_len // width)) for line in lines))
        info = INFO_LINES if self.query_one("#info").has_class("shown") else 0
        board = self.find_pane(BOARD).arrangement.height
        return 2 + board + len(self._list_tracks(view, width)) + info + question

    def _painter(self, texts: CellTexts) -> Painter:
        return lambda key, width: [texts.paint(key, width, key == self.cursor)]

    def _draw_side(self, view: MatchView) -> None:
        log = self.query_one("#log", TextPane)
        width = self.text_width
        if self._side is not None:
            log.show_text(*self._side)
        else:
            lines = wrap_lines(view.log, width)
            log.show_text(view.messages.format("do_log"), _log_text(lines), at_end=True)
        details = view.describe_thing(self.cursor, width)
        text = Text("\n".join(details))
        if details:
            text.stylize(BOLD, 0, len(details[0]))
        self.query_one("#details", TextPane).show_text(view.messages.format("screen_details"), text)

    def draw_footer(self) -> Text:
        """Return the most important actions with their keys."""
        text = Text(" ")
        if self.view is not None:
            for action in footer_actions(self.actions, self.is_over):
                text.append(action.shown, LEGAL).append(f" {action.title(self.view.messages)}   ")
        return text

    def _typed_keys(self) -> list[str]:
        return [] if self.view is None else self.view.find_typed(self.typed)


def _latest(view: MatchView, width: int) -> list[str]:
    """Return the latest news that fit into two lines, without consequences if there are more."""
    lines = [line for line in view.news if not line.startswith(TURN_START)]
    chosen = [line for line in lines if not line.startswith(" ")]
    if not chosen and not view.board.decisions:
        return wrap_lines([view.messages.format("set_up")], width)
    found: list[str] = []
    for line in reversed(lines if len(lines) <= INFO_LINES else chosen or lines):
        more = wrap_lines([" · ".join([line.strip(), *(each.strip() for each in found)])], width)
        if len(more) > INFO_LINES and found:
            break
        found.insert(0, line)
    return wrap_lines([" · ".join(each.strip() for each in found)], width) if found else []


def _log_text(lines: Iterable[str]) -> Text:
    """Return lines of the log, with the beginnings of turns in bold."""
    text = Text()
    for line in lines:
        text.append(f"{line}\n", BOLD if line.startswith(TURN_START) else FAINT if line.startswith(" ") else "")
    return text
