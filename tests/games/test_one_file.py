"""A game may stand in one game.yaml, and is the same game then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.playout import GameResult, play_random
from interpreter.matches.match import Game, Match
from interpreter.playtest.scenarios.scenario_runner import GameCache, ScenarioEdits, find_mistakes, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.support.errors import RulebookError
from tests.games.one_file import fold
from tests.loaded import REPO, game_of, players_of

SHELF = sorted(path.parent for path in (REPO / "tests" / "games").glob("*/game.yaml"))
FOLDED = [folder for folder in SHELF if len(list(folder.glob("*.yaml"))) > 1]
LARGE = [REPO / "rules" / "revolution", REPO / "rules" / "red_flag_over_paris"]


def random_game(game: Game, index: int) -> GameResult:
    return replace(play_random(game, 1, index, record=True), seconds=0)


def played(match: Match) -> Match:
    """The match to its end, by answers that depend on nothing but how many there were."""
    while match.decision is not None:
        match.choose(len(match.choices) % len(match.decision.options))
    return match


@pytest.mark.parametrize(
    "folder",
    [*FOLDED, *(pytest.param(each, marks=pytest.mark.parts) for each in LARGE)],
    ids=lambda folder: folder.name,
)
def test_one_file_is_the_same_game(folder: Path, tmp_path: Path) -> None:
    one = fold(folder, tmp_path / folder.name)
    assert [path.name for path in one.glob("*.yaml")] == ["game.yaml"]
    for players in sorted({*players_of(folder)}):
        several, single = game_of(folder, players=players), load(one, players=players)
        assert single.warnings == several.warnings == ()
        for index in range(3 if folder in LARGE else 20):
            assert random_game(single, index) == random_game(several, index)
        first, second = played(several.start(7)), played(single.start(7))
        assert (first.log(), first.outcome(), first.choices) == (second.log(), second.outcome(), second.choices)
    assert single.rulebook.texts == several.rulebook.texts and single.rulebook.labels == several.rulebook.labels
    assert bool(single.rulebook.texts) is (folder / "text").is_dir()
    assert [bot.id for bot in single.rulebook.bots] == [bot.id for bot in several.rulebook.bots]


@pytest.mark.parts
@pytest.mark.parametrize("folder", [*FOLDED, REPO / "rules" / "revolution"], ids=lambda folder: folder.name)
def test_its_scenarios_come_out(folder: Path, tmp_path: Path) -> None:
    book = load(fold(folder, tmp_path / folder.name)).rulebook
    scenarios = load_scenarios(book)
    assert [each.name for each in scenarios] == [each.name for each in load_scenarios(game_of(folder).rulebook)]
    games = GameCache(book, {})
    assert list(find_mistakes(games, scenarios)) == []
    assert [verdict for verdict in play_scenarios(games, scenarios) if verdict.failures] == []


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """Tic-tac-toe in one file."""
    return fold(REPO / "tests" / "games" / "tic_tac_toe", tmp_path / "one") / "game.yaml"


def said(folder: Path) -> list[str]:
    with pytest.raises(RulebookError) as raised:
        load(folder)
    return [f"{problem.where.line} {problem.message}" for problem in raised.value.problems]


def test_a_section_stands_in_one_place(one: Path) -> None:
    one.with_name("map.yaml").write_text("grid: {columns: 3, rows: 3}\n")
    one.with_name("sequence.yaml").write_text("start: end the game, nobody wins\nwords: []\n")
    lines = one.read_text().split("\n")
    told = "`{1}` belongs in {0}.yaml, which is there, too: write it in one of the two files"
    assert said(one.parent) == [
        f"{1 + lines.index('map:')} {told.format('map', 'map')}",
        f"{1 + lines.index('start: play the game')} {told.format('sequence', 'start')}",
    ]


def test_what_can_not_be_read_is_not_missed(one: Path) -> None:
    """One message, though all that the game has is lost with it."""
    one.write_text(one.read_text().replace("title: Tic-tac-toe", "title: [Tic"))
    assert len(said(one.parent)) == 1
    one.write_text("id: odd\ntitle: Odd\nseats: {from: 2, to: 2, id: p, title: Player}\n")
    assert said(one.parent) == ["0 the game has no sequence.yaml, nor `start` in its game.yaml"]


def test_what_is_said_points_into_it(one: Path) -> None:
    text = one.read_text()
    for wrong, meant in (("where it is free", "choose a cell without"), ("columns: three", "columns: 3")):
        one.write_text(text.replace(meant, wrong))
        assert said(one.parent)[0].startswith(f"{1 + text[: text.index(meant)].count(chr(10))} ")


def test_the_source_of_the_game_is_that_of_its_sections(one: Path) -> None:
    text = one.read_text().replace("seats:", "source: ours\nseats:")
    one.write_text(text.replace("  owner: seat", "  owner: seat\n  source: rulebook"))
    book = load(one.parent).rulebook
    sources = [seat.source for seat in book.seats], [box.source for box in book.boxes], book.pieces[0].source
    assert sources == (["ours", "ours"], ["ours"], "rulebook")


def test_its_scenarios_are_written_anew(one: Path) -> None:
    """In their place, with every other byte as it was."""
    text = one.read_text()
    one.write_text(wrong := text.replace("reason: full", "reason: line"))
    assert wrong != text
    games = GameCache(load(one.parent).rulebook, {})
    ScenarioEdits(play_scenarios(games, load_scenarios(games.get(()).rulebook))).write()
    assert one.read_text() == text


@pytest.mark.parts
def test_bots_of_one_file_decide(tmp_path: Path) -> None:
    """With variants in their folder, whose paths lead into the one file."""
    folder, variants = REPO / "rules" / "red_flag_over_paris", ("solo_versailles", "russian_edition")
    one = load(fold(folder, tmp_path / "paris"), variants)
    several = game_of(folder, *variants)
    assert [bot.id for bot in one.rulebook.bots] == [bot.id for bot in several.rulebook.bots] != []
    assert random_game(one, 0) == random_game(several, 0)
