"""Observation of the first games of a run: cards, and the course of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from interpreter.errors import CahierError
from interpreter.players.making import STATE_ONLY
from interpreter.playtest.arms import Arm, GameSpan
from interpreter.playtest.backend_use import BackendUse
from interpreter.playtest.chunks import ChunkOutputs
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.runner import PlaytestPlan
from interpreter.playtest.seen import CardObservations
from interpreter.playtest.session import open_session
from interpreter.playtest.stopping import Stopper

MAX_OBSERVED_GAMES = 500
"""Largest number of games that are observed."""


def can_observe(seated: Mapping[str, str]) -> bool:
    """Return True if all players can be observed: they need no more than a state."""
    return set(seated.values()) <= set(STATE_ONLY)


@dataclass(slots=True)
class ObservedRun:
    """The observations, and the outcome of their session, see `open_session.Came`."""

    observations: CardObservations = field(default_factory=CardObservations)
    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    broken: CahierError | None = None
    interrupted: list[InterruptedGame] = field(default_factory=list)
    backend_use: BackendUse = field(default_factory=BackendUse)

    @property
    def is_complete(self) -> bool:
        """True if all planned games were observed."""
        return not (self.signal or self.broken)

    @property
    def complete_observations(self) -> CardObservations:
        """The observations if they are complete, else empty ones."""
        return self.observations if self.is_complete else CardObservations()


def observe_games(
    plan: PlaytestPlan, stopper: Stopper, progress: Callable[[int, int], None] | None = None
) -> ObservedRun:
    """Observe the first games of a plan, which are played once more by Python.

    Nothing is observed if the players don't allow it. The `stopper` ends it early. `progress`: see `run`.
    """
    observed = ObservedRun()
    if not can_observe(plan.seated):
        return observed
    games = min(plan.games, MAX_OBSERVED_GAMES)
    arm = Arm(plan.game, plan.seed, plan.seated)
    jobs = max(1, min(plan.jobs, games))
    with open_session(observed, [arm], jobs, stopper, progress) as players:
        for chunk in players.play([GameSpan(0, plan.first, games)], ChunkOutputs(observations=True)):
            observed.observations.merge(chunk.observations)
    return observed
