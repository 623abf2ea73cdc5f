"""How games go: each seat's score from the beginning to the end, and where the pieces are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import lcm

from interpreter.engine.state import State
from interpreter.engine.view import owners_of
from interpreter.errors import CahierError
from interpreter.matches.match import Game

POINTS = 20
"""A game is told in so many parts of as many decisions each."""
MOST_LOOKS = 2 * POINTS
WHOLE = lcm(*range(1, MOST_LOOKS + 2))
"""What each game counts for where pieces are, however often it was looked at: each look the same whole part of it, so
that sums are exact in any order."""
Pieces = Counter[tuple[str, str | None, str]]
"""How many, by kind, by whose they are (None: nobody's), and by the space where they are."""


@dataclass(slots=True)
class Course:
    """Sums over `games`. `scores`, by seat and point, from 0, the first decision, to POINTS, the end; `scored`: of so
    many games they are known there. `ends`: pieces when the games were over; `pieces`: in the course of each, of which
    the mean over its looks counts WHOLE times.
    """

    games: int = 0
    scores: Counter[tuple[str, int]] = field(default_factory=Counter)
    scored: Counter[int] = field(default_factory=Counter)
    ends: Pieces = field(default_factory=Counter)
    pieces: Pieces = field(default_factory=Counter)

    def merge(self, other: Course) -> None:
        """Add those of other games."""
        self.games += other.games
        self.scores.update(other.scores)
        self.scored.update(other.scored)
        self.ends.update(other.ends)
        self.pieces.update(other.pieces)

    def score(self, seat: str, point: int) -> float | None:
        """A seat's mean score at a point; None where it is not known."""
        games = self.scored[point]
        return self.scores[seat, point] / games if games else None

    def mean(self, kind: str, whose: str | None, space: str) -> float:
        """How many pieces are in a space on average: the mean over games, each of which counts the same."""
        return self.pieces[kind, whose, space] / (WHOLE * self.games)


class Follower:
    """Follows one game after the other, and adds each to a course when it is over. It looks at every decision at first,
    then at every second one, and so on, so that the looks are few, and as far from each other."""

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
        """A game begins."""
        self._looks: list[tuple[list[int], dict[str, int]]] = []
        self._stride = 1
        self._decisions = 0

    def look(self, state: State) -> None:
        """A seat is about to decide."""
        if self._decisions % self._stride == 0:
            if len(self._looks) == MOST_LOOKS:
                del self._looks[1::2]
                self._stride *= 2
            if self._decisions % self._stride == 0:
                self._looks.append(self._seen(state))
        self._decisions += 1

    def ended(self, state: State) -> None:
        """The game is over."""
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
        except CahierError:  # what is reckoned at the end need not be there before
            scores = {}
        return state.v[:], scores

    def _add(self, cells: list[int], pieces: Pieces, times: int = 1) -> None:
        for kind, whose, base in self._bases:
            for space, number in zip(self._spaces, cells[base : base + len(self._spaces)], strict=True):
                if number:
                    pieces[kind, whose, space] += number * times
