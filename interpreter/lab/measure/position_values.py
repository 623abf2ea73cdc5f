"""Values of positions and of options by playouts, in which seats without a table decide at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, sqrt

from interpreter.engine.driver import answer
from interpreter.engine.native_playouts import NativePlayouts
from interpreter.engine.playout import Playout, game_seed, play_out
from interpreter.engine.state import State
from interpreter.lab.stats.intervals import bonferroni, student_quantile
from interpreter.lab.stats.payoffs import PayoffRule, PayoffVector
from interpreter.language.chance import draw_index, seed_state
from interpreter.language.execution.executable import NativeUnavailableError
from interpreter.matches.match import Game
from interpreter.players.lineup import STATE_ONLY, TABLE
from interpreter.playtest.run.chunks import quick_pickers

VALUE_PLAYOUTS = 100
"""Number of playouts of a position: half of them select the leader, the other half measure the lead."""
SEEDS_PER_OPTION, PLAYOUTS_PER_SEED = 24, 4
"""Number of random seeds for each option, and number of playouts for each seed."""
MOST_OPTIONS = 24
"""Maximum number of options tried; a random sample is taken of more."""
FALSE_POSITIVE_RATE = 0.01
"""Share of decisions in which options of equal value may be reported as different."""


@dataclass(frozen=True, slots=True)
class OptionTrial:
    """Results of trying the options of a decision.

    Attributes:
        options: Number of options.
        tried: Number of options tried.
        worse: Number of options that are significantly worse than the best one.
        gain: Gain of the best option over the mean: selected by one half of the playouts, measured by the other.
    """

    options: int
    tried: int
    worse: int
    gain: float


class PositionEvaluator:
    """Evaluator of positions by playouts, in machine code if it is `native`, with the same results."""

    def __init__(self, game: Game, seated: Mapping[str, str], native: bool) -> None:
        self._game = game
        self._payoffs = PayoffRule(game)
        quick = {seat: name for seat, name in seated.items() if name in STATE_ONLY}
        self._pickers = quick_pickers(game, quick)
        self._machine: NativePlayouts | None = None
        if native:
            try:
                self._machine = NativePlayouts(game, [seat for seat, name in quick.items() if name == TABLE])
            except NativeUnavailableError:
                self._machine = None

    def position_value(self, state: State, seed: int) -> tuple[PayoffVector, PayoffVector]:
        """Return the value of a position to each side, by each half of the playouts."""
        payoffs = [self._payoffs.of_playout(each) for each in self._play_out(state, None, seed, 0, VALUE_PLAYOUTS)]
        half = VALUE_PLAYOUTS // 2
        return _mean(payoffs[:half]), _mean(payoffs[half:])

    def try_options(self, state: State, seed: int) -> OptionTrial:
        """Return the results of trying the options of the deciding seat, all with the same random seeds."""
        count = len(state.options)
        options = list(range(count)) if count <= MOST_OPTIONS else _sample_options(count, seed)
        values = [self._option_values(state, option, seed) for option in options]
        return OptionTrial(count, len(options), _count_worse(values), _gain(values))

    def _option_values(self, state: State, option: int, seed: int) -> list[float]:
        """Return the values of an option by random seed."""
        seat = state.seat
        found = []
        for number in range(SEEDS_PER_OPTION):
            begun = state.copy()
            begun.random = seed_state(game_seed(seed, number))
            played = self._play_out(begun, option, seed, number * PLAYOUTS_PER_SEED, PLAYOUTS_PER_SEED)
            found.append(fsum(self._payoffs.seat_payoff(each, seat) for each in played) / PLAYOUTS_PER_SEED)
        return found

    def _play_out(self, state: State, option: int | None, seed: int, first: int, count: int) -> list[Playout]:
        """Return playouts from a state, or from the state after an option is taken."""
        played: list[Playout | int] = list(range(first, first + count))
        if self._machine is not None:
            try:
                self._machine.load_state(state)
                if option is not None:
                    self._machine.answer(option)
                if self._machine.decision is None:
                    ended = self._machine.current_state()
                else:
                    ended = None
                    played = self._machine.play_out(seed, first, count)
            except NativeUnavailableError:
                ended = None
            if ended is not None:
                return [self._ended(ended)] * count
        return [
            self._play_out_in_python(state, option, seed, each) if isinstance(each, int) else each for each in played
        ]

    def _play_out_in_python(self, state: State, option: int | None, seed: int, index: int) -> Playout:
        begun = state.copy()
        if option is not None:
            answer(begun, self._game.program.code(begun.log is not None), begun.options[option])
        return play_out(self._game, begun, seed, index, self._pickers) if begun.is_waiting else self._ended(begun)

    def _ended(self, state: State) -> Playout:
        """Return the playout that stands for a finished game."""
        winners, reason, side = state.result or ((), "", None)
        return Playout(tuple(winners), reason, side, (), 0, state.turns, 0)


def _mean(payoffs: Sequence[PayoffVector]) -> PayoffVector:
    return tuple(fsum(each) / len(payoffs) for each in zip(*payoffs, strict=True))


def _sample_options(count: int, seed: int) -> list[int]:
    """Return a random sample of the options."""
    left = list(range(count))
    return sorted(left.pop(draw_index(game_seed(seed, draw), len(left))) for draw in range(MOST_OPTIONS))


def _count_worse(values: Sequence[Sequence[float]]) -> int:
    """Return the number of options that are significantly worse than the best one.

    The correction counts all pairs of options, since any two of them might be best and worst by chance.
    """
    means = [fsum(each) / SEEDS_PER_OPTION for each in values]
    best = means.index(max(means))
    alpha = bonferroni(FALSE_POSITIVE_RATE, sum(1 for _ in combinations(values, 2)))
    limit = student_quantile(alpha, SEEDS_PER_OPTION - 1)
    worse = 0
    for option_values, mean in zip(values, means, strict=True):
        by = means[best] - mean
        apart = [one - other for one, other in zip(values[best], option_values, strict=True)]
        spread = sqrt(fsum((each - by) ** 2 for each in apart) / (SEEDS_PER_OPTION - 1) / SEEDS_PER_OPTION)
        worse += by > limit * spread
    return worse


def _gain(values: Sequence[Sequence[float]]) -> float:
    """Return the gain of the best option over a random one, by cross-validation.

    Each half of the playouts selects the best option, and the other half measures its gain.
    """
    half = SEEDS_PER_OPTION // 2
    halves = [[fsum(each[part]) / half for each in values] for part in (slice(0, half), slice(half, SEEDS_PER_OPTION))]
    found = 0.0
    for one, other in (halves, halves[::-1]):
        best = one.index(max(one))
        found += other[best] - fsum(other) / len(other)
    return found / 2
