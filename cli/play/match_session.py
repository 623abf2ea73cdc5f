"""A match while it is played, without a display: whose turn it is, choices, takebacks, saves, news for each person.

The front ends, in lines and on a full screen, show it and ask people.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.game_loading import format_resume_command, load_card_texts
from cli.libraries import join_titles, pick_first_by_title
from cli.play.explanations import Explanations, LogLine, give_hint
from cli.play.match_setup import MatchSetup
from cli.play.saved_matches import save_to
from cli.play.telling import MatchText
from cli.play.thinking import TimedSearches
from interpreter.matches import has_secrets, newly_seen_cards, takeback_steps
from interpreter.rulebook import HUMAN
from interpreter.support import PlayError, SaveError

if TYPE_CHECKING:
    from interpreter.players import ProgressShare, SeatedPlayer
    from interpreter.presentation import Board, Decision

LOG_LINES = 30
"""Lines of the log that `log` shows, and entries that are shown when a match is resumed."""


@dataclass(frozen=True, slots=True)
class ProgramChoice:
    """A choice that a program has made for a seat: the player, and the index of its option."""

    seated: SeatedPlayer
    index: int


class MatchSession:
    """One match from its position to its end, saved after each choice.

    Attributes:
        setup: The match with its players, language and save.
        people: Seats that people play.
        part_renderer: Renderer of parts of events in the language of the match; None for English.
        match_text: Texts of the match.
        explanations: Explanations of the programs' choices.
        viewer: Seat of the person in front of the screen; empty if nobody may see anything.
        failure: Reason why the last save failed, or None.
    """

    def __init__(self, setup: MatchSetup, explain: bool, searches: TimedSearches, tell: Callable[[str], None]) -> None:
        """Create a session.

        `explain`: keep the reasons of programs' choices. `searches`: the searches of its seats. `tell` shows a message.
        """
        match, tongue = setup.match, setup.language
        self.setup = setup
        self.match = match
        self.people = [seat for seat, player in setup.players.items() if player == HUMAN]
        game = match.game
        texts = load_card_texts(game.rulebook, tongue.names, lambda: game.program.analysis)
        self.part_renderer = None if texts is None else texts.translate_part
        self.match_text = MatchText(match, tongue, self.part_renderer)
        self.explanations = Explanations(match, self.people, self.match_text)
        self.viewer = self.people[0] if len(self.people) == 1 else ""
        self.failure = setup.autosave.failure
        self._messages = tongue.messages
        self._explain = explain
        self._searches = searches
        self._show_message = tell
        self._undone: list[str] = []
        self._notices: list[LogLine] = []
        start = max(0, match.log_length - LOG_LINES) if match.choices else 0
        self._log_seen = dict.fromkeys(game.seats, start)
        self._last_boards: dict[str, Board] = {}

    @property
    def decision(self) -> Decision | None:
        """The decision to make now, or None when the match is over."""
        return self.match.decision

    def is_for_person(self, seat: str) -> bool:
        """Return True if a person plays the seat."""
        return seat in self.people

    def tell(self, message: str, **parts: object) -> None:
        """Show a message of the terminal."""
        self._show_message(self._messages.format_safely(message, **parts))

    def close(self) -> None:
        """Stop searches that are still running."""
        self._searches.close()

    # -- programs

    def find_choice(self, progress: ProgressShare) -> ProgramChoice:
        """Let a program decide for the seat whose turn it is. Nothing changes.

        `progress` is called with the share of a longer search that is done. Raises CahierError if the player fails.
        """
        from interpreter.players import QuickPlayer, SearchPlayer, seat_for_decision

        decision = self.decision
        assert decision is not None
        name = self.setup.players[decision.seat]
        seated = seat_for_decision(self.match, self._searches.player(decision.seat, name))
        if isinstance(seated.player, SearchPlayer):
            seated.player.progress = progress
        if not isinstance(seated.player, QuickPlayer):
            progress(0.0)
        return ProgramChoice(seated, seated.answer(self.match))

    def make_choice(self, choice: ProgramChoice) -> None:
        """Make a choice that a program has found. Raises PlayError or BudgetError if the rules fail."""
        if self._explain:
            self.explanations.record(choice.seated)
        self._choose(choice.index)

    def find_hint(self, progress: ProgressShare) -> list[str]:
        """Return a search's evaluation of the options of the decision. Raises CahierError if the search fails."""
        return give_hint(self.match, self.match_text, self._searches.prepare_hint_search(progress))

    # -- choices of people

    def needs_cover(self, seat: str) -> bool:
        """Return True if another person may have to leave the screen before a seat sees it."""
        return self.viewer != seat and len(self.people) > 1 and has_secrets(self.match, self.people)

    def start_clock(self) -> None:
        """Let the time of the decision run: its seat is asked now."""
        self.setup.human_play.ask()

    def decide(self, index: int, board: Board) -> None:
        """Take an option of the decision that a person saw on a board.

        Raises PlayError or BudgetError if the rules fail there; then nothing has changed.
        """
        decision, logged = self.decision, self.match.log_length
        assert decision is not None
        self._choose(index)
        self.mark_seen(decision.seat, logged)
        self._last_boards[decision.seat] = board

    def _choose(self, index: int) -> None:
        """Make a choice; the list for redo is kept if the choice is the next one in it."""
        decision = self.decision
        assert decision is not None
        key = decision.options[index].key
        self.setup.human_play.choose(index)
        self._notices.clear()
        if self._undone and self._undone[0] == key:
            del self._undone[0]
        else:
            self._undone.clear()
        self.save()

    def undo(self, seat: str) -> bool:
        """Take back a person's last choice, or say why that is impossible; return True if the position changed."""
        match = self.match
        try:
            steps = takeback_steps(match, seat, self.people)
        except PlayError as error:
            self.tell("refused", reason=self._explain_refusal(error.problems[0].code, seat))
            return False
        choice = self.match_text.log(seat, len(match.past[-steps].log or ()))[0]
        self._undone[:0] = match.choices[-steps:]
        self.setup.human_play.take_back(seat, steps)
        self._after_jump("undone_choice" if steps == 1 else "undone_answered", choice=choice)
        return True

    def _explain_refusal(self, code: str, seat: str) -> str:
        reason = self._messages.format(code)
        cards = newly_seen_cards(self.match, seat) if code == "secret-known" else []
        names = pick_first_by_title(cards, self.match_text.names.title_of)
        return f"{reason} ({join_titles(names)})" if names else reason

    def redo(self) -> bool:
        """Repeat undone choices, up to the next decision of a person; return True if there are any."""
        if not self._undone:
            self.tell("nothing_to_redo")
            return False
        while self._undone:
            self.setup.human_play.choose(self._undone.pop(0))
            if (decision := self.decision) is None or self.is_for_person(decision.seat):
                break
        self._after_jump("redone")
        return True

    def _after_jump(self, message: str, **parts: str) -> None:
        """Handle a jump to another position; the message comes first in the news."""
        for seat in self._log_seen:
            self._log_seen[seat] = self.match.log_length
        self._last_boards.clear()
        self.explanations.drop_undone()
        self.save()
        self._notices = [LogLine(self._messages.format(message, **parts))]

    # -- what a person sees

    def board(self, seat: str) -> Board:
        """Return the board as a seat sees it."""
        return self.match_text.board(seat)

    def find_changes(self, board: Board) -> list[str]:
        """Return the ids of the spaces that have changed since the seat of a board last decided."""
        before = None if board.seat is None else self._last_boards.get(board.seat.id)
        return [] if before is None else board.changed_since(before)

    def collect_news(self, seat: str) -> list[LogLine]:
        """Return a seat's news since its last report: a choice taken back, then the moves, each after its reason."""
        return [*self._notices, *self.explanations.iter_log(seat, self._log_seen[seat])]

    def mark_seen(self, seat: str, logged: int) -> None:
        """Let the next news of a seat begin after so many entries of the log."""
        self._log_seen[seat] = logged

    @property
    def last_reader(self) -> str:
        """The seat of the person who reads the end."""
        return self.viewer or next(iter(self.people), self.match.game.seats[0])

    # -- saves

    @property
    def path(self) -> str:
        """Path of the automatic save."""
        return str(self.setup.autosave.path)

    def save(self) -> None:
        """Save the match, and tell if that fails for the first time, works again, or goes to another file."""
        autosave, before = self.setup.autosave, self.path
        autosave.save()
        if self.path != before and not autosave.failure:
            self.tell("goes_on_in", path=self.path, before=before)
        if autosave.failure != self.failure:
            self.failure = autosave.failure
            if self.failure:
                self.tell("not_saved", why=self.failure)

    def save_as(self, path: str) -> None:
        """Save the match to a file that the person names, or automatically if the path is empty; tell the result."""
        if not path:
            self.save()
            if not self.failure:
                self.tell("kept_in", path=self.path)
            return
        try:
            target = save_to(self.match, path, self.setup.autosave.notes)
        except SaveError as error:
            self._show_message(error.problems[0].render())
        else:
            self.tell("saved_to", path=target, command=format_resume_command(self.match.game.rulebook, target))

    def tell_leaving(self) -> None:
        """Tell where the match is kept."""
        self.tell("left_unsaved" if self.failure else "left", path=self.path, why=self.failure or "")

    def finish(self) -> None:
        """Write how people played the match, which is over, and mark it as over in its save."""
        if (record := self.setup.autosave.write_record(self.setup.players)) is not None:
            self.tell("recorded", path=str(record))
        self.setup.autosave.finish()
        if (command := self.setup.find_next_command()) is not None:
            self.tell("next_game", command=command)
