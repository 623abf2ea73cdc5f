"""Common part of both PettingZoo environments: agents for the seats, spaces, observations and other players."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from interpreter.language.chance import next_state, seat_stream
from interpreter.learning.episode import ActionSpace, Episode
from interpreter.learning.observations import ObservationEncoder
from interpreter.matches.match import Game
from interpreter.players.base import QuickPlayer
from interpreter.players.lineup import STATE_ONLY, make_player
from interpreter.support.errors import Location, PlayError, Problem
from interpreter.support.similar_words import closest_match

SEED_BITS = 63


class SeatAgents:
    """Environment whose episodes are matches of a game, and whose agents are the seats without another player.

    An agent observes `observation` (see `ObservationEncoder`) and `action_mask`, which is 1 for each legal action (see
    `ActionSpace`). Rewards are given at the end (see `rewards`). A match that goes on without end is truncated;
    `infos` has the reason.

    Attributes:
        match_seed: Seed of the match: `game.start` begins the same one.
    """

    def __init__(self, game: Game, seated: Mapping[str, str] | None, more_actions: int = 0) -> None:
        """Create the environment.

        Args:
            game: The game.
            seated: Seats that `random` or `table` plays, in addition to those to which the rules assign a player.
            more_actions: Number of actions besides those of the game.

        Raises:
            PlayError: A seat can't be played that way, or no seat is left to an agent.
        """
        self.game = game
        self.actions = ActionSpace(game)
        self.observations = ObservationEncoder(game, self.actions)
        self._seated = _quick_players(game, {**game.rulebook.players_of, **(seated or {})})
        self.possible_agents = [seat for at, seat in enumerate(game.seats) if at not in self._seated]
        if not self.possible_agents:
            raise PlayError(Problem(Location(game.id), "no-agent", "no seat is left to an agent"))
        self._action_count = action_count = len(self.actions) + more_actions
        seen = Box(-np.inf, np.inf, (len(self.observations),), np.float32)
        mask = Box(0, 1, (action_count,), np.int8)
        agents = self.possible_agents
        self.observation_spaces = {agent: Dict({"observation": seen, "action_mask": mask}) for agent in agents}
        self.action_spaces = {agent: Discrete(action_count) for agent in agents}
        self.agents: list[str] = []
        self._random = Random()
        self.match_seed = 0

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def begin_match(self, seed: int | None) -> Episode:
        """Begin the match with this seed, or with a new seed each time. Raises PlayError for an invalid seed."""
        self.agents = self.possible_agents[:]
        if seed is not None:
            self.game.check_seed(seed)
            self._random = Random(seed)
        self.match_seed = self._random.getrandbits(SEED_BITS) if seed is None else seed
        self._streams = {at: seat_stream(self.match_seed, at) for at in self._seated}
        return Episode(self.game, self.actions, self.game.new_state(self.match_seed, logged=False))

    def is_other(self, seat: int | None) -> bool:
        """Return whether a seat is played by another player than an agent."""
        return seat in self._seated

    def play_other(self, course: Episode) -> None:
        """Let another player than an agent decide, whose turn it is."""
        seat = course.seat
        assert seat is not None
        random = self._streams[seat] = next_state(self._streams[seat])
        picked = self._seated[seat].pick(course.state, random)
        course.take(list(course.legal_actions)[picked])

    def observe_match(self, course: Episode, agent: str) -> dict[str, Any]:
        """Return an agent's observation, and its action mask, which is 1 for each legal action."""
        at = self.game.seats.index(agent)
        mask: np.ndarray = np.zeros(self._action_count, np.int8)
        if course.seat == at:
            mask[list(course.legal_actions)] = 1
        return {"observation": self.observations.encode(course, at), "action_mask": mask}


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
