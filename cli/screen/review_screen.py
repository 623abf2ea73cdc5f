"""Looking back: the match turn by turn and choice by choice, as its reader saw it then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.text import Text
from textual import events
from textual.keys import Keys

from cli.screen.colours import BOLD, LEGAL
from cli.screen.panes import CellPane
from cli.screen.table_screen import BOARD, TableScreen

if TYPE_CHECKING:
    from cli.screen.match_view import MatchView
    from cli.text.words import TerminalMessages

SLIDER_WIDTH = 24
"""Columns of the slider."""


class ReviewScreen(TableScreen):
    """A screen that goes back and forth in a match; its result is the choice to play on from, or None."""

    def __init__(
        self,
        messages: TerminalMessages,
        turns: Sequence[int],
        view_at: Callable[[int], MatchView],
        start: int,
        can_play_on: bool,
    ) -> None:
        """Create the screen.

        `turns`: the turn in which each choice was made, and the last turn. `view_at` returns the position after so many
        choices. `start`: the one to begin with. `can_play_on`: Enter plays on from the position.
        """
        super().__init__()
        self._messages = messages
        self._turns = turns
        self._view_at = view_at
        self._made = start
        self._can_play_on = can_play_on

    def on_mount(self) -> None:
        """Show the first position."""
        self._go(self._made)

    def on_key(self, event: events.Key) -> None:
        """Go to another position, or leave."""
        event.stop()
        event.prevent_default()
        last = len(self._turns) - 1
        match event.key:
            case "left" | "up":
                self._go(self._made - 1)
            case "right" | "down":
                self._go(self._made + 1)
            case "pageup":
                self._go(self._turn_start(self._made - 1))
            case "pagedown":
                self._go(next((at for at in range(self._made, last) if self._is_other_turn(at)), last))
            case Keys.Home.value:
                self._go(0)
            case "end":
                self._go(last)
            case "enter" if self._can_play_on:
                self.dismiss(self._made)
            case "escape" | "ctrl+q" | "ctrl+c":
                self.dismiss(None)

    def _turn_start(self, made: int) -> int:
        """Return the first position of a turn."""
        made = max(0, made)
        return self._turns.index(self._turns[made])

    def _is_other_turn(self, made: int) -> bool:
        return self._turns[made] != self._turns[self._made]

    def _go(self, made: int) -> None:
        self._made = max(0, min(made, len(self._turns) - 1))
        self.show(self._view_at(self._made), BOARD)

    def on_cell_pane_pointed(self, event: CellPane.Pointed) -> None:
        """Show the details of the thing under the mouse."""
        if self.cursor != event.key:
            self.move_to(event.key, event.pane.id or BOARD)

    def draw_question(self, view: MatchView) -> Text:
        """Return a slider with the number of the choice."""
        last = len(self._turns) - 1
        at = round(self._made / last * (SLIDER_WIDTH - 1)) if last else 0
        bar = "─" * at + "●" + "─" * (SLIDER_WIDTH - 1 - at)
        said = self._messages.format("step_title", number=self._made, last=last, turn=self._turns[self._made])
        return Text.assemble((bar, BOLD), f" {said}")

    def draw_footer(self) -> Text:
        """Return the keys of this screen."""
        text = Text(" ")
        names = ("choice", "turn", "ends", *(("on",) if self._can_play_on else ()), "close")
        keys = ("←→", "PgUp PgDn", "Home End", *(("Enter",) if self._can_play_on else ()), "Esc")
        for key, name in zip(keys, names, strict=True):
            text.append(key, LEGAL).append(f" {self._messages.format(f'review_{name}')}   ")
        return text
