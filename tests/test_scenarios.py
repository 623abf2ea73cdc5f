"""Every scenario of every game in `rules/` and `tests/games/`, file by file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from interpreter.playtest.scenarios.scenario_runner import GameCache, Verdict, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import Scenario, read_scenarios
from interpreter.support.errors import Problem
from tests.loaded import REPO, book_of, game_of

GAMES = sorted(
    str(path.parent.relative_to(REPO))
    for home in ("rules", "tests/games")
    for path in (REPO / home).glob("*/game.yaml")
)
FILES = [(name, path.name) for name in GAMES for path in sorted((REPO / name / "scenarios").glob("*.yaml"))]
SLOW = {
    ("rules/red_flag_over_paris", "solo_bonus.yaml"),
    ("rules/red_flag_over_paris", "solo_sequence.yaml"),
    ("rules/vive_la_revolution", "setup.yaml"),
    ("rules/vive_la_revolution", "tables.yaml"),
}
"""Files for which games with several variants or numbers of players are loaded: they are parts."""


@cache
def scenarios_of(name: str) -> tuple[dict[str, list[Scenario]], tuple[Problem, ...]]:
    """The scenarios of a game by the name of their file, and the mistakes in them."""
    scenarios, problems = read_scenarios(book_of(name))
    found: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        found.setdefault(Path(scenario.where.file).name, []).append(scenario)
    return found, problems


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_are_written_without_mistakes(name: str) -> None:
    found, problems = scenarios_of(name)
    assert [problem.render() for problem in problems] == []
    assert [(name, file) for file in sorted(found)] == [each for each in FILES if each[0] == name]


@pytest.mark.parametrize(
    ("name", "file"), [pytest.param(*each, marks=pytest.mark.parts if each in SLOW else ()) for each in FILES]
)
def test_scenarios(name: str, file: str) -> None:
    told = []
    for scenario in scenarios_of(name)[0][file]:
        games = GameCache(game_of(name, *scenario.variants, players=scenario.players))
        (verdict,) = play_scenarios(games, [scenario])
        told += [f"{scenario.name}: {each}" for each in failures(verdict)]
    assert not told, "\n".join(told)


def failures(verdict: Verdict) -> list[str]:
    told = [f"{failure.where}: expected {failure.expected}, but {failure.found}" for failure in verdict.failures]
    return told + [problem.render() for problem in verdict.mistakes]
