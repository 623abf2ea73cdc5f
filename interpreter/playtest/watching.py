"""Observation of the first games of a run: cards, and the course of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from interpreter.errors import CahierError
from interpreter.players.making import QUICK
from interpreter.playtest.arms import Arm, Span
from interpreter.playtest.backend_use import BackendUse
from interpreter.playtest.chunks import Wanted
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.runner import Plan
from interpreter.playtest.seen import Seen
from interpreter.playtest.session import session
from interpreter.playtest.stopping import Stopper

WATCHED = 500
"""Largest number of games that are observed."""


def can_watch(seated: Mapping[str, str]) -> bool:
    """Return True if all players can be observed: they need no more than a state."""
    return set(seated.values()) <= set(QUICK)


@dataclass(slots=True)
class Watched:
    """The observations, and the outcome of their session, see `session.Came`."""

    seen: Seen = field(default_factory=Seen)
    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    broken: CahierError | None = None
    interrupted: list[InterruptedGame] = field(default_factory=list)
    backend_use: BackendUse = field(default_factory=BackendUse)

    @property
    def whole(self) -> bool:
        """True if all planned games were observed."""
        return not (self.signal or self.broken)

    @property
    def told(self) -> Seen:
        """The observations if they are complete, else empty ones."""
        return self.seen if self.whole else Seen()


def watch(plan: Plan, stopper: Stopper, progress: Callable[[int, int], None] | None = None) -> Watched:
    """Observe the first games of a plan, which are played once more by Python.

    Nothing is observed if the players don't allow it. The `stopper` ends it early. `progress`: see `run`.
    """
    watched = Watched()
    if not can_watch(plan.seated):
        return watched
    games = min(plan.games, WATCHED)
    arm = Arm(plan.game, plan.seed, plan.seated)
    jobs = max(1, min(plan.jobs, games))
    with session(watched, [arm], jobs, stopper, progress) as players:
        for chunk in players.play([Span(0, plan.first, games)], Wanted(seen=True)):
            watched.seen.merge(chunk.seen)
    return watched
