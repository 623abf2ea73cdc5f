"""Looking back: a match turn by turn and choice by choice, as a seat saw it then, or as all could see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from cli.screen.actions import REVIEW_ACTIONS
from cli.screen.drawing.colours import BOLD
from cli.screen.table_screen import BOARD, TableScreen

if TYPE_CHECKING:
    from textual import events

    from cli.screen.actions import Action
    from cli.screen.match_view import MatchView
    from cli.screen.panes import CellPane
    from cli.screen.positions import MatchPositions

SLIDER_WIDTH = 24
"""Columns of the slider."""
FORWARD = ("right", "down", "pagedown", "tab")
"""Keys that go forward, among those of actions that go both ways."""
MAX_ECHOED = 40
"""Maximum number of characters of the input that are repeated in a message."""


class ReviewScreen(TableScreen):
    """A screen that goes back and forth in a match; its result is the choice to play on from, or None."""

    def __init__(self, positions: MatchPositions, start: int, can_play_on: bool) -> None:
        """Create the screen.

        `start`: the number of choices before the first position. `can_play_on`: Enter plays on from a position.
        """
        super().__init__(REVIEW_ACTIONS)
        self.is_over = can_play_on
        self.marks_reader = False  # the slider names it
        self._positions = positions
        self._timeline = positions.timeline
        self._viewer = self._timeline.viewers[0]
        self._made = start

    def on_mount(self) -> None:
        """Show the first position."""
        self._go(self._made)

    # -- actions

    def handle_key(self, action: Action, key: str) -> None:
        """Carry out the action of a key; Enter takes what is typed, and Esc drops it."""
        step = 1 if key in FORWARD else -1
        match action.name:
            case "step":
                self._go(self._made + step)
            case "decision":
                self._go(self._timeline.find_decision(self._made, self._viewer, step))
            case "turn":
                find = self._timeline.find_next_turn if step > 0 else self._timeline.find_previous_turn
                self._go(find(self._made))
            case "viewer":
                self._look_from_next(step)
            case "play_on" if self.typed:
                self._execute(self.typed)
            case "play_on" if not self.is_over:
                self._go(self._made + 1)
            case "close" if self.typed:
                self.type_text("")
            case "close" if key == "escape" and self.close_side():
                pass
            case _:
                self.act(action, "")

    def why_not(self, action: Action) -> str | None:
        """Return the message that says why an action is impossible now, or None."""
        return "screen_no_way_on" if action.name == "play_on" and not self.is_over else None

    def act(self, action: Action, rest: str) -> None:
        """Carry out an action; `rest` was typed after its word."""
        if (reason := self.why_not(action)) is not None:
            self.say_message(reason)
            return
        match action.name:
            case "step":
                self._go(self._made + (int(rest) if rest.isdecimal() else 1))
            case "turn":
                self._go_to_turn(rest)
            case "goto":
                self._go_to(rest)
            case "first":
                self._go(0)
            case "last":
                self._go(self._timeline.last)
            case "viewer":
                self._look_from(rest)
            case "play_on":
                self.dismiss(self._made)
            case "close":
                self.dismiss(None)
            case _:
                self.look_up(action.name)

    def _execute(self, typed: str) -> None:
        """Carry out what was typed: the number of a position, or a command."""
        self.type_text("")
        first, _, rest = typed.strip().casefold().partition(" ")
        messages, rest = self._positions.messages, rest.strip()
        found = next((each for each in self.actions if each.word and first in self._words(each.word)), None)
        if first.isdecimal():
            self._go_to(first)
        elif first in self._words("previous"):
            self._go(self._made - (int(rest) if rest.isdecimal() else 1))
        elif found is not None:
            self.act(found, rest)
        else:
            self.say_lines([messages.format("step_which", text=typed[:MAX_ECHOED])])

    def _words(self, command: str) -> set[str]:
        return self._positions.messages.list_words(f"command_{command}")

    # -- moving

    def _go(self, made: int) -> None:
        self._made = max(0, min(made, self._timeline.last))
        self.show(self._positions.view(self._made, self._viewer), BOARD)

    def _go_to(self, wanted: str) -> None:
        if wanted.isdecimal() and int(wanted) <= self._timeline.last:
            self._go(int(wanted))
        else:
            self.say_message("step_no_number", text=wanted[:MAX_ECHOED], last=str(self._timeline.last))

    def _go_to_turn(self, wanted: str) -> None:
        line = self._timeline
        found = line.find_turn(self._made, wanted, self._words("previous") | self._words("back"))
        if found is None:
            self.say_message("step_no_turn", text=wanted[:MAX_ECHOED], turns=f"{line.turns[0]} … {line.turns[-1]}")
        else:
            self._go(found)

    def _look_from_next(self, step: int) -> None:
        viewers = self._timeline.viewers
        self._viewer = viewers[(viewers.index(self._viewer) + step) % len(viewers)]
        self._go(self._made)

    def _look_from(self, wanted: str) -> None:
        """Look from the seat that a typed text means; from the next one without a text."""
        found = self._timeline.find_seats(wanted, self.view.board) if wanted and self.view is not None else []
        if not wanted:
            self._look_from_next(1)
        elif wanted in self._words("all") and None in self._timeline.viewers:
            self._viewer = None
            self._go(self._made)
        elif len(found) == 1:
            self._viewer = found[0]
            self._go(self._made)
        else:
            names = ", ".join(self._positions.name_seats())
            self.say_message("step_no_seat", text=wanted[:MAX_ECHOED], names=names)

    def on_cell_pane_pointed(self, event: CellPane.Pointed) -> None:
        """Show the details of the thing under the mouse."""
        if self.cursor != event.key:
            self.move_to(event.key, event.pane.id or BOARD)

    def on_click(self, event: events.Click) -> None:
        """Go to the position under the mouse on the slider."""
        question = self.query_one("#question").region
        if event.screen_y == question.y and question.x <= event.screen_x < question.x + SLIDER_WIDTH:
            self._go(round((event.screen_x - question.x) / (SLIDER_WIDTH - 1) * self._timeline.last))

    # -- what is shown

    def draw_question(self, view: MatchView) -> Text:
        """Return a slider with the number of the choice, and below it the question or the end."""
        last = self._timeline.last
        at = round(self._made / last * (SLIDER_WIDTH - 1)) if last else 0
        bar = "─" * at + "●" + "─" * (SLIDER_WIDTH - 1 - at)
        turn = self._timeline.turns[self._made]
        said = view.messages.format("step_title", number=self._made, last=last, turn=turn)
        text = Text.assemble((bar, BOLD), f" {said}; {self._positions.name_viewer(self._viewer)}")
        if self.typed:
            return text.append("\n").append_text(self.draw_typed())
        return text.append(f"\n{view.question}")
