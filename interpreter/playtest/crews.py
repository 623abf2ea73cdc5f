"""Executors that play the chunks of a run: worker processes, this process, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Protocol

from interpreter.playtest.arms import Arm, Chunks, Span
from interpreter.playtest.chunks import Chunk, Series, Wanted
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.steps import Steps
from interpreter.playtest.stopping import Stopped, Stopper
from interpreter.playtest.workers import Workers


class Crew(Protocol):
    """An executor: it plays chunks of some arms."""

    @property
    def lost(self) -> int:
        """Number of workers that were killed from outside."""

    @property
    def interrupted(self) -> Sequence[InterruptedGame]:
        """The games under way when the run was stopped, as far as known."""

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """Play the spans, and yield their chunks in any order until all are played or the run is stopped.

        Each span is split into as many chunks as suitable. The next span is requested as soon as a worker is free.

        Raises WorkersLost when no worker is left.
        """


class Elsewhere(Protocol):
    """A pool of other machines that can play."""

    def crew(self, arms: Sequence[Arm], stopped: Callable[[], bool], waiting: Callable[[], None]) -> Crew:
        """Return an executor that plays the arms there.

        Args:
            arms: The arms to play.
            stopped: Returns True when play should stop.
            waiting: A callback for several times a second.
        """


@contextmanager
def crew(
    arms: Sequence[Arm],
    jobs: int,
    stopper: Stopper,
    steps: Steps,
    waiting: Callable[[], None],
    elsewhere: Elsewhere | None = None,
) -> Iterator[Crew]:
    """Provide an executor for the arms.

    Args:
        arms: The arms to play.
        jobs: Number of processes.
        stopper: The stopper that ends play.
        steps: The counter of decisions in games with slow players.
        waiting: A callback for several times a second.
        elsewhere: Other machines to play on; None for this one.

    Raises:
        CahierError: A worker can't load its game.
    """
    if elsewhere is not None:
        yield elsewhere.crew(arms, stopper.stopped, waiting)
        return
    if jobs == 1:
        yield Alone(arms, stopper, steps.of(0), waiting)
        return
    with Workers(arms, jobs, steps, stopper.stopped, waiting) as workers:
        workers.wait_until_ready()
        yield workers


class Alone:
    """Executor in this process. A chunk that is being played when the run is stopped is dropped."""

    lost = 0

    def __init__(
        self, arms: Sequence[Arm], stopper: Stopper, counted: Callable[[], None], waiting: Callable[[], None]
    ) -> None:
        """Prepare the first arm. `counted` and `waiting` are called after each decision of slow players."""

        def step() -> None:
            counted()
            waiting()

        self.interrupted: list[InterruptedGame] = []
        self._stopper = stopper
        self._player = cache(lambda arm: arms[arm].player(step, stopper.at_once))
        self._player(0)

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """Play the spans, see `Crew.play`."""
        to_play, last = Chunks(spans), dict[Series, Chunk]()
        while not self._stopper.stopped() and (span := to_play.next(last)):
            try:
                chunk = self._player(span.arm).play(span.first, span.count, wanted, span.arm, span.without)
            except Stopped as stopped:
                self.interrupted += [stopped.game] if stopped.game else []
                return
            last[chunk.of] = chunk
            yield chunk


class Numbered:
    """Executor that translates the numbers of arms, to play a few arms out of many."""

    def __init__(self, crew: Crew, numbers: Sequence[int]) -> None:
        """Wrap an executor. `numbers`: the outer number of each of its arms."""
        self._crew = crew
        self._numbers = numbers
        self._arms = {number: arm for arm, number in enumerate(numbers)}

    @property
    def lost(self) -> int:
        """Number of workers that were killed from outside."""
        return self._crew.lost

    @property
    def interrupted(self) -> Sequence[InterruptedGame]:
        """The games under way when the run was stopped, as far as known."""
        return [replace(each, arm=self._numbers[each.arm]) for each in self._crew.interrupted]

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """Play the spans, see `Crew.play`."""
        for chunk in self._crew.play((replace(span, arm=self._arms[span.arm]) for span in spans), wanted):
            yield replace(chunk, arm=self._numbers[chunk.arm])
