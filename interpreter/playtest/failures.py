"""What did not come out in a scenario, in words: what was expected, what is instead, and why."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.engine.match import Match
from interpreter.errors import Where


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that did not come out: where the scenario says it, what it expects, what is; `notes` say more."""

    where: Where
    expected: str
    found: str
    notes: tuple[str, ...] = ()


def situation(match: Match) -> str:
    """Who is asked what, and what is on offer; or how the game ended."""
    decision, outcome = match.decision, match.outcome()
    if decision is not None:
        keys = ", ".join(option.key for option in decision.options)
        return f"{decision.seat} decides ({decision.prompt}): {keys}"
    if outcome is None:
        return "nobody is asked anything"
    return f"the game is over, won by {' and '.join(outcome.winners) or 'nobody'}, because of {outcome.reason}"


def why_not(match: Match, key: str) -> str:
    """Why an option is not on offer."""
    reason = match.why_not(key)
    assert reason is not None
    grounds = [f"{ground.text} ({ground.where})" if ground.where else ground.text for ground in reason.grounds]
    return f"{key} is not on offer: {', since '.join(grounds)}"
