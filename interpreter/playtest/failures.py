"""What did not come out in a scenario, in words: what was expected, what is instead, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.errors import Where
from interpreter.matches.match import Match
from interpreter.rulebook.model import Text


@dataclass(frozen=True, slots=True)
class Edit:
    """What has to stand in a scenario's file, instead of what is written at a place, for it to come out."""

    where: Where
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that did not come out: where the scenario says it, what it expects, what is; `notes` say more. `edits`
    are empty where it can't be known what else was to be expected."""

    where: Where
    expected: str
    found: str
    notes: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()


def instead(said: Sequence[Text], now: Sequence[str]) -> tuple[Edit, ...]:
    """The edit by which ids that stand on one line become others: those that stay in their order, then new ones."""
    if not said or not now or len({key.where.line for key in said}) > 1:
        return ()
    line, first, last = said[0].excerpt(said[0].where) or "", said[0].where, said[-1]
    old = line[first.column - 1 : last.where.column - 1 + len(last)]
    kept = [key for key in said if key in now]
    new = ", ".join([*kept, *(key for key in now if key not in kept)])
    in_brackets = line[: first.column - 1].rstrip().endswith("[")
    return (Edit(first, old, f"[{new}]" if len(now) > 1 and not in_brackets else new),)


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
