"""Replay of a match by changed rules, as far as its choices are still possible."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import repeat
from typing import Literal

from interpreter.engine.saves import SaveData
from interpreter.errors import MAX_NAME_LENGTH, BudgetError
from interpreter.matches.match import Game, Match

Cause = Literal["over", "other_seat", "not_on_offer", "stuck"]


@dataclass(frozen=True, slots=True)
class ReplayFailure:
    """The first choice that can't be replayed.

    Attributes:
        number: Its number, from 1.
        seat: The seat that chose. A save doesn't contain that; then it is the seat that decides now, or None.
        choice: Its key.
        cause: `over`: the match has ended. `other_seat`: another seat decides. `not_on_offer`: there is no such option.
            `stuck`: the rules can't go on.
        explanation: The other seat, or an explanation in English.
    """

    number: int
    seat: str | None
    choice: str
    cause: Cause
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class RuleReplay:
    """A replayed match, and the choice at which the replay ended; None if it is complete."""

    match: Match
    failure: ReplayFailure | None


def replay_with_rules(match: Match, game: Game) -> RuleReplay:
    """Replay a match by the rules of `game`, from its seed and choices.

    Raises:
        BudgetError: The new match can't even begin.
    """
    seats = (match.game.seats[before.seat] for before in match.past)
    return _again(game.start(match.seed), match.choices, seats)


def replay_saved(saved: SaveData, game: Game) -> RuleReplay:
    """Replay a saved match by the rules of `game`, from its seed and choices.

    Raises:
        BudgetError: The new match can't even begin.
    """
    return _again(game.start(saved.seed), saved.choices, repeat(None))


def _again(made: Match, choices: Iterable[str], seats: Iterable[str | None]) -> RuleReplay:
    """Make these choices in a new match as far as they are possible.

    `seats` are the seats that made them, None if unknown.
    """
    for number, (choice, known) in enumerate(zip(choices, seats, strict=False), start=1):
        seat = known or (made.decision.seat if made.decision is not None else None)
        missed = _made(made, choice, seat)
        if missed is not None:
            key = choice if len(choice) <= MAX_NAME_LENGTH else choice[:MAX_NAME_LENGTH] + "…"
            return RuleReplay(made, ReplayFailure(number, seat, key, *missed))
    return RuleReplay(made, None)


def _made(match: Match, choice: str, seat: str | None) -> tuple[Cause, str] | None:
    """Make one choice; return the cause and an explanation if it isn't possible."""
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
