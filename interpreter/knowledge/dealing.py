"""Drawing, at random, which card went on which leg: every course of things that a seat's knowledge allows is as likely
as the rules make it. Machine code draws the same (runtime/deals.py).

Mixings are gone through in the order in which they happened. What the rules picked while they set up is picked once
more by them; a draw that then disagrees with what is known is in vain. In any other mixing a card that the seat saw
later has to take a leg from which it could come there; a leg that ends in a place of which something is known takes one
of the cards that fit. Among what is left to chance every order is as likely as the others. Where some choices leave
more ways open than others, the draw is weighed by the number of ways, and accepted in proportion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter.language.chance import FACTOR, MASK, STEP, index, step
from interpreter.language.deals import LUCK_BITS, MOST_ATTEMPTS, SAME, SET_UP_BITS, Part, Step
from interpreter.language.search_terms import LOG_2, TERMS

TRIALS, MORE_TRIALS = 12, 200
"""Draws of a part that are made beforehand, to learn whether their weights differ, and if they do, by how much. Where
nothing is known of its cards they can't."""
MOST_DRAWS = 10_000
"""Beforehand, attempts for one of them."""
MOST_SET_UPS = 2_000
"""As many of a part with set-ups. If none agrees, its cards are dealt as if every order were as likely."""
NOWHERE = -1


class DeadEnd(Exception):
    """No course of things was found that agrees with what is known."""


class Dealer:
    """Draws which cards are on legs, by a match's kind of generator: `on` tells, by leg, also of those that are known
    from the beginning."""

    def __init__(self, known: Sequence[int | None]) -> None:
        self.on = [NOWHERE if card is None else card for card in known]
        self._random = 0
        self._left = 0

    def begin(self, random: int, attempts: int = MOST_ATTEMPTS) -> None:
        """A new deal, settled by a state of the generator."""
        self._random = random
        self._left = attempts

    def prepared(self, part: Part) -> Part:
        """A part with its largest weight, as far as a few draws tell. Raises DeadEnd if nothing agrees with what is
        known."""
        if any(step.set_ups for step in part.steps):
            try:
                return self._weighed(part, MOST_SET_UPS)
            except DeadEnd:
                part = replace(part, steps=tuple(replace(step, set_ups=None) for step in part.steps))
        return self._weighed(part, MOST_DRAWS)

    def _weighed(self, part: Part, most: int) -> Part:
        is_bound = any(step.ways or step.narrow for step in part.steps)
        weights = [self._weight(part, most) for _ in range(TRIALS if is_bound else 1)]
        if max(weights) - min(weights) > SAME:
            weights += [self._weight(part, most) for _ in range(MORE_TRIALS)]
        return replace(part, heaviest=max(weights))

    def _weight(self, part: Part, most: int) -> float:
        """That of a draw."""
        self._left = most
        while True:
            weight = self._attempt(part)
            if weight is not None:
                return weight

    def draw(self, part: Part) -> None:
        """Which cards are on the legs of a part. Raises DeadEnd."""
        while True:
            weight = self._attempt(part)
            if weight is not None and (weight > part.heaviest - SAME or self._luck() < weight - part.heaviest):
                return

    def _luck(self) -> float:
        """The logarithm of a fraction of one."""
        self._random = step(self._random)
        return TERMS.log(self._random >> (64 - LUCK_BITS)) - LUCK_BITS * LOG_2

    def _attempt(self, part: Part) -> float | None:
        """One draw: its weight, or None if it came to where nothing fits."""
        self._left -= 1
        if self._left < 0:
            raise DeadEnd
        weight = 0.0
        for each in part.steps:
            more = self._mixed(each) if each.set_ups is None else self._set_up(each)
            if more is None:
                return None
            weight += more
        return weight

    def _set_up(self, mixing: Step) -> float | None:
        """The cards of one of the set-ups that the rules make."""
        assert mixing.set_ups is not None
        on = self.on
        self._random = step(self._random)
        laid = mixing.set_ups.laid(self._random >> (64 - SET_UP_BITS))
        if laid is None:
            return None
        for leg, card in zip(mixing.open, laid, strict=True):
            on[leg] = card
        return 0.0 if all(on[leg] in fitting for leg, fitting in mixing.narrow) else None

    def _mixed(self, mixing: Step) -> float | None:
        """The cards of a mixing, each on a leg that it can take."""
        on, weight = self.on, 0.0
        cards, free = list(mixing.cards), mixing.open
        if mixing.legs:
            cards += [on[leg] for leg in mixing.legs if on[leg] not in mixing.seen]
        if mixing.ways or mixing.narrow:
            for leg in free:
                on[leg] = NOWHERE
            for card, ways in mixing.ways:
                if card in cards:
                    legs = [leg for leg in ways if on[leg] == NOWHERE]
                    if not legs:
                        return None
                    on[legs[self._one_of(len(legs))]] = card
                    cards.remove(card)
                    weight += TERMS.log(len(legs))
            for leg, fitting in mixing.narrow:
                if on[leg] == NOWHERE:
                    fit = [card for card in cards if card in fitting]
                    if not fit:
                        return None
                    on[leg] = card = fit[self._one_of(len(fit))]
                    cards.remove(card)
                    weight += TERMS.log(len(fit))
            free = tuple(leg for leg in free if on[leg] == NOWHERE)
        if len(cards) != len(free):
            return None
        self._shuffle(cards)
        for leg, card in zip(free, cards, strict=True):
            on[leg] = card
        return weight + log_orders(len(cards))

    def fold(self, mixings: Iterable[tuple[Sequence[int], Sequence[int]]]) -> None:
        """Which cards were on the legs that lie within other mixings; of each of these, from which legs cards came to
        which others."""
        for before, after in mixings:
            cards = [self.on[leg] for leg in after]
            self._shuffle(cards)
            for leg, card in zip(before, cards, strict=True):
                self.on[leg] = card

    def _one_of(self, count: int) -> int:
        self._random = step(self._random)
        return index(self._random, count)

    def _shuffle(self, cards: list[int]) -> None:
        """As `card_functions.shuffle`."""
        random = self._random
        for at in range(len(cards) - 1, 0, -1):
            random = (random * FACTOR + STEP) & MASK
            other = ((random >> 33) * (at + 1)) >> 31
            cards[at], cards[other] = cards[other], cards[at]
        self._random = random


_LOGS = [0.0]


def log_orders(count: int) -> float:
    """The logarithm of the number of orders of so many cards."""
    while len(_LOGS) <= count:
        _LOGS.append(_LOGS[-1] + TERMS.log(len(_LOGS)))
    return _LOGS[count]
