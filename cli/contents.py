"""Contents of a place of a board as short lines: pieces by owner, values kept for the place, cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.folding import TIE, tied
from interpreter.presentation.boards import Each, Named

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.presentation.boards import Board, Kept, Pile, Place, Share, Value

MOST_CARDS = 12
"""Maximum number of cards of a pile that are named."""


class Contents:
    """Descriptions of the contents of a board's places."""

    def __init__(self, board: Board, words: Words) -> None:
        self._board = board
        self._words = words

    def sign(self, place: Place) -> str:
        """Return the contents of a space in short: each owner's mark, with the number of pieces if above one.

        Pieces without an owner are marked with the first letter of their noun.
        """
        said = []
        for share in place.shares:
            for pieces in share.pieces:
                mark = share.seat.mark if share.seat is not None else pieces.noun[:1].upper()
                said.append(mark + (str(pieces.amount) if pieces.amount > 1 else ""))
        return ",".join(said)

    def pieces(self, place: Place) -> list[str]:
        """List the pieces in a place, one line per owner: `V 2 ones, 1 other`."""
        said = ((share, _amounts(share)) for share in place.shares)
        return [f"{share.seat.mark}{TIE}{text}" if share.seat is not None else text for share, text in said if text]

    def space(self, place: Place, short: bool = False) -> list[str]:
        """List the contents of a space: a line per owner, then what has no owner, then cards.

        `short`: if each seat has only one number, it follows the seat's mark, without its name.
        """
        only = self._board.only_number
        number = only.id if short and only is not None else None
        lines = []
        for share in place.shares:
            first = [self.value(kept.value) for kept in share.kept if kept.id == number]
            parts = [*first, _amounts(share), *(self.named(kept) for kept in share.kept if kept.id != number)]
            if said := ", ".join(part for part in parts if part):
                lines.append(f"{share.seat.mark}{TIE}{said}" if share.seat is not None else said)
        kept = [*map(self.named, place.kept), *(flag.title for flag in place.flags)]
        lines += [", ".join(kept)] if kept else []
        for pile in place.piles:
            if pile.cards:
                name = f"{pile.title}: " if len(place.piles) > 1 else ""
                lines.append(f"{name}{self.pile(pile)}")
        return lines

    def more(self, place: Place) -> str:
        """Return the mark of the seat with the most pieces in a space, in brackets.

        `[=]` stands for a tie; the result is empty if there are no pieces.
        """
        first = place.leaders
        return f"[{first[0].mark if len(first) == 1 else '='}]" if first else ""

    def value(self, value: Value) -> str:
        """Return the value of a variable in words."""
        match value:
            case True:
                return self._words.say("yes")
            case int():
                return str(value)
            case Named():
                return self._thing(value)
            case Each(values):
                between = "; " if any(isinstance(each, Each) for _, each in values) else ", "
                return between.join(_together(self._thing(thing), self.value(each)) for thing, each in values)
            case _:
                return ", ".join(map(self.value, value))

    def named(self, kept: Kept) -> str:
        """Return a variable with its value."""
        return kept.title if kept.value is True else _together(kept.title, self.value(kept.value))

    def pile(self, pile: Pile) -> str:
        """Return the known cards of a pile by name, then the number of others."""
        known = [tied(card.title) for card in pile.cards if card is not None][:MOST_CARDS]
        if not known:
            return tied(self._words.say("cards_hidden", count=len(pile.cards)))
        more = len(pile.cards) - len(known)
        return ", ".join(known) + (f" {self._words.say('cards_more', count=more)}" if more else "")

    def things(self, things: Sequence[Named]) -> str:
        """Return the names of things, separated by commas."""
        return ", ".join(map(self._thing, things))

    def _thing(self, thing: Named) -> str:
        """Return the name of a thing, but the mark of a seat if there are more than two."""
        return thing.mark if thing.mark and len(self._board.seats) > 2 else thing.title


def _amounts(share: Share) -> str:
    return ", ".join(tied(pieces.text) for pieces in share.pieces)


def _together(name: str, said: str) -> str:
    """Join a name and its value, on one line unless the value is a list."""
    return f"{tied(name)} {said}" if "," in said else tied(f"{name} {said}")
