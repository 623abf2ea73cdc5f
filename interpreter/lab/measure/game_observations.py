"""Observations collected during playouts: leader, number of options, option values; and replays of games.

A game is observed before its first decision and at a fixed interval of decisions, the same in all games, so that the
clock does not depend on how long a game will last. Observations are plain data that may come from a file.

Replays of games of a run, with a callback for each state at which a player decides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from time import perf_counter
from typing import Any

from interpreter.engine.playout import GameResult, Picker, game_seed, play_random
from interpreter.engine.state import State
from interpreter.lab.measure.position_values import OptionTrial, PositionEvaluator
from interpreter.lab.stats.payoffs import PayoffRule, PayoffVector, contenders_of
from interpreter.language.chance import draw_index as index_of
from interpreter.language.chance import seed_state
from interpreter.matches.match import Game
from interpreter.players.lineup import has_only_quick_players
from interpreter.players.playing import play, summarize_match
from interpreter.playtest.run.chunks import quick_pickers
from interpreter.playtest.store.chunk_data import has_shape

StateCallback = Callable[[State], None]
"""Callback with a state at a decision, which it must not change."""


class GameReplayer:
    """Plays and replays games of the run with a seed.

    `step` is called after each decision of slow players.
    """

    def __init__(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> None:
        self._game = game
        self._seated = dict(seated)
        self._seed = seed
        self._step = step
        self._quick = has_only_quick_players(seated)
        self._pickers = quick_pickers(game, seated) or [None] * len(game.seats)
        self._kept: tuple[int, list[State]] | None = None

    def play(self, index: int, look: StateCallback) -> GameResult:
        """Play a game of the run. Raises CahierError if it can't be played to its end."""
        if self._quick:
            return play_random(self._game, self._seed, index, False, self._looked(look))
        began = perf_counter()
        match = play(self._game, self._seated, game_seed(self._seed, index), self._step)
        self._kept = index, list(match.past)
        for state in match.past:
            look(state)
        return summarize_match(match, perf_counter() - began)

    def states(self, index: int, numbers: Collection[int]) -> list[State]:
        """Return copies of the states at some decisions of the game played last.

        Decisions are counted from 0, and the states are in the order of the decisions.
        """
        if self._kept is not None and self._kept[0] == index:
            return [self._kept[1][number].copy() for number in sorted(numbers)]
        found: list[State] = []
        wanted = sorted(numbers)
        made = 0

        def look(state: State) -> None:
            nonlocal made
            while len(found) < len(wanted) and wanted[len(found)] == made:
                found.append(state.copy())
            made += 1

        play_random(self._game, self._seed, index, False, self._looked(look))
        return found

    def replay(self, seed: int, index: int, picks: int) -> GameResult:
        """Replay a game of the run with this seed, drawing the players' picks from another seed.

        Raises CahierError if it can't be played to its end.
        """
        if self._quick:
            return play_random(self._game, seed, index, pickers=self._pickers, stream_seed=picks)
        began = perf_counter()
        match = play(self._game, self._seated, game_seed(seed, index), self._step, picks)
        return summarize_match(match, perf_counter() - began)

    def _looked(self, look: StateCallback) -> list[Picker | None]:
        return [self._picker(look, picker) for picker in self._pickers]

    def _picker(self, look: StateCallback, picker: Picker | None) -> Picker:
        def pick(state: State, random: int) -> int:
            look(state)
            return index_of(random, len(state.options)) if picker is None else picker(state, random)

        return pick


MOST_MOMENTS = 40
"""Maximum number of observations in a game."""
OTHER_CHANCE, OTHER_PICKS, VALUES, OPTIONS = range(1, 5)
"""Purposes of the random streams that are independent of the games."""
StepCallback = Callable[[], None]
HalfValues = tuple[PayoffVector, PayoffVector]
"""The value of a position by each half of the playouts."""


def independent_seed(seed: int, index: int, purpose: int) -> int:
    """Return a seed for one purpose that is independent of the course of the game."""
    return game_seed(game_seed(seed, index), purpose)


def is_scored(game: Game) -> bool:
    """Return whether the `score` of the rules can determine a leader: several seats that play for themselves."""
    return game.rulebook.score is not None and not game.rulebook.sides and len(game.seats) > 1


def moments(decisions: int, step: int) -> list[int]:
    """Return the decision numbers at which a game of this length is observed."""
    return list(range(0, decisions, step)[:MOST_MOMENTS])


@dataclass(frozen=True, slots=True)
class GameObservation:
    """Observations of one game.

    Attributes:
        payoffs: Payoff of each side.
        decisions: Number of decisions.
        options: Number of options of all decisions together.
        turns: Number of the turn at each moment.
        leads: Seat that leads by score at each moment, or None.
        lead_changes: Number of changes of the lead by score.
        margin: Lead of the best score over the second best at the end.
        values: Value of the position at each moment, by each half of the playouts.
        trial: Results of trying the options of one decision.
    """

    payoffs: PayoffVector
    decisions: int
    options: int
    turns: tuple[int, ...] = ()
    leads: tuple[int | None, ...] = ()
    lead_changes: int | None = None
    margin: int | None = None
    values: tuple[HalfValues, ...] = ()
    trial: OptionTrial | None = None

    @classmethod
    def from_data(cls, fate: PayoffVector, found: Any) -> GameObservation:
        """Create the observations of a game from its payoffs and the data that a `Look` returned."""
        decisions, options, turns, leads, changes, margin, values, tried = found
        halves = tuple((tuple(one), tuple(other)) for one, other in values)
        trial = None if tried is None else OptionTrial(*tried)
        return cls(fate, decisions, options, tuple(turns), tuple(leads), changes, margin, halves, trial)

    def merged_with(self, other: GameObservation | None) -> GameObservation:
        """Return these observations completed by others of the same game."""
        if other is None:
            return self
        return replace(self, values=self.values or other.values, trial=self.trial or other.trial)


@dataclass(frozen=True, slots=True)
class Look:
    """Probe that observes games before the first decision and after each `step` decisions.

    It returns the fields of `GameObservation` except for the payoffs.

    Attributes:
        step: Number of decisions between two observations.
        valued: Estimate the value of each observed position.
        tried: Try the options of one decision, picked at random.
        native: Use machine code for the playouts.
    """

    step: int
    valued: bool = False
    tried: bool = False
    native: bool = False

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: StepCallback | None) -> GameObserver:
        """Start observing the games of a run; see `Probe`."""
        return GameObserver(self, game, seated, seed, step)

    def is_found(self, found: Any, game: Game) -> bool:
        """Return whether the data may be observations of this game; see `Probe`."""
        trial = (int, int, int, float, object)
        shape = (int, int, [int], [int | None], int | None, int | None, [([float], [float])], object)
        if not has_shape(found, shape) or not (found[-1] is None or has_shape(found[-1], trial)):
            return False
        decisions, options, turns, leads, *_, values, tried = found
        there = len(moments(decisions, self.step))
        seats = {None, *range(len(game.seats))}
        return (
            0 <= decisions <= options
            and len(turns) == there
            and len(leads) == (there if is_scored(game) else 0)
            and seats.issuperset(leads)
            and len(values) == (there if self.valued else 0)
            and all(is_payoff_vector(half, game) for halves in values for half in halves)
            and (tried is not None) == (self.tried and decisions > 0)
            and (
                tried is None
                or (0 <= tried[2] < tried[1] <= tried[0] and -1 <= tried[3] <= 1 and tried[4] in (None, False, True))
            )
        )


def is_payoff_vector(fate: list[float], game: Game) -> bool:
    """Return whether these numbers may be the payoffs of this game."""
    return len(fate) == len(contenders_of(game)) and all(0 <= share <= 1 for share in fate)


class GameObserver:
    """Observer of the games of a run."""

    def __init__(self, look: Look, game: Game, seated: Mapping[str, str], seed: int, step: StepCallback | None) -> None:
        self._look = look
        self._game = game
        self._seed = seed
        self._sitting = GameReplayer(game, seated, seed, step)
        self._scored = is_scored(game)
        self._valuing = PositionEvaluator(game, seated, look.native)

    def play(self, index: int) -> tuple[GameResult, list[Any]]:
        """Play a game and return its observations.

        Raises CahierError if it can't be played to its end.
        """
        options: list[int] = []
        turns: list[int] = []
        leads: list[int | None] = []

        def look(state: State) -> None:
            options.append(len(state.options))
            turns.append(state.turns)
            if self._scored:
                leads.append(_leader(list(self._game.scores(state).values())))

        played = self._sitting.play(index, look)
        made = len(options)
        at = moments(made, self._look.step)
        known = [lead for lead in leads if lead is not None]
        return played, [
            made,
            sum(options),
            [turns[moment] for moment in at],
            [leads[moment] for moment in at] if self._scored else [],
            sum(one != other for one, other in pairwise(known)) if self._scored else None,
            _margin(played) if self._scored else None,
            self._values(index, at) if self._look.valued and made else [],
            self._tried(index, made) if self._look.tried and made else None,
        ]

    def _values(self, index: int, at: list[int]) -> list[list[list[float]]]:
        seed = independent_seed(self._seed, index, VALUES)
        states = self._sitting.states(index, at)
        values = (self._valuing.position_value(state, game_seed(seed, number)) for number, state in enumerate(states))
        return [[list(half) for half in halves] for halves in values]

    def _tried(self, index: int, made: int) -> list[float | bool | None]:
        seed = independent_seed(self._seed, index, OPTIONS)
        (state,) = self._sitting.states(index, [index_of(seed_state(seed), made)])
        tried = self._valuing.try_options(state, seed)
        return [tried.options, tried.tried, tried.worse, tried.gain, tried.decides_winner]


def _leader(scores: list[int]) -> int | None:
    """Return the seat with the highest score; None if there are several."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def _margin(played: GameResult) -> int | None:
    """Return the lead of the best score over the second best; None if the game was not won by score."""
    best, second = sorted(played.scores.values(), reverse=True)[:2]
    won = bool(played.winners) and all(played.scores[seat] == best for seat in played.winners)
    return best - second if won else None


@dataclass(frozen=True, slots=True)
class Again:
    """Probe that replays each game twice: with other picks of the players, and with other chance.

    It returns the payoffs of both replays.
    """

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: StepCallback | None) -> ReplayObserver:
        """Start replaying the games of a run; see `Probe`."""
        return ReplayObserver(game, seated, seed, step)

    def is_found(self, found: Any, game: Game) -> bool:
        """Return whether the data may be the payoffs of two replays of this game; see `Probe`."""
        return has_shape(found, ([float], [float])) and all(is_payoff_vector(fate, game) for fate in found)


class ReplayObserver:
    """Observer that replays the games of a run."""

    def __init__(self, game: Game, seated: Mapping[str, str], seed: int, step: StepCallback | None) -> None:
        self._seed = seed
        self._sitting = GameReplayer(game, seated, seed, step)
        self._fates = PayoffRule(game)

    def play(self, index: int) -> tuple[GameResult, list[Any]]:
        """Replay a game and return the payoffs of both replays.

        Raises CahierError if it can't be played to its end.
        """
        same_chance = self._sitting.replay(self._seed, index, independent_seed(self._seed, index, OTHER_PICKS))
        other = independent_seed(self._seed, index, OTHER_CHANCE)
        same_picks = self._sitting.replay(other, index, game_seed(self._seed, index))
        return same_chance, [list(self._fates.of_ending(same_chance)), list(self._fates.of_ending(same_picks))]
