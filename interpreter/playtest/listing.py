"""Games as lines of CSV: ending, winners, length and scores."""

from __future__ import annotations

from interpreter.matches.match import Game
from interpreter.plain_csv import Cell, csv_text
from interpreter.playtest.figures import FinishedGame

STOPPED_REASON = "stopped"
"""Reason listed for a game that was stopped by an error in the rules."""


def csv_header(game: Game) -> str:
    """Return the header line. Sides and scores have columns only if the game has them."""
    side = ("side",) if game.rulebook.sides else ()
    scores = tuple(f"score {seat}" for seat in _scored_seats(game))
    return csv_text([("game", "reason", "winners", *side, "decisions", "turns", "first", *scores)])


def csv_line(game: Game, index: int, ended: FinishedGame | None) -> str:
    """Return the line of game `index` of a run; `ended` is None if it was stopped.

    Several winners are joined by `+`.
    """
    if ended is None:
        return csv_text([(index, STOPPED_REASON, *[None] * (csv_header(game).count(",") - 1))])
    side: tuple[Cell, ...] = (ended.side,) if game.rulebook.sides else ()
    scores = ended.scores
    winners = "+".join(ended.winners)
    told = (index, ended.reason, winners, *side, ended.decisions, ended.turns, ended.first)
    return csv_text([(*told, *(scores[seat] for seat in _scored_seats(game)))])


def _scored_seats(game: Game) -> tuple[str, ...]:
    return () if game.rulebook.score is None else game.seats
