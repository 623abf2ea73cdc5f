"""The ladder: games of the same rules between ever better players, as many as fit into a time.

Each rung is a kind of player on all seats that the rules leave open. Which rung gets the next games depends on the
numbers of games and on the clock, never on results, so that the intervals stay valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic

from interpreter.lab.stats.payoffs import SingleGameSpec, raise_if_stopped
from interpreter.players.lineup import RANDOM, STATE_ONLY, TABLE
from interpreter.playtest.run.arms import Arm, GameSpan, choose_backend
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.run_session import RunOutcome, open_session
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.result_store import Store

LADDER = (RANDOM, TABLE, "search:20", "search:200", "search:1000", "search:5000", "search:20000")
"""Players of the rungs, from the weakest to the strongest."""
DEFAULT_SECONDS = 60.0
"""Time to play, in seconds."""
QUICK_GAMES = 10_000
"""Games between players that decide at once: their shares are known to 1 point."""
QUICK_SPAN = 1000
"""Games between such players that are planned at once."""
FIRST_GAMES, ENOUGH_GAMES = 100, 400
"""Games of a rung before the next one is tried, and after which no more are played: 10 points either way, and 5."""
TRIAL_GAMES = 8
"""Games from which the time of a game is estimated."""
LEAST_GAMES = 40
"""Games from which a rung is reported."""
TRIAL_SHARE = 0.25
"""Largest part of the remaining time that a trial of the next rung may take."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A kind of player, and the player on each seat."""

    player: str
    seated: dict[str, str]

    @property
    def is_quick(self) -> bool:
        """True if all players decide at once."""
        return set(self.seated.values()) <= set(STATE_ONLY)

    @property
    def most_games(self) -> int:
        """Number of games after which no more are played."""
        return QUICK_GAMES if self.is_quick else ENOUGH_GAMES


@dataclass(frozen=True, slots=True)
class LadderSpec(SingleGameSpec):
    """A question about balance by strength.

    Attributes:
        rungs: The kinds of players, from the weakest to the strongest.
        seconds: Time to play; None to play `games` on each rung.
        games: Number of games on each rung, without a time.
    """

    rungs: Sequence[Rung]
    seconds: float | None = DEFAULT_SECONDS
    games: int | None = None


@dataclass(slots=True)
class RungResult:
    """Games of one rung, from the first one without a gap.

    Attributes:
        rung: The kind of player.
        tally: Figures of the games.
        seconds: Processor time of the games that were played.
    """

    rung: Rung
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0
    _waiting: dict[int, Chunk] = field(default_factory=dict)
    _latest_seconds: float = 0.0

    @property
    def seconds_per_game(self) -> float:
        """Mean processor time of a game, for quick players that of the latest ones; 0 before the first."""
        if self.rung.is_quick:
            return self._latest_seconds
        return self.seconds / self.tally.games if self.tally.games else 0.0

    def add(self, chunk: Chunk) -> None:
        """Add the games of a chunk as soon as all games before it are there."""
        self._waiting[chunk.first] = chunk
        while (following := self._waiting.pop(self.tally.games, None)) is not None:
            self.tally.merge(following.tally)
            self.seconds += following.seconds
            self._latest_seconds = following.seconds / following.count


@dataclass(slots=True)
class LadderResult(RunOutcome):
    """Results of a ladder.

    Attributes:
        question: The question.
        results: Results of each rung in `question.rungs`; some may have no games.
        next_rung_seconds: Estimated time for the first rung that was left out, in seconds; None if there is none.
    """

    question: LadderSpec
    results: list[RungResult] = field(default_factory=list)
    next_rung_seconds: float | None = None

    @property
    def reported(self) -> list[RungResult]:
        """The rungs with enough games for a report."""
        return [each for each in self.results if self._has_enough(each)]

    @property
    def next_arm(self) -> int | None:
        """The number of the first rung that was left out for want of time."""
        return next((arm for arm, each in enumerate(self.results) if not self._has_enough(each)), None)

    def _has_enough(self, result: RungResult) -> bool:
        """Return True if a rung has enough games for a report: any, if their number was fixed."""
        return result.tally.games >= (1 if self.question.seconds is None else LEAST_GAMES)


def run_ladder(
    question: LadderSpec,
    progress: Callable[[int, int], None] | None = None,
    on_hangup: Callable[[], None] | None = None,
    remote: RemotePool | None = None,
    store: Store | None = None,
) -> LadderResult:
    """Play the rungs until the time is up or all of them have enough games.

    SIGINT, SIGTERM and SIGHUP end the run early; the result then holds the games finished by then.

    Args:
        question: The question.
        progress: Called with the number of games played since the last call, and the number of all decisions so far.
        on_hangup: Called as soon as the terminal is gone.
        remote: Remote executor that plays the games in place of local processes.
        store: Cache of games with the rungs as its arms.

    Raises:
        PlayError: Machine code is requested by name and not available, or a game can't be played to its end.
        SaveError: The store can't be used.
    """
    found = LadderResult(question, [RungResult(rung) for rung in question.rungs])
    chosen = [
        choose_backend(
            question.game, question.backend if rung.is_quick else "auto", rung.seated, rung.most_games, question.seed
        )
        for rung in question.rungs
    ]
    arms = [
        Arm(question.game, question.seed, rung.seated, each.native)
        for rung, each in zip(question.rungs, chosen, strict=True)
    ]
    found.note_backends([each for rung, each in zip(question.rungs, chosen, strict=True) if rung.is_quick])
    how = progress, remote, store
    with Stopper(on_hangup) as stopper, open_session(found, arms, question.jobs, stopper, *how) as players:
        planner = Planner(found, monotonic)
        for chunk in players.play(planner.spans(), ChunkOutputs()):
            raise_if_stopped(question.game, chunk.tally)
            found.results[chunk.arm].add(chunk)
            if planner.is_time_up():
                break
        found.next_rung_seconds = planner.seconds_for_next_rung()
    return found


class Planner:
    """Plan of a ladder: which rung gets the next games.

    Rungs are climbed one after the other, each with `FIRST_GAMES` games, as long as a trial shows that the next one
    gets enough of them for a report. The rest of the time goes to those with the fewest games, the strongest first.
    """

    def __init__(self, found: LadderResult, clock: Callable[[], float]) -> None:
        """Start the clock. `clock` returns seconds."""
        self._found = found
        self._clock = clock
        self._began = clock()
        self._assigned = [0] * len(found.results)

    def is_time_up(self) -> bool:
        """Return True once the time is over."""
        return self._left() <= 0

    def spans(self) -> Iterator[GameSpan]:
        """Yield the games to play, each span when a process is free."""
        question = self._found.question
        if question.games is not None:
            for arm in range(len(question.rungs)):
                yield GameSpan(arm, 0, question.games)
            return
        while (rung := self._next_rung()) is not None:
            count = self._next_count(rung)
            yield GameSpan(rung, self._assigned[rung], count)
            self._assigned[rung] += count

    def seconds_for_next_rung(self) -> float | None:
        """Estimate the time in which the first rung that was left out would get its first games, in seconds."""
        arm = self._found.next_arm
        return None if arm is None else FIRST_GAMES * self._seconds_per_game(arm) / self._found.question.jobs

    def _left(self) -> float:
        """Return the remaining time in seconds; infinite without a limit."""
        seconds = self._found.question.seconds
        return float("inf") if seconds is None else seconds - (self._clock() - self._began)

    def _next_rung(self) -> int | None:
        """Return the rung to play next, by number; None if nothing more fits into the time."""
        rungs = self._found.question.rungs
        for arm, rung in enumerate(rungs):
            assigned = self._assigned[arm]
            if assigned >= min(FIRST_GAMES, rung.most_games):
                continue
            if self._can_climb(arm):
                return arm
            break
        open_rungs = [arm for arm in range(len(rungs)) if LEAST_GAMES <= self._assigned[arm] < rungs[arm].most_games]
        affordable = [arm for arm in open_rungs if self._fits(arm, self._next_count(arm))]
        return min(affordable, key=lambda arm: (self._assigned[arm] / rungs[arm].most_games, -arm), default=None)

    def _can_climb(self, arm: int) -> bool:
        """Return True if a rung with less than `FIRST_GAMES` games may go on.

        A trial shows how long its games take, unless even that would take too long.
        """
        assigned = self._assigned[arm]
        if not assigned:
            return self._fits(arm, TRIAL_GAMES, self._left() * TRIAL_SHARE)
        return self._fits(arm, max(self._next_count(arm), LEAST_GAMES - assigned))

    def _next_count(self, arm: int) -> int:
        """Return the number of games for the next span of a rung."""
        rung, assigned = self._found.question.rungs[arm], self._assigned[arm]
        if rung.is_quick:
            return min(QUICK_SPAN if assigned else FIRST_GAMES, rung.most_games - assigned)
        return min(TRIAL_GAMES, rung.most_games - assigned)

    def _fits(self, arm: int, games: int, seconds: float | None = None) -> bool:
        """Return True if more games of a rung fit into a time, by default the remaining one."""
        jobs = self._found.question.jobs
        under_way = sum(
            (assigned - result.tally.games) * self._seconds_per_game(number)
            for number, (assigned, result) in enumerate(zip(self._assigned, self._found.results, strict=True))
        )
        return (under_way + games * self._seconds_per_game(arm)) / jobs <= (
            self._left() if seconds is None else seconds
        )

    def _seconds_per_game(self, arm: int) -> float:
        """Estimate the time of a game of a rung: measured, or by the playouts from the rung below."""
        result = self._found.results[arm]
        if result.tally.games or not arm:
            return result.seconds_per_game
        below = self._found.results[arm - 1]
        playouts = playouts_of(result.rung.player), playouts_of(below.rung.player)
        ratio = playouts[0] / playouts[1] if all(playouts) else 1.0
        return self._seconds_per_game(arm - 1) * ratio


def playouts_of(player: str) -> int:
    """Return the number of playouts in a player's name, or 0."""
    _, _, argument = player.partition(":")
    return int(argument) if argument.isdecimal() else 0
