"""Several trees at the same time in threads, and machines that are kept for the next search."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from threading import Event, active_count
from typing import Any

import pytest

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.language.backends.wasm.machine.machine import MachineStoppedError
from interpreter.language.backends.wasm.machine.searching import WasmSearch
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.search import idle_machines
from interpreter.players.search.growth import Budget
from interpreter.players.search.idle_machines import MAX_IDLE, keep_machines, take_machine
from interpreter.players.search.search_player import SearchPlayer
from interpreter.players.search.search_tree import ActionStats
from interpreter.support.background import run_in_threads
from tests.loaded import game_of

BUDGET = Budget(60, trees=3)


@pytest.fixture
def game() -> Iterator[Game]:
    """A game with machine code and without idle machines."""
    pytest.importorskip("wasmtime")
    found = game_of("tests/games/kuhn")
    prepare_native(found)
    idle_machines._idle.clear()
    yield found
    idle_machines._idle.clear()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[WasmSearch]:
    """The machines that are made from now on."""
    found: list[WasmSearch] = []
    make = WasmSearch.__init__

    def noted(machine: WasmSearch, *asked: Any) -> None:
        found.append(machine)
        make(machine, *asked)

    monkeypatch.setattr(WasmSearch, "__init__", noted)
    return found


def seat_of(game: Game) -> SeatMatch:
    match = game.start(3)
    assert match.decision is not None
    return SeatMatch(match, match.decision.seat, Random(1))


def thoughts_in_python() -> list[ActionStats]:
    return SearchPlayer(BUDGET).think(seat_of(load("tests/games/kuhn", backend="python")))


def test_trees_in_threads_are_those_that_python_grows(game: Game, made: list[WasmSearch]) -> None:
    player = SearchPlayer(BUDGET)
    assert player.think(seat_of(game)) == thoughts_in_python()
    assert len(made) == 3 and player.playouts == 180


@pytest.mark.parametrize("number", [0, 2])
def test_a_tree_that_machine_code_can_not_finish(
    game: Game, number: int, made: list[WasmSearch], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python grows it, and the others are as before."""
    calls, call = [0], WasmSearch.call_with_pauses

    def stops(machine: WasmSearch, *asked: Any) -> int:
        if machine is made[number]:
            calls[0] += 1
            if calls[0] > 3:
                raise MachineStoppedError
        return call(machine, *asked)

    monkeypatch.setattr(WasmSearch, "call_with_pauses", stops)
    player = SearchPlayer(BUDGET)
    assert player.think(seat_of(game)) == thoughts_in_python()
    assert calls[0] > 3 and player.playouts == 180


def test_an_interruption_ends_all_threads(game: Game) -> None:
    def interrupt(share: float) -> None:
        raise KeyboardInterrupt

    before = active_count()
    with pytest.raises(KeyboardInterrupt):
        SearchPlayer(Budget(9_000_000, trees=3), progress=interrupt).think(seat_of(game))
    assert active_count() == before


def test_a_machine_is_used_by_one_player_after_the_other(game: Game, made: list[WasmSearch]) -> None:
    for _ in range(3):
        thoughts = SearchPlayer(Budget(40)).think(seat_of(game))
    assert len(made) == 1
    fresh = SearchPlayer(Budget(40))
    assert fresh.think(seat_of(game)) == thoughts
    SearchPlayer(Budget(40)).think(seat_of(game))  # while the other one has the machine
    assert len(made) == 2


def test_a_player_for_another_game_gives_its_machine_back(game: Game, made: list[WasmSearch]) -> None:
    player = SearchPlayer(Budget(5))
    player.think(seat_of(game))
    player.think(seat_of(game_of("tests/games/sealed_bid")))
    assert take_machine(game) is made[0]


def test_a_player_that_is_prepared_finds_everything_made(made: list[WasmSearch]) -> None:
    pytest.importorskip("wasmtime")
    game = load("tests/games/kuhn")
    SearchPlayer(Budget(seconds=0.01)).prepare(game)
    assert len(made) == 1
    player = SearchPlayer(Budget(seconds=0.01))
    player.prepare(game)
    player.think(seat_of(game))
    assert len(made) == 1


def test_few_machines_are_kept(game: Game) -> None:
    machines = [game.program.search_machine() for _ in range(MAX_IDLE + 2)]
    last = machines[2:]
    keep_machines(machines)
    assert not machines
    assert [take_machine(game) for _ in last] == last


def test_the_first_error_of_several_tasks_is_raised_and_ends_the_others() -> None:
    ended = []

    def wait(ending: Event) -> None:
        ended.append(ending.wait(60))

    def fail(ending: Event) -> None:
        raise ValueError("first")

    with pytest.raises(ValueError, match="first"):
        run_in_threads([wait, wait, fail])
    assert ended == [True, True]
