"""Tables of a comparison for CSV files and reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.lab.document import LineupResult, comparison_document
from interpreter.lab.pairs import AFTER, BEFORE
from interpreter.lab.tables import Cell, DataTable
from interpreter.presentation.names import Names

TableRow = tuple[Cell, ...]
CHANGE = ("before", "after", "change", "low", "high")


def compare_tables(results: Sequence[LineupResult]) -> list[DataTable]:
    """Return the tables of wins, endings, lengths, scores, card uses and diverging games, before and after.

    Each row names the kind of players in its column `by`, which is empty for the default players.
    """
    question = results[0].answer.question
    before, after = (Names(side.game.rulebook) for side in (question.versions[BEFORE], question.versions[AFTER]))

    def title(thing_id: str) -> str:
        """Return the title after the change, or before it for a thing that is no longer there."""
        return after.title_of(thing_id) if after.title_of(thing_id) != thing_id else before.title_of(thing_id)

    wins: list[TableRow] = []
    reasons: list[TableRow] = []
    lengths: list[TableRow] = []
    scores: list[TableRow] = []
    cards: list[TableRow] = []
    examples: list[TableRow] = []
    for each in comparison_document(results)["players"]:
        by, games = each["by"], each["games"]
        for who, points in each["difference"].items():
            won = (each[side]["wins"].get(who, 0) for side in ("a", "b"))
            shares = [round(100 * times / games, 4) if games else None for times in won]
            wins.append((by, who, title(who), *shares, *_range(points, "points"), each["verdict"], games))
        for why, of in each["reasons"].items():
            shares = [round(100 * of[side] / games, 4) for side in ("before", "after")]
            reasons.append((by, why, after.label(why, after.as_words(why)), *shares, *_range(of, "points")))
        lengths += [
            (by, key, of["before"], of["after"], *_range(of, "difference")) for key, of in each["length"].items()
        ]
        for seat, of in each["scores"].items():
            scores.append((by, seat, title(seat), of.get("before"), of.get("after")))
        cards += [
            (by, use["id"], title(use["id"]), *(use[x] for x in ("use", "before", "after"))) for use in each["cards"]
        ]
        for game in each["examples"]:
            parts = [" ".join(game[side]) for side in ("before", "after")]
            examples.append((by, game["seed"], game["game"], game["decision"], *parts, game["games"]))
    tables = [
        DataTable("wins", "Won by, in per cent", ("by", "id", "title", *CHANGE, "verdict", "games"), wins),
        DataTable("reasons", "Ended by, in per cent", ("by", "reason", "title", *CHANGE), reasons),
        DataTable("lengths", "Length of a game", ("by", "what", *CHANGE), lengths),
        DataTable("scores", "Mean score", ("by", "seat", "title", "before", "after"), scores),
        DataTable(
            "cards", "Cards that moved most, uses a game", ("by", "card", "title", "use", "before", "after"), cards
        ),
        DataTable(
            "examples",
            "Games in which the two versions part",
            ("by", "seed", "game", "decision", "won before", "won after", "games so"),
            examples,
        ),
    ]
    return [table for table in tables if table.rows]


def _range(of: dict[str, Any], key: str) -> TableRow:
    return of[key], of["low"], of["high"]
