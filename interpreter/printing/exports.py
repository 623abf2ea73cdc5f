"""Cards for virtual tables, card printers and spreadsheets, as files by name."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

from interpreter.printing.cards import CardFace, CardSheets
from interpreter.printing.kit import Kit, make_kit
from interpreter.printing.layouts import Paper, bare_grid
from interpreter.printing.print_job import PrintJob
from interpreter.printing.typesetter import typeset
from interpreter.support.errors import Location, Problem, RulebookError

EXPORTS = {
    "tts": "Tabletop Simulator loads the JSON once its FaceURL and BackURL are the addresses of the uploaded pictures",
    "gamecrafter": "The Game Crafter takes each picture as a poker card, 825 x 1125 pixels with bleed",
    "pod": "the PDF is in RGB: printers that ask for PDF/X-1a in CMYK need it converted, for example by Ghostscript",
    "csv": "the column `picture` has the paths of style.yaml",
}
"""Kinds of exports, and a note on what is left to do."""
POKER = (63.5, 88.9)
"""Width and height of a poker card of 2.5 x 3.5 inches, in millimetres."""
PRINTER_BLEED = 3.175
"""An eighth of an inch, in millimetres."""
TABLE_COLUMNS, TABLE_ROWS = 7, 5
"""Cells of a sheet for Tabletop Simulator: 3500 pixels wide and high. The last cell is that of a hidden card."""
TABLE_RESOLUTION, PRINTER_RESOLUTION = 200.0, 300.0
"""Pixels per inch: a poker card has 500 x 700 of them on a sheet, and 825 x 1125 with bleed."""


def export_cards(job: PrintJob, target: str) -> dict[str, bytes]:
    """Return the files of an export by name.

    Raises:
        RulebookError: The game has no cards.
        TextTooLongError: The text of a card doesn't fit.
    """
    kit = make_kit(job, ("cards",))
    cards = kit.cards
    if cards is None:
        raise RulebookError(Problem(Location(job.book.folder), "nothing-to-print", "the game has no cards to export"))
    match target:
        case "tts":
            return dict(_table_files(kit, cards))
        case "gamecrafter":
            return dict(_printer_pictures(kit, cards))
        case "pod":
            return dict(_single_cards(kit, cards))
        case _:
            return {"cards.csv": _as_csv(cards).encode("utf-8")}


def _on(kit: Kit, cards: CardSheets, faces: tuple[CardFace, ...], bleed: float, columns: int, rows: int) -> Kit:
    """Return a kit of cards on sheets without margins."""
    grid = bare_grid(POKER, bleed, columns, rows)
    width, height = (cells * (each + 2 * bleed) for cells, each in zip((columns, rows), POKER, strict=True))
    return replace(kit, paper=Paper("bare", width, height), cards=replace(cards, grid=grid, faces=faces))


def _decks(cards: CardSheets) -> Iterator[tuple[str, str, tuple[CardFace, ...]]]:
    """Yield a file's name, the title and the cards of each deck."""
    for at, back in enumerate(cards.backs):
        yield _file_name(back.id), back.title, tuple(face for face in cards.faces if face.back == at)


def _file_name(thing_id: str) -> str:
    return re.sub(r"\W+", "_", thing_id)


def _printer_pictures(kit: Kit, cards: CardSheets) -> Iterator[tuple[str, bytes]]:
    for deck, _, faces in _decks(cards):
        pages = typeset(_on(kit, cards, faces, PRINTER_BLEED, 1, 1), "png", PRINTER_RESOLUTION)
        yield f"{deck}/back.png", pages[1]
        for number, (face, page) in enumerate(zip(faces, pages[::2], strict=True), start=1):
            yield f"{deck}/{number:03}_{_file_name(face.id)}.png", page


def _single_cards(kit: Kit, cards: CardSheets) -> Iterator[tuple[str, bytes]]:
    for deck, _, faces in _decks(cards):
        (pages,) = typeset(_on(kit, cards, faces, PRINTER_BLEED, 1, 1), "pdf")
        yield f"{deck}.pdf", pages


def _table_files(kit: Kit, cards: CardSheets) -> Iterator[tuple[str, bytes]]:
    most = TABLE_COLUMNS * TABLE_ROWS - 1
    sheets = 0
    objects: list[dict[str, Any]] = []
    for deck, title, faces in _decks(cards):
        back = typeset(_on(kit, cards, faces[:1], 0, 1, 1), "png", TABLE_RESOLUTION)[1]
        yield f"{deck}_back.png", back
        sources: dict[str, dict[str, Any]] = {}
        contained = []
        for start in range(0, len(faces), most):
            sheets += 1
            some = faces[start : start + most]
            name = f"{deck}_{start // most + 1}.png"
            yield name, typeset(_on(kit, cards, some, 0, TABLE_COLUMNS, TABLE_ROWS), "png", TABLE_RESOLUTION)[0]
            sources[str(sheets)] = {
                "FaceURL": name,
                "BackURL": f"{deck}_back.png",
                "NumWidth": TABLE_COLUMNS,
                "NumHeight": TABLE_ROWS,
                "BackIsHidden": True,
                "UniqueBack": False,
            }
            contained += [
                _table_card(face, sheets * 100 + cell, sources[str(sheets)]) for cell, face in enumerate(some)
            ]
        objects.append(_table_deck(title, contained, sources, len(objects)))
    yield "saved_object.json", json.dumps({"ObjectStates": objects}, ensure_ascii=False, indent=1).encode("utf-8")


def _transform(at: float) -> dict[str, float]:
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {"posX": at, "posY": 1.0, "posZ": 0.0, **turned, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}


def _table_card(face: CardFace, number: int, source: dict[str, Any]) -> dict[str, Any]:
    lines = "\n".join(line.text for line in face.lines)
    named = {"Name": "CardCustom", "Nickname": face.title, "Description": lines}
    return {**named, "Transform": _transform(0.0), "CardID": number, "CustomDeck": {str(number // 100): source}}


def _table_deck(title: str, cards: list[dict[str, Any]], sources: dict[str, dict[str, Any]], at: int) -> dict[str, Any]:
    """Return a deck; a single card is no deck."""
    transform = _transform(3.0 * at)
    if len(cards) == 1:
        return {**cards[0], "Transform": transform}
    ids = [card["CardID"] for card in cards]
    named = {"Name": "DeckCustom", "Nickname": title, "Transform": transform}
    return {**named, "DeckIDs": ids, "CustomDeck": sources, "ContainedObjects": cards}


def _as_csv(cards: CardSheets) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    labels = list(dict.fromkeys(number.label for face in cards.faces for number in face.numbers))
    writer.writerow(["id", "title", "deck", *labels, "traits", "text", "picture"])
    for face in cards.faces:
        values = {number.label: number.value for number in face.numbers}
        traits = ", ".join(trait.text for trait in face.traits)
        lines = "\n".join(line.text for line in face.lines)
        numbers = [values.get(label, "") for label in labels]
        writer.writerow(
            [*map(_cell, (face.id, face.title, face.deck)), *numbers, _cell(traits), _cell(lines), face.art]
        )
    return text.getvalue()


def _cell(text: str) -> str:
    """Return a text that no spreadsheet reads as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text
