"""Go on 9 x 9: groups, liberties, superko and area."""

from __future__ import annotations

from interpreter.engine.playout import play_random
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from tests.games.test_games import game_of


def test_captures_superko_and_area() -> None:
    game = game_of("go")
    verdicts = list(play_scenarios(GameCache(game), load_scenarios(game.rulebook)))
    assert [(verdict.scenario.name, verdict.mistakes) for verdict in verdicts if not verdict.has_passed] == []
    assert len(verdicts) == 10


def test_random_games_end() -> None:
    assert {play_random(game_of("go"), 1, index).reason for index in range(10)} == {"area"}
