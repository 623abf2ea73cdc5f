"""JSON document of an ablation study, as written by `impact --json`.

Tables of an ablation study for CSV files and reports.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lab.compare.comparison_document import to_points
from interpreter.lab.impact.impact import ImpactResult
from interpreter.lab.impact.item_values import ThingEffect
from interpreter.lab.result_tables import DECIMALS, Cell, DataTable, course_tables, use_column
from interpreter.lab.stats.intervals import wilson
from interpreter.players.lineup import lineup
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.support.formats import FORMAT_VERSIONS


def impact_document(findings: ImpactResult, partings: Mapping[int, int | None]) -> dict[str, Any]:
    """Return the JSON document: `cards` lists the events, `things` the rest, both by effect, largest first.

    `partings` are the differing decisions found by `examples.partings`.
    """
    inquiry, book = findings.inquiry, findings.inquiry.game.rulebook
    told = findings.effects.ranked()
    return {
        "format": FORMAT_VERSIONS["impact"],
        **findings.backend_use.document(findings.native),
        "game": book.id,
        "variants": list(book.variants),
        "players": lineup(inquiry.game, inquiry.seated),
        "seated": inquiry.seated,
        "seed": inquiry.seed,
        "within": inquiry.margin_points,
        "games": findings.games,
        "seconds": round(findings.seconds, 6),
        "baseline": {"games": findings.baseline.games, "wins": wins(findings)},
        "watched": findings.card_observations.games,
        "verdicts": {
            said: sum(each.verdict == said for each in told) for said in ("real", "within", "undecided", "stopped")
        },
        "cards": [
            {**_thing(findings, each, partings), **_card(findings, each)}
            for each in told
            if each.row.thing.kind == "event"
        ],
        "things": [_thing(findings, each, partings) for each in told if each.row.thing.kind != "event"],
    }


def wins(findings: ImpactResult) -> dict[str, int]:
    """Return the number of games that each side won with nothing left out, alone or with others."""
    won = dict.fromkeys(findings.inquiry.contenders, 0)
    of = "outcomes" if findings.inquiry.game.rulebook.sides else "seat_wins"
    return won | {who: times for who, times in findings.baseline.counts[of].items() if who in won}


def _thing(findings: ImpactResult, worth: ThingEffect, partings: Mapping[int, int | None]) -> dict[str, Any]:
    row = worth.row
    number = row.thing.number
    example = {"seed": findings.inquiry.seed, "game": row.first_changed_game, "decision": partings.get(number)}
    return {
        "kind": row.thing.kind,
        "id": row.thing.id,
        "title": row.thing.title.get("en", row.thing.id),
        "points": {who: to_points(interval) for who, interval in worth.differences.items()},
        "verdict": worth.verdict,
        "real": worth.is_significant,
        "games": row.games,
        "stopped_in": row.stopped,
        "example": example if number in partings else None,
    }


def _card(findings: ImpactResult, worth: ThingEffect) -> dict[str, Any]:
    """Return the observations of a card; None for those that are not known."""
    seen, card_id = findings.card_observations, worth.row.thing.id
    if not seen.games:
        known = ("drawn", "held", "uses", "never", "share_when_drawn", "share_when_played")
        return dict.fromkeys(known)
    uses = {label: times for (card, label), times in sorted(seen.uses.items()) if card == card_id}
    return {
        "drawn": seen.drawn[card_id],
        "held": seen.held[card_id],
        "uses": uses,
        "never": not uses if seen.uses else None,
        "share_when_drawn": _share(seen.drawn_won[card_id], seen.drawn[card_id]),
        "share_when_played": _share(seen.played_won[card_id], seen.played[card_id]),
    }


def _share(times: int, of: int) -> float | None:
    return round(times / of, DECIMALS) if of else None


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
