"""Set-ups made anew: how the rules lay the cards until somebody first decides.

Where they pick cards unseen (one by chance, and then one of those that go with it), not every way to lay the cards need
be as likely as another. How likely each is, only the rules know; so they are carried out once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from interpreter.engine.state import State

BITS = 13
"""Set-ups have as many seeds as that many bits can say, and are kept: most draws need not make one. So what happens in
one set-up of ten does so in 10 % of these, give or take a third of a percent."""
FIRST = 1 << 64
"""The first seed. Matches have others."""


class SetUps:
    """How some cards of a game, `cards`, lie when somebody first decides: `groups` are zones that they fill. `set_up`
    gives that state for a seed."""

    def __init__(self, set_up: Callable[[int], State], groups: Sequence[Sequence[int]], cards: Sequence[int]) -> None:
        self._set_up = set_up
        self._groups = groups
        self._cards = sorted(cards)
        self._made: dict[int, list[int] | None] = {}

    def draw(self, random: Random) -> list[int] | None:
        """The cards, group by group; None if other cards came there than `cards`, or others elsewhere."""
        number = random.getrandbits(BITS)
        if number not in self._made:
            self._made[number] = self._laid(FIRST + number)
        return self._made[number]

    def _laid(self, seed: int) -> list[int] | None:
        state = self._set_up(seed)
        found = [card for zones in self._groups for zone in zones for card in state.z[zone]]
        return found if sorted(found) == self._cards else None
