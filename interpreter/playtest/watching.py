"""The first games of a run, watched: what becomes of cards, and how the games go."""

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
"""So many games are watched, where there are as many."""


def can_watch(seated: Mapping[str, str]) -> bool:
    """Whether all seats are played by those who can be watched: they need no more than a state."""
    return set(seated.values()) <= set(QUICK)


@dataclass(slots=True)
class Watched:
    """What was seen, and how that came; see session.Came."""

    seen: Seen = field(default_factory=Seen)
    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    broken: CahierError | None = None
    interrupted: list[InterruptedGame] = field(default_factory=list)
    backend_use: BackendUse = field(default_factory=BackendUse)

    @property
    def whole(self) -> bool:
        """Whether all games that were to be watched were."""
        return not (self.signal or self.broken)

    @property
    def told(self) -> Seen:
        """What was seen, unless it is only of a part."""
        return self.seen if self.whole else Seen()


def watch(plan: Plan, stopper: Stopper, progress: Callable[[int, int], None] | None = None) -> Watched:
    """Watch the first games of a plan, which are played once more, by Python; none, if they can't be watched. The
    `stopper` ends it early. For `progress` see `run`."""
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
