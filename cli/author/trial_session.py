"""Trial of a card's event at the terminal, by an author who decides for all seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.board.board_text import BoardView
from cli.game_loading import load_card_texts
from cli.guard import EXIT_OK
from cli.play.asking import DecisionView
from cli.play.bots import Explanations
from cli.play.review import LookupCommands
from cli.play.telling import MatchText
from cli.prompt import LineReader, ParsedLine, parse_line
from cli.text.output import echo
from cli.text.screen import current_screen, wrap_for_terminal
from interpreter.support import BudgetError, PlayError, printable

if TYPE_CHECKING:
    from cli.game_loading import DisplayLanguage
    from interpreter.authoring import TrialPosition
    from interpreter.presentation import Board, Decision

LOOKUPS = ("log", "card", "cards", "space", "map")
"""Commands that change nothing and work as in `cahier play`."""


class CardTrial:
    """One event, played from its beginning as often as its author likes."""

    def __init__(self, position: TrialPosition, language: DisplayLanguage) -> None:
        """Begin the event. Raises BudgetError or PlayError if that fails."""
        self._position = position
        self._seat = position.game.seats[position.seat]
        self._language = language
        self._names, self._messages = language.names, language.messages
        game = position.game
        texts = load_card_texts(game.rulebook, language.names, lambda: game.program.analysis)
        self._part = None if texts is None else texts.translate_part
        self._board_view = BoardView(
            game.rulebook, language.names, language.messages, None if texts is None else texts.translate
        )
        self._reader = LineReader()
        self._begin()

    def _begin(self) -> None:
        self._match = self._position.begin()
        self._match_text = MatchText(self._match, self._language, self._part)
        explanations = Explanations(self._match, self._match.game.seats, self._match_text)
        self._lookups = LookupCommands(explanations, self._board_view, self._match_text, self._messages, self._reader)
        self._log_seen = len(self._position.state.log or ())

    def play(self) -> int:
        """Ask until the author leaves or the input ends; return the exit status."""
        self._print_board(self._position.board(self._seat, self._names))
        card = self._position.game.card_ids[self._position.card]
        self._print_lines([*self._board_view.hand_view.draw_card(card, current_screen()), ""])
        while True:
            decision = self._match.decision
            self._print_news()
            if not (self._ask_after_event() if decision is None else self._ask(decision)):
                return EXIT_OK

    def _ask(self, decision: Decision) -> bool:
        """Show a decision and read lines until the position changes; return False if the author leaves."""
        view = DecisionView(self._match, decision, self._board_view, self._match_text, self._messages)
        self._print_lines(view.list_options(current_screen()))
        while (line := self._reader.read_line(view.prompt)) is not None:
            if not line.strip():
                continue
            if self._is_command(line, "again"):
                self._begin()
                return True
            typed = parse_line(line, view.choices, self._messages)
            if isinstance(typed, str):
                echo(wrap_for_terminal(view.refusal(line) or typed))
            elif typed.command == "quit":
                return False
            elif typed.choice is None:
                if self._execute(typed, line, view):
                    return True
            elif self._choose(typed.choice):
                return True
        echo()
        return False

    def _choose(self, index: int) -> bool:
        try:
            self._match.choose(index)
        except (PlayError, BudgetError) as error:  # the rules fail there, and nothing has changed
            for problem in error.problems:
                echo(problem.render())
            return False
        return True

    def _execute(self, typed: ParsedLine, line: str, view: DecisionView) -> bool:
        """Execute a command; return True if it changed the position."""
        if typed.command == "undo":
            return self._undo()
        if typed.command == "help":
            self._print_message("try_help")
        elif typed.command == "board":
            self._print_board(self._match.board(view.decision.seat, self._names))
            self._print_lines([*view.list_cards(current_screen()), *view.list_options(current_screen())])
        elif typed.command in LOOKUPS:
            self._lookups.execute(typed.command, typed.rest, view)
        else:
            self._print_message("try_no_command", text=line.strip())
        return False

    def _undo(self) -> bool:
        if not self._match.past:
            self._print_message("try_undo_start")
            return False
        self._match.undo()
        self._log_seen = self._match.log_length
        self._print_message("undone")
        return True

    def _ask_after_event(self) -> bool:
        """Show the changes made by the event and read a command; return False if the author leaves."""
        self._print_changes()
        while (line := self._reader.read_line(self._messages.format("try_prompt"))) is not None:
            if self._is_command(line, "quit"):
                return False
            if self._is_command(line, "again"):
                self._begin()
                return True
            if self._is_command(line, "undo"):
                if self._undo():
                    return True
            elif line.strip():
                self._print_message("try_which", text=line.strip()[:60])
        echo()
        return False

    def _is_command(self, line: str, command: str) -> bool:
        return line.strip().casefold() in self._messages.list_words(f"command_{command}")

    # -- showing

    def _print_changes(self) -> None:
        """Print the changes that the event made, and the winners if it ended the game."""
        before = self._board_view.list_items(self._position.board(self._seat, self._names))
        now = self._board_view.list_items(self._match.board(self._seat, self._names))
        gone = [line for line in before if line not in now]
        new = [line for line in now if line not in before]
        echo()
        self._print_message("try_over" if gone or new else "try_same", seat=self._names.title_of(self._seat))
        screen = current_screen()
        for message, lines in (("try_before", gone), ("try_now", new)):
            for line in lines:
                self._print_lines(screen.wrap(screen.escape(self._messages.format(message, text=line)), "    "))
        outcome = self._match.outcome()
        if outcome is not None and (outcome.winners or outcome.reason != "done"):
            echo(wrap_for_terminal(self._match_text.result()))

    def _print_news(self) -> None:
        """Print new log entries; nothing is secret from the author."""
        for line in self._match.log(None, self._match_text.speech, self._log_seen):
            echo(wrap_for_terminal(printable(line)))
        self._log_seen = self._match.log_length

    def _print_board(self, board: Board) -> None:
        self._reader.show_pages(["", *self._board_view.draw(board, current_screen()), ""], self._messages)

    def _print_lines(self, lines: list[str]) -> None:
        for line in lines:
            echo(line)

    def _print_message(self, message: str, **parts: str) -> None:
        echo(
            wrap_for_terminal(self._messages.format(message, **{name: printable(part) for name, part in parts.items()}))
        )
