"""Every scenario of every game in `rules/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from interpreter import load
from interpreter.playtest.scenarios import Games, play_scenarios
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.scenarios import Scenario, read_scenarios

GAMES = sorted(path.parent.name for path in (Path(__file__).parents[1] / "rules").glob("*/game.yaml"))


@cache
def games_named(name: str) -> Games:
    return Games(load(name))


def every_scenario() -> list[object]:
    return [
        pytest.param(name, scenario, id=f"{name}: {scenario.name}")
        for name in GAMES
        for scenario in read_scenarios(load_rulebook(name))[0]
    ]


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_are_written_without_mistakes(name: str) -> None:
    assert [problem.render() for problem in read_scenarios(games_named(name).get().rulebook)[1]] == []


@pytest.mark.parametrize(("name", "scenario"), every_scenario())
def test_scenario(name: str, scenario: Scenario) -> None:
    (verdict,) = play_scenarios(games_named(name), [scenario])
    told = [f"{failure.where}: expected {failure.expected}, but {failure.found}" for failure in verdict.failures]
    told += [problem.render() for problem in verdict.mistakes]
    assert not told, "\n".join(told)
