"""Sessions: playing games of some arms on an executor, with a store, progress reports and a note of interruptions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Protocol

from interpreter.errors import CahierError
from interpreter.playtest.arms import Arm, Span
from interpreter.playtest.backend_use import BackendUse
from interpreter.playtest.chunks import Chunk, Wanted, are_quick
from interpreter.playtest.crews import Alone, Crew, Elsewhere, Numbered, crew
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.keeping import Keeping
from interpreter.playtest.steps import Steps
from interpreter.playtest.stopping import Stopper
from interpreter.playtest.store import NotKept, Store
from interpreter.playtest.workers import WorkersLost

Told = Callable[[int, int], None]
"""Progress callback: the number of games since the last call, and of all decisions so far (0 without slow players)."""


class Came(Protocol):
    """The outcome of a session.

    Attributes:
        seconds: The time of play without loading, including the time that stored games took.
        signal: The signal that interrupted the session, if any.
        lost: Number of workers that were killed from outside.
        broken: The error for which the session was given up, if any.
        interrupted: The games under way at that time, as far as known.
        backend_use: Number of games played by each backend.
    """

    seconds: float
    signal: int | None
    lost: int
    broken: CahierError | None
    interrupted: list[InterruptedGame]
    backend_use: BackendUse


@dataclass(slots=True)
class Session:
    """A session: games of some arms that are played now.

    Attributes:
        players: The executor, with the store.
        here: The executor on this machine, without the store.
        steps: The counter of decisions in games with slow players.
        progress: The progress callback.
        either: True if both backends can play all games.
        use: Number of games played by each backend.
        earlier: The time that stored games took, in seconds.
        decided_earlier: Number of decisions in stored games.
    """

    players: Crew
    here: Crew
    steps: Steps
    progress: Told | None
    either: bool
    use: BackendUse = field(default_factory=BackendUse)
    earlier: float = 0.0
    decided_earlier: int = 0

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """Play the spans, see `Crew.play`. Stored games are not played. Raises SaveError if the store can't be used."""
        return self._told(self.players.play(spans, wanted))

    def play_here(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """Play the spans on this machine, without the store."""
        return self._told(self.here.play(spans, wanted))

    @property
    def decided(self) -> int:
        """Number of decisions so far, as far as they were counted, including those of unfinished games."""
        return self.decided_earlier + self.steps.made

    def _told(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        for chunk in chunks:
            self.use.add(chunk, self.either)
            if chunk.kept:
                self.earlier += chunk.seconds
                self.decided_earlier += chunk.tally.decisions
            elif self.progress:
                self.progress(chunk.count, self.steps.made)
            yield chunk


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of some arms among more of them, and the counter of decisions for all."""

    arms: Sequence[int]
    steps: Steps


@contextmanager
def session(
    came: Came,
    arms: Sequence[Arm],
    jobs: int,
    stopper: Stopper,
    progress: Told | None = None,
    elsewhere: Elsewhere | None = None,
    store: Store | None = None,
    numbers: Numbers | None = None,
) -> Iterator[Session]:
    """Open a session for the arms.

    Whatever interrupts play ends the block, and is noted in `came`, where time and workers are added up. The block also
    ends if the store can't be written.

    Args:
        came: The outcome to add to.
        arms: The arms to play.
        jobs: Number of processes.
        stopper: The stopper that ends play.
        progress: The progress callback.
        elsewhere: Other machines to play on; None for this one.
        store: The store for results. Games that it holds are not played.
        numbers: The numbers of the arms, if they are a part of more arms.

    Raises:
        CahierError: A worker can't load its game.
    """
    steps = Steps(jobs) if numbers is None else numbers.steps

    def waiting() -> None:
        if progress:
            progress(0, steps.made)

    with crew(arms, jobs, stopper, steps, waiting, elsewhere) as players:
        here = Alone(arms, stopper, steps.of(0), waiting) if elsewhere else players
        either = all(are_quick(arm.seated) for arm in arms)
        numbered = players if numbers is None else Numbered(players, numbers.arms)
        playing = Session(Keeping(numbered, store) if store else numbered, here, steps, progress, either)
        began = perf_counter()
        try:
            yield playing
        except (WorkersLost, NotKept) as error:
            came.broken = error
        came.seconds += playing.earlier + perf_counter() - began
        came.lost += players.lost
        came.interrupted += [replace(each, of=_title(arms, each.arm)) for each in players.interrupted]
        came.backend_use.merge(playing.use)
        came.signal = stopper.signal


def _title(arms: Sequence[Arm], number: int) -> str:
    """Return an arm's game and variants, or "" if it is the only arm."""
    book = arms[number].game.rulebook
    return ", ".join((book.id, *book.variants)) if len(arms) > 1 else ""
