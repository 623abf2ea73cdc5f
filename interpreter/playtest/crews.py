"""Who plays the chunks of a run: worker processes, or this process alone."""

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
    """Plays chunks of some arms."""

    @property
    def lost(self) -> int:
        """How many workers were ended from outside."""

    @property
    def interrupted(self) -> Sequence[InterruptedGame]:
        """The games that were being played when the run was stopped, as far as that is known."""

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """Play the spans, each in as many chunks as are good, giving chunks in any order, until all are played or the
        run is stopped. The next span is asked for as soon as somebody could play it. Raises WorkersLost when no worker
        is left."""


class Elsewhere(Protocol):
    """Other machines that can play."""

    def crew(self, arms: Sequence[Arm], stopped: Callable[[], bool], waiting: Callable[[], None]) -> Crew:
        """Who plays the arms there, until `stopped()`. `waiting` is called several times a second."""


@contextmanager
def crew(
    arms: Sequence[Arm],
    jobs: int,
    stopper: Stopper,
    steps: Steps,
    waiting: Callable[[], None],
    elsewhere: Elsewhere | None = None,
) -> Iterator[Crew]:
    """Who plays the arms, on so many processes, or by who is `elsewhere`, until the `stopper` says so. `steps`
    counts the decisions for which somebody takes their time here; `waiting` is called several times a second.

    Raises CahierError if a worker can't load its game.
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
    """This process. The chunk that is being played when the run is stopped is given up."""

    lost = 0

    def __init__(
        self, arms: Sequence[Arm], stopper: Stopper, counted: Callable[[], None], waiting: Callable[[], None]
    ) -> None:
        """`counted` and `waiting` are called after each decision for which somebody takes their time."""

        def step() -> None:
            counted()
            waiting()

        self.interrupted: list[InterruptedGame] = []
        self._stopper = stopper
        self._player = cache(lambda arm: arms[arm].player(step, stopper.at_once))
        self._player(0)

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """See Crew."""
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
    """A crew whose arms go by other numbers, such as theirs among more arms than are played at a time."""

    def __init__(self, crew: Crew, numbers: Sequence[int]) -> None:
        """`numbers`: that of each of its arms."""
        self._crew = crew
        self._numbers = numbers
        self._arms = {number: arm for arm, number in enumerate(numbers)}

    @property
    def lost(self) -> int:
        """See Crew."""
        return self._crew.lost

    @property
    def interrupted(self) -> Sequence[InterruptedGame]:
        """See Crew."""
        return [replace(each, arm=self._numbers[each.arm]) for each in self._crew.interrupted]

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """See Crew."""
        for chunk in self._crew.play((replace(span, arm=self._arms[span.arm]) for span in spans), wanted):
            yield replace(chunk, arm=self._numbers[chunk.arm])
