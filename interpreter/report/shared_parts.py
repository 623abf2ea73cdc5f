"""Parts shared by several reports: tables for CSV files and charts, titles, bars of shares, and the course of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from interpreter.lab.result_documents import RunHead, StudiedGame, rounded_or_none
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.lab.turn_order import TurnOrder
from interpreter.matches.match import Game
from interpreter.playtest.run.observers import POINTS, CourseStatistics
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.heat_maps import HeatValues, heat_map
from interpreter.report.drawing.plots import Bar, ReferenceLine, bar_chart, line_chart
from interpreter.report.drawing.svg import COLOURS, Picture
from interpreter.report.phrasing import describe_first_turn, fallback_phrase, place_name
from interpreter.rulebook.model import Rulebook
from interpreter.support.csv_output import Cell as Cell
from interpreter.support.csv_output import csv_text

TableRow = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table of plain values.

    Attributes:
        id: Name of its file: lower case, digits and `_`, unique in a document.
        title: Title for people.
        columns: Names of the columns, all different.
        rows: Rows of cells; None stands for unknown or missing.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[TableRow]

    def csv(self) -> str:
        """Return the table as CSV, with a header line."""
        assert len(set(self.columns)) == len(self.columns), self.id
        return csv_text([self.columns, *self.rows])


def use_column(label: str) -> str:
    """Return the name of the column for a use of cards; the prefix keeps labels apart from other columns."""
    return f"for {label}"


@dataclass(frozen=True, slots=True)
class ReportFigure:
    """A figure of a result, from which CSV files and pages are made.

    Attributes:
        table: Its values.
        section: Section of the page, which several figures may share; by default the title of the table.
        pictures: Functions that draw its pictures; called only for a page.
        text: Explanation of the pictures.
        is_wide: True if the section takes the full width.
        is_on_page: False if the figure is not worth a place on the page.
    """

    table: DataTable
    section: str = ""
    pictures: Sequence[Callable[[], Picture]] = ()
    text: str = ""
    is_wide: bool = False
    is_on_page: bool = True


def interval_cells(interval: Interval | None) -> TableRow:
    """Return an interval as three cells, which are empty if it is unknown."""
    if interval is None:
        return None, None, None
    return tuple(map(rounded_or_none, (interval.estimate, interval.low, interval.high)))


MAX_ROWS = 20
"""Maximum number of bars in a picture; the table has all rows."""
MAX_MAPS = 6
NOBODY = "nobody"
"""The winner of draws."""
SCORES = "Scores"
"""Section of all figures of scores."""
FINAL_SCORING = "The dashed step at 100 % includes the final scoring, so it may jump."
"""Explanation of the last step of scores over time."""
SEE_TABLE = "the table has them all."
INTERVALS = "The thin lines say between what a share lies in 95 of 100 runs."
JOINT_INTERVALS = "The thin lines say between what the shares lie: in 95 of 100 runs, all of a table do."


def title_of(book: Rulebook, names: Names) -> str:
    """Return the title of the game with its variants."""
    variants = " and ".join(names.localize(variant.title) for variant in book.overlays)
    return names.localize(book.title) + (f" with {variants}" if variants else "")


def colours_of(game: Game) -> dict[str, int]:
    """Return the palette index of each side or seat, the same in all pictures."""
    whose = {side_id: at for at, side_id in enumerate(contenders_of(game))}
    return {seat: at for at, seat in enumerate(game.seats)} | whose


def records(table: DataTable) -> list[dict[str, Any]]:
    """Return the rows of a table as dictionaries by column."""
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def format_share(row: Mapping[str, Any]) -> str:
    """Return a share with its interval, in per cent."""
    return f"{100 * row['share']:.1f} % ({100 * row['low']:.1f}–{100 * row['high']:.1f})"


def even_line(game: Game) -> ReferenceLine:
    """Return the line at an even share of the sides, or of the seats if the game has no sides."""
    even = 100 / len(contenders_of(game))
    return ReferenceLine(even, f"even: {even:.3g} %")


def share_chart(
    table: DataTable,
    games: int,
    text: str,
    caption: str = "",
    colours: Mapping[str, int] | None = None,
    mark: ReferenceLine | None = None,
) -> Picture:
    """Return a bar chart of a table of shares of so many games, at most `MAX_ROWS` bars; the first column is the id."""
    told = records(table)
    rows = [
        Bar(
            title,
            100 * row["share"],
            100 * row["low"],
            100 * row["high"],
            format_share(row) + (f", {format_count(row['games'], 'game')}" if "games" in row else ""),
            colour=(colours or {}).get(f"{row[table.columns[0]]}", 7 if colours else 0),
        )
        for row, title in list(zip(told, distinct_titles(told, table.columns[0]), strict=True))[:MAX_ROWS]
    ]
    caption = " ".join(filter(None, (caption, truncation_note(len(told)))))
    return bar_chart(table.id, rows, text, caption, f"% of {format_count(games, 'game')}", mark)


class RunDocument(Protocol):
    """The parts of a document that describe its run."""

    @property
    def run(self) -> RunHead:
        """Format and backend."""

    @property
    def subject(self) -> StudiedGame:
        """The game and its players."""

    @property
    def games(self) -> int:
        """Number of games."""

    @property
    def seed(self) -> int:
        """Seed of the run."""


def run_facts(document: RunDocument) -> dict[str, str]:
    """Return the facts of a run for the head of a page, by name."""
    return {
        "Games": f"{document.games:,}",
        "Seats": f"{len(document.subject.players)}",
        "Seed": f"{document.seed}",
        **fallback_fact(document.run),
    }


def fallback_fact(run: RunHead) -> dict[str, str]:
    """Return the fact that Python was used in place of machine code, if it was."""
    said = fallback_phrase(run)
    return {"Backend": said} if said else {}


def truncation_note(number: int, of: str = "") -> str:
    """Return a note that only the first rows are drawn; empty if all are. `of`: a noun for the rows."""
    what = f" {of}" if of else ""
    return f"The first {MAX_ROWS} of {number:,}{what}; {SEE_TABLE}" if number > MAX_ROWS else ""


def distinct_titles(rows: Sequence[Mapping[str, Any]], id_column: str) -> list[str]:
    """Return the titles of rows, with ids added to titles that several things share."""
    often = Counter(title for title, _ in {(row["title"], row[id_column]) for row in rows})
    return [row["title"] if often[row["title"]] == 1 else f"{row['title']} ({row[id_column]})" for row in rows]


def turn_order_figure(order: TurnOrder, section: str, game: Game) -> ReportFigure:
    """Return the wins by place in turn order as a figure of a section; drawn unless the same seat is always first."""
    said = describe_first_turn(order, Names(game.rulebook).distinct_titles(game.seats).__getitem__)
    text = f"{said[0].upper()}{said[1:]}."
    rows: list[TableRow] = [
        (place + 1, place_name(place), *interval_cells(share)) for place, share in enumerate(order.places)
    ]
    table = DataTable("turn_order", "Won by place in turn order", ("place", "title", "share", "low", "high"), rows)
    games = sum(order.first.values())
    chart = partial(share_chart, table, games, table.title, table.title, mark=even_line(game))
    return ReportFigure(table, section, [chart] if len(order.first) > 1 else [], text)


def course_figures(course: CourseStatistics, game: Game) -> Iterator[ReportFigure]:
    """Yield the mean scores from start to end of the observed games, if the rules define a score, and the pieces."""
    if not course.games:
        return
    names, book = Names(game.rulebook), game.rulebook
    observed = format_count(course.games, "observed game")
    if book.score is not None:
        text = f"Each seat's mean score in the course of {observed}."
        points = range(POINTS + 1)
        scores = {seat: [course.mean_score(seat, point) for point in points] for seat in game.seats}
        numbers = [100 * point // POINTS for point in points]
        is_drawn = any(value for values in scores.values() for value in values[:POINTS])
        if not is_drawn:
            text += " All is scored at the end."
        else:
            text += f" {FINAL_SCORING}"
            if any(course.scored_games[point] < course.games for point in points):
                text += " Where there is no line it is not known; elsewhere it is of the games where it is."
        called = names.distinct_titles(game.seats)
        series = {called[seat]: values for seat, values in scores.items()}
        axes = ("per cent of a game's decisions", "mean score")
        chart = partial(line_chart, "course", series, numbers, axes, text, is_last_dashed=True)
        rows: list[TableRow] = [
            (number, *map(_rounded, row)) for number, *row in zip(numbers, *scores.values(), strict=True)
        ]
        table = DataTable("course", "Mean score in the course of a game", ("per cent", *game.seats), rows)
        yield ReportFigure(table, SCORES, [chart] if is_drawn else [], text)
    if course.pieces:
        text = (
            f"How many pieces are in a space on average, from the first decision to the last of {observed}, each of "
            "which counts the same. All maps have one scale."
        )
        held = dict.fromkeys((kind, whose) for kind, whose, _ in sorted(course.pieces, key=str))
        if len(held) > MAX_MAPS:
            text += f" The {MAX_MAPS} of {len(held)} kinds of pieces of which there are most; {SEE_TABLE}"
        pieces: list[TableRow] = [
            (
                kind,
                names.title_of(kind),
                whose,
                None if whose is None else names.title_of(whose),
                space.id,
                names.localize(space.title),
                _rounded(course.mean_pieces(kind, whose, space.id)),
                _rounded(course.final_pieces[kind, whose, space.id] / course.games),
            )
            for kind, whose in held
            for space in book.map.spaces
        ]
        columns = ("kind", "kind title", "seat", "seat title", "space", "title", "on average", "at the end")
        table = DataTable("pieces", "Pieces in each space", columns, pieces)
        yield ReportFigure(table, "Where the pieces are", _maps(course, game, names), text, is_wide=True)


def _rounded(value: float | None) -> float | None:
    return None if value is None else rounded_or_none(value)


def _maps(course: CourseStatistics, game: Game, names: Names) -> list[Callable[[], Picture]]:
    """Return functions that draw a heat map for each kind and owner of pieces, limited to the most frequent ones."""
    held: Counter[tuple[str, str | None]] = Counter()
    for (kind, whose, _), number in course.pieces.items():
        held[kind, whose] += number
    most = max(course.mean_pieces(*where) for where in course.pieces)
    colours, called = colours_of(game), names.distinct_titles(game.seats)
    maps: list[Callable[[], Picture]] = []
    for number, (kind, whose) in enumerate(sorted(held, key=lambda each: (-held[each], str(each)))[:MAX_MAPS]):
        values = {space.id: course.mean_pieces(kind, whose, space.id) for space in game.rulebook.map.spaces}
        title = names.title_of(kind) + (f" ({called.get(whose, names.title_of(whose))})" if whose is not None else "")
        colour = colours.get(whose or "", number if whose is None else 7) % len(COLOURS)
        heat = HeatValues(values, most, colour, title)
        maps.append(partial(heat_map, f"map{number}", game.rulebook.map, names, heat))
    return maps


def and_others(names: Sequence[str]) -> str:
    """Return a list of names, at most `MAX_ROWS` of them, and the number of others."""
    rest = len(names) - MAX_ROWS
    return ", ".join(names[:MAX_ROWS]) + (f" and {format_count(rest, 'other')}" if rest > 0 else "")
