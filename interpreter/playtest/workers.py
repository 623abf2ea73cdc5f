"""Worker processes that play chunks of games. One that dies costs no more than its chunk being played again."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from interpreter.background import FORKS
from interpreter.errors import CahierError, PlayError, Problem, Where
from interpreter.halt import endings
from interpreter.language.executable import NotNative
from interpreter.matches.match import Game
from interpreter.playtest.backends import native_games, no_backend
from interpreter.playtest.chunks import CHUNK_SECONDS, Chunk, ChunkPlayer, next_count
from interpreter.playtest.steps import Steps

if TYPE_CHECKING:
    from interpreter.language.executable import NativeCode, Unfit

GRACE_SECONDS = 1.0
"""How long a worker may go on with its chunk after the run was stopped."""


class WorkersLost(PlayError):
    """All worker processes were ended from outside."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a worker that starts from nothing needs to load the same game, and its machine code."""

    folder: str
    variants: tuple[str, ...]
    players: int
    digest: str
    native: NativeCode | Unfit | None

    def load(self) -> Game:
        from interpreter.matches.loading import load

        game = load(self.folder, variants=self.variants, players=self.players)
        if game.rulebook.digest != self.digest:
            raise PlayError(Problem(Where(self.folder), "rules-changed", "the files have just changed"))
        game.program.native = self.native
        return game


@dataclass(frozen=True, slots=True)
class Failed:
    """A worker can't go on: because of the rules (`problems`), or by a mistake of ours (`text`, `trace`)."""

    problems: tuple[Problem, ...] = ()
    text: str = ""
    trace: str = ""


@dataclass(slots=True)
class Worker:
    """A process, our end of the pipe to it, and the chunks that it was given (first game, count): the one that it is
    playing, and the next."""

    process: BaseProcess
    pipe: Connection
    chunks: deque[tuple[int, int]] = field(default_factory=deque)
    last: Chunk | None = None

    @property
    def takes_more(self) -> bool:
        """Whether it should be given a chunk: where they are short, it has one to go on with at once."""
        quick = self.last is not None and self.last.seconds < 2 * CHUNK_SECONDS
        return len(self.chunks) < (2 if quick else 1)


class Workers:
    """A number of worker processes for one game; use it in a `with` block, which leaves none of them behind."""

    def __init__(self, game: Game, seated: dict[str, str], seed: int, native: bool, jobs: int, steps: Steps) -> None:
        """They play games of the run with that seed. `native`: machine code plays, which is made by now. `steps` counts
        the decisions of games in which somebody takes their time."""
        context = multiprocessing.get_context("fork") if FORKS else multiprocessing.get_context("spawn")
        book = game.rulebook
        recipe = Recipe(book.folder, book.asked, len(game.seats), book.digest, game.program.native)
        source = game if FORKS else recipe
        self._workers: list[Worker] = []
        self.lost = 0
        try:
            for number in range(jobs):
                ours, theirs = context.Pipe()
                process = context.Process(
                    target=_work, args=(source, seated, seed, native, steps.of(number), theirs, ours), daemon=True
                )
                process.start()
                theirs.close()
                self._workers.append(Worker(process, ours))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait_until_ready(self, stopped: Callable[[], bool]) -> None:
        """Wait until each worker has loaded the game. Raises CahierError if one can't."""
        waiting = list(self._workers)
        while waiting and not stopped():
            for worker in _heard(waiting):
                self._receive(worker)
                waiting.remove(worker)

    def play(
        self,
        first: int,
        count: int,
        record: bool,
        stopped: Callable[[], bool],
        waiting: Callable[[], None],
    ) -> Iterator[Chunk]:
        """Play games `first` to `first + count - 1`, giving chunks in any order, until all are played or `stopped()`.
        `waiting` is called several times a second.

        A chunk whose worker dies goes to another one. Raises WorkersLost when no worker is left to play on.
        """
        again: list[tuple[int, int]] = []
        start, end = first, first + count
        deadline = None
        while True:
            if deadline is None and stopped():
                deadline = time.monotonic() + GRACE_SECONDS
            for worker in self._workers:
                while deadline is None and worker.takes_more and (again or start < end):
                    if again:
                        chunk = again.pop()
                    else:
                        chunk = start, next_count(worker.last, end - start, 2 * len(self._workers))
                        start += chunk[1]
                    worker.chunks.append(chunk)
                    with contextlib.suppress(OSError):  # a dead one is noticed when it is heard
                        worker.pipe.send((*chunk, record))
            busy = [worker for worker in self._workers if worker.chunks]
            if not busy and (deadline or (not again and start == end)):
                return
            if not busy:
                message = "all worker processes were ended from outside"
                raise WorkersLost(Problem(Where("playtest"), "workers-lost", message))
            if deadline and time.monotonic() > deadline:
                return
            waiting()
            for worker in _heard(busy):
                played = self._receive(worker)
                if played is not None:
                    worker.last = played
                    worker.chunks.popleft()
                    yield played
                else:
                    again += worker.chunks

    def _receive(self, worker: Worker) -> Chunk | None:
        """What the worker has to say; a dead one says nothing and is struck off."""
        try:
            said = worker.pipe.recv()
        except (EOFError, OSError):
            self._workers.remove(worker)
            self.lost += 1
            _end(worker)
            return None
        if isinstance(said, Failed):
            if said.problems:
                raise CahierError(said.problems)
            error = RuntimeError(said.text)
            error.add_note(said.trace)
            raise error
        assert said is None or isinstance(said, Chunk)
        return said

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.process.kill()
        while self._workers:
            _end(self._workers.pop())


def _heard(workers: list[Worker]) -> list[Worker]:
    """Those of the workers who have something to say, or have died, after a short wait."""
    ready = wait([worker.pipe for worker in workers], timeout=0.1)
    return [worker for worker in workers if worker.pipe in ready]


def _end(worker: Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
    worker.process.close()


def _work(
    source: Game | Recipe,
    seated: dict[str, str],
    seed: int,
    native: bool,
    step: Callable[[], None],
    pipe: Connection,
    parents: Connection,
) -> None:
    """The life of a worker: load the game, play what is asked for, until the parent closes the pipe or is gone.

    Signals are the parent's business: they reach the whole group when a key is pressed.
    """
    for number in endings():
        signal.signal(number, signal.SIG_IGN)
    parents.close()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        try:
            game = source.load() if isinstance(source, Recipe) else source
            games = native_games(game, seed, seated) if native else None
            player = ChunkPlayer(game, seated, seed, games, step)
            pipe.send(None)
            while True:
                pipe.send(player.play(*pipe.recv()))
        except CahierError as error:
            pipe.send(Failed(error.problems))
        except NotNative as error:
            pipe.send(Failed(no_backend(game, error).problems))
        except Exception as error:
            if isinstance(error, (EOFError, OSError)):
                raise
            pipe.send(Failed(text=f"{type(error).__name__}: {error}", trace=traceback.format_exc()))


def _end_with_parent() -> None:
    """End this worker when its parent is gone, also in the middle of a long game."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
