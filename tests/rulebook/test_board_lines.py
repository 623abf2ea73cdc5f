"""Pieces on whole rows and columns of a board: at the start, and in a given position."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError

GAME = """id: lines
title: Lines
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map: {noun: {one: cell, many: cells}, grid: {columns: 3, rows: 4, a1: bottom, without: [b2]}}
pieces: [{id: man, owner: seat, start: {red: {START}, blue: {row 4: 1, c3: 2}}}]
variables: [{id: count, is: number}]
start: |
  as red: set count to 100 * your men on a1 + 10 * your men on (row_2) + your men on cells
score: count
"""


def scored(folder: Path, start: str) -> int:
    text = GAME.replace("START", start).replace("(row_2)", "cells in row 2")
    (folder / "game.yaml").write_text(text)
    outcome = load(folder).start().outcome()
    assert outcome is not None
    return int(outcome.scores["red"])


def test_each_cell_of_a_line_has_the_pieces(tmp_path: Path) -> None:
    assert scored(tmp_path, "row 2: 1, row 1: 1") == 125
    assert scored(tmp_path, "column 1: 1, a1: 1") == 215


def test_a_cell_that_is_named_twice_has_the_pieces_of_both(tmp_path: Path) -> None:
    assert scored(tmp_path, "row 2: 2, c2: 1") == 55


@pytest.mark.parametrize("place", ["row 5", "column 0", "row a", "line 1"])
def test_a_line_that_is_not_there_is_no_place(place: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=f"there is no space or box with the id `{place}`"):
        scored(tmp_path, f"{place}: 5")


def test_several_boards_have_no_lines(tmp_path: Path) -> None:
    boards = "boards: [{id: home, columns: 3, rows: 4}, {id: away, columns: 3, rows: 4}]"
    text = GAME.replace("grid: {columns: 3, rows: 4, a1: bottom, without: [b2]}", boards).replace("START", "row 2: 1")
    (tmp_path / "game.yaml").write_text(text)
    with pytest.raises(RulebookError, match="there is no space or box with the id `row 2`"):
        load(tmp_path)


def held(folder: Path, given: str) -> dict[str, int]:
    """Return the places of red's pieces in a position, with their numbers."""
    boxes = "boxes: [{id: chest, title: Chest, for: seat}]\nvariables"
    text = GAME.replace("START", "row 1: 1").replace("row 4: 1, c3: 2", "row 4: 1").replace("variables", boxes)
    (folder / "game.yaml").write_text(text.replace("(row_2)", "cells in row 2"))
    match = load(folder).stage(f"pieces: {{man: {{red: {{{given}}}}}}}\nbegin: set count to 1")
    symbols = match.game.program.symbols
    (base, *_) = symbols.owner_bases("man")
    return {
        place: match.state.v[base + at] for at, place in enumerate(symbols.labels["place"]) if match.state.v[base + at]
    }


def test_a_position_names_whole_lines_and_what_is_left_was_captured(tmp_path: Path) -> None:
    assert held(tmp_path, "row 1: 0, c4: 1") == {"c4": 1, "chest of red": 2}


def test_a_cell_named_behind_its_line_has_its_own_number(tmp_path: Path) -> None:
    assert held(tmp_path, "row 1: 0, b1: 1") == {"b1": 1, "chest of red": 2}


@pytest.mark.parametrize(("given", "wrong"), [("row 5: 1", "`row 5`"), ("row 1: rest", "one place only")])
def test_a_line_that_is_not_there_or_cannot_have_the_rest_is_refused(given: str, wrong: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=wrong):
        held(tmp_path, given)
