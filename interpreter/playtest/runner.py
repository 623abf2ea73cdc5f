"""Many games with random players. Game i depends on the seed and i only, no matter who plays it when."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from types import FrameType
from typing import Any, Self

from interpreter.formats import FORMATS
from interpreter.halt import HANGUP, Halt, endings
from interpreter.language.executable import Backend
from interpreter.matches.match import Game
from interpreter.playtest.backends import Chosen, chosen_backend
from interpreter.playtest.chunks import Chunk, ChunkPlayer, next_count
from interpreter.playtest.figures import Tally, figures
from interpreter.playtest.steps import Steps
from interpreter.playtest.workers import Workers, WorkersLost
from interpreter.rulebook.files import is_installed

ENDLESS_GAMES = 8
"""Games after which a run is given up if the same rule went on without end in each."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: `games` games from game `first` on of the run with `seed`, on `jobs` processes.

    `seated` says who plays a seat; the others play at random. `backend`: None for the game's own; `auto` is machine
    code for many games between random and table players, where it can be had.
    """

    game: Game
    seed: int
    games: int
    first: int = 0
    jobs: int = 1
    seated: dict[str, str] = field(default_factory=dict)
    backend: Backend | None = None


@dataclass(slots=True)
class Result:
    """What came of a plan. `seconds` is time of play, without loading. `signal` is what interrupted it, if anything.

    `lost` counts the workers that were ended from outside; `broken` says why the plan was given up. `under_way` counts
    the decisions of games that were stopped before their end, where somebody took their time for them. `native`:
    machine code played; `why_not`: why it did not, where it should have.
    """

    plan: Plan
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    under_way: int = 0
    broken: WorkersLost | None = None
    native: bool = False
    why_not: str | None = None

    @property
    def endless(self) -> bool:
        """Whether it was given up since no game would end."""
        return self.tally.games < self.plan.games and _is_endless(self.tally)

    def document(self) -> dict[str, Any]:
        """The result as plain data, as `playtest --json` gives it."""
        book = self.plan.game.rulebook
        return {
            "format": FORMATS["playtest"],
            "backend": "native" if self.native else "python",
            "game": book.id,
            "folder": None if is_installed(book.folder) else book.folder,
            "variants": list(book.variants),
            "players": len(self.plan.game.seats),
            "seated": {seat: self.plan.seated.get(seat, "random") for seat in self.plan.game.seats},
            "digest": book.digest,
            "seed": self.plan.seed,
            "first_game": self.plan.first,
            "games": self.plan.games,
            **figures(self.tally, self.seconds),
        }


def run(
    plan: Plan,
    record: Callable[[str], None] | None = None,
    progress: Callable[[int, int], None] | None = None,
    hung_up: Callable[[], None] | None = None,
) -> Result:
    """Carry out the plan. SIGINT, SIGTERM and SIGHUP end it early, and what was finished by then is in the result.

    `record` is given the lines of the finished games, in the order of the games, several at a time;
    `progress` the number of games played since it was called last, and that of all decisions so far, which stays at 0
    where nobody takes their time. `hung_up` is called as soon as the terminal is gone.

    Raises PlayError if machine code is asked for by name and can't be had.
    """
    result = Result(plan)
    chosen = chosen_backend(plan.game, plan.backend or plan.game.backend, plan.seated, plan.games, plan.seed)
    result.native, result.why_not = chosen.native is not None, chosen.why_not
    lines = Lines(plan.first, record)
    jobs = min(plan.jobs, plan.games)
    steps = Steps(jobs)

    def waiting() -> None:
        if progress:
            progress(0, steps.made)

    with Stopper(hung_up) as stopper, contextlib.ExitStack() as stack:
        chunks: Iterator[Chunk]
        if jobs > 1:
            workers = stack.enter_context(Workers(plan.game, plan.seated, plan.seed, result.native, jobs, steps))
            workers.wait_until_ready(stopper.stopped)
            chunks = workers.play(plan.first, plan.games, record is not None, stopper.stopped, waiting)
        else:
            workers = None
            chunks = _play_here(plan, chosen, record is not None, stopper, steps.of(0), waiting)
        began = perf_counter()
        try:
            for chunk in chunks:
                result.tally.merge(chunk.tally)
                lines.add(chunk)
                result.seconds = perf_counter() - began
                if progress:
                    progress(chunk.count, steps.made)
                if _is_endless(result.tally):
                    break
        except WorkersLost as error:
            result.broken = error
        if stopper.stopped():
            result.seconds = perf_counter() - began
            result.under_way = max(0, steps.made - result.tally.decisions)
        lines.flush()
        result.lost = workers.lost if workers else 0
        result.signal = stopper.signal
    return result


def _is_endless(tally: Tally) -> bool:
    """Whether so many games were played, and one rule that goes on without end stopped them all."""
    stopped = list(tally.stopped)
    return tally.games >= ENDLESS_GAMES and not tally.finished and len(stopped) == 1 and stopped[0][0].code == "budget"


def _play_here(
    plan: Plan,
    chosen: Chosen,
    record: bool,
    stopper: Stopper,
    counted: Callable[[], None],
    waiting: Callable[[], None],
) -> Iterator[Chunk]:
    """Play in this process. The chunk that is being played when the run is stopped is given up. `counted` and
    `waiting` are called after each decision for which somebody takes their time."""

    def step() -> None:
        counted()
        waiting()

    player = ChunkPlayer(plan.game, plan.seated, plan.seed, chosen.native, step, stopper.at_once)
    chunk = None
    start, end = plan.first, plan.first + plan.games
    while start < end and not stopper.stopped():
        try:
            count = next_count(chunk, end - start)
            chunk = player.play(start, count, record)
        except Stopped:
            return
        start += chunk.count
        yield chunk


class Lines:
    """Passes on the lines of chunks in the order of the games, whatever order the chunks come in."""

    def __init__(self, first: int, write: Callable[[str], None] | None) -> None:
        self._next = first
        self._write = write
        self._waiting: dict[int, Chunk] = {}

    def add(self, chunk: Chunk) -> None:
        """Take a chunk, and pass on what is in order by now."""
        if self._write is None:
            return
        self._waiting[chunk.first] = chunk
        while chunk_in_order := self._waiting.pop(self._next, None):
            self._next += chunk_in_order.count
            if chunk_in_order.lines:
                self._write("".join(chunk_in_order.lines))

    def flush(self) -> None:
        """Pass on what still waits for a chunk that will not come."""
        for first in sorted(self._waiting):
            text = "".join(self._waiting.pop(first).lines)
            if self._write is not None and text:
                self._write(text)


class Stopped(Halt):
    """Raised by a signal out of the middle of a game."""


class Stopper:
    """Turns signals that end a command into a wish to stop, within a `with` block; a second one ends all at once."""

    def __init__(self, hung_up: Callable[[], None] | None = None) -> None:
        self.signal: int | None = None
        self._hung_up = hung_up
        self._at_once = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in endings():
                self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def stopped(self) -> bool:
        """Whether a signal has come."""
        return self.signal is not None

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Within this block a signal raises Stopped."""
        self._at_once = True
        try:
            yield
        finally:
            self._at_once = False

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.signal is not None:
            before = self._before[number]
            if callable(before):
                before(number, frame)
            raise KeyboardInterrupt
        self.signal = number
        if number == HANGUP and self._hung_up is not None:
            self._hung_up()
        if self._at_once:
            raise Stopped
