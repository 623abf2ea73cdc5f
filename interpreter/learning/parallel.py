"""PettingZoo environment of a game, in which all agents act in each step, those without a choice by waiting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from interpreter.learning.agents import SeatAgents
from interpreter.learning.episode import rewards
from interpreter.matches.match import Game
from interpreter.support.errors import Location, PlayError, Problem

Observations = dict[str, dict[str, Any]]
"""By agent, its observation and its action mask."""
Infos = dict[str, dict[str, str]]
"""By agent, the reason why its match was stopped, if it was."""


class ParallelGameEnv(SeatAgents, ParallelEnv):  # type: ignore[misc]
    """Environment of a game in which choices at the same time are made in one step; see `SeatAgents`.

    Attributes:
        wait: The action of an agent that has nothing to choose: the last number.
    """

    metadata = {"name": "cahier", "render_modes": []}  # noqa: RUF012

    def __init__(self, game: Game, seated: Mapping[str, str] | None = None) -> None:
        """Create the environment; see `SeatAgents`."""
        SeatAgents.__init__(self, game, seated, more_actions=1)
        self.metadata = {**self.metadata, "name": f"cahier_{game.id}"}
        self.wait = len(self.actions)

    def reset(self, seed: int | None = None, options: object = None) -> tuple[Observations, Infos]:
        """Begin the match with this seed, or with a new seed each time; return observations and infos.

        Raises PlayError for an invalid seed.
        """
        self._course = self.begin_match(seed)
        self._take({})
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Take an action of each agent; return observations, rewards, terminations, truncations and infos.

        Raises PlayError for an action that is not legal or is missing.
        """
        agents, seats, choosing = self.agents, self.game.seats, self._course.choices()
        for agent in agents:
            if seats.index(agent) not in choosing and actions.get(agent) != self.wait:
                message = f"`{agent}` has nothing to choose and must wait: action {self.wait}"
                raise PlayError(Problem(Location(self.game.id), "not-on-offer", message))
        chosen = {at: actions.get(seats[at], self.wait) for at in choosing if not self.is_other(at)}
        self._take(chosen)
        course, over = self._course, self._course.seat is None
        worth = rewards(course.state, len(seats))
        told = {"stopped": course.stopped.render()} if course.stopped is not None else {}
        if over:
            self.agents = []
        return (
            {agent: self._observe(agent) for agent in agents},
            {agent: worth[seats.index(agent)] for agent in agents},
            dict.fromkeys(agents, over and course.stopped is None),
            dict.fromkeys(agents, over and course.stopped is not None),
            {agent: dict(told) for agent in agents},
        )

    def _take(self, chosen: dict[int, int]) -> None:
        """Take the actions of agents by seat, and play other players' decisions up to the next agent's."""
        course = self._course
        while (seat := course.seat) is not None:
            if self.is_other(seat):
                self.play_other(course)
            elif seat in chosen:
                course.take(int(chosen.pop(seat)))
            else:
                return

    def _observed(self) -> Observations:
        return {agent: self._observe(agent) for agent in self.agents}

    def _observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and action mask, in which it may wait if it has nothing to choose."""
        found = self.observe_match(self._course.before_choice_of(self.game.seats.index(agent)), agent)
        found["action_mask"][self.wait] = not found["action_mask"].any()
        return found
