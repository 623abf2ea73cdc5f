"""Messages about matches that were played by an earlier version of the language and can't be replayed."""

from __future__ import annotations

from interpreter.errors import MAX_NAME_LENGTH
from interpreter.matches.match import Match


def differing_rule_message(language: str, match: Match, choice: str) -> str:
    """Return a message about a choice in an older match that is not on offer now."""
    decision, number = match.decision, match.decisions + 1
    if decision is None:
        return differing_rules_message(language, f"the match is over before decision {number}")
    reason = match.why_not(choice, decision.seat)
    why = ""
    if reason is not None:
        why = f": {reason.text}" + (f" ({reason.where})" if reason.where is not None else "")
    if len(choice) > MAX_NAME_LENGTH:
        choice = choice[:MAX_NAME_LENGTH] + "…"
    return (
        f"played by {language}, whose rule for `{decision.prompt}` differs: at decision {number} "
        f"{decision.seat} chose `{choice}`, which is not on offer now{why}"
    )


def differing_rules_message(language: str, how: str) -> str:
    """Return a message about an older match if the differing rule is unknown."""
    return f"played by {language}, whose rules differ: {how}"
