"""Tables of an ablation study for CSV files and reports."""

from __future__ import annotations

from interpreter.lab.course_tables import course_tables
from interpreter.lab.impact import ImpactResult
from interpreter.lab.impact_document import impact_document, wins
from interpreter.lab.intervals import wilson
from interpreter.lab.tables import DECIMALS, Cell, DataTable, use_column
from interpreter.presentation.counts import format_count
from interpreter.presentation.names import Names

TableRow = tuple[Cell, ...]


def impact_tables(findings: ImpactResult) -> list[DataTable]:
    """Return the tables of wins, effects, observed cards and the course of observed games.

    Effects are given for each thing and side, largest first.
    """
    data, names = impact_document(findings, {}), Names(findings.inquiry.game.rulebook)
    told = findings.effects.ranked()
    tables = []
    if games := findings.baseline.games:
        rows: list[TableRow] = []
        for who, times in wins(findings).items():
            found = wilson(times, games)
            shares = (round(each, DECIMALS) for each in (found.estimate, found.low, found.high))
            rows.append((who, names.title_of(who), times, *shares))
        columns: tuple[str, ...] = ("winner", "title", "games", "share", "low", "high")
        tables.append(DataTable("baseline", "Won with all things, alone or with others", columns, rows))
    by_thing = {(each["kind"], each["id"]): each for each in (*data["cards"], *data["things"])}
    in_order = [by_thing[each.row.thing.kind, each.row.thing.id] for each in told]
    worth: list[TableRow] = []
    for each in in_order:
        facts = each["verdict"], each["games"], each["stopped_in"]
        head = each["kind"], each["id"], each["title"]
        for who, points in each["points"].items():
            worth.append((*head, who, names.title_of(who), points["points"], points["low"], points["high"], *facts))
        if not each["points"]:
            worth.append((*head, None, None, None, None, None, *facts))
    columns = ("kind", "id", "title", "side", "side title", "points", "low", "high", "verdict", "games", "stopped in")
    tables.append(DataTable("impact", "What each thing is worth, in points of wins", columns, worth))
    if findings.card_observations.games:
        cards = [each for each in in_order if each["kind"] == "event"]
        labels = sorted({label for card in cards for label in card["uses"]})
        facts_of = ("drawn", "held", "never", "share_when_drawn", "share_when_played")
        seen = [
            (card["id"], card["title"], *(card[fact] for fact in facts_of), *(card["uses"].get(x, 0) for x in labels))
            for card in cards
        ]
        columns = ("id", "title", *(fact.replace("_", " ") for fact in facts_of), *map(use_column, labels))
        tables.append(
            DataTable(
                "cards",
                f"What became of cards in {format_count(findings.card_observations.games, 'game')}",
                columns,
                seen,
            )
        )
    return [*tables, *course_tables(findings.card_observations.course, findings.inquiry.game)]
