"""Saved objects of Tabletop Simulator: decks, stacks of tiles and boards, and their places on the table.

Field names are those of saved games, as the package `@typed-tabletop-simulator/declaration` describes them. A unit of
the table is an inch; a tile of scale 1 is 2 units high.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.printing.exports.component_sizes import INCH

TILE_UNITS, CARD_UNITS = 2.0, 3.05
"""Height of a tile and of a card at scale 1."""
TABLE_WIDTH, GAP = 40.0, 1.0
"""Width of a row of objects and distance between two of them, in units."""
ABOVE_TABLE = 1.0
BOX, BOARD_THICKNESS, COUNTER_THICKNESS = 0, 0.1, 0.15
"""A tile's shape, a box, and the thickness of tiles in units."""


@cache
def _fields(kind: str) -> dict[str, Any]:
    """Return fields that are alike in all files: those of an object, or the `envelope` around the objects."""
    found: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))[kind]
    return found


@dataclass(frozen=True, slots=True)
class TableObject:
    """An object of the table without its place: width and height in units, and its fields."""

    width: float
    height: float
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card of a deck: number of its sheet from 1, and its cell on it."""

    title: str
    text: str
    sheet: int
    cell: int


@dataclass(frozen=True, slots=True)
class CardSheetSource:
    """The addresses of a sheet of cards and of their back, and the sheet's cells."""

    face: str
    back: str
    columns: int
    rows: int

    def as_fields(self) -> dict[str, Any]:
        """Return the entry of a deck's `CustomDeck`."""
        return {
            "FaceURL": self.face,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }


def make_deck(
    title: str, cards: Sequence[TableCard], sheets: dict[int, CardSheetSource], size: tuple[float, float]
) -> TableObject:
    """Return a deck face down, or its only card. `size`: that of a card in millimetres."""
    scale = size[1] / INCH / CARD_UNITS
    contained = [_card(card, sheets[card.sheet], scale) for card in cards]
    width, height = (each / INCH for each in size)
    if len(contained) == 1:
        return TableObject(width, height, contained[0])
    fields = _fields("object") | {
        "Name": "DeckCustom",
        "Nickname": title,
        "Transform": _transform(scale, is_face_down=True),
        "HideWhenFaceDown": True,
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in contained],
        "CustomDeck": {str(number): source.as_fields() for number, source in sheets.items()},
        "ContainedObjects": contained,
    }
    return TableObject(width, height, fields)


def _card(card: TableCard, source: CardSheetSource, scale: float) -> dict[str, Any]:
    return _fields("object") | {
        "Name": "CardCustom",
        "Nickname": card.title,
        "Description": card.text,
        "Transform": _transform(scale, is_face_down=True),
        "HideWhenFaceDown": True,
        "Hands": True,
        "SidewaysCard": False,
        "CardID": card.sheet * 100 + card.cell,
        "CustomDeck": {str(card.sheet): source.as_fields()},
    }


def make_tiles(title: str, front: str, back: str, size: tuple[float, float], count: int) -> TableObject:
    """Return a counter, or a stack of those that are alike. `size` is in millimetres."""
    tile = _tile(title, front, back, size, COUNTER_THICKNESS, is_stackable=True)
    if count > 1:
        tile.fields.update({"Name": "Custom_Tile_Stack", "Number": count})
    return tile


def make_board(title: str, picture: str, size: tuple[float, float]) -> TableObject:
    """Return a board that lies fast on the table. `size` is in millimetres."""
    board = _tile(title, picture, picture, size, BOARD_THICKNESS, is_stackable=False)
    board.fields["Locked"] = True
    return board


def _tile(
    title: str, front: str, back: str, size: tuple[float, float], thickness: float, *, is_stackable: bool
) -> TableObject:
    width, height = (each / INCH for each in size)
    image = {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": BOX, "Thickness": thickness, "Stackable": is_stackable, "Stretch": True},
    }
    fields = _fields("object") | {
        "Name": "Custom_Tile",
        "Nickname": title,
        "Transform": _transform(height / TILE_UNITS, is_face_down=False),
        "CustomImage": image,
    }
    return TableObject(width, height, fields)


def _transform(scale: float, *, is_face_down: bool) -> dict[str, float]:
    place = {"posX": 0.0, "posY": ABOVE_TABLE, "posZ": 0.0}
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if is_face_down else 0.0}
    return place | turned | {"scaleX": round(scale, 4), "scaleY": 1.0, "scaleZ": round(scale, 4)}


def saved_object(game: str, rows: Iterable[Sequence[TableObject]]) -> str:
    """Return the JSON of objects in rows, the first row in the middle of the table and the others in front of it.

    `game`: text from which the objects' ids are made.
    """
    states: list[dict[str, Any]] = []
    below: float | None = None
    for row in _broken(rows):
        depth = max(each.height for each in row)
        middle = 0.0 if below is None else below - GAP - depth / 2
        below = middle - depth / 2
        left = -(sum(each.width for each in row) + GAP * (len(row) - 1)) / 2
        for each in row:
            placed = {"posX": round(left + each.width / 2, 3), "posZ": round(middle, 3)}
            states.append(each.fields | {"Transform": each.fields["Transform"] | placed})
            left += each.width + GAP
    for number, state in enumerate(_all_objects(states)):
        state["GUID"] = hashlib.sha256(f"{game}/{number}".encode()).hexdigest()[:6]
    return json.dumps(_fields("envelope") | {"ObjectStates": states}, ensure_ascii=False, indent=1)


def _all_objects(states: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Yield objects and the objects in them."""
    for state in states:
        yield state
        yield from state.get("ContainedObjects", ())


def _broken(rows: Iterable[Sequence[TableObject]]) -> Iterable[list[TableObject]]:
    """Yield rows no wider than the table, unless a single object is."""
    for row in rows:
        some: list[TableObject] = []
        for each in row:
            if some and sum(other.width + GAP for other in some) + each.width > TABLE_WIDTH:
                yield some
                some = []
            some.append(each)
        if some:
            yield some
