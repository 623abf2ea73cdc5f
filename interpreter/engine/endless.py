"""Which rule goes on without end, once the work that an effect or a game may take is used up.

Whatever is charged last need not be it: a loop that never ends may be made of small ones that do. So the game goes on
for a while, and every charge is looked at. What goes on without end is the outermost of what is still charged.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FrameType

from interpreter.errors import BudgetError, Problem
from interpreter.language.executable import Place

MOST_CHARGES = 5_000
"""Charges that are looked at after the work is used up."""
MOST_MORE = 200_000
"""Work that may be done meanwhile."""


class Suspects:
    """The places that were charged since, each with how deep it stood in others: phrases that ask, then functions."""

    __slots__ = ("_charges", "_depths")

    def __init__(self) -> None:
        self._charges = 0
        self._depths: dict[int, tuple[int, int]] = {}

    def charged(self, place: int, phrases: int, caller: FrameType | None) -> None:
        """Note one more charge. `caller` is the frame of the function that is charged."""
        functions = 0
        while caller is not None and caller.f_code.co_filename.startswith("<"):
            functions += 1
            caller = caller.f_back
        depth = phrases, functions
        self._depths[place] = min(depth, self._depths.get(place, depth))
        self._charges += 1

    def done(self, work: int) -> bool:
        """Whether enough was seen; `work` is what is left of it, below 0."""
        return self._charges >= MOST_CHARGES or work < -MOST_MORE

    def error(self, places: Sequence[Place]) -> BudgetError:
        """What to say of the outermost one; of several in one text it is the first."""
        outermost = min(self._depths.values())
        found = min(
            (places[at] for at, depth in self._depths.items() if depth == outermost), key=lambda place: place.where
        )
        message = f"in `{found.title}`: this goes on without end and was stopped"
        return BudgetError(Problem(found.where, "budget", message, None, found.text.excerpt(found.where)))
