"""The screen on which a person plays: keys, typed text and the mouse become choices and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.prompt import COMMANDS, ParsedLine, parse_line
from cli.screen.panes import CellPane, TextPane
from cli.screen.table_screen import BOARD, HAND, OPTIONS, TableScreen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from cli.screen.actions import Action
    from cli.screen.match_view import MatchView

    class MatchTable(Protocol):
        """The application, which carries out choices and actions.

        Attributes:
            leave_note: Message that says how to leave.
        """

        leave_note: str

        def choose(self, index: int) -> None:
            """Take an option of the decision that is shown."""

        def act(self, action: Action, rest: str) -> None:
            """Carry out an action; `rest` was typed after its word."""

        def why_not(self, action: Action) -> str | None:
            """Return the message that says why an action is impossible now, or None."""


ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class PlayScreen(TableScreen):
    """The screen of a match that is played."""

    def __init__(self, table: MatchTable, actions: Sequence[Action]) -> None:
        """Create a screen. `table`: the application, which carries out choices and `actions`."""
        super().__init__(actions)
        self._table = table
        words = [action.word for action in actions if action.word]
        self._words = (*COMMANDS, *(word for word in words if word not in COMMANDS))

    # -- keys

    def handle_key(self, action: Action, key: str) -> None:
        """Carry out the action of a key."""
        match action.name:
            case "choose":
                self._choose()
            case "leave":
                self._leave()
            case "move":
                self._move(*ARROWS[key])
            case "pane":
                self._next_pane(-1 if key.startswith("shift") else 1)
            case "scroll":
                self._scroll(-1 if key == "pageup" else 1)
            case _:
                self.act(action, "")

    def act(self, action: Action, rest: str) -> None:
        """Let the application carry out an action; `rest` was typed after its word."""
        self._table.act(action, rest)

    def why_not(self, action: Action) -> str | None:
        """Return the message that says why an action is impossible now, or None."""
        return self._table.why_not(action)

    def type_text(self, text: str) -> None:
        """Let a text be what has been typed, and put the cursor on the option that it means."""
        super().type_text(text)
        if self.view is not None and (found := self.view.find_typed(self.typed)):
            self.cursor = found[0]
            self.redraw()

    def _move(self, across: int, down: int) -> None:
        pane = self.find_pane(self.pane)
        known = pane.arrangement.find(self.cursor) is not None
        start = self.cursor if known else self._first_key(pane)
        self.move_to(pane.arrangement.neighbour(start, across, down) if known else start, self.pane)

    def _first_key(self, pane: CellPane) -> str | None:
        """Return the first thing of a pane that can be chosen, else its first."""
        legal = {} if self.view is None else self.view.legal
        keys = [cell.key for cell in pane.arrangement.cells]
        return next((key for key in keys if key in legal), keys[0] if keys else None)

    def _next_pane(self, step: int) -> None:
        panes = [name for name in (BOARD, OPTIONS, HAND) if self.find_pane(name).arrangement.cells]
        if panes:
            at = panes.index(self.pane) if self.pane in panes else 0
            name = panes[(at + step) % len(panes)]
            pane = self.find_pane(name)
            known = pane.arrangement.find(self.cursor) is not None
            self.move_to(self.cursor if known else self._first_key(pane), name)

    def _scroll(self, step: int) -> None:
        pane = self.query_one("#log", TextPane)
        if step < 0:
            pane.scroll_page_up(animate=False)
        else:
            pane.scroll_page_down(animate=False)

    def _leave(self) -> None:
        """Drop what is typed, else close the side pane, else say how to leave the match."""
        if self.typed:
            self.type_text("")
        elif not self.close_side() and self.view is not None:
            self.say_message(self._table.leave_note)

    # -- choices

    def _choose(self) -> None:
        view = self.view
        if view is None:
            return
        typed = view.continue_pair(self.typed, self.cursor) if self.pane == BOARD else None
        if typed is not None:
            self.type_text(typed)
            if typed not in view.legal.values():
                return
        if self.typed:
            self._choose_typed(view)
            return
        option = view.find_option(self.cursor)
        if option is not None and option.is_legal:
            self._take(option.key)
        elif option is not None:
            self.say_message("not_on_offer", what=option.name, reason=option.reason)
        else:
            self.say_message("screen_not_asked")

    def _choose_typed(self, view: MatchView) -> None:
        """Take the option that was typed, or carry out the command."""
        decision, typed = view.decision, self.typed
        choices, refusals = (decision.choices, decision.refusals) if decision is not None else ([], {})
        parsed = parse_line(typed, choices, view.messages, refusals, self._words)
        self.type_text("")
        if isinstance(parsed, str):
            refusal = decision.refusal(typed) if decision is not None else None
            self.say_lines([refusal or parsed])
        elif parsed.choice is not None:
            self._table.choose(parsed.choice)
        else:
            self._command(parsed)

    def _command(self, parsed: ParsedLine) -> None:
        action = next((each for each in self.actions if each.word == parsed.command), None)
        if action is not None:
            self.act(action, parsed.rest)
        elif parsed.command in ("card", "space", "map"):
            self.say_message("screen_point")
        else:
            self.say_message("screen_no_command", text=parsed.command)

    def _take(self, key: str) -> None:
        decision = self.view.decision if self.view is not None else None
        if decision is not None:
            self._table.choose(next(at for at, choice in enumerate(decision.choices) if choice.key == key))

    # -- mouse

    def on_cell_pane_pointed(self, event: CellPane.Pointed) -> None:
        """Put the cursor on the thing under the mouse; a click takes it."""
        if event.is_click:
            self.message = None
        if self.cursor != event.key or event.is_click:
            self.move_to(event.key, event.pane.id or OPTIONS)
        if event.is_click:
            self._choose()
