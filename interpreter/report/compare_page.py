"""Page for a comparison of two versions of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter.lab.compare.comparison_document import (
    LineupResult,
    compare_tables,
    comparison_document,
    is_random,
    lineups,
)
from interpreter.lab.compare.pairing import AFTER, BEFORE
from interpreter.lab.compare.question import margin_text
from interpreter.lab.result_tables import DataTable
from interpreter.players.lineup import BALANCE_WARNING
from interpreter.presentation.names import Names
from interpreter.report.page import Section, render_page
from interpreter.report.plots import Bar, bar_chart
from interpreter.report.shared_parts import (
    MAX_ROWS,
    colours_of,
    distinct_titles,
    fallback_fact,
    non_empty_tables,
    rows_by_players,
    title_of,
    truncation_note,
)
from interpreter.report.svg import Picture

CHANGES = "Points of change, after minus before; the thin lines say between what it lies."


def render_compare_page(told: Sequence[LineupResult], lead: Sequence[str]) -> str:
    """Return the page for a comparison: winners, endings, lengths, and cards whose use changed.

    `lead`: the answer in sentences. Raise MissingExtra if matplotlib isn't installed.
    """
    question = told[0].answer.question
    after = question.versions[AFTER].game
    names = Names(after.rulebook)
    tables = {table.id: table for table in compare_tables(told)}
    colours = colours_of(after)
    sections = [
        Section("Won by", non_empty_tables(tables, "wins"), _changes(tables["wins"], "id", colours), CHANGES)
        if "wins" in tables
        else None,
        Section("Ended by", non_empty_tables(tables, "reasons"), _changes(tables["reasons"], "reason"), CHANGES)
        if "reasons" in tables
        else None,
        *(Section("Length", [table], text="Means, before and after.") for table in non_empty_tables(tables, "lengths")),
        *(Section("Cards", [table], cards_moved(table), "Uses a game.") for table in non_empty_tables(tables, "cards")),
        *(
            Section(tables[table_id].title, [tables[table_id]])
            for table_id in ("scores", "examples")
            if table_id in tables
        ),
    ]
    titles = [title_of(question.versions[arm].game.rulebook, names) for arm in (BEFORE, AFTER)]
    players = lineups(told, [Names(side.game.rulebook) for side in question.versions])
    lead = [*lead, f"{BALANCE_WARNING}."] if is_random(told) else lead
    heading = titles[1] if titles[0] == titles[1] else f"{titles[0]} → {titles[1]}"
    return render_page(
        f"{heading}: compared", players, lead, _facts(told), [each for each in sections if each is not None]
    )


def _facts(told: Sequence[LineupResult]) -> dict[str, str]:
    data = comparison_document(told)
    facts = {
        "Games": f"{data['games']:,} a side",
        "Margin": margin_text(data["within"]),
        "Seed": f"{data['seed']}",
        **fallback_fact(data),
    }
    for name, side in (("Before", data["a"]), ("After", data["b"])):
        facts[name] = f"rules {side['digest'][:12]}"
    return facts


def _changes(table: DataTable, key: str, colours: Mapping[str, int] | None = None) -> list[Picture]:
    """Return a bar chart of changes for each kind of players. `key`: the column with the id."""

    def bar(row: Mapping[str, Any], title: str) -> Bar:
        return Bar(
            title,
            row["change"],
            row["low"],
            row["high"],
            f"{row['before']:.1f} → {row['after']:.1f} ({row['change']:+.1f})",
            is_faint=row["low"] <= 0 <= row["high"],
            colour=(colours or {}).get(row[key], 0),
        )

    known = {by: [row for row in rows if row["before"] is not None] for by, rows in rows_by_players(table).items()}
    return _pictures(table.id, known, key, bar, f"{table.title}: what changed")


def cards_moved(table: DataTable) -> list[Picture]:
    """Return a bar chart of the cards that changed most, for each kind of players."""

    def bar(row: Mapping[str, Any], title: str) -> Bar:
        """Return the bar of a card."""
        use = f"{row['use']}".replace("_", " ")
        said = f"{row['before']:.2f} → {row['after']:.2f}"
        return Bar(f"{title}, {use}", row["after"] - row["before"], value_text=said)

    return _pictures(table.id, rows_by_players(table), "card", bar, "Cards that moved most")


def _pictures(
    picture_id: str,
    kinds: Mapping[str, Sequence[dict[str, Any]]],
    key: str,
    bar: Callable[[Mapping[str, Any], str], Bar],
    text: str,
) -> list[Picture]:
    """Return a bar chart for each kind of players, captioned with it."""
    found = []
    for number, (by, rows) in enumerate(kinds.items()):
        if rows:
            drawn = [bar(row, title) for row, title in zip(rows, distinct_titles(rows, key), strict=True)]
            caption = ". ".join(filter(None, (by, truncation_note(len(rows)))))
            found.append(bar_chart(f"{picture_id}{number}", drawn[:MAX_ROWS], text, caption))
    return found
