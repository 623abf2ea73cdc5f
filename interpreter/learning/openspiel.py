"""OpenSpiel game, written in Python.

Chance is resolved in chance nodes (see `chance_nodes`). Therefore a position is determined by its history, and playing
on from a copy does not reveal future chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
import pyspiel

from interpreter.knowledge.determinizer import Determinizer
from interpreter.language.execution.shuffled_piles import settle_order
from interpreter.learning.chance_nodes import OUTCOMES, ActionStep, ChanceNode, FirstStep, after_step
from interpreter.learning.episode import MOST_DECISIONS, ActionSpace, Episode, is_zero_sum, min_reward, rewards
from interpreter.learning.observations import ObservationEncoder
from interpreter.matches.match import Game
from interpreter.presentation.log_lines import log_lines

SEED_NODES, RESEED_NODES = 4, 2
"""Number of nodes of a sampled step: before the first decision, and after an action."""
DIGEST = 8
"""Number of characters of the rules' digest in the name of a registered game."""


def register(game: Game, simultaneous: bool) -> Any:
    """Register a game with OpenSpiel and return it.

    Its name (`get_type().short_name`) consists of the game's id, its number of players, the beginning of its rules'
    digest, and `simultaneous` if choices at the same time are one node.
    """
    kind = pyspiel.GameType
    name = f"cahier_{game.id}_{len(game.seats)}_{game.rulebook.digest[:DIGEST]}" + "_simultaneous" * simultaneous
    seats = len(game.seats)
    zero_sum = is_zero_sum(game)
    game_type = kind(
        short_name=name,
        long_name=" ".join((game.rulebook.title["en"], *game.rulebook.variants)),
        dynamics=kind.Dynamics.SIMULTANEOUS if simultaneous else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )
    table = SharedData(game, simultaneous)
    info = pyspiel.GameInfo(
        num_distinct_actions=len(table.actions),
        max_chance_outcomes=OUTCOMES,
        num_players=seats,
        min_utility=min_reward(game),
        max_utility=1.0,
        **({"utility_sum": 0.0} if zero_sum else {}),
        max_game_length=MOST_DECISIONS,
    )

    class Registered(SpielGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(table, game_type, info, params)

    pyspiel.register_game(game_type, Registered)
    return pyspiel.load_game(name)


class SharedData:
    """Data shared by all positions of a game; copies of a state share it."""

    def __init__(self, game: Game, simultaneous: bool) -> None:
        self.game = game
        self.simultaneous = simultaneous
        """True if choices at the same time are one node."""
        self.actions = ActionSpace(game)
        self.observations = ObservationEncoder(game, self.actions)
        step, random = FirstStep(game, self.actions), game.new_state(0, logged=True).random
        self.blank = step(random)
        """Some match, which stands for one that has not begun."""
        self.beginning = after_step(step, random, 0, SEED_NODES)
        """The position in which each match begins, or the node of chance before it."""

    def __deepcopy__(self, _: object) -> SharedData:
        return self


class SpielPosition:
    """A position: a match, or a node of chance before it goes on.

    Attributes:
        node: The node of chance; None at a decision or at the end.
        course: The match at its last decision, or at its end.
    """

    def __init__(self, table: SharedData) -> None:
        self.table = table
        self.course = table.blank
        self.node: ChanceNode | None = None
        self._ends: list[int] = []
        """Length of the log after each step of the match; empty until it has begun."""
        self._told: list[list[str]] = [[] for _ in table.game.seats]
        beginning = table.beginning
        self._go_on(beginning.copy() if isinstance(beginning, Episode) else beginning)

    def __deepcopy__(self, _: object) -> SpielPosition:
        other = object.__new__(SpielPosition)
        other.__dict__.update(self.__dict__)
        other.course = self.course.copy()
        other._ends = self._ends[:]
        other._told = [told[:] for told in self._told]
        return other

    def take(self, action: int) -> None:
        """Take an action, or the outcome of a chance node."""
        if self.node is not None:
            self._go_on(self.node.after(action))
            return
        seat = self.course.seat
        assert seat is not None
        self.take_all({seat: action})

    def take_all(self, actions: Mapping[int, int]) -> None:
        """Take the actions of all seats that choose now, by seat."""
        random = self.course.state.random
        step = ActionStep(self.course, tuple(actions.items()))
        self._go_on(after_step(step, random, random, RESEED_NODES))

    def choices(self) -> dict[int, list[int]]:
        """Return the legal actions of each seat that chooses now: of one, or of all that choose at the same time."""
        return self.course.choices() if self.node is None else {}

    def _go_on(self, found: Episode | ChanceNode) -> None:
        if isinstance(found, Episode):
            self.course, self.node = found, None
            self._ends.append(self._logged())
        else:
            self.node = found

    def resample(self, seat: int, random: Random) -> None:
        """Replace the position by a random one that is consistent with everything that a seat knows."""
        determinizer = Determinizer(self.table.game, self.course.state, None, seat)
        state = determinizer.draw_logged_state(random.getrandbits(64))
        state.random = settle_order(state.z, state.random)
        self.course.set_state(state)
        self._told = [[] for _ in self._told]

    def log_text(self, seat: int) -> str:
        """Return the log lines that a seat has seen so far."""
        told, game, log = self._told[seat], self.table.game, self.course.state.log
        assert log is not None
        for start, end in zip((0, *self._ends)[len(told) :], self._ends[len(told) :], strict=False):
            told.append("\n".join(log_lines(game.speaker(), log.entries(start, end), seat)))
        return "\n".join(told)

    def observation_text(self, seat: int) -> str:
        """Return a seat's observation as text: the elements that are not 0, one a line."""
        names, row = self.table.observations.names, self.observation(seat)
        return "\n".join(f"{names[at]}: {row[at]:g}" for at in np.flatnonzero(row))

    def observation(self, seat: int) -> np.ndarray:
        """Return a seat's observation as a vector, which is all 0 until the match has begun."""
        if not self._ends:
            return np.zeros(len(self.table.observations), np.float32)
        return self.table.observations.encode(self.course, seat)

    def _logged(self) -> int:
        return len(self.course.state.log or ())


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """Game as OpenSpiel's interface requires it."""

    def __init__(self, table: SharedData, game_type: Any, info: Any, params: Any) -> None:
        super().__init__(game_type, info, params or {})
        self.table = table

    def new_initial_state(self) -> SpielState:
        """Return the state before the first chance node or decision."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return an observer, with perfect recall if the observation type asks for it."""
        return SpielObserver(self.table, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """State as OpenSpiel's interface requires it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = SpielPosition(game.table)

    def current_player(self) -> int:
        """Return the deciding seat, or OpenSpiel's id of chance or of a terminal state."""
        if self.play.node is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.play.course.seat
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        is_one_of_several = self.play.table.simultaneous and len(self.play.choices()) > 1
        return int(pyspiel.PlayerId.SIMULTANEOUS) if is_one_of_several else seat

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a random state that is consistent with everything that a seat knows.

        Its history is that of this state, which need not lead to it.
        """
        other: SpielState = self.clone()
        other.play.resample(player, Random(sampler()))
        return other

    def _legal_actions(self, player: int) -> list[int]:
        if self.play.table.simultaneous:
            return sorted(self.play.choices().get(player, []))
        return sorted(self.play.course.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        assert self.play.node is not None
        return self.play.node.outcomes

    def _apply_action(self, action: int) -> None:
        self.play.take(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.play.take_all({seat: actions[seat] for seat in self.play.choices()})

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return str(self.play.table.actions.names[action])

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.play.node is None and self.play.course.seat is None

    def returns(self) -> list[float]:
        """Return the reward of each seat, which is 0 until the end."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return rewards(self.play.course.state, self.num_players())

    def __str__(self) -> str:
        return "\n".join(self.play.log_text(seat) for seat in range(self.num_players()))


class SpielObserver:
    """Observer of a seat's observation: a vector (see `ObservationEncoder`), or the same as text.

    With perfect recall there is only text, which also has everything that the seat saw before.
    """

    def __init__(self, table: SharedData, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: np.ndarray | None = None if recalls else np.zeros(len(table.observations), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Set the vector to a seat's observation of a state."""
        if self.tensor is not None:
            self.tensor[:] = state.play.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a seat's observation of a state as text."""
        play = state.play
        return (
            "\n".join((play.log_text(player), play.observation_text(player)))
            if self._recalls
            else play.observation_text(player)
        )
