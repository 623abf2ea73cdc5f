"""Pace of games: decisions by seat and kind, and how long seats wait between two of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.engine.playout import Picker
from interpreter.engine.state import State
from interpreter.language.chance import draw_index
from interpreter.matches.match import Game
from interpreter.playtest.run.offers import OfferCounter
from interpreter.presentation.questions import topic_of


@dataclass(slots=True)
class PaceCounts:
    """Sums over games.

    Attributes:
        games: Number of games.
        decisions: Number of decisions, by seat and kind.
        waits: Number of times that others decided between two decisions of a seat.
        waited: Number of decisions that they took then.
        longest: The most of these in one go, summed over the games.
    """

    games: int = 0
    decisions: Counter[tuple[str, str]] = field(default_factory=Counter)
    waits: Counter[str] = field(default_factory=Counter)
    waited: Counter[str] = field(default_factory=Counter)
    longest: Counter[str] = field(default_factory=Counter)

    def merge(self, other: PaceCounts) -> None:
        """Add the sums over other games."""
        self.games += other.games
        self.decisions.update(other.decisions)
        self.waits.update(other.waits)
        self.waited.update(other.waited)
        self.longest.update(other.longest)


class PaceCounter:
    """Counter of decisions in games, one after the other: those of a game count once it is finished."""

    def __init__(self, game: Game) -> None:
        self.counts = PaceCounts()
        self._seats = game.seats
        self._topics = [topic_of(info) for info in game.program.code(False).decisions]
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        self._deciders: list[tuple[int, int]] = []

    def count(self, state: State) -> None:
        """Count a waiting decision."""
        self._deciders.append((state.seat, state.decision))

    def finish(self) -> None:
        """Add the decisions of the finished game."""
        counts, last, longest = self.counts, dict[int, int](), Counter[int]()
        counts.games += 1
        for at, (seat, decision) in enumerate(self._deciders):
            name = self._seats[seat]
            counts.decisions[name, self._topics[decision]] += 1
            if (waited := at - last.get(seat, at) - 1) > 0:
                counts.waits[name] += 1
                counts.waited[name] += waited
                longest[seat] = max(longest[seat], waited)
            last[seat] = at
        for seat, waited in longest.items():
            counts.longest[self._seats[seat]] += waited


class DecisionCounter:
    """Counter of the offers of cards and of the pace of games, one after the other."""

    def __init__(self, game: Game) -> None:
        self._offers = OfferCounter(game)
        self._pace = PaceCounter(game)
        self.offers = self._offers.counts
        self.pace = self._pace.counts

    def begin(self) -> None:
        """Begin a game."""
        self._offers.begin()
        self._pace.begin()

    def count(self, state: State, index: int) -> None:
        """Count a waiting decision; the option with this index is taken."""
        self._pace.count(state)
        self._offers.count(state, index)

    def finish(self) -> None:
        """Add the counts of the finished game."""
        self._offers.finish()
        self._pace.finish()

    def wrap(self, pickers: Sequence[Picker | None]) -> list[Picker]:
        """Return pickers that take the same options as these, and count the decisions."""
        return [self._counting(picker) for picker in pickers]

    def _counting(self, picker: Picker | None) -> Picker:
        def pick(state: State, random: int) -> int:
            index = draw_index(random, len(state.options)) if picker is None else picker(state, random)
            self.count(state, index)
            return index

        return pick
