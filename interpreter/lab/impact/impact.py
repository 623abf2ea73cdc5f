"""Ablation study: the same games with each thing left out in turn, until the effect of each is known well enough."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from interpreter.lab.compare.question import POINTS
from interpreter.lab.impact.item_values import EffectEstimates, ImpactRow, Worth
from interpreter.lab.stats.estimators import FixedSampleDifferences
from interpreter.lab.stats.intervals import ALPHA, SMALL_SAMPLE, Interval, Moments, sidak
from interpreter.lab.stats.payoffs import (
    EndingNumbers,
    SingleGameSpec,
    contenders_of,
    endings_in_order,
    raise_if_stopped,
)
from interpreter.lab.stats.symmetry import has_alike_seats, win_alike
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import Arm, GameSpan, choose_backend, growing_spans
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.observers import CardObservations
from interpreter.playtest.run.run_session import RunOutcome, RunSession, open_session
from interpreter.playtest.run.runner import MAX_OBSERVED_GAMES, can_observe
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.result_store import Store
from interpreter.rulebook.omissions import Omission

MOST_GAMES = 100_000
"""Default maximum number of games without each thing."""
FIRST_ROUND = 1000
"""Number of games after which the number of games still needed is estimated."""
NOTHING = 0
"""The number that stands for "nothing left out"."""


@dataclass(frozen=True, slots=True)
class ImpactSpec(SingleGameSpec):
    """Settings of an ablation study.

    Games are played until all intervals are narrow enough (`EffectEstimates.games_needed`), or up to the maximum.

    Attributes:
        things: The things to leave out, one at a time. The game is loaded so that they can be.
        seated: Name of the player of each seat.
        margin_points: Smallest effect that matters, in percentage points.
        games: Maximum number of games without each thing.
        worth: For whom the points of a card count that belongs to no side.
    """

    things: tuple[Omission, ...]
    seated: dict[str, str]
    margin_points: float = 1.0
    games: int = MOST_GAMES
    worth: Worth = "holder"


def default_margin(game: Game) -> float:
    """Return the default margin, in percentage points.

    Between two, one side wins what the other loses, so that 1.5 points take few games. Games of more seats are longer,
    and few of them go alike with and without a thing.
    """
    return 1.5 if len(contenders_of(game)) == 2 else 3.0


@dataclass(slots=True)
class ImpactResult(RunOutcome):
    """Results of an ablation study.

    Attributes:
        inquiry: Settings of the study.
        rows: Results for each thing.
        baseline: Statistics of the games with nothing left out.
        card_observations: Observations of cards in the first of these games.
        ending_numbers: Distinct endings of all games.
    """

    inquiry: ImpactSpec
    rows: list[ImpactRow]
    baseline: Tally = field(default_factory=Tally)
    card_observations: CardObservations = field(default_factory=CardObservations)
    ending_numbers: EndingNumbers = field(default_factory=EndingNumbers)

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return self.card_observations.games + self.baseline.games + sum(row.games for row in self.rows)

    @property
    def effects(self) -> EffectEstimates:
        """The effects of the things, as far as they are known."""
        return self.effects_within(self.inquiry.margin_points)

    def mean_change(self, row: ImpactRow, figure: str) -> Interval | None:
        """Return how much larger a number is on average with a thing than without it.

        The intervals of all rows hold simultaneously; they treat the games with and without as independent. It is None
        if few games have the number, or if it is always 0.
        """
        counts = row.tally.counts[figure], self.baseline.counts[figure]
        if row.stopped is not None or not any(map(any, counts)):
            return None
        if min(sum(each.values()) for each in counts) < SMALL_SAMPLE:
            return None
        without, with_it = (Moments.from_counts(each) for each in counts)
        return FixedSampleDifferences(sidak(ALPHA, len(self.rows))).mean(without, with_it)

    def effects_within(self, points: float) -> EffectEstimates:
        """Return the effects of the things for another margin, in percentage points."""
        winners = {kind: self.inquiry.winners(kind) for kind in self.ending_numbers if kind is not None}
        asked, baseline = self.inquiry, self.baseline
        alike = has_alike_seats(asked.game, asked.seated)
        alike = alike and win_alike((baseline.counts["seat_wins"][seat] for seat in asked.game.seats), baseline.games)
        terms = points / POINTS, asked.worth, alike, asked.game.program.has_single_winner
        return EffectEstimates(self.rows, asked.contenders, winners, *terms)


def run_impact_study(
    inquiry: ImpactSpec,
    progress: Callable[[int, int], None] | None = None,
    on_hangup: Callable[[], None] | None = None,
    on_plan: Callable[[int, int], None] | None = None,
    remote: RemotePool | None = None,
    store: Store | None = None,
) -> ImpactResult:
    """Play until all effects are known well enough.

    The number of games depends neither on the number of processes nor on the backend. SIGINT, SIGTERM and SIGHUP end
    the run early; the findings then hold the results so far.

    Args:
        inquiry: Settings of the study.
        progress: Called with the number of games played since the last call, and the number of all decisions so far,
            which stays 0 if all players decide at once.
        on_hangup: Called as soon as the terminal is gone.
        on_plan: Called with the total number of games up to the end of a round, and how many of these are already in
            the store.
        remote: Remote executor that plays the games in place of local processes, except for observed games.
        store: Cache of games with a single arm. Games in it are not played again; new ones are added.

    Raises:
        PlayError: Machine code is requested by name and not available, or a game with nothing left out can't be played
            to its end.
        SaveError: The store can't be used.
    """
    findings = ImpactResult(inquiry, [ImpactRow(thing) for thing in inquiry.things])
    games = inquiry.games * (1 + len(inquiry.things))
    chosen = choose_backend(inquiry.game, inquiry.backend, inquiry.seated, games, inquiry.seed)
    findings.note_backends([chosen])
    arm = Arm(inquiry.game, inquiry.seed, inquiry.seated, chosen.native)
    told = _PlanReporter(on_plan or (lambda games, held: None))
    how = progress, remote, store
    with Stopper(on_hangup) as stopper, open_session(findings, [arm], inquiry.jobs, stopper, *how) as players:
        _Rounds(findings, players, told).play()
    return findings


@dataclass(slots=True)
class _PlanReporter:
    """Reports the planned number of games; see `run_impact_study`."""

    planned: Callable[[int, int], None]
    games: int = 0
    held: int = 0

    def plan(self, games: int) -> None:
        """Set the total number of games and report it."""
        self.games = games
        self.planned(games, self.held)

    def chunks(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """Yield the chunks unchanged, and report those that came from the store."""
        for chunk in chunks:
            if chunk.is_stored:
                self.held += chunk.count
                self.planned(self.games, self.held)
            yield chunk


class PairedGames:
    """Games with nothing left out, with which those without each thing are paired."""

    def __init__(self, findings: ImpactResult) -> None:
        self._findings = findings
        self._whole = array("L")
        """Endings of the games with nothing left out, as numbers in `ending_numbers`."""

    @property
    def count(self) -> int:
        """Number of games with nothing left out."""
        return len(self._whole)

    def take(self, came: dict[int, list[Chunk]], stopped: dict[int, int]) -> None:
        """Take further games, as far as they are finished with and without a thing, without a gap.

        `came`: chunks by the number of the thing left out. `stopped`: the first games that did not finish.
        """
        findings = self._findings
        whole = _without_gap(came.get(NOTHING, ()), len(self._whole))
        for chunk in whole:
            findings.baseline.merge(chunk.tally)
        self._whole += endings_in_order(whole, findings.ending_numbers)
        for row in findings.rows:
            number = row.thing.number
            if number in stopped:
                row.stopped, row.games = stopped[number], stopped[number] + 1
                continue
            chunks = _without_gap(came.get(number, ()), row.games)
            for chunk in chunks:
                row.tally.merge(chunk.tally)
            ended = endings_in_order(chunks, findings.ending_numbers)[: len(self._whole) - row.games]
            self._pair(row, ended)
            row.games += len(ended)

    def _pair(self, row: ImpactRow, ended: array[int]) -> None:
        """Pair the next games without a thing with the same games with it."""
        kinds = list(self._findings.ending_numbers)
        games = list(zip(self._whole[row.games : row.games + len(ended)], ended, strict=True))
        winners = self._findings.inquiry.winners
        others = set[tuple[int, int]]()
        for (whole, lacking), times in Counter(games).items():
            with_it, without = kinds[whole], kinds[lacking]
            assert with_it is not None and without is not None
            row.pairs[without, with_it] += times
            if winners(with_it) != winners(without):
                others.add((whole, lacking))
        if row.first_changed_game is None and others:
            row.first_changed_game = row.games + next(at for at, pair in enumerate(games) if pair in others)


class _Rounds:
    """Rounds of games: each plays the games that the intervals still need, with and without the things."""

    def __init__(self, findings: ImpactResult, players: RunSession, told: _PlanReporter) -> None:
        self._findings = findings
        self._players = players
        self._told = told
        self._games = PairedGames(findings)

    def play(self) -> None:
        """Play all rounds."""
        findings = self._findings
        most = findings.inquiry.games
        self._watch()
        wanted = dict.fromkeys((row.thing.number for row in findings.rows), min(FIRST_ROUND, most))
        while wanted:
            if not self._round(wanted):
                return
            wanted = {
                row.thing.number: games for row, games in findings.effects.games_wanted(most) if games > row.games
            }

    def _watch(self) -> None:
        """Observe the cards in some games, if all seats have players that can be observed."""
        inquiry = self._findings.inquiry
        if can_observe(inquiry.seated) and any(each.kind == "event" for each in inquiry.things):
            spans = [GameSpan(0, 0, min(MAX_OBSERVED_GAMES, inquiry.games))]
            self._told.plan(spans[0].count)
            for chunk in self._told.chunks(self._players.play_here(spans, ChunkOutputs(observations=True))):
                self._findings.card_observations.merge(chunk.observations)

    def _round(self, wanted: dict[int, int]) -> bool:
        """Play up to the wanted number of games without each thing.

        Args:
            wanted: Number of games by the number of the thing.

        Returns:
            True if all of these games were played.
        """
        findings, games = self._findings, max(wanted.values())
        rows = {row.thing.number: row for row in findings.rows if row.thing.number in wanted}
        stopped: dict[int, int] = {}
        more = sum(wanted[number] - row.games for number, row in rows.items()) + max(0, games - self._games.count)
        self._told.plan(findings.games + more)

        def spans() -> Iterator[GameSpan]:
            whole = GameSpan(0, self._games.count, max(0, games - self._games.count))
            without = [GameSpan(0, row.games, wanted[number] - row.games, number) for number, row in rows.items()]
            for turn in zip_longest(*map(growing_spans, (whole, *without))):
                yield from (span for span in turn if span is not None and span.omitted_item not in stopped)

        came = self._play_spans(spans(), stopped)
        self._games.take(came, stopped)
        return self._games.count >= games and all(
            row.games >= wanted[number] for number, row in rows.items() if number not in stopped
        )

    def _play_spans(self, spans: Iterator[GameSpan], stopped: dict[int, int]) -> dict[int, list[Chunk]]:
        """Return the chunks by the number of the thing left out.

        The first game that an error in the rules stopped is recorded in `stopped`, by the same number. Raises PlayError
        if that is a game with nothing left out.
        """
        came: dict[int, list[Chunk]] = {}
        for chunk in self._told.chunks(self._players.play(spans, ChunkOutputs(endings=True))):
            came.setdefault(chunk.omitted_item, []).append(chunk)
            for _, _, first in chunk.tally.stop_reasons()[:1]:
                if chunk.omitted_item == NOTHING:
                    raise_if_stopped(self._findings.inquiry.game, chunk.tally)
                stopped[chunk.omitted_item] = min(first, stopped.get(chunk.omitted_item, first))
        return came


def _without_gap(chunks: Iterable[Chunk], first: int) -> list[Chunk]:
    """Return the chunks from a game on, up to the first game that is missing."""
    found = []
    for chunk in sorted(chunks, key=lambda chunk: chunk.first):
        if chunk.first != first:
            break
        found.append(chunk)
        first += chunk.count
    return found
