"""Meaning of conditions, tried at the start of a game."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter.language.incremental import compile_condition
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, RulebookError
from tests.loaded import game_of

paris = cache(lambda: game_of("red_flag_over_paris"))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("1 is 1", True),
        ("not 1 is 1", False),
        ("not not 1 is 1", True),
        ("not 1 is 2", True),
        ("not 1 < 2", False),
        ("not (1 is 1 and 1 is 2)", True),
        ("not 1 is 1 and 1 is 2", False),
        ("not 1 is 2 or 1 is 1", True),
        ("1 is 2 or not 1 is 2", True),
        ("1 is 2 and 1 is 2 or 1 is 1", True),
        ("1 is 1 or 1 is 2 and 1 is 2", True),
        ("1 + 2 * 3 is 7", True),
        ("number of (spaces where not it is it) is 0", True),
        ("spaces are exactly spaces", True),
        ("spaces are not exactly spaces", False),
        ("spaces where it is not Press are not exactly spaces and spaces where it is Press are exactly Press", True),
        ("(Press or Royalists) is exactly (Royalists or Press)", True),
        ("spaces with at least 99 cubes are exactly nothing", True),
        ("number of (spaces where it is it) is number of spaces", True),
        ("no space is Press", False),
        ("no institutional space is forts or paris", True),
        ("no institutional space is forts or institutional", False),
        ("all spaces have at most 99 cubes", True),
        ("all institutional spaces are institutional or paris", True),
        ("no space has at least 99 cubes", True),
        ("1 is 2 or 1", True),
        ("1 is 2 or 3 or 4", False),
        ("1 is 2 or 3 or 1 is 1", True),
        ("1 is 2 and 1 is 2 or 1", False),
        ("1 is 1 and 1 is 2 or 1", True),
        ("1 is 2 or 1 is 3 or 1", True),
        ("Press is Royalists or Press", True),
        ("Royalists is in Press or institutional spaces", True),
        ("every institutional space is forts or paris or institutional", True),
        ("every space is institutional or public_opinion or forts", False),
        ("every space is military or military", False),
        ("1 is 1 and some space is forts or paris", True),
        ("there is no space where it is institutional or public_opinion", False),
    ],
)
def test_a_condition(condition: str, holds: bool) -> None:
    game = paris()
    state = game.new_state(0, logged=False)
    assert (
        compile_condition(game.program, Text(condition, Location("a test"), ((1, 1),)))(state, state.v, state.z)
        is holds
    )


def test_values_in_one_another_do_not_take_for_ever() -> None:
    condition = "1 is 1"
    for _ in range(60):
        condition = f"1 is 2 or ({condition}) or 1 is 2 or 3"
    with pytest.raises(RulebookError, match="too deep"):
        compile_condition(paris().program, Text(condition, Location("a test"), ((1, 1),)))
