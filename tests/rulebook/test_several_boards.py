"""Several grids in one game: their cells, steps, neighbours across them where they are declared, and pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.board.grid_picture import draw_bare_grid
from cli.text.screen import ASCII_SIGNS
from interpreter import load
from interpreter.presentation.names import Names
from interpreter.printing.layouts import paper_named
from interpreter.printing.places.map_sheet import map_sheet
from interpreter.report.drawing.heat_maps import HeatValues, heat_map
from interpreter.rulebook.boards.declared import joined_grid
from interpreter.support.errors import RulebookError
from tests.language.cases import found, sample_with, start

GRID = "grid: {columns: 4, rows: 3, source: ours}\n"
BOARDS = """\
boards:
  - {id: near, title: Near, columns: 3, rows: 3, diagonal: true, moves: {knight: [1, 2]}}
  - {id: far, columns: 2, rows: 2, a1: bottom}
connections: {two_way: [[near_c2, far_a2]], one_way: [[far_b1, near_a1]]}
"""
SPACES = ("{id: b2,", "{id: near_b2,"), ("{id: d3,", "{id: far_b2,")


def with_boards(folder: Path, *texts: str, boards: str = BOARDS, more: tuple[tuple[str, str, str], ...] = ()) -> Path:
    """The sample game on two boards, with these texts on cards."""
    edits = [*more, *(("map.yaml", old, new) for old, new in ((GRID, boards), *SPACES))]
    return sample_with(folder, texts, edits, "grid")


TEXTS: list[tuple[str, dict[str, object]]] = [
    ("set count to number of squares * 100 + number of near squares * 10 + number of far squares", {"count": 1394}),
    ("set count to row of far_b2 * 10 + column of far_b2", {"count": 22}),
    ("if board of near_a1 is near and far_a1 is far and near_a1 is not far: set count to 1", {"count": 1}),
    ("choose a neighbour of near_c2", {"asked": "near_b1 near_c1 near_b2 near_b3 near_c3 far_a2"}),
    ("choose a neighbour of far_a2", {"asked": "near_c2 far_a1 far_b2"}),
    ("set count to number of neighbours of far_b1 * 10 + number of entrances of near_a1", {"count": 34}),
    ("set spot to the square east of near_c2", {"spot": None}),
    ("set spot to the square north of far_a1", {"spot": "far_a2"}),
    ("set spot to left of far_b1", {"spot": "far_a1"}),
    (
        "set count to number of squares east of near_a1 * 10 + number of squares between near_a1 and far_b1",
        {"count": 20},
    ),
    ("set count to distance from near_a2 to far_b2 * 10 + number of groups of squares", {"count": 41}),
    ("set count to number of west edge * 10 + number of north edge", {"count": 55}),
    ("choose a square a knight's move from near_a1", {"asked": "near_c2 near_b3"}),
    ("set count to number of squares a knight's move from far_a1", {"count": 0}),
    ("set spot to Corner", {"spot": "far_b2"}),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_texts_on_two_boards(text: str, expected: dict[str, object], tmp_path: Path) -> None:
    match = start(load(with_boards(tmp_path, text)), 0)
    assert {name: found(match, name) for name in expected} == expected


def test_a_track_and_a_single_place_stand_beside_a_board(tmp_path: Path) -> None:
    beside = "  - {id: track, columns: 9, rows: 1}\n  - {id: harbour, columns: 1, rows: 1}\nconnections: "
    joined = BOARDS.replace("connections: ", beside).replace("[[near_c2,", "[[harbour_a1, near_a1], [near_c2,")
    text = (
        "set count to distance from harbour_a1 to near_c3\n"
        "set spot to the square (count + 2) squares east of track_a1\n"
        "set count to number of neighbours of harbour_a1 * 10 + number of neighbours of track_b1"
    )
    match = start(load(with_boards(tmp_path, text, boards=joined)), 0)
    assert (found(match, "spot"), found(match, "count")) == ("track_f1", 12)


def test_cells_are_called_after_their_board(tmp_path: Path) -> None:
    titles = [space.title["en"] for space in load(with_boards(tmp_path)).rulebook.map.spaces]
    assert titles[:2] == ["Near A1", "Near B1"] and titles[9] == "Far A1"


def test_connections_between_boards_are_told(tmp_path: Path) -> None:
    game = load(with_boards(tmp_path))
    assert game.rulebook.map.crossings == {("near_c2", "far_a2"), ("far_a2", "near_c2"), ("far_b1", "near_a1")}
    links = game.start(1).board("red").layout.connections
    assert {(link.start, link.end, link.is_two_way) for link in links} == {
        ("near_c2", "far_a2", True),
        ("far_b1", "near_a1", False),
    }


def test_boards_are_drawn_beside_each_other() -> None:
    grid = joined_grid({"one": {"columns": 3, "rows": 3}, "two": {"columns": 2, "rows": 2, "a1": "bottom"}})
    assert draw_bare_grid(grid, [[] for _ in grid.ids], 80, ASCII_SIGNS) == [
        "  a b c     a b",
        "1 . . .   2 . .",
        "2 . . .   1 . .",
        "3 . . .",
    ]
    width, height = grid.size
    assert all(0 < x < width and 0 < y < height for x, y in map(grid.centre, range(len(grid.ids))))


def test_titles_of_boards_stand_above_them() -> None:
    grid = joined_grid(
        {"one": {"columns": 3, "rows": 2}, "two": {"columns": 1, "rows": 1}, "three": {"columns": 1, "rows": 1}}
    )
    cells: list[list[str]] = [[] for _ in grid.ids]
    titles = ("The first board", "Harbour", "Beyond the sea")
    assert draw_bare_grid(grid, cells, 80, ASCII_SIGNS, titles) == [
        "  The first board     Harbour     Beyond the sea",
        "  a   b   c           a           a",
        "1 .   .   .         1 .         1 .",
        "2 .   .   .",
    ]
    narrow = draw_bare_grid(grid, cells, 26, ASCII_SIGNS, titles)
    assert narrow is not None
    assert narrow[0] == "  The firs… Harb… Beyond…"


def test_a_translated_board_names_its_cells(tmp_path: Path) -> None:
    folder = with_boards(tmp_path)
    (folder / "text").mkdir(exist_ok=True)
    (folder / "text" / "ru.yaml").write_text("names: {near: Рядом, far_b2: Угол}\n", encoding="utf-8")
    game = load(folder)
    names = Names(game.rulebook, "ru")
    assert (names.title_of("near_b1"), names.title_of("far_a1"), names.title_of("far_b2")) == (
        "Рядом B1",
        "Far A1",
        "Угол",
    )
    assert names.board_titles == ("Рядом", "Far")
    shape = game.start(1).board("red", names=names).layout.shape
    assert shape is not None
    assert [caption.text for caption in shape.captions] == ["Рядом", "Far"] and shape.titled == ("far_b2",)


def test_pictures_for_reports_and_print_have_the_titles(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    book = load(with_boards(tmp_path)).rulebook
    heat = heat_map("heat", book.map, Names(book), HeatValues({}, 1, 0, "pieces"))
    assert ">Near<" in heat.svg and ">Far<" in heat.svg
    sheet = map_sheet(book, Names(book), paper_named("a4"))
    assert sheet is not None
    assert [caption.text for caption in sheet.captions] == ["Near", "Far"] and len(sheet.ways) == 2


def test_triangles_of_each_board_point_as_there() -> None:
    grid = joined_grid({name: {"triangles": "triangle", "side": 2} for name in ("one", "two")})
    assert [grid.ids[cell] for cell in range(8) if grid.is_turned(cell)] == ["one_b2", "two_b2"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{id: far,", "{id: near,", "the id `near` is used by two boards"),
        ("columns: 2,", "hexes: rhombus, columns: 2,", "all boards of a game have cells of the same kind"),
        ("columns: 2,", "columns: 3000,", "the boards together have 6,009 cells; at most 5,000 are allowed"),
        ("columns: 2,", "side: 2,", "only `hexes: hexagon` has a `side`"),
        ("boards:\n", f"{GRID}boards:\n", "several `boards` are grids themselves: leave out `grid`"),
        ("far_a2]]", "far_c2]]", "there is no space with the id `far_c2`"),
    ],
)
def test_mistakes(old: str, new: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load(with_boards(tmp_path, boards=BOARDS.replace(old, new)))
    assert message in str(caught.value)
