"""Progress of a search, shown on the terminal while it lasts."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

from interpreter.support import printable

if TYPE_CHECKING:
    from cli.text.words import TerminalMessages


ERASE_LINE = "\r\x1b[K"
"""Escape sequence that erases the line."""


class SearchProgress:
    """A progress line for a player's search on a terminal; elsewhere nothing is shown.

    Use it in a `with` block; the line is removed at its end.
    """

    def __init__(self, messages: TerminalMessages, name: str) -> None:
        self._messages = messages
        self._name = printable(name)
        self._percent: int | None = None
        self._is_terminal = sys.stdout is not None and sys.stdout.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, share: float) -> None:
        """Show the share of the search that is done, from 0 to 1."""
        percent = int(share * 100)
        if self._is_terminal and percent != self._percent:
            self._percent = percent
            self._draw(self._messages.format("thinking", seat=self._name, percent=percent))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._percent is not None:
            self._draw("")

    def _draw(self, text: str) -> None:
        sys.stdout.write(ERASE_LINE + text)
        sys.stdout.flush()
