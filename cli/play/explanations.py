"""Explanations of choices that the program makes, the log with them between its lines, and hints."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.play.telling import MatchText
from cli.play.thinking import HINT_BUDGET
from interpreter.players import SeatedPlayer, seat_for_decision
from interpreter.support import printable

if TYPE_CHECKING:
    from cli.game_loading import DisplayLanguage
    from interpreter.matches import Match
    from interpreter.players import ProgressShare, SearchPlayer


def explain_choice(match: Match, seated: SeatedPlayer, match_text: MatchText) -> list[str]:
    """Explain a choice: the table rows that keep each candidate, or a search's evaluation of the options."""
    from interpreter.players import SearchPlayer, TablePlayer

    if isinstance(seated.player, SearchPlayer):
        clock = seated.player.clock
        return [
            *match_text.list_evaluations(seated.player.action_stats, drawn_from=len(seated.player.drawn_from)),
            *([] if clock is None else [match_text.format_clock(clock)]),
        ]
    if isinstance(seated.player, TablePlayer):
        return _indented(seated.player.explain(match.state, match_text.speech))
    return []


def explain_choice_to(
    people: Collection[str], match: Match, seated: SeatedPlayer, match_text: MatchText
) -> tuple[list[str], bool]:
    """Return the part of an explanation that all `people` may read, and True if that is all of it.

    Nothing in it depends on what one of them does not know. A search uses everything that its seat knows. A table uses
    what its rows read, and its options. Other players explain nothing.
    """
    from interpreter.players import SearchPlayer, TablePlayer

    if isinstance(seated.player, TablePlayer):
        seats = [match.game.seats.index(seat) for seat in people]
        explained = seated.player.explain_for(seats, match.state, match_text.speech)
        return _indented(explained.lines), explained.is_complete
    if not isinstance(seated.player, SearchPlayer):
        return [], True
    known = _cards_known(match, seated.seat)
    if all(known <= _cards_known(match, seat) for seat in people):
        return explain_choice(match, seated, match_text), True
    return [], False


def _indented(lines: list[str]) -> list[str]:
    return [printable(f"    {line}") for line in lines]


def _cards_known(match: Match, seat: str) -> set[str]:
    return {card for zone in match.view(seat)["zones"].values() for card in zone if card is not None}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of a seat's choice.

    Attributes:
        decision_number: Number of the decision.
        seat: Seat that made the choice.
        lines: The whole explanation.
        public_lines: The lines that can be shown at once.
        log_index: Index of the log entry before which the explanation belongs.
    """

    decision_number: int
    seat: str
    lines: list[str]
    public_lines: list[str]
    log_index: int


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log; `is_explanation` is True if it explains the choice that follows."""

    text: str
    is_explanation: bool = False


class Explanations:
    """Explanations of the program's choices; those that would reveal cards are held back until the game is over."""

    def __init__(self, match: Match, people: Collection[str], match_text: MatchText) -> None:
        self._match = match
        self._people = people
        self._match_text = match_text
        self._explanations: list[Explanation] = []

    def record(self, seated: SeatedPlayer) -> None:
        """Record the explanation of a player's decision, before its choice is made."""
        lines = explain_choice(self._match, seated, self._match_text)
        told, whole = explain_choice_to(self._people, self._match, seated, self._match_text)
        if not whole:
            told = [*told, self._match_text.note_held_back(rest=bool(told))]
        if told:
            made, place = self._match.decisions, self._match.log_length
            self._explanations.append(Explanation(made, seated.seat, lines, told, place))

    def drop_undone(self) -> None:
        """Drop the explanations of choices that have been undone."""
        self._explanations = [reason for reason in self._explanations if reason.decision_number < self._match.decisions]

    def iter_log(self, seat: str, since: int) -> Iterator[LogLine]:
        """Yield the log from an entry on, as a seat sees it, with each explanation before its choice."""
        for reason in self._explanations:
            if reason.log_index >= since:
                yield from map(LogLine, self._match_text.log(seat, since, reason.log_index))
                yield from (LogLine(line, is_explanation=True) for line in reason.public_lines)
                since = reason.log_index
        yield from map(LogLine, self._match_text.log(seat, since))

    def list_held_back(self) -> list[str]:
        """List the explanations that were held back, each with its choice as its player saw it."""
        lines = []
        for reason in self._explanations:
            if reason.lines != reason.public_lines and reason.lines:
                lines += [*reason.lines, self._match_text.log(reason.seat, reason.log_index)[0]]
        return lines


def give_hint(match: Match, match_text: MatchText, search: SearchPlayer) -> list[str]:
    """Return a search's evaluation of the options of the current decision, the best first."""
    seat_for_decision(match, search).answer(match)
    return match_text.list_evaluations(search.action_stats, search.replies(), len(search.drawn_from))


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
