"""Trial of a card's event at the terminal, by an author who decides for all seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.asking import Asking
from cli.board import Drawing
from cli.bots import Explanations
from cli.guard import FINE
from cli.loading import texts_in
from cli.output import say
from cli.prompt import Reader, Typed, understood
from cli.reading import Reading
from cli.screen import as_seen, screen_here
from cli.telling import Telling
from interpreter.errors import BudgetError, PlayError, shown

if TYPE_CHECKING:
    from cli.loading import Tongue
    from interpreter.authoring.trying import Position
    from interpreter.presentation.boards import Board
    from interpreter.presentation.questions import Decision

READ = ("log", "card", "cards", "space", "map")
"""Commands that change nothing and work as in `cahier play`."""


class Trying:
    """One event, played from its beginning as often as its author likes."""

    def __init__(self, position: Position, tongue: Tongue) -> None:
        """Begin the event. Raises BudgetError or PlayError if that fails."""
        self._position = position
        self._seat = position.game.seats[position.seat]
        self._tongue = tongue
        self._names, self._words = tongue.names, tongue.words
        game = position.game
        texts = texts_in(game.rulebook, tongue.names, lambda: game.program.analysis)
        self._part = None if texts is None else texts.part
        self._drawing = Drawing(game.rulebook, tongue.names, tongue.words, None if texts is None else texts.lines)
        self._reader = Reader()
        self._begin()

    def _begin(self) -> None:
        self._match = self._position.begin()
        self._telling = Telling(self._match, self._tongue, self._part)
        explanations = Explanations(self._match, self._match.game.seats, self._telling)
        self._reading = Reading(explanations, self._drawing, self._telling, self._words, self._reader)
        self._told = len(self._position.state.log or ())

    def play(self) -> int:
        """Ask until the author leaves or the input ends; return the exit status."""
        self._say_board(self._position.board(self._seat, self._names))
        card = self._position.game.card_ids[self._position.card]
        self._say_lines([*self._drawing.hand.card(card, screen_here()), ""])
        while True:
            decision = self._match.decision
            self._say_news()
            if not (self._after() if decision is None else self._ask(decision)):
                return FINE

    def _ask(self, decision: Decision) -> bool:
        """Show a decision and read lines until the position changes; return False if the author leaves."""
        asking = Asking(self._match, decision, self._drawing, self._telling, self._words)
        self._say_lines(asking.listed(screen_here()))
        while (line := self._reader.line(asking.prompt)) is not None:
            if not line.strip():
                continue
            if self._means(line, "again"):
                self._begin()
                return True
            typed = understood(line, asking.choices, self._words)
            if isinstance(typed, str):
                say(as_seen(asking.refusal(line) or typed))
            elif typed.command == "quit":
                return False
            elif typed.choice is None:
                if self._obey(typed, line, asking):
                    return True
            elif self._choose(typed.choice):
                return True
        say()
        return False

    def _choose(self, index: int) -> bool:
        try:
            self._match.choose(index)
        except (PlayError, BudgetError) as error:  # the rules fail there, and nothing has changed
            for problem in error.problems:
                say(problem.render())
            return False
        return True

    def _obey(self, typed: Typed, line: str, asking: Asking) -> bool:
        """Execute a command; return True if it changed the position."""
        if typed.command == "undo":
            return self._undo()
        if typed.command == "help":
            self._say("try_help")
        elif typed.command == "board":
            self._say_board(self._match.board(asking.decision.seat, self._names))
            self._say_lines([*asking.cards(screen_here()), *asking.listed(screen_here())])
        elif typed.command in READ:
            self._reading.obey(typed.command, typed.rest, asking)
        else:
            self._say("try_no_command", text=line.strip())
        return False

    def _undo(self) -> bool:
        if not self._match.past:
            self._say("try_undo_start")
            return False
        self._match.undo()
        self._told = self._match.logged
        self._say("undone")
        return True

    def _after(self) -> bool:
        """Show the changes made by the event and read a command; return False if the author leaves."""
        self._say_changes()
        while (line := self._reader.line(self._words.say("try_prompt"))) is not None:
            if self._means(line, "quit"):
                return False
            if self._means(line, "again"):
                self._begin()
                return True
            if self._means(line, "undo"):
                if self._undo():
                    return True
            elif line.strip():
                self._say("try_which", text=line.strip()[:60])
        say()
        return False

    def _means(self, line: str, command: str) -> bool:
        return line.strip().casefold() in self._words.either(f"command_{command}")

    # -- showing

    def _say_changes(self) -> None:
        """Print the changes that the event made, and the winners if it ended the game."""
        before = self._drawing.listed(self._position.board(self._seat, self._names))
        now = self._drawing.listed(self._match.board(self._seat, self._names))
        gone = [line for line in before if line not in now]
        new = [line for line in now if line not in before]
        say()
        self._say("try_over" if gone or new else "try_same", seat=self._names.of(self._seat))
        screen = screen_here()
        for message, lines in (("try_before", gone), ("try_now", new)):
            for line in lines:
                self._say_lines(screen.fold(screen.fit(self._words.say(message, text=line)), "    "))
        outcome = self._match.outcome()
        if outcome is not None and (outcome.winners or outcome.reason != "done"):
            say(as_seen(self._telling.result()))

    def _say_news(self) -> None:
        """Print new log entries; nothing is secret from the author."""
        for line in self._match.log(None, self._telling.speech, self._told):
            say(as_seen(shown(line)))
        self._told = self._match.logged

    def _say_board(self, board: Board) -> None:
        self._reader.show(["", *self._drawing.draw(board, screen_here()), ""], self._words)

    def _say_lines(self, lines: list[str]) -> None:
        for line in lines:
            say(line)

    def _say(self, message: str, **parts: str) -> None:
        say(as_seen(self._words.say(message, **{name: shown(part) for name, part in parts.items()})))
