"""Tables of the course of observed games: scores over time and pieces in each space."""

from __future__ import annotations

from interpreter.lab.tables import DECIMALS, Cell, DataTable
from interpreter.matches.match import Game
from interpreter.playtest.course import POINTS, CourseStatistics
from interpreter.presentation.names import Names

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
