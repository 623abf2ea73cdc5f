"""Tables of a playtest for CSV files and reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lab.result_tables import DECIMALS, Cell, DataTable, use_column
from interpreter.lab.stats.intervals import wilson
from interpreter.playtest.run.figures import DRAW
from interpreter.playtest.run.runner import PlaytestResult
from interpreter.presentation.names import Names

SHARE_COLUMNS = ("games", "share", "low", "high")
"""Columns of a share: number of games, share of all games, and its 95 % interval."""
TableRow = tuple[Cell, ...]


def make_playtest_tables(result: PlaytestResult) -> list[DataTable]:
    """Return the tables of a playtest, with ids and titles; those that do not apply to the game are left out."""
    data, book, seats = result.document(), result.plan.game.rulebook, result.plan.game.seats
    names = Names(book)
    counts, finished = result.tally.counts, result.tally.finished

    def titled(seat: str) -> TableRow:
        return seat, names.title_of(seat)

    def together(who: str) -> str:
        return names.as_words(DRAW) if who == DRAW else " + ".join(names.title_of(seat) for seat in who.split("+"))

    tables = [
        DataTable(
            "outcomes",
            "Won by",
            ("winner", "title", *SHARE_COLUMNS),
            [(who, together(who), *_share(times, finished)) for who, times in data["outcomes"].items()],
        ),
        DataTable(
            "seats",
            "Seat by seat, alone or with others",
            ("seat", "title", *SHARE_COLUMNS),
            [(*titled(seat), *_share(data["seat_wins"].get(seat, 0), finished)) for seat in seats],
        ),
        DataTable(
            "reasons",
            "Ended by",
            ("reason", "title", *SHARE_COLUMNS),
            [
                (why, names.label(why, names.as_words(why)), *_share(times, finished))
                for why, times in data["reasons"].items()
            ],
        ),
        DataTable("turns", "Turns of a game", ("turns", "games"), sorted(counts["turns"].items())),
        DataTable(
            "decisions", "Decisions of a game", ("decisions", "games"), sorted(counts["decisions_per_game"].items())
        ),
    ]
    if book.score is not None:
        scores = [(*titled(seat), data["mean_scores"].get(seat)) for seat in seats]
        tables.append(DataTable("scores", "Mean score", ("seat", "title", "score"), scores))
    if data["first_player"]:
        columns = ("first", "first title", "winner", "winner title", *SHARE_COLUMNS)
        rows = [
            (*titled(first), who, together(who), *_share(times, sum(won.values())))
            for first, won in data["first_player"].items()
            for who, times in won.items()
        ]
        tables.append(DataTable("first_player", "Who played first", columns, rows))
    if book.cards:
        tables.append(_cards({card.id: names.localize(card.title) for card in book.cards}, data["cards"], finished))
    if data["track_ends"]:
        ends = [
            (track, names.title_of(track), times.get("low", 0), times.get("high", 0))
            for track, times in data["track_ends"].items()
        ]
        tables.append(DataTable("track_ends", "Tracks stopped at their ends", ("track", "title", "low", "high"), ends))
    if data["stopped"]:
        facts = ("file", "line", "code", "message", "games", "first_game")
        stopped = [tuple(rule[fact] for fact in facts) for rule in data["stopped"]]
        tables.append(DataTable("stopped", "Stopped by a mistake in the rules", facts, stopped))
    if "coverage" in data:
        tables += _coverage(data["coverage"])
    return tables


def _coverage(data: Mapping[str, Any]) -> list[DataTable]:
    """Return the tables of rules that were applied at least once, and of those that never were."""
    counts = [(kind, count["happened"], count["of"]) for kind, count in data["counts"].items()]
    facts = ("kind", "never", "file", "line", "column", "text", "title")
    never = [tuple(item[fact] for fact in facts) for item in data["never"]]
    return [
        DataTable("coverage", "What happened at least once", ("kind", "happened", "of"), counts),
        DataTable("never", "What never happened", facts, never),
    ]


def _share(times: int, of: int) -> TableRow:
    if not of:
        return times, None, None, None
    found = wilson(times, of)
    return times, round(found.estimate, DECIMALS), round(found.low, DECIMALS), round(found.high, DECIMALS)


def _cards(titles: Mapping[str, str], uses: Mapping[str, Mapping[str, int]], games: int) -> DataTable:
    """Return the table of all cards, used or not, most used first."""
    labels = sorted({label for of in uses.values() for label in of})
    rows: list[tuple[Any, ...]] = []
    for card, title in titles.items():
        of = uses.get(card, {})
        used = sum(of.values())
        rows.append(
            (card, title, used, round(used / games, DECIMALS) if games else None, *(of.get(x, 0) for x in labels))
        )
    rows.sort(key=lambda row: (-row[2], row[0]))
    return DataTable("cards", "Cards by use", ("card", "title", "uses", "uses a game", *map(use_column, labels)), rows)
