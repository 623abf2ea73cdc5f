"""Page for the measures of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lab.measure_document import document
from interpreter.lab.measure_tables import measure_tables
from interpreter.lab.measures import Measures
from interpreter.lab.tables import Table
from interpreter.players.lineup import lineup_phrase
from interpreter.presentation.names import Names
from interpreter.report.page import Section, page
from interpreter.report.parts import (
    INTERVALS,
    behind,
    colours_of,
    fallback_fact,
    records,
    share,
    shares,
    title_of,
)
from interpreter.report.plots import Bar, bars

MOSTLY_OVER = 0.9
"""Share of finished games above which points aren't drawn; the table still has them."""
LEADS = (
    "How often whoever leads wins in the end: who would win most of the games that are played on from there at random, "
    f"or has won by then. {INTERVALS}"
)
SKILL = f"How often a player wins who thinks longer, in each of the seats in turn. {INTERVALS}"


def measure_page(told: Measures) -> str:
    """Return the page: winners, endings, moment of decision, skill, and all measures.

    Raise MissingExtra if matplotlib isn't installed.
    """
    game = told.measured.subject.game
    names, data = Names(game.rulebook), document(told)
    tables = {table.id: table for table in measure_tables(told)}
    sections = []
    for wins in behind(tables, "wins"):
        drawn = shares(wins, "Who wins which share of the games", colours=colours_of(game))
        sections.append(Section("Who wins", [wins], [drawn], INTERVALS))
    for endings in behind(tables, "endings"):
        sections.append(Section("How games end", [endings], [shares(endings, "How often games end so")], INTERVALS))
    sections += [_leads(table) for table in behind(tables, "leads")]
    sections += [_skill(table) for table in behind(tables, "skill")]
    sections.append(Section("Measures", [tables["measures"]], text="By their names in the literature."))
    heading = f"{title_of(game.rulebook, names)}: what kind of game it is"
    players = lineup_phrase(game, told.measured.subject.seated, names)
    return page(heading, players, _lead(data, tables), _facts(data), sections)


def _lead(data: Mapping[str, Any], tables: Mapping[str, Table]) -> list[str]:
    said = [f"{row['title']} {share(row)}" for table in behind(tables, "wins") for row in records(table)]
    found = [f"Won by: {', '.join(said)}." if said else "No games were played."]
    chance = data["chance"]
    if chance and chance["chance"]["value"] is not None:
        by_chance, by_play = (_between(chance[what], 100, " %") for what in ("chance", "play"))
        found.append(f"Chance alone decides {by_chance} of who wins, what players pick alone {by_play}.")
    at, length = data["decided"]["at"], data["measures"]["DurationMoves"]["value"]
    if at and length is not None:
        found.append(f"A game is decided after {_between(at, 1)} of its {length:,.0f} decisions.")
    return found


def _between(interval: Mapping[str, float], times: float, unit: str = "") -> str:
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


def _leads(table: Table) -> Section:
    """Return the section with a bar for each moment, measured by playouts."""
    rows = [_bar(f"after {row['decision']:,} decisions", row) for row in records(table) if _is_drawn(row)]
    return Section("When it is decided", [table], [bars("leads", rows, LEADS)] if rows else [], LEADS)


def _is_drawn(row: Mapping[str, Any]) -> bool:
    return row["by"] == "playouts" and row["over"] < MOSTLY_OVER and row["share"] is not None


def _skill(table: Table) -> Section:
    rows = [_bar(f"{row['stronger']} against {row['weaker']}, {row['games']:,} games", row) for row in records(table)]
    return Section("How much skill matters", [table], [bars("skill", rows, SKILL)], SKILL)


def _bar(name: str, row: Mapping[str, Any]) -> Bar:
    won, low, high = (100 * row[bound] for bound in ("share", "low", "high"))
    return Bar(name, won, low, high, share(row))
