"""The figures of a playtest, in FIGURES: each entry says what a game adds to it, what is made of that, how it is shown.

A tally is sums and counts only, so that the order of the games does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Protocol

from interpreter.engine.native_rows import Batch
from interpreter.engine.playout import Played
from interpreter.errors import Problem
from interpreter.language.rows import Column

DRAW = "draw"
"""The outcome of a game that nobody wins."""


class Shape(Enum):
    """What a figure is as plain data, and so how it can be shown."""

    WINNERS = auto()
    """Who won to how often; several who won together are joined by `+`."""
    SEATS = auto()
    """Seat to how often."""
    LABELS = auto()
    """Label to how often."""
    SPREAD = auto()
    """`min`, `median` and `max` of a number that each game has."""
    MEAN = auto()
    """One number, or None."""
    SCORES = auto()
    """Seat to a number."""
    WINNERS_BY_SEAT = auto()
    """Seat to who won to how often."""
    USES = auto()
    """Card to label to how often."""
    ENDS = auto()
    """Track to `low` and `high` to how often."""
    MISTAKES = auto()
    """What stopped games."""


class Ended(Protocol):
    """How a game went."""

    @property
    def winners(self) -> tuple[str, ...]: ...

    @property
    def reason(self) -> str: ...

    @property
    def scores(self) -> Mapping[str, int]: ...

    @property
    def decisions(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def first(self) -> str | None: ...

    @property
    def side(self) -> str | None: ...


class Sums(Protocol):
    """Numbers by name, of one game or of several together."""

    @property
    def scores(self) -> Mapping[str, int]: ...

    @property
    def uses(self) -> Mapping[tuple[str, str], int]: ...

    @property
    def ends(self) -> Mapping[tuple[str, str], int]: ...


@dataclass(frozen=True, slots=True)
class Counted:
    """Games are counted by what they are: each adds what `of` gives, the same for those that are alike in the columns
    `by`."""

    by: tuple[Column, ...]
    of: Callable[[Ended], Mapping[Any, int]]


@dataclass(frozen=True, slots=True)
class Added:
    """Numbers of games are added up: `of` gives those of one game, or of several together."""

    of: Callable[[Sums], Mapping[Any, int]]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure. A finished game adds to its counts as `adds` says, or nothing; `plain` makes plain data of all of
    them, for the document's `key`.

    `heading` is what it stands under in the summary for people, together with its neighbours of the same heading; None:
    it is not told there by itself. `row` is what the figure is called where each has a line.
    """

    key: str
    shape: Shape
    adds: Counted | Added | None
    plain: Callable[[Counter[Any], Tally], Any]
    heading: str | None = None
    row: str = ""


@dataclass(slots=True)
class Tally:
    """What is known about a number of games. `decisions` counts those of all games; `counts` has what the finished ones
    added to each figure, by its key.

    `stopped` are the games that a mistake in the rules stopped, by what was said about it: how many, and the first.
    """

    games: int = 0
    finished: int = 0
    decisions: int = 0
    counts: dict[str, Counter[Any]] = field(default_factory=lambda: {figure.key: Counter() for figure in FIGURES})
    stopped: dict[tuple[Problem, ...], tuple[int, int]] = field(default_factory=dict)

    def add(self, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.finished += 1
        self.decisions += played.decisions
        for figure in FIGURES:
            if figure.adds is not None:
                counts = self.counts[figure.key]
                for what, times in figure.adds.of(played).items():
                    counts[what] += times

    def add_batch(self, batch: Batch) -> None:
        """Count all games of a batch, those that are alike in what a figure looks at in one go."""
        self.games += batch.count
        self.finished += batch.count
        totals = batch.totals
        self.decisions += totals.decisions
        for figure in FIGURES:
            counts = self.counts[figure.key]
            match figure.adds:
                case Added(of):
                    for what, sum in of(totals).items():
                        counts[what] += sum
                case Counted(by, of):
                    for game, games in batch.alike(by):
                        for what, times in of(game).items():
                            counts[what] += games * times

    def fail(self, index: int, problems: tuple[Problem, ...]) -> None:
        """Count a game that a mistake in the rules stopped."""
        self.games += 1
        self._stop(problems, 1, index)

    def merge(self, other: Tally) -> None:
        """Count all games of another tally."""
        self.games += other.games
        self.finished += other.finished
        self.decisions += other.decisions
        for key, counts in other.counts.items():
            self.counts[key].update(counts)
        for problems, (games, first) in other.stopped.items():
            self._stop(problems, games, first)

    def _stop(self, problems: tuple[Problem, ...], games: int, first: int) -> None:
        before, earlier = self.stopped.get(problems, (0, first))
        self.stopped[problems] = before + games, min(first, earlier)

    def why_stopped(self) -> list[tuple[Problem, int, int]]:
        """What stopped games, with how many and the first of them, in the order in which it came up."""
        ranked = sorted(self.stopped.items(), key=lambda item: item[1][1])
        return [(problem, games, first) for problems, (games, first) in ranked for problem in problems[:1]]


def figures(tally: Tally, seconds: float) -> dict[str, Any]:
    """All figures as plain data, as `playtest --json` gives them."""
    rate = 1 / seconds if seconds > 0 else 0.0
    return {
        "finished": tally.finished,
        "decisions": tally.decisions,
        "seconds": round(seconds, 6),
        "decisions_per_second": round(tally.decisions * rate, 1),
        "games_per_second": round(tally.games * rate, 1),
        **{figure.key: figure.plain(tally.counts[figure.key], tally) for figure in FIGURES},
    }


def _outcome(game: Ended) -> str:
    """The side that won, in a game with sides; else the seats."""
    return game.side or "+".join(game.winners) or DRAW


def _best_of_the_winners(game: Ended) -> Mapping[int, int]:
    winners, scores = game.winners, game.scores
    return {max(scores[seat] for seat in winners): 1} if winners else {}


def _ranked(counts: Counter[str], _: Tally) -> dict[str, int]:
    """The most frequent first; names in order of the alphabet among equals."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _nested(counts: Counter[tuple[str, str]], _: Tally) -> dict[str, dict[str, int]]:
    nested: dict[str, dict[str, int]] = {}
    for (outer, inner), times in sorted(counts.items()):
        nested.setdefault(outer, {})[inner] = times
    return nested


def spread(counts: Mapping[int, int], _: Tally | None = None) -> dict[str, float | None]:
    """Least, median and greatest of values that were counted (value to how often); None if there are none."""
    total = sum(counts.values())
    if not total:
        return {"min": None, "median": None, "max": None}
    values = sorted(counts)
    middle = (_nth(values, counts, (total - 1) // 2) + _nth(values, counts, total // 2)) / 2
    return {"min": values[0], "median": int(middle) if middle.is_integer() else middle, "max": values[-1]}


def _nth(values: list[int], counts: Mapping[int, int], rank: int) -> int:
    for value in values:
        rank -= counts[value]
        if rank < 0:
            return value
    raise ValueError("rank beyond the values")


def _mean(counts: Mapping[int, int], _: Tally) -> float | None:
    """The mean of values that were counted (value to how often); None if there are none, or all of them are 0."""
    total = sum(counts.values())
    return round(sum(value * times for value, times in counts.items()) / total, 3) if any(counts) else None


def _a_game(sums: Mapping[str, int], tally: Tally) -> dict[str, float]:
    """Sums over all games as means, by name."""
    return {name: round(total / tally.finished, 3) for name, total in sorted(sums.items())}


def _mistakes(_: Counter[Any], tally: Tally) -> list[dict[str, Any]]:
    return [
        {
            "file": problem.where.file,
            "line": problem.where.line,
            "column": problem.where.column,
            "code": problem.code,
            "message": problem.message,
            "games": games,
            "first_game": first,
        }
        for problem, games, first in tally.why_stopped()
    ]


ENDING: tuple[Column, ...] = ("winners", "side", "reason", "first")
"""How games end: those that are alike in this are looked for once, for all figures that look at no more than that."""
FIGURES: tuple[Figure, ...] = (
    Figure("outcomes", Shape.WINNERS, Counted(ENDING, lambda game: {_outcome(game): 1}), _ranked, "won by"),
    Figure("seat_wins", Shape.SEATS, Counted(ENDING, lambda game: Counter(game.winners)), _ranked, "seat by seat"),
    Figure("reasons", Shape.LABELS, Counted(ENDING, lambda game: {game.reason: 1}), _ranked, "because of", "ends by"),
    Figure("stopped", Shape.MISTAKES, None, _mistakes),
    Figure(
        "turns", Shape.SPREAD, Counted(("turns",), lambda game: {game.turns: 1}), spread, "length of a game", "turns"
    ),
    Figure(
        "decisions_per_game",
        Shape.SPREAD,
        Counted(("decisions",), lambda game: {game.decisions: 1}),
        spread,
        "length of a game",
        "decisions",
    ),
    Figure("mean_scores", Shape.SCORES, Added(lambda games: games.scores), _a_game, "mean score"),
    Figure(
        "mean_winning_score",
        Shape.MEAN,
        Counted(("winners", "scores"), _best_of_the_winners),
        _mean,
        None,
        "mean winning score",
    ),
    Figure(
        "first_player",
        Shape.WINNERS_BY_SEAT,
        Counted(ENDING, lambda game: {} if game.first is None else {(game.first, _outcome(game)): 1}),
        _nested,
        "who played first",
    ),
    Figure("cards", Shape.USES, Added(lambda games: games.uses), _nested, "cards by use"),
    Figure("track_ends", Shape.ENDS, Added(lambda games: games.ends), _nested, "tracks stopped at their ends"),
)
"""Every figure, in the order in which they are told."""
