"""Tables of a playtest for CSV files and reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lab.intervals import wilson
from interpreter.lab.tables import DIGITS, Cell, Table, use_column
from interpreter.playtest.figures import DRAW
from interpreter.playtest.runner import Result
from interpreter.presentation.names import Names

SHARE = ("games", "share", "low", "high")
"""Columns of a share: number of games, share of all games, and its 95 % interval."""
Row = tuple[Cell, ...]


def playtest_tables(result: Result) -> list[Table]:
    """Return the tables of a playtest, with ids and titles; those that do not apply to the game are left out."""
    data, book, seats = result.document(), result.plan.game.rulebook, result.plan.game.seats
    names = Names(book)
    counts, finished = result.tally.counts, result.tally.finished

    def titled(seat: str) -> Row:
        return seat, names.of(seat)

    def together(who: str) -> str:
        return names.plain(DRAW) if who == DRAW else " + ".join(names.of(seat) for seat in who.split("+"))

    tables = [
        Table(
            "outcomes",
            "Won by",
            ("winner", "title", *SHARE),
            [(who, together(who), *_share(times, finished)) for who, times in data["outcomes"].items()],
        ),
        Table(
            "seats",
            "Seat by seat, alone or with others",
            ("seat", "title", *SHARE),
            [(*titled(seat), *_share(data["seat_wins"].get(seat, 0), finished)) for seat in seats],
        ),
        Table(
            "reasons",
            "Ended by",
            ("reason", "title", *SHARE),
            [
                (why, names.label(why, names.plain(why)), *_share(times, finished))
                for why, times in data["reasons"].items()
            ],
        ),
        Table("turns", "Turns of a game", ("turns", "games"), sorted(counts["turns"].items())),
        Table("decisions", "Decisions of a game", ("decisions", "games"), sorted(counts["decisions_per_game"].items())),
    ]
    if book.score is not None:
        scores = [(*titled(seat), data["mean_scores"].get(seat)) for seat in seats]
        tables.append(Table("scores", "Mean score", ("seat", "title", "score"), scores))
    if data["first_player"]:
        columns = ("first", "first title", "winner", "winner title", *SHARE)
        rows = [
            (*titled(first), who, together(who), *_share(times, sum(won.values())))
            for first, won in data["first_player"].items()
            for who, times in won.items()
        ]
        tables.append(Table("first_player", "Who played first", columns, rows))
    if book.cards:
        tables.append(_cards({card.id: names.say(card.title) for card in book.cards}, data["cards"], finished))
    if data["track_ends"]:
        ends = [
            (track, names.of(track), times.get("low", 0), times.get("high", 0))
            for track, times in data["track_ends"].items()
        ]
        tables.append(Table("track_ends", "Tracks stopped at their ends", ("track", "title", "low", "high"), ends))
    if data["stopped"]:
        facts = ("file", "line", "code", "message", "games", "first_game")
        stopped = [tuple(rule[fact] for fact in facts) for rule in data["stopped"]]
        tables.append(Table("stopped", "Stopped by a mistake in the rules", facts, stopped))
    if "coverage" in data:
        tables += _coverage(data["coverage"])
    return tables


def _coverage(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables of rules that were applied at least once, and of those that never were."""
    counts = [(kind, count["happened"], count["of"]) for kind, count in data["counts"].items()]
    facts = ("kind", "never", "file", "line", "column", "text", "title")
    never = [tuple(item[fact] for fact in facts) for item in data["never"]]
    return [
        Table("coverage", "What happened at least once", ("kind", "happened", "of"), counts),
        Table("never", "What never happened", facts, never),
    ]


def _share(times: int, of: int) -> Row:
    if not of:
        return times, None, None, None
    found = wilson(times, of)
    return times, round(found.estimate, DIGITS), round(found.low, DIGITS), round(found.high, DIGITS)


def _cards(titles: Mapping[str, str], uses: Mapping[str, Mapping[str, int]], games: int) -> Table:
    """Return the table of all cards, used or not, most used first."""
    labels = sorted({label for of in uses.values() for label in of})
    rows: list[tuple[Any, ...]] = []
    for card, title in titles.items():
        of = uses.get(card, {})
        used = sum(of.values())
        rows.append(
            (card, title, used, round(used / games, DIGITS) if games else None, *(of.get(x, 0) for x in labels))
        )
    rows.sort(key=lambda row: (-row[2], row[0]))
    return Table("cards", "Cards by use", ("card", "title", "uses", "uses a game", *map(use_column, labels)), rows)
