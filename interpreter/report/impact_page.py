"""Page for the impact of a game's elements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lab.impact.impact import ImpactResult
from interpreter.lab.impact.impact_document import impact_document, impact_tables
from interpreter.lab.impact.item_values import verdict_counts_text
from interpreter.lab.result_tables import DataTable
from interpreter.players.lineup import describe_lineup
from interpreter.presentation.names import Names
from interpreter.report.page import Section, render_page
from interpreter.report.plots import Bar, bar_chart
from interpreter.report.shared_parts import (
    MAX_ROWS,
    course_sections,
    distinct_titles,
    fallback_fact,
    format_share,
    non_empty_tables,
    records,
    share_chart,
    title_of,
    truncation_note,
)
from interpreter.report.shared_parts import colours_of as colours

OBSERVATION_NOTE = (
    "What was counted in games that were watched. The share of those who drew or played a card that won is not what it "
    "is worth: whoever is ahead plays other cards than whoever is behind."
)


def render_impact_page(findings: ImpactResult) -> str:
    """Return the page: impact of each element, largest first, and statistics of cards and pieces.

    Raise MissingExtra if matplotlib isn't installed.
    """
    game = findings.inquiry.game
    names = Names(game.rulebook)
    tables = {table.id: table for table in impact_tables(findings)}
    sections = [_impact_section(tables["impact"], findings, names)]
    if baseline := non_empty_tables(tables, "baseline"):
        picture = share_chart(baseline[0], "Who won which share of the games", colours=colours(game))
        sections.append(Section("Won with all things", baseline, [picture]))
    sections += [
        Section("Cards", cards, text=OBSERVATION_NOTE) for cards in [non_empty_tables(tables, "cards")] if cards
    ]
    sections += course_sections(findings.card_observations.course, game, names)
    return render_page(
        f"{title_of(game.rulebook, names)}: what it is worth",
        describe_lineup(game, findings.inquiry.seated, names),
        _lead(findings, tables),
        _facts(impact_document(findings, {})),
        sections,
    )


def _lead(findings: ImpactResult, tables: Mapping[str, DataTable]) -> list[str]:
    rows = [row for table in non_empty_tables(tables, "baseline") for row in records(table)]
    said = [f"{title} {format_share(row)}" for row, title in zip(rows, distinct_titles(rows, "winner"), strict=True)]
    tested = f"{verdict_counts_text(findings.effects.ranked(), findings.inquiry.margin_points)}."
    return [*([f"With all things: {', '.join(said)}."] if said else []), tested]


def _facts(data: Mapping[str, Any]) -> dict[str, str]:
    return {
        "Games": f"{data['games']:,}",
        "Seats": f"{len(data['players'])}",
        "Seed": f"{data['seed']}",
        **fallback_fact(data),
    }


def _impact_section(table: DataTable, findings: ImpactResult, names: Names) -> Section:
    """Return the section with a bar for each element, for the side on which it has the most impact."""
    whose = findings.inquiry.contenders[0] if findings.effects.is_mirrored else None
    colour, other = colours(findings.inquiry.game), findings.inquiry.contenders[-1]
    rows: dict[tuple[Any, Any], dict[str, Any]] = {}
    for row in records(table):
        key = row["kind"], row["id"]
        if row["points"] is not None and whose in (None, row["side"]):
            before = rows.get(key)
            if before is None or abs(row["points"]) > abs(before["points"]):
                rows[key] = row
    called = names.distinct_titles(findings.inquiry.contenders)
    drawn = [
        Bar(
            title if whose else f"{title}, for {called.get(row['side'], row['side title'])}",
            row["points"],
            row["low"],
            row["high"],
            f"{row['points']:+.1f} ({row['low']:+.1f} to {row['high']:+.1f})",
            is_faint=row["verdict"] != "real",
            colour=colour[row["side"] if row["points"] >= 0 or not whose else other],
        )
        for row, title in list(zip(rows.values(), distinct_titles(list(rows.values()), "id"), strict=True))[:MAX_ROWS]
    ]
    of_whom = f" for {names.title_of(whose)}" if whose else ""
    text = (
        f"Points: how many more of 100 games are won{of_whom} with it than without it. All intervals together hold in "
        "95 of 100 runs. Pale: not known to be real."
    )
    pictures = [bar_chart("worths", drawn, "What things are worth", truncation_note(len(rows)))] if drawn else []
    return Section("What it is worth", [table], pictures, text)
