"""Tables of the course of observed games: scores over time and pieces in each space."""

from __future__ import annotations

from interpreter.lab.tables import DIGITS, Cell, Table
from interpreter.matches.match import Game
from interpreter.playtest.course import POINTS, Course
from interpreter.presentation.names import Names

Row = tuple[Cell, ...]


def course_tables(course: Course, game: Game) -> list[Table]:
    """Return the mean scores from start to end, if the rules define a score, and the pieces in each space."""
    if not course.games:
        return []
    names, book = Names(game.rulebook), game.rulebook
    tables = []
    if book.score is not None:
        rows: list[Row] = [
            (100 * point // POINTS, *(_rounded(course.score(seat, point)) for seat in game.seats))
            for point in range(POINTS + 1)
        ]
        tables.append(Table("course", "Mean score in the course of a game", ("per cent", *game.seats), rows))
    if course.pieces:
        spaces = [(space.id, names.say(space.title)) for space in book.map.spaces]
        held = dict.fromkeys((kind, whose) for kind, whose, _ in sorted(course.pieces, key=str))
        pieces = [
            (
                kind,
                names.of(kind),
                whose,
                None if whose is None else names.of(whose),
                space,
                title,
                _rounded(course.mean(kind, whose, space)),
                _rounded(course.ends[kind, whose, space] / course.games),
            )
            for kind, whose in held
            for space, title in spaces
        ]
        columns = ("kind", "kind title", "seat", "seat title", "space", "title", "on average", "at the end")
        tables.append(Table("pieces", "Pieces in each space", columns, pieces))
    return tables


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
