"""Models of hidden cards (language.execution.deals) as words in memory: the records of runtime/structs.py."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from interpreter.language.backends.wasm.constants import Data
from interpreter.language.backends.wasm.sizes import DEALS_SIZE, MOST_LEGS, SET_UPS_SIZE, WORD
from interpreter.language.execution.deals import (
    SET_UP_BITS,
    DealCluster,
    DealComponent,
    PlayoutOrigin,
    SetUpSource,
    ShuffleEvent,
)
from interpreter.language.execution.executable import NativeUnavailableError, NotCompilableError

CARDS_PER_WORD = 64
"""Number of cards in one word of a set of cards."""


class SerializedDeals:
    """A model of hidden cards, serialised.

    Attributes:
        content: Bytes for the memory area of deals.
        address: Address of the outermost list.
        set_ups: All set-ups, each of which has a table.
    """

    def __init__(self, known: Mapping[str, int], origin: PlayoutOrigin, frames: Sequence[int]) -> None:
        """Serialise the model. `frames` are the addresses of the first slots of the position's frames.

        Raises:
            NativeUnavailableError: The model is too large.
        """
        position, deals, path = origin
        if deals.leg_count > MOST_LEGS:
            raise NativeUnavailableError("the cards went too many ways to be dealt")
        self._known = known
        self._tables: dict[int, int] = {}
        self._table = known["SET_UPS"]
        self.set_ups: list[SetUpSource] = []
        slots: list[int] = []
        lists: list[int] = []
        for frame, slot in deals.references:
            first, holder = (known["CELLS"], position.v) if frame is None else (frames[frame], position.stack[frame])
            kept = lists if isinstance(holder[slot], (list, tuple)) else slots
            kept.append(first + WORD * slot)
        whole = (  # a DealRecord
            [self._cluster(cluster) for cluster in deals.clusters],
            deals.hidden if deals.references or deals.has_card_options else (),
            slots,
            lists,
            deals.has_card_options,
            [self._cell(cell) for cell in deals.cleared],
            [(leg, self._cell(base), value) for leg, base, value in deals.marks],
            deals.subsumed,
            path,
        )
        data = Data(known["DEALS_CONTENT"], DEALS_SIZE)
        try:
            self.address = data.list(whole)
        except NotCompilableError:
            raise NativeUnavailableError("there is too much to be dealt") from None
        self.content = data.content

    def _cell(self, number: int) -> int:
        return self._known["CELLS"] + WORD * number

    def _cluster(self, cluster: DealCluster) -> tuple[Any, ...]:
        return [self._part(part) for part in cluster.parts], cluster.conditions

    def _part(self, part: DealComponent) -> tuple[Any, ...]:
        zones, size = self._known["ZONES"], self._known["ZONE_SIZE"]
        places = [(leg, zones + zone * size + WORD * (1 + at), zone, known) for leg, zone, at, known in part.places]
        return [self._step(step) for step in part.steps], places, part.max_weight

    def _step(self, step: ShuffleEvent) -> tuple[Any, ...]:
        return (
            step.cards,
            step.legs,
            self._mask(step.seen),
            step.open_legs,
            step.card_options,
            [(leg, self._mask(fitting)) for leg, fitting in step.leg_options],
            None if step.set_ups is None else self._set_ups(step.set_ups),
        )

    def _mask(self, cards: Collection[int]) -> list[int]:
        """Return a set of cards as a bit mask over all cards of the game."""
        bits = sum(1 << card for card in cards)
        words = [
            bits >> first & ((1 << CARDS_PER_WORD) - 1) for first in range(0, self._known["CARDS"], CARDS_PER_WORD)
        ]
        return [word - (word >> 63 << 64) for word in words]

    def _set_ups(self, set_ups: SetUpSource) -> tuple[Any, ...]:
        """Return some set-ups as the address of a table with a row for each number, the groups and the cards."""
        table = self._table
        self._table += WORD * (1 + len(set_ups.cards)) << SET_UP_BITS
        if self._table > self._known["SET_UPS"] + SET_UPS_SIZE:
            raise NativeUnavailableError("there are too many cards in set-ups")
        self.set_ups.append(set_ups)
        return table, set_ups.groups, self._mask(set_ups.cards)
