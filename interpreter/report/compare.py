"""Page for a comparison of two versions of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter.lab.compare_tables import compare_tables
from interpreter.lab.document import Told, document, is_random, lineups
from interpreter.lab.pairs import AFTER, BEFORE
from interpreter.lab.question import points_of
from interpreter.lab.tables import Table
from interpreter.players.lineup import NO_TEST_OF_BALANCE
from interpreter.presentation.names import Names
from interpreter.report.page import Section, page
from interpreter.report.parts import (
    MOST_ROWS,
    apart,
    behind,
    by_kind,
    colours_of,
    cut,
    fallback_fact,
    title_of,
)
from interpreter.report.plots import Bar, bars
from interpreter.report.svg import Picture

CHANGES = "Points of change, after minus before; the thin lines say between what it lies."


def compare_page(told: Sequence[Told], lead: Sequence[str]) -> str:
    """Return the page for a comparison: winners, endings, lengths, and cards whose use changed.

    `lead`: the answer in sentences. Raise MissingExtra if matplotlib isn't installed.
    """
    question = told[0].answer.question
    after = question.sides[AFTER].game
    names = Names(after.rulebook)
    tables = {table.id: table for table in compare_tables(told)}
    colours = colours_of(after)
    sections = [
        Section("Won by", behind(tables, "wins"), _changes(tables["wins"], "id", colours), CHANGES)
        if "wins" in tables
        else None,
        Section("Ended by", behind(tables, "reasons"), _changes(tables["reasons"], "reason"), CHANGES)
        if "reasons" in tables
        else None,
        *(Section("Length", [table], text="Means, before and after.") for table in behind(tables, "lengths")),
        *(Section("Cards", [table], cards_moved(table), "Uses a game.") for table in behind(tables, "cards")),
        *(Section(tables[id].title, [tables[id]]) for id in ("scores", "examples") if id in tables),
    ]
    titles = [title_of(question.sides[arm].game.rulebook, names) for arm in (BEFORE, AFTER)]
    players = lineups(told, [Names(side.game.rulebook) for side in question.sides])
    lead = [*lead, f"{NO_TEST_OF_BALANCE}."] if is_random(told) else lead
    heading = titles[1] if titles[0] == titles[1] else f"{titles[0]} → {titles[1]}"
    return page(f"{heading}: compared", players, lead, _facts(told), [each for each in sections if each is not None])


def _facts(told: Sequence[Told]) -> dict[str, str]:
    data = document(told)
    facts = {
        "Games": f"{data['games']:,} a side",
        "Margin": points_of(data["within"]),
        "Seed": f"{data['seed']}",
        **fallback_fact(data),
    }
    for name, side in (("Before", data["a"]), ("After", data["b"])):
        facts[name] = f"rules {side['digest'][:12]}"
    return facts


def _changes(table: Table, key: str, colours: Mapping[str, int] | None = None) -> list[Picture]:
    """Return a bar chart of changes for each kind of players. `key`: the column with the id."""

    def bar(row: Mapping[str, Any], title: str) -> Bar:
        return Bar(
            title,
            row["change"],
            row["low"],
            row["high"],
            f"{row['before']:.1f} → {row['after']:.1f} ({row['change']:+.1f})",
            faint=row["low"] <= 0 <= row["high"],
            colour=(colours or {}).get(row[key], 0),
        )

    known = {by: [row for row in rows if row["before"] is not None] for by, rows in by_kind(table).items()}
    return _pictures(table.id, known, key, bar, f"{table.title}: what changed")


def cards_moved(table: Table) -> list[Picture]:
    """Return a bar chart of the cards that changed most, for each kind of players."""

    def bar(row: Mapping[str, Any], title: str) -> Bar:
        """Return the bar of a card."""
        use = f"{row['use']}".replace("_", " ")
        said = f"{row['before']:.2f} → {row['after']:.2f}"
        return Bar(f"{title}, {use}", row["after"] - row["before"], said=said)

    return _pictures(table.id, by_kind(table), "card", bar, "Cards that moved most")


def _pictures(
    id: str,
    kinds: Mapping[str, Sequence[dict[str, Any]]],
    key: str,
    bar: Callable[[Mapping[str, Any], str], Bar],
    text: str,
) -> list[Picture]:
    """Return a bar chart for each kind of players, captioned with it."""
    found = []
    for number, (by, rows) in enumerate(kinds.items()):
        if rows:
            drawn = [bar(row, title) for row, title in zip(rows, apart(rows, key), strict=True)]
            caption = ". ".join(filter(None, (by, cut(len(rows)))))
            found.append(bars(f"{id}{number}", drawn[:MOST_ROWS], text, caption))
    return found
