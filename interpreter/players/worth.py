"""What the end of a playout is worth to each seat: its share of the win, and a little of its lead in score.

A playout that was cut short has no winner: there what scores say stands for the win. A seat's lead, and how high all
scores are, measured by how large leads commonly are in this search, become a number from 0 to 1 by the logistic
function, with weights learned from playouts that had an end. Where all is won, or lost, they still make a difference.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from interpreter.engine.state import State
from interpreter.language.search_terms import Outlook, SearchTerms
from interpreter.matches.match import Game


def leads(scores: list[int]) -> list[int]:
    """Each seat's score less the best of the others'."""
    return [score - max(scores[:seat] + scores[seat + 1 :], default=0) for seat, score in enumerate(scores)]


class Worths:
    """Values the ends of playouts, and keeps what they were worth to each seat: the mean, and how far they spread. The
    order of its sums is that of machine code (runtime/worth.py)."""

    def __init__(
        self, game: Game, score: Callable[[list[Any], list[Any], int], int], terms: SearchTerms, outlook: Outlook
    ) -> None:
        """`score`: a seat's score in a state. It counts where seats play for themselves and the rules name one."""
        self._seats = range(len(game.seats))
        self._even = 1 / len(game.seats)
        self._score = score
        self._terms = terms
        self.scored = game.rulebook.score is not None and not game.rulebook.sides
        self._ends = 0
        self._seen = outlook.seen
        self._common_lead, self._level = outlook.common_lead, outlook.level
        self._weights, self._sure = list(outlook.weights), list(outlook.sure)
        self.means = [0.5 for _ in self._seats]
        self._squares = [0.5 for _ in self._seats]

    def outlook(self) -> Outlook:
        """What was learned of scores."""
        return Outlook(self._seen, self._common_lead, self._level, tuple(self._weights), tuple(self._sure))

    def spread(self, seat: int, provable: bool) -> float:
        """The standard deviation of what playouts were worth to a seat. It is not small where proofs are
        noted: there playouts are alike when they all go the same way, which may yet be refuted."""
        least = self._terms.least_of_wins if provable or not self.scored else self._terms.least_variance
        mean = self.means[seat]
        return sqrt(max(least, self._squares[seat] - mean * mean))

    def scores(self, state: State) -> list[int]:
        """Each seat's score."""
        return [self._score(state.v, state.z, seat) for seat in self._seats]

    def shares(self, state: State) -> list[float]:
        """Each seat's share of the win: of a side's win a whole one each, of a shared win an even part, the same for
        all if nobody won.
        """
        if state.result is None or not state.result[0]:
            return [self._even] * len(self._seats)
        winners, _, side = state.result
        share = 1.0 if side is not None else 1 / len(winners)
        return [share if seat in winners else 0.0 for seat in self._seats]

    def of(self, state: State) -> tuple[list[float], list[float]]:
        """To each seat, the share of the win, guessed from the lead if there is no end yet, and what that is worth."""
        shares = worths = self.shares(state)
        if self.scored:
            chances = self._chances(self.scores(state), None if state.result is None else shares)
            if state.result is None:
                shares = worths = chances
            else:
                scoring = self._terms.scoring
                worths = [share + scoring * (chance - share) for share, chance in zip(shares, chances, strict=True)]
        self._ends += 1
        rate = 1 / min(self._ends + 1, self._terms.memory)
        for seat, worth in enumerate(worths):
            self.means[seat] += rate * (worth - self.means[seat])
            self._squares[seat] += rate * (worth * worth - self._squares[seat])
        return shares, worths

    def _chances(self, scores: list[int], shares: list[float] | None) -> list[float]:
        """What scores say of who will win: they add up to 1. `shares`: who has won, if that is known; what counts is
        learned from it."""
        ahead = leads(scores)
        usual = sum(abs(lead) for lead in ahead) / len(ahead)
        self._seen += 1
        seen = min(self._seen, self._terms.memory)
        self._common_lead += (usual - self._common_lead) / seen
        unit = max(self._common_lead, self._terms.least_lead)
        level = sum(scores) / len(scores)
        self._level += (level - self._level) / seen
        high = (level - self._level) / unit
        chances = [self._chance(seat, (1.0, lead / unit, high), shares) for seat, lead in enumerate(ahead)]
        total = 0.0
        for chance in chances:  # `sum` rounds otherwise in some versions of Python
            total += chance
        return [chance / total for chance in chances]

    def _chance(self, seat: int, signs: tuple[float, float, float], shares: list[float] | None) -> float:
        """What these signs say of a seat's win. It is learned from the share that it had (online logistic regression,
        the step of each weight divided by the curvature that it has seen)."""
        weights, sure, first = self._weights, self._sure, 3 * seat
        said = 0.0
        for at, sign in enumerate(signs, first):
            said += weights[at] * sign
        chance = self._terms.chance(said)
        if shares is not None and self._terms.doubt > 0:
            slope, gap = chance * (1 - chance), shares[seat] - chance
            for at, sign in enumerate(signs, first):
                sure[at] += slope * sign * sign
                weights[at] += gap * sign / sure[at]
        return chance
