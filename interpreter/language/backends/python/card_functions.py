"""Functions that move, draw, shuffle and show cards, created once for each game so that no lookups happen during play.

Each card has its zone and a mask of the seats that know it there; see layout for their cells in `v`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.language.chance import INCREMENT, MASK, MULTIPLIER
from interpreter.language.log import CardMoved, CardsMoved, CardsShown, ZoneShuffled
from interpreter.language.symbols import Symbols


def card_functions(symbols: Symbols) -> dict[str, Callable[..., None]]:
    """Return the functions that the generated source calls, by name.

    Their parameters `m`, `v` and `z` are the match's state and its lists.
    """
    where, known = symbols.card_zone_base, symbols.known_base
    faces, everyone = symbols.faces, symbols.everyone_mask
    rows = {source: tuple(everyone & ~(source | target) for target in faces) for source in dict.fromkeys(faces)}
    hides = tuple(rows[source] for source in faces)

    def move(m: Any, v: list[Any], z: list[list[int]], card: int, target: int) -> None:
        """Move one card to the top of a zone.

        Seats that see neither zone no longer know which card was moved, nor which cards stayed; these are written to
        the log.
        """
        source = v[where + card]
        left: list[int] = []
        if source is not None:
            cards = z[source]
            hidden = hides[source][target]
            if hidden and len(cards) > 1:
                left = cards
                for other in cards:
                    v[known + other] &= ~hidden
            cards.remove(card)
        if m.log is not None:
            m.log.append(CardMoved(card, source, target, v[known + card] | faces[target], tuple(left)))
        z[target].append(card)
        v[where + card] = target
        v[known + card] |= faces[target]

    def move_under(m: Any, v: list[Any], z: list[list[int]], card: int, target: int) -> None:
        """Move one card to the bottom of a zone, as `move` does."""
        move(m, v, z, card, target)
        z[target].insert(0, z[target].pop())

    def move_all(m: Any, v: list[Any], z: list[list[int]], source: int, target: int, bottom: bool) -> None:
        """Move all cards of a zone to another one, in the same order."""
        cards = z[source]
        if source == target or not cards:
            return
        z[source] = []
        z[target] = cards + z[target] if bottom else z[target] + cards
        for card in cards:
            v[where + card] = target
            v[known + card] |= faces[target]
        if m.log is not None:
            m.log.append(CardsMoved(tuple(cards), source, target, tuple(v[known + card] for card in cards)))

    def draw(m: Any, v: list[Any], z: list[list[int]], source: int, target: int) -> None:
        """Move the top card of a zone to another one."""
        card = z[source].pop()
        z[target].append(card)
        v[where + card] = target
        v[known + card] |= faces[target]
        if m.log is not None:
            m.log.append(CardMoved(card, source, target, v[known + card], ()))

    def draw_under(m: Any, v: list[Any], z: list[list[int]], source: int, target: int) -> None:
        """Move the top card of a zone to the bottom of another one, as `draw` does."""
        draw(m, v, z, source, target)
        z[target].insert(0, z[target].pop())

    def shuffle(m: Any, v: list[Any], z: list[list[int]], zone: int) -> None:
        """Shuffle a zone by Fisher and Yates's algorithm, driven by the match's generator."""
        cards, random = z[zone], m.random
        m.work -= len(cards)
        for at in range(len(cards) - 1, 0, -1):
            random = (random * MULTIPLIER + INCREMENT) & MASK
            other = ((random >> 33) * (at + 1)) >> 31
            cards[at], cards[other] = cards[other], cards[at]
        m.random = random
        face = faces[zone]
        for card in cards:
            v[known + card] = face
        if m.log is not None:
            m.log.append(ZoneShuffled(zone, tuple(cards)))

    def reveal(m: Any, v: list[Any], cards: tuple[int, ...], seat: int | None) -> None:
        """Show some cards to a seat, or to everyone."""
        mask = everyone if seat is None else 1 << seat
        for card in cards:
            v[known + card] |= mask
        if m.log is not None and cards:
            m.log.append(CardsShown(tuple(cards), mask))

    functions = (move, move_under, move_all, draw, draw_under, shuffle, reveal)
    return {function.__name__: function for function in functions}
