"""Failures of scenarios, in words: the expectation, the actual result, and the reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.errors import Location
from interpreter.matches.match import Match
from interpreter.rulebook.model import Text


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of text in a scenario's file that would make it pass."""

    where: Location
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that is not met.

    Attributes:
        where: The place of the expectation in the scenario.
        expected: The expectation.
        found: The actual result.
        notes: Further explanations.
        edits: Edits that would make the scenario pass; empty if they can't be determined.
    """

    where: Location
    expected: str
    found: str
    notes: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()


def replacement_edits(expected: Sequence[Text], actual: Sequence[str]) -> tuple[Edit, ...]:
    """Return the edit that replaces ids on one line: kept ids in their order, then new ones."""
    if not expected or not actual or len({key.where.line for key in expected}) > 1:
        return ()
    line, first, last = expected[0].excerpt(expected[0].where) or "", expected[0].where, expected[-1]
    old = line[first.column - 1 : last.where.column - 1 + len(last)]
    kept = [key for key in expected if key in actual]
    new = ", ".join([*kept, *(key for key in actual if key not in kept)])
    in_brackets = line[: first.column - 1].rstrip().endswith("[")
    return (Edit(first, old, f"[{new}]" if len(actual) > 1 and not in_brackets else new),)


def describe_situation(match: Match) -> str:
    """Describe the decision and its options, or the end of the game."""
    decision, outcome = match.decision, match.outcome()
    if decision is not None:
        keys = ", ".join(option.key for option in decision.options)
        return f"{decision.seat} decides ({decision.prompt}): {keys}"
    if outcome is None:
        return "nobody is asked anything"
    return f"the game is over, won by {' and '.join(outcome.winners) or 'nobody'}, because of {outcome.reason}"


def explain_absence(match: Match, key: str) -> str:
    """Explain why an option is not on offer."""
    reason = match.why_not(key)
    assert reason is not None
    grounds = [f"{ground.text} ({ground.where})" if ground.where else ground.text for ground in reason.grounds]
    return f"{key} is not on offer: {', since '.join(grounds)}"
