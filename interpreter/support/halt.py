"""Termination by signals. A separate module, because it is needed before anything else is loaded."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator

HANGUP = getattr(signal, "SIGHUP", None)
"""Signal sent when the terminal is closed, where there is one."""


class Halt(BaseException):
    """Base class of exceptions that end a command or a run as a signal does. They are no failures of the work."""


def termination_signals() -> tuple[int, ...]:
    """Return the signals that end a command: SIGINT, SIGTERM, and SIGHUP unless it is ignored as under `nohup`."""
    if HANGUP is None or signal.getsignal(HANGUP) is signal.SIG_IGN:
        return signal.SIGINT, signal.SIGTERM
    return signal.SIGINT, signal.SIGTERM, HANGUP


@contextlib.contextmanager
def block_signals() -> Iterator[None]:
    """Delay termination signals until the block ends.

    A process started in the block inherits the delay until it unblocks the signals itself.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
