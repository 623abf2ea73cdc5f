"""Random draws of the cards on hidden card tracks, as likely as the rules and a seat's knowledge make them.

Machine code draws the same cards (runtime/deals.py). A *leg* is one card's track between two shuffle events; see
tracing.py.

Shuffle events are drawn in the order in which they happened. Random choices during the set-up are repeated by the rules
themselves; a result that contradicts the seat's knowledge is rejected. In any other shuffle event, a card that the seat
saw later takes a leg from which it could get there. A leg that ends in a place with a known condition takes one of the
cards that fit. All orders of the remaining cards are equally likely.

Some choices leave more possibilities open than others. Therefore each draw has a weight, the logarithm of the number of
possibilities, and is accepted with a probability proportional to that number (rejection sampling).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter.language.chance import INCREMENT, MASK, MULTIPLIER, draw_index, next_state
from interpreter.language.execution.deals import (
    ACCEPTANCE_BITS,
    MOST_ATTEMPTS,
    SET_UP_BITS,
    WEIGHT_TOLERANCE,
    DealComponent,
    ShuffleEvent,
)
from interpreter.language.execution.search_tables import LOG_2, log_of

TRIALS, MORE_TRIALS = 12, 200
"""Numbers of trial draws of a part that find out if its weights differ, and if so, that estimate the largest.

Without knowledge about its cards they can't differ.
"""
MOST_DRAWS = 10_000
"""Maximum number of attempts for one trial draw."""
MOST_SET_UPS = 2_000
"""Maximum number of attempts for one trial draw of a part with set-ups.

If none agrees with the knowledge, all orders of its cards are treated as equally likely.
"""
NOWHERE = -1


class NoDealError(Exception):
    """Error: no deal was found that agrees with the seat's knowledge."""


class Dealer:
    """A random draw of the cards on legs, with the same generator as a match.

    Attributes:
        on: The card on each leg, including those known from the beginning; NOWHERE if it isn't drawn yet.
    """

    def __init__(self, known: Sequence[int | None]) -> None:
        self.card_on = [NOWHERE if card is None else card for card in known]
        self._random = 0
        self._left = 0

    def begin(self, random: int, attempts: int = MOST_ATTEMPTS) -> None:
        """Begin a new deal that is determined by a state of the generator."""
        self._random = random
        self._left = attempts

    def with_max_weight(self, part: DealComponent) -> DealComponent:
        """Return a part with an estimate of its largest weight, from a few trial draws.

        Raises:
            NoDealError: No draw agrees with the knowledge.
        """
        if any(step.set_ups for step in part.steps):
            try:
                return self._weighed(part, MOST_SET_UPS)
            except NoDealError:
                part = replace(part, steps=tuple(replace(step, set_ups=None) for step in part.steps))
        return self._weighed(part, MOST_DRAWS)

    def _weighed(self, part: DealComponent, most: int) -> DealComponent:
        is_bound = any(step.card_options or step.leg_options for step in part.steps)
        weights = [self._weight(part, most) for _ in range(TRIALS if is_bound else 1)]
        if max(weights) - min(weights) > WEIGHT_TOLERANCE:
            weights += [self._weight(part, most) for _ in range(MORE_TRIALS)]
        return replace(part, max_weight=max(weights))

    def _weight(self, part: DealComponent, most: int) -> float:
        """Return the weight of one trial draw."""
        self._left = most
        while True:
            weight = self._attempt(part)
            if weight is not None:
                return weight

    def draw(self, part: DealComponent) -> None:
        """Draw the cards on the legs of a part.

        Raises:
            NoDealError: The deal has used up its attempts.
        """
        while True:
            weight = self._attempt(part)
            if weight is not None and (
                weight > part.max_weight - WEIGHT_TOLERANCE or self._luck() < weight - part.max_weight
            ):
                return

    def _luck(self) -> float:
        """Return the logarithm of a random fraction of one."""
        self._random = next_state(self._random)
        return log_of(self._random >> (64 - ACCEPTANCE_BITS)) - ACCEPTANCE_BITS * LOG_2

    def _attempt(self, part: DealComponent) -> float | None:
        """Make one draw and return its weight, or None if it reached a leg or card that nothing fits."""
        self._left -= 1
        if self._left < 0:
            raise NoDealError
        weight = 0.0
        for each in part.steps:
            more = self._deal_shuffled(each) if each.set_ups is None else self._set_up(each)
            if more is None:
                return None
            weight += more
        return weight

    def _set_up(self, shuffle: ShuffleEvent) -> float | None:
        """Draw the cards of one of the set-ups that the rules make.

        The weight is 0, or None if the set-up doesn't fit.
        """
        assert shuffle.set_ups is not None
        on = self.card_on
        self._random = next_state(self._random)
        laid = shuffle.set_ups.layout(self._random >> (64 - SET_UP_BITS))
        if laid is None:
            return None
        for leg, card in zip(shuffle.open_legs, laid, strict=True):
            on[leg] = card
        return 0.0 if all(on[leg] in fitting for leg, fitting in shuffle.leg_options) else None

    def _deal_shuffled(self, shuffle: ShuffleEvent) -> float | None:
        """Draw the cards of a shuffle event, each onto a leg that it can take; return the weight, or None."""
        on, weight = self.card_on, 0.0
        cards, free = list(shuffle.cards), shuffle.open_legs
        if shuffle.legs:
            cards += [on[leg] for leg in shuffle.legs if on[leg] not in shuffle.seen]
        if shuffle.card_options or shuffle.leg_options:
            for leg in free:
                on[leg] = NOWHERE
            for card, ways in shuffle.card_options:
                if card in cards:
                    legs = [leg for leg in ways if on[leg] == NOWHERE]
                    if not legs:
                        return None
                    on[legs[self._one_of(len(legs))]] = card
                    cards.remove(card)
                    weight += log_of(len(legs))
            for leg, fitting in shuffle.leg_options:
                if on[leg] == NOWHERE:
                    fit = [card for card in cards if card in fitting]
                    if not fit:
                        return None
                    on[leg] = card = fit[self._one_of(len(fit))]
                    cards.remove(card)
                    weight += log_of(len(fit))
            free = tuple(leg for leg in free if on[leg] == NOWHERE)
        if len(cards) != len(free):
            return None
        self._shuffle(cards)
        for leg, card in zip(free, cards, strict=True):
            on[leg] = card
        return weight + log_orders(len(cards))

    def draw_subsumed(self, shuffles: Iterable[tuple[Sequence[int], Sequence[int]]]) -> None:
        """Draw the cards on the legs before shuffle events that are part of other shuffle events.

        Each of `shuffles` has the legs before it, and the legs after it.
        """
        for before, after in shuffles:
            cards = [self.card_on[leg] for leg in after]
            self._shuffle(cards)
            for leg, card in zip(before, cards, strict=True):
                self.card_on[leg] = card

    def draw_one(self, things: Sequence[int]) -> int:
        """Draw one of some things."""
        return things[self._one_of(len(things))]

    def _one_of(self, count: int) -> int:
        self._random = next_state(self._random)
        return draw_index(self._random, count)

    def _shuffle(self, cards: list[int]) -> None:
        """Shuffle cards in place, exactly like `card_functions.shuffle`."""
        random = self._random
        for at in range(len(cards) - 1, 0, -1):
            random = (random * MULTIPLIER + INCREMENT) & MASK
            other = ((random >> 33) * (at + 1)) >> 31
            cards[at], cards[other] = cards[other], cards[at]
        self._random = random


_LOGS = [0.0]


def log_orders(count: int) -> float:
    """Return the logarithm of the number of orders of a number of cards."""
    while len(_LOGS) <= count:
        _LOGS.append(_LOGS[-1] + log_of(len(_LOGS)))
    return _LOGS[count]
