"""Signals that end a command, as a wish to stop."""

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
    """Raised by a signal out of the middle of a game, `game` if its number is known."""

    game: InterruptedGame | None = None


class Stopper:
    """Turns `signals`, or those that end a command, into a wish to stop, within a `with` block; a second one ends all
    at once."""

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
        """Whether a signal has come."""
        return self.signal is not None

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Within this block a signal raises Stopped."""
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
