"""One event of a card, played as often as its author likes, without a display.

The front ends, in lines and on the full screen, show it and ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.board.board_text import BoardView
from cli.game_loading import load_card_texts
from cli.play.telling import MatchText
from interpreter.support import printable

if TYPE_CHECKING:
    from cli.game_loading import DisplayLanguage
    from interpreter.authoring import TrialPosition
    from interpreter.matches import Match
    from interpreter.presentation import Board, Decision


class CardTrial:
    """One event from its beginning, with the decisions of all seats.

    Attributes:
        position: The position before the event.
        seat: Seat that plays it.
        card: Id of the card.
        language: Language of the output.
        board_view: Renderer of boards.
        match: The match that consists of the event.
        match_text: Its texts.
    """

    match: Match
    match_text: MatchText

    def __init__(self, position: TrialPosition, language: DisplayLanguage) -> None:
        """Begin the event. Raises BudgetError or PlayError if that fails."""
        game = position.game
        self.position = position
        self.seat = game.seats[position.seat]
        self.card = game.card_ids[position.card]
        self.language = language
        texts = load_card_texts(game.rulebook, language.names, lambda: game.program.analysis)
        self._part = None if texts is None else texts.translate_part
        self.board_view = BoardView(game, language.names, language.messages)
        self.begin()

    def begin(self) -> None:
        """Begin the event anew."""
        self.match = self.position.begin()
        self.match_text = MatchText(self.match, self.language, self._part)
        self._log_seen = len(self.position.state.log or ())

    @property
    def decision(self) -> Decision | None:
        """The decision to make now, or None when the event is over."""
        return self.match.decision

    def choose(self, index: int) -> None:
        """Take an option. Raises PlayError or BudgetError if the rules fail there; then nothing has changed."""
        self.match.choose(index)

    def undo(self) -> bool:
        """Take back the last choice; return False if there is none."""
        if not self.match.past:
            return False
        self.match.undo()
        self._log_seen = self.match.log_length
        return True

    def board_before(self, seat: str) -> Board:
        """Return the board before the event as a seat sees it."""
        return self.position.board(seat, self.language.names)

    def take_news(self) -> list[str]:
        """Return the entries of the log since the last call; nothing is secret from the author."""
        lines = [printable(line) for line in self.match.log(None, self.match_text.speech, self._log_seen)]
        self._log_seen = self.match.log_length
        return lines

    def list_changes(self) -> list[str]:
        """Return the changes that the event made, after a heading, and the winners if it ended the game."""
        messages = self.language.messages
        before = self.board_view.list_items(self.board_before(self.seat))
        now = self.board_view.list_items(self.match_text.board(self.seat))
        gone = [line for line in before if line not in now]
        new = [line for line in now if line not in before]
        heading = "try_over" if gone or new else "try_same"
        lines = [messages.format(heading, seat=self.language.names.title_of(self.seat))]
        lines += [messages.format("try_before", text=line) for line in gone]
        lines += [messages.format("try_now", text=line) for line in new]
        outcome = self.match.outcome()
        if outcome is not None and (outcome.winners or outcome.reason != "done"):
            lines += self.match_text.result().split("\n")
        return lines
