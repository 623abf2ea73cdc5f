"""A search finds the same whether machine code plays its playouts on or Python does."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.playtest import Settings, playtest_game
from interpreter import load
from interpreter.engine.native import prepare
from interpreter.language.executable import NativeCode
from interpreter.language.program import Program
from interpreter.matches.loading import load_book
from interpreter.matches.match import Game, Match
from interpreter.players import machine
from interpreter.players.machine import MachinePlayouts, machine_for
from interpreter.players.playing import play
from interpreter.players.search import Budget, SearchPlayer
from interpreter.players.seat import SeatMatch
from interpreter.players.tree import Tree
from tests.engine.test_endless import ASK, ENDLESS, TIDY, whole_game
from tests.loaded import REPO, book_of, game_of

GAMES = (
    ("red_flag_over_paris", None, 40),
    ("liberte", 3, 12),
    ("vive_la_revolution", 6, 12),
    ("revolution", None, 20),
    ("tests/games/kuhn", None, 100),
    ("tests/games/line_of_four", None, 100),
    ("tests/language/sample", None, 60),
)


def learned(tree: Tree) -> dict[str, Any]:
    """All that a tree knows."""
    habits = [(habit.worth, habit.times) for row in tree._habits for habit in row]
    return {"thoughts": tree.thoughts(), "habits": habits, "means": tree._worths.means, "nodes": tree._nodes}


def by_both(match: Match, playouts: int, seed: int = 3) -> tuple[dict[str, Any], dict[str, Any]]:
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(seed))
    trees = Tree(seat, Random(seed)), Tree(seat, Random(seed), MachinePlayouts(match.game))
    for tree in trees:
        for _ in range(playouts):
            tree.playout()
    return learned(trees[0]), learned(trees[1])


@pytest.mark.parametrize(("name", "players", "playouts"), GAMES)
def test_trees_grow_alike(name: str, players: int | None, playouts: int) -> None:
    game = game_of(name, players=players)
    for decisions in (0, 25):
        match, random = game.start(decisions), Random(decisions)
        while match.decision is not None and match.decisions < decisions:
            match.choose(random.randrange(len(match.decision.options)))
        if match.decision is not None:
            python, native = by_both(match, playouts)
            assert python == native


def choices(game: Game, seed: int) -> list[str]:
    return play(game, dict.fromkeys(game.seats, "search:9"), seed).choices


def test_whole_games_are_the_same() -> None:
    """Trees that are kept from one decision to the next, players that share a game."""
    without = load("revolution", backend="python")
    game = load("revolution")
    prepare(game)
    assert machine_for(without) is None
    assert machine_for(game) is not None
    assert choices(game, 5) == choices(without, 5)


def test_machine_code_is_made_when_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many playouts, in whichever decisions and by whichever player."""
    monkeypatch.setattr(machine, "MACHINE_FROM", 30)
    game = load_book(book_of("tests/games/line_of_four"))
    match = game.start(1)
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(1))
    for made in (False, False, True, True):
        player = SearchPlayer(Budget(playouts=15))
        player.think(seat)
        assert (player._machine is not None) == made


def test_several_trees_at_once() -> None:
    found = []
    for backend in ("python", "auto"):
        game = load("revolution", backend=backend)
        if backend == "auto":
            prepare(game)
        match = game.start(2)
        assert match.decision is not None
        seat = SeatMatch(match, match.decision.seat, Random(1))
        found.append(SearchPlayer(Budget(playouts=8, trees=2)).think(seat))
    assert found[0] == found[1]


def test_several_trees_share_what_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Not each process makes the machine code for itself."""
    made, native_code = tmp_path / "made", Program.native_code

    def noted(*asked: Any) -> NativeCode:
        with made.open("a") as file:
            file.write("once\n")
        return native_code(*asked)

    monkeypatch.setattr(Program, "native_code", noted)
    monkeypatch.setattr(machine, "MACHINE_FROM", 0)
    match = load_book(book_of("tests/games/line_of_four")).start(1)
    assert match.decision is not None
    SearchPlayer(Budget(playouts=5, trees=3)).think(SeatMatch(match, match.decision.seat, Random(1)))
    assert made.read_text() == "once\n"


def test_where_there_is_no_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python plays on, without a word, and it is tried once."""
    tried = []

    def none(code: object) -> None:
        tried.append(code)
        raise OSError("no library")

    monkeypatch.setattr(machine, "MACHINE_FROM", 0)
    monkeypatch.setattr("wasmtime.Store", none)
    game = load_book(book_of("tests/games/line_of_four"))
    assert choices(game, 1) == choices(load("tests/games/line_of_four", backend="python"), 1)
    assert len(tried) == 1


def test_a_staged_position() -> None:
    """What `begin` says is linked beside the game, for Python only."""
    game = game_of("red_flag_over_paris")
    pieces = {"cube": {"commune": {"starting": 1, "press": 3}}}
    match = game.stage({"pieces": pieces, "turn": "commune", "begin": "place up to 2 cubes in Press"}, seed=7)
    python, native = by_both(match, 12)
    assert python == native


@pytest.mark.parametrize("name", ["past a track's end", "again and again"])
def test_playouts_without_end(name: str, tmp_path: Path) -> None:
    python, native = by_both(whole_game(tmp_path, ENDLESS[name], TIDY + ASK).start(1), 3)
    assert python == native


def test_wide_choices(tmp_path: Path) -> None:
    """Habits of numbers beyond those of cards and places are Python's."""
    say = "choose number from -3 to 400, as many, to say\n    raise count by many"
    end = 'end the game, winner is red, because "done"'
    match = whole_game(tmp_path, f"as red:\n  repeat 4 times:\n    {say}\n{end}").start(1)
    python, native = by_both(match, 60)
    assert python == native


def test_a_number_below_zero_is_not_nothing(tmp_path: Path) -> None:
    say = "choose number from -1 to 8, or stop, as many, to say\n    raise count by many"
    ends = [f'end the game, winner is {seat}, because "done"' for seat in ("red", "blue")]
    course = f"as red:\n  repeat 3 times:\n    {say}\nif count > 3: {ends[0]}\n{ends[1]}"
    match = whole_game(tmp_path, course).start(1)
    python, native = by_both(match, 200)
    assert python == native


@pytest.mark.parametrize(("backend", "times"), [("python", 0), ("auto", 1)])
def test_the_command_says_whether_to_try(backend: str, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def none(code: object) -> None:
        tried.append(code)
        raise OSError("no library")

    monkeypatch.setattr(machine, "MACHINE_FROM", 0)
    monkeypatch.setattr("wasmtime.Store", none)
    folder = str(REPO / "tests" / "games" / "kuhn")
    settings = Settings(
        games=2, seed=1, first=0, jobs=1, seats=("elder=search:5",), json=None, record=None, backend=backend
    )
    assert playtest_game(folder, (), None, settings) == 0
    assert len(tried) == times
