"""Statistics over many games. A tally is sums and counts only, so that the order of the games does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.errors import Problem

if TYPE_CHECKING:
    from interpreter.engine.playout import Played

DRAW = "draw"
"""The outcome of a game that nobody wins."""


@dataclass(slots=True)
class Tally:
    """What is known about a number of games. `decisions` counts those of all games, the rest is over the finished ones.
    `outcomes` counts sides in games with sides, else seats; `wins` each seat's wins, alone or with others; `won_with`
    counts the scores of winners, the highest of each game.

    `stopped` are the games that a mistake in the rules stopped, by what was said about it: how many, and the first.
    """

    games: int = 0
    finished: int = 0
    decisions: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    scores: Counter[str] = field(default_factory=Counter)
    won_with: Counter[int] = field(default_factory=Counter)
    first: Counter[tuple[str, str]] = field(default_factory=Counter)
    uses: Counter[tuple[str, str]] = field(default_factory=Counter)
    ends: Counter[tuple[str, str]] = field(default_factory=Counter)
    stopped: dict[tuple[Problem, ...], tuple[int, int]] = field(default_factory=dict)

    def add(self, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.decisions += played.decisions
        outcome = played.side or "+".join(played.winners) or DRAW
        self.finished += 1
        self.outcomes[outcome] += 1
        self.wins.update(played.winners)
        self.reasons[played.reason] += 1
        self.turns[played.turns] += 1
        self.lengths[played.decisions] += 1
        for seat, score in played.scores.items():
            self.scores[seat] += score
        if played.winners:
            self.won_with[max(played.scores[seat] for seat in played.winners)] += 1
        if played.first is not None:
            self.first[played.first, outcome] += 1
        for use, times in played.uses.items():
            self.uses[use] += times
        self.ends.update(played.ends)

    def fail(self, index: int, problems: tuple[Problem, ...]) -> None:
        """Count a game that a mistake in the rules stopped."""
        self.games += 1
        self._stop(problems, 1, index)

    def merge(self, other: Tally) -> None:
        """Count all games of another tally."""
        self.games += other.games
        self.finished += other.finished
        self.decisions += other.decisions
        self.outcomes.update(other.outcomes)
        self.wins.update(other.wins)
        self.reasons.update(other.reasons)
        self.turns.update(other.turns)
        self.lengths.update(other.lengths)
        self.scores.update(other.scores)
        self.won_with.update(other.won_with)
        self.first.update(other.first)
        self.uses.update(other.uses)
        self.ends.update(other.ends)
        for problems, (games, first) in other.stopped.items():
            self._stop(problems, games, first)

    def _stop(self, problems: tuple[Problem, ...], games: int, first: int) -> None:
        before, earlier = self.stopped.get(problems, (0, first))
        self.stopped[problems] = before + games, min(first, earlier)

    def why_stopped(self) -> list[tuple[Problem, int, int]]:
        """What stopped games, with how many and the first of them, in the order in which it came up."""
        ranked = sorted(self.stopped.items(), key=lambda item: item[1][1])
        return [(problem, games, first) for problems, (games, first) in ranked for problem in problems[:1]]


def spread(counts: Mapping[int, int]) -> dict[str, float | None]:
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


def mean(counts: Mapping[int, int]) -> float | None:
    """The mean of values that were counted (value to how often); None if there are none, or all of them are 0."""
    total = sum(counts.values())
    return round(sum(value * times for value, times in counts.items()) / total, 3) if any(counts) else None


def figures(tally: Tally, seconds: float) -> dict[str, Any]:
    """The statistics as plain data, as `playtest --json` gives them."""
    rate = 1 / seconds if seconds > 0 else 0.0
    return {
        "finished": tally.finished,
        "decisions": tally.decisions,
        "seconds": round(seconds, 6),
        "decisions_per_second": round(tally.decisions * rate, 1),
        "games_per_second": round(tally.games * rate, 1),
        "outcomes": _ranked(tally.outcomes),
        "seat_wins": _ranked(tally.wins),
        "reasons": _ranked(tally.reasons),
        "stopped": [
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
        ],
        "turns": spread(tally.turns),
        "decisions_per_game": spread(tally.lengths),
        "mean_scores": {seat: round(total / tally.finished, 3) for seat, total in sorted(tally.scores.items())},
        "mean_winning_score": mean(tally.won_with),
        "first_player": _nested(tally.first),
        "cards": _nested(tally.uses),
        "track_ends": _nested(tally.ends),
    }


def _ranked(counts: Counter[str]) -> dict[str, int]:
    """The most frequent first; names in order of the alphabet among equals."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _nested(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    nested: dict[str, dict[str, int]] = {}
    for (outer, inner), times in sorted(counts.items()):
        nested.setdefault(outer, {})[inner] = times
    return nested
