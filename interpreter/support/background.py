"""Work in a forked process, in parallel with this one, where forking is safe; elsewhere it is done here, later.

Work that leaves Python for long can also run in threads (`run_in_threads`).

A process started here ends when its parent does, however that ends. It closes the parent's ends of pipes; otherwise
writers to these pipes wouldn't notice that the parent is gone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from threading import Event, Thread
from types import TracebackType
from typing import Generic, Self, TypeVar

from interpreter.support.halt import block_signals, termination_signals

T = TypeVar("T")

FORK_IS_SAFE = sys.platform == "linux"
"""True if processes can be forked safely, and so inherit everything that is loaded. Only Linux allows it."""
_own_pipe_ends: set[Connection] = set()
"""This process's ends of the pipes to its child processes."""


def cpu_count() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def can_fork() -> bool:
    """Return True if this process may fork children that inherit everything loaded here."""
    return FORK_IS_SAFE and not multiprocessing.current_process().daemon


def has_several_processors() -> bool:
    """Return True if threads can work in parallel."""
    return cpu_count() > 1


def can_run_in_parallel() -> bool:
    """Return True if another process can work in parallel."""
    return can_fork() and cpu_count() > 1


class BackgroundTask(Generic[T]):
    """A task in another process with a result that can be pickled. Use it in a `with` block, or close it."""

    def __init__(self, work: Callable[[], T], in_process: bool = True) -> None:
        """Start the task, in its own process if that is `in_process` and possible."""
        self._work = work
        self._worker: WorkerProcess | None = None
        if in_process and can_run_in_parallel():
            self._worker = WorkerProcess(lambda pipe: pipe.send(work()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill the process."""
        if self._worker is not None:
            self._worker.close()

    def is_done(self, timeout: float = 0.0) -> bool:
        """Return True if the result is available within this number of seconds."""
        return self._worker is not None and self._worker.pipe.poll(timeout)

    def result(self) -> T:
        """Wait for the result and return it.

        If the process died or the work failed, it is repeated here, so that its error is raised here.
        """
        if self._worker is not None:
            try:
                done: T = self._worker.pipe.recv()
            except (EOFError, OSError):
                return self._work()
            return done
        return self._work()


class WorkerProcess:
    """A forked worker process that answers messages. It ends when this process does, or when it is closed."""

    def __init__(self, work: Callable[[Connection], None]) -> None:
        """Start the worker. `work` reads messages from the pipe until EOFError and sends its answers there."""
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe()
        _own_pipe_ends.add(self.pipe)
        self._process = context.Process(target=_run_worker, args=(work, theirs), daemon=True)
        with block_signals():
            self._process.start()
        theirs.close()

    def close(self) -> None:
        """Kill the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        _own_pipe_ends.discard(self.pipe)
        self.pipe.close()


def run_in_order(works: Sequence[Callable[[], T]], jobs: int) -> Iterator[T]:
    """Yield the results of several tasks in their order, and run up to `jobs` of them in parallel.

    An error of a task is raised here.
    """
    for at in range(0, len(works), jobs):
        with contextlib.ExitStack() as stack:
            begun = [stack.enter_context(BackgroundTask(work, jobs > 1)) for work in works[at : at + jobs]]
            for each in begun:
                yield each.result()


def run_in_threads(works: Sequence[Callable[[Event], None]]) -> None:
    """Run tasks at the same time, the first one in this thread, and wait for all of them.

    The event is set when a task should end early, because another one has failed. The first error is raised here.
    """
    ending, errors = Event(), list[BaseException]()

    def run(work: Callable[[Event], None]) -> None:
        try:
            work(ending)
        except BaseException as error:
            errors.append(error)
            ending.set()

    threads = [Thread(target=run, args=(work,), daemon=True) for work in works[1:]]
    with block_signals():  # they are for this thread
        for thread in threads:
            thread.start()
    try:
        run(works[0])
        for thread in threads:
            thread.join()
    finally:
        ending.set()
        for thread in threads:
            thread.join()
    if errors:
        raise errors[0]


class DeferredValue(Generic[T]):
    """A value for a background task that is known only after the task has started. Create it before the task."""

    def __init__(self) -> None:
        self._maker = os.getpid()
        self._value: list[T] = []
        self._receiver, self._sender = multiprocessing.Pipe(duplex=False)

    def set(self, value: T) -> None:
        """Set the value, without waiting until it is read."""
        self._value = [value]
        Thread(target=self._send, args=(value,), daemon=True).start()

    def _send(self, value: T) -> None:
        with contextlib.suppress(OSError):  # nobody works in the background
            self._sender.send(value)

    def get(self) -> T:
        """Return the value; in another process, wait for it.

        Raises:
            EOFError: The process that should set it is gone.
        """
        if os.getpid() == self._maker:
            (value,) = self._value
            return value
        self._sender.close()
        sent: T = self._receiver.recv()
        return sent


def end_with_parent() -> None:
    """End this child process at once when its parent is gone, even in the middle of some work.

    The parent holds one end of a pipe that `multiprocessing` makes; a thread waits for its end. System signals such as
    PR_SET_PDEATHSIG would come as soon as the *thread* ends that started this process.
    """
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _set_up_child() -> None:
    """Set up a child process: ignore Ctrl-C, which is for the parent, and end on other signals or with the parent."""
    for end in _own_pipe_ends:
        end.close()
    _own_pipe_ends.clear()
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in termination_signals()[1:]:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))


def _run_worker(work: Callable[[Connection], None], pipe: Connection) -> None:
    _set_up_child()
    with contextlib.suppress(Exception):  # the parent sees the closed pipe, or is gone
        work(pipe)
