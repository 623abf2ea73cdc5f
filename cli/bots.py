"""Seats that no person plays: what they pick, and why.

Each decision gets a player made from the match's seed and the number of the decision, so that after an undo, or a save,
the same way forward brings the same answers.
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
    """A player, or one of this name, at the seat that is asked now. Raises PlayError."""
    decision = match.decision
    assert decision is not None
    seed = hashlib.sha256(f"{match.seed} {decision.seat} {match.decisions}".encode()).digest()
    return Seated(match.game, decision.seat, player, int.from_bytes(seed[:8]))


def explanation(match: Match, seated: Seated, telling: Telling) -> list[str]:
    """Which row of its tables keeps which candidates, if the player has tables; what it thinks of its options, if it
    searches.
    """
    from interpreter.players.search import SearchPlayer
    from interpreter.players.table import TablePlayer

    if isinstance(seated.player, SearchPlayer):
        return telling.thoughts(seated.player.thoughts)
    if isinstance(seated.player, TablePlayer):
        return _indented(seated.player.explain(match.state, telling.speech))
    return []


def explanation_to(people: Collection[str], match: Match, seated: Seated, telling: Telling) -> tuple[list[str], bool]:
    """The part of an explanation that depends on nothing that one of the people does not know, and whether that is all
    of it.

    A search thinks of all that its seat knows. A table depends on what its rows read, and on its options. Other players
    explain nothing.
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
    """Why a seat made the choice with this number, and before which entry of the log that belongs. `told` is what can
    be told of the lines at once."""

    number: int
    seat: str
    lines: list[str]
    told: list[str]
    place: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of what has happened, or of `why` a player made the choice that follows."""

    text: str
    why: bool = False


class Explanations:
    """Why those who are no people did what they did. What would tell of cards is told when the game is over."""

    def __init__(self, match: Match, people: Collection[str], telling: Telling) -> None:
        self._match = match
        self._people = people
        self._telling = telling
        self._explanations: list[Explanation] = []

    def note(self, seated: Seated) -> None:
        """A player has decided; its choice is made next."""
        lines = explanation(self._match, seated, self._telling)
        told, whole = explanation_to(self._people, self._match, seated, self._telling)
        if not whole:
            told = [*told, self._telling.why_later(rest=bool(told))]
        if told:
            made, place = self._match.decisions, self._match.logged
            self._explanations.append(Explanation(made, seated.seat, lines, told, place))

    def take_back(self) -> None:
        """Some choices are as if they had not been made."""
        self._explanations = [reason for reason in self._explanations if reason.number < self._match.decisions]

    def among(self, seat: str, since: int) -> Iterator[Line]:
        """The log from an entry on, as a seat sees it, with each reason before the choice that was made for it."""
        for reason in self._explanations:
            if reason.place >= since:
                yield from map(Line, self._telling.log(seat, since, reason.place))
                yield from (Line(line, why=True) for line in reason.told)
                since = reason.place
        yield from map(Line, self._telling.log(seat, since))

    def held_back(self) -> list[str]:
        """What was not told at its time: each choice, as the one who made it knows it, and why."""
        lines = []
        for reason in self._explanations:
            if reason.lines != reason.told and reason.lines:
                lines += [*reason.lines, self._telling.log(reason.seat, reason.place)[0]]
        return lines


def hint(match: Match, telling: Telling, adviser: SearchPlayer) -> list[str]:
    """What a search thinks of the options of the person who is asked, the best first."""
    seated_now(match, adviser).answer(match)
    return telling.thoughts(adviser.thoughts, adviser.replies())
