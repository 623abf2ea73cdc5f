"""The parts of a seat's knowledge that can be drawn independently: mixings that share cards, and the cards that fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from interpreter.knowledge.tracing import Knowledge
from interpreter.language.deals import DealComponent, LegEnd, ShuffleEvent


def components_of(
    knowledge: Knowledge, fitting: Mapping[int, frozenset[int]], places: Collection[LegEnd] = ()
) -> list[DealComponent]:
    """Return the parts of a seat's knowledge.

    Args:
        knowledge: The knowledge.
        fitting: The cards that are possible on an open leg, where not all are, by leg.
        places: The places that open legs have reached.
    """
    known = {leg: card for leg, card in enumerate(knowledge.known) if card is not None}
    mixings, born = knowledge.mixings, knowledge.begun_in
    ways = _ways(knowledge, known)
    narrow = _narrow(knowledge, known, fitting)
    steps = []
    for mixing, wanted, some in zip(mixings, ways, narrow, strict=True):
        seen = {known[leg] for leg in mixing.after if leg in known}
        legs = tuple(leg for leg in mixing.before if leg not in known)
        steps.append(
            ShuffleEvent(
                tuple(known[leg] for leg in mixing.before if leg in known and known[leg] not in seen),
                legs,
                frozenset(seen) if legs else frozenset(),
                tuple(leg for leg in mixing.after if leg not in known),
                tuple(sorted(wanted.items(), key=lambda way: (len(way[1]), way[0]))),
                tuple(sorted(some.items(), key=lambda row: (len(row[1]), row[0]))),
                mixing.set_ups,
            )
        )
    group = list(range(len(steps)))
    for number, mixing in enumerate(mixings):
        for home in {group[born[leg]] for leg in mixing.before if born[leg] >= 0}:
            own = group[number]
            group = [own if other == home else other for other in group]
    return [
        _part([step for number, step in enumerate(steps) if group[number] == one], places)
        for one in dict.fromkeys(group)
    ]


def _part(steps: list[ShuffleEvent], places: Collection[LegEnd]) -> DealComponent:
    legs = {leg for step in steps for leg in step.open_legs}
    return DealComponent(tuple(steps), tuple(place for place in places if place.leg in legs))


def _ways(knowledge: Knowledge, known: Mapping[int, int]) -> list[dict[int, tuple[int, ...]]]:
    """Return, by mixing, the legs that each card seen later can take from there.

    These are legs that begin in the mixing and lead to the card's next sighting. The search goes back from each
    sighting to the one before it.
    """
    mixings = knowledge.mixings
    died = {leg: number for number, mixing in enumerate(mixings) for leg in mixing.before}
    found: list[dict[int, list[int]]] = [{} for _ in mixings]
    legs_of: dict[int, list[int]] = {}
    for leg in sorted(known, key=lambda leg: knowledge.begun_in[leg]):
        legs_of.setdefault(known[leg], []).append(leg)
    for card, legs in legs_of.items():
        for earlier, leg in pairwise(legs):
            start = died[earlier]
            waiting, reached = [leg], {leg}
            while waiting:
                number = knowledge.begun_in[waiting.pop()]
                for before in mixings[number].before:
                    if before in reached or before in known or knowledge.begun_in[before] < start:
                        continue
                    reached.add(before)
                    waiting.append(before)
                    found[knowledge.begun_in[before]].setdefault(card, []).append(before)
    return [{card: tuple(sorted(legs)) for card, legs in ways.items()} for ways in found]


def _narrow(
    knowledge: Knowledge, known: Mapping[int, int], fitting: Mapping[int, frozenset[int]]
) -> list[dict[int, frozenset[int]]]:
    """Return, by mixing, the cards that can be on unknown legs that begin there, where not all cards can."""
    mixings = knowledge.mixings
    died = {leg: number for number, mixing in enumerate(mixings) for leg in mixing.before}
    fits = dict(fitting)
    found: list[dict[int, frozenset[int]]] = [{} for _ in mixings]
    for number in range(len(mixings) - 1, -1, -1):
        legs = [leg for leg in mixings[number].after if leg not in known]
        for leg in legs:
            if leg in died and (fit := _fitting_later(known, fits, mixings[died[leg]].after)) is not None:
                fits[leg] = fit
        found[number] = {leg: fits[leg] for leg in legs if leg in fits}
    return found


def _fitting_later(
    known: Mapping[int, int], fits: Mapping[int, frozenset[int]], after: list[int]
) -> frozenset[int] | None:
    """Return the cards that can reach one of these legs; None: any."""
    found: set[int] = set()
    for leg in after:
        if leg not in known and leg not in fits:
            return None
        found |= {known[leg]} if leg in known else fits[leg]
    return frozenset(found)
