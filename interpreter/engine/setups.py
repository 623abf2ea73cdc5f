"""Sampling of set-ups: rerun the rules up to the first decision to see how they may lay the cards.

Where the rules pick hidden cards (one by chance, then another that goes with it), layouts needn't be equally likely.
Only the rules know their probabilities; therefore they are run again with other seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.engine.state import State

FIRST_SEED = 1 << 64
"""First seed of the samples. No match has such a large one."""


class SetupSampler:
    """Sampler of the layouts of some cards at the first decision.

    Attributes:
        groups: Groups of zones that the cards fill.
        cards: The cards, sorted.
    """

    def __init__(self, set_up: Callable[[int], State], groups: Sequence[Sequence[int]], cards: Sequence[int]) -> None:
        """Create a sampler. `set_up` returns the state at the first decision for a seed."""
        self._set_up = set_up
        self.groups = groups
        self.cards = sorted(cards)
        self._made: dict[int, list[int] | None] = {}

    def layout(self, number: int) -> list[int] | None:
        """Return the cards of sample `number`, group by group; None if the zones hold other cards than `cards`."""
        if number not in self._made:
            self._made[number] = self._sample(FIRST_SEED + number)
        return self._made[number]

    def _sample(self, seed: int) -> list[int] | None:
        state = self._set_up(seed)
        found = [card for zones in self.groups for zone in zones for card in state.z[zone]]
        return found if sorted(found) == self.cards else None
