"""Changes in how often cards are used, between the two arms of a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from interpreter.lab.answer import ComparisonResult

Z_THRESHOLD = 4.0
"""Standard deviations from which a change is reported: with 100 uses, one false report in 200 runs."""


@dataclass(frozen=True, slots=True)
class CardUseChange:
    """Change in how often a card is used for one purpose.

    Attributes:
        card: Id of the card.
        label: Purpose of the use, as labelled in the rules.
        before: Uses per game before the change.
        after: Uses per game after the change.
        z_score: Size of the change in standard deviations, if uses are Poisson-distributed.
    """

    card: str
    label: str
    before: float
    after: float
    z_score: float


def card_use_changes(answer: ComparisonResult) -> list[CardUseChange]:
    """Return the uses with a noteworthy change, largest change first."""
    before, after = (tally.counts["cards"] for tally in answer.evidence.tallies)
    found = []
    for card, label in sorted({*before, *after}):
        was, now = before[card, label], after[card, label]
        moved = (now - was) / sqrt(was + now)
        if abs(moved) >= Z_THRESHOLD:
            found.append(CardUseChange(card, label, was / answer.games, now / answer.games, moved))
    return sorted(found, key=lambda use: (-abs(use.z_score), use.card, use.label))
