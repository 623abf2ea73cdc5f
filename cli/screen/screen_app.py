"""The base of all applications on the full screen: what they share around a terminal that may go away."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from time import sleep

from textual.app import App

from cli.guard import SIGNAL_BASE
from cli.play.saved_matches import unlock_all_saves
from cli.screen.settings import ScreenResult
from interpreter.support import HANGUP, termination_signals

TERMINAL_CHECK_SECONDS = 2.0
"""Seconds between two looks whether the terminal is still there."""


def _exit_without_terminal() -> None:
    """Exit as by a hangup once the terminal is gone. Nothing is lost: a match is saved after each decision.

    Textual can't do so itself: it goes on reading, or waits forever for its output to be written.
    """
    while True:
        sleep(TERMINAL_CHECK_SECONDS)
        try:
            os.get_terminal_size(sys.__stdin__.fileno() if sys.__stdin__ else -1)
        except OSError:
            os._exit(SIGNAL_BASE + (HANGUP or signal.SIGTERM))


class ScreenApp(App[ScreenResult], inherit_bindings=False):  # type: ignore[call-arg]  # keys: see actions
    """An application on the full screen."""

    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, has_colour: bool = True) -> None:
        """Create the application. Without colours it uses those of the terminal, and none of its own."""
        super().__init__(ansi_color=not has_colour)

    @property
    def is_waiting(self) -> bool:
        """True if the application waits for a person."""
        return True

    def watch_terminal(self) -> None:
        """End the application when a signal arrives or the terminal is gone."""
        loop = asyncio.get_running_loop()
        for number in termination_signals():
            loop.add_signal_handler(number, self._end_by_signal, number)
        if not self.is_headless:
            threading.Thread(target=_exit_without_terminal, daemon=True).start()

    def _end_by_signal(self, number: int) -> None:
        if HANGUP is not None and number == HANGUP:
            signal.signal(HANGUP, signal.SIG_IGN)  # a closing terminal may send it more than once
            self.release()
            unlock_all_saves()
            os._exit(SIGNAL_BASE + number)  # Textual would read a terminal that is gone, and never end
        self.leave(ScreenResult(signal=number))

    def release(self) -> None:
        """Release what the application holds outside of it."""

    def leave(self, result: ScreenResult) -> None:
        """End the application."""
        self.release()
        self.exit(result)
