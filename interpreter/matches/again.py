"""A match played once more by rules that have changed since: from its choices, as far as they can be made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import repeat
from typing import Literal

from interpreter.engine.saves import Saved
from interpreter.errors import LONGEST_NAME, BudgetError
from interpreter.matches.match import Game, Match

Cause = Literal["over", "other_seat", "not_on_offer", "stuck"]


@dataclass(frozen=True, slots=True)
class Missed:
    """The first choice that can't be made again: its number from 1, who made it, its key; and why not. `over`: the
    match has ended; `other_seat`: another seat is asked, which is `told`; `not_on_offer`, and `stuck` where the rules
    can't go on: what is `told` says why, in English. Of a save, which does not say who made a choice, `seat` is the one
    that is asked now; None: nobody is."""

    number: int
    seat: str | None
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
    seats = (match.game.seats[before.seat] for before in match.past)
    return _again(game.start(match.seed), match.choices, seats)


def play_saved(saved: Saved, game: Game) -> Again:
    """A saved match by the rules of `game`, from its seed and choices. Raises BudgetError if it can't even begin."""
    return _again(game.start(saved.seed), saved.choices, repeat(None))


def _again(made: Match, choices: Iterable[str], seats: Iterable[str | None]) -> Again:
    """The match that has just begun with these choices, as far as they can be made; `seats`: whose each was."""
    for number, (choice, known) in enumerate(zip(choices, seats, strict=False), start=1):
        seat = known or (made.decision.seat if made.decision is not None else None)
        missed = _made(made, choice, seat)
        if missed is not None:
            key = choice if len(choice) <= LONGEST_NAME else choice[:LONGEST_NAME] + "…"
            return Again(made, Missed(number, seat, key, *missed))
    return Again(made, None)


def _made(match: Match, choice: str, seat: str | None) -> tuple[Cause, str] | None:
    """Have a seat choose, or say why it can't."""
    decision = match.decision
    if decision is None or seat is None:
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
