"""A match at the terminal in lines: turns, output for each person, commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from cli.board.board_text import BoardView
from cli.board.line_colours import colour_output
from cli.guard import EXIT_BAD_INPUT, EXIT_OK, Interrupted
from cli.play.asking import MAX_ECHOED, DecisionView, LookupCommands
from cli.play.match_review import MatchReview
from cli.play.match_session import MatchSession
from cli.play.match_setup import MatchSetup
from cli.play.match_timeline import MatchTimeline
from cli.play.thinking import SearchProgress, TimedSearches
from cli.prompt import InterruptibleBlock, LineReader, ParsedLine, parse_line
from cli.text import output
from cli.text.output import echo, echo_err, echo_lines
from cli.text.screen import current_screen, wrap_for_terminal
from interpreter.support import BudgetError, CahierError, PlayError

if TYPE_CHECKING:
    from interpreter.matches import Match
    from interpreter.presentation import Decision


REVIEW_COMMANDS = ("log", "board", "review", "back", "again", "quit")
"""Commands after the end of a match."""


class PlaySession:
    """One match at the terminal in lines, from its position to its end or until somebody leaves."""

    def __init__(
        self,
        setup: MatchSetup,
        explain: bool,
        hint: bool,
        can_ponder: bool,
        interruptible: InterruptibleBlock = nullcontext,
        notes: Sequence[str] = (),
    ) -> None:
        """Create a session.

        `explain`: show the reasons of other players. `hint`: show a search's advice at each decision. `can_ponder`:
        others may search while a person thinks. `interruptible` returns contexts that events may interrupt. `notes`:
        lines that a person reads with the first decision.
        """
        match, tongue = setup.match, setup.language
        self._match = match
        self._names = tongue.names
        self._messages = tongue.messages
        self._interruptible = interruptible
        self._hint = hint
        self._board_view = BoardView(match.game, tongue.names, tongue.messages)
        self._reader = LineReader(interruptible)
        self._searches = TimedSearches(match, setup.players, hint, can_ponder and self._reader.is_input_terminal)
        self._session = MatchSession(setup, explain, self._searches, lambda text: echo(wrap_for_terminal(text)))
        self._match_text = self._session.match_text
        self._lookups = LookupCommands(
            self._session.explanations, self._board_view, self._match_text, tongue.messages, self._reader
        )
        self._read_cards: dict[str, set[str]] = {seat: set() for seat in match.game.seats}
        self._turn_shown: int | None = None
        self._notes: Sequence[str] = notes
        if not self._reader.is_at_terminal:
            self._print_notes()

    def play(self) -> int:
        """Play until the game is over or a person leaves; return the exit status."""
        self._searches.make_ready()
        while (decision := self._session.decision) is not None:
            with self._interruptible():  # let earlier events interrupt
                pass
            if not self._session.is_for_person(decision.seat):
                if not self._play_for_program(decision):
                    return EXIT_BAD_INPUT
            elif not self._ask_person(decision):
                self._session.tell_leaving()
                return EXIT_OK
        self._conclude()
        return EXIT_OK

    def close(self) -> None:
        """Stop searches that are still running."""
        self._session.close()

    def report_interruption(self) -> None:
        """Print the path of the save, before the command is ended by a signal."""
        echo()
        self._session.tell_leaving()

    # -- moves

    def _play_for_program(self, decision: Decision) -> bool:
        """Let the program decide for a seat; return False if its player fails, with the game kept as it is."""
        session = self._session
        try:
            with SearchProgress(self._messages, self._names.title_of(decision.seat)) as thinking:
                choice = session.find_choice(thinking)
        except CahierError as error:
            for problem in error.problems:
                echo_err(problem.render())
            message = "left_unsaved" if session.failure else "left_to_others"
            session.tell(message, path=session.path, why=session.failure or "", seat=decision.seat)
            return False
        session.make_choice(choice)
        return True

    # -- one decision of a person

    def _ask_person(self, decision: Decision) -> bool:
        """Show a decision and read lines until the position changes; return False if the person leaves."""
        seat = decision.seat
        if self._session.viewer != seat and not self._hand_over(seat):
            return False
        view = DecisionView(self._match, decision, self._board_view, self._match_text, self._messages)
        colour_output(view.board, self._names)
        self._show(view)
        if self._hint:
            self._print_hint(seat)
        until = self._searches.compute_ponder_deadline()
        while True:
            self._searches.ponder(until)
            self._session.start_clock()
            line = self._reader.read_line(view.prompt)
            if line is None:
                echo()
                return False
            if not line.strip():
                if self._reader.is_at_terminal:
                    self._show(view)
                continue
            typed = parse_line(
                line, view.choices, self._messages, view.refusals if self._reader.is_input_terminal else ()
            )
            if isinstance(typed, str):
                echo(wrap_for_terminal(view.refusal(line) or typed))
            elif typed.choice is not None:
                if self._decide(typed.choice, view):
                    self._notes = ()
                    return True
            elif typed.command == "quit":
                return False
            elif self._execute(typed, view):
                return True

    def _hand_over(self, seat: str) -> bool:
        """Hide one person's screen until the next one is there, if there are secrets; return False if nobody comes."""
        self._turn_shown = None
        self._session.viewer = ""
        if self._reader.is_input_terminal and self._session.needs_cover(seat):
            self._reader.clear_screen()
            line = self._reader.read_line(self._messages.format("cover", seat=self._names.title_of(seat)))
            if line is None or line.strip().casefold() in self._messages.list_words("command_quit"):
                echo()
                return False
            self._reader.clear_screen()
        self._session.viewer = seat
        return True

    def _decide(self, index: int, view: DecisionView) -> bool:
        """Take an option of a decision that was shown. Return False if the rules fail."""
        try:
            self._session.decide(index, view.board)
        except (PlayError, BudgetError) as error:  # the rules fail there, and nothing has changed
            echo_lines(problem.render() for problem in error.problems)
            return False
        return True

    def _execute(self, typed: ParsedLine, view: DecisionView) -> bool:
        """Execute a command; return True if it changed the position."""
        match typed.command:
            case "undo":
                return self._jump(self._session.undo(view.decision.seat))
            case "redo":
                return self._jump(self._session.redo())
            case "hint":
                self._print_hint(view.decision.seat)
            case "more":
                view.turn_page()
                self._show(view)
            case "board":
                self._read_cards[view.decision.seat].clear()
                self._show_board(view)
                echo_lines(view.list_options(current_screen()))
            case "save":
                self._session.save_as(typed.rest)
            case command:
                self._lookups.execute(command, typed.rest, view)
        return False

    def _jump(self, is_elsewhere: bool) -> bool:
        """Show the board again after a jump to another position."""
        if is_elsewhere:
            self._turn_shown = None
        return is_elsewhere

    # -- showing

    def _show(self, view: DecisionView) -> None:
        """Show a decision: a full screen on a terminal; elsewhere the news, the board once a turn, and all options."""
        seat = view.decision.seat
        if self._reader.is_at_terminal:
            changed = self._session.find_changes(view.board)
            echo_lines(view.compose_screen(self._session.collect_news(seat), changed, self._notes))
            return
        echo_lines([line.text for line in self._session.collect_news(seat)])
        self._session.mark_seen(seat, self._match.log_length)
        if self._turn_shown != self._match.state.turns:
            self._show_board(view)
        echo_lines(view.list_options(current_screen()))

    def _show_board(self, view: DecisionView) -> None:
        screen, read = current_screen(), self._read_cards[view.decision.seat]
        lines = ["", *self._board_view.draw(view.board, screen)]
        if cards := view.list_cards(screen, read):
            lines += ["", *cards]
        self._reader.show_pages(lines, self._messages)
        read.update(
            card_id for _, known, _ in self._board_view.hand_view.find_own_piles(view.board) for card_id in known
        )
        self._turn_shown = self._match.state.turns

    def _print_notes(self) -> None:
        echo_lines(self._notes)
        self._notes = ()

    def _print_hint(self, seat: str) -> None:
        """Print a search's evaluation of the person's options."""
        try:
            with SearchProgress(self._messages, self._names.title_of(seat)) as thinking:
                lines = self._session.find_hint(thinking)
        except CahierError as error:
            echo_lines(problem.render() for problem in error.problems)
            return
        self._messages.say("hint")
        for line in lines:
            echo(wrap_for_terminal(line))

    def review(self, start_again: Callable[[], Match]) -> Match | None:
        """Answer questions about a match that is over; return the match to play next, None if the person leaves.

        Only a person at a terminal is asked. `start_again` returns another match.
        """
        seat = self._session.last_reader
        words = {name: self._messages.list_words(f"command_{name}") for name in REVIEW_COMMANDS}
        while self._session.people and self._reader.is_at_terminal:
            line = self._reader.read_line(self._messages.format("review_prompt"))
            if line is None:
                echo()
                return None
            command, _, rest = line.strip().casefold().partition(" ")
            if command in words["quit"]:
                return None
            if command in words["again"]:
                return start_again()
            if command in words["back"]:
                return self._match.at(self._find_last_turn(seat) or 0)
            if command in words["review"]:
                if (made := self._review_positions(seat)) is not None:
                    return self._match.at(made)
                continue
            if command in words["log"]:
                self._lookups.show_log(seat, rest.strip())
            elif command in words["board"]:
                lines = self._board_view.draw(self._match_text.board(seat), current_screen())
                self._reader.show_pages([*lines, "", *self._list_result()], self._messages)
            elif command:
                self._messages.say("review_which", text=line.strip()[:MAX_ECHOED])
        return None

    def _review_positions(self, seat: str) -> int | None:
        """Go through the match; return the number of choices from which the person plays on, or None."""
        viewers = [seat, *(each for each in self._match.game.seats if each != seat), None]
        review = MatchReview(self._match, self._session.setup.language, viewers, self._reader, can_play_on=True)
        return review.run(self._find_last_turn(seat))

    def _find_last_turn(self, seat: str) -> int | None:
        return MatchTimeline(self._match, [seat]).find_last_turn(seat)

    def _list_result(self) -> list[str]:
        return [part for line in self._match_text.result().split("\n") for part in current_screen().wrap(line)]

    def _conclude(self) -> None:
        """Show the end of the game: the last moves, the board, the result."""
        self._print_notes()
        seat = self._session.last_reader
        echo_lines([line.text for line in self._session.collect_news(seat)])
        if held_back := self._session.explanations.list_held_back():
            self._messages.say("held_back")
            echo_lines(held_back)
        board, screen = self._match_text.board(seat), current_screen()
        colour_output(board, self._names)
        echo_lines(["", *self._board_view.draw(board, screen), ""])
        echo_lines(self._list_result())
        self._messages.say("dealt", seed=self._match.seed)
        self._session.finish()


def play_to_end(session: PlaySession) -> int:
    """Play a session to its end, however it ends; return the exit status."""
    try:
        return session.play()
    except Interrupted:
        session.report_interruption()
        output.flush()
        raise
    finally:
        session.close()
