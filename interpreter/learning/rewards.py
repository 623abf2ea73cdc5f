"""Rewards of the seats at the end of a match.

A sole win is worth 1. A shared win is divided among its winners, and a draw among all seats; the gains are at the
others' cost. Therefore the rewards of all seats add up to 0, and a draw is worth 0. A side's win is not divided: it is
worth 1 to each seat of the side and -1 to each other seat. If the sides differ in size, these rewards do not add up to
0. A seat that plays alone gets -1 for anything but a win.
"""

from __future__ import annotations

from interpreter.engine.rules import Rules
from interpreter.engine.state import State


def rewards(state: State, seats: int) -> list[float]:
    """Return the reward of each seat at the end of a match; 0 while it goes on."""
    if state.result is None:
        return [0.0] * seats
    winners, _, side = state.result
    if side is not None or seats == 1:
        return [1.0 if seat in winners else -1.0 for seat in range(seats)]
    won = winners or range(seats)
    return [(seats / len(won) * (seat in won) - 1) / (seats - 1) for seat in range(seats)]


def is_zero_sum(rules: Rules) -> bool:
    """Return whether the rewards of all seats add up to 0 for every result."""
    return len(rules.seats) > 1 and not rules.rulebook.sides


def min_reward(rules: Rules) -> float:
    """Return the lowest possible reward."""
    return -1.0 / (len(rules.seats) - 1) if is_zero_sum(rules) else -1.0
