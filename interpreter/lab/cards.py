"""Which uses of cards a change has moved."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from interpreter.lab.answer import Answer

NOTEWORTHY = 4.0
"""Standard deviations from which a use has moved: with a hundred uses, chance does so once in two hundred runs."""


@dataclass(frozen=True, slots=True)
class Use:
    """How often a game a card was used for something, before and after. `moved`: by so many standard deviations, if
    uses come one by one."""

    card: str
    label: str
    before: float
    after: float
    moved: float


def uses(answer: Answer) -> list[Use]:
    """Those that have moved, the most moved first."""
    before, after = (tally.counts["cards"] for tally in answer.evidence.tallies)
    found = []
    for card, label in sorted({*before, *after}):
        was, now = before[card, label], after[card, label]
        moved = (now - was) / sqrt(was + now)
        if abs(moved) >= NOTEWORTHY:
            found.append(Use(card, label, was / answer.games, now / answer.games, moved))
    return sorted(found, key=lambda use: (-abs(use.moved), use.card, use.label))
