"""The application that plays the event of a card on the full screen, with the decisions of all seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.play.asking import DecisionView
from cli.screen.actions import TRIAL_ACTIONS, Action
from cli.screen.match_view import MatchView, list_options, prose_screen
from cli.screen.play_screen import PlayScreen
from cli.screen.screen_app import ScreenApp
from cli.screen.settings import ScreenResult
from interpreter.support import BudgetError, PlayError, printable

if TYPE_CHECKING:
    from cli.author.card_trial import CardTrial


class TrialApp(ScreenApp):
    """An event that is tried; nothing of it is kept."""

    leave_note = "screen_leave_trial"

    def __init__(self, trial: CardTrial, has_colour: bool = True) -> None:
        """Create the application for an event that has begun."""
        super().__init__(has_colour)
        self.trial = trial
        self._table = PlayScreen(self, TRIAL_ACTIONS)

    async def on_mount(self) -> None:
        """Show the first decision."""
        self.watch_terminal()
        await self.push_screen(self._table)
        self._show()
        if self._table.is_wide:
            self._open_card()

    def _show(self) -> None:
        """Show the decision, or what has changed when the event is over."""
        trial, decision = self.trial, self.trial.decision
        self._table.is_over = decision is None
        seat = trial.seat if decision is None else decision.seat
        messages, names = trial.language.messages, trial.language.names
        view = (
            None
            if decision is None
            else DecisionView(trial.match, decision, trial.board_view, trial.match_text, messages)
        )
        board = trial.match_text.board(seat) if view is None else view.board
        changes = trial.list_changes() if view is None else []
        self._table.show(
            MatchView(
                board,
                trial.board_view,
                trial.match_text,
                messages,
                printable(f"{names.localize(trial.match.game.rulebook.title)} · {names.title_of(trial.card)}"),
                changes[0] if view is None else view.question_text,
                () if view is None else list_options(view),
                tuple(board.changed_since(trial.board_before(seat))),
                tuple(trial.take_news()),
                tuple(printable(line) for line in trial.match.log(None, trial.match_text.speech)),
                view,
            )
        )
        if changes:
            self._table.open_lines(messages.format("do_changes"), changes)

    def _open_card(self) -> None:
        """Show the text of the card in the side pane."""
        trial = self.trial
        lines = trial.board_view.hand_view.draw_card(trial.card, prose_screen(self._table.text_width))
        self._table.open_lines(trial.language.messages.format("do_read"), [line.strip() for line in lines])

    # -- actions

    def why_not(self, action: Action) -> str | None:
        """Return the message that says why an action is impossible now, or None."""
        if action.when == "end" and not self._table.is_over:
            return "screen_not_over"
        if action.when == "question" and self._table.is_over:
            return "screen_not_asked"
        return None

    def choose(self, index: int) -> None:
        """Take an option of the decision that is shown."""
        try:
            self.trial.choose(index)
        except (PlayError, BudgetError) as error:  # the rules fail there, and nothing has changed
            self._table.say_lines([problem.render() for problem in error.problems])
            return
        self._table.close_side()
        self._show()

    def act(self, action: Action, rest: str) -> None:
        """Carry out an action; `rest` was typed after its word."""
        if (reason := self.why_not(action)) is not None:
            self._table.say_message(reason)
            return
        match action.name:
            case "take_back":
                self._take_back()
            case "restart":
                self.trial.begin()
                self._table.close_side()
                self._show()
            case "changes":
                self._show()
            case "drop":
                self.leave(ScreenResult())
            case _:
                self._table.look_up(action.name)

    def _take_back(self) -> None:
        if not self.trial.undo():
            self._table.say_message("try_undo_start")
            return
        self._table.close_side()
        self._show()
        self._table.say_message("undone")
