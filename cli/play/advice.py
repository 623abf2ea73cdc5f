"""Hints for people and explanations of programs' choices, for a match in browsers: as in `cahier play`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.game_loading import DisplayLanguage
from cli.play.bots import Explanations, give_hint
from cli.play.telling import MatchText
from cli.play.thinking import HINT_BUDGET
from interpreter.matches import Match

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.players import ProgressShare, SeatedPlayer


class MatchAdviser:
    """Adviser of the people in one match. Until it is over, explanations have only what all of them may know."""

    def __init__(self, match: Match, people: Collection[str], language: DisplayLanguage) -> None:
        """Advise people in a language."""
        self._match = match
        self._language = language
        self._explanations = Explanations(match, people, MatchText(match, language))

    def hint(self, match: Match, progress: ProgressShare) -> list[str]:
        """Return a search's evaluation of the options of the decision, for the seat that makes it.

        `match` is a copy that nothing else uses. `progress` is called with the share that is done, and may stop it.

        Raises CahierError if the search fails.
        """
        from interpreter.players import SearchPlayer

        search = SearchPlayer(HINT_BUDGET, progress)
        lines = give_hint(match, MatchText(match, self._language), search)
        return [self._language.messages.format("hint"), *(line.strip() for line in lines)]

    def record(self, seated: SeatedPlayer) -> None:
        """Record the explanation of a program's decision, before its choice is made."""
        self._explanations.record(seated)

    def drop_undone(self) -> None:
        """Drop the explanations of choices that have been undone."""
        self._explanations.drop_undone()

    def explain(self, seat: str) -> list[str]:
        """Return the events since a seat's last decision, each choice of a program after its explanation.

        It is empty if nothing can be explained.
        """
        number = self._match.game.seats.index(seat)
        since = next((len(past.log or ()) for past in reversed(self._match.past) if past.seat == number), 0)
        lines = [*self._explanations.iter_log(seat, since)]
        held_back = self._explanations.list_held_back() if self._match.is_over() else []
        if not held_back and not any(line.is_explanation for line in lines):
            return []
        return [line.text for line in lines] + (
            [self._language.messages.format("held_back"), *held_back] if held_back else []
        )
