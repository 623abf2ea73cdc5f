"""A match as one seat sees it: everything that a player may base its decision on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from interpreter.matches.match import Game, Match
from interpreter.players.search.playout_starts import PonderStart, StateSampler
from interpreter.presentation.questions import Decision, Option
from interpreter.presentation.speech import ENGLISH, MessageCatalog


class SeatMatch:
    """A match at a decision of `seat`. Nothing public on it reveals what the seat does not know.

    `game` holds the rules. `random` is a generator for the player's own use, seeded with the game.
    """

    def __init__(self, match: Match, seat: str, random: Random) -> None:
        self._match = match
        self._seat = seat
        self._random = random
        self._decision_count = match.decisions
        self._earlier_choices = match.choices[:]
        self._sampler: StateSampler | None = None

    @property
    def seat(self) -> str:
        """The seat that decides."""
        return self._seat

    @property
    def random(self) -> Random:
        """The player's own random generator."""
        return self._random

    @property
    def game(self) -> Game:
        """The game with its rules."""
        return self._match.game

    @property
    def decision(self) -> Decision:
        """The decision that the seat has to take."""
        decision = self._match.decision
        assert decision is not None and decision.seat == self._seat
        return decision

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the decision."""
        return self.decision.options

    def view(self) -> dict[str, Any]:
        """Return everything that the seat may know of the position, as plain data."""
        return self._match.view(self._seat)

    def log(self, speech: MessageCatalog = ENGLISH) -> list[str]:
        """Return the log as far as the seat may know it, one line for each entry."""
        return self._match.log(self._seat, speech)

    def is_same_match(self, earlier: SeatMatch) -> bool:
        """Return True if both belong to the same match, at whichever decision."""
        return self._match is earlier._match

    def choice_after(self, earlier: SeatMatch) -> str | None:
        """Return the key that the seat chose at its earlier decision, if this one came right after it.

        None if anything else was decided, or choices were taken back, in between.
        """
        match = self._match
        if match is not earlier._match or match.decisions != earlier._decision_count + 1:
            return None
        if match.choices[:-1] != earlier._earlier_choices:  # choices were taken back since
            return None
        return match.choices[-1] if self.game.seats[match.past[-1].seat] == self._seat else None

    def choices_since(self, earlier: SeatMatch) -> list[tuple[int, Any] | None]:
        """Return the choices since an earlier decision of the seat in this match, in order.

        Each is a pair of the decision's number and the answer, or None if the seat does not know it.
        """
        chosen = self._match.determinizer(self._seat).known_choices(earlier._decision_count)
        return [None if entry is None else (entry.decision, entry.value) for entry in chosen]

    def start_after(self, path: Sequence[tuple[int, Any]]) -> PonderStart:
        """Return a start of playouts after these decisions. Raises PlayError if they are possible in no deal tried."""
        return PonderStart(self.game, self.sampler(), path)

    def determinize(self) -> Match:
        """Return a match drawn at random from those that agree with the seat's knowledge."""
        return self._match.determinize(self._seat, self._random)

    def sampler(self) -> StateSampler:
        """Return a sampler of states of this decision; it stays valid when the match has gone on."""
        if self._sampler is None:
            self._sampler = self._match.determinizer(self._seat)
        return self._sampler
