"""Work in a thread beside the screen, such as a search; it can be stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event, Thread
from typing import TypeVar

from interpreter.support import Halt

T = TypeVar("T")


class ThinkingStopped(Halt):
    """End of a search that nobody waits for any more."""


class StoppableWork:
    """Work in a thread that reports its progress to the event loop, and ends when it is stopped.

    The thread doesn't keep the process alive.
    """

    def __init__(self, show_progress: Callable[[float], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._show = show_progress
        self._stop = Event()

    def report(self, share: float) -> None:
        """Report progress, from the thread. Raises ThinkingStopped if the work has been stopped."""
        if self._stop.is_set():
            raise ThinkingStopped
        self._loop.call_soon_threadsafe(self._show, share)

    def stop(self) -> None:
        """Let the work end at its next report."""
        self._stop.set()

    async def run(self, work: Callable[[Callable[[float], None]], T]) -> T:
        """Run the work in the thread and return its result; its errors are raised here."""
        future: asyncio.Future[T] = self._loop.create_future()

        def finish(result: T | None, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)  # type: ignore[arg-type]

        def carry_out() -> None:
            result: T | None = None
            problem: BaseException | None = None
            try:
                result = work(self.report)
            except BaseException as error:  # whatever it is, it is raised where the work was asked for
                problem = error
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(finish, result, problem)

        Thread(target=carry_out, daemon=True).start()
        return await future
