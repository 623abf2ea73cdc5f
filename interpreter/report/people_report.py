"""Figures of how people played, for CSV files and pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from interpreter.lab.measure.people_document import DecisionFigures, PeopleDocument, TimeFigures
from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.plots import Bar, bar_chart
from interpreter.report.html_page import render_page
from interpreter.report.shared_parts import MAX_ROWS, Cell, DataTable, ReportFigure, TableRow, interval_cells

TIME_NOTE = (
    "Mean seconds of a decision of each kind. The thin lines say between what the mean lies in 95 of 100 samples."
)
FIGURE_COLUMNS = ("decisions", "undone", "options", "seconds", "low", "high", "median", "max", "sum")
Titles = Callable[[str], str]


def make_people_figures(document: PeopleDocument, title_of: Titles) -> list[ReportFigure]:
    """Return all figures; `title_of` returns the title of a seat or an option."""
    topics: list[TableRow] = [(each.topic, *_figure_cells(each.figures)) for each in document.topics]
    timed = [(each.topic, each.figures.seconds) for each in document.topics]
    bars = [_bar(topic, seconds) for topic, seconds in timed[:MAX_ROWS] if seconds is not None]
    charts = [partial(bar_chart, "times", bars, TIME_NOTE, axis="seconds of a decision")] if bars else []
    seats: list[TableRow] = [
        (seat, title_of(seat), each.matches, each.wins, *_figure_cells(each.figures))
        for seat, each in document.seats.items()
    ]
    options: list[TableRow] = [
        (
            each.topic,
            each.option,
            title_of(each.option),
            each.offered,
            each.taken,
            each.undone,
            *interval_cells(each.share),
        )
        for each in document.options
    ]
    reasons: list[TableRow] = [*document.reasons.items()]
    columns = ("decision", "option", "title", "offered", "taken", "undone", "share", "low", "high")
    return [
        ReportFigure(DataTable("topics", "Decisions by kind", ("decision", *FIGURE_COLUMNS), topics), "", charts),
        ReportFigure(
            DataTable("seats", "Decisions by seat", ("seat", "title", "matches", "wins", *FIGURE_COLUMNS), seats)
        ),
        ReportFigure(DataTable("options", "Options offered and taken", columns, options)),
        ReportFigure(DataTable("reasons", "How matches end", ("reason", "matches"), reasons)),
    ]


def _figure_cells(figures: DecisionFigures) -> TableRow:
    found = figures.seconds
    times = (
        (None,) * 6 if found is None else (*interval_cells(found.mean), found.median, found.max, round(found.sum, 2))
    )
    return figures.decisions, figures.undone, figures.options, *times


def _bar(topic: str, seconds: TimeFigures) -> Bar:
    mean = seconds.mean
    return Bar(topic, mean.estimate, mean.low, mean.high, f"{mean.estimate:.1f} s")


def render_people_page(document: PeopleDocument, title_of: Titles, figures: Sequence[ReportFigure]) -> str:
    """Return the page: time by kind of decision and by seat, options, ends of matches.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    many = format_count(document.matches, "match", "matches")
    heading = f"{title_of(document.game)}: how people played"
    return render_page(heading, many, _lead(document), _facts(document), figures)


def _lead(document: PeopleDocument) -> list[str]:
    total = document.total
    found = []
    if total.seconds is not None:
        found.append(
            f"A decision takes {total.seconds.mean.estimate:.1f} s; half of them take at most "
            f"{total.seconds.median:.1f} s."
        )
    if total.decisions:
        found.append(f"{total.undone} of {format_count(total.decisions, 'choice')} were taken back.")
    return found


def _facts(document: PeopleDocument) -> Mapping[str, str]:
    facts: dict[str, Cell] = {
        "Matches": f"{document.matches:,}",
        "Decisions": f"{document.total.decisions:,}",
        "Versions of the rules": f"{document.rules}",
    }
    if document.variants:
        facts["Variants"] = ", ".join(document.variants)
    return {name: f"{value}" for name, value in facts.items()}
