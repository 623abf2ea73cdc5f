"""Page for the impact of a game's elements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lab.impact import Findings
from interpreter.lab.impact_document import document
from interpreter.lab.impact_tables import impact_tables
from interpreter.lab.tables import Table
from interpreter.lab.worth import counted
from interpreter.players.lineup import lineup_phrase
from interpreter.presentation.names import Names
from interpreter.report.page import Section, page
from interpreter.report.parts import (
    MOST_ROWS,
    apart,
    behind,
    course_sections,
    cut,
    fallback_fact,
    records,
    share,
    shares,
    title_of,
)
from interpreter.report.parts import colours_of as colours
from interpreter.report.plots import Bar, bars

SEEN = (
    "What was counted in games that were watched. The share of those who drew or played a card that won is not what it "
    "is worth: whoever is ahead plays other cards than whoever is behind."
)


def impact_page(findings: Findings) -> str:
    """Return the page: impact of each element, largest first, and statistics of cards and pieces.

    Raise MissingExtra if matplotlib isn't installed.
    """
    game = findings.inquiry.game
    names = Names(game.rulebook)
    tables = {table.id: table for table in impact_tables(findings)}
    sections = [_worths(tables["impact"], findings, names)]
    if baseline := behind(tables, "baseline"):
        picture = shares(baseline[0], "Who won which share of the games", colours=colours(game))
        sections.append(Section("Won with all things", baseline, [picture]))
    sections += [Section("Cards", cards, text=SEEN) for cards in [behind(tables, "cards")] if cards]
    sections += course_sections(findings.seen.course, game, names)
    return page(
        f"{title_of(game.rulebook, names)}: what it is worth",
        lineup_phrase(game, findings.inquiry.seated, names),
        _lead(findings, tables),
        _facts(document(findings, {})),
        sections,
    )


def _lead(findings: Findings, tables: Mapping[str, Table]) -> list[str]:
    rows = [row for table in behind(tables, "baseline") for row in records(table)]
    said = [f"{title} {share(row)}" for row, title in zip(rows, apart(rows, "winner"), strict=True)]
    tested = f"{counted(findings.worths.told(), findings.inquiry.within)}."
    return [*([f"With all things: {', '.join(said)}."] if said else []), tested]


def _facts(data: Mapping[str, Any]) -> dict[str, str]:
    return {
        "Games": f"{data['games']:,}",
        "Seats": f"{len(data['players'])}",
        "Seed": f"{data['seed']}",
        **fallback_fact(data),
    }


def _worths(table: Table, findings: Findings, names: Names) -> Section:
    """Return the section with a bar for each element, for the side on which it has the most impact."""
    whose = findings.inquiry.who[0] if findings.worths.mirrored else None
    colour, other = colours(findings.inquiry.game), findings.inquiry.who[-1]
    rows: dict[tuple[Any, Any], dict[str, Any]] = {}
    for row in records(table):
        key = row["kind"], row["id"]
        if row["points"] is not None and whose in (None, row["side"]):
            before = rows.get(key)
            if before is None or abs(row["points"]) > abs(before["points"]):
                rows[key] = row
    called = names.apart(findings.inquiry.who)
    drawn = [
        Bar(
            title if whose else f"{title}, for {called.get(row['side'], row['side title'])}",
            row["points"],
            row["low"],
            row["high"],
            f"{row['points']:+.1f} ({row['low']:+.1f} to {row['high']:+.1f})",
            faint=row["verdict"] != "real",
            colour=colour[row["side"] if row["points"] >= 0 or not whose else other],
        )
        for row, title in list(zip(rows.values(), apart(list(rows.values()), "id"), strict=True))[:MOST_ROWS]
    ]
    of_whom = f" for {names.of(whose)}" if whose else ""
    text = (
        f"Points: how many more of 100 games are won{of_whom} with it than without it. All intervals together hold in "
        "95 of 100 runs. Pale: not known to be real."
    )
    pictures = [bars("worths", drawn, "What things are worth", cut(len(rows)))] if drawn else []
    return Section("What it is worth", [table], pictures, text)
