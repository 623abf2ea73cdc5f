"""A game as a game of OpenSpiel, written in Python.

What the rules leave to chance is settled in chance nodes, each of which has OUTCOMES outcomes, all equally likely: some
of them before the first decision give the match's seed, some after an action that needs chance its generator. So a
position is nothing but its history, and who plays on from a copy of it does not know what chance will bring.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel

from interpreter.knowledge.redraw import Redraw
from interpreter.language.chance import seeded
from interpreter.learning.actions import Actions
from interpreter.learning.course import MOST_DECISIONS, Course
from interpreter.learning.observations import Observations
from interpreter.learning.rewards import is_zero_sum, least, rewards
from interpreter.matches.match import Game
from interpreter.presentation.log_lines import log_lines

OUTCOMES = 256
SEEDING, MIXING = 4, 2
"""Chance nodes that follow each other: before the first decision, and where an action needs chance."""
CHANCES = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
DIGEST = 8
"""Letters of the rules' digest in the name under which a game is registered."""


def register(game: Game) -> Any:
    """Register a game with OpenSpiel, and give it. Its name (`get_type().short_name`) has the game's id, how many play
    it, and the beginning of its rules' digest."""
    kind = pyspiel.GameType
    name = f"cahier_{game.id}_{len(game.seats)}_{game.rulebook.digest[:DIGEST]}"
    seats = len(game.seats)
    zero_sum = is_zero_sum(game)
    type = kind(
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
    table = Table(game)
    info = pyspiel.GameInfo(
        num_distinct_actions=len(table.actions),
        max_chance_outcomes=OUTCOMES,
        num_players=seats,
        min_utility=least(game),
        max_utility=1.0,
        **({"utility_sum": 0.0} if zero_sum else {}),
        max_game_length=MOST_DECISIONS,
    )

    class Registered(SpielGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(table, type, info, params)

    pyspiel.register_game(type, Registered)
    return pyspiel.load_game(name)


class Table:
    """What all positions of a game have in common. One for all copies of a state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = Actions(game)
        self.observations = Observations(game, self.actions)
        state = game.new_state(0, logged=True)
        random = state.random
        self.first = Course(game, self.actions, state)
        self.chance_first = state.random != random
        """Whether chance is needed before the first decision; if not, `first` is where each match begins."""

    def __deepcopy__(self, _: object) -> Table:
        return self


class Play:
    """A position: a match, the chance nodes that come before it goes on, and the action that waits for these."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.course = table.first.copy()
        self.chances = SEEDING if table.chance_first else 0
        """Chance nodes that are still to come."""
        self._drawn = 0
        self._waiting: int | None = None
        self._ends = [] if self.chances else [self._logged()]
        """Lengths of the log after each step of the match; none until it has begun."""
        self._told: list[list[str]] = [[] for _ in table.game.seats]

    def __deepcopy__(self, _: object) -> Play:
        other = object.__new__(Play)
        other.__dict__.update(self.__dict__)
        other.course = self.course.copy()
        other._ends = self._ends[:]
        other._told = [told[:] for told in self._told]
        return other

    def take(self, action: int) -> None:
        """Go on by an action, or by the outcome of a chance node."""
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
        else:
            self._waiting, self.chances = action, MIXING

    def _settle(self, drawn: int) -> None:
        """Go on by what chance has brought."""
        if self._waiting is None:
            game = self.table.game
            self.course = Course(game, self.table.actions, game.new_state(drawn, logged=True))
        else:
            state = self.course.state
            state.random = seeded((state.random << 64) | drawn)
            self.course.take(self._waiting)
            self._waiting = None
        self._ends.append(self._logged())

    def redraw(self, seat: int, random: Random) -> None:
        """Put a position in place of this one that may as well be it, for all that a seat knows."""
        self.course.put(Redraw(self.table.game, self.course.state, None, seat).logged(random.getrandbits(64)))
        self._told = [[] for _ in self._told]

    def told(self, seat: int) -> str:
        """What a seat was told so far."""
        told, game, log = self._told[seat], self.table.game, self.course.state.log
        assert log is not None
        for start, end in zip((0, *self._ends)[len(told) :], self._ends[len(told) :], strict=False):
            told.append("\n".join(log_lines(game.speaker(), log.part(start, end), seat)))
        return "\n".join(told)

    def seen(self, seat: int) -> str:
        """What a seat sees now: what its observation has that is not 0, a line each."""
        names, row = self.table.observations.names, self.observed(seat)
        return "\n".join(f"{names[at]}: {row[at]:g}" for at in np.flatnonzero(row))

    def observed(self, seat: int) -> np.ndarray:
        """The same as numbers; all are 0 until the match has begun."""
        if not self._ends:
            return np.zeros(len(self.table.observations), np.float32)
        return self.table.observations.of(self.course, seat)

    def _logged(self) -> int:
        return len(self.course.state.log or ())


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, table: Table, type: Any, info: Any, params: Any) -> None:
        super().__init__(type, info, params or {})
        self.table = table

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.table, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = Play(game.table)

    def current_player(self) -> int:
        if self.play.chances:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.play.course.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A position drawn at random from those that agree with all that a seat knows. Its history is that of this
        one, as far as that goes."""
        other: SpielState = self.clone()
        other.play.redraw(player, Random(sampler()))
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.play.course.on_offer)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCES

    def _apply_action(self, action: int) -> None:
        self.play.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return str(self.play.table.actions.names[action])

    def is_terminal(self) -> bool:
        return not self.play.chances and self.play.course.seat is None

    def returns(self) -> list[float]:
        return rewards(self.play.course.state, self.num_players())

    def __str__(self) -> str:
        return "\n".join(self.play.told(seat) for seat in range(self.num_players()))


class Observer:
    """What a seat sees: a row of numbers (see Observations), or the same as text; with perfect recall, text alone, with
    all that it was told before."""

    def __init__(self, table: Table, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: np.ndarray | None = None if recalls else np.zeros(len(table.observations), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.play.observed(player)

    def string_from(self, state: SpielState, player: int) -> str:
        play = state.play
        return "\n".join((play.told(player), play.seen(player))) if self._recalls else play.seen(player)
