"""Values of positions and of options by playouts, in which seats without a table decide at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, sqrt

from interpreter.engine.driver import answer
from interpreter.engine.native_playouts import NativePlayouts
from interpreter.engine.playout import game_seed
from interpreter.engine.playouts import Playout, play_out
from interpreter.engine.state import State
from interpreter.lab.fates import Fate, Fates
from interpreter.lab.intervals import bonferroni, student
from interpreter.language.chance import index as index_of
from interpreter.language.chance import seeded
from interpreter.language.executable import NotNative
from interpreter.matches.match import Game
from interpreter.players.making import QUICK, TABLE
from interpreter.playtest.chunks import quick_pickers

VALUED_BY = 100
"""Number of playouts of a position: half of them select the leader, the other half measure the lead."""
CHANCES, EACH = 24, 4
"""Number of random seeds for each option, and number of playouts for each seed."""
MOST_OPTIONS = 24
"""Maximum number of options tried; a random sample is taken of more."""
MISTAKEN = 0.01
"""Share of decisions in which options of equal value may be reported as different."""


@dataclass(frozen=True, slots=True)
class Tried:
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


class Valuing:
    """Evaluator of positions by playouts, in machine code if it is `native`, with the same results."""

    def __init__(self, game: Game, seated: Mapping[str, str], native: bool) -> None:
        self._game = game
        self._fates = Fates(game)
        quick = {seat: name for seat, name in seated.items() if name in QUICK}
        self._pickers = quick_pickers(game, quick)
        self._machine: NativePlayouts | None = None
        if native:
            try:
                self._machine = NativePlayouts(game, [seat for seat, name in quick.items() if name == TABLE])
            except NotNative:
                self._machine = None

    def value(self, state: State, seed: int) -> tuple[Fate, Fate]:
        """Return the value of a position to each side, by each half of the playouts."""
        fates = [self._fates.of_playout(each) for each in self._play_out(state, None, seed, 0, VALUED_BY)]
        half = VALUED_BY // 2
        return _mean(fates[:half]), _mean(fates[half:])

    def tried(self, state: State, seed: int) -> Tried:
        """Return the results of trying the options of the deciding seat, all with the same random seeds."""
        there = len(state.options)
        options = list(range(there)) if there <= MOST_OPTIONS else _some(there, seed)
        worths = [self._worths(state, option, seed) for option in options]
        return Tried(there, len(options), _worse(worths), _gain(worths))

    def _worths(self, state: State, option: int, seed: int) -> list[float]:
        """Return the values of an option by random seed."""
        seat = state.seat
        found = []
        for number in range(CHANCES):
            begun = state.copy()
            begun.random = seeded(game_seed(seed, number))
            played = self._play_out(begun, option, seed, number * EACH, EACH)
            found.append(fsum(self._fates.to_seat(each, seat) for each in played) / EACH)
        return found

    def _play_out(self, state: State, option: int | None, seed: int, first: int, count: int) -> list[Playout]:
        """Return playouts from a state, or from the state after an option is taken."""
        played: list[Playout | int] = list(range(first, first + count))
        if self._machine is not None:
            try:
                self._machine.put(state)
                if option is not None:
                    self._machine.answer(option)
                if self._machine.asked is None:
                    ended = self._machine.state()
                else:
                    ended = None
                    played = self._machine.play_out(seed, first, count)
            except NotNative:
                ended = None
            if ended is not None:
                return [self._ended(ended)] * count
        return [self._by_python(state, option, seed, each) if isinstance(each, int) else each for each in played]

    def _by_python(self, state: State, option: int | None, seed: int, index: int) -> Playout:
        begun = state.copy()
        if option is not None:
            answer(begun, self._game.program.code(begun.log is not None), begun.options[option])
        return play_out(self._game, begun, seed, index, self._pickers) if begun.asks else self._ended(begun)

    def _ended(self, state: State) -> Playout:
        """Return the playout that stands for a finished game."""
        winners, reason, side = state.result or ((), "", None)
        return Playout(tuple(winners), reason, side, (), 0, state.turns, 0)


def _mean(fates: Sequence[Fate]) -> Fate:
    return tuple(fsum(each) / len(fates) for each in zip(*fates, strict=True))


def _some(there: int, seed: int) -> list[int]:
    """Return a random sample of the options."""
    left = list(range(there))
    return sorted(left.pop(index_of(game_seed(seed, draw), len(left))) for draw in range(MOST_OPTIONS))


def _worse(worths: Sequence[Sequence[float]]) -> int:
    """Return the number of options that are significantly worse than the best one.

    The correction counts all pairs of options, since any two of them might be best and worst by chance.
    """
    means = [fsum(each) / CHANCES for each in worths]
    best = means.index(max(means))
    alpha = bonferroni(MISTAKEN, sum(1 for _ in combinations(worths, 2)))
    limit = student(alpha, CHANCES - 1)
    worse = 0
    for worth, mean in zip(worths, means, strict=True):
        by = means[best] - mean
        apart = [one - other for one, other in zip(worths[best], worth, strict=True)]
        spread = sqrt(fsum((each - by) ** 2 for each in apart) / (CHANCES - 1) / CHANCES)
        worse += by > limit * spread
    return worse


def _gain(worths: Sequence[Sequence[float]]) -> float:
    """Return the gain of the best option over a random one, by cross-validation.

    Each half of the playouts selects the best option, and the other half measures its gain.
    """
    half = CHANCES // 2
    halves = [[fsum(each[part]) / half for each in worths] for part in (slice(0, half), slice(half, CHANCES))]
    found = 0.0
    for one, other in (halves, halves[::-1]):
        best = one.index(max(one))
        found += other[best] - fsum(other) / len(other)
    return found / 2
