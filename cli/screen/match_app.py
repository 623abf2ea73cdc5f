"""The application that plays a match on the full screen: turns of people and programs, actions, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text

from cli.board.board_text import BoardView
from cli.guard import EXIT_BAD_INPUT
from cli.play.asking import DecisionView
from cli.play.match_session import MatchSession
from cli.play.match_timeline import MatchTimeline
from cli.play.thinking import TimedSearches
from cli.screen.actions import ACTIONS, Action
from cli.screen.dialogs import CoverScreen
from cli.screen.drawing.colours import BOLD
from cli.screen.match_view import MatchView, list_options
from cli.screen.play_screen import PlayScreen
from cli.screen.positions import LOG_ENTRIES, MatchPositions
from cli.screen.review_screen import ReviewScreen
from cli.screen.screen_app import ScreenApp
from cli.screen.settings import ScreenResult, ScreenSettings
from cli.screen.thinking_thread import StoppableWork, ThinkingStopped
from interpreter.support import BudgetError, CahierError, PlayError, printable

if TYPE_CHECKING:
    from cli.play.match_session import ProgramChoice
    from cli.play.match_setup import MatchSetup
    from interpreter.presentation import Decision

ALWAYS = ("quit", "help", "log", "table", "read")
"""Actions that are possible while a program thinks: they don't ask the rules."""
EDIT_CHECK_SECONDS = 0.3
"""Seconds between two looks whether the rules have been edited."""
WATCH_PACE = 1.0
"""Seconds between the decisions of programs if nobody plays."""


class MatchApp(ScreenApp):
    """A match on the full screen."""

    leave_note = "screen_leave"

    def __init__(self, setup: MatchSetup, settings: ScreenSettings, has_colour: bool = True) -> None:
        super().__init__(has_colour)
        match, language = setup.match, setup.language
        self._setup = setup
        self._settings = settings
        self._messages = language.messages
        self._names = language.names
        self._searches = TimedSearches(match, setup.players, settings.hint, settings.can_ponder)
        self.session = MatchSession(setup, settings.explain, self._searches, self._tell)
        self._board_view = BoardView(match.game, language.names, language.messages)
        self._table = PlayScreen(self, ACTIONS)
        self._answered = asyncio.Event()
        self._answered.set()
        self._work: StoppableWork | None = None
        self._told: list[str] = []

    @property
    def is_waiting(self) -> bool:
        """True if the application waits for a person: at a question, a cover, or after the end."""
        at_question = not self._answered.is_set() and self._work is None
        return at_question or self._table.is_over or self.screen is not self._table

    # -- start and end

    def on_mount(self) -> None:
        """Show the match and play it."""
        self.watch_terminal()
        self.push_screen(self._table)
        self.run_worker(self._play(), exit_on_error=True)
        if self._settings.take_edited is not None:
            self._looking = self.set_interval(EDIT_CHECK_SECONDS, self._look_for_edits)

    def _look_for_edits(self) -> None:
        """Leave when the rules have been edited: the match goes on by the new ones."""
        assert self._settings.take_edited is not None
        try:
            edited = self._settings.take_edited()
        except CahierError as error:  # they can't be watched any more
            self._looking.stop()
            self._table.say_lines([problem.render() for problem in error.problems])
            return
        if edited:
            self.leave(ScreenResult(is_over=self._table.is_over, edited=tuple(edited)))

    def release(self) -> None:
        """Stop searches."""
        if self._work is not None:
            self._work.stop()
        self.session.close()

    def _tell(self, text: str) -> None:
        self._told.append(text)

    def _show_told(self) -> None:
        if self._told:
            self._table.say_lines(self._told)
            self._told = []

    # -- turns

    async def _play(self) -> None:
        session = self.session
        self._show_told()
        self._told += self._settings.notes
        while (decision := session.decision) is not None:
            if not session.is_for_person(decision.seat):
                if not await self._watch_program(decision):
                    return
            elif not await self._ask(decision):
                return
        self._conclude()

    async def _watch_program(self, decision: Decision) -> bool:
        """Let the program decide for a seat; return False if its player fails."""
        session = self.session
        if not session.people or self._settings.pace:
            self._table.show(self._view(self._reader(), self._wait_text(decision)))
        title = self._names.title_of(decision.seat)
        try:
            choice = await self._think(session.find_choice, title)
            session.make_choice(choice)
        except ThinkingStopped:
            return False
        except CahierError as error:
            lines = [problem.render() for problem in error.problems]
            message = "left_unsaved" if session.failure else "left_to_others"
            session.tell(message, path=session.path, why=session.failure or "", seat=decision.seat)
            self.leave(ScreenResult(EXIT_BAD_INPUT, lines=(*lines, *self._told)))
            return False
        pace = self._settings.pace if self._settings.pace is not None or session.people else WATCH_PACE
        if pace:
            self._table.show(self._view(self._reader(), self._wait_text(decision)))
            await asyncio.sleep(pace)
        return True

    def _wait_text(self, decision: Decision) -> str:
        return self._messages.format("screen_thinks", seat=self._names.title_of(decision.seat))

    async def _think(self, work: Callable[[Callable[[float], None]], ProgramChoice], title: str) -> ProgramChoice:
        self._work = StoppableWork(lambda share: self._show_progress(title, share))
        try:
            return await self._work.run(work)
        finally:
            self._work = None
            self._table.say(None)

    def _show_progress(self, title: str, share: float) -> None:
        if self._work is not None:
            text = self._messages.format("thinking", seat=printable(title), percent=int(share * 100))
            self._table.say(Text(text, BOLD))

    async def _ask(self, decision: Decision) -> bool:
        """Show a decision and wait until the position has changed; return False if the person leaves."""
        session, seat = self.session, decision.seat
        if session.viewer != seat and not await self._hand_over(seat):
            self._quit()
            return False
        view = DecisionView(session.match, decision, self._board_view, session.match_text, self._messages)
        self._answered.clear()
        self.session.start_clock()
        self._table.show(self._view(seat, view.question_text, view))
        self._show_told()
        self._searches.ponder(self._searches.compute_ponder_deadline())
        if self._settings.hint:
            self._start_hint()
        await self._answered.wait()
        return True

    async def _hand_over(self, seat: str) -> bool:
        """Hide one person's screen until the next one is there, if there are secrets; return False if nobody comes."""
        if self.session.needs_cover(seat):
            self.session.viewer = ""
            cover = CoverScreen(self._messages.format("cover", seat=self._names.title_of(seat)).strip())
            if not await self.push_screen_wait(cover):
                return False
        self.session.viewer = seat
        return True

    def _conclude(self) -> None:
        """Show the end; the person stays until they leave."""
        session = self.session
        session.finish()
        self._table.is_over = True
        result = session.match_text.result().split("\n")
        self._table.show(self._view(session.last_reader, " ".join(result)))
        if held_back := session.explanations.list_held_back():
            self._table.open_lines(self._messages.format("do_log"), [self._messages.format("held_back"), *held_back])

    # -- what is shown

    def _reader(self) -> str:
        """Return the seat through whose eyes programs are watched."""
        return self.session.last_reader

    def _view(self, seat: str, question: str, decision: DecisionView | None = None) -> MatchView:
        session = self.session
        board = session.board(seat) if decision is None else decision.board
        since = max(0, session.match.log_length - LOG_ENTRIES)
        title = self._names.localize(session.match.game.rulebook.title)
        return MatchView(
            board,
            self._board_view,
            session.match_text,
            self._messages,
            self._messages.format("screen_heading", title=printable(title), turn=board.turns),
            printable(question),
            () if decision is None else list_options(decision),
            tuple(session.find_changes(board)),
            tuple(line.text for line in session.collect_news(seat)),
            tuple(line.text for line in session.explanations.iter_log(seat, since)),
            decision,
        )

    # -- actions

    def why_not(self, action: Action) -> str | None:
        """Return the message that says why an action is impossible now, or None."""
        if self._work is not None and action.name not in ALWAYS:
            return "screen_busy"
        if action.when == "question" and self._answered.is_set():
            return "screen_not_asked"
        if action.when == "end" and not self._table.is_over:
            return "screen_not_over"
        if action.name == "review" and not self.session.match.choices:
            return "nothing_yet"
        return None

    def choose(self, index: int) -> None:
        """Take an option of the decision that is shown."""
        view = self._table.view
        if view is None or self._answered.is_set() or self._work is not None:
            return
        try:
            self.session.decide(index, view.board)
        except (PlayError, BudgetError) as error:  # the rules fail there, and nothing has changed
            self._table.say_lines([problem.render() for problem in error.problems])
            return
        self._table.close_side()
        self._answered.set()

    def act(self, action: Action, rest: str) -> None:
        """Carry out an action; `rest` was typed after its word."""
        if (reason := self.why_not(action)) is not None:
            self._table.say_message(reason)
            return
        match action.name:
            case "quit":
                self._quit()
            case "undo" | "redo":
                self._jump(action.name)
            case "hint":
                self._start_hint()
            case "review":
                self.run_worker(self._review(self.session.match.decisions), exit_on_error=True)
            case "back":
                self._go_back()
            case "again":
                self.leave(ScreenResult(is_over=True, again=True))
            case "save":
                self.session.save_as(rest)
                self._show_told()
            case _:
                self._table.look_up(action.name)

    async def _review(self, start: int) -> None:
        """Look back; after the end, from all seats, and play on from where the person stops."""
        session, reader = self.session, self._reader()
        match = session.match
        viewers: list[str | None] = [reader]
        if match.is_over():
            viewers += [*(seat for seat in match.game.seats if seat != reader), None]
        positions = MatchPositions(match, self._setup.language, viewers, session.part_renderer)
        made = await self.push_screen_wait(ReviewScreen(positions, start, self._table.is_over))
        if made is not None and made < match.decisions:
            self.leave(ScreenResult(is_over=True, back_to=made))

    def _go_back(self) -> None:
        """Look at the beginning of the reader's last turn, to play on from there."""
        reader = self._reader()
        made = MatchTimeline(self.session.match, [reader]).find_last_turn(reader)
        if made is None:
            self._table.say_message("nothing-to-undo")
        else:
            self.run_worker(self._review(made), exit_on_error=True)

    def _jump(self, name: str) -> None:
        view = self._table.view
        assert view is not None and view.board.seat is not None
        changed = self.session.undo(view.board.seat.id) if name == "undo" else self.session.redo()
        if changed:
            self._answered.set()
        self._show_told()

    def _start_hint(self) -> None:
        self.run_worker(self._hint(), exit_on_error=True)

    async def _hint(self) -> None:
        decision = self.session.decision
        assert decision is not None
        title = self._names.title_of(decision.seat)
        self._work = StoppableWork(lambda share: self._show_progress(title, share))
        try:
            lines = await self._work.run(self.session.find_hint)
        except ThinkingStopped:
            return
        except CahierError as error:
            self._table.say_lines([problem.render() for problem in error.problems])
            return
        finally:
            self._work = None
            self._table.say(None)
        self._table.open_lines(self._messages.format("do_hint"), [self._messages.format("hint"), *lines])

    def _quit(self) -> None:
        if not self._table.is_over:
            self._told = []
            self.session.tell_leaving()
        self.leave(ScreenResult(is_over=self._table.is_over, lines=tuple(self._told)))
