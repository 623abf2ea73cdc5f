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
MAX_SAMPLES = 2 * POINTS
GAME_WEIGHT = lcm(*range(1, MAX_SAMPLES + 2))
"""Weight of each game in the positions of pieces.

It is divisible by every possible number of samples, so that all samples of a game weigh the same whole number, and sums
are exact in any order.
"""
PieceCounts = Counter[tuple[str, str | None, str]]
"""Number of pieces by kind, by owner (None: no owner), and by space."""


@dataclass(slots=True)
class CourseStatistics:
    """Sums over games.

    Attributes:
        games: Number of games.
        scores: Sum of scores by seat and point, from 0 (the first decision) to POINTS (the end).
        scored_games: Number of games whose scores are known, by point.
        final_pieces: Pieces at the ends of games.
        pieces: Pieces in the course of games: the mean over a game's samples, times WHOLE.
    """

    games: int = 0
    scores: Counter[tuple[str, int]] = field(default_factory=Counter)
    scored_games: Counter[int] = field(default_factory=Counter)
    final_pieces: PieceCounts = field(default_factory=Counter)
    pieces: PieceCounts = field(default_factory=Counter)

    def merge(self, other: CourseStatistics) -> None:
        """Add the sums over other games."""
        self.games += other.games
        self.scores.update(other.scores)
        self.scored_games.update(other.scored_games)
        self.final_pieces.update(other.final_pieces)
        self.pieces.update(other.pieces)

    def mean_score(self, seat: str, point: int) -> float | None:
        """Return a seat's mean score at a point, or None if it is not known."""
        games = self.scored_games[point]
        return self.scores[seat, point] / games if games else None

    def mean_pieces(self, kind: str, owner: str | None, space: str) -> float:
        """Return the mean number of pieces in a space, in which each game weighs the same."""
        return self.pieces[kind, owner, space] / (GAME_WEIGHT * self.games)


class CourseSampler:
    """A sampler that follows games, one after the other, and adds each finished game to a course.

    It samples every decision at first, then every second one, and so on. The samples of a game are therefore few and
    evenly spaced.
    """

    def __init__(self, game: Game) -> None:
        self.course = CourseStatistics()
        self._game = game
        self._has_scores = game.rulebook.score is not None
        symbols = game.program.symbols
        self._spaces = [space.id for space in game.rulebook.map.spaces]
        self._bases = [
            (kind.id, whose, symbols.owner_bases(sort)[owner])
            for kind in game.rulebook.pieces
            for owner, whose in enumerate(owners_of(game, kind))
            for sort in symbols.sorts[kind.id]
        ]
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        self._samples: list[tuple[list[int], dict[str, int]]] = []
        self._stride = 1
        self._decisions = 0

    def sample(self, state: State) -> None:
        """Take a sample before a decision, if one is due."""
        if self._decisions % self._stride == 0:
            if len(self._samples) == MAX_SAMPLES:
                del self._samples[1::2]
                self._stride *= 2
            if self._decisions % self._stride == 0:
                self._samples.append(self._take_sample(state))
        self._decisions += 1

    def finish(self, state: State) -> None:
        """Add the finished game to the course."""
        course, samples = self.course, [*self._samples, self._take_sample(state)]
        course.games += 1
        for point in range(POINTS + 1):
            _, scores = samples[(point * (len(samples) - 1) + POINTS // 2) // POINTS]
            course.scored_games[point] += bool(scores)
            for seat, score in scores.items():
                course.scores[seat, point] += score
        for cells, _ in samples:
            self._add_pieces(cells, course.pieces, GAME_WEIGHT // len(samples))
        self._add_pieces(samples[-1][0], course.final_pieces)

    def _take_sample(self, state: State) -> tuple[list[int], dict[str, int]]:
        try:
            scores = self._game.scores(state) if self._has_scores else {}
        except CahierError:  # a final score may depend on values that are not there before the end
            scores = {}
        return state.v[:], scores

    def _add_pieces(self, cells: list[int], pieces: PieceCounts, times: int = 1) -> None:
        for kind, whose, base in self._bases:
            for space, number in zip(self._spaces, cells[base : base + len(self._spaces)], strict=True):
                if number:
                    pieces[kind, whose, space] += number * times
