"""Work in another process while this one does something else, where that is safe; else it is done here, later.

A process that is begun here ends when its parent does, however that ends. It keeps none of the parent's ends of pipes:
with one of them, nobody who writes into the pipe would notice that the parent is gone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from threading import Thread
from types import TracebackType
from typing import Generic, Self, TypeVar

from interpreter.halt import endings, undisturbed

T = TypeVar("T")

FORKS = sys.platform == "linux"
"""Whether a process can be forked: it has all that is loaded at once. Elsewhere forking is not safe."""
_ours: set[Connection] = set()
"""This process's ends of the pipes to those that it has begun."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def can_fork() -> bool:
    """Whether this process may have others that have all that is loaded here."""
    return FORKS and not multiprocessing.current_process().daemon


def at_once() -> bool:
    """Whether another process can work at the same time."""
    return can_fork() and cores() > 1


class Background(Generic[T]):
    """Some work whose result can be sent; use it in a `with` block, or close it."""

    def __init__(self, work: Callable[[], T], worth_it: bool = True) -> None:
        """Begin the work, in a process of its own if that is `worth_it`."""
        self._work = work
        self._process = None
        if not (worth_it and at_once()):
            return
        context = multiprocessing.get_context("fork")
        self._pipe, theirs = context.Pipe(duplex=False)
        _ours.add(self._pipe)
        self._process = context.Process(target=_do, args=(work, theirs), daemon=True)
        with undisturbed():
            self._process.start()
        theirs.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave no process behind."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            _ours.discard(self._pipe)
            self._pipe.close()

    def is_done(self, within: float = 0.0) -> bool:
        """Whether the result is there, or comes within so many seconds."""
        return self._process is not None and self._pipe.poll(within)

    def result(self) -> T:
        """Wait for the end. Work whose process died is done here, so that what went wrong is raised here."""
        if self._process is not None:
            try:
                done: T = self._pipe.recv()
            except (EOFError, OSError):
                return self._work()
            return done
        return self._work()


class Companion:
    """A process that goes along with this one, and has all that is loaded here when it begins: it is told things, and
    answers. It ends when this one does, or when it is closed."""

    def __init__(self, work: Callable[[Connection], None]) -> None:
        """`work` reads orders from the pipe, up to EOFError, and sends its answers there."""
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe()
        _ours.add(self.pipe)
        self._process = context.Process(target=_go_along, args=(work, theirs), daemon=True)
        with undisturbed():
            self._process.start()
        theirs.close()

    def close(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.join()
        _ours.discard(self.pipe)
        self.pipe.close()


def one_by_one(works: Sequence[Callable[[], T]], jobs: int) -> Iterator[T]:
    """The results of several works in their order, so many of which are under way at once. What is raised by one is
    raised here."""
    for at in range(0, len(works), jobs):
        with contextlib.ExitStack() as stack:
            begun = [stack.enter_context(Background(work, jobs > 1)) for work in works[at : at + jobs]]
            for each in begun:
                yield each.result()


class Order(Generic[T]):
    """What work in the background needs, but is known only after it has begun. Made before the work."""

    def __init__(self) -> None:
        self._maker = os.getpid()
        self._value: list[T] = []
        self._theirs, self._ours = multiprocessing.Pipe(duplex=False)

    def give(self, value: T) -> None:
        """Hand it over, without waiting until it is taken."""
        self._value = [value]
        Thread(target=self._send, args=(value,), daemon=True).start()

    def _send(self, value: T) -> None:
        with contextlib.suppress(OSError):  # nobody works in the background
            self._ours.send(value)

    def taken(self) -> T:
        """What was handed over; in another process, wait for it. Raises EOFError if whoever was to do it is gone."""
        if os.getpid() == self._maker:
            (value,) = self._value
            return value
        self._ours.close()
        sent: T = self._theirs.recv()
        return sent


def end_with_parent() -> None:
    """In a new process: end at once when its parent is gone, also in the middle of some work.

    The parent holds one end of a pipe that `multiprocessing` makes; a thread waits for its end. Signals of the system
    such as PR_SET_PDEATHSIG would come when the *thread* ends that began this process.
    """
    Thread(target=_wait_for_end_of_parent, daemon=True).start()


def _wait_for_end_of_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _begin_alone() -> None:
    """In a new process: Ctrl-C is for its parent, any other signal ends it, and so does the end of its parent."""
    for end in _ours:
        end.close()
    _ours.clear()
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in endings()[1:]:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))


def _do(work: Callable[[], T], pipe: Connection) -> None:
    _begin_alone()
    try:
        done = work()
    except Exception:  # it comes again where the work is done once more
        return
    with contextlib.suppress(OSError):  # nobody waits for it any more
        pipe.send(done)


def _go_along(work: Callable[[Connection], None], pipe: Connection) -> None:
    _begin_alone()
    with contextlib.suppress(Exception):  # whoever waits for an answer sees that there will be none
        work(pipe)
