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
from interpreter.language.execution.search_tables import chance_of_lead
from interpreter.language.execution.search_terms import ScoreModel, SearchParameters
from interpreter.matches.match import Game


def leads(scores: list[int]) -> list[int]:
    """Return each seat's score minus the best score of the others."""
    return [score - max(scores[:seat] + scores[seat + 1 :], default=0) for seat, score in enumerate(scores)]


class RewardEvaluator:
    """Evaluation of playouts, with the mean and the spread of their values for each seat.

    Sums are computed in the same order as in machine code (runtime/worth.py).
    """

    def __init__(
        self,
        game: Game,
        score: Callable[[list[Any], list[Any], int], int],
        terms: SearchParameters,
        score_model: ScoreModel,
    ) -> None:
        """Start with a score model.

        `score` returns a seat's score in a state. It is used if the rules name a score and seats play for themselves.
        """
        self._seats = range(len(game.seats))
        self._even_share = 1 / len(game.seats)
        self._score = score
        self._terms = terms
        self.is_scored = game.rulebook.score is not None and not game.rulebook.sides
        self._playouts = 0
        self._scored_playouts = score_model.playout_count
        self._common_lead, self._level = score_model.typical_lead, score_model.mean_score
        self._weights, self._precisions = list(score_model.weights), list(score_model.precisions)
        self.means = [0.5 for _ in self._seats]
        self._squares = [0.5 for _ in self._seats]

    def score_model(self) -> ScoreModel:
        """Return the score model learned so far."""
        return ScoreModel(
            self._scored_playouts, self._common_lead, self._level, tuple(self._weights), tuple(self._precisions)
        )

    def spread(self, seat: int, provable: bool) -> float:
        """Return the standard deviation of playouts' values for a seat.

        It has a floor, which is high where proofs are recorded: playouts that all go the same way may still be refuted.
        """
        least = self._terms.min_win_variance if provable or not self.is_scored else self._terms.min_variance
        mean = self.means[seat]
        return sqrt(max(least, self._squares[seat] - mean * mean))

    def scores(self, state: State) -> list[int]:
        """Return each seat's score."""
        return [self._score(state.v, state.z, seat) for seat in self._seats]

    def win_shares(self, state: State) -> list[float]:
        """Return each seat's share of the win.

        If a side wins, each of its seats gets 1. A shared win is divided evenly, and so is a game that nobody won.
        """
        if state.result is None or not state.result[0]:
            return [self._even_share] * len(self._seats)
        winners, _, side = state.result
        share = 1.0 if side is not None else 1 / len(winners)
        return [share if seat in winners else 0.0 for seat in self._seats]

    def evaluate(self, state: State) -> tuple[list[float], list[float]]:
        """Return each seat's share of the win and the playout's value for it.

        A share is estimated from the scores if the playout has no end.
        """
        shares = worths = self.win_shares(state)
        if self.is_scored:
            chances = self._win_chances(self.scores(state), None if state.result is None else shares)
            if state.result is None:
                shares = worths = chances
            else:
                scoring = self._terms.score_weight
                worths = [share + scoring * (chance - share) for share, chance in zip(shares, chances, strict=True)]
        self._playouts += 1
        rate = 1 / min(self._playouts + 1, self._terms.averaging_window)
        for seat, worth in enumerate(worths):
            self.means[seat] += rate * (worth - self.means[seat])
            self._squares[seat] += rate * (worth * worth - self._squares[seat])
        return shares, worths

    def _win_chances(self, scores: list[int], shares: list[float] | None) -> list[float]:
        """Return the chances of a win that the scores suggest; they add up to 1.

        `shares`: the actual shares of the win, if known; the model learns from them.
        """
        ahead = leads(scores)
        mean_lead = sum(abs(lead) for lead in ahead) / len(ahead)
        self._scored_playouts += 1
        seen = min(self._scored_playouts, self._terms.averaging_window)
        self._common_lead += (mean_lead - self._common_lead) / seen
        unit = max(self._common_lead, self._terms.min_lead)
        level = sum(scores) / len(scores)
        self._level += (level - self._level) / seen
        relative_level = (level - self._level) / unit
        chances = [
            self._win_chance(seat, (1.0, lead / unit, relative_level), shares) for seat, lead in enumerate(ahead)
        ]
        total = 0.0
        for chance in chances:  # `sum` rounds differently in some versions of Python
            total += chance
        return [chance / total for chance in chances]

    def _win_chance(self, seat: int, features: tuple[float, float, float], shares: list[float] | None) -> float:
        """Return the chance of a win that the features `features` suggest for a seat.

        The model learns from the actual share (online logistic regression, where the step of each weight is divided by
        the curvature seen so far).
        """
        weights, sure, first = self._weights, self._precisions, 3 * seat
        logit = 0.0
        for at, sign in enumerate(features, first):
            logit += weights[at] * sign
        chance = chance_of_lead(logit)
        if shares is not None and self._terms.prior_precision > 0:
            slope, gap = chance * (1 - chance), shares[seat] - chance
            for at, sign in enumerate(features, first):
                sure[at] += slope * sign * sign
                weights[at] += gap * sign / sure[at]
        return chance
