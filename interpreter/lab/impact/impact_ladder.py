"""Ablation study between ever better players, as many games as fit into a time.

Each rung plays the same games with each thing left out, all equally many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from interpreter.lab.balance.planner import LEAST_GAMES, Planner, Rung, RungTime
from interpreter.lab.balance.timed_run import RunMeans, TimedOutcome, play_in_time
from interpreter.lab.impact.impact import NOTHING, ImpactResult, ImpactSpec, PairedGames
from interpreter.lab.impact.item_values import ImpactRow
from interpreter.lab.stats.payoffs import raise_if_stopped
from interpreter.playtest.run.arms import Arm, GameSpan, choose_backend
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs


@dataclass(slots=True)
class ImpactRung:
    """Games with and without each thing between players of one kind.

    Attributes:
        rung: The kind of player.
        findings: The study, which has its games once play is over.
        time: Processor time of all games, with whatever was left out.
    """

    rung: Rung
    findings: ImpactResult
    time: RungTime = field(default_factory=RungTime)
    _came: dict[int, list[Chunk]] = field(default_factory=dict)
    _counts: Counter[int] = field(default_factory=Counter)
    _stopped: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rung: Rung, asked: ImpactSpec) -> ImpactRung:
        """Return a rung without games."""
        return cls(rung, ImpactResult(asked, [ImpactRow(thing) for thing in asked.things]))

    @property
    def numbers(self) -> list[int]:
        """Numbers of the things whose games all came to an end so far, after that of nothing."""
        return [NOTHING, *(row.thing.number for row in self.findings.rows if row.thing.number not in self._stopped)]

    @property
    def games(self) -> int:
        """Number of games that were played with nothing and with each thing left out."""
        return min(self._counts[number] for number in self.numbers)

    @property
    def least_games(self) -> int:
        """Number of games from which the rung is reported."""
        return LEAST_GAMES

    @property
    def most_games(self) -> int:
        """Number of games after which no more are played."""
        return min(self.rung.enough_games, self.findings.inquiry.games)

    @property
    def seconds_per_game(self) -> float:
        """Time of a game with nothing and with each thing left out, for quick players that of the latest ones."""
        return self.time.per_game(self.rung) * len(self.numbers)

    def add(self, chunk: Chunk) -> None:
        """Add a chunk. Raises PlayError if a game with nothing left out can't be played to its end."""
        if chunk.omitted_item == NOTHING:
            raise_if_stopped(self.findings.inquiry.game, chunk.tally)
        for _, _, first in chunk.tally.stop_reasons()[:1]:
            self._stopped[chunk.omitted_item] = min(first, self._stopped.get(chunk.omitted_item, first))
        self._came.setdefault(chunk.omitted_item, []).append(chunk)
        self._counts[chunk.omitted_item] += chunk.count
        self.time.add(chunk.seconds, chunk.count)
        self.findings.backend_use.add(chunk, self.rung.is_quick)

    def take_games(self) -> None:
        """Pair the games that were played, once no more are."""
        PairedGames(self.findings).take(self._came, self._stopped)
        self._came.clear()


ImpactLadder = TimedOutcome[ImpactRung]
"""Results of an ablation study between ever better players."""


def run_impact_ladder(inquiry: ImpactSpec, rungs: Sequence[Rung], seconds: float, means: RunMeans) -> ImpactLadder:
    """Play each rung's study until all have enough games, or the time is up.

    SIGINT, SIGTERM and SIGHUP end the run early; the results then hold the games finished by then.

    Args:
        inquiry: Settings of the study; those of a rung have its players.
        rungs: The kinds of players, from the weakest to the strongest.
        seconds: Time to play.
        means: Means of the run; the store has the rungs as its arms.

    Raises:
        PlayError: Machine code is requested by name and not available, or a game with nothing left out can't be played
            to its end.
        SaveError: The store can't be used.
    """
    found = ImpactLadder(seconds)
    arms: list[Arm] = []
    for rung in rungs:
        asked = replace(inquiry, seated=rung.seated)
        backend = asked.backend if rung.is_quick else "auto"
        chosen = choose_backend(asked.game, backend, asked.seated, rung.enough_games, asked.seed)
        arms.append(Arm(asked.game, asked.seed, asked.seated, chosen.native))
        found.rungs.append(ImpactRung.of(rung, asked))
        found.rungs[-1].findings.note_backends([chosen])
    planner = Planner(found.rungs, seconds, inquiry.jobs, monotonic)

    def spans() -> Iterator[GameSpan]:
        for span, number in planner.parts(lambda arm: found.rungs[arm].numbers):
            yield replace(span, omitted_item=number)

    def take(chunk: Chunk) -> None:
        found.rungs[chunk.arm].add(chunk)

    play_in_time(found, arms, planner, inquiry.jobs, spans(), ChunkOutputs(endings=True), take, means)
    for each in found.rungs:
        each.take_games()
    found.game_seconds = [planner.seconds_per_game(arm) for arm in range(len(found.rungs))]
    whole = sum(each.time.seconds for each in found.rungs)
    for each in found.rungs:
        each.findings.seconds = found.seconds * each.time.seconds / whole if whole else 0.0
    return found
