"""Look-ups during a match: the log, the map, cards, spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.libraries import join_titles, pick_first_by_title
from cli.text.output import echo
from cli.text.screen import current_screen, wrap_for_terminal
from interpreter.support import printable

if TYPE_CHECKING:
    from cli.board.board_text import BoardView
    from cli.play.asking import DecisionView
    from cli.play.bots import Explanations
    from cli.play.telling import MatchText
    from cli.prompt import LineReader
    from cli.text.words import TerminalMessages

MAX_ECHOED = 60
"""Maximum number of characters of the input that are repeated in a message."""
LOG_LINES = 30
"""Lines of the log that `log` shows, and entries that are shown when a match is resumed."""


class LookupCommands:
    """Handler of the commands that change nothing."""

    def __init__(
        self,
        explanations: Explanations,
        board_view: BoardView,
        match_text: MatchText,
        messages: TerminalMessages,
        reader: LineReader,
    ) -> None:
        self._explanations = explanations
        self._board_view = board_view
        self._match_text = match_text
        self._messages = messages
        self._reader = reader

    def execute(self, command: str, rest: str, view: DecisionView) -> None:
        """Show the result of a command, as far as the seat that decides may know it."""
        screen = current_screen()
        match command:
            case "help":
                self._show(self._messages.format("help").split("\n"))
            case "log":
                lines = [line.text for line in self._explanations.iter_log(view.decision.seat, 0)]
                self._show((lines if rest == "all" else lines[-LOG_LINES:]) or [self._messages.format("nothing_yet")])
            case "card":
                self._card(view, rest)
            case "cards":
                self._show(view.list_cards(screen) or [self._messages.format("no_own_cards")])
            case "space":
                self._space(view, rest)
            case "map":
                self._show(self._board_view.draw_map(view.board, screen))

    def _show(self, lines: list[str]) -> None:
        self._reader.show_pages(
            [part for line in lines for part in wrap_for_terminal(line).split("\n")], self._messages
        )

    def _card(self, view: DecisionView, wanted: str) -> None:
        by_number = {str(number): card_id for card_id, number in view.card_numbers.items()}
        found = [by_number[wanted]] if wanted in by_number else self._match_text.find_cards(wanted)
        if (card_id := self._only_match("card", wanted, found)) is not None:
            self._show(self._board_view.hand_view.draw_card(card_id, current_screen()))

    def _space(self, view: DecisionView, wanted: str) -> None:
        if (space_id := self._only_match("space", wanted, self._board_view.map_view.find_spaces(wanted))) is not None:
            self._show(self._board_view.map_view.describe_space(space_id, view.board, current_screen()))

    def _only_match(self, kind: str, wanted: str, found: Sequence[str]) -> str | None:
        """Return the only thing found; otherwise print a message and return None."""
        things = pick_first_by_title(found, self._match_text.names.title_of)
        if len(things) == 1:
            return found[0]
        message = "ambiguous" if things else f"no_{kind}" if wanted else f"which_{kind}"
        echo(
            wrap_for_terminal(
                self._messages.format(message, text=printable(wanted[:MAX_ECHOED]), names=join_titles(things))
            )
        )
        return None
