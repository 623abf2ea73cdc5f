"""Runs of many games. Game i depends on the seed and i only, not on the process that plays it or on the time.

Observation of the first games of a run: cards, and the course of games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from interpreter.language.execution.executable import Backend
from interpreter.matches.match import Game
from interpreter.players.lineup import has_only_quick_players
from interpreter.playtest.run.arms import Arm, GameSpan, choose_backend
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.run.coverage import Coverage
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.observers import CardObservations
from interpreter.playtest.run.run_session import RunOutcome, open_session
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.result_store import Store
from interpreter.support.errors import CahierError

ENDLESS_GAMES = 8
"""Number of games after which a run is given up if the same rule went on without end in each of them."""


@dataclass(frozen=True, slots=True)
class PlaytestPlan:
    """A plan of a run: games `first` to `first + games - 1` with a seed.

    Attributes:
        game: The game.
        seed: The seed of the run.
        games: Number of games.
        first: The first game.
        jobs: Number of processes.
        seated: The player's name on each seat; other seats play at random.
        backend: The backend; None for the game's own. `auto` uses machine code, if available, for many games between
            random and table players.
    """

    game: Game
    seed: int
    games: int
    first: int = 0
    jobs: int = 1
    seated: dict[str, str] = field(default_factory=dict)
    backend: Backend | None = None


@dataclass(slots=True)
class PlaytestResult(RunOutcome):
    """The result of a run.

    Attributes:
        plan: The plan.
        tally: The figures of the games.
        unfinished_decisions: Number of decisions in unfinished games, if players are slow.
        stored_games: Number of games taken from a store.
        reached: The coverage points reached, one bit each, if the rulebook `covers`.
    """

    plan: PlaytestPlan
    tally: Tally = field(default_factory=Tally)
    unfinished_decisions: int = 0
    stored_games: int = 0
    reached: int = 0

    @property
    def is_endless(self) -> bool:
        """True if the run was given up because no game would end."""
        return self.tally.games < self.plan.games and _is_endless(self.tally)

    @property
    def coverage(self) -> Coverage:
        """The coverage of the rules, if the rulebook `covers`."""
        return Coverage(self.plan.game, self.plan.seated, self.reached)


def run_playtest(
    plan: PlaytestPlan,
    write_records: Callable[[str], None] | None = None,
    progress: Callable[[int, int], None] | None = None,
    on_hangup: Callable[[], None] | None = None,
    store: Store | None = None,
    remote: RemotePool | None = None,
    write_csv: Callable[[str], None] | None = None,
    *,
    with_cards: bool = False,
) -> PlaytestResult:
    """Carry out a plan. SIGINT, SIGTERM and SIGHUP end it early, with the games finished by then in the result.

    Args:
        plan: The plan.
        write_records: Receives the lines of records of finished games, in their order, several at a time.
        progress: Receives the number of games played since the last call, and the number of all decisions so far. The
            latter stays 0 without slow players. Stored games are not reported.
        on_hangup: Called as soon as the terminal is gone.
        store: The store for results. Games that it holds are not played.
        remote: Other machines that play instead of processes here.
        write_csv: Receives lines of CSV, one for each game, except for those from a store or from `remote`.
        with_cards: Observe cards for the lines of CSV. Python plays all games then; `can_observe` must be true.

    Raises:
        PlayError: Machine code is requested by name but not available.
        SaveError: The store can't be used.
    """
    result = PlaytestResult(plan)
    span = GameSpan(0, plan.first, plan.games)
    to_play = sum(gap.count for gap in store.missing_spans(span)) if store else plan.games
    chosen = choose_backend(plan.game, plan.backend or plan.game.backend, plan.seated, to_play, plan.seed)
    result.note_backends([chosen])
    arm = Arm(plan.game, plan.seed, plan.seated, chosen.native)
    lines = [
        OrderedWriter(plan.first, write_records, lambda chunk: chunk.record_lines),
        OrderedWriter(plan.first, write_csv, lambda chunk: chunk.csv_lines),
    ]
    jobs = max(1, min(plan.jobs, to_play))
    with Stopper(on_hangup) as stopper, open_session(result, [arm], jobs, stopper, progress, remote, store) as players:
        wanted = ChunkOutputs(
            records=write_records is not None,
            csv_lines=write_csv is not None,
            observations=with_cards,
            decisions=not has_only_quick_players(plan.seated),
        )
        for chunk in _first_games_first(players.play(_split_first_games(span, store), wanted), result):
            result.tally.merge(chunk.tally)
            result.reached |= chunk.reached
            result.stored_games += chunk.count if chunk.is_stored else 0
            for each in lines:
                each.add(chunk)
        if stopper.is_stopped():
            result.unfinished_decisions = max(0, players.decision_count - result.tally.decisions)
    for each in lines:
        each.flush()
    return result


def _split_first_games(span: GameSpan, store: Store | None) -> list[GameSpan]:
    """Split off the first ENDLESS_GAMES of a span, unless that splits chunks in a store."""
    few = min(ENDLESS_GAMES, span.count)
    parts = [replace(span, count=few), replace(span, first=span.first + few, count=span.count - few)]
    if store is not None:
        whole, apart = (
            sum(gap.count for part in each for gap in store.missing_spans(part)) for each in ([span], parts)
        )
        if apart > whole:
            return [span]
    return [part for part in parts if part.count]


def _first_games_first(chunks: Iterable[Chunk], result: PlaytestResult) -> Iterator[Chunk]:
    """Yield chunks as they come, but those of the first ENDLESS_GAMES games first.

    If the run is given up after these, the others are dropped. The same games are counted, regardless of the processes
    and their speed.
    """
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
    """Return True if enough games were played, and all of them were stopped by one rule that goes on without end."""
    stopped = list(tally.stopped)
    return tally.games >= ENDLESS_GAMES and not tally.finished and len(stopped) == 1 and stopped[0][0].code == "budget"


class OrderedWriter:
    """A writer that passes on lines of chunks in the order of the games, even if the chunks come in any order.

    `lines_of` returns the lines of a chunk.
    """

    def __init__(self, first: int, write: Callable[[str], None] | None, lines_of: Callable[[Chunk], list[str]]) -> None:
        self._next = first
        self._write = write
        self._lines_of = lines_of
        self._waiting: dict[int, Chunk] = {}

    def add(self, chunk: Chunk) -> None:
        """Take a chunk, and write all lines that are in order by now."""
        if self._write is None:
            return
        self._waiting[chunk.first] = chunk
        while chunk_in_order := self._waiting.pop(self._next, None):
            self._next += chunk_in_order.count
            if text := "".join(self._lines_of(chunk_in_order)):
                self._write(text)

    def flush(self) -> None:
        """Write all lines left, even if chunks before them are missing."""
        for first in sorted(self._waiting):
            text = "".join(self._lines_of(self._waiting.pop(first)))
            if self._write is not None and text:
                self._write(text)


MAX_COUNTED_GAMES, MAX_COUNTED_DECISIONS = 1000, 20_000
"""Largest number of games, and about the largest number of decisions, that are played again to count decisions."""


def count_decisions(
    arm: Arm, tally: Tally, first: int, jobs: int, stopper: Stopper, progress: Callable[[int, int], None] | None = None
) -> None:
    """Add decisions, and the offers of cards, in the first games of a run to its tally.

    Games between quick players are played once more, by Python, up to `MAX_COUNTED_GAMES` and `MAX_COUNTED_DECISIONS`;
    those of slow players are in the tally already. Nothing is added if the `stopper` ends it early.
    """
    if not has_only_quick_players(arm.seated) or not tally.finished:
        return
    games = max(
        1, min(tally.games, MAX_COUNTED_GAMES, MAX_COUNTED_DECISIONS * tally.finished // (tally.decisions or 1))
    )
    counted, outcome = Tally(), RunOutcome()
    with open_session(outcome, [replace(arm, native=None)], max(1, min(jobs, games)), stopper, progress) as players:
        for chunk in players.play([GameSpan(0, first, games)], ChunkOutputs(decisions=True)):
            counted.merge(chunk.tally)
    if outcome.is_complete:
        tally.offers, tally.pace = counted.offers, counted.pace


MAX_OBSERVED_GAMES = 500
"""Largest number of games that are observed."""


def can_observe(seated: Mapping[str, str]) -> bool:
    """Return True if all players can be observed: they need no more than a state."""
    return has_only_quick_players(seated)


@dataclass(slots=True)
class ObservedRun(RunOutcome):
    """The observations of a run."""

    observations: CardObservations = field(default_factory=CardObservations)

    @property
    def complete_observations(self) -> CardObservations:
        """The observations if they are complete, else empty ones."""
        return self.observations if self.is_complete else CardObservations()


def observe_games(
    plan: PlaytestPlan, stopper: Stopper, progress: Callable[[int, int], None] | None = None
) -> ObservedRun:
    """Observe the first games of a plan, which are played once more by Python.

    Nothing is observed if the players don't allow it. The `stopper` ends it early. `progress`: see `run`.
    """
    observed = ObservedRun()
    if not can_observe(plan.seated):
        return observed
    games = min(plan.games, MAX_OBSERVED_GAMES)
    arm = Arm(plan.game, plan.seed, plan.seated)
    jobs = max(1, min(plan.jobs, games))
    with open_session(observed, [arm], jobs, stopper, progress) as players:
        for chunk in players.play([GameSpan(0, plan.first, games)], ChunkOutputs(observations=True)):
            observed.observations.merge(chunk.observations)
    return observed
