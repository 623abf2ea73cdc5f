"""Figures of a sweep for CSV files and pages: one entry each in `POINT_FIGURES`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from interpreter.lab.compare.question import POINTS
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.sweep.sweep_document import PointFigures, SweepDocument
from interpreter.matches.match import Game
from interpreter.players.lineup import describe_lineup
from interpreter.presentation.names import Names
from interpreter.report.data_tables import Cell, DataTable, ReportFigure, TableRow, interval_cells
from interpreter.report.page import render_page
from interpreter.report.phrasing import SweepSummary
from interpreter.report.plots import Bar, bar_chart
from interpreter.report.shared_parts import MAX_ROWS, colours_of, run_facts, title_of, truncation_note
from interpreter.report.svg import Picture

INTERVAL_NOTE = "The thin lines say between what a share lies; those of all values hold together in 95 of 100 runs."


@dataclass(frozen=True, slots=True)
class PointFigure:
    """A figure that is known for each value of a sweep.

    Attributes:
        id: Name of the CSV file.
        title: Title of the table.
        section: Section of the page.
        columns: Names of the columns of an id and its title, if it has one.
        estimate: Name of the column of the estimate.
        rows: Returns the intervals with a value, by id.
        title_of: Returns the title of an id; None if it has none.
    """

    id: str
    title: str
    section: str
    columns: tuple[str, ...]
    estimate: str
    rows: Callable[[PointFigures], Mapping[str, Interval | None]]
    title_of: Callable[[Names, str], str] | None = None


POINT_FIGURES = (
    PointFigure(
        "wins",
        "Won with each value, alone or with others",
        "Who wins",
        ("winner", "title"),
        "share",
        lambda point: point.wins,
        Names.title_of,
    ),
    PointFigure(
        "reasons",
        "How games end with each value",
        "How games end",
        ("reason", "title"),
        "share",
        lambda point: point.reasons,
        lambda names, reason: names.label(reason, names.as_words(reason)),
    ),
    PointFigure(
        "length",
        "How long games are with each value",
        "How long games are",
        ("in",),
        "mean",
        lambda point: point.length,
    ),
)
"""All figures of a sweep, in the order of their presentation."""


def make_sweep_figures(document: SweepDocument, game: Game) -> Iterator[ReportFigure]:
    """Yield all figures; in the first, values without results have a row, too."""
    names = Names(game.rulebook)
    for figure in POINT_FIGURES:
        is_first = figure is POINT_FIGURES[0]
        rows: list[TableRow] = []
        for point in document.points:
            head = (*map(_cell, point.values.values()), point.games, *((point.stopped_in,) if is_first else ()))
            for key, interval in figure.rows(point).items():
                if interval is not None:
                    title = () if figure.title_of is None else (figure.title_of(names, key),)
                    rows.append((*head, key, *title, *interval_cells(interval)))
            if is_first and not point.wins:
                rows.append((*head, None, None, *interval_cells(None)))
        columns = (*document.vary, "games", *(("stopped in",) if is_first else ()), *figure.columns)
        table = DataTable(figure.id, figure.title, (*columns, figure.estimate, "low", "high"), rows)
        yield _first_figure(table, figure, document, game) if is_first else ReportFigure(table, figure.section)


def _cell(value: object) -> Cell:
    return value if isinstance(value, str | int | float | bool) else str(value)


def _first_figure(table: DataTable, figure: PointFigure, document: SweepDocument, game: Game) -> ReportFigure:
    """Return the figure of wins with a bar for each value; values that are ruled out are pale."""
    names = Names(game.rulebook)
    words = SweepSummary(document, game, names)
    title = f"How often {names.title_of(words.contender)} wins"
    target = document.aim.target if document.aim else None
    text = f"{title}. {INTERVAL_NOTE}" + ("" if target is None else f" The dashed line is the aim, {target:g} %.")
    charts = [partial(_chart, game, words, title, target)] if words.played else []
    return ReportFigure(table, figure.section, charts, text)


def _chart(game: Game, words: SweepSummary, title: str, target: float | None) -> Picture:
    colour = colours_of(game)[words.contender]
    bars = []
    for point in words.played[:MAX_ROWS]:
        won = words.interval(point).scaled(POINTS)
        said = f"{won.estimate:.1f} % ({won.low:.1f}–{won.high:.1f})"
        value = words.value(point).strip("`")
        bars.append(Bar(value, won.estimate, won.low, won.high, said, point.is_ruled_out, colour))
    return bar_chart("wins", bars, title, truncation_note(len(words.played), "values"), mark=target)


def render_sweep_page(document: SweepDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: share of wins for each value, endings and lengths.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    words = SweepSummary(document, game, names)
    title = f"{title_of(game.rulebook, names)}: {words.subject()}"
    players = describe_lineup(game, document.subject.players, names)
    return render_page(title, players, [words.sentence().replace("`", "")], run_facts(document), figures)
