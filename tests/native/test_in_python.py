"""The runtime of machine code does the same in Python, on a memory of the same layout, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from interpreter.language.backends.wasm.machine.searching import WasmSearch
from interpreter.language.backends.wasm.runtime.structs import RuntimeRegisters
from interpreter.language.execution.executable import NIL
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.search.native_tree import MachineTree
from tests.loaded import game_of
from tests.native.comparing import made_anew
from tests.native.in_python import compile_open, machine_of, searching_in_python

LIST_FUNCTIONS = {
    "copied": "list",
    "appended": "list number",
    "single_or_none": "number",
    "contains": "list number",
    "mask": "list",
    "count_common": "list list",
    "any_common": "list list",
    "same": "list list",
    "unique": "list",
    "union": "list list",
    "with_item": "list number",
    "without_item": "list number",
    "occurrences": "list number",
    "highest": "list",
    "lowest": "list",
    "descending": "list",
    "those_highest": "list number",
    "total_of_highest": "sum number",
    "total_of_lowest": "sum number",
    "times": "number number",
    "chance": "list",
}
"""Functions of the runtime with their arguments. Members of a `sum` are small."""
GAMES = (("tests/games/tic_tac_toe", 12), ("tests/games/kuhn", 12), ("tests/language/sample", 4))


@pytest.fixture(params=GAMES, ids=lambda each: str(each[0]))
def opened(request: pytest.FixtureRequest) -> Iterator[tuple[Game, int]]:
    name, playouts = request.param
    with made_anew(game_of(name)) as game:
        compile_open(game)
        yield game, playouts


@pytest.mark.parts
def test_a_search_fills_the_memory_alike(opened: tuple[Game, int]) -> None:
    """Test dealing, selection, expansion, playouts and backup; moves of the root come in between."""
    game, playouts = opened
    match = game.start(3)
    assert match.decision is not None
    match.choose(0)
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(3))
    machines = machine_of(game), searching_in_python(game)
    trees = [MachineTree(seat, 5, machine) for machine in machines]
    for tree in trees:
        assert tree.run_playouts(playouts) == playouts and tree._fallback is None
    assert trees[0].action_stats() == trees[1].action_stats()
    assert trees[0].replies() == trees[1].replies()
    assert_alike(*machines)


@pytest.mark.parts
def test_games_fill_the_memory_alike(opened: tuple[Game, int]) -> None:
    game, _ = opened
    machines = machine_of(game), searching_in_python(game)
    for machine in machines:
        machine.set_seed(7)
        for number, seat in enumerate(game.seats):
            if machine.words[machine.known["BOTS"] // 8 + 1 + number] != NIL:
                machine.set_seat_player(game.seats.index(seat), True)
    assert machines[0].play(0, 2) == machines[1].play(0, 2)
    assert_alike(*machines)


MEMBERS = (0, 1, 2, 3, 40, -7, 10**6, NIL)


@pytest.mark.parts
@pytest.mark.parametrize("name", ["tests/games/tic_tac_toe"])
def test_lists_and_numbers_are_alike(name: str) -> None:
    """Test allocation and aggregates on random lists, short ones and long ones."""
    random = Random(1)
    with made_anew(game_of(name)) as game:
        compile_open(game)
        machines = machine_of(game), searching_in_python(game)
    for machine in machines:
        machine.calls["set_up"](3)
        machine.calls["reset_steps"]()
    for function, takes in LIST_FUNCTIONS.items():
        for _ in range(5):
            most = random.choice((3, 40))
            lists = [random.choices(MEMBERS[: 4 if "sum" in takes else 8], k=random.randrange(most)) for _ in range(2)]
            number = random.choice(MEMBERS[:5])
            found = [machine.calls[function](*arguments(machine, takes, lists, number)) for machine in machines]
            assert found[0] == found[1], (function, lists, number)
    assert_alike(*machines)


def arguments(machine: WasmSearch, takes: str, lists: list[list[int]], number: int) -> Iterator[int]:
    """Write the lists that a function takes to the arena; yield its arguments."""
    waiting = iter(lists)
    for each in takes.split():
        if each == "number":
            yield number
            continue
        members = next(waiting)
        address = machine.calls["new"](len(members))
        for at, member in enumerate(members, 1):
            machine.words[address // 8 + at] = member
        yield address


def assert_alike(one: WasmSearch, other: WasmSearch) -> None:
    """Assert that two memories are equal; their differences are told by address."""
    pairs = enumerate(zip(one.words, other.words, strict=True))
    assert one.words.tobytes() == other.words.tobytes(), [hex(8 * at) for at, (word, same) in pairs if word != same]
    for name in RuntimeRegisters.__annotations__:
        values = [machine.calls._exports[f"now.{name}"].value(machine.calls._store) for machine in (one, other)]
        assert values[0] == values[1], name
