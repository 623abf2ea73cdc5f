"""Playing games of some arms, by whom they may be played: what is kept is not played again, somebody is told how far it
has come, and what interrupts it is noted."""

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
"""Told how many games were played since it was last, and how many decisions were made so far (0 where nobody takes
their time)."""


class Came(Protocol):
    """What comes of a session. `seconds` is time of play, without loading, with what the games of a store took when
    they were played; `signal` is what interrupted it, if anything; `lost` counts workers that were ended from outside,
    `broken` says why it was given up; `interrupted` are the games that were being played then, as far as that is known;
    `backend_use` tells which backend played them."""

    seconds: float
    signal: int | None
    lost: int
    broken: CahierError | None
    interrupted: list[InterruptedGame]
    backend_use: BackendUse


@dataclass(slots=True)
class Session:
    """Games that are played now. `either`: both backends can play all of them; `decided_earlier` counts the decisions
    of those that a store gave."""

    players: Crew
    here: Crew
    steps: Steps
    progress: Told | None
    either: bool
    use: BackendUse = field(default_factory=BackendUse)
    earlier: float = 0.0
    decided_earlier: int = 0

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """See Crew; what a store holds is given without being played. Raises SaveError if that can't be used."""
        return self._told(self.players.play(spans, wanted))

    def play_here(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """The same, but on this machine, and nothing of it is kept."""
        return self._told(self.here.play(spans, wanted))

    @property
    def decided(self) -> int:
        """How many decisions were made, as far as they were counted, with those of games that are not over."""
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
    """Those of some arms, among more than are played at a time; `steps` counts the decisions of all."""

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
    """Games of the arms can be played within this block, on so many processes, or by who is `elsewhere`, until the
    `stopper` says so. What interrupts play ends the block, and is noted in what `came` of it, where time and workers
    are added up. What the `store` holds is not played, and what is played is kept in it; if that fails, the block ends.
    `numbers`: by what the arms go.

    Raises CahierError if a worker can't load its game.
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
    """An arm by its game and variants; nothing, if it is the only one."""
    book = arms[number].game.rulebook
    return ", ".join((book.id, *book.variants)) if len(arms) > 1 else ""
