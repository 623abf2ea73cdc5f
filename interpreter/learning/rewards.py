"""What the end of a match is worth to each seat.

A win alone is worth 1. A win that some seats share is divided among them, and a draw among all: what is won is at the
others' cost, so that the rewards of all seats add up to 0, and a draw is worth 0. A side's win is not divided: it is
worth 1 to each seat of the side and -1 to each other; where sides are not equally large, that does not add up to 0. To
a seat that plays alone anything but a win is worth -1.
"""

from __future__ import annotations

from interpreter.engine.rules import Rules
from interpreter.engine.state import State


def rewards(state: State, seats: int) -> list[float]:
    """What it is worth to each of so many seats that the match ended so; 0 while it goes on."""
    if state.result is None:
        return [0.0] * seats
    winners, _, side = state.result
    if side is not None or seats == 1:
        return [1.0 if seat in winners else -1.0 for seat in range(seats)]
    won = winners or range(seats)
    return [(seats / len(won) * (seat in won) - 1) / (seats - 1) for seat in range(seats)]


def is_zero_sum(rules: Rules) -> bool:
    """Whether the rewards of all seats add up to 0 however a match ends."""
    return len(rules.seats) > 1 and not rules.rulebook.sides


def least(rules: Rules) -> float:
    """The lowest reward that there can be."""
    return -1.0 / (len(rules.seats) - 1) if is_zero_sum(rules) else -1.0
