"""Parameters and the score model of a search, written to its state and read from it, in memory or in Python."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language.execution.search_terms import ScoreModel, SearchParameters, threshold
from interpreter.language.execution.tree_search import TreeSearch


def set_up_search(search: TreeSearch, terms: SearchParameters, model: ScoreModel, seats: int, is_scored: bool) -> None:
    """Set the parameters of a search, and the score model that it starts with.

    `is_scored`: True if the rules name a score and seats play for themselves.
    """
    search.seat_count, search.is_scored = seats, is_scored
    search.exploration, search.noise = terms.exploration, terms.noise / (1 << 31)
    search.history_weight, search.table_weight = terms.history_weight, terms.table_weight
    search.cutoff, search.cutoff_step = terms.cutoff, terms.cutoff_step
    search.max_decisions, search.max_nodes = terms.max_decisions, terms.max_nodes
    payoffs = search.payoffs
    payoffs.ends_seen, payoffs.scores_seen = 0, model.playout_count
    payoffs.common_lead, payoffs.level = model.typical_lead, model.mean_score
    payoffs.scoring, payoffs.doubt, payoffs.memory = terms.score_weight, terms.prior_precision, terms.averaging_window
    payoffs.least_lead, payoffs.least_variance = terms.min_lead, terms.min_variance
    payoffs.least_of_wins = terms.min_win_variance
    for seat in range(seats):
        payoffs.means[seat] = payoffs.squares[seat] = 0.5
    for at in range(3 * seats):
        payoffs.sign_weights[at] = model.weights[at]
        payoffs.sign_sure[at] = model.precisions[at]


def set_table_shares(search: TreeSearch, guided: Sequence[float], trusted: Sequence[float]) -> None:
    """Set the share of each seat's decisions that its tables take, in rollouts and in the tree."""
    for seat, (in_rollouts, in_tree) in enumerate(zip(guided, trusted, strict=True)):
        search.guided[seat], search.trusted[seat] = threshold(in_rollouts), threshold(in_tree)


def learned_score_model(search: TreeSearch) -> ScoreModel:
    """Return the score model that a search has learned so far."""
    payoffs, signs = search.payoffs, range(3 * search.seat_count)
    weights, precisions = (tuple(each[at] for at in signs) for each in (payoffs.sign_weights, payoffs.sign_sure))
    return ScoreModel(payoffs.scores_seen, payoffs.common_lead, payoffs.level, weights, precisions)
