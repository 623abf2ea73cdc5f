"""A search's evaluation of its options as text, with its precision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from interpreter.lab.intervals import wilson

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.players.tree import Thought

MOST_THOUGHTS = 5
FEWEST = 30
"""Minimum number of playouts for which a share is shown as a percentage."""
SURE = 1.96
"""Standard errors of a 95 % confidence interval."""


def told(
    thoughts: Sequence[Thought], named: Callable[[int], str], words: Words, after: Mapping[int, str] | None = None
) -> list[str]:
    """List the best options, each with its playouts and wins, or with a proven result.

    Options that don't differ significantly from the first are marked. `after`: replies, by the index of the option.
    """
    lines = []
    for thought in thoughts[:MOST_THOUGHTS]:
        text = _told(thought, named(thought.index), words)
        if thought is not thoughts[0] and not differ(thoughts[0], thought):
            text += f" ({words.say('too_close')})"
        lines.append(f"    {text}")
        if after and thought.index in after and thought.playouts >= FEWEST:
            lines.append(f"        {after[thought.index]}")
    return lines


def _told(thought: Thought, what: str, words: Words) -> str:
    if thought.proof:
        return words.say(f"thought_{thought.proof.name.lower()}", what=what)
    if thought.playouts < FEWEST:
        wins = f"{thought.share * thought.playouts:.3g}"
        return words.say("thought_few", what=what, wins=wins, playouts=thought.playouts)
    share = round(100 * thought.share)
    return words.say("thought", what=what, share=share, error=_error(thought), playouts=thought.playouts)


def _error(thought: Thought) -> int:
    """Return the 95 % margin of error of a share, in percentage points (Wilson 1927)."""
    found = wilson(round(thought.share * thought.playouts), thought.playouts)
    return max(1, round(100 * max(found.high - thought.share, thought.share - found.low)))


def differ(one: Thought, other: Thought) -> bool:
    """Return True if two options differ significantly at 95 % (Agresti and Caffo 2000), or one result is proven."""
    if one.proof or other.proof:
        return True
    counts = [(thought.share * thought.playouts + 1, thought.playouts + 2) for thought in (one, other)]
    shares = [won / of for won, of in counts]
    error = sqrt(sum(share * (1 - share) / of for share, (_, of) in zip(shares, counts, strict=True)))
    return abs(shares[0] - shares[1]) > SURE * error
