"""Every scenario of every game in `rules/` and `tests/games/`."""

from __future__ import annotations

import pytest

from interpreter.playtest.scenarios import Games, play_scenarios
from interpreter.rulebook.scenarios import Scenario, read_scenarios
from tests.loaded import REPO, book_of, game_of

GAMES = sorted(
    str(path.parent.relative_to(REPO))
    for home in ("rules", "tests/games")
    for path in (REPO / home).glob("*/game.yaml")
)


def every_scenario() -> list[object]:
    return [
        pytest.param(name, scenario, id=f"{name}: {scenario.name}")
        for name in GAMES
        for scenario in read_scenarios(book_of(name))[0]
    ]


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_are_written_without_mistakes(name: str) -> None:
    assert [problem.render() for problem in read_scenarios(book_of(name))[1]] == []


@pytest.mark.parametrize(("name", "scenario"), every_scenario())
def test_scenario(name: str, scenario: Scenario) -> None:
    games = Games(game_of(name, *scenario.variants, players=scenario.players))
    (verdict,) = play_scenarios(games, [scenario])
    told = [f"{failure.where}: expected {failure.expected}, but {failure.found}" for failure in verdict.failures]
    told += [problem.render() for problem in verdict.mistakes]
    assert not told, "\n".join(told)
