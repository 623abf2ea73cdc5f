"""A match at the terminal: the turns of players, output for each person, commands."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from cli import output
from cli.asking import Asking
from cli.board import Drawing
from cli.bots import Explanations, Line
from cli.finding import by_title, listed
from cli.guard import BAD_INPUT, FINE, Interrupted
from cli.loading import texts_in
from cli.output import say, tell
from cli.prompt import Heed, Reader, Typed, understood
from cli.reading import LOG_LINES, Reading
from cli.screen import as_seen, screen_here
from cli.seats import HUMAN
from cli.telling import Telling
from cli.thinkers import Thinkers
from cli.thinking import Thinking
from interpreter.errors import BudgetError, CahierError, PlayError, SaveError, shown
from interpreter.matches.secrets import has_secrets

if TYPE_CHECKING:
    from cli.table import Table
    from interpreter.presentation.boards import Board
    from interpreter.presentation.questions import Decision


class Session:
    """One match at the terminal, saved after each choice, from its position to its end or until somebody leaves."""

    def __init__(self, table: Table, explain: bool, hint: bool, ahead: bool, heed: Heed = nullcontext) -> None:
        """Create a session.

        `explain`: show the reasons of other players. `hint`: show a search's advice at each decision. `ahead`: others
        may search while a person thinks. `heed` returns contexts that events may interrupt.
        """
        match, players, tongue = table.match, table.players, table.tongue
        self._match = match
        self._players = players
        self._people = [seat for seat, player in players.items() if player == HUMAN]
        self._names = tongue.names
        self._words = tongue.words
        self._autosave = table.autosave
        self._heed = heed
        self._explain = explain
        self._hint = hint
        game = match.game
        texts = texts_in(game.rulebook, tongue.names, lambda: game.program.analysis)
        self._drawing = Drawing(game.rulebook, tongue.names, tongue.words, None if texts is None else texts.lines)
        self._telling = Telling(match, tongue, None if texts is None else texts.part)
        self._reader = Reader(heed)
        self._thinkers = Thinkers(match, players, hint, ahead and self._reader.typed)
        self._undone: list[str] = []
        self._notices: list[Line] = []
        start = max(0, match.logged - LOG_LINES) if match.choices else 0
        self._told = dict.fromkeys(match.game.seats, start)
        self._seen: dict[str, Board] = {}
        self._eyes = self._people[0] if len(self._people) == 1 else ""
        self._explanations = Explanations(match, self._people, self._telling)
        self._reading = Reading(self._explanations, self._drawing, self._telling, tongue.words, self._reader)
        self._read: dict[str, set[str]] = {seat: set() for seat in match.game.seats}
        self._turn_shown: int | None = None
        self._failure = table.autosave.failure

    def play(self) -> int:
        """Play until the game is over or a person leaves; return the exit status."""
        self._thinkers.make_ready()
        while (decision := self._match.decision) is not None:
            with self._heed():  # let earlier events interrupt
                pass
            if self._players[decision.seat] != HUMAN:
                if not self._answer(decision):
                    return BAD_INPUT
            elif not self._ask(decision):
                self._say("left_unsaved" if self._failure else "left", path=self._path(), why=self._failure or "")
                return FINE
        self._conclude()
        return FINE

    def close(self) -> None:
        """Stop searches that are still running."""
        self._thinkers.close()

    def interrupted(self) -> None:
        """Print the path of the save, before the command is ended by a signal."""
        say()
        self._say("left_unsaved" if self._failure else "left", path=self._path(), why=self._failure or "")

    # -- moves

    def _answer(self, decision: Decision) -> bool:
        """Let the program decide for a seat; return False if its player fails, with the game kept as it is."""
        from cli.bots import seated_now
        from interpreter.players.base import QuickPlayer
        from interpreter.players.search import SearchPlayer

        match = self._match
        try:
            with Thinking(self._words, self._names.of(decision.seat)) as thinking:
                seated = seated_now(match, self._thinkers.player(decision.seat, self._players[decision.seat]))
                if isinstance(seated.player, SearchPlayer):
                    seated.player.progress = thinking
                if not isinstance(seated.player, QuickPlayer):
                    thinking(0.0)
                index = seated.answer(match)
        except CahierError as error:
            for problem in error.problems:
                tell(problem.render())
            message = "left_unsaved" if self._failure else "left_to_others"
            self._say(message, path=self._path(), why=self._failure or "", seat=decision.seat)
            return False
        if self._explain:
            self._explanations.note(seated)
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
            self._say("goes_on_in", path=self._path(), before=str(before))
        if self._autosave.failure != self._failure:
            self._failure = self._autosave.failure
            if self._failure:
                self._say("not_saved", why=self._failure)

    # -- one decision of a person

    def _ask(self, decision: Decision) -> bool:
        """Show a decision and read lines until the position changes; return False if the person leaves."""
        seat = decision.seat
        if self._eyes != seat and not self._hand_over(seat):
            return False
        asking = Asking(self._match, decision, self._drawing, self._telling, self._words)
        self._show(asking)
        if self._hint:
            self._tell_hint(seat)
        until = self._thinkers.time_ahead()
        while True:
            self._thinkers.think_ahead(until)
            line = self._reader.line(asking.prompt)
            if line is None:
                say()
                return False
            if not line.strip():
                if self._reader.at_terminal:
                    self._show(asking)
                continue
            typed = understood(line, asking.choices, self._words)
            if isinstance(typed, str):
                say(as_seen(asking.refusal(line) or typed))
            elif typed.choice is not None:
                if self._decide(typed.choice, asking.board):
                    return True
            elif typed.command == "quit":
                return False
            elif self._obey(typed, asking):
                return True

    def _hand_over(self, seat: str) -> bool:
        """Hide one person's screen until the next one is there, if there are secrets; return False if nobody comes."""
        self._turn_shown = None
        self._eyes = ""
        if self._reader.typed and len(self._people) > 1 and has_secrets(self._match, self._people):
            self._reader.wipe()
            line = self._reader.line(self._words.say("cover", seat=self._names.of(seat)))
            if line is None or line.strip().casefold() in self._words.either("command_quit"):
                say()
                return False
            self._reader.wipe()
        self._eyes = seat
        return True

    def _decide(self, index: int, board: Board) -> bool:
        """Take an option; `board` is the board that its seat saw. Return False if the rules fail."""
        logged = self._match.logged
        try:
            self._choose(index)
        except (PlayError, BudgetError) as error:  # the rules fail there, and nothing has changed
            for problem in error.problems:
                say(problem.render())
            return False
        self._told[board.seat.id], self._seen[board.seat.id] = logged, board
        return True

    def _obey(self, typed: Typed, asking: Asking) -> bool:
        """Execute a command; return True if it changed the position."""
        match typed.command:
            case "undo":
                return self._undo(asking.decision.seat)
            case "redo":
                return self._redo()
            case "hint":
                self._tell_hint(asking.decision.seat)
            case "more":
                asking.turn_page()
                self._show(asking)
            case "board":
                self._read[asking.decision.seat].clear()
                self._show_board(asking)
                self._say_lines(asking.listed(screen_here()))
            case "save":
                self._save_as(typed.rest)
            case command:
                self._reading.obey(command, typed.rest, asking)
        return False

    def _undo(self, seat: str) -> bool:
        from interpreter.matches.takeback import cards_seen_since, steps_back

        match = self._match
        try:
            steps = steps_back(match, seat, self._people)
        except PlayError as error:
            reason = self._words.say(code := error.problems[0].code)
            if code == "secret-known" and (cards := by_title(cards_seen_since(match, seat), self._names.of)):
                reason += f" ({listed(cards)})"
            self._say("refused", reason=reason)
            return False
        choice = self._telling.log(seat, len(match.past[-steps].log or ()))[0]
        self._undone[:0] = match.choices[-steps:]
        for _ in range(steps):
            match.undo()
        self._moved("undone_choice" if steps == 1 else "undone_answered", choice=choice)
        return True

    def _redo(self) -> bool:
        """Repeat undone choices, up to the next decision of a person."""
        if not self._undone:
            self._say("nothing_to_redo")
            return False
        while self._undone:
            self._match.choose(self._undone.pop(0))
            if (decision := self._match.decision) is None or self._players[decision.seat] == HUMAN:
                break
        self._moved("redone")
        return True

    def _moved(self, message: str, **parts: str) -> None:
        """Handle a jump to another position; the message is shown first with the next output."""
        for seat in self._told:
            self._told[seat] = self._match.logged
        self._seen.clear()
        self._explanations.take_back()
        self._turn_shown = None
        self._save()
        self._notices = [Line(self._words.say(message, **parts))]

    # -- showing

    def _say(self, message: str, **parts: object) -> None:
        say(as_seen(self._words.say(message, **{name: shown(str(part)) for name, part in parts.items()})))

    def _path(self) -> str:
        return str(self._autosave.path)

    def _show(self, asking: Asking) -> None:
        """Show a decision: a full screen on a terminal; elsewhere the news, the board once a turn, and all options."""
        seat = asking.decision.seat
        if self._reader.at_terminal:
            changed = asking.board.changed_since(self._seen[seat]) if seat in self._seen else []
            seats, mark = self._drawing.seats(asking.board), self._words.say("changed")
            titles = [f"{seats}; {mark}", mark, seats] if changed else [seats]
            self._say_lines(asking.screenful(self._news(seat), changed, titles))
            return
        self._say_lines([line.text for line in self._news(seat)])
        self._told[seat] = self._match.logged
        if self._turn_shown != self._match.state.turns:
            self._show_board(asking)
        self._say_lines(asking.listed(screen_here()))

    def _news(self, seat: str) -> list[Line]:
        """Return a seat's news since its last report: a choice taken back, then the moves, each after its reason."""
        return [*self._notices, *self._explanations.among(seat, self._told[seat])]

    def _show_board(self, asking: Asking) -> None:
        screen, read = screen_here(), self._read[asking.decision.seat]
        lines = ["", *self._drawing.draw(asking.board, screen)]
        if cards := asking.cards(screen, read):
            lines += ["", *cards]
        self._reader.show(lines, self._words)
        read.update(id for _, known, _ in self._drawing.hand.own(asking.board) for id in known)
        self._turn_shown = self._match.state.turns

    def _say_lines(self, lines: list[str]) -> None:
        for line in lines:
            say(line)

    def _tell_hint(self, seat: str) -> None:
        """Print a search's evaluation of the person's options."""
        from cli.bots import hint

        try:
            with Thinking(self._words, self._names.of(seat)) as thinking:
                lines = hint(self._match, self._telling, self._thinkers.adviser(thinking))
        except CahierError as error:
            for problem in error.problems:
                say(problem.render())
            return
        self._say("hint")
        for line in lines:
            say(as_seen(line))

    def _save_as(self, path: str) -> None:
        from cli.autosave import save_to
        from cli.unasked import command_to_load

        if not path:
            self._save()
            if not self._failure:
                self._say("kept_in", path=self._path())
            return
        try:
            target = save_to(self._match, path, self._autosave.notes)
            self._say("saved_to", path=target, command=command_to_load(self._match.game.rulebook, target))
        except SaveError as error:
            say(error.problems[0].render())

    def _conclude(self) -> None:
        """Show the end of the game: the last moves, the board, the result."""
        seat = self._eyes or next(iter(self._people), self._match.game.seats[0])
        self._say_lines([line.text for line in self._news(seat)])
        if held_back := self._explanations.held_back():
            self._say("held_back")
            self._say_lines(held_back)
        board, screen = self._match.board(seat, self._names), screen_here()
        self._say_lines(["", *self._drawing.draw(board, screen), ""])
        for line in self._telling.result().split("\n"):
            self._say_lines(screen.fold(line))
        self._say("dealt", seed=self._match.seed)
        self._autosave.finish()


def played(session: Session) -> int:
    """Play a session to its end, however it ends; return the exit status."""
    try:
        return session.play()
    except Interrupted:
        session.interrupted()
        output.finish()
        raise
    finally:
        session.close()
