"""Names that are nothing at first: what can be in them is found out from what they are set to."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.support.errors import RulebookError
from tests.language.cases import loaded, start


def named(count: int, value: str) -> str:
    names = [f"n{number}" for number in range(count)]
    return "\n".join([*(f"let {name} be nothing" for name in names), *(f"set {name} to {value}" for name in names)])


@pytest.mark.parametrize("value", ["alder", "ant", "towns", "(the only one of towns with pawns)", "red"])
def test_many_names(value: str, tmp_path: Path) -> None:
    assert start(loaded(tmp_path, [named(60, value)]), 0).is_over()


def test_what_a_name_is_given_by_another_name(tmp_path: Path) -> None:
    text = "let last be nothing\nlet best be nothing\nfor each town, as t:\n  set best to t\n"
    text += "set last to best\nset spot to last"
    assert start(loaded(tmp_path, [text]), 0).view("red")["variables"]["spot"] == "elm"


def test_too_many_names(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        loaded(tmp_path, [named(300, "alder")])
    (problem,) = raised.value.problems
    assert problem.message == "what can be in `n0`? too many names are nothing at first here"
