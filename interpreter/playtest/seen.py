"""Observations of cards in games: drawn, held at the end, played, and their share of wins; and the course of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.engine.playout import GameResult, Picker
from interpreter.engine.state import State
from interpreter.language.chance import draw_index
from interpreter.matches.match import Game
from interpreter.playtest.course import CourseSampler, CourseStatistics
from interpreter.rulebook.omissions import first_copies

CardCounts = Counter[str]
"""Count by card."""


@dataclass(slots=True)
class CardObservations:
    """Counts of observations over games.

    Copies of a card are counted together, once for each seat of a game.

    Attributes:
        games: Number of games.
        drawn: Count of cards that lay in a zone visible to the seat only.
        held: Count of cards that still did at the last decision.
        played: Count of cards that the seat used, for any purpose.
        drawn_won: Part of `drawn` in which the seat won.
        played_won: Part of `played` in which the seat won.
        uses: Number of uses, by card and label.
        course: The course of the games.
    """

    games: int = 0
    drawn: CardCounts = field(default_factory=Counter)
    held: CardCounts = field(default_factory=Counter)
    played: CardCounts = field(default_factory=Counter)
    drawn_won: CardCounts = field(default_factory=Counter)
    played_won: CardCounts = field(default_factory=Counter)
    uses: Counter[tuple[str, str]] = field(default_factory=Counter)
    course: CourseStatistics = field(default_factory=CourseStatistics)

    def merge(self, other: CardObservations) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.uses.update(other.uses)
        self.course.merge(other.course)
        for mine, theirs in zip(self._counters, other._counters, strict=True):
            mine.update(theirs)

    @property
    def _counters(self) -> tuple[CardCounts, ...]:
        return self.drawn, self.held, self.played, self.drawn_won, self.played_won


class CardObserver:
    """An observer of games between players that need only a state.

    The seat that decided last is assumed to use a card. Of games without a decision only the uses are known.
    """

    def __init__(self, game: Game, pickers: Sequence[Picker | None]) -> None:
        self._course_sampler = CourseSampler(game)
        self.observations = CardObservations(course=self._course_sampler.course)
        self.pickers: list[Picker] = [self._observed_picker(seat, picker) for seat, picker in enumerate(pickers)]
        self._seats = game.seats
        self._cards = first_copies(game.rulebook)
        self._ids = dict(zip(game.card_ids, self._cards, strict=True))
        faces = game.program.symbols.faces
        self._hands = [
            (zone, seat) for zone, face in enumerate(faces) for seat in range(len(game.seats)) if face == 1 << seat
        ]
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        self._course_sampler.begin()
        self._drawn: set[tuple[str, int]] = set()
        self._played: set[tuple[str, int]] = set()
        self._held: set[tuple[str, int]] = set()
        self._state: State | None = None
        self._seat = 0
        self._use_count = 0

    def _observed_picker(self, seat: int, picker: Picker | None) -> Picker:
        def pick(state: State, random: int) -> int:
            self._held = self._observe(state)
            self._course_sampler.sample(state)
            self._seat = seat
            return draw_index(random, len(state.options)) if picker is None else picker(state, random)

        return pick

    def _observe(self, state: State) -> set[tuple[str, int]]:
        """Record new cards and uses, and return the cards in hand, each with its seat."""
        self._state = state
        hands = {(self._cards[card], seat) for zone, seat in self._hands for card in state.z[zone]}
        self._drawn |= hands
        self._played.update((self._cards[card], self._seat) for card, _ in list(state.uses)[self._use_count :])
        self._use_count = len(state.uses)
        return hands

    def finish(self, played: GameResult) -> None:
        """Count the finished game."""
        seen, state = self.observations, self._state
        seen.games += 1
        for (card, label), times in played.uses.items():
            seen.uses[self._ids[card], label] += times
        if state is not None:
            self._observe(state)
            self._course_sampler.finish(state)
            seen.held.update(card for card, _ in self._held)
            for pairs, counts, won in (
                (self._drawn, seen.drawn, seen.drawn_won),
                (self._played, seen.played, seen.played_won),
            ):
                counts.update(card for card, _ in pairs)
                won.update(card for card, seat in pairs if self._seats[seat] in played.winners)
