"""OpenSpiel game, written in Python.

Chance is resolved in chance nodes. Where no outcome is less likely than 1 / OUTCOMES, one node has them all, each
with its exact probability. Elsewhere nodes have OUTCOMES equally likely outcomes: some before the first decision give
the seed of the match; some after each action that needs chance reseed its generator. Therefore a position is
determined by its history, and playing on from a copy does not reveal future chance.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pyspiel

from interpreter.engine.chance_outcomes import scripted_results
from interpreter.knowledge.determinizer import Determinizer
from interpreter.language.chance import ScriptedDraws, seed_state
from interpreter.learning.episode import MOST_DECISIONS, ActionSpace, Episode, is_zero_sum, min_reward, rewards
from interpreter.learning.observations import ObservationEncoder
from interpreter.matches.match import Game
from interpreter.presentation.log_lines import log_lines

OUTCOMES = 256
SEED_NODES, RESEED_NODES = 4, 2
"""Number of consecutive chance nodes before the first decision, and after an action that needs chance."""
CHANCES = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
ListedOutcomes = list[tuple[Fraction, Episode]]
"""Every outcome of chance, with its probability."""
DIGEST = 8
"""Number of characters of the rules' digest in the name of a registered game."""


def register(game: Game) -> Any:
    """Register a game with OpenSpiel and return it.

    Its name (`get_type().short_name`) consists of the game's id, its number of players, and the beginning of its rules'
    digest.
    """
    kind = pyspiel.GameType
    name = f"cahier_{game.id}_{len(game.seats)}_{game.rulebook.digest[:DIGEST]}"
    seats = len(game.seats)
    zero_sum = is_zero_sum(game)
    game_type = kind(
        short_name=name,
        long_name=" ".join((game.rulebook.title["en"], *game.rulebook.variants)),
        dynamics=kind.Dynamics.SEQUENTIAL,
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
    table = SharedData(game)
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

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = ActionSpace(game)
        self.observations = ObservationEncoder(game, self.actions)
        state = game.new_state(0, logged=True)
        random = state.random
        self.first = Episode(game, self.actions, state)
        self.chance_first = state.random != random
        """True if chance is needed before the first decision; otherwise each match begins at `first`."""
        self.beginnings = self._beginnings() if self.chance_first else []
        """The positions in which a match can begin; empty if there are too many, or only `first`."""

    def _beginnings(self) -> ListedOutcomes:
        def begin(draws: ScriptedDraws, _: int) -> Episode:
            state = self.game.new_state(0, logged=True)
            state.random = draws
            return Episode(self.game, self.actions, state)

        return _listed(self.game, begin)

    def __deepcopy__(self, _: object) -> SharedData:
        return self


def _listed(game: Game, run: Callable[[ScriptedDraws, int], Episode]) -> ListedOutcomes:
    """Return every outcome of chance, with its probability; none if one is less likely than those of a sampled node."""
    found = []
    for number, (probability, _, course) in enumerate(scripted_results(game.id, run)):
        if probability * OUTCOMES < 1:
            return []
        course.state.random = seed_state(number)
        found.append((probability, course))
    return found


class SpielPosition:
    """A position: a match, the chance nodes before it goes on, and the action that waits for them."""

    def __init__(self, table: SharedData) -> None:
        self.table = table
        self.course = table.first.copy()
        self.outcomes = table.beginnings
        """The outcomes of the chance node with exact probabilities at which the position is; empty elsewhere."""
        self.chances = 1 if self.outcomes else SEED_NODES if table.chance_first else 0
        """Number of chance nodes left before play goes on."""
        self._drawn = 0
        self._waiting: int | None = None
        self._ends = [] if self.chances else [self._logged()]
        """Length of the log after each step of the match; empty until it has begun."""
        self._told: list[list[str]] = [[] for _ in table.game.seats]

    def __deepcopy__(self, _: object) -> SpielPosition:
        other = object.__new__(SpielPosition)
        other.__dict__.update(self.__dict__)
        other.course = self.course.copy()
        other._ends = self._ends[:]
        other._told = [told[:] for told in self._told]
        return other

    def take(self, action: int) -> None:
        """Take an action, or the outcome of a chance node."""
        if self.outcomes:
            self.course = self.outcomes[action][1].copy()
            self.outcomes, self.chances = [], 0
            self._ends.append(self._logged())
            return
        if self.chances:
            self._drawn = self._drawn * OUTCOMES + action
            self.chances -= 1
            if not self.chances:
                self._settle(self._drawn)
                self._drawn = 0
            return
        trial = self.course.copy()
        trial.take(action)
        if trial.state.random == self.course.state.random:
            self.course = trial
            self._ends.append(self._logged())
            return
        self.outcomes = self._outcomes_of(action)
        if self.outcomes:
            self.chances = 1
        else:
            self._waiting, self.chances = action, RESEED_NODES

    def _outcomes_of(self, action: int) -> ListedOutcomes:
        def take(draws: ScriptedDraws, _: int) -> Episode:
            course = self.course.copy()
            course.state.random = draws
            course.take(action)
            return course

        return _listed(self.table.game, take)

    def _settle(self, drawn: int) -> None:
        """Continue with the outcome of the chance nodes."""
        if self._waiting is None:
            game = self.table.game
            self.course = Episode(game, self.table.actions, game.new_state(drawn, logged=True))
        else:
            state = self.course.state
            state.random = seed_state((state.random << 64) | drawn)
            self.course.take(self._waiting)
            self._waiting = None
        self._ends.append(self._logged())

    def resample(self, seat: int, random: Random) -> None:
        """Replace the position by a random one that is consistent with everything that a seat knows."""
        self.course.set_state(
            Determinizer(self.table.game, self.course.state, None, seat).draw_logged_state(random.getrandbits(64))
        )
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
        if self.play.chances:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.play.course.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a random state that is consistent with everything that a seat knows.

        Its history is that of this state, which need not lead to it.
        """
        other: SpielState = self.clone()
        other.play.resample(player, Random(sampler()))
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.play.course.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        outcomes = self.play.outcomes
        return [(number, float(share)) for number, (share, _) in enumerate(outcomes)] if outcomes else CHANCES

    def _apply_action(self, action: int) -> None:
        self.play.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return str(self.play.table.actions.names[action])

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return not self.play.chances and self.play.course.seat is None

    def returns(self) -> list[float]:
        """Return the reward of each seat, which is 0 until the end."""
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
