"""What is in a place of a board, in short lines: pieces by owner, what is kept for the place, cards that lie there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.folding import TIE, tied
from interpreter.presentation.boards import Each, Named

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.presentation.boards import Board, Kept, Pile, Place, Share, Value

MOST_CARDS = 12
"""Cards of a pile that are named."""


class Contents:
    """Says what is in the places of a board."""

    def __init__(self, board: Board, words: Words) -> None:
        self._board = board
        self._words = words

    def sign(self, place: Place) -> str:
        """What is in a space in short: the owners' marks (the noun's letter for nobody's), each with how many if there
        are several."""
        said = []
        for share in place.shares:
            for pieces in share.pieces:
                mark = share.seat.mark if share.seat is not None else pieces.noun[:1].upper()
                said.append(mark + (str(pieces.amount) if pieces.amount > 1 else ""))
        return ",".join(said)

    def pieces(self, place: Place) -> list[str]:
        """The pieces in a place, a line for each owner: `V 2 ones, 1 other`."""
        said = ((share, _amounts(share)) for share in place.shares)
        return [f"{share.seat.mark}{TIE}{text}" if share.seat is not None else text for share, text in said if text]

    def space(self, place: Place, short: bool = False) -> list[str]:
        """All there is in a space: a line for each owner, then what is nobody's, then cards.

        `short`: the only number of each seat stands without its name, right after the seat's mark.
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
        """Who has more pieces in a space: a mark in brackets, `[=]` if nobody, nothing if there are none."""
        first = place.leaders
        return f"[{first[0].mark if len(first) == 1 else '='}]" if first else ""

    def value(self, value: Value) -> str:
        """What a variable says, in words."""
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
        """A variable with its value."""
        return kept.title if kept.value is True else _together(kept.title, self.value(kept.value))

    def pile(self, pile: Pile) -> str:
        """Cards that lie together: those that are known by name, then how many more."""
        known = [tied(card.title) for card in pile.cards if card is not None][:MOST_CARDS]
        if not known:
            return tied(self._words.say("cards_hidden", count=len(pile.cards)))
        more = len(pile.cards) - len(known)
        return ", ".join(known) + (f" {self._words.say('cards_more', count=more)}" if more else "")

    def things(self, things: Sequence[Named]) -> str:
        """Things by their names."""
        return ", ".join(map(self._thing, things))

    def _thing(self, thing: Named) -> str:
        """A thing by its name; a seat by its mark if there are many, as its name would be said too often."""
        return thing.mark if thing.mark and len(self._board.seats) > 2 else thing.title


def _amounts(share: Share) -> str:
    return ", ".join(tied(pieces.text) for pieces in share.pieces)


def _together(name: str, said: str) -> str:
    """A name and what is said of it, on one line unless that is a list."""
    return f"{tied(name)} {said}" if "," in said else tied(f"{name} {said}")
