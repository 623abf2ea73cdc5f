"""The first games of a run, watched: what becomes of cards, and how the games go."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter.players.making import QUICK
from interpreter.playtest.arms import Arm, Span
from interpreter.playtest.chunks import Wanted
from interpreter.playtest.crews import crew
from interpreter.playtest.runner import Plan
from interpreter.playtest.seen import Seen
from interpreter.playtest.steps import Steps
from interpreter.playtest.stopping import Stopper

WATCHED = 500
"""So many games are watched, where there are as many."""


def can_watch(seated: Mapping[str, str]) -> bool:
    """Whether all seats are played by those who can be watched: they need no more than a state."""
    return set(seated.values()) <= set(QUICK)


def watch(
    plan: Plan,
    progress: Callable[[int, int], None] | None = None,
    hung_up: Callable[[], None] | None = None,
) -> Seen:
    """Watch the first games of a plan, which are played once more, by Python; none, if they can't be watched. SIGINT,
    SIGTERM and SIGHUP end it early. For `progress` and `hung_up` see `run`. Raises WorkersLost."""
    seen = Seen()
    if not can_watch(plan.seated):
        return seen
    games = min(plan.games, WATCHED)
    jobs = max(1, min(plan.jobs, games))
    arm = Arm(plan.game, plan.seed, plan.seated)
    with Stopper(hung_up) as stopper, crew([arm], jobs, stopper, Steps(jobs), lambda: None) as players:
        for chunk in players.play([Span(0, plan.first, games)], Wanted(seen=True)):
            seen.merge(chunk.seen)
            if progress:
                progress(chunk.count, 0)
    return seen
