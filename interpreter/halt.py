"""An end from outside. In a module of its own, as it is needed before anything else is loaded."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator

HANGUP = getattr(signal, "SIGHUP", None)
"""The signal of a terminal that is gone, where there is one."""


class Halt(BaseException):
    """Base class of what ends a command or a run, as a signal does; no failure of what it cuts short."""


def endings() -> tuple[int, ...]:
    """The signals that end a command: an interruption, an end from outside, and, unless it is ignored as under `nohup`,
    a hangup."""
    if HANGUP is None or signal.getsignal(HANGUP) is signal.SIG_IGN:
        return signal.SIGINT, signal.SIGTERM
    return signal.SIGINT, signal.SIGTERM, HANGUP


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """These signals wait until the block is done; in a process that is begun in it, until it lets them come."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
