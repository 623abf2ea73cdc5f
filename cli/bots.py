"""Seats played by the program: their choices, and explanations of them.

Each decision gets a player seeded from the match's seed and the number of the decision. After an undo or a reload,
the same choices therefore lead to the same answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.errors import shown
from interpreter.players.seated import Seated

if TYPE_CHECKING:
    from cli.telling import Telling
    from interpreter.matches.match import Match
    from interpreter.players.base import Player
    from interpreter.players.search import SearchPlayer


def seated_now(match: Match, player: str | Player) -> Seated:
    """Seat a player, given itself or by name, for the current decision. Raises PlayError."""
    decision = match.decision
    assert decision is not None
    seed = hashlib.sha256(f"{match.seed} {decision.seat} {match.decisions}".encode()).digest()
    return Seated(match.game, decision.seat, player, int.from_bytes(seed[:8]))


def explanation(match: Match, seated: Seated, telling: Telling) -> list[str]:
    """Explain a choice: the table rows that keep each candidate, or a search's evaluation of the options."""
    from interpreter.players.search import SearchPlayer
    from interpreter.players.table import TablePlayer

    if isinstance(seated.player, SearchPlayer):
        return telling.thoughts(seated.player.thoughts)
    if isinstance(seated.player, TablePlayer):
        return _indented(seated.player.explain(match.state, telling.speech))
    return []


def explanation_to(people: Collection[str], match: Match, seated: Seated, telling: Telling) -> tuple[list[str], bool]:
    """Return the part of an explanation that all `people` may read, and True if that is all of it.

    Nothing in it depends on what one of them does not know. A search uses everything that its seat knows. A table uses
    what its rows read, and its options. Other players explain nothing.
    """
    from interpreter.players.search import SearchPlayer
    from interpreter.players.table import TablePlayer

    if isinstance(seated.player, TablePlayer):
        seats = [match.game.seats.index(seat) for seat in people]
        explained = seated.player.explain_to(seats, match.state, telling.speech)
        return _indented(explained.lines), explained.whole
    if not isinstance(seated.player, SearchPlayer):
        return [], True
    known = _cards_known(match, seated.seat)
    if all(known <= _cards_known(match, seat) for seat in people):
        return explanation(match, seated, telling), True
    return [], False


def _indented(lines: list[str]) -> list[str]:
    return [shown(f"    {line}") for line in lines]


def _cards_known(match: Match, seat: str) -> set[str]:
    return {card for zone in match.view(seat)["zones"].values() for card in zone if card is not None}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of a seat's choice.

    Attributes:
        number: Number of the decision.
        seat: Seat that made the choice.
        lines: The whole explanation.
        told: The lines that can be shown at once.
        place: Index of the log entry before which the explanation belongs.
    """

    number: int
    seat: str
    lines: list[str]
    told: list[str]
    place: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log; `why` is True if it explains the choice that follows."""

    text: str
    why: bool = False


class Explanations:
    """Explanations of the program's choices; those that would reveal cards are held back until the game is over."""

    def __init__(self, match: Match, people: Collection[str], telling: Telling) -> None:
        self._match = match
        self._people = people
        self._telling = telling
        self._explanations: list[Explanation] = []

    def note(self, seated: Seated) -> None:
        """Record the explanation of a player's decision, before its choice is made."""
        lines = explanation(self._match, seated, self._telling)
        told, whole = explanation_to(self._people, self._match, seated, self._telling)
        if not whole:
            told = [*told, self._telling.why_later(rest=bool(told))]
        if told:
            made, place = self._match.decisions, self._match.logged
            self._explanations.append(Explanation(made, seated.seat, lines, told, place))

    def take_back(self) -> None:
        """Drop the explanations of choices that have been undone."""
        self._explanations = [reason for reason in self._explanations if reason.number < self._match.decisions]

    def among(self, seat: str, since: int) -> Iterator[Line]:
        """Yield the log from an entry on, as a seat sees it, with each explanation before its choice."""
        for reason in self._explanations:
            if reason.place >= since:
                yield from map(Line, self._telling.log(seat, since, reason.place))
                yield from (Line(line, why=True) for line in reason.told)
                since = reason.place
        yield from map(Line, self._telling.log(seat, since))

    def held_back(self) -> list[str]:
        """List the explanations that were held back, each with its choice as its player saw it."""
        lines = []
        for reason in self._explanations:
            if reason.lines != reason.told and reason.lines:
                lines += [*reason.lines, self._telling.log(reason.seat, reason.place)[0]]
        return lines


def hint(match: Match, telling: Telling, adviser: SearchPlayer) -> list[str]:
    """Return a search's evaluation of the options of the current decision, the best first."""
    seated_now(match, adviser).answer(match)
    return telling.thoughts(adviser.thoughts, adviser.replies())
