"""Graceful stop on signals that end a command."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any, Self

from interpreter.halt import HANGUP, Halt, endings
from interpreter.playtest.interrupted import InterruptedGame


class Stopped(Halt):
    """Raised by a signal in the middle of a game. `game`: the game, if known."""

    game: InterruptedGame | None = None


class Stopper:
    """Signal handlers, within a `with` block, that request a stop; a second signal ends everything at once.

    `signals`: the signals to handle; by default those that end a command.
    """

    def __init__(self, hung_up: Callable[[], None] | None = None, signals: Sequence[int] | None = None) -> None:
        self.signal: int | None = None
        self._signals = signals
        self._hung_up = hung_up
        self._at_once = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in endings() if self._signals is None else self._signals:
                self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def stopped(self) -> bool:
        """Return True if a signal has come."""
        return self.signal is not None

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Let a signal raise Stopped within this block."""
        self._at_once = True
        try:
            yield
        finally:
            self._at_once = False

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.signal is not None:
            before = self._before[number]
            if callable(before):
                before(number, frame)
            raise KeyboardInterrupt
        self.signal = number
        if number == HANGUP and self._hung_up is not None:
            self._hung_up()
        if self._at_once:
            raise Stopped
