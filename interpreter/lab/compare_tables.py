"""Tables of a comparison for CSV files and reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.lab.document import Told, document
from interpreter.lab.pairs import AFTER, BEFORE
from interpreter.lab.tables import Cell, Table
from interpreter.presentation.names import Names

Row = tuple[Cell, ...]
CHANGE = ("before", "after", "change", "low", "high")


def compare_tables(told: Sequence[Told]) -> list[Table]:
    """Return the tables of wins, endings, lengths, scores, card uses and diverging games, before and after.

    Each row names the kind of players in its column `by`, which is empty for the default players.
    """
    question = told[0].answer.question
    before, after = (Names(side.game.rulebook) for side in (question.sides[BEFORE], question.sides[AFTER]))

    def title(id: str) -> str:
        """Return the title after the change, or before it for a thing that is no longer there."""
        return after.of(id) if after.of(id) != id else before.of(id)

    wins: list[Row] = []
    reasons: list[Row] = []
    lengths: list[Row] = []
    scores: list[Row] = []
    cards: list[Row] = []
    examples: list[Row] = []
    for each in document(told)["players"]:
        by, games = each["by"], each["games"]
        for who, points in each["difference"].items():
            won = (each[side]["wins"].get(who, 0) for side in ("a", "b"))
            shares = [round(100 * times / games, 4) if games else None for times in won]
            wins.append((by, who, title(who), *shares, *_range(points, "points"), each["verdict"], games))
        for why, of in each["reasons"].items():
            shares = [round(100 * of[side] / games, 4) for side in ("before", "after")]
            reasons.append((by, why, after.label(why, after.plain(why)), *shares, *_range(of, "points")))
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
        Table("wins", "Won by, in per cent", ("by", "id", "title", *CHANGE, "verdict", "games"), wins),
        Table("reasons", "Ended by, in per cent", ("by", "reason", "title", *CHANGE), reasons),
        Table("lengths", "Length of a game", ("by", "what", *CHANGE), lengths),
        Table("scores", "Mean score", ("by", "seat", "title", "before", "after"), scores),
        Table("cards", "Cards that moved most, uses a game", ("by", "card", "title", "use", "before", "after"), cards),
        Table(
            "examples",
            "Games in which the two versions part",
            ("by", "seed", "game", "decision", "won before", "won after", "games so"),
            examples,
        ),
    ]
    return [table for table in tables if table.rows]


def _range(of: dict[str, Any], key: str) -> Row:
    return of[key], of["low"], of["high"]
