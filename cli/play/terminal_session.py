"""A match at the terminal, with its players, language and save: turns, output for each person, commands."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.board.board_text import BoardView
from cli.game_loading import DisplayLanguage, format_resume_command, load_card_texts, load_display_language
from cli.guard import EXIT_BAD_INPUT, EXIT_OK, Interrupted
from cli.libraries import join_titles, pick_first_by_title
from cli.play.asking import LOG_LINES, MAX_ECHOED, DecisionView, LookupCommands
from cli.play.bots import Explanations, LogLine, give_hint
from cli.play.saved_matches import Autosave, save_to
from cli.play.telling import MatchText
from cli.play.thinking import SearchProgress, TimedSearches
from cli.prompt import InterruptibleBlock, LineReader, ParsedLine, parse_line
from cli.seats import HUMAN, players_by_seat
from cli.text import output
from cli.text.output import echo, echo_err, echo_lines
from cli.text.screen import current_screen, wrap_for_terminal
from cli.text.words import DEFAULT_LANGUAGE
from interpreter.matches import Match, has_secrets, newly_seen_cards, takeback_steps
from interpreter.rulebook import is_path
from interpreter.support import BudgetError, CahierError, PlayError, SaveError

if TYPE_CHECKING:
    from interpreter.engine import SaveData
    from interpreter.presentation import Board, Decision


LANGUAGE_NOTE = "--lang"
"""Key of the language in a save's notes, beside the players by seat; no seat has such an id."""


LINK_NOTE = "--link"
"""Beginning of the keys of hashes of links to a served match, before the seat."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """A match at the terminal.

    Attributes:
        players: Each seat's player, by name.
        language: Language of the output.
        lang_option: Value of `--lang` that selects it.
        autosave: Save of the match.
    """

    match: Match
    players: dict[str, str]
    language: DisplayLanguage
    lang_option: str
    autosave: Autosave

    def say(self, message: str, **parts: str | int) -> None:
        """Print a message in the table's language."""
        self.language.messages.say(message, **parts)

    def save(self, message: str, **parts: str | int) -> None:
        """Save the match, and print its path with a message that has a hole `path`, or the reason why that failed."""
        self.autosave.save()
        if self.autosave.failure is not None:
            self.say("not_saved", why=self.autosave.failure)
        else:
            self.say(message, path=str(self.autosave.path), **parts)


def set_up_match(
    match: Match, seats: tuple[str, ...], earlier: Mapping[str, str], lang: str, path: Path | None
) -> MatchSetup:
    """Return a table for a match.

    `seats` has SEAT=PLAYER as typed, `earlier` the players of its save, whose path is `path`. `lang` is as in
    `load_display_language`. Raises RulebookError.
    """
    players = players_by_seat(match.game, seats, earlier)
    tongue = load_display_language(match.game.rulebook, lang)
    noted = {} if lang == DEFAULT_LANGUAGE else {LANGUAGE_NOTE: os.path.abspath(lang) if is_path(lang) else lang}
    return MatchSetup(match, players, tongue, lang, Autosave(match, players | noted, path))


@dataclass(frozen=True, slots=True)
class SaveNotes:
    """Notes in a save.

    Attributes:
        players: Each seat's player.
        lang: Language in which the match was shown, or None.
        links: Hashes of the links to the match when it was served, by seat.
    """

    players: dict[str, str]
    lang: str | None
    links: dict[str, str]


def read_notes(saved: SaveData) -> SaveNotes:
    """Return the notes in a save."""
    players = {key: text for key, text in saved.notes.items() if not key.startswith("--")}
    start = f"{LINK_NOTE} "
    links = {key.removeprefix(start): text for key, text in saved.notes.items() if key.startswith(start)}
    return SaveNotes(players, saved.notes.get(LANGUAGE_NOTE), links)


class PlaySession:
    """One match at the terminal, saved after each choice, from its position to its end or until somebody leaves."""

    def __init__(
        self,
        setup: MatchSetup,
        explain: bool,
        hint: bool,
        can_ponder: bool,
        interruptible: InterruptibleBlock = nullcontext,
    ) -> None:
        """Create a session.

        `explain`: show the reasons of other players. `hint`: show a search's advice at each decision. `can_ponder`:
        others may search while a person thinks. `interruptible` returns contexts that events may interrupt.
        """
        match, players, tongue = setup.match, setup.players, setup.language
        self._match = match
        self._players = players
        self._people = [seat for seat, player in players.items() if player == HUMAN]
        self._names = tongue.names
        self._messages = tongue.messages
        self._autosave = setup.autosave
        self._interruptible = interruptible
        self._explain = explain
        self._hint = hint
        game = match.game
        texts = load_card_texts(game.rulebook, tongue.names, lambda: game.program.analysis)
        self._board_view = BoardView(
            game.rulebook, tongue.names, tongue.messages, None if texts is None else texts.translate
        )
        self._match_text = MatchText(match, tongue, None if texts is None else texts.translate_part)
        self._reader = LineReader(interruptible)
        self._searches = TimedSearches(match, players, hint, can_ponder and self._reader.is_input_terminal)
        self._undone: list[str] = []
        self._notices: list[LogLine] = []
        start = max(0, match.log_length - LOG_LINES) if match.choices else 0
        self._log_seen = dict.fromkeys(match.game.seats, start)
        self._last_boards: dict[str, Board] = {}
        self._viewer = self._people[0] if len(self._people) == 1 else ""
        self._explanations = Explanations(match, self._people, self._match_text)
        self._lookups = LookupCommands(
            self._explanations, self._board_view, self._match_text, tongue.messages, self._reader
        )
        self._read_cards: dict[str, set[str]] = {seat: set() for seat in match.game.seats}
        self._turn_shown: int | None = None
        self._failure = setup.autosave.failure

    def play(self) -> int:
        """Play until the game is over or a person leaves; return the exit status."""
        self._searches.make_ready()
        while (decision := self._match.decision) is not None:
            with self._interruptible():  # let earlier events interrupt
                pass
            if self._players[decision.seat] != HUMAN:
                if not self._play_for_program(decision):
                    return EXIT_BAD_INPUT
            elif not self._ask_person(decision):
                self._messages.say(
                    "left_unsaved" if self._failure else "left", path=self._path(), why=self._failure or ""
                )
                return EXIT_OK
        self._conclude()
        return EXIT_OK

    def close(self) -> None:
        """Stop searches that are still running."""
        self._searches.close()

    def report_interruption(self) -> None:
        """Print the path of the save, before the command is ended by a signal."""
        echo()
        self._messages.say("left_unsaved" if self._failure else "left", path=self._path(), why=self._failure or "")

    # -- moves

    def _play_for_program(self, decision: Decision) -> bool:
        """Let the program decide for a seat; return False if its player fails, with the game kept as it is."""
        from interpreter.players import QuickPlayer, SearchPlayer, seat_for_decision

        match = self._match
        try:
            with SearchProgress(self._messages, self._names.title_of(decision.seat)) as thinking:
                seated = seat_for_decision(match, self._searches.player(decision.seat, self._players[decision.seat]))
                if isinstance(seated.player, SearchPlayer):
                    seated.player.progress = thinking
                if not isinstance(seated.player, QuickPlayer):
                    thinking(0.0)
                index = seated.answer(match)
        except CahierError as error:
            for problem in error.problems:
                echo_err(problem.render())
            message = "left_unsaved" if self._failure else "left_to_others"
            self._messages.say(message, path=self._path(), why=self._failure or "", seat=decision.seat)
            return False
        if self._explain:
            self._explanations.record(seated)
        self._choose(index)
        return True

    def _choose(self, index: int) -> None:
        """Make a choice; the list for redo is kept if the choice is the next one in it."""
        decision = self._match.decision
        assert decision is not None
        key = decision.options[index].key
        self._match.choose(index)
        self._notices.clear()
        if self._undone and self._undone[0] == key:
            del self._undone[0]
        else:
            self._undone.clear()
        self._save()

    def _save(self) -> None:
        before = self._autosave.path
        self._autosave.save()
        if self._autosave.path != before and not self._autosave.failure:
            self._messages.say("goes_on_in", path=self._path(), before=str(before))
        if self._autosave.failure != self._failure:
            self._failure = self._autosave.failure
            if self._failure:
                self._messages.say("not_saved", why=self._failure)

    # -- one decision of a person

    def _ask_person(self, decision: Decision) -> bool:
        """Show a decision and read lines until the position changes; return False if the person leaves."""
        seat = decision.seat
        if self._viewer != seat and not self._hand_over(seat):
            return False
        view = DecisionView(self._match, decision, self._board_view, self._match_text, self._messages)
        self._show(view)
        if self._hint:
            self._print_hint(seat)
        until = self._searches.compute_ponder_deadline()
        while True:
            self._searches.ponder(until)
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
                    return True
            elif typed.command == "quit":
                return False
            elif self._execute(typed, view):
                return True

    def _hand_over(self, seat: str) -> bool:
        """Hide one person's screen until the next one is there, if there are secrets; return False if nobody comes."""
        self._turn_shown = None
        self._viewer = ""
        if self._reader.is_input_terminal and len(self._people) > 1 and has_secrets(self._match, self._people):
            self._reader.clear_screen()
            line = self._reader.read_line(self._messages.format("cover", seat=self._names.title_of(seat)))
            if line is None or line.strip().casefold() in self._messages.list_words("command_quit"):
                echo()
                return False
            self._reader.clear_screen()
        self._viewer = seat
        return True

    def _decide(self, index: int, view: DecisionView) -> bool:
        """Take an option of a decision that was shown. Return False if the rules fail."""
        seat, logged = view.decision.seat, self._match.log_length
        try:
            self._choose(index)
        except (PlayError, BudgetError) as error:  # the rules fail there, and nothing has changed
            echo_lines(problem.render() for problem in error.problems)
            return False
        self._log_seen[seat], self._last_boards[seat] = logged, view.board
        return True

    def _execute(self, typed: ParsedLine, view: DecisionView) -> bool:
        """Execute a command; return True if it changed the position."""
        match typed.command:
            case "undo":
                return self._undo(view.decision.seat)
            case "redo":
                return self._redo()
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
                self._save_as(typed.rest)
            case command:
                self._lookups.execute(command, typed.rest, view)
        return False

    def _undo(self, seat: str) -> bool:
        match = self._match
        try:
            steps = takeback_steps(match, seat, self._people)
        except PlayError as error:
            reason = self._messages.format(code := error.problems[0].code)
            if code == "secret-known" and (
                cards := pick_first_by_title(newly_seen_cards(match, seat), self._names.title_of)
            ):
                reason += f" ({join_titles(cards)})"
            self._messages.say("refused", reason=reason)
            return False
        choice = self._match_text.log(seat, len(match.past[-steps].log or ()))[0]
        self._undone[:0] = match.choices[-steps:]
        for _ in range(steps):
            match.undo()
        self._after_jump("undone_choice" if steps == 1 else "undone_answered", choice=choice)
        return True

    def _redo(self) -> bool:
        """Repeat undone choices, up to the next decision of a person."""
        if not self._undone:
            self._messages.say("nothing_to_redo")
            return False
        while self._undone:
            self._match.choose(self._undone.pop(0))
            if (decision := self._match.decision) is None or self._players[decision.seat] == HUMAN:
                break
        self._after_jump("redone")
        return True

    def _after_jump(self, message: str, **parts: str) -> None:
        """Handle a jump to another position; the message is shown first with the next output."""
        for seat in self._log_seen:
            self._log_seen[seat] = self._match.log_length
        self._last_boards.clear()
        self._explanations.drop_undone()
        self._turn_shown = None
        self._save()
        self._notices = [LogLine(self._messages.format(message, **parts))]

    # -- showing

    def _path(self) -> str:
        return str(self._autosave.path)

    def _show(self, view: DecisionView) -> None:
        """Show a decision: a full screen on a terminal; elsewhere the news, the board once a turn, and all options."""
        seat = view.decision.seat
        if self._reader.is_at_terminal:
            changed = view.board.changed_since(self._last_boards[seat]) if seat in self._last_boards else []
            seats, mark = self._board_view.describe_seats(view.board), self._messages.format("changed")
            titles = [f"{seats}; {mark}", mark, seats] if changed else [seats]
            echo_lines(view.compose_screen(self._collect_news(seat), changed, titles))
            return
        echo_lines([line.text for line in self._collect_news(seat)])
        self._log_seen[seat] = self._match.log_length
        if self._turn_shown != self._match.state.turns:
            self._show_board(view)
        echo_lines(view.list_options(current_screen()))

    def _collect_news(self, seat: str) -> list[LogLine]:
        """Return a seat's news since its last report: a choice taken back, then the moves, each after its reason."""
        return [*self._notices, *self._explanations.iter_log(seat, self._log_seen[seat])]

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

    def _print_hint(self, seat: str) -> None:
        """Print a search's evaluation of the person's options."""
        try:
            with SearchProgress(self._messages, self._names.title_of(seat)) as thinking:
                lines = give_hint(self._match, self._match_text, self._searches.prepare_hint_search(thinking))
        except CahierError as error:
            echo_lines(problem.render() for problem in error.problems)
            return
        self._messages.say("hint")
        for line in lines:
            echo(wrap_for_terminal(line))

    def _save_as(self, path: str) -> None:
        if not path:
            self._save()
            if not self._failure:
                self._messages.say("kept_in", path=self._path())
            return
        try:
            target = save_to(self._match, path, self._autosave.notes)
            self._messages.say(
                "saved_to", path=target, command=format_resume_command(self._match.game.rulebook, target)
            )
        except SaveError as error:
            echo(error.problems[0].render())

    def review(self) -> bool:
        """Answer questions about a match that is over; return True if the person wants another one.

        Only a person at a terminal is asked.
        """
        seat = self._reader_seat()
        words = {name: self._messages.list_words(f"command_{name}") for name in ("log", "board", "again", "quit")}
        while self._people and self._reader.is_at_terminal:
            line = self._reader.read_line(self._messages.format("review_prompt"))
            if line is None:
                echo()
                return False
            command, _, rest = line.strip().casefold().partition(" ")
            if command in words["quit"]:
                return False
            if command in words["again"]:
                return True
            if command in words["log"]:
                self._lookups.show_log(seat, rest.strip())
            elif command in words["board"]:
                lines = self._board_view.draw(self._match_text.board(seat), current_screen())
                self._reader.show_pages([*lines, "", *self._list_result()], self._messages)
            elif command:
                self._messages.say("review_which", text=line.strip()[:MAX_ECHOED])
        return False

    def _reader_seat(self) -> str:
        """Return the seat of the person who reads the end."""
        return self._viewer or next(iter(self._people), self._match.game.seats[0])

    def _list_result(self) -> list[str]:
        return [part for line in self._match_text.result().split("\n") for part in current_screen().wrap(line)]

    def _conclude(self) -> None:
        """Show the end of the game: the last moves, the board, the result."""
        seat = self._reader_seat()
        echo_lines([line.text for line in self._collect_news(seat)])
        if held_back := self._explanations.list_held_back():
            self._messages.say("held_back")
            echo_lines(held_back)
        board, screen = self._match_text.board(seat), current_screen()
        echo_lines(["", *self._board_view.draw(board, screen), ""])
        echo_lines(self._list_result())
        self._messages.say("dealt", seed=self._match.seed)
        self._autosave.finish()


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
