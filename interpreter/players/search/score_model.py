"""Payoffs of playouts in the search in Python; the source of their evaluation is shared with machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.engine.state import State
from interpreter.language.execution.machine_memory import row
from interpreter.language.execution.search_payoffs import PayoffState, evaluate
from interpreter.language.execution.search_terms import ScoreModel, SearchParameters
from interpreter.matches.match import Game


class RewardEvaluator(PayoffState):
    """Evaluation of playouts, with the mean and the spread of their values for each seat."""

    __slots__ = (*PayoffState.__annotations__, "_score", "is_scored", "seats")

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
        seats = self.seats = len(game.seats)
        self.is_scored = game.rulebook.score is not None and not game.rulebook.sides
        self._score = score
        self.ends_seen, self.scores_seen = 0, score_model.playout_count
        self.common_lead, self.level = score_model.typical_lead, score_model.mean_score
        self.scoring, self.doubt, self.memory = terms.score_weight, terms.prior_precision, terms.averaging_window
        self.least_lead, self.least_variance = terms.min_lead, terms.min_variance
        self.least_of_wins = terms.min_win_variance
        self.means, self.squares = row([0.5] * seats), row([0.5] * seats)
        self.scores, self.shares, self.worths = row([0] * seats), row([0.0] * seats), row([0.0] * seats)
        self.signs, self.sign_weights = row([0.0] * 3), row(score_model.weights)
        self.sign_sure = row(score_model.precisions)

    def score_model(self) -> ScoreModel:
        """Return the score model learned so far."""
        signs = range(3 * self.seats)
        weights, precisions = (tuple(each[at] for at in signs) for each in (self.sign_weights, self.sign_sure))
        return ScoreModel(self.scores_seen, self.common_lead, self.level, weights, precisions)

    def set_scores(self, state: State) -> None:
        """Set each seat's score."""
        for seat in range(self.seats):
            self.scores[seat] = self._score(state.v, state.z, seat)

    def set_shares(self, state: State) -> None:
        """Set each seat's share of the win.

        If a side wins, each of its seats gets 1. A shared win is divided evenly, and so is a game that nobody won.
        """
        winners, _, side = state.result or ((), None, None)
        share = 1.0 if side is not None else 1 / (len(winners) or self.seats)
        for seat in range(self.seats):
            self.shares[seat] = share if seat in winners or not winners else 0.0

    def evaluate(self, state: State) -> None:
        """Set each seat's share of the win and the playout's value for it (`shares`, `worths`)."""
        self.set_shares(state)
        if self.is_scored:
            self.set_scores(state)
        evaluate(self, self.seats, self.is_scored, state.result is not None)
