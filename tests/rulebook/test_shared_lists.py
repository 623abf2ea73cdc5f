"""One list of values for several columns, and comparison of their values."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.authoring.references.mention_index import MentionIndex
from interpreter.authoring.references.renaming import Renaming
from interpreter.support.errors import RulebookError

GAME = """\
id: tiles
title: Tiles
seats: [{id: red_side, title: Red}, {id: blue_side, title: Blue}]
map: {attributes: {ground: {is: front, optional: true}}, spaces: [{id: hill, title: Hill, ground: green}]}
pieces: [{id: stone, supply: 1, worth: red, start: {hill: 1}}]
piece attributes: {worth: ground}
decks:
  - deck: main
    attributes:
      front: {is: [red, green, blue], titles: {blue: Navy}}
      back: front
      size: [small, large]
    cards:
      - {each: [front, back], title: "{front} {back}", size: small}
zones:
  - {id: stock, title: Stock, face: everyone, starts with: [main]}
variables: [{id: called, is: back, start: red}]
start: |
  if CONDITION: end the game, winner is red_side, because "yes"
  end the game, nobody wins, because "done"
"""


def written(tmp_path: Path, condition: str = "called is red", old: str = "", new: str = "") -> Path:
    (tmp_path / "game.yaml").write_text(GAME.replace(old, new).replace("CONDITION", condition), encoding="utf-8")
    return tmp_path


def test_a_column_has_the_list_of_another_one(tmp_path: Path) -> None:
    book = load(written(tmp_path)).rulebook
    columns = [book.decks[0].attributes["back"], book.map.attributes["ground"], book.kind_attributes["worth"]]
    assert [column.values for column in columns] == [("red", "green", "blue")] * 3
    assert [column.titles for column in columns] == [{"blue": "Navy"}] * 3
    assert book.map.attributes["ground"].optional
    assert book.cards[2].id == "red_blue" and book.cards[2].title == {"en": "Red Navy"}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("front of red_red is back of blue_red", True),
        ("front of red_red is back of red_blue", False),
        ("front of red_blue is lower than back of red_blue", True),
        ("back of red_blue is lower than front of red_blue", False),
        ("ground of hill is higher than front of red_red", True),
        ("worth of stone is lower than ground of hill", True),
        ("called is lower than back of red_green", True),
        ("number of (cards in stock where front of it is back of it) is 3", True),
        ("number of (cards in stock where front of it is higher than back of it) is 3", True),
        ("number of backs is 3", True),
    ],
)
def test_values_of_both_columns_are_compared(condition: str, holds: bool, tmp_path: Path) -> None:
    outcome = load(written(tmp_path, condition)).start(1).outcome()
    assert outcome is not None and (outcome.reason == "yes") is holds


LET = "let shade be front of red_blue"


def test_a_name_knows_the_column_of_its_value(tmp_path: Path) -> None:
    new = f"  {LET}\n  if shade is higher than blue: end"
    assert load(written(tmp_path, old="  if CONDITION: end", new=new))
    new = "  let extent be size of red_blue\n  set called to extent\n  if called is red: end"
    with pytest.raises(RulebookError, match="have no value in common"):
        load(written(tmp_path, old="  if CONDITION: end", new=new))


def test_a_group_that_is_called_as_a_line_of_the_board_keeps_its_noun(tmp_path: Path) -> None:
    text = GAME.replace("CONDITION", "there is a lane").replace(
        "map: {attributes: {ground: {is: front, optional: true}}, spaces: [{id: hill, title: Hill, ground: green}]}",
        "map: {grid: {columns: 2, rows: 2}}\ngroups: {row: {one: lane, many: lanes}}\n"
        "boxes: [{id: side_box, title: Side, group: row}]",
    )
    text = text.replace("piece attributes: {worth: ground}\n", "").replace(
        "worth: red, start: {hill: 1}", "start: {a1: 1}"
    )
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert load(tmp_path)


def test_a_long_chain_of_lists_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(tmp_path, old="      back: front\n", new="      back: front\n      side: back\n")
    monkeypatch.setattr("interpreter.rulebook.building.shared_lists.LONGEST_CHAIN", 2)
    with pytest.raises(RulebookError, match="there is no kind of attribute `back`"):
        load(folder)


def test_a_variant_that_adds_a_value_adds_it_for_all(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "more.yaml").write_text(
        "id: more\ntitle: More\nfor: tiles\nchange:\n"
        "  - {at: decks/main/attributes/front, from: {is: [red, green, blue], titles: {blue: Navy}},"
        " to: [red, green, blue, grey]}\n",
        encoding="utf-8",
    )
    book = load(tmp_path, variants="more").rulebook
    assert book.decks[0].attributes["back"].values == ("red", "green", "blue", "grey")
    assert book.map.attributes["ground"].values == ("red", "green", "blue", "grey")


def test_a_renamed_column_is_renamed_where_its_list_is_used(tmp_path: Path) -> None:
    for old, new in (("front", "face_up"), ("back", "face_down")):
        Renaming(MentionIndex(str(written(tmp_path) if old == "front" else tmp_path)), old, new).write()
    text = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    assert "face_down: face_up\n" in text and "ground: {is: face_up," in text and "is: face_down, start: red" in text
    assert load(tmp_path).rulebook.decks[0].attributes["face_down"].values == ("red", "green", "blue")


@pytest.mark.parametrize(
    ("condition", "old", "new", "message", "suggestion"),
    [
        (
            "called is red",
            "back: front",
            "back: frnt",
            "there is no kind of attribute `frnt`; it is one of number, flag, text, seat, side, space, card, box, or a "
            "list of values, or a column that lists them (front, size)",
            "front",
        ),
        (
            "called is red",
            "front: {is: [red, green, blue], titles: {blue: Navy}}",
            "front: back",
            "there is no kind of attribute `front`; it is one of number, flag, text, seat, side, space, card, box, or "
            "a list of values, or a column that lists them (size)",
            None,
        ),
        (
            "size of (top card of stock) is back of (top card of stock)",
            "",
            "",
            "`size` (game.yaml:12:7) and `back` (game.yaml:11:7) have no value in common",
            None,
        ),
        (
            "back of red_red is higher than size of red_red",
            "",
            "",
            "`back` (game.yaml:11:7) and `size` (game.yaml:12:7) have lists of their own, and therefore no "
            "common order",
            None,
        ),
        (
            "front of red_red is higher than back of red_red",
            "back: front",
            "back: [green, blue, red]",
            "`front` (game.yaml:10:7) and `back` (game.yaml:11:7) have lists of their own, and therefore no common "
            "order; `back: front` gives both one list",
            None,
        ),
    ],
)
def test_messages(condition: str, old: str, new: str, message: str, suggestion: str | None, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load(written(tmp_path, condition, old, new))
    problem = caught.value.problems[0]
    assert (problem.message.replace(f"{tmp_path}/", ""), problem.suggestion) == (message, suggestion)


def test_lists_that_differ_are_no_list_for_another_column(tmp_path: Path) -> None:
    folder = written(tmp_path, old="size: [small, large]", new="worth: [small, large]\n      size: worth")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("{worth: ground}", "{worth: [dear, red]}").replace("size: small", "worth: small")
    (folder / "game.yaml").write_text(text.replace("is: front, optional", "is: worth, optional"), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load(folder)
    assert caught.value.problems[0].message.replace(f"{tmp_path}/", "") == (
        "`worth` has different lists, at game.yaml:12:14 and game.yaml:6:27: give this column a list of its own"
    )


def test_a_column_of_spaces_is_declared_by_their_noun(tmp_path: Path) -> None:
    rules = (
        "id: shore\ntitle: Shore\nseats: [{id: red, title: Red}]\n"
        "map: {noun: {one: tile, many: tiles}, spaces: [{id: north, title: North}, {id: south, title: South}]}\n"
        "decks: [{deck: flood, attributes: {site: tile}, cards: [CARD]}]\n"
        "zones: [{id: deck, title: Deck, face: nobody, starts with: [flood]}]\n"
        'start: end the game, nobody wins, because "sunk"\n'
    )
    (tmp_path / "game.yaml").write_text(rules.replace("CARD", "{id: high, title: High, site: south}"))
    (deck,) = load(tmp_path).rulebook.decks
    assert deck.attributes["site"].kind == "space"
    (tmp_path / "game.yaml").write_text(rules.replace("CARD", '{each: [site], title: "{site}"}'))
    with pytest.raises(RulebookError, match="`site` names a tile, and `each` takes listed values"):
        load(tmp_path)
