"""Number of games played by each backend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.playtest.chunks import Chunk
from interpreter.presentation.counts import format_count


@dataclass(slots=True)
class BackendUse:
    """Number of games that machine code and Python played, of those that both can play.

    Attributes:
        native: Number of games played by machine code.
        python: Number of games played by Python.
        fallback_games: Number of games that machine code could not continue, by the title of the rule, or "" if
            unknown.
    """

    native: int = 0
    python: int = 0
    fallback_games: Counter[str] = field(default_factory=Counter)

    def add(self, chunk: Chunk, has_both_backends: bool) -> None:
        """Count the games of a chunk.

        `has_both_backends`: both backends can play them. Otherwise, and for observed games, Python is charged only
        with games that machine code could not continue.
        """
        is_observed = bool(chunk.findings or chunk.observations.games)
        self.native += chunk.native
        self.python += (
            chunk.count - chunk.native if has_both_backends and not is_observed else chunk.fallback_games.total()
        )
        self.fallback_games += chunk.fallback_games

    def merge(self, other: BackendUse) -> None:
        """Add the counts of another part of a run."""
        self.native += other.native
        self.python += other.python
        self.fallback_games += other.fallback_games

    def is_native(self, chosen: bool) -> bool:
        """Return True if machine code played any games, or if it was chosen and Python played none."""
        return self.native > 0 or (chosen and not self.python)

    def python_fallbacks(self, chosen: bool) -> int:
        """Return the number of games played by Python although machine code was chosen, or played others."""
        return self.python if self.native or chosen else 0

    def document(self, chosen: bool) -> dict[str, Any]:
        """Return `backend` for a JSON document and, if Python stood in for machine code, `played_in_python`."""
        data: dict[str, Any] = {"backend": "native" if self.is_native(chosen) else "python"}
        if games := self.python_fallbacks(chosen):
            known = [(rule, times) for rule, times in self.fallback_games.items() if rule]
            rules = [
                {"rule": rule, "games": times} for rule, times in sorted(known, key=lambda each: (-each[1], each[0]))
            ]
            data["played_in_python"] = {"games": games, "rules": rules}
        return data


def fallback_phrase(data: Mapping[str, Any]) -> str:
    """Return the number of games that Python played for machine code, and the reason, in words; "" if there are none.

    `data`: a JSON document.
    """
    if (found := data.get("played_in_python")) is None:
        return ""
    rules = ", ".join(f"`{each['rule']}` ({format_count(each['games'], 'game')})" for each in found["rules"])
    reason = f", because machine code can't go on in {rules}" if rules else ""
    return f"{format_count(found['games'], 'game was', 'games were')} played in Python{reason}"
