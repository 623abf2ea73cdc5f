"""Many games with random players. Game i depends on the seed and i only, no matter who plays it when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.errors import CahierError
from interpreter.formats import FORMATS
from interpreter.language.executable import Backend
from interpreter.matches.match import Game
from interpreter.players.lineup import lineup
from interpreter.playtest.arms import Arm, Span
from interpreter.playtest.backend_use import BackendUse
from interpreter.playtest.backends import chosen_backend
from interpreter.playtest.chunks import Chunk, Wanted
from interpreter.playtest.coverage import Coverage
from interpreter.playtest.crews import Elsewhere
from interpreter.playtest.figures import Tally, figures
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.session import session
from interpreter.playtest.stopping import Stopper
from interpreter.playtest.store import Store
from interpreter.rulebook.files import is_installed, told_path

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
    machine code played; `why_not`: why it did not, where it should have. `kept` counts the games that a store held;
    the time that these took is in `seconds`, too. `reached`: to which points play has come, a bit each, where the
    rulebook `covers`.
    """

    plan: Plan
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    under_way: int = 0
    broken: CahierError | None = None
    interrupted: list[InterruptedGame] = field(default_factory=list)
    backend_use: BackendUse = field(default_factory=BackendUse)
    native: bool = False
    why_not: str | None = None
    kept: int = 0
    reached: int = 0

    @property
    def endless(self) -> bool:
        """Whether it was given up since no game would end."""
        return self.tally.games < self.plan.games and _is_endless(self.tally)

    def document(self) -> dict[str, Any]:
        """The result as plain data, as `playtest --json` gives it."""
        book = self.plan.game.rulebook
        told = figures(self.tally, self.seconds)
        for rule in told["stopped"]:
            rule["file"] = told_path(rule["file"], book.folder)
        return {
            "format": FORMATS["playtest"],
            **self.backend_use.document(self.native),
            "game": book.id,
            "folder": None if is_installed(book.folder) else told_path(book.folder, book.folder),
            "variants": list(book.variants),
            "players": lineup(self.plan.game, self.plan.seated),
            "seated": lineup(self.plan.game, self.plan.seated),
            "digest": book.digest,
            "seed": self.plan.seed,
            "first_game": self.plan.first,
            "games": self.plan.games,
            **told,
            **({"coverage": self.coverage.document()} if book.covers else {}),
        }

    @property
    def coverage(self) -> Coverage:
        """What has happened, of what can, where the rulebook `covers`."""
        return Coverage(self.plan.game, self.plan.seated, self.reached)


def run(
    plan: Plan,
    record: Callable[[str], None] | None = None,
    progress: Callable[[int, int], None] | None = None,
    hung_up: Callable[[], None] | None = None,
    store: Store | None = None,
    elsewhere: Elsewhere | None = None,
    listed: Callable[[str], None] | None = None,
) -> Result:
    """Carry out the plan. SIGINT, SIGTERM and SIGHUP end it early, and what was finished by then is in the result.

    `record` is given the lines of the finished games, in the order of the games, several at a time, and `listed` a line
    of CSV of each game, but for those from a store or from `elsewhere`;
    `progress` the number of games played since it was called last, and that of all decisions so far, which stays at 0
    where nobody takes their time. `hung_up` is called as soon as the terminal is gone. What the `store` holds of the
    games is not played, and goes into the result without being told as progress; what is played is kept in it. Who is
    `elsewhere` plays in place of processes here.

    Raises PlayError if machine code is asked for by name and can't be had, SaveError if the store can't be used.
    """
    result = Result(plan)
    span = Span(0, plan.first, plan.games)
    to_play = sum(gap.count for gap in store.missing(span)) if store else plan.games
    chosen = chosen_backend(plan.game, plan.backend or plan.game.backend, plan.seated, to_play, plan.seed)
    result.native, result.why_not = chosen.native is not None, chosen.why_not
    arm = Arm(plan.game, plan.seed, plan.seated, chosen.native)
    lines = [
        Lines(plan.first, record, lambda chunk: chunk.lines),
        Lines(plan.first, listed, lambda chunk: chunk.listed),
    ]
    jobs = max(1, min(plan.jobs, to_play))
    with Stopper(hung_up) as stopper, session(result, [arm], jobs, stopper, progress, elsewhere, store) as players:
        wanted = Wanted(records=record is not None, listed=listed is not None)
        for chunk in _first_games_first(players.play(_spans(span, store), wanted), result):
            result.tally.merge(chunk.tally)
            result.reached |= chunk.reached
            result.kept += chunk.count if chunk.kept else 0
            for each in lines:
                each.add(chunk)
        if stopper.stopped():
            result.under_way = max(0, players.decided - result.tally.decisions)
    for each in lines:
        each.flush()
    return result


def _spans(span: Span, store: Store | None) -> list[Span]:
    """The games of a span, the first ENDLESS_GAMES apart, unless a store holds chunks that reach beyond them."""
    few = min(ENDLESS_GAMES, span.count)
    parts = [replace(span, count=few), replace(span, first=span.first + few, count=span.count - few)]
    if store is not None:
        whole, apart = (sum(gap.count for part in each for gap in store.missing(part)) for each in ([span], parts))
        if apart > whole:
            return [span]
    return [part for part in parts if part.count]


def _first_games_first(chunks: Iterable[Chunk], result: Result) -> Iterator[Chunk]:
    """Pass on chunks as they come, but those of the first ENDLESS_GAMES games first. If the run is given up after
    these, the others aren't passed on: the same games are counted whoever plays them, and however fast."""
    waiting: list[Chunk] = []
    few = min(ENDLESS_GAMES, result.plan.games)
    try:
        for chunk in chunks:
            if result.tally.games < few and chunk.first >= result.plan.first + few:
                waiting.append(chunk)
                continue
            yield chunk
            if _is_endless(result.tally):
                return
            if result.tally.games >= few:
                yield from waiting
                waiting.clear()
    except CahierError:
        yield from waiting  # they were played
        raise
    yield from waiting


def _is_endless(tally: Tally) -> bool:
    """Whether so many games were played, and one rule that goes on without end stopped them all."""
    stopped = list(tally.stopped)
    return tally.games >= ENDLESS_GAMES and not tally.finished and len(stopped) == 1 and stopped[0][0].code == "budget"


class Lines:
    """Passes on the lines of chunks (`of`) in the order of the games, whatever order the chunks come in."""

    def __init__(self, first: int, write: Callable[[str], None] | None, of: Callable[[Chunk], list[str]]) -> None:
        self._next = first
        self._write = write
        self._of = of
        self._waiting: dict[int, Chunk] = {}

    def add(self, chunk: Chunk) -> None:
        """Take a chunk, and pass on what is in order by now."""
        if self._write is None:
            return
        self._waiting[chunk.first] = chunk
        while chunk_in_order := self._waiting.pop(self._next, None):
            self._next += chunk_in_order.count
            if text := "".join(self._of(chunk_in_order)):
                self._write(text)

    def flush(self) -> None:
        """Pass on what still waits for a chunk that will not come."""
        for first in sorted(self._waiting):
            text = "".join(self._of(self._waiting.pop(first)))
            if self._write is not None and text:
                self._write(text)
