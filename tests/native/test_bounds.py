"""Bounds checks: an index is checked wherever it might be out of range, so that no invalid word is read.

Games that are played with more checks are in `test_arena.py`.
"""

from __future__ import annotations

from interpreter.language.ir.types import NUMBER, SEAT, Type
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Apply, Cell, Constant, Register, Value, ZoneCards, apply, number
from tests.language.cases import SAMPLE
from tests.loaded import game_of
from tests.native.functions import STOPPED, Functions

ENTRIES = (5, 6, 7)
OFF = (-1, 3, 4, 2**31, 2**32, 2**61, -(2**61), None)
"""Indices out of range; two of them are 0 if only some of their bits are used."""
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
        apply(Operation.LENGTH, ZoneCards(at)): (-1, game.program.symbols.zone_count, 2**32, None),
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
    """It is checked in tests only, in those of `test_arena.py`."""
    seat = Register(SEAT)
    item = Function("a test", (seat,), (), Apply(Operation.ITEM, (Constant(ENTRIES), seat)))
    assert Functions(game_of(SAMPLE), [item]).by_machine(0, (2**32,))[0] == ENTRIES[0]
