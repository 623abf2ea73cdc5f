"""Warnings about pieces of all seats that go to the box of one of them, where its own supply lies."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import statements_in
from interpreter.language.ir.expressions import Const, Expr, OwnPlace
from interpreter.language.ir.statements import MovePieces
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Box, PieceKind
from interpreter.support.errors import Problem


def find_gathered_pieces(routines: Routines, symbols: Symbols) -> Iterator[Problem]:
    """Yield a warning for each move of all pieces, whoever owns them, to the box in which those of one seat start."""
    for routine in routines.all:
        for move in statements_in(routine.body):
            if not isinstance(move, MovePieces) or move.amount is not None or move.owner is not None:
                continue
            box = _box_of_seat(move.target, symbols)
            kind = next((symbols.pieces[sort] for sort in move.sorts), None)
            if box is None or kind is None or not _starts_in(kind, box) or _box_of_seat(move.source, symbols):
                continue
            noun = kind.noun.many
            message = (
                f"this moves the {noun} of all seats to one seat's {box.id}: say `all your {noun}`, or"
                f" `for each seat, as s:` with `{noun} of s` and `{box.id} of s`"
            )
            yield warning_at(move.where, "gathered-pieces", message)


def _box_of_seat(place: Expr, symbols: Symbols) -> Box | None:
    """Return the box of which each seat has one, if a place is one of these."""
    if place.type.kind != "box":
        return None
    number = place.first if isinstance(place, OwnPlace) else place.number if isinstance(place, Const) else None
    own = (box for box in symbols.rulebook.boxes if box.per_seat)
    seats = len(symbols.seats)
    return next((box for box in own if number is not None and 0 <= number - symbols.box_index[box.id] < seats), None)


def _starts_in(kind: PieceKind, box: Box) -> bool:
    return kind.owner == "seat" and any(each.place == box.id for each in kind.start)
