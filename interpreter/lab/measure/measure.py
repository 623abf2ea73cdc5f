"""Measurement of a game's characteristics: length, balance, drama, chance and skill.

It plays many games, observes some, plays out from their positions, replays some, and pits strong players against weak
ones.

Numbers of games for each part of a measurement.

The longer the games, the fewer are played, so that a part takes about as long for any game. The plan depends on the
rules and the settings alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, inf

from interpreter.lab.measure.game_observations import Again, GameObservation, Look
from interpreter.lab.measure.position_values import MOST_OPTIONS, PLAYOUTS_PER_SEED, SEEDS_PER_OPTION, VALUE_PLAYOUTS
from interpreter.lab.measure.skill_and_chance import Matchup, matchups_of, skill_result
from interpreter.lab.stats.payoffs import PayoffRule, PayoffVector, SingleGameSpec, raise_if_stopped
from interpreter.matches.match import Game
from interpreter.players.lineup import STATE_ONLY, has_only_quick_players, random_seats
from interpreter.playtest.run.arms import MIN_NATIVE_GAMES, Arm, GameSpan, choose_backend
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs, Ending
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.observers import Probe
from interpreter.playtest.run.run_session import ProgressCallback, RunOutcome, RunSession, open_session
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.run_identity import terms_of
from interpreter.playtest.store.store_place import StorePlace, open_store
from interpreter.support.errors import CahierError, Location, PlayError, Problem

DEFAULT_GAMES, DEFAULT_SLOW_GAMES = 20_000, 100
"""Default numbers of games for players who decide at once, and for slow players."""
PILOT = 5
"""Number of random games from which the length of a game is estimated."""
USUAL_MOMENTS = 10
"""Number of observations in a game of average length, if it has as many decisions."""
OBSERVED_BUDGET, REPLAY_BUDGET = 250_000, 250_000
"""Budgets of decisions for observed games, and for each kind of replay."""
VALUE_BUDGET, TRIAL_BUDGET = 12_000_000, 6_000_000
"""Budgets of decisions in playouts that value positions, and in playouts that try options, which start more slowly."""
SKILL_BUDGET, DECISION_COST = 200_000_000, 1500
"""Budget of decisions in the playouts of each pair of players, and how many of these a decision of a game costs."""
MIN_SKILL_GAMES, MAX_SKILL_GAMES = 36, 2000
"""Number of games of a pair of players that may tell enough if one of them wins all, and the most that are played."""
LOOK_FACTOR = 1.25
"""Factor by which the games of a pair of players grow before their results are looked at again."""
MIN_VALUED, MAX_VALUED, MAX_TRIED = 40, 1_000, 500
"""Minimum and maximum number of games whose positions are valued, and maximum number with a tried decision."""
MIN_REPLAYED = 100


@dataclass(frozen=True, slots=True)
class MeasurementPlan:
    """Numbers of games of each part.

    Attributes:
        games: Number of all games with the given players.
        observed: Number of observed games.
        valued: Number of games whose positions are valued.
        tried: Number of games in which the options of a decision are tried.
        replayed: Number of games that are replayed.
        rounds: Maximum number of rounds for each pair of players, 0 if too few fit into the budget. In a round the
            stronger player takes each seat once.
        step: Number of decisions between two observations, which does not depend on the number of games.
        decisions: Approximate number of decisions of a game.
    """

    games: int
    observed: int
    valued: int
    tried: int
    replayed: int
    rounds: tuple[int, ...]
    step: int
    decisions: float


def make_plan(game: Game, seated: Mapping[str, str], games: int | None, rungs: tuple[Matchup, ...]) -> MeasurementPlan:
    """Return the plan for a number of games; None for the default.

    All other numbers grow in proportion. Between random players no positions are valued, no options are tried and no
    games are replayed: what they choose is chance, and so is who leads.
    """
    quick = has_only_quick_players(seated)
    usual = DEFAULT_GAMES if quick else DEFAULT_SLOW_GAMES
    games = games or usual
    scale = games / usual
    decisions, options = _pilot(game, seated)
    on = decisions / 2

    def within(budget: float, each: float, least: int, most: float = inf) -> int:
        return min(games, max(least, int(min(games, scale * min(budget / each, most)))))

    rounds = tuple(_max_rounds(rung, decisions, scale) for rung in rungs)
    step = max(1, round(decisions / USUAL_MOMENTS))
    if not quick:
        return MeasurementPlan(games, games, games, games, games, rounds, step, decisions)
    observed = within(OBSERVED_BUDGET, decisions, MIN_VALUED)
    if random_seats(game, seated):
        return MeasurementPlan(games, observed, 0, 0, 0, rounds, step, decisions)
    tried = min(options, MOST_OPTIONS) * SEEDS_PER_OPTION * PLAYOUTS_PER_SEED * on
    return MeasurementPlan(
        games,
        observed,
        within(VALUE_BUDGET, USUAL_MOMENTS * VALUE_PLAYOUTS * on, MIN_VALUED, MAX_VALUED),
        within(TRIAL_BUDGET, tried, MIN_VALUED, MAX_TRIED),
        within(REPLAY_BUDGET, decisions, MIN_REPLAYED),
        rounds,
        step,
        decisions,
    )


def _max_rounds(rung: Matchup, decisions: float, scale: float) -> int:
    """Return the maximum number of rounds of a pair of players; 0 if the budget has too few games to tell anything."""
    games = len(rung.seatings())
    work = rung.playouts(decisions) * max(1.0, decisions / 2) + games * decisions * DECISION_COST
    most = min(ceil(MAX_SKILL_GAMES / games), int(scale * SKILL_BUDGET / work))
    return most if most * games >= MIN_SKILL_GAMES else 0


def looks(rounds: int, games: int) -> Iterator[range]:
    """Yield the rounds to play before each look at the results of a pair of players.

    `rounds`: the most that are played. `games`: number of games in a round.
    """
    done = 0
    while done < rounds:
        following = min(rounds, max(ceil(MIN_SKILL_GAMES / games), ceil(LOOK_FACTOR * done)))
        yield range(done, following)
        done = following


def _pilot(game: Game, seated: Mapping[str, str]) -> tuple[float, float]:
    """Estimate the number of decisions of a game, and of options of a decision, each at least 1."""
    quick = {seat: name for seat, name in seated.items() if name in STATE_ONLY}
    looking = Look(1).begin(game, quick, 0, None)
    try:
        seen = [GameObservation.from_data((), looking.play(index)[1]) for index in range(PILOT)]
    except CahierError:  # the measured games will report it
        return 1.0, 1.0
    decisions = sum(each.decisions for each in seen)
    return max(1.0, decisions / PILOT), max(1.0, sum(each.options for each in seen) / max(1, decisions))


DEFAULT_PLAYOUTS = 20
"""Default number of playouts of the stronger search player; the strongest one has twice as many."""
PartCallback = Callable[[str, int, int, float], None]
MAIN, OBSERVED, VALUED, TRIED, REPLAYED = range(5)
"""Arms with the given players, by what is observed in them; the arms with stronger players follow."""


@dataclass(frozen=True, slots=True)
class MeasurementSpec(SingleGameSpec):
    """Settings of a measurement.

    Attributes:
        seated: Name of the player of each seat.
        games: Number of games; None for the default.
        playouts: Number of playouts of the stronger search player.
    """

    seated: dict[str, str]
    games: int | None = None
    playouts: int = DEFAULT_PLAYOUTS

    @property
    def is_quick(self) -> bool:
        """True if all players decide at once."""
        return has_only_quick_players(self.seated)

    @property
    def is_random(self) -> bool:
        """True if nobody chooses but by chance."""
        return bool(random_seats(self.game, self.seated))


@dataclass(slots=True)
class MeasurementResult(RunOutcome):
    """Results of a measurement.

    Attributes:
        subject: Settings of the measurement.
        plan: Numbers of games of each part.
        rungs: Pairs of a stronger and a weaker player.
        tally: Statistics of the games with the given players.
        endings: Endings of these games, by index.
        observations: Observations of games, by index.
        replays: Payoffs of the replays with the same chance and with the same picks, by index of the game.
        skill: For each pair of players, the endings by number of the seating and index of the game.
    """

    subject: MeasurementSpec
    plan: MeasurementPlan
    rungs: tuple[Matchup, ...]
    tally: Tally = field(default_factory=Tally)
    endings: dict[int, Ending] = field(default_factory=dict)
    observations: dict[int, GameObservation] = field(default_factory=dict)
    replays: dict[int, tuple[PayoffVector, PayoffVector]] = field(default_factory=dict)
    skill: list[dict[tuple[int, int], Ending]] = field(default_factory=list)


def run_measurement(
    subject: MeasurementSpec,
    progress: ProgressCallback | None = None,
    on_hangup: Callable[[], None] | None = None,
    on_part: PartCallback | None = None,
    remote: RemotePool | None = None,
    store: StorePlace | None = None,
) -> MeasurementResult:
    """Play all parts of a measurement.

    The results depend neither on the number of processes nor on the backend. SIGINT, SIGTERM and SIGHUP end the run
    early; the results then hold what is known so far.

    Args:
        subject: Settings of the measurement.
        progress: Called with the number of games played since the last call, and the number of all decisions so far,
            which stays 0 if all players decide at once.
        on_hangup: Called as soon as the terminal is gone.
        on_part: Called before each part with its purpose, its number of games, how many of these are already in the
            store, and the approximate number of decisions of a game.
        remote: Remote executor that plays the games in place of local processes.
        store: File that caches games. Games in it are not played again.

    Raises:
        PlayError: Machine code is requested by name and not available, or a game can't be played to its end.
        SaveError: The store can't be used.
    """
    game, seated = subject.game, subject.seated
    rungs = matchups_of(game, seated, subject.playouts)
    plan = make_plan(game, seated, subject.games, rungs)
    found = MeasurementResult(subject, plan, rungs, skill=[{} for _ in rungs])
    quick = {seat: name if name in STATE_ONLY else "random" for seat, name in seated.items()}
    wanted = seated if subject.backend == "native" else quick
    work = max(plan.games, MIN_NATIVE_GAMES if plan.valued > 1 else 0)
    chosen = choose_backend(game, subject.backend, wanted, work, subject.seed)
    found.note_backends([chosen])
    lookers = _lookers(found)
    arms = [Arm(game, subject.seed, seated, chosen.native if subject.is_quick else None)]
    arms += [Arm(game, subject.seed, seated) for _ in lookers]
    arms += [Arm(game, subject.seed, sitting) for rung in rungs for sitting in rung.seatings()]
    terms = [terms_of(arm.game, arm.seated, arm.seed, True, lookers.get(at)) for at, arm in enumerate(arms)]
    with (
        Stopper(on_hangup) as stopper,
        open_store(store, terms) as opened,
        open_session(found, arms, subject.jobs, stopper, progress, remote, opened) as players,
    ):
        _Parts(found, players, lookers, stopper, on_part or (lambda name, games, held, decisions: None)).play()
    return found


def _lookers(found: MeasurementResult) -> dict[int, Probe]:
    """Return the probes by arm.

    Slow players play each game only once, so that one probe observes everything.
    """
    step, native = found.plan.step, found.native
    looks = Look(step), Look(step, valued=True, native=native), Look(step, tried=True, native=native)
    if not found.subject.is_quick:
        looks = (Look(step, valued=True, tried=True, native=native), *looks[1:])
    return {**dict(zip((OBSERVED, VALUED, TRIED), looks, strict=True)), REPLAYED: Again()}


def invalid_data_error(chunk: Chunk) -> PlayError:
    """Return the error that the observations of a chunk can't come from the game."""
    message = f"the results of game {chunk.first} and those after it can't come from this game"
    return PlayError(Problem(Location("--store" if chunk.is_stored else "--dask"), "bad-results", message))


class _Parts:
    """The parts of a measurement, played one after the other."""

    def __init__(
        self,
        found: MeasurementResult,
        players: RunSession,
        lookers: Mapping[int, Probe],
        stopper: Stopper,
        part: PartCallback,
    ) -> None:
        self._found = found
        self._game = found.subject.game
        self._fates = PayoffRule(self._game)
        self._players = players
        self._lookers = lookers
        self._stopper = stopper
        self._part = part

    def play(self) -> None:
        """Play all parts."""
        plan = self._found.plan
        if self._found.subject.is_quick:
            for chunk in self._play("how games end", [GameSpan(MAIN, 0, plan.games)]):
                self._count(chunk)
            self._look("who leads", OBSERVED, plan.observed)
            self._look("positions", VALUED, plan.valued)
            self._look("options", TRIED, plan.tried)
        else:
            self._look("games", OBSERVED, plan.games)
        for chunk in self._play("chance", [GameSpan(REPLAYED, 0, plan.replayed)]):
            fates = ((tuple(one), tuple(other)) for one, other in chunk.findings)
            self._found.replays.update(enumerate(fates, chunk.first))
        first = REPLAYED + 1
        for number, rung in enumerate(self._found.rungs):
            seatings = len(rung.seatings())
            self._skill(number, first, seatings)
            first += seatings

    def _look(self, told: str, arm: int, games: int) -> None:
        seen = self._found.observations
        for chunk in self._play(told, [GameSpan(arm, 0, games)]):
            for (number, ending), found in zip(numbered_endings(chunk), chunk.findings, strict=True):
                seen[number] = GameObservation.from_data(self._fates.of_ending(ending), found).merged_with(
                    seen.get(number)
                )
            if not self._found.subject.is_quick:
                self._count(chunk)

    def _skill(self, rung: int, first: int, seatings: int) -> None:
        """Play the games of a pair of players until their shares are known, with the stronger one in each seat in turn.

        `first` is the first of their arms.
        """
        found, which = self._found.skill[rung], self._found.rungs[rung]
        for rounds in looks(self._found.plan.rounds[rung], seatings):
            spans = [GameSpan(first + seating, number, 1) for number in rounds for seating in range(seatings)]
            part = f"{which.stronger} against {which.weaker}, round {rounds.start + 1} to {rounds.stop}"
            for chunk in self._play(part, spans):
                for number, ending in numbered_endings(chunk):
                    found[chunk.arm - first, number] = ending
            result = skill_result(self._game, which, found)
            if self._stopper.is_stopped() or (result is not None and result.is_known):
                break

    def _play(self, part: str, spans: list[GameSpan]) -> Iterator[Chunk]:
        """Play a part, unless it is empty or an earlier part was interrupted."""
        spans = [span for span in spans if span.count]
        if not spans or self._stopper.is_stopped():
            return
        looker = self._lookers.get(spans[0].arm)
        games, held, decisions = sum(span.count for span in spans), 0, self._found.plan.decisions
        self._part(part, games, held, decisions)

        def checked() -> Iterator[Chunk]:
            nonlocal held
            for chunk in self._players.play(spans, ChunkOutputs(endings=True, probe=looker)):
                if chunk.is_stored:
                    held += chunk.count
                    self._part(part, games, held, decisions)
                raise_if_stopped(self._game, chunk.tally)
                if looker is not None and not all(looker.is_found(each, self._game) for each in chunk.findings):
                    raise invalid_data_error(chunk)
                yield chunk

        yield from contiguous_chunks(checked(), {span.arm: span.first for span in reversed(spans)})

    def _count(self, chunk: Chunk) -> None:
        self._found.tally.merge(chunk.tally)
        self._found.endings.update(numbered_endings(chunk))


def contiguous_chunks(chunks: Iterable[Chunk], first: Mapping[int, int]) -> Iterator[Chunk]:
    """Yield the chunks of each arm in order, from its first game, as long as no earlier games are missing.

    Without this, an interrupted run would contain too many short games.
    """
    ahead: dict[tuple[int, int], Chunk] = {}
    games = Counter(first)
    for chunk in chunks:
        arm = chunk.arm
        ahead[arm, chunk.first] = chunk
        while (following := ahead.pop((arm, games[arm]), None)) is not None:
            games[arm] += following.count
            yield following


def numbered_endings(chunk: Chunk) -> Iterator[tuple[int, Ending]]:
    """Yield the index and the ending of each game of a chunk; all games have finished."""
    kinds = list(chunk.endings.kinds)
    for number, kind in enumerate(chunk.endings.games, chunk.first):
        ending = kinds[kind]
        assert ending is not None
        yield number, ending
