"""Set-ups made anew: how the rules lay the cards until somebody first decides.

Where they pick cards unseen (one by chance, and then one of those that go with it), not every way to lay the cards need
be as likely as another. How likely each is, only the rules know; so they are carried out once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.engine.state import State

FIRST = 1 << 64
"""The first seed. Matches have others."""


class SetUps:
    """How some cards of a game, `cards`, lie when somebody first decides: `groups` are zones that they fill. `set_up`
    gives that state for a seed."""

    def __init__(self, set_up: Callable[[int], State], groups: Sequence[Sequence[int]], cards: Sequence[int]) -> None:
        self._set_up = set_up
        self.groups = groups
        self.cards = sorted(cards)
        self._made: dict[int, list[int] | None] = {}

    def laid(self, number: int) -> list[int] | None:
        """The cards in the set-up of that number, group by group; None if other cards came there than `cards`, or
        others elsewhere."""
        if number not in self._made:
            self._made[number] = self._laid(FIRST + number)
        return self._made[number]

    def _laid(self, seed: int) -> list[int] | None:
        state = self._set_up(seed)
        found = [card for zones in self.groups for zone in zones for card in state.z[zone]]
        return found if sorted(found) == self.cards else None
