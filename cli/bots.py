"""Seats that no person plays: what they pick, and why.

Each decision gets a player made from the match's seed and the number of the decision, so that after an undo, or a save,
the same way forward brings the same answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from interpreter.errors import CahierError, shown
from interpreter.players.seated import Seated

if TYPE_CHECKING:
    from cli.telling import Telling
    from interpreter.matches.match import Match
    from interpreter.players.base import Player
    from interpreter.players.search import SearchPlayer

REDRAWS = 30
"""Ways in which unseen cards may lie that are tried, to see whether a table would read another thing."""


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
        return [shown(f"    {line}") for line in seated.player.explain(match.state, telling.speech)]
    return []


def tells_too_much(match: Match, seated: Seated, people: Collection[str]) -> bool:
    """Whether one of the people could read from the explanation what it does not know.

    From all that its seat knows comes what a search thinks. A table tells no more than the options, and what it reads:
    nothing if it reads the same however the cards lie that a person has not seen.
    """
    from interpreter.players.table import TablePlayer

    decision = match.decision
    assert decision is not None
    cards = _cards_known(match, seated.seat)
    if isinstance(seated.player, TablePlayer):
        cards &= {option.key for option in decision.options}
    if any(not cards <= _cards_known(match, seat) for seat in people):
        return True
    if not isinstance(seated.player, TablePlayer):
        return False
    said = seated.player.explain(match.state)
    random = Random(match.decisions)
    try:
        for seat in people:
            redraw = match.redraw(seat)
            if any(seated.player.explain(redraw.state(random.getrandbits(64))) != said for _ in range(REDRAWS)):
                return True
    except CahierError:
        return True
    return False


def _cards_known(match: Match, seat: str) -> set[str]:
    return {card for zone in match.view(seat)["zones"].values() for card in zone if card is not None}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a seat made the choice with this number, and before which entry of the log that belongs."""

    number: int
    seat: str
    lines: list[str]
    secret: bool
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
        if lines:
            secret = tells_too_much(self._match, seated, self._people)
            made, place = self._match.decisions, self._match.logged
            self._explanations.append(Explanation(made, seated.seat, lines, secret, place))

    def take_back(self) -> None:
        """Some choices are as if they had not been made."""
        self._explanations = [reason for reason in self._explanations if reason.number < self._match.decisions]

    def among(self, seat: str, since: int) -> Iterator[Line]:
        """The log from an entry on, as a seat sees it, with each reason before the choice that was made for it."""
        for reason in self._explanations:
            if reason.place >= since:
                yield from map(Line, self._telling.log(seat, since, reason.place))
                lines = [self._telling.why_later()] if reason.secret else reason.lines
                yield from (Line(line, why=True) for line in lines)
                since = reason.place
        yield from map(Line, self._telling.log(seat, since))

    def held_back(self) -> list[str]:
        """What was not told at its time: each choice, as the one who made it knows it, and why."""
        lines = []
        for reason in self._explanations:
            if reason.secret:
                lines += [*reason.lines, self._telling.log(reason.seat, reason.place)[0]]
        return lines


def hint(match: Match, telling: Telling, adviser: SearchPlayer) -> list[str]:
    """What a search thinks of the options of the person who is asked, the best first."""
    seated_now(match, adviser).answer(match)
    return telling.thoughts(adviser.thoughts, adviser.replies())
