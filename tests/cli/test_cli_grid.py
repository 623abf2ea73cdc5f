"""Grids as pictures: framed cells, or one sign a cell if no more is ever in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from cli.board.board_text import BoardView
from cli.board.grid_picture import draw_bare_grid, draw_framed_grid
from cli.text.screen import ASCII_SIGNS, BOX_SIGNS, Screen, Signs
from cli.text.words import TerminalMessages
from interpreter import load
from interpreter.matches.match import Match
from interpreter.presentation.names import Names
from interpreter.rulebook.boards.declared import declared_grid
from tests.loaded import game_of

LINES = st.lists(st.text("abc ÉЖ地-", min_size=1, max_size=30), max_size=3)
RULES = """
start: |
  for each seat, in player order, again and again, as s:
    as s:
      choose a square where it has room for your stones, to lay
      move 1 of your stones from your bag to square
    if number of squares with stones is 40: end the game, nobody wins, because "full"
"""


BOARDS: list[dict[str, Any]] = [
    {}, {"hexes": "rhombus"}, {"hexes": "rectangle", "a1": "bottom"}, {"hexes": "rhombus", "tops": "flat"},
    {"triangles": "rectangle"},
]  # fmt: skip


@given(
    st.tuples(st.integers(1, 12), st.integers(1, 12)),
    st.sampled_from(BOARDS),
    st.data(),
    st.integers(40, 160),
    st.sampled_from([BOX_SIGNS, ASCII_SIGNS]),
)
@settings(max_examples=30, deadline=None)
def test_any_grid_fits_or_is_not_drawn(
    size: tuple[int, int], kind: dict[str, Any], data: st.DataObject, width: int, signs: Signs
) -> None:
    grid = declared_grid({"columns": size[0], "rows": size[1], **kind})
    cells = data.draw(st.lists(LINES, min_size=len(grid.ids), max_size=len(grid.ids)))
    framed, bare = draw_framed_grid(grid, cells, width, signs), draw_bare_grid(grid, cells, width, signs)
    for lines in (framed, bare):
        assert lines is None or max(map(cell_len, lines)) <= width
    words = max((cell_len(word) for cell in cells for line in cell for word in line.split()), default=0)
    room = (width - 4) // grid.lattice_size[0] * grid.span[0]
    assert framed is not None or room < 6 or words + 4 > room
    if framed is not None and kind == {}:
        assert len({cell_len(line) for line in framed[1:]}) == 1


def test_a_framed_grid() -> None:
    cells = [["ab", "cd ef"], [], [], ["x"]]
    assert draw_framed_grid(declared_grid({"columns": 2, "rows": 2}), cells, 17, ASCII_SIGNS) == [
        "    a      b",
        "  +------+------+",
        "1 | ab   |      |",
        "  | cd   |      |",
        "  |  ef  |      |",
        "  +------+------+",
        "2 |      | x    |",
        "  |      |      |",
        "  +------+------+",
    ]


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        (
            {"hexes": "rhombus", "columns": 3, "rows": 2},
            [" a b c", "1 . . .", " 2 . . ."],
        ),
        (
            {"hexes": "rectangle", "columns": 2, "rows": 3, "a1": "bottom"},
            ["  a b", "3 . .", " 2 . .", "1 . ."],
        ),
        (
            {"hexes": "hexagon", "side": 2},
            [" 1 . .", "2 . . .", " 3 . . c", "    a b"],
        ),
        (
            {"hexes": "hexagon", "side": 2, "tops": "flat"},
            ["  1", "2   .", "  .   .", "3   .", "  .   .", "    .", "  a   c", "    b"],
        ),
    ],
)
def test_six_sided_cells_are_shifted(kind: dict[str, Any], lines: list[str]) -> None:
    grid = declared_grid(kind)
    assert draw_bare_grid(grid, [[] for _ in grid.ids], 80, ASCII_SIGNS) == lines


def test_frames_of_six_sided_cells() -> None:
    grid = declared_grid({"hexes": "hexagon", "side": 2})
    assert draw_framed_grid(grid, [[each] for each in grid.ids], 24, BOX_SIGNS) == [
        "     ┌─────┬─────┐",
        "   1 │ b1  │ c1  │",
        "     │     │     │",
        "  ┌──┴──┬──┴──┬──┴──┐",
        "2 │ a2  │ b2  │ c2  │",
        "  │     │     │     │",
        "  └──┬──┴──┬──┴──┬──┘",
        "   3 │ a3  │ b3  │ c",
        "     │     │     │",
        "     └─────┴─────┘",
        "          a     b",
    ]


def test_frames_of_three_sided_cells() -> None:
    grid = declared_grid({"triangles": "triangle", "side": 2})
    assert draw_framed_grid(grid, [[each] for each in grid.ids], 24, BOX_SIGNS) == [
        "",
        "       1 / b1   \\",
        "         /      \\",
        "          ──────",
        "2 / a2   \\ b2   / c2   \\",
        "  /      \\      /      \\",
        "   ──────        ──────",
        "    a      b      c",
    ]


def laid(folder: Path, columns: int, rows: int, more: str, pieces: str, *keys: str) -> Match:
    """A match of a small game on a grid, with stones laid."""
    files = {
        "map": f"noun: {{one: square, many: squares}}\ngrid: {{columns: {columns}, rows: {rows}{more}}}\n",
        "pieces": f"pieces:\n{pieces}boxes:\n  - {{id: bag, title: Bag, for: seat}}\n",
        "game": "id: laying\ntitle: Laying\nseats:\n  - {id: red, title: Red}\n  - {id: blue, title: Blue}\n",
        "sequence": RULES,
    }
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)
    match = load(folder).start(1)
    for key in keys:
        match.choose(key)
    return match


def drawn(match: Match, width: int = 80) -> list[str]:
    book = match.game.rulebook
    lines = BoardView(match.game, Names(book), TerminalMessages("en")).draw(
        match.board("red"), Screen(width, ASCII_SIGNS, "ascii")
    )
    return lines[2:]


STONES = "  - {id: stone, owner: seat, supply: 21, room: {all: ROOM}, start: {each: {bag: 21}}}\n"


def test_one_sign_a_cell_with_a1_at_the_bottom(tmp_path: Path) -> None:
    match = laid(tmp_path, 7, 6, ", a1: bottom", STONES.replace("ROOM", "1"), "a1", "d2", "g6")
    assert drawn(match)[:7] == [
        "  a b c d e f g",
        "6 . . . . . . R",
        "5 . . . . . . .",
        "4 . . . . . . .",
        "3 . . . . . . .",
        "2 . . . B . . .",
        "1 R . . . . . .",
    ]


def test_signs_with_numbers(tmp_path: Path) -> None:
    match = laid(tmp_path, 3, 2, "", STONES.replace("ROOM", "9"), "a1", "a1", "b2", "a1", "b2")
    assert drawn(match)[:3] == ["  a    b    c", "1 R,B2 .    .", "2 .    R2   ."]


@pytest.mark.parts
def test_two_kinds_of_pieces_have_frames(tmp_path: Path) -> None:
    rock = "  - {id: rock, supply: 2, start: {b1: 2}}\n"
    match = laid(tmp_path, 2, 2, "", STONES.replace("ROOM", "9") + rock, "a1", "b1")
    assert [line.rstrip() for line in drawn(match)[2:4]] == [
        "1 | R 1 stone             | B 1 stone             |",
        "  |                       | 2 rocks               |",
    ]


@pytest.mark.parts
def test_a_grid_that_is_too_wide_is_listed_where_there_is_something(tmp_path: Path) -> None:
    match = laid(tmp_path, 60, 60, "", STONES.replace("ROOM", "9"), "z30", "bh60")
    assert drawn(match)[:3] == ["Z30 [R]: R 1 stone", "Bh60 [B]: B 1 stone", ""]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_cells_of_a_whole_game(width: int) -> None:
    rules = Path(__file__).parents[2] / "rules" / "revolution"
    match = game_of(rules).start(4)
    book = match.game.rulebook
    while match.decision is not None:
        match.choose(len(match.decision.options) // 2)
    screen = Screen(width, BOX_SIGNS, "utf-8")
    text = "\n".join(
        BoardView(match.game, Names(book), TerminalMessages("en")).draw(match.board(match.game.seats[0]), screen)
    )
    assert "R 2 in a cell: influence 2." in text.replace("\n  ", " ")
    assert text.count("┼") == (16 if width > 60 else 0)  # in 60 columns words would be broken: one by one
