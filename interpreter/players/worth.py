"""Value of a playout's end for each seat: its share of the win, and a little of its lead in score.

A truncated playout has no winner, so a score model estimates the chances of a win. The model is a logistic function of
a seat's lead and of the general level of scores, in units of the lead that is common in this search. Its weights are
learned from finished playouts. Where every option wins, or loses, scores still make a difference.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from interpreter.engine.state import State
from interpreter.language.search_terms import Outlook, SearchTerms
from interpreter.matches.match import Game


def leads(scores: list[int]) -> list[int]:
    """Return each seat's score minus the best score of the others."""
    return [score - max(scores[:seat] + scores[seat + 1 :], default=0) for seat, score in enumerate(scores)]


class Worths:
    """Evaluation of playouts, with the mean and the spread of their values for each seat.

    Sums are computed in the same order as in machine code (runtime/worth.py).
    """

    def __init__(
        self, game: Game, score: Callable[[list[Any], list[Any], int], int], terms: SearchTerms, outlook: Outlook
    ) -> None:
        """Start with a score model.

        `score` returns a seat's score in a state. It is used if the rules name a score and seats play for themselves.
        """
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
        """Return the score model learned so far."""
        return Outlook(self._seen, self._common_lead, self._level, tuple(self._weights), tuple(self._sure))

    def spread(self, seat: int, provable: bool) -> float:
        """Return the standard deviation of playouts' values for a seat.

        It has a floor, which is high where proofs are recorded: playouts that all go the same way may still be refuted.
        """
        least = self._terms.least_of_wins if provable or not self.scored else self._terms.least_variance
        mean = self.means[seat]
        return sqrt(max(least, self._squares[seat] - mean * mean))

    def scores(self, state: State) -> list[int]:
        """Return each seat's score."""
        return [self._score(state.v, state.z, seat) for seat in self._seats]

    def shares(self, state: State) -> list[float]:
        """Return each seat's share of the win.

        If a side wins, each of its seats gets 1. A shared win is divided evenly, and so is a game that nobody won.
        """
        if state.result is None or not state.result[0]:
            return [self._even] * len(self._seats)
        winners, _, side = state.result
        share = 1.0 if side is not None else 1 / len(winners)
        return [share if seat in winners else 0.0 for seat in self._seats]

    def of(self, state: State) -> tuple[list[float], list[float]]:
        """Return each seat's share of the win and the playout's value for it.

        A share is estimated from the scores if the playout has no end.
        """
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
        """Return the chances of a win that the scores suggest; they add up to 1.

        `shares`: the actual shares of the win, if known; the model learns from them.
        """
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
        for chance in chances:  # `sum` rounds differently in some versions of Python
            total += chance
        return [chance / total for chance in chances]

    def _chance(self, seat: int, signs: tuple[float, float, float], shares: list[float] | None) -> float:
        """Return the chance of a win that the features `signs` suggest for a seat.

        The model learns from the actual share (online logistic regression, where the step of each weight is divided by
        the curvature seen so far).
        """
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
