"""Detection of the rule that never ends, after the work budget of an effect or a game is used up.

The rule charged last isn't always the culprit: an endless loop may consist of small ones that each end. Therefore the
game runs on for a while and every charge is recorded. The culprit is the outermost rule that is still charged.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FrameType

from interpreter.errors import BudgetError, Problem
from interpreter.language.executable import SourceLocation

MAX_CHARGES = 5_000
"""Number of charges to record after the work is used up."""
MAX_EXTRA_WORK = 200_000
"""Work allowed while charges are recorded."""


class EndlessDetector:
    """Places charged since the budget ran out, each with its smallest depth: suspended phrases, then function calls."""

    __slots__ = ("_charges", "_depths")

    def __init__(self) -> None:
        self._charges = 0
        self._depths: dict[int, tuple[int, int]] = {}

    def record_charge(self, place: int, phrases: int, caller: FrameType | None) -> None:
        """Record one charge. `caller` is the frame of the function that is charged."""
        functions = 0
        while caller is not None and caller.f_code.co_filename.startswith("<"):
            functions += 1
            caller = caller.f_back
        depth = phrases, functions
        self._depths[place] = min(depth, self._depths.get(place, depth))
        self._charges += 1

    def has_enough(self, work: int) -> bool:
        """Return True if enough charges are recorded. `work` is the remaining work, below 0."""
        return self._charges >= MAX_CHARGES or work < -MAX_EXTRA_WORK

    def error(self, places: Sequence[SourceLocation]) -> BudgetError:
        """Return the error that names the outermost place, or the first of several in one text."""
        outermost = min(self._depths.values())
        found = min(
            (places[at] for at, depth in self._depths.items() if depth == outermost), key=lambda place: place.where
        )
        message = f"in `{found.title}`: this goes on without end and was stopped"
        return BudgetError(Problem(found.where, "budget", message, None, found.text.excerpt(found.where)))
