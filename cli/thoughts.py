"""A search's evaluation of its options as text, with its precision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from interpreter.lab.intervals import wilson

if TYPE_CHECKING:
    from cli.words import TerminalMessages
    from interpreter.players.tree import ActionStats

MAX_OPTIONS = 5
MIN_PLAYOUTS = 30
"""Minimum number of playouts for which a share is shown as a percentage."""
Z_95 = 1.96
"""Standard errors of a 95 % confidence interval."""


def format_evaluations(
    thoughts: Sequence[ActionStats],
    named: Callable[[int], str],
    messages: TerminalMessages,
    after: Mapping[int, str] | None = None,
) -> list[str]:
    """List the best options, each with its playouts and wins, or with a proven result.

    Options that don't differ significantly from the first are marked. `after`: replies, by the index of the option.
    """
    lines = []
    for thought in thoughts[:MAX_OPTIONS]:
        text = _format_evaluation(thought, named(thought.index), messages)
        if thought is not thoughts[0] and not is_different(thoughts[0], thought):
            text += f" ({messages.format('too_close')})"
        lines.append(f"    {text}")
        if after and thought.index in after and thought.playouts >= MIN_PLAYOUTS:
            lines.append(f"        {after[thought.index]}")
    return lines


def _format_evaluation(thought: ActionStats, what: str, words: TerminalMessages) -> str:
    if thought.proof:
        return words.format(f"thought_{thought.proof.name.lower()}", what=what)
    if thought.playouts < MIN_PLAYOUTS:
        wins = f"{thought.win_share * thought.playouts:.3g}"
        return words.format("thought_few", what=what, wins=wins, playouts=thought.playouts)
    share = round(100 * thought.win_share)
    return words.format("thought", what=what, share=share, error=_margin_of_error(thought), playouts=thought.playouts)


def _margin_of_error(thought: ActionStats) -> int:
    """Return the 95 % margin of error of a share, in percentage points (Wilson 1927)."""
    found = wilson(round(thought.win_share * thought.playouts), thought.playouts)
    return max(1, round(100 * max(found.high - thought.win_share, thought.win_share - found.low)))


def is_different(one: ActionStats, other: ActionStats) -> bool:
    """Return True if two options differ significantly at 95 % (Agresti and Caffo 2000), or one result is proven."""
    if one.proof or other.proof:
        return True
    counts = [(thought.win_share * thought.playouts + 1, thought.playouts + 2) for thought in (one, other)]
    shares = [won / of for won, of in counts]
    error = sqrt(sum(share * (1 - share) / of for share, (_, of) in zip(shares, counts, strict=True)))
    return abs(shares[0] - shares[1]) > Z_95 * error
