"""Sweep over the values of a place in the rules: the same games with each value in turn."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from typing import TypeVar

from interpreter.background import one_by_one
from interpreter.errors import CahierError, PlayError, Problem, RulebookError, Where
from interpreter.lab.aim import Aim, Aimed, look_after
from interpreter.lab.endings import who_can_win
from interpreter.lab.question import POINTS, WITHIN
from interpreter.lab.shares import Always, Looking, Once
from interpreter.lab.spots import Spot
from interpreter.lab.vary import OPTION, Place, Point, points
from interpreter.language.executable import Backend, NativeCode, Unfit
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.arms import Arm, Span, more_and_more
from interpreter.playtest.backend_use import BackendUse
from interpreter.playtest.backends import chosen_backend
from interpreter.playtest.chunks import Wanted
from interpreter.playtest.crews import Elsewhere
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.session import Numbers, Session, Told, session
from interpreter.playtest.steps import Steps
from interpreter.playtest.stopping import Stopped, Stopper
from interpreter.playtest.store import Store
from interpreter.playtest.terms import Terms, terms_of

T = TypeVar("T")
TOGETHER = 16
"""Number of values whose games and machine code are loaded at a time."""
MOST_MISTAKES = 20
"""Maximum number of errors that are reported."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """Settings of a sweep.

    Attributes:
        game: The game.
        places: Places in the rules, with the values to try.
        seated: Name of the player of each seat.
        aim: Target share of wins, if any. Values are played only as long as they may reach it.
        within: Largest acceptable half-width of an interval, in percentage points.
        games: Number of games with each value: exact without `within` and `aim`, else the maximum.
        seed: Seed of the run.
        jobs: Number of processes.
        backend: Backend that plays the games.
    """

    game: Game
    places: tuple[Place, ...]
    seated: dict[str, str]
    aim: Aim | None = None
    within: float | None = None
    games: int | None = None
    seed: int = 0
    jobs: int = 1
    backend: Backend = "auto"

    @property
    def points(self) -> tuple[Point, ...]:
        """All values, or pairs of values for two places."""
        return points(self.places)

    @property
    def who(self) -> tuple[str, ...]:
        """Ids of the sides, or of the seats if the game has no sides."""
        return who_can_win(self.game)

    @property
    def is_counted(self) -> bool:
        """True if the number of games is given, rather than a width of the intervals or a target."""
        return self.games is not None and self.within is None and self.aim is None

    @property
    def reach(self) -> float:
        """Largest acceptable half-width of an interval, as a share."""
        return (self.within or WITHIN) / POINTS

    @property
    def looking(self) -> Looking:
        """Estimator of the intervals."""
        number = len(self.points)
        return Always(number, self.reach) if self.aim else Once(number, self.reach)

    @property
    def most(self) -> int:
        """Maximum number of games with each value."""
        if self.games is not None and self.is_counted:
            return self.games
        enough = self.looking.cases(len(self.who))
        return enough if self.games is None else min(self.games, enough)


@dataclass(slots=True)
class Swept:
    """Results of a sweep.

    Attributes:
        sweep: Settings of the sweep.
        spots: Results for each point.
        seconds: Time spent playing, without loading.
        signal: Number of the signal that interrupted the run, if any.
        lost: Number of workers that were killed from outside.
        broken: Error for which the run was given up, if any.
        native: True if machine code played the games.
        why_not: Reasons why machine code was not used although it should have been.
    """

    sweep: Sweep
    spots: list[Spot]
    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    broken: CahierError | None = None
    interrupted: list[InterruptedGame] = field(default_factory=list)
    backend_use: BackendUse = field(default_factory=BackendUse)
    native: bool = True
    why_not: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return sum(spot.games for spot in self.spots)

    @property
    def whole(self) -> bool:
        """True if all planned games were played."""
        return self.signal is None and self.broken is None

    @property
    def aimed(self) -> Aimed | None:
        """Results of the search for a target; None if the sweep has no target."""
        looking = self.sweep.looking
        return Aimed(self.sweep.aim, self.spots, looking) if self.sweep.aim and isinstance(looking, Always) else None


def sweep(
    asked: Sweep,
    progress: Told | None = None,
    hung_up: Callable[[], None] | None = None,
    planned: Callable[[int], None] | None = None,
    elsewhere: Elsewhere | None = None,
    store: str | None = None,
) -> Swept:
    """Play games with each value.

    The number of games depends neither on the number of processes nor on the backend. SIGINT, SIGTERM and SIGHUP end
    the run early; the returned object then holds the results so far.

    Args:
        asked: Settings of the sweep.
        progress: Called with the number of games played since the last call, and the number of all decisions so far,
            which stays 0 if all players decide at once.
        hung_up: Called as soon as the terminal is gone.
        planned: Called with the maximum number of games to play whenever it changes.
        elsewhere: Remote executor that plays the games in place of local processes.
        store: File that caches games. Games in it are not played again.

    Raises:
        RulebookError: A value is not valid in its place, or changes the seats or sides.
        PlayError: Machine code is requested by name and not available, or games can't be played to their end with any
            of the values.
        SaveError: The store can't be used.
    """
    looking, who, sides = asked.looking, asked.who, bool(asked.game.rulebook.sides)
    found = Swept(asked, [Spot(point, who, sides, looking) for point in asked.points])
    with Stopper(hung_up) as stopper:
        run = _Run(found, stopper, progress or (lambda games, made: None), planned or (lambda games: None), elsewhere)
        with contextlib.suppress(Stopped):
            run.play(store)
        found.signal = stopper.signal
    _refuse_stopped(found.spots)
    return found


def _refuse_stopped(spots: Sequence[Spot]) -> None:
    first = spots[0]
    if first.why is not None and all(spot.stopped is not None for spot in spots):
        message = "there is no value with which games could be played to their ends, so that nothing can be said"
        raise PlayError([first.why, Problem(first.why.where, "not-finished", message)])


@dataclass(frozen=True, slots=True)
class _Ready:
    """A game with a value, loaded and compiled, or the errors of loading it.

    The machine code is separate because it is not pickled with the game.
    """

    problems: tuple[Problem, ...] = ()
    game: Game | None = None
    native: NativeCode | Unfit | None = None


class _Run:
    def __init__(
        self,
        found: Swept,
        stopper: Stopper,
        progress: Told,
        planned: Callable[[int], None],
        elsewhere: Elsewhere | None,
    ) -> None:
        self._found = found
        self._asked = found.sweep
        self._most = found.sweep.most
        self._stopper = stopper
        self._progress = progress
        self._planned = planned
        self._elsewhere = elsewhere
        self._steps = Steps(found.sweep.jobs)
        self._store: Store | None = None
        self._kept = 0

    def play(self, store: str | None) -> None:
        """Check all values, then play them."""
        self._plan()
        terms = self._check(self._found.spots)
        if store is None:
            self._play()
        else:
            with Store(store, terms) as self._store:
                self._play()

    def _play(self) -> None:
        """Play all values in batches.

        If none of them reaches the target, the nearest ones are played until they are known precisely.
        """
        numbers = range(len(self._found.spots))
        for at in range(0, len(numbers), TOGETHER):
            if not self._play_together(numbers[at : at + TOGETHER]):
                return
        aimed = self._found.aimed
        while aimed is not None and aimed.verdict == "none":
            around = aimed.around()
            unknown = [
                number
                for number, spot in enumerate(self._found.spots)
                if any(spot is each for each in around) and not self._is_enough(spot)
            ]
            if not unknown or not self._play_together(unknown, beyond=True):
                return

    def _plan(self) -> None:
        spots = self._found.spots
        games = sum(spot.games if spot.out or spot.stopped is not None else self._most for spot in spots)
        self._planned(games - self._kept)

    def _waiting(self) -> None:
        self._progress(0, self._steps.made)

    # -- loading

    def _loaded(self, works: Sequence[Callable[[], T]]) -> Iterator[T]:
        """Yield the results of slow loading jobs. Raises Stopped between two of them."""
        for found in one_by_one(works, self._asked.jobs):
            if self._stopper.stopped():
                raise Stopped
            self._waiting()
            yield found

    def _check(self, spots: Sequence[Spot]) -> list[Terms]:
        """Return the store terms of the games with each value.

        All values are checked before the first game. Raises RulebookError if one is not valid in its place.
        """
        works = [partial(_looked_at, self._asked, spot.point) for spot in spots]
        problems, terms = list[Problem](), list[Terms]()
        for found in self._loaded(works):
            if isinstance(found, Terms):
                terms.append(found)
            else:
                problems += found
        _refuse(problems)
        return terms

    def _arms(self, spots: Sequence[Spot]) -> list[Arm]:
        """Load the arms of some values. Raises RulebookError if one is not valid in its place."""
        asked, problems = self._asked, list[Problem]()
        arms = []
        for ready in self._loaded([partial(_ready, asked, self._most, spot.point) for spot in spots]):
            problems += ready.problems
            if ready.game is not None:
                ready.game.program.native = ready.native
                arms.append(self._arm(ready.game))
        _refuse(problems)
        return arms

    def _arm(self, game: Game) -> Arm:
        asked, found = self._asked, self._found
        chosen = chosen_backend(game, asked.backend, asked.seated, self._most, asked.seed)
        found.native = found.native and chosen.native is not None
        if chosen.why_not and chosen.why_not not in found.why_not:
            found.why_not = (*found.why_not, chosen.why_not)
        return Arm(game, asked.seed, asked.seated, chosen.native)

    # -- playing

    def _play_together(self, numbers: Sequence[int], beyond: bool = False) -> bool:
        """Play a batch of values until each is known well enough.

        Args:
            numbers: Numbers of the values.
            beyond: Also play values that are ruled out.

        Returns:
            False if the batch was interrupted.
        """
        spots = {number: self._found.spots[number] for number in numbers}
        arms = self._arms(list(spots.values()))
        how = self._progress, self._elsewhere, self._store, Numbers(numbers, self._steps)
        with session(self._found, arms, self._asked.jobs, self._stopper, *how) as players:
            while wanted := {
                number: spot for number, spot in spots.items() if not self._is_enough(spot) and (beyond or not spot.out)
            }:
                if not self._round(players, wanted):
                    return False
        return self._found.broken is None

    def _round(self, players: Session, wanted: dict[int, Spot]) -> bool:
        """Play some values up to their next looks, and return whether all of these games were played."""
        aim = self._asked.aim
        games = {arm: self._next_look(spot.games) for arm, spot in wanted.items()}
        parts = [list(more_and_more(Span(arm, spot.games, games[arm] - spot.games))) for arm, spot in wanted.items()]

        def spans() -> Iterator[Span]:
            for step in zip_longest(*parts):
                yield from (span for span in step if span is not None and wanted[span.arm].stopped is None)

        for chunk in players.play(spans(), Wanted()):
            wanted[chunk.arm].add(chunk)
            self._kept += chunk.count if chunk.kept else 0
        if any(spot.stopped is None and spot.games < games[arm] for arm, spot in wanted.items()):
            return False
        for spot in wanted.values():
            spot.out = spot.out or (aim is not None and aim.is_out(spot))
        self._plan()
        return True

    def _next_look(self, games: int) -> int:
        return self._most if self._asked.aim is None else min(look_after(games), self._most)

    def _is_enough(self, spot: Spot) -> bool:
        aim = self._asked.aim
        if spot.stopped is not None or spot.games >= self._most:
            return True
        return aim is not None and aim.is_known(spot)


def _refuse(problems: Sequence[Problem]) -> None:
    found = list(dict.fromkeys(problems))
    if len(found) > MOST_MISTAKES:
        rest = len(found) - MOST_MISTAKES
        found = [*found[:MOST_MISTAKES], Problem(Where(OPTION), "more-problems", f"… and {rest} problems more")]
    if found:
        raise RulebookError(found)


def _with(asked: Sweep, point: Point) -> Game | tuple[Problem, ...]:
    """Return the game with a value, or the errors of loading it."""
    base = asked.game.rulebook
    try:
        game = load(base.folder, (*base.asked, *point.settings), len(asked.game.seats))
    except RulebookError as error:
        return tuple(map(point.named, error.problems))
    if game.seats != asked.game.seats or game.rulebook.sides != base.sides:
        message = "the seats or sides are others with this value, so that it can't be put beside the others"
        return (point.named(Problem(Where(OPTION), "other-seats", message)),)
    return game


def _looked_at(asked: Sweep, point: Point) -> Terms | tuple[Problem, ...]:
    """Return the store terms of the games with a value, or the errors of loading the game."""
    found = _with(asked, point)
    return terms_of(found, asked.seated, asked.seed) if isinstance(found, Game) else found


def _ready(asked: Sweep, games: int, point: Point) -> _Ready:
    """Load and compile the game with a value, possibly in a separate process."""
    game = _with(asked, point)
    if not isinstance(game, Game):
        return _Ready(game)
    if chosen_backend(game, asked.backend, asked.seated, games, asked.seed).native is None:
        _ = game.program.code(logged=False), game.bots
    return _Ready((), game, game.program.native)
