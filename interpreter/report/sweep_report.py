"""Figures of sweeps (`POINT_FIGURES`), for CSV files and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from interpreter.lab.compare.question import POINTS
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.sweep.sweep_document import PointFigures, SweepDocument
from interpreter.matches.match import Game
from interpreter.players.lineup import describe_lineup
from interpreter.playtest.run.figures import DRAW
from interpreter.presentation.names import Names
from interpreter.report.drawing.plots import Bar, ReferenceLine, bar_chart
from interpreter.report.drawing.svg import Picture
from interpreter.report.drawing.value_plots import CurvePoint, ValueGrid, curve, value_heat_map
from interpreter.report.html_page import render_page
from interpreter.report.shared_parts import (
    MAX_ROWS,
    NOBODY,
    Cell,
    DataTable,
    ReportFigure,
    TableRow,
    colours_of,
    even_line,
    interval_cells,
    run_facts,
    title_of,
    truncation_note,
)
from interpreter.report.sweep_summary import SweepSummary
from interpreter.support.errors import printable

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
        lambda point: {**point.wins, **({DRAW: point.draws} if point.draws and point.draws.estimate else {})},
        lambda names, who: NOBODY if who == DRAW else names.title_of(who),
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
        for point in document.arms:
            values = [_cell(point.values.get(path)) for path in document.vary]
            head = (*values, point.present, point.games, *((point.stopped_in,) if is_first else ()))
            for key, interval in figure.rows(point).items():
                if interval is not None:
                    title = () if figure.title_of is None else (figure.title_of(names, key),)
                    change = _change_cells(point.difference.get(key)) if is_first else ()
                    rows.append((*head, key, *title, *interval_cells(interval), *change))
            if is_first and not point.wins:
                rows.append((*head, None, None, *interval_cells(None), *_change_cells(None)))
        columns = (*document.vary, "present", "games", *(("stopped in",) if is_first else ()), *figure.columns)
        columns = (*columns, figure.estimate, "low", "high", *(CHANGE_COLUMNS if is_first else ()))
        table = DataTable(figure.id, figure.title, columns, rows)
        yield _first_figure(table, figure, document, game) if is_first else ReportFigure(table, figure.section)


def _cell(value: object) -> Cell:
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


CHANGE_COLUMNS = ("change", "change low", "change high")
"""Columns of the change from the present value on the same games, in percentage points."""


def _change_cells(change: Interval | None) -> TableRow:
    return interval_cells(None if change is None else change.scaled(POINTS))


def _first_figure(table: DataTable, figure: PointFigure, document: SweepDocument, game: Game) -> ReportFigure:
    """Return the figure of wins as a curve or a heat map over numbers, or with a bar for each value."""
    names = Names(game.rulebook)
    words = SweepSummary(document, game, names)
    title = f"How often {names.title_of(words.contender)} wins"
    target = document.aim.target if document.aim else None
    text = f"{title}." if len(document.vary) > 1 else f"{title}. {INTERVAL_NOTE}"
    chart = _grid if len(document.vary) > 1 else _curve if _is_numeric(document) else _bars
    mark = even_line(game) if target is None else ReferenceLine(target, f"aim: {target:g} %")
    charts = [partial(chart, document, words, title, colours_of(game)[words.contender], mark)] if words.played else []
    return ReportFigure(table, figure.section, charts, text, is_wide=len(document.vary) > 1)


def _is_numeric(document: SweepDocument) -> bool:
    """Return whether the values of the only place are numbers, of which several were played."""
    (values,) = document.vary.values()
    known = [point for point in document.points if point.wins]
    return len(known) > 1 and all(type(value) in (int, float) for value in values)


def _curve(document: SweepDocument, words: SweepSummary, title: str, colour: int, mark: ReferenceLine) -> Picture:
    (path,) = document.vary
    points = []
    for point in words.played:
        won = words.interval(point).scaled(POINTS)
        value = point.values[path]
        points.append(CurvePoint(value, won.estimate, won.low, won.high, point.present, point.is_ruled_out))
    ringed = "The ring is the present value. " if any(point.is_present for point in points) else ""
    caption = f"{ringed}The dashed line is {_line_name(document, mark)}."
    return curve("wins", points, (printable(path), "% of games"), title, caption, colour, mark)


def _line_name(document: SweepDocument, mark: ReferenceLine) -> str:
    return f"{'an even share' if document.aim is None else 'the aim'}, {mark.value:.3g} %"


def _grid(document: SweepDocument, words: SweepSummary, title: str, colour: int, mark: ReferenceLine) -> Picture:
    down, across = document.vary
    columns = len(document.vary[across])
    places = {divmod(number, columns): point for number, point in enumerate(document.points)}
    grid = ValueGrid(
        [printable(row.texts[0]) for row in document.points[::columns]],
        [printable(point.texts[1]) for point in document.points[:columns]],
        {place: POINTS * words.interval(point).estimate for place, point in places.items() if point.wins},
        next((place for place, point in places.items() if point.present), None),
    )
    caption = grid_caption(grid, mark, _line_name(document, mark))
    return value_heat_map("wins", grid, (printable(down), printable(across)), title, caption, colour, mark)


def grid_caption(grid: ValueGrid, mark: ReferenceLine, line_name: str) -> str:
    """Return the meaning of all signs that a heat map of shares has."""
    parts = ["% of games."]
    if grid.present is not None:
        parts.append("The frame is around the present values.")
    if len({share >= mark.value for share in grid.cells.values()}) > 1:
        parts.append(f"The dashed line parts shares below and above {line_name}.")
    else:
        parts.append(f"All shares are on one side of {line_name}.")
    if len(grid.cells) < len(grid.rows) * len(grid.columns):
        parts.append("Empty: a game couldn't be played to its end with these values, or they weren't played.")
    return " ".join(parts)


def _bars(document: SweepDocument, words: SweepSummary, title: str, colour: int, mark: ReferenceLine) -> Picture:
    bars = []
    for point in words.played[:MAX_ROWS]:
        won = words.interval(point).scaled(POINTS)
        said = f"{won.estimate:.1f} % ({won.low:.1f}–{won.high:.1f})"
        value = words.value(point).strip("`") + (", present" if point.present else "")
        bars.append(Bar(value, won.estimate, won.low, won.high, said, point.is_ruled_out, colour))
    return bar_chart("wins", bars, title, truncation_note(len(words.played), "values"), "% of games", mark)


def render_sweep_page(document: SweepDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: share of wins for each value, endings and lengths.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    words = SweepSummary(document, game, names)
    title = f"{title_of(game.rulebook, names)}: {words.subject()}"
    players = describe_lineup(game, document.subject.players, names)
    said = [each for each in (words.sentence(), words.confirmation(), words.doubt()) if each]
    return render_page(title, players, [each.replace("`", "") for each in said], run_facts(document), figures)
