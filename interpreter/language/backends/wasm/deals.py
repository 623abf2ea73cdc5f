"""What there is to deal (language.deals) as words of machine code's memory: lists of lists, as runtime/deals.py reads
them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from interpreter.language.backends.wasm.data import Data, bits_of
from interpreter.language.backends.wasm.sizes import WORD
from interpreter.language.deals import (
    LUCK_BITS,
    MOST_ATTEMPTS,
    MOST_TRIES,
    SAME,
    SET_UP_BITS,
    Cluster,
    Origin,
    Part,
    SetUps,
    Step,
)
from interpreter.language.executable import NotNative, Unfit
from interpreter.language.search_terms import LOG_2

MASK = 64
"""So many cards have a bit each in a word of a set of cards."""


def _numbered(kind: str, *names: str) -> dict[str, int]:
    return {f"{kind}_{name}": at for at, name in enumerate(names)}


KNOWN = {
    **_numbered("DEALS", "CLUSTERS", "HIDDEN", "SLOTS", "LISTS", "IN_OPTIONS", "CLEARED", "MARKS", "FOLDED", "PATH"),
    **_numbered("CLUSTER", "PARTS", "CONDITIONS"),
    **_numbered("PART", "STEPS", "PLACES", "HEAVIEST"),
    **_numbered("PLACE", "LEG", "CARD", "ZONE", "KNOWN"),
    **_numbered("STEP", "CARDS", "LEGS", "SEEN", "OPEN", "WAYS", "NARROW", "SET_UPS"),
    **_numbered("SET_UPS", "TABLE", "GROUPS", "CARDS"),
    "MOST_ATTEMPTS": MOST_ATTEMPTS,
    "MOST_TRIES": MOST_TRIES,
    "SET_UP_SHIFT": 64 - SET_UP_BITS,
    "LUCK_SHIFT": 64 - LUCK_BITS,
    "LOG_OF_LUCK": bits_of(LUCK_BITS * LOG_2),
    "SAME": bits_of(SAME),
}
"""What the run-time part knows of it, by name: the places of members in lists of each kind, and numbers."""


class Written:
    """`content` goes to where deals are kept, and `address` is that of the whole. `set_ups` are all of them, each with
    a table."""

    def __init__(self, known: Mapping[str, int], origin: Origin, frames: Sequence[int]) -> None:
        """`frames`: the addresses of the first slots of the position's frames. Raises NotNative if it is too much."""
        position, deals, path = origin
        if deals.legs > known["MOST_LEGS"]:
            raise NotNative("the cards went too many ways to be dealt")
        self._known = known
        self._tables: dict[int, int] = {}
        self._table = known["SET_UPS"]
        self.set_ups: list[SetUps] = []
        slots: list[int] = []
        lists: list[int] = []
        for frame, slot in deals.references:
            first, holder = (known["CELLS"], position.v) if frame is None else (frames[frame], position.stack[frame])
            kept = lists if isinstance(holder[slot], (list, tuple)) else slots
            kept.append(first + WORD * slot)
        whole = (
            [self._cluster(cluster) for cluster in deals.clusters],
            deals.hidden if deals.references or deals.in_options else (),
            slots,
            lists,
            deals.in_options,
            [self._cell(cell) for cell in deals.cleared],
            [(leg, self._cell(base), value) for leg, base, value in deals.marks],
            deals.folded,
            path,
        )
        data = Data(known["DEALS_CONTENT"], known["DEALS_SIZE"])
        try:
            self.address = data.list(whole)
        except Unfit:
            raise NotNative("there is too much to be dealt") from None
        self.content = data.content

    def _cell(self, number: int) -> int:
        return self._known["CELLS"] + WORD * number

    def _cluster(self, cluster: Cluster) -> tuple[Any, ...]:
        return [self._part(part) for part in cluster.parts], cluster.conditions

    def _part(self, part: Part) -> tuple[Any, ...]:
        zones, size = self._known["ZONES"], self._known["ZONE_SIZE"]
        places = [(leg, zones + zone * size + WORD * (1 + at), zone, known) for leg, zone, at, known in part.places]
        return [self._step(step) for step in part.steps], places, part.heaviest

    def _step(self, step: Step) -> tuple[Any, ...]:
        return (
            step.cards,
            step.legs,
            self._mask(step.seen),
            step.open,
            step.ways,
            [(leg, self._mask(fitting)) for leg, fitting in step.narrow],
            None if step.set_ups is None else self._set_ups(step.set_ups),
        )

    def _mask(self, cards: Collection[int]) -> list[int]:
        """A set of cards: a bit for each card of the game."""
        bits = sum(1 << card for card in cards)
        words = [bits >> first & ((1 << MASK) - 1) for first in range(0, self._known["CARDS"], MASK)]
        return [word - (word >> 63 << 64) for word in words]

    def _set_ups(self, set_ups: SetUps) -> tuple[Any, ...]:
        """Where the table of some set-ups is, in which each has its number and the cards."""
        table = self._table
        self._table += WORD * (1 + len(set_ups.cards)) << SET_UP_BITS
        if self._table > self._known["SET_UPS"] + self._known["SET_UPS_SIZE"]:
            raise NotNative("there are too many cards in set-ups")
        self.set_ups.append(set_ups)
        return table, set_ups.groups, self._mask(set_ups.cards)
