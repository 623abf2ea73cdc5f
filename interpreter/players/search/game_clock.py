"""A clock for a whole match: a seat's seconds, divided among its decisions."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from weakref import WeakKeyDictionary

from interpreter.engine.playout import Picker, play_random
from interpreter.engine.state import State
from interpreter.language.chance import draw_index
from interpreter.matches.match import Game
from interpreter.players.search.growth import USUAL_DECISIONS
from interpreter.support.errors import CahierError

SAMPLED_GAMES, MAX_SAMPLE_SECONDS = 5, 1.0
"""Random games played to learn how often a seat decides, and the time after which no other one begins."""
MIN_SHARE_AHEAD, MIN_DECISIONS_AHEAD = 0.25, 3.0
"""Smallest number of decisions expected to come, as a share of those of a whole match, and as a number."""
MIN_SECONDS = 0.001
"""Time for a decision when all time is used up."""

_expected: WeakKeyDictionary[Game, dict[str, float]] = WeakKeyDictionary()


class GameClock:
    """The time of one seat in a match.

    Attributes:
        seconds: Seconds for the whole match.
        used: Seconds that were used.
    """

    def __init__(self, seconds: float, decisions: float) -> None:
        """Start a clock. `decisions`: expected number of decisions of the seat, see `expected_decisions`."""
        self.seconds = seconds
        self.used = 0.0
        self._expected = decisions
        self._taken = 0

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return max(0.0, self.seconds - self.used)

    def allot(self) -> float:
        """Return the seconds for the next decision: an equal share of what is left for each decision expected."""
        least = max(MIN_SHARE_AHEAD * self._expected, MIN_DECISIONS_AHEAD)
        return max(MIN_SECONDS, self.left / max(self._expected - self._taken, least))

    def spend(self, seconds: float, is_free: bool) -> None:
        """Count the time of a decision. `is_free`: it had one option only, so it isn't one of those expected."""
        self.used += seconds
        self._taken += not is_free


def expected_decisions(game: Game, seat: str) -> float:
    """Return how often a seat decides in a match, with two options or more: the mean over some random games."""
    if game not in _expected:
        _expected[game] = _sample_decisions(game)
    return _expected[game][seat]


def _sample_decisions(game: Game) -> dict[str, float]:
    counts: Counter[str] = Counter()

    def counter(seat: str) -> Picker:
        def pick(state: State, random: int) -> int:
            counts[seat] += len(state.options) > 1
            return draw_index(random, len(state.options))

        return pick

    pickers, began, games = [counter(seat) for seat in game.seats], perf_counter(), 0
    try:
        while games < SAMPLED_GAMES and perf_counter() - began < MAX_SAMPLE_SECONDS:
            play_random(game, 0, games, pickers=pickers)
            games += 1
    except CahierError:  # a match reports it
        pass
    return {seat: counts[seat] / games if games else USUAL_DECISIONS for seat in game.seats}
