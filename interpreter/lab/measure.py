"""What kind of game a game is: many games, some of them looked at, played on from, played again, and played by stronger
players against weaker ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from interpreter.errors import CahierError
from interpreter.lab.endings import refuse_stopped
from interpreter.lab.fates import Fate
from interpreter.lab.looks import Again, Look, Seen
from interpreter.lab.measure_plan import Plan, planned
from interpreter.lab.skill import Rung, rungs_of
from interpreter.language.executable import Backend
from interpreter.matches.match import Game
from interpreter.players.making import QUICK
from interpreter.playtest.arms import Arm, Span
from interpreter.playtest.backends import NATIVE_FROM, chosen_backend
from interpreter.playtest.chunks import Chunk, Ending, Wanted
from interpreter.playtest.crews import Crew, crew
from interpreter.playtest.figures import Tally
from interpreter.playtest.steps import Steps
from interpreter.playtest.stopping import Stopper
from interpreter.playtest.workers import WorkersLost

PLAYOUTS = 20
"""A search of so many is the stronger player, and half of the stronger one, if nothing else is said."""
MAIN = 0
"""The arm of the game as it is seated; those of stronger players follow."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is measured: a game, played by who is `seated`; `games` of the run with that seed, as many as are usual if
    that is None, on `jobs` processes. `playouts`: those of a player who is stronger."""

    game: Game
    seated: dict[str, str]
    games: int | None = None
    playouts: int = PLAYOUTS
    seed: int = 0
    jobs: int = 1
    backend: Backend = "auto"

    @property
    def quick(self) -> bool:
        """Whether all decide at once."""
        return set(self.seated.values()) <= set(QUICK)


@dataclass(slots=True)
class Measured:
    """What came of it. `tally` and `endings`: of the games as they are seated, by number; `seen` those of them that
    were looked at; `again`: what came of the same chance, and of the same picks; `skill`: for each rung how each game
    of each seating ended. The rest is as in impact.Findings."""

    subject: Subject
    plan: Plan
    rungs: tuple[Rung, ...]
    tally: Tally = field(default_factory=Tally)
    endings: dict[int, Ending] = field(default_factory=dict)
    seen: dict[int, Seen] = field(default_factory=dict)
    again: dict[int, tuple[Fate, Fate]] = field(default_factory=dict)
    skill: list[dict[tuple[int, int], Ending]] = field(default_factory=list)
    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    broken: CahierError | None = None
    native: bool = False
    why_not: str | None = None


def measure(
    subject: Subject,
    progress: Callable[[int, int], None] | None = None,
    hung_up: Callable[[], None] | None = None,
    part: Callable[[str, int], None] | None = None,
) -> Measured:
    """Play all that is planned. What comes of it depends neither on the processes nor on the backend. SIGINT, SIGTERM
    and SIGHUP end it early; what was known by then is there.

    `progress` is given the number of games played since it was called last, and that of all decisions so far, which
    stays at 0 where nobody takes their time; `hung_up` is called as soon as the terminal is gone; `part` before each
    part with what its games are for, and their number. Raises PlayError if machine code is asked for by name and can't
    be had, or if a game can't be played to its end.
    """
    game, seated = subject.game, subject.seated
    rungs = rungs_of(game, seated, subject.playouts)
    plan = planned(game, seated, subject.games, rungs)
    found = Measured(subject, plan, rungs, skill=[{} for _ in rungs])
    quick = {seat: name if name in QUICK else "random" for seat, name in seated.items()}
    wanted = seated if subject.backend == "native" else quick
    work = max(plan.games, NATIVE_FROM if plan.valued > 1 else 0)
    chosen = chosen_backend(game, subject.backend, wanted, work, subject.seed)
    found.native, found.why_not = chosen.native is not None, chosen.why_not
    arms = [Arm(game, subject.seed, seated, chosen.native if subject.quick else None)]
    seatings = [rung.seatings() for rung in rungs]
    arms += [Arm(game, subject.seed, sitting) for rung in seatings for sitting in rung]
    steps = Steps(subject.jobs)

    def waiting() -> None:
        if progress:
            progress(0, steps.made)

    with Stopper(hung_up) as stopper, crew(arms, subject.jobs, stopper, steps, waiting) as players:
        began = perf_counter()
        playing = _Parts(found, players, steps, progress, part)
        try:
            playing.games()
            playing.again()
            arm = MAIN + 1
            for number, sitting in enumerate(seatings):
                playing.skill(number, arm, len(sitting))
                arm += len(sitting)
        except WorkersLost as error:
            found.broken = error
        found.seconds = perf_counter() - began
        found.lost, found.signal = players.lost, stopper.signal
    return found


class _Parts:
    """The parts of a measurement, played one after the other."""

    def __init__(
        self,
        found: Measured,
        players: Crew,
        steps: Steps,
        progress: Callable[[int, int], None] | None,
        part: Callable[[str, int], None] | None,
    ) -> None:
        self._found = found
        self._players = players
        self._steps = steps
        self._progress = progress
        self._part = part

    def games(self) -> None:
        """The games as they are seated; all of them are looked at where players take their time."""
        found, plan = self._found, self._found.plan
        looked = max(plan.looked, plan.valued, plan.tried)
        if plan.games > looked:
            rest = [Span(MAIN, looked, plan.games - looked)]
            for chunk in self._play("how games end", rest, Wanted(endings=True)):
                self._count(chunk)
        look = Look(plan.valued, plan.tried, found.native)
        for chunk in self._play("looked at", [Span(MAIN, 0, looked)], Wanted(looker=look)):
            self._count(chunk)
            found.seen.update(_by_number(chunk, chunk.found))

    def again(self) -> None:
        """Some of them once more, in two ways."""
        spans = [Span(MAIN, 0, self._found.plan.again)]
        for chunk in self._play("chance", spans, Wanted(looker=Again())):
            self._found.again.update(_by_number(chunk, chunk.found))

    def skill(self, rung: int, first: int, seatings: int) -> None:
        """A stronger player in each of the seats in turn; these are the arms from `first` on."""
        rounds = self._found.plan.rounds[rung]
        if not rounds:
            return
        spans = [Span(first + seating, number, 1) for number in range(rounds) for seating in range(seatings)]
        which = self._found.rungs[rung]
        told = f"{which.stronger} against {which.weaker}"
        for chunk in self._play(told, spans, Wanted(endings=True)):
            for number, ending in _endings(chunk).items():
                self._found.skill[rung][chunk.arm - first, number] = ending

    def _play(self, part: str, spans: list[Span], wanted: Wanted) -> Iterable[Chunk]:
        if self._part:
            self._part(part, sum(span.count for span in spans))
        for chunk in self._players.play(spans, wanted):
            refuse_stopped(self._found.subject.game, chunk.tally)
            if self._progress:
                self._progress(chunk.count, self._steps.made)
            yield chunk

    def _count(self, chunk: Chunk) -> None:
        self._found.tally.merge(chunk.tally)
        self._found.endings.update(_endings(chunk))


def _by_number(chunk: Chunk, things: Iterable[Any]) -> dict[int, Any]:
    return dict(enumerate(things, chunk.first))


def _endings(chunk: Chunk) -> dict[int, Ending]:
    kinds = list(chunk.endings.kinds)
    ended = (kinds[number] for number in chunk.endings.games)
    return {number: ending for number, ending in enumerate(ended, chunk.first) if ending is not None}
