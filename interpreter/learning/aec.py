"""A game as an environment of PettingZoo, in which agents act one after the other (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from interpreter.errors import PlayError, Problem, Where, nearest
from interpreter.language.chance import step, stream
from interpreter.learning.actions import Actions
from interpreter.learning.course import Course
from interpreter.learning.observations import Observations
from interpreter.learning.rewards import rewards
from interpreter.matches.match import Game
from interpreter.players.base import QuickPlayer
from interpreter.players.making import QUICK, make_player

SEED_BITS = 63


def env(game: Game, seated: Mapping[str, str] | None = None) -> Any:
    """The environment, with PettingZoo's checks of how it is used. See GameEnv."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(GameEnv(game, seated)))


class GameEnv(AECEnv):  # type: ignore[misc]
    """Matches of a game; its agents are the seats that nobody else plays.

    An agent observes `observation` (see Observations) and `action_mask`, which is 1 for each action on offer to it (see
    Actions). Rewards come at the end (see rewards). A match that goes on without end is truncated; `infos` say why.
    """

    metadata = {"name": "cahier", "is_parallelizable": False, "render_modes": []}  # noqa: RUF012

    def __init__(self, game: Game, seated: Mapping[str, str] | None = None) -> None:
        """`seated`: the seats that `random` or `table` plays, besides those that the rules name players for. Raises
        PlayError if one can't, or no seat is left."""
        super().__init__()
        self.game = game
        self.actions = Actions(game)
        self.observations = Observations(game, self.actions)
        self.metadata = {**self.metadata, "name": f"cahier_{game.id}"}
        self._seated = _quick_players(game, {**game.rulebook.players_of, **(seated or {})})
        self.possible_agents = [seat for seat in game.seats if game.seats.index(seat) not in self._seated]
        if not self.possible_agents:
            raise PlayError(Problem(Where(game.id), "no-agent", "no seat is left to an agent"))
        seen = Box(-np.inf, np.inf, (len(self.observations),), np.float32)
        mask = Box(0, 1, (len(self.actions),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._random = Random()
        self.match_seed = 0
        """That of the match: `game.start` begins the same one."""

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Begin a match: the one with this seed, or another one each time. Raises PlayError for a bad seed."""
        if seed is not None:
            self.game.check_seed(seed)
            self._random = Random(seed)
        self.match_seed = self._random.getrandbits(SEED_BITS) if seed is None else seed
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, str]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._streams = {at: stream(self.match_seed, at) for at in self._seated}
        self._course = Course(self.game, self.actions, self.game.new_state(self.match_seed, logged=False))
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        at = self.game.seats.index(agent)
        mask: np.ndarray = np.zeros(len(self.actions), np.int8)
        if self._course.seat == at:
            mask[list(self._course.on_offer)] = 1
        return {"observation": self.observations.of(self._course, at), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent that is asked; None for one whose match is over. Raises PlayError for an action
        that is not on offer."""
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
        """Let those play whose turn it is before the next agent's; then say how things stand."""
        course, seats = self._course, self.game.seats
        while (seat := course.seat) in self._seated:
            assert seat is not None
            random = self._streams[seat] = step(self._streams[seat])
            picked = self._seated[seat].pick(course.state, random)
            course.take(list(course.on_offer)[picked])
        if seat is not None:
            self.agent_selection = seats[seat]
            return
        over = course.stopped is None
        worth = rewards(course.state, len(seats))
        self.rewards = {agent: worth[seats.index(agent)] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        if course.stopped is not None:
            self.infos = {agent: {"stopped": course.stopped.render()} for agent in self.agents}


def _quick_players(game: Game, seated: Mapping[str, str]) -> dict[int, QuickPlayer]:
    """Who plays which seat, by its number."""
    found: dict[int, QuickPlayer] = {}
    for seat, name in seated.items():
        if seat not in game.seats:
            message = f"there is no seat `{seat}`; seats are {', '.join(game.seats)}"
            raise PlayError(Problem(Where(game.id), "unknown-seat", message, nearest(seat, game.seats)))
        player = make_player(name, game, seat) if name in QUICK else None
        if not isinstance(player, QuickPlayer):
            message = f"seat {seat} can't be played by `{name}` here; {' and '.join(QUICK)} can"
            raise PlayError(Problem(Where(game.id), "unknown-player", message, nearest(name, QUICK)))
        found[game.seats.index(seat)] = player
    return found
