"""What becomes of cards in games: who drew them, who held them to the last, who played them, and whether they won; and
how the games go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.engine.playout import Picker, Played
from interpreter.engine.state import State
from interpreter.language.chance import index
from interpreter.matches.match import Game
from interpreter.playtest.course import Course, Follower
from interpreter.rulebook.omissions import first_copies

Times = Counter[str]
"""How often, by card."""


@dataclass(slots=True)
class Seen:
    """Counted over `games`, by card, copies of one together, each once for each seat of a game: `drawn`: it lay among
    the cards that only that seat sees; `held`: it still did at the last decision; `played`: the seat used it, for
    whatever; `uses`: for what, by card and label, as often as it was. `drawn_won`, `played_won`: of those how often the
    seat won. `course`: how those games went."""

    games: int = 0
    drawn: Times = field(default_factory=Counter)
    held: Times = field(default_factory=Counter)
    played: Times = field(default_factory=Counter)
    drawn_won: Times = field(default_factory=Counter)
    played_won: Times = field(default_factory=Counter)
    uses: Counter[tuple[str, str]] = field(default_factory=Counter)
    course: Course = field(default_factory=Course)

    def merge(self, other: Seen) -> None:
        """Count all games of another one."""
        self.games += other.games
        self.uses.update(other.uses)
        self.course.merge(other.course)
        for mine, theirs in zip(self._times, other._times, strict=True):
            mine.update(theirs)

    @property
    def _times(self) -> tuple[Times, ...]:
        return self.drawn, self.held, self.played, self.drawn_won, self.played_won


class Watch:
    """Looks over the shoulders of players who need no more than a state, in one game after the other. Whoever decided
    last is taken to use a card; of games without a decision only the uses are known."""

    def __init__(self, game: Game, pickers: Sequence[Picker | None]) -> None:
        self._follower = Follower(game)
        self.seen = Seen(course=self._follower.course)
        self.pickers: list[Picker] = [self._watched(seat, picker) for seat, picker in enumerate(pickers)]
        self._seats = game.seats
        self._cards = first_copies(game.rulebook)
        self._ids = dict(zip(game.card_ids, self._cards, strict=True))
        faces = game.program.symbols.faces
        self._hands = [
            (zone, seat) for zone, face in enumerate(faces) for seat in range(len(game.seats)) if face == 1 << seat
        ]
        self.begin()

    def begin(self) -> None:
        """A game begins."""
        self._follower.begin()
        self._drawn: set[tuple[str, int]] = set()
        self._played: set[tuple[str, int]] = set()
        self._held: set[tuple[str, int]] = set()
        self._state: State | None = None
        self._seat = 0
        self._used = 0

    def _watched(self, seat: int, picker: Picker | None) -> Picker:
        def pick(state: State, random: int) -> int:
            self._held = self._look(state)
            self._follower.look(state)
            self._seat = seat
            return index(random, len(state.options)) if picker is None else picker(state, random)

        return pick

    def _look(self, state: State) -> set[tuple[str, int]]:
        """See what is new, and who has which card in hand."""
        self._state = state
        hands = {(self._cards[card], seat) for zone, seat in self._hands for card in state.z[zone]}
        self._drawn |= hands
        self._played.update((self._cards[card], self._seat) for card, _ in list(state.uses)[self._used :])
        self._used = len(state.uses)
        return hands

    def ended(self, played: Played) -> None:
        """The game that was watched is over."""
        seen, state = self.seen, self._state
        seen.games += 1
        for (card, label), times in played.uses.items():
            seen.uses[self._ids[card], label] += times
        if state is not None:
            self._look(state)
            self._follower.ended(state)
            seen.held.update(card for card, _ in self._held)
            for pairs, counts, won in (
                (self._drawn, seen.drawn, seen.drawn_won),
                (self._played, seen.played, seen.played_won),
            ):
                counts.update(card for card, _ in pairs)
                won.update(card for card, seat in pairs if self._seats[seat] in played.winners)
