"""Figures of a comparison, with one entry each in `CHANGE_FIGURES`, from which text, CSV file and page are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import nan

from interpreter.lab.compare.comparison_document import LineupFigures
from interpreter.lab.compare.question import POINTS
from interpreter.lab.stats.intervals import Interval
from interpreter.presentation.names import Names

BAR_NOTE = "Points of change, after minus before; the thin lines say between what it lies."


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A number before and after the change.

    Attributes:
        cells: Ids and titles, as in the CSV file.
        name: Its name for people, different from all others of the figure.
        before: The number before the change.
        after: The number after it.
        interval: Interval of the change, if known.
    """

    cells: tuple[str, ...]
    name: str
    before: float
    after: float
    interval: Interval | None = None

    @property
    def change(self) -> float:
        """The change of the number."""
        return self.after - self.before if self.interval is None else self.interval.estimate


@dataclass(frozen=True, slots=True)
class ChangeFigure:
    """A figure that both versions have.

    Attributes:
        id: Name of the CSV file.
        title: Title of the table.
        section: Section of the page.
        heading: Heading in the text.
        columns: Names of the columns before those of a change.
        rows: Returns the rows under one kind of players.
        factor: Factor on the numbers for CSV file and page.
        text_factor: Factor on the numbers for the text.
        digits: Number of digits in the text; None for as many as the margin needs.
        most_rows: Maximum number of rows in the text, if limited.
        bar_digits: Number of digits beside the bars on the page; None for no bars.
        note: Explanation on the page.
    """

    id: str
    title: str
    section: str
    heading: str
    columns: tuple[str, ...]
    rows: Callable[[LineupFigures, ComparedTitles], list[ChangeRow]]
    factor: float = 1
    text_factor: float = 1
    digits: int | None = None
    most_rows: int | None = None
    bar_digits: int | None = None
    note: str = ""


class ComparedTitles:
    """Titles of the things in the two versions of a game."""

    def __init__(self, before: Names, after: Names) -> None:
        self._before, self.after = before, after

    def title_of(self, thing_id: str) -> str:
        """Return the title after the change, or before it for a thing that is no longer there."""
        title = self.after.title_of(thing_id)
        return title if title != thing_id else self._before.title_of(thing_id)

    def distinct(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the titles by id; equal ones are followed by their ids."""
        titles = {thing_id: self.title_of(thing_id) for thing_id in ids}
        known = [*titles.values()]
        return {
            thing_id: title if known.count(title) == 1 else f"{title} ({self.after.safe(thing_id)})"
            for thing_id, title in titles.items()
        }


def _wins(figures: LineupFigures, titles: ComparedTitles) -> list[ChangeRow]:
    named, games = titles.distinct(figures.difference), figures.games
    found = []
    for who, change in figures.difference.items():
        before, after = (wins[who] / games if games else nan for wins in (figures.a.wins, figures.b.wins))
        found.append(ChangeRow((who, titles.title_of(who)), named[who], before, after, change))
    return found


def _reasons(figures: LineupFigures, titles: ComparedTitles) -> list[ChangeRow]:
    found = []
    for reason, of in figures.reasons.items():
        title = titles.after.label(reason, titles.after.as_words(reason))
        shares = of.before / figures.games, of.after / figures.games
        found.append(ChangeRow((reason, title), title, *shares, of.change))
    return found


def _lengths(figures: LineupFigures, titles: ComparedTitles) -> list[ChangeRow]:
    found = []
    for key, of in figures.length.items():
        bounds = None if of.low is None or of.high is None else Interval(of.difference, of.low, of.high)
        found.append(ChangeRow((key,), key.split("_")[0], of.before, of.after, bounds))
    return found


def _scores(figures: LineupFigures, titles: ComparedTitles) -> list[ChangeRow]:
    named = titles.distinct(figures.scores)
    return [
        ChangeRow((seat, titles.title_of(seat)), named[seat], of.before, of.after)
        for seat, of in figures.scores.items()
    ]


def _cards(figures: LineupFigures, titles: ComparedTitles) -> list[ChangeRow]:
    named = titles.distinct(use.id for use in figures.cards)
    return [
        ChangeRow(
            (use.id, titles.title_of(use.id), use.use),
            f"{named[use.id]}, {titles.after.as_words(use.use)}",
            use.before,
            use.after,
        )
        for use in figures.cards
    ]


CHANGE_FIGURES = (
    ChangeFigure(
        "wins",
        "Won by, in per cent",
        "Won by",
        "won by, %",
        ("id", "title"),
        _wins,
        factor=POINTS,
        text_factor=POINTS,
        bar_digits=1,
        note=BAR_NOTE,
    ),
    ChangeFigure(
        "reasons",
        "Ended by, in per cent",
        "Ended by",
        "ends by, %",
        ("reason", "title"),
        _reasons,
        factor=POINTS,
        text_factor=POINTS,
        bar_digits=1,
        note=BAR_NOTE,
    ),
    ChangeFigure(
        "lengths",
        "Length of a game",
        "Length",
        "length of a game",
        ("what",),
        _lengths,
        digits=2,
        note="Means, before and after.",
    ),
    ChangeFigure("scores", "Mean score", "Mean score", "mean score", ("seat", "title"), _scores, digits=2),
    ChangeFigure(
        "cards",
        "Cards that moved most, uses a game",
        "Cards",
        "cards in 100 games",
        ("card", "title", "use"),
        _cards,
        text_factor=100,
        most_rows=8,
        bar_digits=2,
        note="Uses a game.",
    ),
)
"""All figures that both versions have, in the order of their presentation."""
