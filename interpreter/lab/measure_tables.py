"""Tables of a measurement for CSV files and reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lab.measure_document import measurement_document
from interpreter.lab.measures import Measures
from interpreter.lab.tables import Cell, DataTable
from interpreter.presentation.names import Names

BOUNDS = ("value", "low", "high")
SHARE = ("share", "low", "high")
SKILL = ("stronger", "weaker", "rounds", "games")
TableRow = tuple[Cell, ...]


def measure_tables(statistics: Measures) -> list[DataTable]:
    """Return the tables of measures, wins, endings, leads and skill."""
    data, names = measurement_document(statistics), Names(statistics.measured.subject.game.rulebook)
    measures: list[TableRow] = [
        (name, *_bounds(each), each["basis"], each["games"], each.get("why")) for name, each in data["measures"].items()
    ]
    wins: list[TableRow] = [(who, names.title_of(who), *_bounds(share)) for who, share in data["wins"].items()]
    endings: list[TableRow] = [
        (why, names.label(why, names.as_words(why)), *_bounds(share)) for why, share in data["endings"].items()
    ]
    skill: list[TableRow] = [
        (*(each[fact] for fact in SKILL), *_bounds(each["share"]), *_bounds(each["index"])) for each in data["skill"]
    ]
    leads: list[TableRow] = [
        (by, part["decision"], part["turn"], part["over"], part["led"]["value"], *_bounds(part["wins"]))
        for by in ("playouts", "score")
        for part in data["decided"][f"by_{by}"] or ()
    ]
    of_index = tuple(f"index {bound}" for bound in BOUNDS)
    return [
        DataTable("measures", "Measures", ("measure", *BOUNDS, "basis", "games", "why"), measures),
        DataTable("wins", "Who wins which share of the games", ("winner", "title", *SHARE), wins),
        DataTable("endings", "How games end", ("reason", "title", *SHARE), endings),
        DataTable("leads", "How often who leads wins", ("by", "decision", "turn", "over", "led", *SHARE), leads),
        DataTable("skill", "Skill", (*SKILL, *SHARE, *of_index), skill),
    ]


def _bounds(interval: Mapping[str, Any] | None) -> TableRow:
    return tuple((interval or {}).get(bound) for bound in BOUNDS)
