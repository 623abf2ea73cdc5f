"""Forms of pieces: counters to print, and wooden pieces that players must have."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.presentation.board.contents import DEFAULT_COLOURS
from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.rulebook.model import PieceKind, Rulebook
from interpreter.rulebook.player_words import ComponentForm

COUNTERS = "counters"
"""The form that is printed."""
DEFAULT_FORM = ComponentForm(COUNTERS, 16, 16)
"""Form of pieces of which the rules say nothing."""


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Pieces of a kind that look alike.

    Attributes:
        owner: Name of their seat, or of the box that gives them their colour; empty if all of the kind look alike.
        colour: A colour's name or `#rrggbb`; empty if the rules give none.
    """

    kind: PieceKind
    owner: str
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class NeededPieces:
    """Pieces that aren't printed.

    Attributes:
        form: Their form, as the schema of game.yaml names it.
        sets: Number, owner and colour of those that look alike.
    """

    title: str
    form: str
    width: int
    height: int
    sets: tuple[tuple[int, str, str], ...]


def form_of(book: Rulebook, thing_id: str) -> ComponentForm:
    """Return the form of a kind of piece, or of a deck whose cards are counters."""
    return book.player_texts.forms.get(thing_id, DEFAULT_FORM)


def colour_of_seat(book: Rulebook, seat_id: str) -> str:
    """Return the colour that the rules give a seat, or one of the usual ones."""
    order = [seat.id for seat in book.seats]
    usual = DEFAULT_COLOURS[order.index(seat_id) % len(DEFAULT_COLOURS)]
    return book.player_texts.colours.get(seat_id, usual)


def piece_sets(book: Rulebook, kind: PieceKind, names: Names) -> tuple[PieceSet, ...]:
    """Return the sets of pieces of a kind.

    Each seat has one. Pieces without one are told apart by the colours of the boxes in which they begin.
    """
    if kind.owner == "seat":
        return tuple(
            PieceSet(kind, names.localize(seat.title), colour_of_seat(book, seat.id), kind.supply)
            for seat in book.seats
        )
    colours = book.player_texts.colours
    boxes = {box.id for box in book.boxes}
    places = [each for each in kind.start if each.number]
    if not all(each.place in boxes and each.place in colours for each in places):
        return (PieceSet(kind, "", colours.get(kind.id, ""), kind.supply),)
    found: dict[str, PieceSet] = {}
    for each in places:
        colour = colours[each.place]
        before = found.get(colour, PieceSet(kind, names.title_of(each.place), colour, 0))
        found[colour] = PieceSet(kind, before.owner, colour, before.count + each.number)
    return tuple(found.values())


def pieces_in_words(book: Rulebook, names: Names) -> tuple[str, ...]:
    """Return the pieces that the players must have, kind by kind: `20 × Stone, 8 mm (10 White, 10 Black)`."""
    found = []
    for each in pieces_needed(book, names):
        total = sum(count for count, _, _ in each.sets)
        size = f"{each.width}" if each.width == each.height else f"{each.width} x {each.height}"
        owners = ", ".join(f"{count} {owner}" for count, owner, _ in each.sets if owner)
        said = load_catalog(names.lang).say("printed_pieces", count=total, title=each.title, size=size)
        found.append(said + (f" ({owners})" if owners else ""))
    return tuple(found)


def pieces_needed(book: Rulebook, names: Names) -> tuple[NeededPieces, ...]:
    """Return the pieces that the players must have because they aren't printed."""
    return tuple(
        NeededPieces(
            names.localize(kind.title),
            form.name,
            form.width,
            form.height,
            tuple((each.count, each.owner, each.colour) for each in piece_sets(book, kind, names)),
        )
        for kind in book.pieces
        if (form := form_of(book, kind.id)).name != COUNTERS
    )
