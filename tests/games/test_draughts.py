"""Draughts, against the numbers of lines of play that other programs count (perft)."""

from __future__ import annotations

import pytest

from interpreter.matches.match import Match
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from tests.games.test_games import HERE, game_of

COUNTS = (7, 49, 302, 1_469, 7_361, 36_768)
"""The numbers of lines from the start of English draughts, as Aart Bik's *Perft for Checkers* has them."""


def lines_of(match: Match, moves: int) -> int:
    """The number of ways to make so many moves. Several captures in a row are one move, as in other programs' counts.

    A turn begins with each move, even if it was made without asking because no other was possible.
    """
    if match.state.turns > moves:
        return 1
    if match.decision is None:
        return 0
    found = 0
    for option in match.decision.options:
        after = match.copy()
        after.choose(option)
        found += lines_of(after, moves)
    return found


@pytest.mark.parametrize(
    ("moves", "lines"),
    [pytest.param(at, lines, marks=[pytest.mark.parts] if at > 4 else []) for at, lines in enumerate(COUNTS, 1)],
)
def test_the_lines_of_play_from_the_start(moves: int, lines: int) -> None:
    assert lines_of(game_of("draughts").start(1), moves) == lines


def test_scenarios() -> None:
    game = game_of("draughts")
    verdicts = list(play_scenarios(GameCache(game), load_scenarios(game.rulebook)))
    assert [(verdict.scenario.name, verdict.mistakes) for verdict in verdicts if not verdict.has_passed] == []
    assert len(verdicts) == 7


def test_the_rules_are_short() -> None:
    assert len((HERE / "draughts" / "game.yaml").read_text("utf-8").splitlines()) < 80
