"""PettingZoo environment of a game, in which agents act one after the other (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from interpreter.learning.agents import SeatAgents
from interpreter.learning.episode import rewards
from interpreter.matches.match import Game


def make_env(game: Game, seated: Mapping[str, str] | None = None) -> Any:
    """Return the environment with PettingZoo's usage checks; see `GameEnv`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(GameEnv(game, seated)))


class GameEnv(SeatAgents, AECEnv):  # type: ignore[misc]
    """Environment of a game in which agents act one after the other; see `SeatAgents`."""

    metadata = {"name": "cahier", "is_parallelizable": False, "render_modes": []}  # noqa: RUF012

    def __init__(self, game: Game, seated: Mapping[str, str] | None = None) -> None:
        """Create the environment; see `SeatAgents`."""
        AECEnv.__init__(self)
        SeatAgents.__init__(self, game, seated)
        self.metadata = {**self.metadata, "name": f"cahier_{game.id}"}

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Begin the match with this seed, or with a new seed each time. Raises PlayError for an invalid seed."""
        self._course = self.begin_match(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, str]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and action mask."""
        return self.observe_match(self._course, agent)

    def step(self, action: int | None) -> None:
        """Take an action for the selected agent; None if its match is over.

        Raises PlayError for an action that is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._course.take(int(action))
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Play other players' decisions up to the next agent's, then set rewards, terminations and truncations."""
        course, seats = self._course, self.game.seats
        while self.is_other(course.seat):
            self.play_other(course)
        if course.seat is not None:
            self.agent_selection = seats[course.seat]
            return
        over = course.stopped is None
        worth = rewards(course.state, len(seats))
        self.rewards = {agent: worth[seats.index(agent)] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        if course.stopped is not None:
            self.infos = {agent: {"stopped": course.stopped.render()} for agent in self.agents}
