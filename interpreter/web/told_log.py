"""The log of a match as plain data for its viewers: a long one isn't put into words anew after each decision."""

from __future__ import annotations

from typing import Any

from interpreter.matches.match import Match
from interpreter.presentation.speech import MessageCatalog

MOST_ENTRIES = 400
"""Number of entries of the log, back from its end, that viewers get at least."""


class ToldLog:
    """The events of a match, as each viewer may know them. Those before the latest turn are kept."""

    def __init__(self, match: Match, speech: MessageCatalog) -> None:
        self._match = match
        self._speech = speech
        self._kept: dict[str | None, list[dict[str, Any]]] = {}
        self._since: dict[str | None, int] = {}

    def events(self, seat: str | None) -> list[dict[str, Any]]:
        """Return the events with their consequences, as a seat or a spectator (None) may know them."""
        told = self._match.told(seat, self._speech, self._since.get(seat, 0))
        plain = [event.to_json() for event in told]
        latest = max((at for at, event in enumerate(told) if event.kind == "turn"), default=0)
        kept = [*self._kept.get(seat, ()), *plain[:latest]]
        if latest:
            self._since[seat] = told[latest].number
            self._kept[seat] = [each for each in kept if each["number"] > told[latest].number - MOST_ENTRIES]
        return [*kept, *plain[latest:]]

    def clear(self) -> None:
        """Forget all events, because some of them have been taken back."""
        self._kept.clear()
        self._since.clear()
