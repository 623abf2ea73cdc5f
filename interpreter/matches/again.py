"""A match played once more by rules that have changed since: from its choices, as far as they can be made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from interpreter.errors import LONGEST_NAME, BudgetError
from interpreter.matches.match import Game, Match

Cause = Literal["over", "other_seat", "not_on_offer", "stuck"]


@dataclass(frozen=True, slots=True)
class Missed:
    """The first choice that can't be made again: its number from 1, who made it, its key; and why not. `over`: the
    match has ended; `other_seat`: another seat is asked, which is `told`; `not_on_offer`, and `stuck` where the rules
    can't go on: what is `told` says why, in English."""

    number: int
    seat: str
    choice: str
    cause: Cause
    told: str = ""


@dataclass(frozen=True, slots=True)
class Again:
    """A match as far as it could be played, and what it could not go beyond."""

    match: Match
    missed: Missed | None


def play_again(match: Match, game: Game) -> Again:
    """A match with the seed and the choices of another one, by the rules of `game`. Raises BudgetError if it can't even
    begin."""
    made = game.start(match.seed)
    for number, (choice, before) in enumerate(zip(match.choices, match.past, strict=True), start=1):
        seat = match.game.seats[before.seat]
        missed = _made(made, choice, seat)
        if missed is not None:
            key = choice if len(choice) <= LONGEST_NAME else choice[:LONGEST_NAME] + "…"
            return Again(made, Missed(number, seat, key, *missed))
    return Again(made, None)


def _made(match: Match, choice: str, seat: str) -> tuple[Cause, str] | None:
    """Have a seat choose, or say why it can't."""
    decision = match.decision
    if decision is None:
        return "over", ""
    if decision.seat != seat:
        return "other_seat", decision.seat
    reason = match.why_not(choice, seat)
    if reason is not None:
        return "not_on_offer", reason.text + (f" ({reason.where})" if reason.where is not None else "")
    try:
        match.choose(choice)
    except BudgetError as error:
        return "stuck", f"{error.message} ({error.problems[0].where})"
    return None
