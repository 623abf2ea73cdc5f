"""Games for virtual tables and printers of games, drawn by the real typst."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from itertools import combinations
from typing import Any

import pytest

from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.exports.export import ExportSettings, export_game
from interpreter.printing.exports.single_pieces import kit_of_cards, png_size
from interpreter.printing.kit import make_kit
from interpreter.printing.layouts import card_grid, paper_named
from interpreter.printing.pieces.components import pieces_needed
from interpreter.printing.pieces.counter_sheets import all_counters
from interpreter.printing.print_job import PrintJob
from interpreter.printing.typesetter import typeset
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import RulebookError, printable
from tests.loaded import book_of

pytestmark = pytest.mark.parts

OBJECT_FIELDS = set(
    """
    GUID Name Transform Nickname Description GMNotes AltLookAngle ColorDiffuse LayoutGroupSortIndex Value Locked Grid
    Snap IgnoreFoW MeasureMovement DragSelectable Autoraise Sticky Tooltip GridProjection HideWhenFaceDown Hands Number
    LuaScript LuaScriptState XmlUI
    """.split()  # noqa: SIM905  words read better so
)
"""Fields of all objects in saved games, by the npm package @typed-tabletop-simulator/declaration 2.2.1."""
CARD_FIELDS = {"CardID", "CustomDeck", "SidewaysCard"}
OWN_FIELDS = {
    "CardCustom": CARD_FIELDS,
    "DeckCustom": {"DeckIDs", "CustomDeck", "ContainedObjects", "SidewaysCard"},
    "Custom_Tile": {"CustomImage"},
    "Custom_Tile_Stack": {"CustomImage"},
}
SHEET_FIELDS = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}
IMAGE_FIELDS = {"ImageURL", "ImageSecondaryURL", "ImageScalar", "WidthScale", "CustomTile"}
TILE_FIELDS = {"Type", "Thickness", "Stackable", "Stretch"}
TRANSFORM_FIELDS = {f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"}
MAX_PIXELS, MAX_CARDS = 4096, 69


def job_for(game: str) -> PrintJob:
    book, paper = book_of(game), paper_named("a4")
    return PrintJob(book, Names(book, "en", printable), load_catalog("en"), paper, card_grid("poker", paper))


def exported(game: str, target: str, **settings: Any) -> dict[str, bytes]:
    return export_game(job_for(game), ExportSettings(target, **settings))


def test_a_single_side_has_its_pages_alone() -> None:
    job = job_for("tests/cli/market")
    kit = make_kit(job, ("cards",))
    assert kit.cards is not None
    for sides in (("front",), ("back",), ("front", "back")):
        pages = typeset(kit_of_cards(kit, kit.cards, kit.cards.faces[:2], 0, sides=sides), "png", 72.0)
        assert len(pages) == 2 * len(sides)


def saved_objects(found: dict[str, bytes]) -> list[dict[str, Any]]:
    states: list[dict[str, Any]] = json.loads(found["saved_object.json"])["ObjectStates"]
    return states


def with_contained(states: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for state in states for each in (state, *state.get("ContainedObjects", ()))]


def test_pictures_for_a_printer_have_its_size() -> None:
    found = exported("tests/cli/market", "gamecrafter")
    cards = {name: content for name, content in found.items() if name.startswith("luck/")}
    assert len(cards) == len(book_of("tests/cli/market").cards) + 1 and "luck/back.png" in cards
    assert {png_size(content) for content in cards.values()} == {(825, 1125)}


def test_counters_for_a_printer_are_as_large_as_its_components() -> None:
    found = exported("revolution", "gamecrafter")
    rows = list(csv.DictReader(StringIO(found["components.csv"].decode())))
    for row in rows:
        assert row["component"] == "medium_square_chit"
        assert png_size(found[row["front"]]) == png_size(found[row["back"]]) == (300, 300)
    assert sum(int(row["number"]) for row in rows) == sum(each.count for each in all_counters(job_for("revolution")))


@pytest.mark.parametrize("backs_first", [False, True])
def test_a_pdf_of_single_cards_has_their_backs(backs_first: bool) -> None:
    from pypdf import PdfReader

    (content,) = exported("tests/cli/market", "pod", backs_first=backs_first).values()
    pages = PdfReader(BytesIO(content)).pages
    assert len(pages) == 2 * len(book_of("tests/cli/market").cards)
    assert (float(pages[0].mediabox.width), float(pages[0].mediabox.height)) == pytest.approx((198, 270), abs=0.1)
    first, second = (page.extract_text() for page in pages[:2])
    assert ("Sun" in first) != backs_first and ("Sun" in second) == backs_first


def test_a_saved_object_finds_each_card_on_its_sheet() -> None:
    found = exported("red_flag_over_paris", "tts")
    decks = [state for state in saved_objects(found) if state["Name"] == "DeckCustom"]
    cards = [card for deck in decks for card in deck["ContainedObjects"]]
    assert len(cards) == len(book_of("red_flag_over_paris").cards)
    assert len({card["CardID"] for card in cards}) == len(cards)
    assert [card["CardID"] for card in cards] == [number for deck in decks for number in deck["DeckIDs"]]
    for card in cards:
        ((number, sheet),) = card["CustomDeck"].items()
        width, height = png_size(found[sheet["FaceURL"]])
        cells = sheet["NumWidth"] * sheet["NumHeight"]
        assert card["CardID"] // 100 == int(number) and card["CardID"] % 100 < cells - 1 <= MAX_CARDS
        assert (width, height) == (500 * sheet["NumWidth"], 700 * sheet["NumHeight"])


@pytest.mark.parametrize("game", installed_games())
def test_a_saved_object_has_the_known_fields_and_all_pieces(game: str) -> None:
    found = exported(game, "tts", address="https://example.org/kit")
    states = saved_objects(found)
    used = set()
    for state in with_contained(states):
        assert set(state) <= OBJECT_FIELDS | OWN_FIELDS[state["Name"]]
        assert {state["Locked"], state["Hands"]} <= {True, False}
        assert OWN_FIELDS[state["Name"]] <= set(state) and set(state["Transform"]) == TRANSFORM_FIELDS
        for sheet in state.get("CustomDeck", {}).values():
            assert set(sheet) == SHEET_FIELDS
            used |= {sheet["FaceURL"], sheet["BackURL"]}
        if image := state.get("CustomImage"):
            assert set(image) == IMAGE_FIELDS and set(image["CustomTile"]) == TILE_FIELDS
            used |= {image["ImageURL"], image["ImageSecondaryURL"]}
            assert (state["Name"] == "Custom_Tile_Stack") == ("Number" in state)
    assert used == {f"https://example.org/kit/{name}" for name in found if name.endswith(".png")}
    assert all(max(png_size(content)) <= MAX_PIXELS for name, content in found.items() if name.endswith(".png"))
    assert len({each["GUID"] for each in with_contained(states)}) == len(with_contained(states))
    job = job_for(game)
    wooden = sum(number for each in pieces_needed(job.book, job.names) for number, _, _ in each.sets)
    tiles = [state for state in states if state["Name"].startswith("Custom_Tile") and not state["Locked"]]
    assert sum(tile.get("Number", 1) for tile in tiles) == wooden + sum(each.count for each in all_counters(job))


@pytest.mark.parametrize("game", installed_games())
def test_objects_of_the_table_lie_beside_each_other(game: str) -> None:
    found = exported(game, "tts")
    places = [placed(state, found) for state in saved_objects(found)]
    for (x, z, width, height), (other_x, other_z, other_width, other_height) in combinations(places, 2):
        assert abs(x - other_x) > (width + other_width) / 2 or abs(z - other_z) > (height + other_height) / 2


def placed(state: dict[str, Any], found: dict[str, bytes]) -> tuple[float, float, float, float]:
    """The middle of an object of the table, its width and its height."""
    transform = state["Transform"]
    if image := state.get("CustomImage"):
        width, height = png_size(found[image["ImageURL"]])
        size = 2 * transform["scaleX"] * width / height, 2 * transform["scaleZ"]
    else:
        size = 2.5, 3.5
    return (transform["posX"], transform["posZ"], *size)


def test_an_address_is_checked() -> None:
    with pytest.raises(RulebookError, match="give the address of the folder"):
        exported("tests/cli/market", "tts", address="my pictures")
