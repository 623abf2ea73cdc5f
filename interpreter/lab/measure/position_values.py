"""Values of positions and of options by playouts, in which seats without a table decide at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from interpreter.players.lineup import STATE_ONLY
from interpreter.playtest.run.chunks import quick_pickers
from interpreter.rulebook.player_names import TABLE

VALUE_PLAYOUTS = 100
"""Number of playouts of a position: half of them select the leader, the other half measure the lead."""
SEEDS_PER_OPTION, PLAYOUTS_PER_SEED = 24, 4
"""Number of random seeds for each option, and number of playouts for each seed."""
MOST_OPTIONS = 24
"""Maximum number of options tried; a random sample is taken of more."""
FALSE_POSITIVE_RATE = 0.01
"""Share of decisions in which options of equal value may be reported as different."""
HOPELESS = 0.02
"""Largest share of the playouts of its best option that a seat wins which is said to be unable to win."""


@dataclass(frozen=True, slots=True)
class OptionTrial:
    """Results of trying the options of a decision.

    Attributes:
        options: Number of options.
        tried: Number of options tried.
        worse: Number of options that are significantly worse than the best one.
        gain: Gain of the best option over the mean: selected by one half of the playouts, measured by the other.
        decides_winner: True if the seat can't win, whatever it takes, but decides how often another one wins; None if
            there are fewer than three who can win.
    """

    options: int
    tried: int
    worse: int
    gain: float
    decides_winner: bool | None = None


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
        tried = [self._option_playouts(state, option, seed) for option in options]
        own = [
            [_mean_of(self._payoffs.seat_payoff(each, state.seat) for each in part) for part in parts]
            for parts in tried
        ]
        return OptionTrial(count, len(options), _count_worse(own), _gain(own), self._decides_winner(own, tried))

    def _decides_winner(
        self, own: Sequence[Sequence[float]], tried: Sequence[Sequence[Sequence[Playout]]]
    ) -> bool | None:
        """Return True if options that don't let the seat win differ in how often somebody else wins.

        `own`: the seat's payoffs by option and random seed.
        """
        there = len(self._payoffs.contenders)
        if there < 3:
            return None
        if max(fsum(values) / SEEDS_PER_OPTION for values in own) > HOPELESS:
            return False
        rate = bonferroni(FALSE_POSITIVE_RATE, there)
        by_option = [[_mean([self._payoffs.of_playout(each) for each in part]) for part in parts] for parts in tried]
        return any(
            _count_worse([[payoffs[who] for payoffs in parts] for parts in by_option], rate) for who in range(there)
        )

    def _option_playouts(self, state: State, option: int, seed: int) -> list[list[Playout]]:
        """Return the playouts of an option by random seed."""
        found = []
        for number in range(SEEDS_PER_OPTION):
            begun = state.copy()
            begun.random = seed_state(game_seed(seed, number))
            found.append(self._play_out(begun, option, seed, number * PLAYOUTS_PER_SEED, PLAYOUTS_PER_SEED))
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


def _mean_of(payoffs: Iterable[float]) -> float:
    return fsum(payoffs) / PLAYOUTS_PER_SEED


def _count_worse(values: Sequence[Sequence[float]], rate: float = FALSE_POSITIVE_RATE) -> int:
    """Return the number of options that are significantly worse than the best one.

    The correction counts all pairs of options, since any two of them might be best and worst by chance.
    """
    means = [fsum(each) / SEEDS_PER_OPTION for each in values]
    best = means.index(max(means))
    alpha = bonferroni(rate, sum(1 for _ in combinations(values, 2)))
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
