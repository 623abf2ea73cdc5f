"""Pieces between two spaces in pictures of the map: on lines, on frames, and between cells without frames."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.board.board_text import BoardView
from cli.board.line_colours import LinePainter
from cli.text.screen import ASCII_SIGNS, BOX_SIGNS, Screen, Signs
from cli.text.words import TerminalMessages
from interpreter import load
from interpreter.matches.match import Match
from interpreter.presentation.names import Names

GAME = """\
id: trails
title: Trails
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map:
  noun: {one: town, many: towns}
  MAP
groups:
  trail: {one: trail, many: trails, joins: neighbours}
boxes: [{id: barn, title: Barn, for: seat}]
pieces:
  - {id: rail, owner: seat, supply: 9, start: {each: {barn: 9}}}
  - {id: wall, supply: WALLS, start: {PLACE: WALLS}}
start: |
  as red:
    TEXT
  as red: choose a town, to visit
  end the game, nobody wins, because "over"
"""
SQUARES = "grid: {columns: 3, rows: 2}"
TOWNS = """\
spaces:
    - {id: ash, title: Ash, at: [0, 0]}
    - {id: beech, title: Beech, at: [1, 0]}
    - {id: cedar, title: Cedar, at: [1, 1]}
  connections: {two_way: [[ash, beech], [beech, cedar], [ash, cedar]]}
"""


def started(folder: Path, the_map: str, moves: dict[str, str], walls: str = "") -> Match:
    """A match in which the seats have put rails in places."""
    rails = "\n".join(f"as {seat}: move 1 of your rails from your barn to {place}" for place, seat in moves.items())
    text = GAME.replace("MAP", the_map).replace("TEXT", rails.replace("\n", "\n    "))
    if walls:
        text = text.replace("PLACE", walls).replace("WALLS", "1")
    else:
        text = text.replace("  - {id: wall, supply: WALLS, start: {PLACE: WALLS}}\n", "")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return load(folder).start(1)


def drawn(match: Match, signs: Signs, width: int = 80) -> list[str]:
    names = Names(match.game.rulebook)
    view = BoardView(match.game, names, TerminalMessages("en"))
    return view.draw_map(match.board("red"), Screen(width, signs, "utf-8", 40))


RAILS = {"a1_b1": "red", "a1_a2": "blue", "b2_c2": "blue", "b1": "red"}


def test_between_cells_without_frames(tmp_path: Path) -> None:
    assert drawn(started(tmp_path, SQUARES, RAILS), BOX_SIGNS) == [
        "Seats: R = Red, B = Blue. Between spaces: R, B, pieces there.",
        "",
        "  a     b     c",
        "1 ·──R──R     ·",
        "  │B",
        "2 ·     ·──B──·",
        "",
    ]


def test_there_is_room_for_pieces_before_there_are_any(tmp_path: Path) -> None:
    lines = drawn(started(tmp_path, SQUARES, {"barn of red": "red"}), ASCII_SIGNS)
    assert lines == ["Seats: R = Red, B = Blue.", "", "  a     b     c", "1 .     .     .", "", "2 .     .     .", ""]


def test_where_corners_meet(tmp_path: Path) -> None:
    lines = drawn(started(tmp_path, "grid: {columns: 2, rows: 2, diagonal: true}", {"a1_b2": "red"}), ASCII_SIGNS)
    assert lines[2:] == ["  a     b", "1 .     .", "     \\R", "2 .     .", ""]
    lines = drawn(started(tmp_path, "grid: {columns: 2, rows: 2, diagonal: true}", {"b1_a2": "blue"}), ASCII_SIGNS)
    assert lines[4] == "     /B"


def test_between_shifted_cells(tmp_path: Path) -> None:
    six = "grid: {hexes: rectangle, columns: 2, rows: 2}"
    lines = drawn(started(tmp_path, six, {"a1_a2": "red", "b1_a2": "blue", "a2_b2": "red"}), ASCII_SIGNS)
    assert lines[2:] == ["  a     b", "1 .     .", "     \\R /B", "   2 .--R--.", ""]


def test_on_frames(tmp_path: Path) -> None:
    assert drawn(started(tmp_path, SQUARES, RAILS, walls="b1_b2"), ASCII_SIGNS, 50) == [
        "Seats: R = Red, B = Blue. Between spaces: R, B, W",
        "  (wall), pieces there.",
        "",
        "    a              b              c",
        "  +--------------+--------------+--------------+",
        "1 |              R R 1 rail     |              |",
        "  |              |              |              |",
        "  +------B-------+------W-------+--------------+",
        "2 |              |              B              |",
        "  |              |              |              |",
        "  +--------------+--------------+--------------+",
    ]


def test_on_lines(tmp_path: Path) -> None:
    lines = drawn(started(tmp_path, TOWNS, {"ash_beech": "red", "beech_cedar": "blue"}, walls="ash_cedar"), ASCII_SIGNS)
    picture = "\n".join(lines[3:])
    north, wall, road = (next(line for line in lines[3:] if each in line) for each in (". R .", " W .", "    B"))
    assert "<> b c" in north and lines.index(road) < lines.index(wall)
    assert [picture.count(each) for each in ("R", "W", " B\n")] == [1, 1, 1]


@pytest.mark.parametrize("height", [4, 12])
def test_in_cells_of_a_full_screen(height: int, tmp_path: Path) -> None:
    match = started(tmp_path, SQUARES, RAILS, walls="b1_b2")
    view = BoardView(match.game, Names(match.game.rulebook), TerminalMessages("en")).map_view
    lines = view.draw_cells(match.board("red"), Screen(60, ASCII_SIGNS, "utf-8", 40), (), height)
    assert lines is not None and len(lines) <= height
    assert any(line.startswith("1") and " R " in line for line in lines)
    assert "".join(lines).count("B") == (2 if height > 4 else 1)
    assert any("---B---" in line for line in lines) == (height > 4)


def test_they_have_the_colours_of_their_owners(tmp_path: Path) -> None:
    from rich.color import ColorSystem

    match = started(tmp_path, SQUARES, RAILS, walls="b1_b2")
    painter = LinePainter(match.board("red"), Names(match.game.rulebook), ColorSystem.TRUECOLOR)
    for line in ("1 |              R R 1 rail     |", "1 .  -R-.", "  |R", "  +------R2------+"):
        assert [line[start:end][0] for start, end, _ in painter.find_spans(line)] == ["R"] * line.count("R")
