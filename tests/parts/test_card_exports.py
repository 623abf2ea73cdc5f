"""Cards for virtual tables and card printers, drawn by the real typst."""

from __future__ import annotations

import json
from io import BytesIO

import pytest

from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.exports import export_cards
from interpreter.printing.layouts import card_grid, paper_named
from interpreter.printing.print_job import PrintJob
from interpreter.support.errors import printable
from tests.loaded import book_of

pytestmark = pytest.mark.parts


def exported(game: str, target: str) -> dict[str, bytes]:
    book, paper = book_of(game), paper_named("a4")
    return export_cards(
        PrintJob(book, Names(book, "en", printable), load_catalog("en"), paper, card_grid("poker", paper)), target
    )


def size_of(png: bytes) -> tuple[int, int]:
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_pictures_for_a_printer_have_its_size() -> None:
    found = exported("tests/cli/market", "gamecrafter")
    assert len(found) == len(book_of("tests/cli/market").cards) + 1 and "luck/back.png" in found
    assert {size_of(content) for content in found.values()} == {(825, 1125)}


def test_a_pdf_of_single_cards_has_their_backs() -> None:
    from pypdf import PdfReader

    (content,) = exported("tests/cli/market", "pod").values()
    pages = PdfReader(BytesIO(content)).pages
    assert len(pages) == 2 * len(book_of("tests/cli/market").cards)
    assert (float(pages[0].mediabox.width), float(pages[0].mediabox.height)) == pytest.approx((198, 270), abs=0.1)
    assert "Luck" in pages[1].extract_text()


def test_a_saved_object_finds_each_card_on_its_sheet() -> None:
    found = exported("red_flag_over_paris", "tts")
    decks = json.loads(found["saved_object.json"])["ObjectStates"]
    cards = [card for deck in decks for card in deck["ContainedObjects"]]
    assert len(cards) == len(book_of("red_flag_over_paris").cards)
    assert len({card["CardID"] for card in cards}) == len(cards)
    for card in cards:
        ((number, sheet),) = card["CustomDeck"].items()
        width, height = size_of(found[sheet["FaceURL"]])
        assert card["CardID"] // 100 == int(number) and sheet["BackURL"] in found
        assert card["CardID"] % 100 < sheet["NumWidth"] * sheet["NumHeight"] - 1
        assert (width, height) == (500 * sheet["NumWidth"], 700 * sheet["NumHeight"])
