"""The course of games: each seat's score from beginning to end, and the positions of pieces."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import lcm

from interpreter.engine.state import State
from interpreter.engine.view import owners_of
from interpreter.errors import CahierError
from interpreter.matches.match import Game

POINTS = 20
"""Number of parts into which a game is divided, with the same number of decisions each."""
MOST_LOOKS = 2 * POINTS
WHOLE = lcm(*range(1, MOST_LOOKS + 2))
"""Weight of each game in the positions of pieces.

It is divisible by every possible number of samples, so that all samples of a game weigh the same whole number, and sums
are exact in any order.
"""
Pieces = Counter[tuple[str, str | None, str]]
"""Number of pieces by kind, by owner (None: no owner), and by space."""


@dataclass(slots=True)
class Course:
    """Sums over games.

    Attributes:
        games: Number of games.
        scores: Sum of scores by seat and point, from 0 (the first decision) to POINTS (the end).
        scored: Number of games whose scores are known, by point.
        ends: Pieces at the ends of games.
        pieces: Pieces in the course of games: the mean over a game's samples, times WHOLE.
    """

    games: int = 0
    scores: Counter[tuple[str, int]] = field(default_factory=Counter)
    scored: Counter[int] = field(default_factory=Counter)
    ends: Pieces = field(default_factory=Counter)
    pieces: Pieces = field(default_factory=Counter)

    def merge(self, other: Course) -> None:
        """Add the sums over other games."""
        self.games += other.games
        self.scores.update(other.scores)
        self.scored.update(other.scored)
        self.ends.update(other.ends)
        self.pieces.update(other.pieces)

    def score(self, seat: str, point: int) -> float | None:
        """Return a seat's mean score at a point, or None if it is not known."""
        games = self.scored[point]
        return self.scores[seat, point] / games if games else None

    def mean(self, kind: str, whose: str | None, space: str) -> float:
        """Return the mean number of pieces in a space, in which each game weighs the same."""
        return self.pieces[kind, whose, space] / (WHOLE * self.games)


class Follower:
    """A sampler that follows games, one after the other, and adds each finished game to a course.

    It samples every decision at first, then every second one, and so on. The samples of a game are therefore few and
    evenly spaced.
    """

    def __init__(self, game: Game) -> None:
        self.course = Course()
        self._game = game
        self._scored = game.rulebook.score is not None
        symbols = game.program.symbols
        self._spaces = [space.id for space in game.rulebook.map.spaces]
        self._bases = [
            (kind.id, whose, symbols.bases(sort)[owner])
            for kind in game.rulebook.pieces
            for owner, whose in enumerate(owners_of(game, kind))
            for sort in symbols.sorts[kind.id]
        ]
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        self._looks: list[tuple[list[int], dict[str, int]]] = []
        self._stride = 1
        self._decisions = 0

    def look(self, state: State) -> None:
        """Take a sample before a decision, if one is due."""
        if self._decisions % self._stride == 0:
            if len(self._looks) == MOST_LOOKS:
                del self._looks[1::2]
                self._stride *= 2
            if self._decisions % self._stride == 0:
                self._looks.append(self._seen(state))
        self._decisions += 1

    def ended(self, state: State) -> None:
        """Add the finished game to the course."""
        course, looks = self.course, [*self._looks, self._seen(state)]
        course.games += 1
        for point in range(POINTS + 1):
            _, scores = looks[(point * (len(looks) - 1) + POINTS // 2) // POINTS]
            course.scored[point] += bool(scores)
            for seat, score in scores.items():
                course.scores[seat, point] += score
        for cells, _ in looks:
            self._add(cells, course.pieces, WHOLE // len(looks))
        self._add(looks[-1][0], course.ends)

    def _seen(self, state: State) -> tuple[list[int], dict[str, int]]:
        try:
            scores = self._game.scores(state) if self._scored else {}
        except CahierError:  # a final score may depend on values that are not there before the end
            scores = {}
        return state.v[:], scores

    def _add(self, cells: list[int], pieces: Pieces, times: int = 1) -> None:
        for kind, whose, base in self._bases:
            for space, number in zip(self._spaces, cells[base : base + len(self._spaces)], strict=True):
                if number:
                    pieces[kind, whose, space] += number * times
