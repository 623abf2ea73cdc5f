"""Drawing, at random, which card went on which leg: every course of things that a seat's knowledge allows is as likely
as the rules make it.

Mixings are gone through in the order in which they happened. What the rules picked while they set up is picked once
more by them; a draw that then disagrees with what is known is in vain. In any other mixing a card that the seat saw
later has to take a leg from which it could come there; a leg that ends in a place of which something is known takes one
of the cards that fit. Among what is left to chance every order is as likely as the others. Where some choices leave
more ways open than others, the draw is weighed by the number of ways, and accepted in proportion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from random import Random
from typing import NamedTuple

from interpreter.engine.setups import SetUps
from interpreter.knowledge.tracing import Knowledge

TRIALS, MORE_TRIALS = 12, 200
"""Draws of a part that are made beforehand, to learn whether their weights differ, and if they do, by how much."""
MOST_DRAWS = 10_000
"""Draws of a part that may be in vain, one after the other."""
MOST_SET_UPS = 2_000
"""As many beforehand, of a part with set-ups. If none agrees, its cards are dealt as if every order were as likely."""
SAME = 1e-6


class DeadEnd(Exception):
    """No course of things was found that agrees with what is known."""


class Draw(NamedTuple):
    """Which card is on which leg, in one part; `weight` is the logarithm of how many ways stood open."""

    cards: dict[int, int]
    weight: float


@dataclass(slots=True)
class Step:
    """One mixing, made ready. `seen` says where cards go that the seat saw right after it; `ways` which legs lead a
    card to where it was seen later; `narrow` which cards fit on a leg, the fewest first; `open` all legs not seen. With
    `set_ups`, it is they that say which cards are there.
    """

    before: list[int]
    seen: dict[int, int]
    open: list[int]
    ways: dict[int, list[int]] = field(default_factory=dict)
    narrow: list[tuple[int, frozenset[int]]] = field(default_factory=list)
    set_ups: SetUps | None = None


class Part:
    """Mixings that have cards in common, directly or through others. What lies in different parts is independent."""

    def __init__(self, steps: list[Step], known: Mapping[int, int]) -> None:
        self.steps = steps
        self._known = known
        self._heaviest = 0.0
        self.legs = [leg for step in steps for leg in step.open]

    def prepare(self, random: Random) -> None:
        """Learn the largest weight. Raises DeadEnd if nothing agrees with what is known."""
        if any(step.set_ups for step in self.steps):
            try:
                return self._learn(random, MOST_SET_UPS)
            except DeadEnd:
                for step in self.steps:
                    step.set_ups = None
        return self._learn(random, MOST_DRAWS)

    def _learn(self, random: Random, most: int) -> None:
        weights = [self._drawn(random, most).weight for _ in range(TRIALS)]
        if max(weights) - min(weights) > SAME:
            weights += [self._drawn(random, most).weight for _ in range(MORE_TRIALS)]
        self._heaviest = max(weights)

    def draw(self, random: Random) -> dict[int, int]:
        """The cards on the legs that the seat has not seen. Raises DeadEnd."""
        for _ in range(MOST_DRAWS):
            cards, weight = self._drawn(random, MOST_DRAWS)
            if weight > self._heaviest - SAME or log(random.random() or SAME) < weight - self._heaviest:
                return cards
        raise DeadEnd

    def _drawn(self, random: Random, most: int) -> Draw:
        for _ in range(most):
            draw = self._attempt(random)
            if draw is not None:
                return draw
        raise DeadEnd

    def _attempt(self, random: Random) -> Draw | None:
        """One draw, or None if it came to where nothing fits."""
        on: dict[int, int] = {}
        known, chance = self._known, random.random
        weight = 0.0
        for step in self.steps:
            if step.set_ups is not None:
                laid = step.set_ups.draw(random)
                if laid is None:
                    return None
                on.update(zip(step.open, laid, strict=True))
                if any(on[leg] not in fitting for leg, fitting in step.narrow):
                    return None
                continue
            cards = [known[leg] if leg in known else on[leg] for leg in step.before]
            free = step.open
            if step.seen:
                cards = [card for card in cards if card not in step.seen]
            if step.ways:
                bound = sorted((len(step.ways[card]), card) for card in cards if card in step.ways)
                if bound:
                    free = free[:]
                    for _, card in bound:
                        legs = [leg for leg in step.ways[card] if leg in free]
                        if not legs:
                            return None
                        leg = legs[int(chance() * len(legs))]
                        on[leg] = card
                        free.remove(leg)
                        cards.remove(card)
                        weight += log(len(legs))
            if step.narrow:
                free = free[:]
                for leg, fitting in step.narrow:
                    if leg not in free:
                        continue
                    fit = [card for card in cards if card in fitting]
                    if not fit:
                        return None
                    card = fit[int(chance() * len(fit))]
                    on[leg] = card
                    free.remove(leg)
                    cards.remove(card)
                    weight += log(len(fit))
            if len(cards) != len(free):
                return None
            cards.sort(key=lambda _: chance())
            on.update(zip(free, cards, strict=True))
            weight += log_orders(len(cards))
        return Draw(on, weight)


_LOGS = [0.0]


def log_orders(count: int) -> float:
    """The logarithm of the number of orders of so many cards."""
    while len(_LOGS) <= count:
        _LOGS.append(_LOGS[-1] + log(len(_LOGS)))
    return _LOGS[count]


def parts_of(knowledge: Knowledge, fitting: Mapping[int, frozenset[int]]) -> list[Part]:
    """The parts of what a seat knows, made ready but for `Part.prepare`. `fitting` says which cards can be on a leg
    that is not over, where not all can.
    """
    known = {leg: card for leg, card in enumerate(knowledge.known) if card is not None}
    mixings, born = knowledge.mixings, knowledge.born
    steps = [
        Step(
            mixing.before,
            {known[leg]: leg for leg in mixing.after if leg in known},
            [leg for leg in mixing.after if leg not in known],
            set_ups=mixing.set_ups,
        )
        for mixing in mixings
    ]
    died = {leg: number for number, mixing in enumerate(mixings) for leg in mixing.before}
    _find_ways(knowledge, known, steps, died)
    fits = dict(fitting)
    for number in range(len(steps) - 1, -1, -1):
        step = steps[number]
        for leg in step.open:
            if leg in died and (fit := _fitting_later(knowledge, known, fits, mixings[died[leg]].after)) is not None:
                fits[leg] = fit
        narrow = [(leg, fits[leg]) for leg in step.open if leg in fits]
        step.narrow = sorted(narrow, key=lambda row: (len(row[1]), row[0]))
    group = list(range(len(steps)))
    for number, step in enumerate(steps):
        for home in {group[born[leg]] for leg in step.before if born[leg] >= 0}:
            own = group[number]
            group = [own if other == home else other for other in group]
    return [
        Part([step for number, step in enumerate(steps) if group[number] == one], known) for one in dict.fromkeys(group)
    ]


def _fitting_later(
    knowledge: Knowledge, known: Mapping[int, int], fits: Mapping[int, frozenset[int]], after: list[int]
) -> frozenset[int] | None:
    """Which cards can come to one of these legs; None: any."""
    found: set[int] = set()
    for leg in after:
        if leg not in known and leg not in fits:
            return None
        found |= {known[leg]} if leg in known else fits[leg]
    return frozenset(found)


def _find_ways(knowledge: Knowledge, known: Mapping[int, int], steps: list[Step], died: Mapping[int, int]) -> None:
    """Fill in the `ways`: for each card that was seen on a leg, back from there to where it was seen before."""
    legs_of: dict[int, list[int]] = {}
    for leg in sorted(known, key=lambda leg: knowledge.born[leg]):
        legs_of.setdefault(known[leg], []).append(leg)
    for card, legs in legs_of.items():
        for earlier, leg in pairwise(legs):
            start = died[earlier]
            waiting, reached = [leg], {leg}
            while waiting:
                number = knowledge.born[waiting.pop()]
                for before in steps[number].before:
                    if before in reached or before in known or knowledge.born[before] < start:
                        continue
                    reached.add(before)
                    waiting.append(before)
                    steps[knowledge.born[before]].ways.setdefault(card, []).append(before)
    for step in steps:
        for legs in step.ways.values():
            legs.sort()
