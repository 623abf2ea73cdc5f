"""Comparison of two versions under several kinds of players, as many games as fit into a time.

The intervals are those of a sequential comparison, which hold whenever play stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from interpreter.lab.balance.planner import LEAST_GAMES, Planner, Rung
from interpreter.lab.balance.timed_run import RunMeans, TimedOutcome, play_in_time
from interpreter.lab.compare.comparison import ComparisonResult, is_over
from interpreter.lab.compare.pairing import BlockAssembler
from interpreter.lab.compare.question import ComparisonSpec
from interpreter.playtest.run.arms import Arm, GameSpan, choose_backend
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.store.result_store import Store

ARMS = 2


@dataclass(slots=True)
class ComparedRung:
    """Games of both versions between players of one kind.

    Attributes:
        rung: The kind of player.
        answer: The comparison so far.
        is_needed: True if the rung is played even if only a few games fit into the time.
        is_over: True if no more games are needed.
        seconds: Processor time of the games that were played.
    """

    rung: Rung
    answer: ComparisonResult
    is_needed: bool = False
    is_over: bool = False
    seconds: float = 0.0
    blocks: BlockAssembler = field(default_factory=BlockAssembler)
    _latest: list[float] = field(default_factory=lambda: [0.0] * ARMS)

    @classmethod
    def of(cls, rung: Rung, question: ComparisonSpec, is_needed: bool) -> ComparedRung:
        """Return a rung without games."""
        made = cls(rung, ComparisonResult(question), is_needed)
        made.answer.evidence = made.blocks.evidence
        return made

    @property
    def games(self) -> int:
        """Number of games with each version, up to the last look."""
        return self.answer.games

    @property
    def least_games(self) -> int:
        """Number of games that the rung must get to be worth while."""
        return 1 if self.is_needed else LEAST_GAMES

    @property
    def most_games(self) -> int:
        """Number of games after which no more are played."""
        return self.games if self.is_over else self.answer.question.games

    @property
    def seconds_per_game(self) -> float:
        """Time of a game with both versions, for quick players that of the latest ones; 0 before the first look."""
        if self.rung.is_quick:
            return sum(self._latest)
        return self.seconds / self.games if self.games else 0.0

    def add(self, chunk: Chunk) -> None:
        """Add a chunk, and take all looks that are possible by now. Raises PlayError as `run_comparison` does."""
        self.blocks.add(chunk)
        self.seconds += chunk.seconds
        self._latest[chunk.arm] = chunk.seconds / chunk.count
        self.answer.backend_use.add(chunk, self.rung.is_quick)
        self.is_over = is_over(self.answer, self.blocks) or self.is_over


@dataclass(slots=True)
class TimedComparison(TimedOutcome[ComparedRung]):
    """Results of a comparison within a time; a game of a rung is one with both versions."""

    def has_enough(self, rung: ComparedRung) -> bool:
        """Return True if a rung has enough games for a report; two equal versions need none."""
        return rung.answer.question.is_identical or rung.games >= rung.least_games


def run_timed_comparison(
    questions: Sequence[tuple[Rung, ComparisonSpec]],
    seconds: float,
    progress: Callable[[int, int], None] | None = None,
    on_hangup: Callable[[], None] | None = None,
    remote: RemotePool | None = None,
    store: Store | None = None,
) -> TimedComparison:
    """Compare under each kind of players until all have an answer, or the time is up.

    All questions are about the same versions. SIGINT, SIGTERM and SIGHUP end the run early; the answers then hold the
    games that are finished on both arms by then, as they do when the time is up.

    Args:
        questions: The kinds of players, from the weakest to the strongest, each with its comparison.
        seconds: Time to play.
        progress: As in `run_comparison`.
        on_hangup: Called as soon as the terminal is gone.
        remote: Remote executor that plays the games in place of local processes.
        store: Cache of games, with both versions under each kind of players as its arms.

    Raises:
        PlayError: Machine code is requested by name and not available, or a game can't be played to its end.
        RulebookError: The two games have different seats.
        SaveError: The store can't be used.
    """
    first = questions[0][1]
    first.check()
    found = TimedComparison(seconds, [ComparedRung.of(*each, not number) for number, each in enumerate(questions)])
    if all(question.is_identical for _, question in questions):
        return found
    arms: list[Arm] = []
    for each in found.rungs:
        question, backend = each.answer.question, first.backend if each.rung.is_quick else "auto"
        sides = list(zip(question.versions, question.seeds, strict=True))
        chosen = [choose_backend(side.game, backend, side.seated, question.games, seed) for side, seed in sides]
        arms += [Arm(side.game, seed, side.seated, one.native) for (side, seed), one in zip(sides, chosen, strict=True)]
        each.answer.note_backends(chosen)
    planner = Planner(found.rungs, seconds, first.jobs, monotonic)

    spans, outputs = _spans(planner, found.rungs), ChunkOutputs(endings=True)
    means = RunMeans(progress, on_hangup, remote, store)

    def take(chunk: Chunk) -> None:
        number, arm = divmod(chunk.arm, ARMS)
        found.rungs[number].add(replace(chunk, arm=arm))

    play_in_time(found, arms, planner, first.jobs, spans, outputs, take, means)
    _finish(found)
    found.game_seconds = [planner.seconds_per_game(arm) for arm in range(len(found.rungs))]
    return found


def _spans(planner: Planner, rungs: Sequence[ComparedRung]) -> Iterator[GameSpan]:
    for planned in planner.spans():
        for span in rungs[planned.arm].blocks.begin_block(planned.count):
            yield replace(span, arm=ARMS * planned.arm + span.arm)


def _finish(found: TimedComparison) -> None:
    """Take what is finished on both arms, and share out the time of play."""
    whole = sum(each.seconds for each in found.rungs)
    for each in found.rungs:
        each.blocks.take_rest()
        each.answer.note_verdict()
        each.answer.seconds = found.seconds * each.seconds / whole if whole else 0.0
