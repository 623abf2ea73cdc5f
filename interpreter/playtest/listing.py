"""Games as lines of CSV: ending, winners, length and scores."""

from __future__ import annotations

from interpreter.matches.match import Game
from interpreter.plain_csv import Cell, csv_lines
from interpreter.playtest.figures import Ended

STOPPED = "stopped"
"""Reason listed for a game that was stopped by an error in the rules."""


def heading(game: Game) -> str:
    """Return the header line. Sides and scores have columns only if the game has them."""
    side = ("side",) if game.rulebook.sides else ()
    scores = tuple(f"score {seat}" for seat in _scored(game))
    return csv_lines([("game", "reason", "winners", *side, "decisions", "turns", "first", *scores)])


def line(game: Game, index: int, ended: Ended | None) -> str:
    """Return the line of game `index` of a run; `ended` is None if it was stopped.

    Several winners are joined by `+`.
    """
    if ended is None:
        return csv_lines([(index, STOPPED, *[None] * (heading(game).count(",") - 1))])
    side: tuple[Cell, ...] = (ended.side,) if game.rulebook.sides else ()
    scores = ended.scores
    winners = "+".join(ended.winners)
    told = (index, ended.reason, winners, *side, ended.decisions, ended.turns, ended.first)
    return csv_lines([(*told, *(scores[seat] for seat in _scored(game)))])


def _scored(game: Game) -> tuple[str, ...]:
    return () if game.rulebook.score is None else game.seats
