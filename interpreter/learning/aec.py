"""PettingZoo environment of a game, in which agents act one after the other (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from interpreter.language.chance import next_state, seat_stream
from interpreter.learning.episode import ActionSpace, Episode, rewards
from interpreter.learning.observations import ObservationEncoder
from interpreter.matches.match import Game
from interpreter.players.base import QuickPlayer
from interpreter.players.lineup import STATE_ONLY, make_player
from interpreter.support.errors import Location, PlayError, Problem, closest_match

SEED_BITS = 63


def make_env(game: Game, seated: Mapping[str, str] | None = None) -> Any:
    """Return the environment with PettingZoo's usage checks; see `GameEnv`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(GameEnv(game, seated)))


class GameEnv(AECEnv):  # type: ignore[misc]
    """Environment whose episodes are matches of a game, and whose agents are the seats without another player.

    An agent observes `observation` (see `ObservationEncoder`) and `action_mask`, which is 1 for each legal action (see
    `ActionSpace`). Rewards are given at the end (see `rewards`). A match that goes on without end is truncated;
    `infos` has the reason.
    """

    metadata = {"name": "cahier", "is_parallelizable": False, "render_modes": []}  # noqa: RUF012

    def __init__(self, game: Game, seated: Mapping[str, str] | None = None) -> None:
        """Create the environment.

        Args:
            game: The game.
            seated: Seats that `random` or `table` plays, in addition to those to which the rules assign a player.

        Raises:
            PlayError: A seat can't be played that way, or no seat is left to an agent.
        """
        super().__init__()
        self.game = game
        self.actions = ActionSpace(game)
        self.observations = ObservationEncoder(game, self.actions)
        self.metadata = {**self.metadata, "name": f"cahier_{game.id}"}
        self._seated = _quick_players(game, {**game.rulebook.players_of, **(seated or {})})
        self.possible_agents = [seat for seat in game.seats if game.seats.index(seat) not in self._seated]
        if not self.possible_agents:
            raise PlayError(Problem(Location(game.id), "no-agent", "no seat is left to an agent"))
        seen = Box(-np.inf, np.inf, (len(self.observations),), np.float32)
        mask = Box(0, 1, (len(self.actions),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._random = Random()
        self.match_seed = 0
        """Seed of the match: `game.start` begins the same one."""

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Begin the match with this seed, or with a new seed each time. Raises PlayError for an invalid seed."""
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
        self._streams = {at: seat_stream(self.match_seed, at) for at in self._seated}
        self._course = Episode(self.game, self.actions, self.game.new_state(self.match_seed, logged=False))
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and action mask."""
        at = self.game.seats.index(agent)
        mask: np.ndarray = np.zeros(len(self.actions), np.int8)
        if self._course.seat == at:
            mask[list(self._course.legal_actions)] = 1
        return {"observation": self.observations.encode(self._course, at), "action_mask": mask}

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
        while (seat := course.seat) in self._seated:
            assert seat is not None
            random = self._streams[seat] = next_state(self._streams[seat])
            picked = self._seated[seat].pick(course.state, random)
            course.take(list(course.legal_actions)[picked])
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
    """Return the players by number of their seat."""
    found: dict[int, QuickPlayer] = {}
    for seat, name in seated.items():
        if seat not in game.seats:
            message = f"there is no seat `{seat}`; seats are {', '.join(game.seats)}"
            raise PlayError(Problem(Location(game.id), "unknown-seat", message, closest_match(seat, game.seats)))
        player = make_player(name, game, seat) if name in STATE_ONLY else None
        if not isinstance(player, QuickPlayer):
            message = f"seat {seat} can't be played by `{name}` here; {' and '.join(STATE_ONLY)} can"
            raise PlayError(Problem(Location(game.id), "unknown-player", message, closest_match(name, STATE_ONLY)))
        found[game.seats.index(seat)] = player
    return found
