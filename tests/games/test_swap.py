"""The swap rule in Hex: by the strategy-stealing argument, whoever may swap wins."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.matches.match import Match
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from tests.games.test_games import HERE, game_of


def winner(match: Match, known: dict[str, str]) -> str:
    """Return the seat that wins if both play as well as possible."""
    if match.decision is None:
        outcome = match.outcome()
        assert outcome is not None
        (seat,) = outcome.winners
        return seat
    seat = match.decision.seat
    board = match.board(None)
    key = str([seat, len(match.decision.options), [space.shares for space in board.spaces.values()]])
    if key not in known:
        results = set()
        for option in match.decision.options:
            after = match.copy()
            after.choose(option)
            results.add(winner(after, known))
            if seat in results:
                break
        known[key] = seat if seat in results else results.pop()
    return known[key]


@pytest.mark.parametrize("size", [2, pytest.param(3, marks=pytest.mark.parts)])
def test_who_may_swap_wins(size: int) -> None:
    sizes = [f"map/grid/{axis}={size}" for axis in ("columns", "rows")]
    assert winner(load(HERE / "hex", variants=sizes).start(1), {}) == "red"
    assert winner(load(HERE / "hex", variants=[*sizes, "swap"]).start(1), {}) == "blue"


def test_scenarios() -> None:
    game = game_of("hex")
    verdicts = list(play_scenarios(GameCache(game), load_scenarios(game.rulebook)))
    assert [(verdict.scenario.name, verdict.mistakes) for verdict in verdicts if not verdict.has_passed] == []
    assert sum("swap" in verdict.scenario.variants for verdict in verdicts) == 3
