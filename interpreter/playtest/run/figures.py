"""The figures of a playtest, in FIGURES: each defines its data per game, its aggregation and its presentation.

A tally consists of sums and counts only, so the order of the games does not matter.

Games as lines of CSV: ending, winners, length and scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Protocol

from interpreter.engine.native_games import Batch
from interpreter.engine.playout import GameResult
from interpreter.language.execution.executable import Column
from interpreter.matches.match import Game
from interpreter.playtest.run.offers import OfferCounts
from interpreter.playtest.run.pace import PaceCounts
from interpreter.support.csv_output import Cell, csv_text
from interpreter.support.errors import Problem

DRAW = "draw"
"""Outcome of a game that nobody wins."""
LENGTH_STATISTICS = ("turns", "decisions_per_game")
"""The statistics that measure the length of a game."""


class FigureShape(Enum):
    """The structure of a figure as plain data, which determines its presentation."""

    WINNERS = auto()
    """Winners to count; shared wins are joined by `+`."""
    SEATS = auto()
    """Seat to count."""
    REASONS = auto()
    """Reason of an ending to count."""
    SPREAD = auto()
    """`min`, `median` and `max` of a number that each game has."""
    MEAN = auto()
    """A number, or None."""
    SCORES = auto()
    """Seat to number."""
    WINNERS_BY_SEAT = auto()
    """Seat to winners to count."""
    USES = auto()
    """Card to label to count."""
    LEADS = auto()
    """Seat to number of points to count, which keys hold as text."""
    POSITIONS = auto()
    """Track to `min`, `median` and `max` of its last value."""
    ENDS = auto()
    """Track to `low` and `high` to count."""
    MISTAKES = auto()
    """Errors in the rules that stopped games."""


class FinishedGame(Protocol):
    """The result of a finished game."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that won."""

    @property
    def reason(self) -> str:
        """The reason of the ending."""

    @property
    def scores(self) -> Mapping[str, int]:
        """The score of each seat."""

    @property
    def decisions(self) -> int:
        """Number of decisions."""

    @property
    def turns(self) -> int:
        """Number of turns."""

    @property
    def first(self) -> str | None:
        """The seat that played first, if known."""

    @property
    def side(self) -> str | None:
        """The side that won, if any."""

    @property
    def shared_tracks(self) -> Mapping[str, int]:
        """The last value of each track that isn't a seat's."""

    @property
    def holder(self) -> str | None:
        """The first seat with the card whose event is left out, if any."""


class FigureSums(Protocol):
    """Numbers by name, of one game or summed over several."""

    @property
    def scores(self) -> Mapping[str, int]:
        """The score of each seat."""

    @property
    def uses(self) -> Mapping[tuple[str, str], int]:
        """Number of uses, by card and label."""

    @property
    def ends(self) -> Mapping[tuple[str, str], int]:
        """Number of stops at an end of a track, by track and end."""


@dataclass(frozen=True, slots=True)
class CountedFigure:
    """A figure that counts games by a property.

    Attributes:
        columns: Columns that determine the property: games with equal values count alike.
        counts: The counts that a game adds.
    """

    columns: tuple[Column, ...]
    counts: Callable[[FinishedGame], Mapping[Any, int]]


@dataclass(frozen=True, slots=True)
class SummedFigure:
    """A figure that adds up numbers. `counts` returns those of one game, or of several together."""

    counts: Callable[[FigureSums], Mapping[Any, int]]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a playtest.

    Attributes:
        key: The key in the JSON document.
        shape: The structure of its plain data, which determines how text, CSV and page show it.
        aggregation: The counts that a finished game adds; None for nothing.
        to_plain: Converts the counts to plain data.
        heading: The heading in the summary, which neighbours may share.
        row_name: The name of the figure where each has a line of its own.
        section: The section of the page; by default the heading.
        title: The title of the table; by default the section.
        file: The name of the CSV file; by default the key.
    """

    key: str
    shape: FigureShape
    aggregation: CountedFigure | SummedFigure | None
    to_plain: Callable[[Counter[Any], Tally], Any]
    heading: str
    row_name: str = ""
    section: str = ""
    title: str = ""
    file: str = ""

    @property
    def page_section(self) -> str:
        """The section of the page."""
        return self.section or self.heading.capitalize()

    @property
    def table_title(self) -> str:
        """The title of the table."""
        return self.title or self.page_section

    @property
    def table_id(self) -> str:
        """The name of the CSV file."""
        return self.file or self.key


@dataclass(slots=True)
class Tally:
    """Counts over a number of games.

    Attributes:
        games: Number of games.
        finished: Number of games that came to an end.
        decisions: Number of decisions in all finished games.
        counts: The counts of each figure over finished games, by its key.
        stopped: Games stopped by errors in the rules, by the problems reported: their number, and the first one.
        offers: Offers of cards, in the games in which they were counted.
        pace: Decisions, in the same games.
    """

    games: int = 0
    finished: int = 0
    decisions: int = 0
    counts: dict[str, Counter[Any]] = field(default_factory=lambda: {figure.key: Counter() for figure in FIGURES})
    stopped: dict[tuple[Problem, ...], tuple[int, int]] = field(default_factory=dict)
    offers: OfferCounts = field(default_factory=OfferCounts)
    pace: PaceCounts = field(default_factory=PaceCounts)

    def add(self, played: GameResult) -> None:
        """Count one game."""
        self.games += 1
        self.finished += 1
        self.decisions += played.decisions
        for figure in FIGURES:
            if figure.aggregation is not None:
                counts = self.counts[figure.key]
                for what, times in figure.aggregation.counts(played).items():
                    counts[what] += times

    def add_batch(self, batch: Batch) -> None:
        """Count all games of a batch; games with equal columns are counted together."""
        self.games += batch.count
        self.finished += batch.count
        totals = batch.totals
        self.decisions += totals.decisions
        for figure in FIGURES:
            counts = self.counts[figure.key]
            match figure.aggregation:
                case SummedFigure(of):
                    for what, total in of(totals).items():
                        counts[what] += total
                case CountedFigure(by, of):
                    for game, games in batch.distinct_games(by):
                        for what, times in of(game).items():
                            counts[what] += games * times

    def fail(self, index: int, problems: tuple[Problem, ...]) -> None:
        """Count a game that was stopped by an error in the rules."""
        self.games += 1
        self._count_stopped(problems, 1, index)

    def merge(self, other: Tally) -> None:
        """Count all games of another tally."""
        self.games += other.games
        self.finished += other.finished
        self.decisions += other.decisions
        for key, counts in other.counts.items():
            self.counts[key].update(counts)
        self.offers.merge(other.offers)
        self.pace.merge(other.pace)
        for problems, (games, first) in other.stopped.items():
            self._count_stopped(problems, games, first)

    def _count_stopped(self, problems: tuple[Problem, ...], games: int, first: int) -> None:
        before, earlier = self.stopped.get(problems, (0, first))
        self.stopped[problems] = before + games, min(first, earlier)

    def stop_reasons(self) -> list[tuple[Problem, int, int]]:
        """Return the problems that stopped games, ordered by the first game that each has stopped.

        Each comes with the number of games, and the first of them.
        """
        ranked = sorted(self.stopped.items(), key=lambda item: item[1][1])
        return [(problem, games, first) for problems, (games, first) in ranked for problem in problems[:1]]


def figures(tally: Tally) -> dict[str, Any]:
    """Return all figures as plain data, by key."""
    return {figure.key: figure.to_plain(tally.counts[figure.key], tally) for figure in FIGURES}


def _outcome(game: FinishedGame) -> str:
    """Return the side that won, in a game with sides, else the seats."""
    return game.side or "+".join(game.winners) or DRAW


def _best_winning_score(game: FinishedGame) -> Mapping[int, int]:
    winners, scores = game.winners, game.scores
    return {max(scores[seat] for seat in winners): 1} if winners else {}


def _sort_counts(counts: Counter[str], _: Tally) -> dict[str, int]:
    """Sort counts, the most frequent first, equal ones by name."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _nest_counts(counts: Counter[tuple[str, str]], _: Tally) -> dict[str, dict[str, int]]:
    nested: dict[str, dict[str, int]] = {}
    for (outer, inner), times in sorted(counts.items()):
        nested.setdefault(outer, {})[inner] = times
    return nested


def spread(counts: Mapping[int, int], _: Tally | None = None) -> dict[str, float | None]:
    """Return minimum, median and maximum of counted values (value to count); None for each if there are none."""
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


def _score_leads(game: FinishedGame) -> dict[str, int]:
    """Return how far each seat's score is ahead of the best of the others; negative if it is behind."""
    scores = game.scores
    if len(scores) < 2:
        return {}
    *_, second, best = sorted(scores.values())
    return {seat: score - (second if score == best else best) for seat, score in scores.items()}


def _nest_numbers(counts: Counter[tuple[str, int]], _: Tally) -> dict[str, dict[str, int]]:
    nested: dict[str, dict[str, int]] = {}
    for (seat, number), times in sorted(counts.items()):
        nested.setdefault(seat, {})[f"{number}"] = times
    return nested


def _spreads(counts: Counter[tuple[str, int]], _: Tally) -> dict[str, dict[str, float | None]]:
    nested: dict[str, dict[int, int]] = {}
    for (track, value), times in sorted(counts.items()):
        nested.setdefault(track, {})[value] = times
    return {track: spread(values) for track, values in nested.items()}


def _mean(counts: Mapping[int, int], _: Tally) -> float | None:
    """Return the mean of counted values (value to count); None if there are none, or all of them are 0."""
    total = sum(counts.values())
    return round(sum(value * times for value, times in counts.items()) / total, 3) if any(counts) else None


def _means_per_game(sums: Mapping[str, int], tally: Tally) -> dict[str, float]:
    """Return sums as means per game, by name."""
    return {name: round(total / tally.finished, 3) for name, total in sorted(sums.items())}


def _stopped_games(_: Counter[Any], tally: Tally) -> list[dict[str, Any]]:
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
        for problem, games, first in tally.stop_reasons()
    ]


ENDING: tuple[Column, ...] = ("winners", "side", "reason", "first", "holder")
"""Columns shared by figures of a game's end, so that games are grouped once for all of them."""
FIGURES: tuple[Figure, ...] = (
    Figure(
        "outcomes", FigureShape.WINNERS, CountedFigure(ENDING, lambda game: {_outcome(game): 1}), _sort_counts, "won by"
    ),
    Figure(
        "seat_wins",
        FigureShape.SEATS,
        CountedFigure(ENDING, lambda game: Counter(game.winners)),
        _sort_counts,
        "seat by seat",
        section="Won by",
        title="Seat by seat, alone or with others",
        file="seats",
    ),
    Figure(
        "reasons",
        FigureShape.REASONS,
        CountedFigure(ENDING, lambda game: {game.reason: 1}),
        _sort_counts,
        "because of",
        "ends by",
        section="Ended by",
    ),
    Figure("stopped", FigureShape.MISTAKES, None, _stopped_games, "stopped by a mistake in the rules"),
    Figure(
        "turns",
        FigureShape.SPREAD,
        CountedFigure(("turns",), lambda game: {game.turns: 1}),
        spread,
        "length of a game",
        "turns",
        section="Length",
        title="Turns of a game",
    ),
    Figure(
        "decisions_per_game",
        FigureShape.SPREAD,
        CountedFigure(("decisions",), lambda game: {game.decisions: 1}),
        spread,
        "length of a game",
        "decisions",
        section="Length",
        title="Decisions of a game",
        file="decisions",
    ),
    Figure(
        "last_positions",
        FigureShape.POSITIONS,
        CountedFigure(("shared_tracks",), lambda game: dict.fromkeys(game.shared_tracks.items(), 1)),
        _spreads,
        "tracks that all seats share, at the end of a game",
        section="Length",
        title="Tracks that all seats share, at the end",
    ),
    Figure(
        "mean_scores",
        FigureShape.SCORES,
        SummedFigure(lambda games: games.scores),
        _means_per_game,
        "mean score",
        section="Scores",
        title="Mean score",
        file="scores",
    ),
    Figure(
        "mean_winning_score",
        FigureShape.MEAN,
        CountedFigure(("winners", "scores"), _best_winning_score),
        _mean,
        "mean score",
        "mean winning score",
        section="Scores",
        title="Mean winning score",
    ),
    Figure(
        "score_leads",
        FigureShape.LEADS,
        CountedFigure(("winners", "scores"), lambda game: dict.fromkeys(_score_leads(game).items(), 1)),
        _nest_numbers,
        "score ahead of the best other one",
        section="Scores",
        title="Score ahead of the best other seat",
    ),
    Figure(
        "first_player",
        FigureShape.WINNERS_BY_SEAT,
        CountedFigure(ENDING, lambda game: {} if game.first is None else {(game.first, _outcome(game)): 1}),
        _nest_counts,
        "won by place in turn order",
        section="Won by",
        title="Who played first",
    ),
    Figure(
        "cards",
        FigureShape.USES,
        SummedFigure(lambda games: games.uses),
        _nest_counts,
        "cards by use",
        section="Cards",
        title="Cards by use",
    ),
    Figure(
        "track_ends",
        FigureShape.ENDS,
        SummedFigure(lambda games: games.ends),
        _nest_counts,
        "tracks stopped at their ends",
    ),
)
"""All figures, in the order of their presentation."""


STOPPED_REASON = "stopped"
"""Reason listed for a game that was stopped by an error in the rules."""


def csv_header(game: Game, with_cards: bool = False) -> str:
    """Return the header line. Sides and scores have columns only if the game has them, cards if they are asked for."""
    side = ("side",) if game.rulebook.sides else ()
    scores = tuple(f"score {seat}" for seat in _scored_seats(game))
    return csv_text(
        [
            (
                "game",
                "reason",
                "winners",
                *side,
                "decisions",
                "turns",
                "first",
                *scores,
                *(card_columns(game) if with_cards else ()),
            )
        ]
    )


def card_columns(game: Game) -> tuple[str, ...]:
    """Return the names of the columns of the cards that each seat drew and played."""
    return tuple(f"{what} {seat}" for seat in game.seats for what in ("drawn", "played"))


def csv_line(game: Game, index: int, ended: FinishedGame | None, cards: Sequence[str] = ()) -> str:
    """Return the line of game `index` of a run; `ended` is None if it was stopped.

    Several winners are joined by `+`. `cards`: the values of `card_columns`, if the header has them.
    """
    if ended is None:
        return csv_text([(index, STOPPED_REASON, *[None] * (csv_header(game, bool(cards)).count(",") - 1))])
    side: tuple[Cell, ...] = (ended.side,) if game.rulebook.sides else ()
    scores = ended.scores
    winners = "+".join(ended.winners)
    told = (index, ended.reason, winners, *side, ended.decisions, ended.turns, ended.first)
    return csv_text([(*told, *(scores[seat] for seat in _scored_seats(game)), *cards)])


def _scored_seats(game: Game) -> tuple[str, ...]:
    return () if game.rulebook.score is None else game.seats
