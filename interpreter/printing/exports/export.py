"""Games for virtual tables, printers of games and spreadsheets, as files by name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.printing.cards import FRONT_AND_BACK, CardSheets
from interpreter.printing.exports.card_table import cards_as_csv, rows_as_csv
from interpreter.printing.exports.component_sizes import size_of_square, square_for
from interpreter.printing.exports.saved_object import (
    CardSheetSource,
    TableCard,
    TableObject,
    make_board,
    make_deck,
    make_tiles,
    saved_object,
)
from interpreter.printing.exports.single_pieces import (
    POKER,
    CardDeck,
    board_pictures,
    counter_pictures,
    decks_of,
    file_name,
    kit_of_cards,
)
from interpreter.printing.kit import Kit, make_kit
from interpreter.printing.pieces.counter_sheets import all_counters
from interpreter.printing.pieces.counters import Counter, counters_for_wood
from interpreter.printing.print_job import PrintJob
from interpreter.printing.typesetter import typeset
from interpreter.support.errors import Location, Problem, RulebookError

EXPORTS = {
    "tts": "saved_object.json is for the folder Saves/Saved Objects of Tabletop Simulator, the pictures are for "
    "Mods/Images or the --address that you gave",
    "gamecrafter": "components.csv has the pictures and the number of each component of The Game Crafter",
    "pod": "the PDF is in RGB: printers that ask for PDF/X-1a in CMYK need it converted, for example by Ghostscript",
    "csv": "the column `picture` has the paths of style.yaml",
}
"""Kinds of exports, and a note on what is left to do."""
PRINTER_BLEED = 3.175
"""An eighth of an inch, in millimetres."""
TABLE_COLUMNS, TABLE_ROWS = 7, 5
"""Cells of a sheet for Tabletop Simulator: 3500 pixels wide and high. The last cell is that of a hidden card."""
TABLE_RESOLUTION, COUNTER_RESOLUTION, PRINTER_RESOLUTION = 200.0, 400.0, 300.0
"""Pixels per inch: a poker card has 500 x 700 of them on a sheet, and 825 x 1125 with bleed."""
MAX_TABLE_PIXELS = 4096
"""Largest width and height of a picture that Tabletop Simulator recommends."""
_ADDRESS = re.compile(r"(?:https?|file)://\S+")


@dataclass(frozen=True, slots=True)
class ExportSettings:
    """Settings of an export.

    Attributes:
        target: One of EXPORTS.
        address: Address of the folder in which Tabletop Simulator finds the pictures; empty for names alone.
        backs_first: True for a card's back before its front in a PDF of single cards.
    """

    target: str
    address: str = ""
    backs_first: bool = False


def export_game(job: PrintJob, settings: ExportSettings) -> dict[str, bytes]:
    """Return the files of an export by name.

    Raises:
        RulebookError: The game has nothing to export, or the address isn't one.
        TextTooLongError: A text doesn't fit.
    """
    match settings.target:
        case "tts":
            return dict(_table_files(job, _checked_address(settings.address)))
        case "gamecrafter":
            return dict(_component_files(job))
        case "pod":
            return dict(_single_cards(*_cards_of(job), backs_first=settings.backs_first))
        case _:
            return {"cards.csv": cards_as_csv(_cards_of(job)[1]).encode("utf-8")}


def _checked_address(address: str) -> str:
    """Return an address that ends with a slash, or an empty one."""
    if address and _ADDRESS.fullmatch(address) is None:
        message = (
            "give the address of the folder with the pictures, such as https://example.org/game/ or file:///C:/game/"
        )
        raise RulebookError(Problem(Location(f"--address {address}"), "bad-address", message))
    return address if not address or address.endswith("/") else f"{address}/"


def _cards_of(job: PrintJob) -> tuple[Kit, CardSheets]:
    kit = make_kit(job, ("cards",))
    if kit.cards is None:
        raise RulebookError(Problem(Location(job.book.folder), "nothing-to-print", "the game has no cards to export"))
    return kit, kit.cards


def _single_cards(kit: Kit, cards: CardSheets, *, backs_first: bool) -> Iterator[tuple[str, bytes]]:
    for deck in decks_of(cards):
        sides = FRONT_AND_BACK[::-1] if backs_first else FRONT_AND_BACK
        (pages,) = typeset(kit_of_cards(kit, cards, deck.faces, PRINTER_BLEED, sides=sides), "pdf")
        yield f"{deck.name}.pdf", pages


def _back_of(kit: Kit, cards: CardSheets, deck: CardDeck, bleed: float, resolution: float) -> bytes:
    """Return the back that all cards of a deck have, as PNG."""
    (picture,) = typeset(kit_of_cards(kit, cards, deck.faces[:1], bleed, sides=("back",)), "png", resolution)
    return picture


# The Game Crafter


def _component_files(job: PrintJob) -> Iterator[tuple[str, bytes]]:
    """Yield a picture of each side of each card and counter, and the list of components."""
    kit = make_kit(job, ("counters", "cards"))
    listed: list[tuple[str, str, str, str, int]] = []
    if kit.cards is not None:
        for deck in decks_of(kit.cards):
            fronts = kit_of_cards(kit, kit.cards, deck.faces, PRINTER_BLEED, sides=("front",))
            back = f"{deck.name}/back.png"
            yield back, _back_of(kit, kit.cards, deck, PRINTER_BLEED, PRINTER_RESOLUTION)
            pages = typeset(fronts, "png", PRINTER_RESOLUTION)
            for number, (face, page) in enumerate(zip(deck.faces, pages, strict=True), start=1):
                name = f"{deck.name}/{number:03}_{file_name(face.id)}.png"
                listed.append(("poker_card", face.title, name, back, 1))
                yield name, page
    by_component: dict[str, list[Counter]] = defaultdict(list)
    for counter in all_counters(job):
        by_component[square_for(counter.form)].append(counter)
    for component, counters in by_component.items():
        made = counter_pictures(kit, counters, size_of_square(component), PRINTER_BLEED, PRINTER_RESOLUTION)
        for number, (counter, sides) in enumerate(zip(counters, made, strict=True), start=1):
            stem = f"{component}/{number:03}_{file_name(counter.front.id)}"
            front, back = f"{stem}_front.png", f"{stem}_back.png"
            yield from zip((front, back), sides, strict=True)
            listed.append((component, counter.title, front, back, counter.count))
    heading = ("component", "title", "front", "back", "number")
    yield "components.csv", rows_as_csv([heading, *listed]).encode("utf-8")


# Tabletop Simulator


def _table_files(job: PrintJob, address: str) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures and the saved object. All names begin with the game's, because mods share one folder."""
    kit = make_kit(job, ("board", "counters", "cards"))
    prefix = f"{file_name(job.book.id)}_"
    boards, decks, counters = list[TableObject](), list[TableObject](), list[TableObject]()
    if kit.board is not None:
        for board in board_pictures(kit, kit.board, TABLE_RESOLUTION, MAX_TABLE_PIXELS):
            name = f"{prefix}{board.name}.png"
            yield name, board.content
            boards.append(make_board(board.title, address + name, (board.width, board.height)))
    if kit.cards is not None:
        first = 1
        for deck in decks_of(kit.cards):
            made = _TableDeck(kit, kit.cards, deck, prefix, first)
            yield from made.pictures.items()
            decks.append(made.as_object(address))
            first += len(made.sheets)
    by_size: dict[tuple[int, int], list[Counter]] = defaultdict(list)
    for counter in (*all_counters(job), *counters_for_wood(job)):
        by_size[counter.form.width, counter.form.height].append(counter)
    for size, some in by_size.items():
        made_of = counter_pictures(kit, some, size, 0.0, COUNTER_RESOLUTION)
        for counter, sides in zip(some, made_of, strict=True):
            stem = f"{prefix}counter_{len(counters) + 1:03}_{file_name(counter.front.id)}"
            names = (f"{stem}.png", f"{stem}.png" if sides[0] == sides[1] else f"{stem}_back.png")
            yield from dict(zip(names, sides, strict=True)).items()
            front, back = (address + name for name in names)
            counters.append(make_tiles(counter.title, front, back, size, counter.count))
    rows = (boards[:1], boards[1:], decks, counters)
    yield "saved_object.json", saved_object(job.book.id, rows).encode("utf-8")


class _TableDeck:
    """A deck on sheets of cards."""

    def __init__(self, kit: Kit, cards: CardSheets, deck: CardDeck, prefix: str, first: int) -> None:
        """Draw the sheets. `first`: number of the first one."""
        self._title = deck.title
        self._back = f"{prefix}deck_{deck.name}_back.png"
        self._cards: list[TableCard] = []
        self.sheets: dict[int, str] = {}
        self.pictures = {self._back: _back_of(kit, cards, deck, 0, TABLE_RESOLUTION)}
        most = TABLE_COLUMNS * TABLE_ROWS - 1
        for number, start in enumerate(range(0, len(deck.faces), most)):
            some = deck.faces[start : start + most]
            name = f"{prefix}deck_{deck.name}_{number + 1}.png"
            sheet = kit_of_cards(kit, cards, some, 0, TABLE_COLUMNS, TABLE_ROWS, sides=("front",))
            (self.pictures[name],) = typeset(sheet, "png", TABLE_RESOLUTION)
            self.sheets[first + number] = name
            for cell, face in enumerate(some):
                text = "\n".join(line.text for line in face.lines)
                self._cards.append(TableCard(face.title, text, first + number, cell))

    def as_object(self, address: str) -> TableObject:
        """Return the deck for the table."""
        sources = {
            number: CardSheetSource(address + name, address + self._back, TABLE_COLUMNS, TABLE_ROWS)
            for number, name in self.sheets.items()
        }
        return make_deck(self._title, self._cards, sources, POKER)
