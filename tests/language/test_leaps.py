"""Leaps that a board names: `moves: {knight: [1, 2]}`, and squares a knight's move from X."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError
from tests.language.cases import found, sample_with, start

NAMED = ("map.yaml", "source: ours", "source: ours, moves: {knight: [1, 2], ferz: [1, 1], wazir: [0, 1]}")
WRAPPED = ("map.yaml", "source: ours, ", "source: ours, wrap: columns, ")


def squares(folder: Path, text: str, *edits: tuple[str, str, str]) -> str | None:
    """The squares on offer of a text that asks for one."""
    match = start(load(sample_with(folder, [f"choose a square {text}, to jump"], [NAMED, *edits], "grid")), 0)
    asked = found(match, "asked")
    return None if asked is None else str(asked)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a knight's move from b2", "d1 d3"),
        ("a knight's move from c1", "d3 b3 a2"),
        ("a ferz's move from a2", "b1 b3"),
        ("a wazir's move from b2", "b1 c2 b3 a2"),
        ("a wazir's move from b2 where column of it is 2", "b1 b3"),
    ],
)
def test_a_leap_leads_in_all_directions(text: str, expected: str, tmp_path: Path) -> None:
    assert squares(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where it is a knight's move from b2", "d1 d3"),
        ("where row of it is 1 and it is not a knight's move from b3", "b1 d1"),
        ("where b2 is a knight's move from it", "d1 d3"),
    ],
)
def test_a_space_is_a_leap_away(text: str, expected: str, tmp_path: Path) -> None:
    assert squares(tmp_path, text) == expected


def test_a_leap_goes_over_joined_edges(tmp_path: Path) -> None:
    assert squares(tmp_path, "a knight's move from a1", WRAPPED) == "c2 b3 d3"


def test_a_leap_without_a_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="`kinght` is no move of this board; they are knight, ferz, wazir"):
        squares(tmp_path, "a kinght's move from a1")
