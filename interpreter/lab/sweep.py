"""The same games with one value after the other in a place of the rules: how often who wins with each."""

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
"""So many values are loaded at a time, with their machine code."""
MOST_MISTAKES = 20
"""So many mistakes of values are told."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """How do the games of this game go with each value in these places? `seated` says who plays a seat. `games` are
    played with each, exactly so many if nothing is said of how far intervals may reach (`within`, in points), else at
    most; with an `aim` only as long as a value may be it. Those of the run with that seed, on `jobs` processes."""

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
        """All values, or pairs of them."""
        return points(self.places)

    @property
    def who(self) -> tuple[str, ...]:
        """Who can win: sides, or else seats."""
        return who_can_win(self.game)

    @property
    def is_counted(self) -> bool:
        """Whether it was said how many games to play, and not how far intervals may reach."""
        return self.games is not None and self.within is None and self.aim is None

    @property
    def reach(self) -> float:
        """How far intervals may reach, as a share."""
        return (self.within or WITHIN) / POINTS

    @property
    def looking(self) -> Looking:
        """How shares are estimated."""
        number = len(self.points)
        return Always(number, self.reach) if self.aim else Once(number, self.reach)

    @property
    def most(self) -> int:
        """How many games are played with a value at the most."""
        if self.games is not None and self.is_counted:
            return self.games
        enough = self.looking.cases(len(self.who))
        return enough if self.games is None else min(self.games, enough)


@dataclass(slots=True)
class Swept:
    """What came of a sweep. `seconds` is time of play, without loading. `signal` is what interrupted it, if anything;
    `lost` counts workers that were ended from outside, `broken` says why it was given up. `native`: machine code
    played; `why_not`: why it did not, where it should have."""

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
        """How many games something is known by."""
        return sum(spot.games for spot in self.spots)

    @property
    def whole(self) -> bool:
        """Whether all was played that was to be."""
        return self.signal is None and self.broken is None

    @property
    def aimed(self) -> Aimed | None:
        """What the aim has come to, if there is one."""
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
    """Play with each value. How many games that takes depends neither on the processes nor on the backend. SIGINT,
    SIGTERM and SIGHUP end it early; what was known by then is in what was swept.

    `progress` is given the number of games played since it was called last, and that of all decisions so far, which
    stays at 0 where nobody takes their time; `hung_up` is called as soon as the terminal is gone; `planned` is given
    the number of games that there will be to play at the most, whenever that changes. Who is `elsewhere` plays in place
    of processes here. `store` names the file in which games are kept; what it holds is not played. Raises RulebookError
    if a value can't be put in its place, or is for other seats; PlayError if machine code is asked for by name and
    can't be had, or if games can be played to their ends with no value; SaveError if the store can't be used.
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
    """A game with a value, ready to be played, and its machine code, which is not pickled with it; or what is wrong
    with it."""

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
        """All values, after it was seen whether they can be put in their places."""
        self._plan()
        terms = self._check(self._found.spots)
        if store is None:
            self._play()
        else:
            with Store(store, terms) as self._store:
                self._play()

    def _play(self) -> None:
        """All values, a few at a time; then, if none is what is aimed at, those around it until they are known."""
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
        """The results of what takes long to load. Raises Stopped between two of them."""
        for found in one_by_one(works, self._asked.jobs):
            if self._stopper.stopped():
                raise Stopped
            self._waiting()
            yield found

    def _check(self, spots: Sequence[Spot]) -> list[Terms]:
        """What the games with each value depend on. Raises RulebookError if one can't be put in its place: that is told
        before the first game."""
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
        """Raises RulebookError if a value can't be put in its place."""
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
        """Play with some values, by their numbers, until enough is known of each, `beyond`: also of those that are out;
        False if that was interrupted."""
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
        """Play with the values, by their numbers, up to their next looks; whether that was done."""
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
    """The game with a value, or what is wrong with it."""
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
    """What games with a value depend on, or what is wrong with it."""
    found = _with(asked, point)
    return terms_of(found, asked.seated, asked.seed) if isinstance(found, Game) else found


def _ready(asked: Sweep, games: int, point: Point) -> _Ready:
    """What takes long is done: it may be in a process of its own."""
    game = _with(asked, point)
    if not isinstance(game, Game):
        return _Ready(game)
    if chosen_backend(game, asked.backend, asked.seated, games, asked.seed).native is None:
        _ = game.program.code(logged=False), game.bots
    return _Ready((), game, game.program.native)
