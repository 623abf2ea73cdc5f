"""Tables of plain values, for CSV files and the data behind the charts of a report.

Tables of the course of observed games: scores over time and pieces in each space.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from interpreter.matches.match import Game
from interpreter.playtest.run.observers import POINTS, CourseStatistics
from interpreter.presentation.names import Names
from interpreter.support.csv_output import Cell as Cell
from interpreter.support.csv_output import csv_text

DECIMALS = 4
"""Number of decimals in documents and tables."""


def rounded_or_none(value: float) -> float | None:
    """Round a number for output; an infinite one becomes None."""
    return round(value, DECIMALS) + 0.0 if isfinite(value) else None  # 0.0: no -0


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
    rows: Sequence[tuple[Cell, ...]]

    def csv(self) -> str:
        """Return the table as CSV, with a header line."""
        assert len(set(self.columns)) == len(self.columns), self.id
        return csv_text([self.columns, *self.rows])


def use_column(label: str) -> str:
    """Return the name of the column for a use of cards; the prefix keeps labels apart from other columns."""
    return f"for {label}"


TableRow = tuple[Cell, ...]


def course_tables(course: CourseStatistics, game: Game) -> list[DataTable]:
    """Return the mean scores from start to end, if the rules define a score, and the pieces in each space."""
    if not course.games:
        return []
    names, book = Names(game.rulebook), game.rulebook
    tables = []
    if book.score is not None:
        rows: list[TableRow] = [
            (100 * point // POINTS, *(_rounded(course.mean_score(seat, point)) for seat in game.seats))
            for point in range(POINTS + 1)
        ]
        tables.append(DataTable("course", "Mean score in the course of a game", ("per cent", *game.seats), rows))
    if course.pieces:
        spaces = [(space.id, names.localize(space.title)) for space in book.map.spaces]
        held = dict.fromkeys((kind, whose) for kind, whose, _ in sorted(course.pieces, key=str))
        pieces = [
            (
                kind,
                names.title_of(kind),
                whose,
                None if whose is None else names.title_of(whose),
                space,
                title,
                _rounded(course.mean_pieces(kind, whose, space)),
                _rounded(course.final_pieces[kind, whose, space] / course.games),
            )
            for kind, whose in held
            for space, title in spaces
        ]
        columns = ("kind", "kind title", "seat", "seat title", "space", "title", "on average", "at the end")
        tables.append(DataTable("pieces", "Pieces in each space", columns, pieces))
    return tables


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)
