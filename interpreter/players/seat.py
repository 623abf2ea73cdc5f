"""A match as one seat has it: all that a player gets to decide by."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from interpreter.engine.state import State
from interpreter.matches.match import Game, Match
from interpreter.players.ahead import After
from interpreter.players.starts import Draws
from interpreter.presentation.questions import Decision, Option
from interpreter.presentation.speech import ENGLISH, Speech


class SeatMatch:
    """A match at a decision of `seat`. Nothing public on it leads to what the seat does not know.

    `game` is the rules, `random` a generator for the player's own use, seeded with the game.
    """

    def __init__(self, match: Match, seat: str, random: Random) -> None:
        self._match = match
        self._seat = seat
        self._random = random
        self._made = match.decisions
        self._before = match.choices[:]
        self._draws: Draws | None = None

    @property
    def seat(self) -> str:
        return self._seat

    @property
    def random(self) -> Random:
        return self._random

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def decision(self) -> Decision:
        """What the seat is asked."""
        decision = self._match.decision
        assert decision is not None and decision.seat == self._seat
        return decision

    @property
    def options(self) -> tuple[Option, ...]:
        """The ways to answer."""
        return self.decision.options

    def view(self) -> dict[str, Any]:
        """All that the seat may know of the position, as plain data."""
        return self._match.view(self._seat)

    def log(self, speech: Speech = ENGLISH) -> list[str]:
        """What has happened, a line each, as far as the seat may know it."""
        return self._match.log(self._seat, speech)

    def goes_on_from(self, earlier: SeatMatch) -> bool:
        """Whether it is the same match, at whichever decision."""
        return self._match is earlier._match

    def choice_after(self, earlier: SeatMatch) -> str | None:
        """The key of what the seat chose at its earlier decision in this match, if this one came right after it."""
        match = self._match
        if match is not earlier._match or match.decisions != earlier._made + 1:
            return None
        if match.choices[:-1] != earlier._before:  # some were taken back since
            return None
        return match.choices[-1] if self.game.seats[match.past[-1].seat] == self._seat else None

    def known_since(self, earlier: SeatMatch) -> list[tuple[int, Any] | None]:
        """What was decided since an earlier decision of the seat in this match, one after the other, each by the
        decision's number with the answer; None for what the seat does not know."""
        chosen = self._match.redraw(self._seat).chosen(earlier._made)
        return [None if entry is None else (entry.decision, entry.value) for entry in chosen]

    def after(self, path: Sequence[tuple[int, Any]]) -> After:
        """Where the match may stand when all of this has been decided."""
        return After(self.game, self.draws(), path)

    def determinize(self) -> Match:
        """A match as it may be: drawn at random from those that agree with all that the seat knows."""
        return self._match.determinize(self._seat, self._random)

    def imagine(self, random: Random | None = None) -> State:
        """As `determinize`, but only the state, without a log: for playing on many times. It is drawn by `random`, or
        else by the player's generator.
        """
        return self.draws().state((random or self._random).getrandbits(64))

    def draws(self) -> Draws:
        """What draws states of this decision, also when the match has gone on."""
        if self._draws is None:
            self._draws = self._match.redraw(self._seat)
        return self._draws
