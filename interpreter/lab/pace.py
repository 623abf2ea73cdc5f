"""Figures of the pace of games: decisions, minutes, and waiting between own decisions.

Minutes come from rates per kind of decision: those of recorded matches, or else one assumed rate for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Annotated

from interpreter.lab.result_documents import OPTIONAL, Seconds
from interpreter.playtest.run.pace import PaceCounts

ASSUMED_SECONDS = 10.0
"""Time that a decision is assumed to take where no recorded matches are given."""


@dataclass(frozen=True, slots=True)
class DecisionTimes:
    """Times that decisions take.

    Attributes:
        seconds: Time of a decision of a kind that isn't in `by_topic`.
        by_topic: Mean time by kind of decision.
        matches: Number of recorded matches that they are from; None if they are assumed.
    """

    seconds: float = ASSUMED_SECONDS
    by_topic: Mapping[str, float] = field(default_factory=dict)
    matches: int | None = None

    def minutes(self, decisions: Mapping[str, int]) -> float:
        """Return the time of decisions, given their number by kind."""
        return fsum(self.by_topic.get(topic, self.seconds) * times for topic, times in decisions.items()) / 60


ASSUMED_TIMES = DecisionTimes()


@dataclass(frozen=True, slots=True)
class SeatPace:
    """Pace of a seat, on average of games.

    Attributes:
        decisions: Decisions in a game.
        minutes: Time of these.
        others_minutes: Time of the decisions that others take.
        others_between: Decisions of others between two of its own, where there are any; null if there never are.
        longest_wait: The most of these in a game.
    """

    decisions: float
    minutes: float
    others_minutes: float
    others_between: float | None
    longest_wait: float


@dataclass(frozen=True, slots=True)
class PaceFigures:
    """Pace of games.

    Attributes:
        games: Number of games whose decisions were counted.
        minutes: Time of a game, on average: only that of decisions.
        seconds_per_decision: Mean time of a decision.
        matches: Number of recorded matches that the times are from; left out if they are assumed.
        seats: Pace by seat.
    """

    games: int
    minutes: float
    seconds_per_decision: Seconds
    matches: Annotated[int | None, OPTIONAL]
    seats: dict[str, SeatPace]


def pace_figures(counts: PaceCounts, seats: Sequence[str], times: DecisionTimes) -> PaceFigures:
    """Return the figures of counted decisions. Without games they are 0."""
    games = counts.games or 1
    own = {seat: {topic: number for (who, topic), number in counts.decisions.items() if who == seat} for seat in seats}
    minutes = {seat: times.minutes(decisions) / games for seat, decisions in own.items()}
    total, decisions = fsum(minutes.values()), sum(counts.decisions.values())
    seconds = 60 * total * games / decisions if decisions else times.seconds
    found = {
        seat: SeatPace(
            sum(own[seat].values()) / games,
            minutes[seat],
            total - minutes[seat],
            counts.waited[seat] / counts.waits[seat] if counts.waits[seat] else None,
            counts.longest[seat] / games,
        )
        for seat in seats
    }
    return PaceFigures(counts.games, total, seconds, times.matches, found)
