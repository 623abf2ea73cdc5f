"""No word is read but where something stands: the number of a thing is looked at wherever it might be none."""

from __future__ import annotations

import pytest

from interpreter.language.backends.wasm import values
from interpreter.language.ir.types import NUMBER, SEAT, Type
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Apply, Cell, Constant, Register, Value, Zone, apply, number
from tests.language.cases import SAMPLE
from tests.loaded import game_of
from tests.native.comparing import by_tables, differences, made_anew
from tests.native.functions import STOPPED, Functions
from tests.native.test_random_rules import play_random_texts
from tests.native.test_same_games import folders, ways

ENTRIES = (5, 6, 7)
OFF = (-1, 3, 4, 2**31, 2**32, 2**61, -(2**61), None)
"""What is no number of an entry; two of them are 0 where only some bits are looked at."""
MANY = Type("number", many=True)


def test_an_entry_that_there_is_not() -> None:
    at, given = Register(NUMBER), Register(MANY)
    game = game_of(SAMPLE)
    cells = len(game.beginning[0])
    twice = apply(Operation.MULTIPLY, number(2), at)
    tried: dict[Value, tuple[int | None, ...]] = {
        apply(Operation.ITEM, Constant(ENTRIES), at): OFF,
        apply(Operation.ITEM, Constant(ENTRIES), twice): (-1, 2, 2**31, None),
        apply(Operation.ITEM, Constant(ENTRIES), apply(Operation.ADD, number(1), twice)): (1, 2**31, None),
        apply(Operation.ITEM, given, at): OFF,
        Cell(0, at): (-1, cells, 2**32, None),
        Cell(4, twice): (-3, cells, None),
        apply(Operation.LENGTH, Zone(at)): (-1, game.program.symbols.zones, 2**32, None),
    }
    functions = Functions(game, [Function("a test", (at, given), (), each) for each in tried], [ENTRIES])
    for place, (value, wrong) in enumerate(tried.items()):
        for which in (0, 1):
            wanted = functions.by_python(place, (which, ENTRIES))
            if wanted[0] != STOPPED:
                assert functions.by_machine(place, (which, ENTRIES)) == wanted, value
        for none in wrong:
            assert functions.by_machine(place, (none, ENTRIES))[0] == STOPPED, (value, none)


def test_what_is_plain_costs_nothing() -> None:
    """It is looked at in tests only, in those below."""
    seat = Register(SEAT)
    item = Function("a test", (seat,), (), Apply(Operation.ITEM, (Constant(ENTRIES), seat)))
    assert Functions(game_of(SAMPLE), [item]).by_machine(0, (2**32,))[0] == ENTRIES[0]


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "CHECKED", True)


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize(("name", "players", "variants"), list(ways()))
def test_what_is_plain_is_right(name: str, players: int, variants: tuple[str, ...]) -> None:
    """Also where it is worked out although it is not needed."""
    with made_anew(game_of(name, *variants, players=players)) as game:
        assert differences(game, 11, 3) == ([], 0)
        assert differences(game, 11, 2, seated=by_tables(game)) == ([], 0)


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("folder", folders())
def test_it_is_in_small_games(folder: str) -> None:
    with made_anew(game_of(folder)) as game:
        assert differences(game, 11, 30, seated=by_tables(game)) == ([], 0)


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("sample", ["sample", "things"])
def test_it_is_in_random_texts(sample: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    play_random_texts(sample, tmp_path_factory.mktemp)
