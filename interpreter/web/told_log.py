"""The log of a match as plain data for its viewers: a long one isn't put into words anew after each decision."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.matches.match import Match
from interpreter.presentation.speech import MessageCatalog

MOST_ENTRIES = 400
"""Number of entries of the log, back from its end, that viewers get at least."""


class ToldLog:
    """The events of a match, as each viewer may know them. Those before the latest turn are kept, also as JSON."""

    def __init__(self, match: Match, speech: MessageCatalog) -> None:
        self._match = match
        self._speech = speech
        self._kept: dict[str | None, list[_KeptEvent]] = {}
        self._since: dict[str | None, int] = {}

    def events(self, seat: str | None) -> list[dict[str, Any]]:
        """Return the events with their consequences, as a seat or a spectator (None) may know them."""
        latest = self._keep_earlier(seat)
        return [*(each.plain for each in self._kept.get(seat, ())), *latest]

    def text(self, seat: str | None) -> str:
        """Return the events as JSON."""
        latest = self._keep_earlier(seat)
        return f"[{', '.join([*(each.text for each in self._kept.get(seat, ())), *map(to_json_text, latest)])}]"

    def _keep_earlier(self, seat: str | None) -> list[dict[str, Any]]:
        """Keep the events before the latest turn, and return the others."""
        told = self._match.told(seat, self._speech, self._since.get(seat, 0))
        plain = [event.to_json() for event in told]
        latest = max((at for at, event in enumerate(told) if event.kind == "turn"), default=0)
        if latest:
            added = [_KeptEvent(each["number"], each, to_json_text(each)) for each in plain[:latest]]
            number = self._since[seat] = told[latest].number
            kept = [*self._kept.get(seat, ()), *added]
            self._kept[seat] = [each for each in kept if each.number > number - MOST_ENTRIES]
        return plain[latest:]

    def clear(self) -> None:
        """Forget all events, because some of them have been taken back."""
        self._kept.clear()
        self._since.clear()


@dataclass(frozen=True, slots=True)
class _KeptEvent:
    number: int
    plain: dict[str, Any]
    text: str


def to_json_text(document: Mapping[str, Any]) -> str:
    """Return plain data as the text that is sent to a page."""
    return json.dumps(document, ensure_ascii=False)
