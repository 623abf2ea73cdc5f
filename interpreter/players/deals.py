"""The deals of hidden cards in which the playouts of a search begin.

A deal takes longer to draw than a playout to play, by machine code: so that some stand ready, and each is come back to.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from interpreter.engine.state import State
from interpreter.language.search_terms import SearchTerms


class Draws(Protocol):
    """What draws states that agree with what a seat knows (knowledge.redraw)."""

    hides: bool
    zones: frozenset[int] | None

    def state(self, random: Random) -> State:
        """One of them. Raises PlayError."""


class Deals:
    """The state in which each playout of a search begins, by its number."""

    def __init__(self, draws: Draws, random: Random, terms: SearchTerms) -> None:
        self._draws = draws
        self._uses = terms.uses
        self._random = random
        self._ready: list[State] = []
        self._newest = -1
        self.count = terms.deals if draws.hides else 1
        """How many stand ready: one, where all lies open."""

    @property
    def zones(self) -> frozenset[int] | None:
        """As of Redraw."""
        return self._draws.zones

    def is_new(self, playout: int) -> bool:
        """Whether a deal is drawn for this playout."""
        return playout // self.count % self._uses == 0 if self.count > 1 else playout == 0

    def state(self, playout: int) -> State:
        """The deal of a playout, to be played on from; playouts are asked for in their order. Raises PlayError if no
        deal agrees with what is certain."""
        at = playout % self.count
        if self.is_new(playout) and playout > self._newest:
            self._newest = playout
            self._ready[at : at + 1] = [self._draws.state(self._random)]
        return self._ready[at].copy()
