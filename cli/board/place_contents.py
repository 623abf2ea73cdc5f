"""The contents of spaces, boxes and piles as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.text.screen import TIED_BLANK, tie
from interpreter.presentation import NamedThing, ValuesByKey

if TYPE_CHECKING:
    from cli.text.words import TerminalMessages
    from interpreter.presentation import Board, BoardPlace, Pile, Share, ShownValue, ShownVariable

MOST_CARDS = 12
"""Maximum number of cards of a pile that are named."""


class PlaceContents:
    """Descriptions of the contents of a board's places."""

    def __init__(self, board: Board, messages: TerminalMessages) -> None:
        self._board = board
        self._messages = messages

    def format_marks(self, place: BoardPlace) -> str:
        """Return the contents of a space in short: each owner's mark, with the number of pieces if above one.

        Pieces without an owner are marked with the first letter of their noun.
        """
        said = []
        for share in place.shares:
            for pieces in share.pieces:
                mark = share.seat.mark if share.seat is not None else pieces.noun[:1].upper()
                said.append(mark + (str(pieces.amount) if pieces.amount > 1 else ""))
        return ",".join(said)

    def list_pieces(self, place: BoardPlace) -> list[str]:
        """List the pieces in a place, one line per owner: `V 2 ones, 1 other`."""
        said = ((share, _amounts(share)) for share in place.shares)
        return [
            f"{share.seat.mark}{TIED_BLANK}{text}" if share.seat is not None else text for share, text in said if text
        ]

    def list_contents(self, place: BoardPlace, short: bool = False) -> list[str]:
        """List the contents of a space: a line per owner, then what has no owner, then cards.

        `short`: if each seat has only one number, it follows the seat's mark, without its name.
        """
        only = self._board.only_number
        number = only.id if short and only is not None else None
        lines = []
        for share in place.shares:
            first = [self.format_value(kept.value) for kept in share.variables if kept.id == number]
            parts = [
                *first,
                _amounts(share),
                *(self.format_variable(kept) for kept in share.variables if kept.id != number),
            ]
            if said := ", ".join(part for part in parts if part):
                lines.append(f"{share.seat.mark}{TIED_BLANK}{said}" if share.seat is not None else said)
        kept = [*map(self.format_variable, place.variables), *(flag.title for flag in place.flags)]
        lines += [", ".join(kept)] if kept else []
        for pile in place.piles:
            if pile.cards:
                name = f"{pile.title}: " if len(place.piles) > 1 else ""
                lines.append(f"{name}{self.format_pile(pile)}")
        return lines

    def mark_majority(self, place: BoardPlace) -> str:
        """Return the mark of the seat with the most pieces in a space, in brackets.

        `[=]` stands for a tie; the result is empty if there are no pieces.
        """
        first = place.leaders
        return f"[{first[0].mark if len(first) == 1 else '='}]" if first else ""

    def format_value(self, value: ShownValue) -> str:
        """Return the value of a variable in words."""
        match value:
            case True:
                return self._messages.format("yes")
            case int():
                return str(value)
            case NamedThing():
                return self._thing(value)
            case ValuesByKey(values):
                between = "; " if any(isinstance(each, ValuesByKey) for _, each in values) else ", "
                return between.join(
                    _join_name_and_value(self._thing(thing), self.format_value(each)) for thing, each in values
                )
            case _:
                return ", ".join(map(self.format_value, value))

    def format_variable(self, kept: ShownVariable) -> str:
        """Return a variable with its value."""
        return kept.title if kept.value is True else _join_name_and_value(kept.title, self.format_value(kept.value))

    def format_pile(self, pile: Pile) -> str:
        """Return the known cards of a pile by name, then the number of others."""
        known = [tie(card.title) for card in pile.cards if card is not None][:MOST_CARDS]
        if not known:
            return tie(self._messages.format("cards_hidden", count=len(pile.cards)))
        more = len(pile.cards) - len(known)
        return ", ".join(known) + (f" {self._messages.format('cards_more', count=more)}" if more else "")

    def format_things(self, things: Sequence[NamedThing]) -> str:
        """Return the names of things, separated by commas."""
        return ", ".join(map(self._thing, things))

    def _thing(self, thing: NamedThing) -> str:
        """Return the name of a thing, but the mark of a seat if there are more than two."""
        return thing.mark if thing.mark and len(self._board.seats) > 2 else thing.title


def _amounts(share: Share) -> str:
    return ", ".join(tie(pieces.text) for pieces in share.pieces)


def _join_name_and_value(name: str, said: str) -> str:
    """Join a name and its value, on one line unless the value is a list."""
    return f"{tie(name)} {said}" if "," in said else tie(f"{name} {said}")
