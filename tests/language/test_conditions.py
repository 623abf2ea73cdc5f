"""Meaning of conditions, tried at the start of a game."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter.language.incremental import compile_condition
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location
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
    ],
)
def test_a_condition(condition: str, holds: bool) -> None:
    game = paris()
    state = game.new_state(0, logged=False)
    assert compile_condition(game.program, Text(condition, Location("a test"), ((1, 1),)))(state.v, state.z) is holds
