"""Page for the measures of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lab.measure.indicators import Measures
from interpreter.lab.measure.measure_document import measure_tables, measurement_document
from interpreter.lab.result_tables import DataTable
from interpreter.players.lineup import describe_lineup
from interpreter.presentation.names import Names
from interpreter.report.page import Section, render_page
from interpreter.report.plots import Bar, bar_chart
from interpreter.report.shared_parts import (
    INTERVALS,
    colours_of,
    fallback_fact,
    format_share,
    non_empty_tables,
    records,
    share_chart,
    title_of,
)

MAX_FINISHED_SHARE = 0.9
"""Share of finished games above which points aren't drawn; the table still has them."""
LEAD_NOTE = (
    "How often whoever leads wins in the end: who would win most of the games that are played on from there at random, "
    f"or has won by then. {INTERVALS}"
)
SKILL_NOTE = f"How often a player wins who thinks longer, in each of the seats in turn. {INTERVALS}"


def render_measure_page(told: Measures) -> str:
    """Return the page: winners, endings, moment of decision, skill, and all measures.

    Raise MissingExtra if matplotlib isn't installed.
    """
    game = told.measured.subject.game
    names, data = Names(game.rulebook), measurement_document(told)
    tables = {table.id: table for table in measure_tables(told)}
    sections = []
    for wins in non_empty_tables(tables, "wins"):
        drawn = share_chart(wins, "Who wins which share of the games", colours=colours_of(game))
        sections.append(Section("Who wins", [wins], [drawn], INTERVALS))
    for endings in non_empty_tables(tables, "endings"):
        sections.append(
            Section("How games end", [endings], [share_chart(endings, "How often games end so")], INTERVALS)
        )
    sections += [_leads(table) for table in non_empty_tables(tables, "leads")]
    sections += [_skill(table) for table in non_empty_tables(tables, "skill")]
    sections.append(Section("Measures", [tables["measures"]], text="By their names in the literature."))
    heading = f"{title_of(game.rulebook, names)}: what kind of game it is"
    players = describe_lineup(game, told.measured.subject.seated, names)
    return render_page(heading, players, _lead(data, tables), _facts(data), sections)


def _lead(data: Mapping[str, Any], tables: Mapping[str, DataTable]) -> list[str]:
    said = [
        f"{row['title']} {format_share(row)}" for table in non_empty_tables(tables, "wins") for row in records(table)
    ]
    found = [f"Won by: {', '.join(said)}." if said else "No games were played."]
    chance = data["chance"]
    if chance and chance["chance"]["value"] is not None:
        by_chance, by_play = (_format_interval(chance[what], 100, " %") for what in ("chance", "play"))
        found.append(f"Chance alone decides {by_chance} of who wins, what players pick alone {by_play}.")
    at, length = data["decided"]["at"], data["measures"]["DurationMoves"]["value"]
    if at and length is not None:
        found.append(f"A game is decided after {_format_interval(at, 1)} of its {length:,.0f} decisions.")
    return found


def _format_interval(interval: Mapping[str, float], times: float, unit: str = "") -> str:
    """Return a value with its interval as text."""
    value, low, high = (times * interval[bound] for bound in ("value", "low", "high"))
    return f"{value:,.0f}{unit} ({low:,.0f}–{high:,.0f})"


def _facts(data: Mapping[str, Any]) -> dict[str, str]:
    return {
        "Games": f"{data['games']:,}" + ("" if data["complete"] else " (interrupted)"),
        "Seats": f"{len(data['players'])}",
        "Seed": f"{data['seed']}",
        **fallback_fact(data),
    }


def _leads(table: DataTable) -> Section:
    """Return the section with a bar for each moment, measured by playouts."""
    rows = [_bar(f"after {row['decision']:,} decisions", row) for row in records(table) if _is_drawn(row)]
    return Section("When it is decided", [table], [bar_chart("leads", rows, LEAD_NOTE)] if rows else [], LEAD_NOTE)


def _is_drawn(row: Mapping[str, Any]) -> bool:
    return row["by"] == "playouts" and row["over"] < MAX_FINISHED_SHARE and row["share"] is not None


def _skill(table: DataTable) -> Section:
    rows = [_bar(f"{row['stronger']} against {row['weaker']}, {row['games']:,} games", row) for row in records(table)]
    return Section("How much skill matters", [table], [bar_chart("skill", rows, SKILL_NOTE)], SKILL_NOTE)


def _bar(name: str, row: Mapping[str, Any]) -> Bar:
    won, low, high = (100 * row[bound] for bound in ("share", "low", "high"))
    return Bar(name, won, low, high, format_share(row))
