"""Figures of a comparison for CSV files and pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import isfinite

from interpreter.lab.compare.comparison_document import CompareDocument, LineupResult
from interpreter.lab.compare.pairing import AFTER, BEFORE
from interpreter.lab.result_documents import rounded_or_none
from interpreter.players.lineup import BALANCE_WARNING
from interpreter.presentation.names import Names
from interpreter.report.compare_changes import CHANGE_FIGURES, ChangeFigure, ChangeRow, ComparedTitles
from interpreter.report.data_tables import Cell, DataTable, ReportFigure, TableRow
from interpreter.report.page import render_page
from interpreter.report.phrasing import is_random, lineups, margin_text
from interpreter.report.plots import Bar, bar_chart
from interpreter.report.shared_parts import MAX_ROWS, colours_of, fallback_fact, title_of, truncation_note
from interpreter.report.svg import Picture

CHANGE = ("before", "after", "change", "low", "high")
"""Columns of a change."""


def make_compare_figures(document: CompareDocument, told: Sequence[LineupResult]) -> Iterator[ReportFigure]:
    """Yield the figures that have rows, then the example games.

    Each row names the kind of players in its column `by`, which is empty for the default players.
    """
    versions = told[0].answer.question.versions
    titles = ComparedTitles(*(Names(version.game.rulebook) for version in versions))
    colours = colours_of(versions[AFTER].game)
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
    return bar_chart(f"{figure.id}{number}", bars, f"{figure.title}: what changed", caption)


def render_compare_page(
    document: CompareDocument, told: Sequence[LineupResult], lead: Sequence[str], figures: Sequence[ReportFigure]
) -> str:
    """Return the page: the answer in sentences (`lead`), then the figures.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    versions = told[0].answer.question.versions
    names = [Names(version.game.rulebook) for version in versions]
    titles = [title_of(version.game.rulebook, names[AFTER]) for version in versions]
    facts = {
        "Games": f"{document.deciding.games:,} a side",
        "Margin": margin_text(document.within),
        "Seed": f"{document.seed}",
        **fallback_fact(document.run),
        "Before": f"rules {document.deciding.a.subject.digest[:12]}",
        "After": f"rules {document.deciding.b.subject.digest[:12]}",
    }
    heading = titles[AFTER] if titles[BEFORE] == titles[AFTER] else f"{titles[BEFORE]} → {titles[AFTER]}"
    lead = [*lead, f"{BALANCE_WARNING}."] if is_random(told) else lead
    return render_page(f"{heading}: compared", lineups(told, names), lead, facts, figures)
