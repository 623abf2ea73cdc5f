"""The positions of a match, each as a seat saw it then, or as all could see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.board.board_text import BoardView
from cli.play.match_review import log_known_to
from cli.play.match_timeline import MatchTimeline
from cli.play.telling import MatchText
from cli.screen.match_view import MatchView
from interpreter.support import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.game_loading import DisplayLanguage
    from interpreter.matches import Match
    from interpreter.presentation import PartTranslator

LOG_ENTRIES = 300
"""Maximum number of entries of the log that are shown."""


class MatchPositions:
    """The positions of a match from its beginning to the present, and their timeline."""

    def __init__(
        self,
        match: Match,
        language: DisplayLanguage,
        viewers: Sequence[str | None],
        part_renderer: PartTranslator | None = None,
        secret_from: Sequence[str] = (),
    ) -> None:
        """Prepare the positions.

        `viewers`: seats from which they may be seen; None is what all can see. `part_renderer` is as in `MatchText`.
        `secret_from`: seats that may see no log that one of them doesn't know.
        """
        self.timeline = MatchTimeline(match, viewers)
        self.messages = language.messages
        self._logged = [len(state.log or ()) for state in match.past]
        self._match, self._language = match, language
        self._board_view = BoardView(match.game, language.names, language.messages)
        self._part_renderer = part_renderer
        self._secret_from = secret_from

    def name_viewer(self, viewer: str | None) -> str:
        """Return a sentence about the one through whose eyes a position is seen."""
        if viewer is None:
            return self.messages.format("step_seen_by_all")
        return self.messages.format("step_seen", seat=self._language.names.title_of(viewer))

    def name_seats(self) -> list[str]:
        """Return what can be typed for each viewer."""
        everybody = min(self.messages.list_words("command_all"))
        names = self._language.names
        return [everybody if viewer is None else names.title_of(viewer) for viewer in self.timeline.viewers]

    def view(self, made: int, viewer: str | None) -> MatchView:
        """Return the position after so many choices, as a viewer saw it then."""
        then = self._match.at(made)
        match_text = self._text(then)
        board = match_text.board(viewer)
        before = self._text(self._match.at(made - 1)).board(viewer) if made else board
        title = self._language.names.localize(self._match.game.rulebook.title)
        end = board.ending.text if board.ending is not None else board.question.text if board.question else ""
        return MatchView(
            board,
            self._board_view,
            match_text,
            self.messages,
            self.messages.format("screen_heading", title=printable(title), turn=board.turns),
            printable(end.strip()),
            changed=tuple(board.changed_since(before)),
            news=tuple(self._log(then, viewer, self._logged[made - 1] if made else 0)),
            log=tuple(self._log(then, viewer, max(0, then.log_length - LOG_ENTRIES))),
        )

    def _text(self, then: Match) -> MatchText:
        return MatchText(then, self._language, self._part_renderer)

    def _log(self, then: Match, viewer: str | None, since: int) -> list[str]:
        """Return the log from an entry on, as a viewer may know it."""
        seats = self._secret_from if viewer is None else [viewer]
        return log_known_to(then, seats, since, then.log_length, self._language.speech)
