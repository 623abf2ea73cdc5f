"""Parts shared by several reports: titles, bars of shares, and the course of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from interpreter.lab.result_tables import DataTable, course_tables
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.matches.match import Game
from interpreter.playtest.run.observers import POINTS, CourseStatistics
from interpreter.playtest.run.run_session import fallback_phrase
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.heat_map import HeatValues, heat_map
from interpreter.report.page import Section
from interpreter.report.plots import Bar, bar_chart, line_chart
from interpreter.report.svg import COLOURS, Picture
from interpreter.rulebook.model import Rulebook

MAX_ROWS = 20
"""Maximum number of bars in a picture; the table has all rows."""
MAX_MAPS = 6
SEE_TABLE = "the table has them all."
INTERVALS = "The thin lines say between what a share lies in 95 of 100 runs."


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


def share_chart(table: DataTable, text: str, caption: str = "", colours: Mapping[str, int] | None = None) -> Picture:
    """Return a bar chart of a table of shares, at most `MAX_ROWS` bars; the first column is the id."""
    told = records(table)
    rows = [
        Bar(
            title,
            100 * row["share"],
            100 * row["low"],
            100 * row["high"],
            format_share(row),
            colour=(colours or {}).get(f"{row[table.columns[0]]}", 7 if colours else 0),
        )
        for row, title in list(zip(told, distinct_titles(told, table.columns[0]), strict=True))[:MAX_ROWS]
    ]
    return bar_chart(table.id, rows, text, " ".join(filter(None, (caption, truncation_note(len(told))))))


def fallback_fact(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the fact that Python was used in place of machine code, if it was. `data`: the JSON document."""
    said = fallback_phrase(data)
    return {"Backend": said} if said else {}


def truncation_note(number: int, of: str = "") -> str:
    """Return a note that only the first rows are drawn; empty if all are. `of`: a noun for the rows."""
    what = f" {of}" if of else ""
    return f"The first {MAX_ROWS} of {number:,}{what}; {SEE_TABLE}" if number > MAX_ROWS else ""


def rows_by_players(table: DataTable) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a table by the kind of players (`by`); the heading is empty if there is only one."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in records(table):
        found.setdefault(f"{row['by']} players" if row["by"] else "", []).append(row)
    return found


def distinct_titles(rows: Sequence[Mapping[str, Any]], id_column: str) -> list[str]:
    """Return the titles of rows, with ids added to titles that several things share."""
    often = Counter(title for title, _ in {(row["title"], row[id_column]) for row in rows})
    return [row["title"] if often[row["title"]] == 1 else f"{row['title']} ({row[id_column]})" for row in rows]


def non_empty_tables(tables: Mapping[str, DataTable], *ids: str) -> list[DataTable]:
    """Return the tables with these ids that exist and have rows."""
    return [tables[table_id] for table_id in ids if table_id in tables and tables[table_id].rows]


def course_sections(
    course: CourseStatistics, game: Game, names: Names, more: Iterable[DataTable] = ()
) -> list[Section]:
    """Return sections on scores over time and positions of pieces in the observed games.

    `more`: other tables of scores.
    """
    tables = {table.id: table for table in course_tables(course, game)}
    found = []
    if "course" in tables:
        rows = tables["course"].rows
        called = names.distinct_titles(game.seats)
        series = {called[seat]: [course.mean_score(seat, point) for point in range(POINTS + 1)] for seat in game.seats}
        watched = format_count(course.games, "game that was watched", "games that were watched")
        text = f"Each seat's mean score in the course of {watched}."
        if any(value for values in series.values() for value in values[:POINTS]):
            if any(course.scored_games[point] < course.games for point in range(POINTS + 1)):
                text += " Where there is no line it is not known; elsewhere it is of the games where it is."
            numbers = [float(str(row[0])) for row in rows]
            drawn = [line_chart("course", series, numbers, "per cent of a game's decisions", text)]
        else:
            drawn, text = [], f"{text} All is scored at the end."
        found.append(Section("Score over time", [*more, tables["course"]], drawn, text))
    if "pieces" in tables:
        text = (
            "How many pieces are in a space on average, from the first decision to the last of "
            f"{format_count(course.games, 'game that was watched', 'games that were watched')}, each of "
            "which counts the "
            "same. All maps have one scale."
        )
        kinds = len({(kind, whose) for kind, whose, _ in course.pieces})
        if kinds > MAX_MAPS:
            text += f" The {MAX_MAPS} of {kinds} kinds of pieces of which there are most; {SEE_TABLE}"
        found.append(
            Section("Where the pieces are", [tables["pieces"]], _maps(course, game, names), text, is_wide=True)
        )
    return found


def _maps(course: CourseStatistics, game: Game, names: Names) -> list[Picture]:
    """Return a heat map for each kind and owner of pieces, limited to the most frequent ones."""
    held: Counter[tuple[str, str | None]] = Counter()
    for (kind, whose, _), number in course.pieces.items():
        held[kind, whose] += number
    most = max(course.mean_pieces(*where) for where in course.pieces)
    colours, called = colours_of(game), names.distinct_titles(game.seats)
    maps = []
    for number, (kind, whose) in enumerate(sorted(held, key=lambda each: (-held[each], str(each)))[:MAX_MAPS]):
        values = {space.id: course.mean_pieces(kind, whose, space.id) for space in game.rulebook.map.spaces}
        title = names.title_of(kind) + (f" ({called.get(whose, names.title_of(whose))})" if whose is not None else "")
        colour = colours.get(whose or "", number if whose is None else 7) % len(COLOURS)
        maps.append(heat_map(f"map{number}", game.rulebook.map, names, HeatValues(values, most, colour, title)))
    return maps


def and_others(names: Sequence[str], most: int = MAX_ROWS) -> str:
    """Return a list of names, at most `most` of them, and the number of others."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {format_count(rest, 'other')}" if rest > 0 else "")
