"""The games to begin with: whole, checked, playable by anybody and anything, and nobody's but those who make one."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from interpreter.authoring.missing_words import find_missing_words
from interpreter.authoring.variants.starters import FOLDER, starter_folder, starter_games
from interpreter.engine.playout import play_random
from interpreter.playtest.scenarios.scenario_runner import GameCache, find_mistakes, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.rulebook.source.files import INSTALLED, installed_games
from interpreter.support.errors import RulebookError
from tests.games.one_file import read
from tests.loaded import game_of, players_of

KINDS = ("line", "poker", "map", "cards", "hexes", "dice", "tricks")
FOLDERS = [(kind, players) for kind in KINDS for players in sorted({*players_of(FOLDER / kind)})]


def test_each_is_one_file_and_has_a_summary() -> None:
    assert set(starter_games()) == set(KINDS)
    assert sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*")) == [
        f"{kind}/{name}" for kind in sorted(KINDS) for name in ("RULES.md", "game.yaml")
    ]
    assert all(about.endswith(".") and "\n" not in about for about in starter_games().values())
    assert not set(KINDS) & set(installed_games())
    with pytest.raises(RulebookError, match=r"the kinds are: cards, dice, hexes, line, map, poker, tricks"):
        starter_folder("../line")


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wrong_with_it(kind: str) -> None:
    game = game_of(FOLDER / kind)
    assert game.warnings == game.check_sentences() == find_missing_words(game) == ()
    scenarios = load_scenarios(game.rulebook)
    assert len(scenarios) > 1
    games = GameCache(game.rulebook, {})
    assert list(find_mistakes(games, scenarios)) == []
    assert [verdict.scenario.name for verdict in play_scenarios(games, scenarios) if verdict.failures] == []


@pytest.mark.parametrize("kind", KINDS)
def test_an_editor_finds_nothing_wrong_either(kind: str) -> None:
    file = FOLDER / kind / "game.yaml"
    line = file.read_text(encoding="utf-8").split("\n")[0]
    schema = (file.parent / line.partition("$schema=")[2]).resolve()
    assert schema == INSTALLED / "schemas" / "game.schema.json"
    assert list(Draft202012Validator(json.loads(schema.read_text())).iter_errors(read(file))) == []


@pytest.mark.parametrize(("kind", "players"), FOLDERS)
def test_random_players_come_to_an_end(kind: str, players: int) -> None:
    """Random games end and depend on the choices: the seat that moves first neither always wins nor always loses."""
    game = game_of(FOLDER / kind, players=players)
    played = [play_random(game, 1, index) for index in range(100)]
    assert all(each.reason is not None and each.decisions > 0 for each in played)
    assert 5 < sum(each.winners == (game.seats[0],) for each in played) < 75


@pytest.mark.parametrize("kind", KINDS)
def test_its_comments_teach(kind: str) -> None:
    """Each section has one above it, and the file is no longer than a page or two."""
    lines = (FOLDER / kind / "game.yaml").read_text(encoding="utf-8").split("\n")
    assert len(lines) < 150
    sections = [at for at, line in enumerate(lines) if line[:1].isalpha()]
    lone = {"title", "about", "id", "boxes", "score", "start", "colour", "show", "ask", "why", "because"}
    assert [lines[at] for at in sections if lines[at].partition(":")[0] not in lone and lines[at - 1][:1] != "#"] == []
