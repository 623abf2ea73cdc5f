"""Figures of a comparison: an entry each in `CHANGE_FIGURES`, from which text, CSV file and page are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite, nan

from interpreter.lab.compare.comparison_document import CompareDocument, LineupFigures
from interpreter.lab.compare.pairing import AFTER, BEFORE
from interpreter.lab.compare.question import POINTS
from interpreter.lab.result_documents import rounded_or_none
from interpreter.lab.stats.intervals import Interval
from interpreter.matches.match import Game
from interpreter.players.lineup import BALANCE_WARNING
from interpreter.playtest.run.figures import DRAW
from interpreter.presentation.names import Names
from interpreter.report.drawing.plots import Bar, bar_chart
from interpreter.report.drawing.svg import Picture
from interpreter.report.html_page import render_page
from interpreter.report.phrasing import is_random, lineups, margin_text
from interpreter.report.shared_parts import (
    MAX_ROWS,
    NOBODY,
    Cell,
    DataTable,
    ReportFigure,
    TableRow,
    colours_of,
    fallback_fact,
    interval_cells,
    title_of,
    truncation_note,
)

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
        axis: Name of the axis on the page.
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
    axis: str = ""
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
    if (draws := figures.draws) is not None:
        shares = draws.before / games, draws.after / games
        found.append(ChangeRow((DRAW, NOBODY), NOBODY, *shares, draws.change))
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
        axis="points of change",
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
        axis="points of change",
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
        axis="change of uses a game",
        note="Uses a game.",
    ),
)
"""All figures that both versions have, in the order of their presentation."""


AIM_COLUMNS = (
    "by", "figure", "aim low", "aim high", "side", "before", "after", "distance before", "distance after",
    "change", "low", "high", "verdict",
)  # fmt: skip
CHANGE = ("before", "after", "change", "low", "high")
"""Columns of a change."""


def make_compare_figures(document: CompareDocument, games: Sequence[Game]) -> Iterator[ReportFigure]:
    """Yield the figures of two versions of a game that have rows, then the example games.

    Each row names the kind of players in its column `by`, which is empty for the default players.
    """
    titles = ComparedTitles(*(Names(game.rulebook) for game in games))
    colours = colours_of(games[AFTER])
    for figure in CHANGE_FIGURES:
        kinds = {each.by: figure.rows(each, titles) for each in document.players}
        verdicts = {each.by: (each.verdict, each.games) for each in document.players} if figure.id == "wins" else {}
        rows = [
            (by, *row.cells, *_change_cells(row, figure.factor), *verdicts.get(by, ()))
            for by, found in kinds.items()
            for row in found
        ]
        if not rows:
            continue
        columns = ("by", *figure.columns, *CHANGE, *(("verdict", "games") if verdicts else ()))
        drawn = {by: [row for row in found if isfinite(row.before)] for by, found in kinds.items()}
        charts = [
            partial(_chart, figure, number, *item, colours)
            for number, item in enumerate(drawn.items())
            if item[1] and figure.bar_digits is not None
        ]
        yield ReportFigure(DataTable(figure.id, figure.title, columns, rows), figure.section, charts, figure.note)
    aims: list[TableRow] = [
        (
            each.by, aim.figure, aim.low, aim.high, aim.side,
            *map(rounded_or_none, (aim.before, aim.after, aim.distance_before, aim.distance_after)),
            *interval_cells(aim.distance_change), aim.verdict,
        )
        for each in document.players
        for aim in each.aims
    ]  # fmt: skip
    if aims:
        yield ReportFigure(DataTable("aims", "Distance from the aims", AIM_COLUMNS, aims))
    examples: list[TableRow] = [
        (each.by, game.seed, game.game, game.decision, " ".join(game.before), " ".join(game.after), game.games)
        for each in document.players
        for game in each.examples
    ]
    if examples:
        columns = ("by", "seed", "game", "decision", "won before", "won after", "games so")
        yield ReportFigure(DataTable("examples", "Games in which the two versions part", columns, examples))


def _change_cells(row: ChangeRow, factor: float) -> tuple[Cell, ...]:
    bounds = (None, None) if row.interval is None else (row.interval.low, row.interval.high)
    numbers = (row.before, row.after, row.change, *bounds)
    return tuple(None if number is None else rounded_or_none(factor * number) for number in numbers)


def _chart(
    figure: ChangeFigure, number: int, by: str | None, rows: Sequence[ChangeRow], colours: Mapping[str, int]
) -> Picture:
    """Return a bar chart of the changes under one kind of players, which the caption names if there are several."""
    bars = []
    for row in rows[:MAX_ROWS]:
        before, after, change = (figure.factor * value for value in (row.before, row.after, row.change))
        text = f"{before:.{figure.bar_digits}f} → {after:.{figure.bar_digits}f}"
        if row.interval is None:
            bars.append(Bar(row.name, change, value_text=text))
        else:
            low, high = figure.factor * row.interval.low, figure.factor * row.interval.high
            text, is_faint = f"{text} ({change:+.{figure.bar_digits}f})", low <= 0 <= high
            bars.append(Bar(row.name, change, low, high, text, is_faint, colours.get(f"{row.cells[0]}", 0)))
    caption = ". ".join(filter(None, (f"{by} players" if by else "", truncation_note(len(rows)))))
    return bar_chart(f"{figure.id}{number}", bars, f"{figure.title}: what changed", caption, figure.axis)


def render_compare_page(
    document: CompareDocument, games: Sequence[Game], lead: Sequence[str], figures: Sequence[ReportFigure]
) -> str:
    """Return the page: the answer in sentences (`lead`), then the figures.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = [Names(game.rulebook) for game in games]
    titles = [title_of(game.rulebook, names[AFTER]) for game in games]
    facts = {
        "Games": f"{document.deciding.games:,} a side",
        "Margin": margin_text(document.within),
        "Seed": f"{document.seed}",
        **fallback_fact(document.run),
        "Before": f"rules {document.deciding.a.subject.digest[:12]}",
        "After": f"rules {document.deciding.b.subject.digest[:12]}",
    }
    heading = titles[AFTER] if titles[BEFORE] == titles[AFTER] else f"{titles[BEFORE]} → {titles[AFTER]}"
    lead = [*lead, f"{BALANCE_WARNING}."] if is_random(document, games) else lead
    return render_page(f"{heading}: compared", lineups(document, games, names), lead, facts, figures)
