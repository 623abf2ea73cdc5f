"""Figures of how people played, as written by `measure RECORDS --json`: time, options offered and taken, takebacks.

It is computed from recorded matches alone, without their rules: each choice is recorded with its options.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import median
from typing import Annotated

from interpreter.lab.result_documents import INLINE, Exact, KnownValue, Seconds, ShareEstimate
from interpreter.lab.stats.intervals import mean_interval, wilson
from interpreter.matches.human_play import HumanAct, HumanChoice
from interpreter.playtest.records.game_records import Record
from interpreter.support.errors import Problem, SaveError
from interpreter.support.formats import FORMAT_VERSIONS

MAX_TOPICS, MAX_OPTIONS = 500, 5000
"""Largest numbers of topics and of options in a document; the most frequent ones are kept."""


@dataclass(frozen=True, slots=True)
class TimeFigures:
    """Seconds of some decisions or matches: the mean with its interval, the middle, the greatest, and their sum."""

    mean: Annotated[KnownValue, INLINE]
    median: Seconds
    max: Seconds
    sum: Seconds


@dataclass(frozen=True, slots=True)
class DecisionFigures:
    """Decisions that people made.

    Attributes:
        decisions: Number of choices, including those that were taken back.
        undone: Number of choices that were taken back.
        options: Mean number of options.
        seconds: Time of a decision; None if none was timed.
    """

    decisions: int
    undone: int
    options: Exact
    seconds: TimeFigures | None


@dataclass(frozen=True, slots=True)
class SeatPlay:
    """Decisions of the people at one seat.

    Attributes:
        matches: Number of matches in which a person played the seat.
        wins: Number of these matches that the seat won.
        figures: The decisions.
    """

    matches: int
    wins: int
    figures: Annotated[DecisionFigures, INLINE]


@dataclass(frozen=True, slots=True)
class TopicFigures:
    """Decisions of one kind. `topic`: the kind, in words of the rules."""

    topic: str
    figures: Annotated[DecisionFigures, INLINE]


@dataclass(frozen=True, slots=True)
class OfferedOption:
    """An option of one kind of decision.

    Attributes:
        topic: Kind of decision.
        option: Key of the option.
        offered: Number of decisions in which it was offered.
        taken: Number of decisions in which it was taken, including those that were taken back.
        undone: Number of these that were taken back.
        share: Share of offers in which it was taken.
    """

    topic: str
    option: str
    offered: int
    taken: int
    undone: int
    share: Annotated[ShareEstimate, INLINE]


@dataclass(frozen=True, slots=True)
class PeopleDocument:
    """Figures of how people played one game.

    Attributes:
        format: Version of the format.
        game: Id of the game.
        variants: Ids of the variants.
        matches: Number of recorded matches.
        rules: Number of different versions of the rules in them.
        reasons: Number of matches by the reason of their end.
        undos: Number of times that somebody took something back.
        total: All decisions of people.
        match_seconds: Time of all decisions of people in a match; None if none was timed.
        seats: Decisions by seat.
        topics: Decisions by kind, the most frequent first.
        options: Options offered, the kinds of decision in the same order.
    """

    format: str
    game: str
    variants: list[str]
    matches: int
    rules: int
    reasons: dict[str, int]
    undos: int
    total: DecisionFigures
    match_seconds: TimeFigures | None
    seats: dict[str, SeatPlay]
    topics: list[TopicFigures]
    options: list[OfferedOption]


@dataclass(frozen=True, slots=True)
class _Made:
    """A choice, and True if it was taken back."""

    choice: HumanChoice
    is_undone: bool


def people_document(records: Iterable[Record]) -> PeopleDocument:
    """Return how people played recorded matches.

    Raises:
        SaveError: There is none, one was not played by people, or they are of different games or variants.
    """
    played = [*records]
    first = played[0]
    for record in played:
        if record.seated is None:
            message = "this game was played by programs; measure reads matches that people played"
            raise SaveError(Problem(record.where, "not-by-people", message))
        if (record.game, record.variants) != (first.game, first.variants):
            message = (
                f"this match is of {_named(record)}, and {first.where} of {_named(first)}; measure them separately"
            )
            raise SaveError(Problem(record.where, "other-game", message))
    by_match = [_choices_made(record.acts) for record in played]
    made = [each for match in by_match for each in match]
    topics = _grouped(made, lambda choice: choice.topic)
    return PeopleDocument(
        format=FORMAT_VERSIONS["people"],
        game=first.game,
        variants=[*first.variants],
        matches=len(played),
        rules=len({record.digest for record in played}),
        reasons=dict(Counter(record.reason for record in played).most_common()),
        undos=sum(not isinstance(act, HumanChoice) for record in played for act in record.acts),
        total=_figures(made),
        match_seconds=_time_figures([fsum(_seconds(match)) for match in by_match if _seconds(match)]),
        seats=_seats(played, _grouped(made, lambda choice: choice.seat)),
        topics=[TopicFigures(topic, _figures(group)) for topic, group in topics[:MAX_TOPICS]],
        options=[each for topic, group in topics for each in _offered(topic, group)][:MAX_OPTIONS],
    )


def _named(record: Record) -> str:
    return " with ".join([record.game, *record.variants])


def _choices_made(acts: Sequence[HumanAct]) -> list[_Made]:
    """Return all choices of a match in order; those taken back are marked."""
    made: list[HumanChoice] = []
    standing: list[int] = []
    undone: set[int] = set()
    for act in acts:
        while standing and made[standing[-1]].at >= act.at:
            undone.add(standing.pop())
        if isinstance(act, HumanChoice):
            standing.append(len(made))
            made.append(act)
    return [_Made(choice, number in undone) for number, choice in enumerate(made)]


def _grouped(made: Iterable[_Made], key_of: Callable[[HumanChoice], str]) -> list[tuple[str, list[_Made]]]:
    """Group choices by a key, the largest group first."""
    groups = defaultdict[str, list[_Made]](list)
    for each in made:
        groups[key_of(each.choice)].append(each)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def _seats(played: Sequence[Record], groups: Iterable[tuple[str, list[_Made]]]) -> dict[str, SeatPlay]:
    found = {}
    for seat, group in sorted(groups):
        matches = [record for record in played if any(act.seat == seat for act in record.acts)]
        wins = sum(seat in record.winners for record in matches)
        found[seat] = SeatPlay(len(matches), wins, _figures(group))
    return found


def _figures(made: Sequence[_Made]) -> DecisionFigures:
    options = sum(len(each.choice.options) for each in made) / len(made) if made else 0.0
    return DecisionFigures(
        len(made), sum(each.is_undone for each in made), round(options, 2), _time_figures(_seconds(made))
    )


def _seconds(made: Iterable[_Made]) -> list[float]:
    return [each.choice.seconds for each in made if each.choice.seconds is not None]


def _time_figures(seconds: Sequence[float]) -> TimeFigures | None:
    if not seconds:
        return None
    return TimeFigures(mean_interval(seconds), median(seconds), max(seconds), fsum(seconds))


def _offered(topic: str, made: Sequence[_Made]) -> list[OfferedOption]:
    offered = Counter(option for each in made for option in {*each.choice.options})
    taken = Counter(each.choice.choice for each in made)
    undone = Counter(each.choice.choice for each in made if each.is_undone)
    options = sorted(offered, key=lambda option: (-taken[option], -offered[option], option))
    return [
        OfferedOption(topic, key, offered[key], taken[key], undone[key], wilson(taken[key], offered[key]))
        for key in options
    ]
