"""Players, the match as one seat sees it, and the errors of players that can't play a seat or fail."""

from __future__ import annotations

import signal
from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from interpreter.engine.state import State
from interpreter.language.chance import draw_index
from interpreter.matches.match import Game, Match
from interpreter.players.search.search_tree import PonderStart, StateSampler
from interpreter.presentation.questions import Decision, Option
from interpreter.presentation.speech import ENGLISH, MessageCatalog
from interpreter.support.errors import Location, PlayError, Problem
from interpreter.support.halt import Halt


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


class Player(Protocol):
    """A player that decides for a seat. A new instance may be made for each decision."""

    def choose(self, match: SeatMatch) -> Option | str | int:
        """Return the answer to `match.decision`: an option, its key or its index."""
        ...


@runtime_checkable
class PreparedPlayer(Protocol):
    """A player that makes what it needs of a game before the match begins."""

    def prepare(self, game: Game) -> None:
        """Make whatever a match must not wait for. Raises PlayError if it can't play the game."""


class QuickPlayer(ABC):
    """A built-in player that needs only a state and keeps no memory.

    It is trusted not to look at anything that its seat can't know.
    """

    @abstractmethod
    def pick(self, state: State, random: int) -> int:
        """Return the index of the option to take.

        Args:
            state: A state at a decision of the player's seat.
            random: The seat's random stream after the step for this decision (see language.chance). It settles every
                choice that the player leaves open.
        """


class RandomPlayer(QuickPlayer):
    """A player that takes each option with equal probability."""

    def pick(self, state: State, random: int) -> int:
        """Return the index of an option drawn uniformly."""
        return draw_index(random, len(state.options))


MAX_TEXT_LENGTH = 200
"""Longest part of an exception's text that is reported, in characters."""


def player_error(game: Game, seat: str, name: str, code: str, message: str, suggestion: str | None = None) -> PlayError:
    """Return the error to raise about a seat and the player named for it."""
    text = f"seat {seat} can't be played by `{name}`: {message}"
    return PlayError(Problem(Location(game.id), code, text, suggestion))


def describe_exception(error: BaseException) -> str:
    """Return a short description of an exception raised by foreign code."""
    try:
        text = str(error)[:MAX_TEXT_LENGTH]
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def is_interruption(error: BaseException) -> bool:
    """Return True for an exception that interrupts play from outside, and is not a failure of the player.

    A KeyboardInterrupt counts only if Python's default handler of Ctrl-C is installed.
    """
    if isinstance(error, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(error, Halt)
