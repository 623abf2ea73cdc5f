"""That somebody thinks, shown while it lasts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from interpreter.errors import shown

if TYPE_CHECKING:
    from cli.words import Words

WIPE = "\r\x1b[K"
"""Takes back the line."""


class Thinking:
    """A line on a terminal that grows with the thinking and is gone after it; elsewhere nothing."""

    def __init__(self, words: Words, name: str) -> None:
        self._words = words
        self._name = shown(name)
        self._percent = 100
        self._watched = sys.stdout is not None and sys.stdout.isatty()

    def __call__(self, share: float) -> None:
        """So much of the thinking is done, from 0 to 1; at 1 the line goes."""
        percent = int(share * 100)
        if not self._watched or percent == self._percent:
            return
        self._percent = percent
        text = "" if share >= 1 else self._words.say("thinking", seat=self._name, percent=percent)
        sys.stdout.write(WIPE + text)
        sys.stdout.flush()
