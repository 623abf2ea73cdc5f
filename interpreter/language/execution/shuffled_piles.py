"""Piles of shuffled cards whose order is drawn only as far as it matters, to list every outcome of chance.

A shuffle of a whole deck has too many outcomes. Which card lies on top matters only when it is drawn: while the rules
follow a script of draws (see `chance.ScriptedDraws`), a shuffle leaves the order open, and each card is drawn when it
is taken. If the rules look at the order in any other way, all of it is drawn at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, SupportsIndex

from interpreter.language.chance import INCREMENT, MASK, MULTIPLIER, ScriptedDraws, draw_index


class ShuffledPile(list[int]):
    """Cards of a zone, the top card last, of which the lowest `undrawn` have no order yet and lie sorted by number.

    Attributes:
        draws: What draws their order; None between the choices, when they are only shown.
    """

    def __init__(self, cards: Iterable[int], undrawn: int, draws: ScriptedDraws | None) -> None:
        super().__init__(cards)
        self.undrawn = undrawn
        self.draws = draws

    def draw_top(self) -> None:
        """Draw which of the cards without an order lies on top of the others."""
        if self.draws is None or not self.undrawn:
            return
        at = 0
        if self.undrawn > 1:
            at = int((self.draws * self.undrawn) >> 31)
        card = super().pop(at)
        self.undrawn -= 1
        super().insert(self.undrawn, card)

    def top_few(self, amount: int) -> list[int]:
        """Return the top cards, as many as there should be, the top one first; only their order is drawn."""
        while self.draws is not None and self.undrawn and len(self) - self.undrawn < amount:
            self.draw_top()
        return list.copy(self)[::-1][: max(amount, 0)]

    def draw_all(self) -> ShuffledPile:
        """Draw the order of all cards."""
        while self.draws is not None and self.undrawn:
            self.draw_top()
        return self

    def settled(self, random: int) -> tuple[list[int], int]:
        """Return the cards in an order that a generator draws, and the generator's next state."""
        cards = list.copy(self)
        for at in range(self.undrawn - 1, 0, -1):
            random = (random * MULTIPLIER + INCREMENT) & MASK
            other = draw_index(random, at + 1)
            cards[at], cards[other] = cards[other], cards[at]
        return cards, random

    def pop(self, at: SupportsIndex = -1) -> int:
        """Take a card, the top one by default."""
        if at == -1 and self.undrawn == len(self):
            self.draw_top()
        elif at != -1:
            self.draw_all()
        self.undrawn = min(self.undrawn, len(self) - 1)
        return super().pop(at)

    def remove(self, card: int) -> None:
        """Take out a card; the order of the others stays as open as it was."""
        self.undrawn -= list.index(self, card) < self.undrawn
        super().remove(card)

    def insert(self, at: SupportsIndex, card: int) -> None:
        """Put a card under others, whose order is drawn."""
        self.draw_all()
        self.undrawn = 0
        super().insert(at, card)

    def clear(self) -> None:
        """Take all cards."""
        self.undrawn = 0
        super().clear()

    def __getitem__(self, at: Any) -> Any:
        """Look at the top card, or copy the pile; anything else draws the order."""
        if at == slice(None):
            return ShuffledPile(list.__iter__(self), self.undrawn, self.draws)
        if at == -1:
            if self.undrawn == len(self):
                self.draw_top()
        else:
            self.draw_all()
        return super().__getitem__(at)

    def __setitem__(self, at: Any, card: Any) -> None:
        """Replace cards, whose order is drawn."""
        self.draw_all()
        self.undrawn = 0
        super().__setitem__(at, card)

    def __iter__(self) -> Iterator[int]:
        """Go through the cards, whose order is drawn."""
        self.draw_all()
        return super().__iter__()

    def __reversed__(self) -> Iterator[int]:
        """Go through the cards from the top, whose order is drawn."""
        self.draw_all()
        return super().__reversed__()

    def __add__(self, other: Any) -> Any:
        """Return all cards as a list."""
        return [*self, *other]

    def __radd__(self, other: Any) -> Any:
        """Return all cards as a list."""
        return [*other, *self]


def shuffled_pile(cards: list[int], random: int) -> ShuffledPile | None:
    """Return cards in an open order if a script draws that leaves it open; None if they have to be shuffled now."""
    if not isinstance(random, ScriptedDraws) or not random.leaves_open:
        return None
    return ShuffledPile(sorted(list.__iter__(cards)), len(cards), random)


def follow_script(piles: list[list[int]], draws: ScriptedDraws | None) -> None:
    """Let a script draw the order of piles, or nothing if it is None."""
    for pile in piles:
        if isinstance(pile, ShuffledPile):
            pile.draws = draws


def has_open_order(piles: list[list[int]]) -> bool:
    """Return True if the order of some pile is open."""
    return any(isinstance(pile, ShuffledPile) for pile in piles)


def undrawn_cards(piles: list[list[int]]) -> tuple[int, ...]:
    """Return the number of cards without an order in each pile."""
    return tuple(pile.undrawn if isinstance(pile, ShuffledPile) else 0 for pile in piles)


def settle_order(piles: list[list[int]], random: int) -> int:
    """Shuffle the piles whose order is open by a generator, and return its next state."""
    for number, pile in enumerate(piles):
        if isinstance(pile, ShuffledPile):
            piles[number], random = pile.settled(random)
    return random
