"""Boxes that lie between two spaces, such as roads and walls: on maps and grids, by both backends, and mistakes."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from interpreter import load
from interpreter.authoring.references.mention_index import MentionIndex
from interpreter.authoring.references.renaming import Renaming
from interpreter.matches.match import Match
from interpreter.presentation.board.document import Joint
from interpreter.presentation.names import Names
from interpreter.presentation.speech import ENGLISH
from interpreter.printing.layouts import card_grid, paper_named
from interpreter.printing.places.joint_bars import JointBar
from interpreter.printing.places.map_sheet import map_sheet
from interpreter.printing.places.mats import make_mats
from interpreter.printing.print_job import PrintJob
from interpreter.support.errors import RulebookError
from tests.native.comparing import differences

pytest.importorskip("wasmtime")

MAP = """\
map:
  noun: {one: town, many: towns}
  spaces: [{id: ash, title: Ash}, {id: beech, title: Beech}, {id: cedar, title: Cedar}, {id: elm, title: Elm}]
  connections: {two_way: [[ash, beech], [beech, cedar], [cedar, elm]], one_way: [[elm, ash]]}
"""
GRID = "map: {noun: {one: town, many: towns}, grid: {columns: 3, rows: 2}}\n"
ROADS = """\
  - {id: north_road, title: North Road, group: road, joins: [ash, beech], toll: 1}
  - {id: old_road, title: Old Road, group: road, joins: [beech, ash], toll: 2}
  - {id: hill_road, title: Hill Road, group: road, joins: [beech, cedar], toll: 4}
  - {id: east_road, title: East Road, group: road, joins: [elm, ash], toll: 8}
"""
GAME = """\
id: coaches
title: Coaches
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
groups:
  road: {one: road, many: roads, attributes: {toll: number}}
  border: {one: border, many: borders, joins: neighbours}
boxes:
  - {id: barn, title: Barn, for: seat}
ROADS
pieces:
  - {id: coach, noun: {one: coach, many: coaches}, owner: seat, supply: 5, start: {each: {barn: 5}}}
  - {id: wall, supply: 2, start: {WALLED: 1, SECOND: 1}}
tracks: [{id: mark, title: Mark, between: [0, 999]}]
start: |
  as red:
    TEXT
    choose a road, to end with
  end the game, nobody wins, because "over"
"""
STRETCH = """\
words:
  - say: "stretch of {seat}"
    means: longest route of (roads or borders) with coaches of seat
start: |
"""
ROADS_OF_GRID = "  - {id: north_road, title: North Road, group: road, joins: [a1, a2], toll: 1}\n"
WALKS = """\
  players take turns:
    choose an empty road, to take
    move 1 of your coaches from your barn to road
    set mark to number of (towns of (roads with your coaches))
    raise mark by distance from Ash to Cedar through roads with your coaches
    raise mark by sum of toll of it over roads of (towns of (roads with enemy coaches))
    raise mark by longest route of roads with your coaches through towns where it is not Beech
    raise mark by 32 * number of (largest group of towns through roads with coaches)
    raise mark by 16 * number of (group of towns around Beech through roads with your coaches)
    for each town in shortest path from Elm to Cedar through roads with coaches, as passed: set mark to 2 * mark
    if Ash is connected to Cedar through roads with your coaches: end the game, winner is you, because "linked"
    if no road is empty: end the game, nobody wins, because "full"
"""


def game_text(text: str, is_grid: bool = False) -> str:
    """A game in one file that does something, and asks."""
    walls = ("a1_b1", "b1_b2") if is_grid else ("ash_beech", "cedar_elm")
    made = GAME.replace("WALLED", walls[0]).replace("SECOND", walls[1]).replace("TEXT", text.replace("\n", "\n    "))
    return (GRID if is_grid else MAP) + made.replace("ROADS\n", ROADS_OF_GRID if is_grid else ROADS)


def started(folder: Path, text: str, is_grid: bool = False) -> Match:
    (folder / "game.yaml").write_text(game_text(text, is_grid), encoding="utf-8")
    return load(folder).start(1)


def mark(match: Match) -> int:
    (track,) = match.board("red").tracks
    return track.steps[0].step


def keys(match: Match) -> str:
    assert match.decision is not None
    return " ".join(option.key for option in match.decision.options)


NUMBERS = [
    ("sum of toll of it over roads of Ash", 11),
    ("sum of toll of it over roads of (Cedar or Elm)", 12),
    ("number of roads of Cedar with coaches", 0),
    ("number of borders", 4),
    ("number of borders of Beech without walls", 1),
    ("number of towns of hill_road", 2),
    ("number of (towns of (roads of Ash))", 3),
    ("number of (towns of (borders with walls) where it is not Ash)", 3),
    ("distance from Ash to Cedar through roads", 2),
    ("distance from Ash to Elm through roads", 4),
    ("distance from Elm to Cedar through roads", 3),
    ("distance from Ash to Cedar through borders without walls", 4),
    ("distance from Beech to Cedar through borders without walls", 1),
    ("distance from Ash to Ash through borders with walls", 0),
    ("distance from Elm to (Ash or Cedar) through roads where toll of it > 2", 1),
    ("number of (group of towns around Ash through roads)", 4),
    ("number of (group of towns around Ash through roads where toll of it < 8)", 3),
    ("number of (group of towns around Elm through roads where toll of it > 2)", 2),
    ("number of (group of (Ash or Beech or Elm) around Beech through roads where toll of it > 2)", 1),
    ("number of (group of (Ash or Beech) around Cedar through roads)", 0),
    ("number of (largest group of towns through roads)", 4),
    ("number of (largest group of towns through roads where toll of it > 2)", 2),
    ("number of (largest group of (Ash or Cedar or Elm) through roads)", 2),
    ("number of (largest group of towns through roads with coaches)", 1),
    ("distance from Ash to largest group of (Cedar or Elm) through borders", 2),
    ("number of (shortest path from Elm to Cedar through roads)", 4),
    ("number of (shortest path from Ash to Elm through roads)", 0),
    ("number of (shortest path from Ash to Cedar through borders)", 3),
    ("number of (shortest path from Ash to Cedar through borders without walls)", 0),
    ("number of (shortest path from Cedar to Cedar through borders with walls)", 1),
    ("distance from Ash to group of (Cedar or Elm) around Cedar through borders", 2),
    ("distance from Ash to group of (Cedar or Elm) around Cedar through towns", 2),
    ("distance from Ash to group of (Cedar or Elm) around Cedar through towns where it is not Beech", 4),
    ("distance from Ash to (group of (Cedar or Elm) around Elm through borders without walls)", 3),
    ("longest route of roads", 3),
    ("longest route of (roads or borders)", 7),
    ("longest route of (roads or borders) through towns where it is not Beech", 4),
    ("longest route of roads where toll of it > 2", 1),
    ("longest route of roads where toll of it is 1 or toll of it is 8", 2),
    ("longest route of roads through nothing", 1),
    ("longest route of roads with coaches", 0),
    ("longest route of roads by toll", 14),
    ("longest route of roads where toll of it < 4 by toll", 3),
    ("longest route of (roads or borders) by toll through towns where it is not Beech", 14),
    ("longest route of roads by toll through towns where it is not Beech", 10),
    ("(1 if Ash is connected to Cedar through borders, otherwise 2)", 1),
    ("(1 if Ash is not connected to Cedar through borders without walls, otherwise 2)", 1),
]
NUMBERS_ON_GRID = [
    ("number of borders", 7),
    ("number of borders of b1", 3),
    ("distance from a1 to b1", 1),
    ("distance from a1 to b1 through borders without walls", 5),
    ("distance from a1 to c1 through borders without walls", 4),
    ("number of towns of (borders with walls)", 3),
    ("longest route of borders", 7),
    ("longest route of borders without walls", 5),
    ("longest route of borders without walls through towns in row 1", 2),
    ("number of (group of towns in row 1 around c1 through borders without walls)", 2),
    ("number of (group of towns around b2 through borders without walls)", 6),
]


@pytest.mark.parametrize(
    ("value", "number", "is_grid"),
    [*((*each, False) for each in NUMBERS), *((*each, True) for each in NUMBERS_ON_GRID)],
)
def test_values(value: str, number: int, is_grid: bool, tmp_path: Path) -> None:
    assert mark(started(tmp_path, f"set mark to {value}", is_grid)) == number


def test_a_word_of_a_seat_has_the_longest_route_of_that_seat(tmp_path: Path) -> None:
    text = """\
as blue:
  choose an empty road, to take
  move 1 of your coaches from your barn to road
  let ahead be the only one of seats with the highest stretch of it
  if ahead is blue: set mark to stretch of ahead + highest stretch of it over seats"""
    made = game_text(text).replace("start: |\n", STRETCH)
    (tmp_path / "game.yaml").write_text(made, encoding="utf-8")
    match = load(tmp_path).start(1)
    match.choose("hill_road")
    assert mark(match) == 2


def test_choices(tmp_path: Path) -> None:
    match = started(tmp_path, "choose an empty border of Beech, or none, to close")
    assert keys(match) == "beech_cedar none"
    match = started(tmp_path, "choose a town of (roads where toll of it > 2), to visit")
    assert keys(match) == "ash beech cedar elm"
    match = started(tmp_path, "let here be Ash\nchoose a road of here, to take")
    assert keys(match) == "north_road old_road east_road"


def test_the_shortest_path_over_the_first_boxes(tmp_path: Path) -> None:
    text = "for each town in shortest path from a1 to c2 through borders, as way: set mark to mark * 4 + column of way"
    (tmp_path / "roads").mkdir()
    assert mark(started(tmp_path, text, is_grid=True)) == ((1 * 4 + 2) * 4 + 3) * 4 + 3  # a1 b1 c1 c2
    later = text.replace("borders", "borders without walls")
    assert mark(started(tmp_path / "roads", later, is_grid=True)) == ((1 * 4 + 1) * 4 + 2) * 4 + 3  # a1 a2 b2 c2


def test_both_backends_play_the_same(tmp_path: Path) -> None:
    text = game_text("stop")
    (tmp_path / "game.yaml").write_text(text[: text.index("  as red:")] + WALKS, encoding="utf-8")
    assert differences(load(tmp_path), 5, 30) == ([], 0)


def test_they_are_on_the_board_and_not_beside_it(tmp_path: Path) -> None:
    match = started(tmp_path, "raise mark")
    book, board, paper = match.game.rulebook, match.board(None), paper_named("a4")
    assert [joint.id for joint in board.layout.joints][:4] == ["north_road", "old_road", "hill_road", "east_road"]
    assert board.layout.joints[-1] == Joint("cedar_elm", "cedar", "elm")
    assert board.boxes[-1].title == "Cedar–Elm"
    mats = make_mats(PrintJob(book, Names(book), ENGLISH, paper, card_grid("poker", paper)))
    assert [box.id for mat in mats for box in mat.boxes] == ["barn", "barn"]


def printed_bars(folder: Path, text: str, is_grid: bool = False) -> tuple[dict[str, JointBar], float]:
    """The bars of a printed map by id, and the height of its spaces."""
    book = started(folder, text, is_grid).game.rulebook
    sheet = map_sheet(book, Names(book), paper_named("a4"))
    assert sheet is not None
    return {bar.id: bar for bar in sheet.bars}, sheet.height


def test_bars_lie_along_the_lines_of_a_printed_map(tmp_path: Path) -> None:
    bars, _ = printed_bars(tmp_path, "raise mark")
    assert len(bars) == 8 and bars["north_road"].title == "North Road"
    assert [(mark.count, mark.title) for mark in bars["ash_beech"].starts] == [(1, "Wall")]
    assert not bars["north_road"].starts and bars["hill_road"].turn == bars["beech_cedar"].turn
    three = [bars[each] for each in ("north_road", "old_road", "ash_beech")]
    middles = sorted(bar.middle for bar in three)
    assert all(dist(one, other) > three[0].thickness for one, other in pairwise(middles))


def test_bars_lie_on_the_edges_of_printed_cells(tmp_path: Path) -> None:
    bars, side = printed_bars(tmp_path, "raise mark", is_grid=True)
    assert len(bars) == 8 and [mark.count for mark in bars["a1_b1"].starts] == [1]
    assert (bars["a1_b1"].turn, bars["b1_b2"].turn) == (90, 180)
    assert bars["a1_b1"].length == pytest.approx(bars["north_road"].length * 2 + 1)
    assert bars["north_road"].middle[1] == pytest.approx(bars["b1_b2"].middle[1])
    assert bars["b1_b2"].middle[0] - bars["a1_b1"].middle[0] == pytest.approx(side / 2)
    assert 0 < bars["a1_b1"].length < side


def test_no_bar_lies_between_edges_that_are_joined(tmp_path: Path) -> None:
    text = game_text("raise mark", is_grid=True).replace("rows: 2}", "rows: 2, wrap: columns}")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    book = load(tmp_path).rulebook
    sheet = map_sheet(book, Names(book), paper_named("a4"))
    assert sheet is not None and "a1_c1" in {box.id for box in book.boxes}
    assert "a1_c1" not in {bar.id for bar in sheet.bars}


def test_a_space_is_renamed_with_the_boxes_that_are_called_after_it(tmp_path: Path) -> None:
    started(tmp_path, "if ash_beech is empty: raise mark")
    Renaming(MentionIndex(str(tmp_path)), "ash", "oak").write()
    text = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    assert "joins: [oak, beech]" in text and "if oak_beech is empty" in text and "ash" not in text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("joins: [beech, cedar]", "joins: [ash, cedar]", "`ash` and `cedar` aren't neighbours"),
        ("joins: [beech, cedar]", "joins: [beech, ceder]", "there is no space with the id `ceder`"),
        ("joins: [beech, cedar]", "joins: [beech]", "exactly 2 are needed"),
        ("joins: [beech, cedar], toll: 4", "joins: [beech, cedar], toll: 4, for: seat", "leave out `for`"),
        ("joins: neighbours}", "joins: neighbours, attributes: {height: number}}", "boxes between neighbours have no"),
        ("joins: neighbours}", "joins: all}", "joins"),
        ("id: barn,", "id: ash_beech,", "the id `ash_beech` is used twice"),
        ("set mark to 1", "set mark to longest route of towns", "a route leads over boxes that join two towns"),
        ("set mark to 1", "set mark to longest route of barn of red", "they don't join two towns"),
        ("set mark to 1", "set mark to longest route of roads by tol", "did you mean `toll`"),
        ("set mark to 1", "set mark to longest route of roads through roads", "and this is a set of boxes"),
        ("set mark to 1", "set mark to distance from Ash to Elm through seats", "leads through towns, or over"),
        ("set mark to 1", "set mark to distance from Ash to Elm through barn of red", "they don't join two towns"),
        ("set mark to 1", "set mark to number of group of towns around Ash through barn of red", "they don't join two"),
        (
            "set mark to 1",
            "set mark to number of group of towns around Ash through towns with coaches",
            "did you mean `group of towns around Ash`?",
        ),
        (
            "set mark to 1",
            "set mark to number of neighbours of Ash over roads with your coaches",
            "number of towns where distance from Ash to it through roads with your coaches is 1`?",
        ),
    ],
)
def test_mistakes(old: str, new: str, message: str, tmp_path: Path) -> None:
    text = game_text("set mark to 1")
    assert old in text
    (tmp_path / "game.yaml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load(tmp_path).start(1)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("set mark to longest route of borders with your coaches", None),
        ("set mark to longest route of first 20 of borders", None),
        ("set mark to stretch of red", None),
        ("set mark to longest route of borders", "among at most 20 boxes, and these may be 24: "),
        ("set mark to longest route of borders with coaches", "among at most 20 boxes, and these may be 24: "),
        (
            "set mark to longest route of (borders, as b, where coaches of (red if toll of b is 1, otherwise blue) in b"
            " > 0)",
            "and these may be 24: ",
        ),
        ("if longest route of (borders without walls) > 3: raise mark", "and these may be 24: "),
    ],
)
def test_longest_routes_of_many_boxes(text: str, message: str | None, tmp_path: Path) -> None:
    made = (
        game_text(text, is_grid=True)
        .replace("start: |\n", STRETCH)
        .replace("columns: 3, rows: 2", "columns: 4, rows: 4")
        .replace("supply: 5", "supply: 12")
    )
    (tmp_path / "game.yaml").write_text(made.replace("barn: 5", "barn: 12"), encoding="utf-8")
    if message is None:
        load(tmp_path).start(1)
        return
    with pytest.raises(RulebookError) as caught:
        load(tmp_path)
    assert message in str(caught.value)


def test_a_board_on_which_routes_take_too_long(tmp_path: Path) -> None:
    spaces = ", ".join(f"{{id: t{at}, title: T{at}}}" for at in range(7))
    edges = ", ".join(f"[t{one}, t{other}]" for one in range(7) for other in range(one))
    board = f"map:\n  noun: {{one: town, many: towns}}\n  spaces: [{spaces}]\n  connections: {{two_way: [{edges}]}}\n"
    text = game_text("set mark to longest route of first 20 of borders", is_grid=True).replace(GRID, board)
    text = text.replace("a1, a2", "t1, t0").replace("a1_b1", "t0_t1").replace("b1_b2", "t0_t2")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load(tmp_path)
    assert "could take too long" in str(caught.value)
