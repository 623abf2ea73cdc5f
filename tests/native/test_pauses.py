"""Pauses of machine code: after a number of steps in any game, so that signals are handled, without changing the game.

Games that can't pause for a long time are left to Python.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.driver import DECISION_WORK
from interpreter.engine.native_games import NativeGames, prepare_native
from interpreter.language.backends.wasm import memory
from interpreter.language.backends.wasm.machine import machine
from interpreter.language.backends.wasm.machine.machine import PAUSE, QUICK, WasmMachine, pace
from interpreter.language.backends.wasm.sizes import UNIT
from interpreter.matches.loading import game_of_rulebook
from interpreter.matches.match import Game
from tests.loaded import book_of, players_of
from tests.native.comparing import by_tables, differences, only_some
from tests.native.ends import different_ends
from tests.native.test_hostile import game_of_texts

SHORT = 40_000
"""Steps from one pause to the next, in tests."""
QUICK_ONES = ("tests/games/kuhn", "tests/language/sample")


def fresh(name: str) -> Game:
    """A game whose machine code is yet to be made."""
    return game_of_rulebook(book_of(name, players=players_of(name)[0]))


class Calls:
    """Number of calls of machine code for some games, with the number of games played and their work."""

    def __init__(self, game: Game, games: int) -> None:
        prepare_native(game)
        made = game.program.machine()
        assert isinstance(made, WasmMachine)
        assert made.set_seed(1)
        self.count = 0
        play = made.calls["play_games"]

        def counted(*arguments: int) -> int:
            self.count += 1
            done: int = play(*arguments)
            return done

        made.calls._made["play_games"] = counted
        rows = made.play(0, games)
        self.played = rows.count
        width, decisions, work = made.columns.width, *(made.columns[name].start for name in ("decisions", "work"))
        self.work = sum(rows.words[work::width]) - DECISION_WORK * sum(rows.words[decisions::width])

    def are_enough(self) -> bool:
        """True if there were at least as many calls as there are pauses to make."""
        return self.count > self.work * UNIT / SHORT / 2 > 3


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "QUICK", 1)
    monkeypatch.setattr(memory, "SLICE", SHORT)
    monkeypatch.setattr(memory, "STRETCH", 20)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    "name", only_some(["red_flag_over_paris", "liberte", "tests/language/sample", "tests/games/kuhn"], QUICK_ONES)
)
def test_a_pause_makes_no_difference(name: str) -> None:
    game = fresh(name)
    found, _, alone = different_ends(game, 3, 3)
    assert (found, alone) == ([], 0)
    assert differences(game, 3, 6, seated=by_tables(game)) == ([], 0)


LONG = {
    "a loop with choices that are not taken": """while count < 3000:
  raise count
  if count < 0: choose a town
  for each town, as t1:
    for each town, as t2: lower uses of t2
""",
    "phrases that choose nothing": "repeat 3000 times: maybe",
}
MAYBE = "  - say: maybe\n    do: |\n      if count < 0: choose a town\n      for each town: lower uses of town\n"


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", LONG)
def test_an_effect_without_decisions_is_interrupted(name: str, tmp_path: Path) -> None:
    words = ("vocabulary.yaml", "words:\n", f"words:\n{MAYBE}")
    game = load(game_of_texts(tmp_path, [LONG[name]], (words,)))
    calls = Calls(game, 1)
    assert calls.played == 1 and calls.are_enough()
    found, _, alone = different_ends(game, 1, 1)
    assert (found, alone) == ([], 0)


@pytest.mark.usefixtures("short")
def test_many_short_games_are_interrupted() -> None:
    """Also between games, none of which takes long."""
    calls = Calls(fresh("tests/games/kuhn"), 2000)
    assert calls.played == 2000 and calls.are_enough()


@pytest.mark.usefixtures("short")
def test_what_can_not_be_interrupted_is_left_to_python(tmp_path: Path) -> None:
    game = load(game_of_texts(tmp_path, ["repeat 1100000 times:\n  for each town: lower uses of town"]))
    assert Calls(game, 1).played == 0
    assert list(NativeGames(game, 1).play(0, 1)) == [0]


def test_steps_that_are_quick() -> None:
    """There may be more of them up to the next pause, but not many more; at once fewer again, where one takes long."""
    assert pace(100, PAUSE * 0.9, 100) == 100
    assert pace(100, PAUSE / 10, 100) == 200
    steps = 100
    for _ in range(20):
        steps = pace(steps, PAUSE / 1000, 100)
    assert steps == 100 * QUICK
    assert pace(steps, 2 * PAUSE, 100) == 50 * QUICK
    assert pace(steps, 100 * PAUSE, 100) == 100
