"""Stopping a run gracefully on signals, with its games under way and its progress."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Any, Self

from interpreter.support.halt import HANGUP, Halt, termination_signals


@dataclass(frozen=True, slots=True)
class InterruptedGame:
    """A game that was under way when a run was stopped.

    Attributes:
        game: The number of the game.
        rule: The title of the rule that was being carried out, if any.
        arm: The arm, by number.
        arm_title: The game and its variants, if a run has several.
    """

    game: int
    rule: str | None = None
    arm: int = 0
    arm_title: str = ""


class DecisionCounters:
    """A counter for each of several processes, incremented after each decision of slow players.

    There is no lock, so a process that is killed blocks none of the others.
    """

    def __init__(self, processes: int) -> None:
        self._counts = multiprocessing.RawArray("Q", processes)

    def callback_for(self, process: int) -> Callable[[], None]:
        """Return the callback for a process after each decision. Each number belongs to one process."""
        return partial(self._add, process)

    def _add(self, process: int) -> None:
        self._counts[process] += 1

    @property
    def total(self) -> int:
        """Number of decisions so far."""
        return sum(self._counts)


class RunStopped(Halt):
    """Raised by a signal in the middle of a game. `game`: the game, if known."""

    game: InterruptedGame | None = None


class Stopper:
    """Signal handlers, within a `with` block, that request a stop; a second signal ends everything at once.

    `signals`: the signals to handle; by default those that end a command.
    """

    def __init__(self, on_hangup: Callable[[], None] | None = None, signals: Sequence[int] | None = None) -> None:
        self.signal: int | None = None
        self._signals = signals
        self._on_hangup = on_hangup
        self._is_interruptible = False
        self._previous_handlers: dict[int, Any] = {}
        self._previous_hook = sys.unraisablehook

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._previous_hook = sys.unraisablehook
            sys.unraisablehook = self._hide_own
            for number in termination_signals() if self._signals is None else self._signals:
                self._previous_handlers[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._previous_handlers.items():
            signal.signal(number, handler)
        if sys.unraisablehook == self._hide_own:
            sys.unraisablehook = self._previous_hook

    def is_stopped(self) -> bool:
        """Return True if a signal has come."""
        return self.signal is not None

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let a signal raise RunStopped within this block, or at its beginning if one has come before."""
        self._is_interruptible = True
        try:
            self.raise_if_stopped()
            yield
        finally:
            self._is_interruptible = False

    def raise_if_stopped(self) -> None:
        """Raise RunStopped if a signal has come. Python drops what a handler raises while an object is finalized."""
        if self.is_stopped():
            raise RunStopped

    def _hide_own(self, lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, RunStopped):
            self._previous_hook(lost)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.signal is not None:
            before = self._previous_handlers[number]
            if callable(before):
                before(number, frame)
            raise KeyboardInterrupt
        self.signal = number
        if number == HANGUP and self._on_hangup is not None:
            self._on_hangup()
        if self._is_interruptible:
            raise RunStopped
