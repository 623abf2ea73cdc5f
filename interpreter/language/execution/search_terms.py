"""Parameters of the tree search, and its score model."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.language.chance import MASK

HALF_RANGE = 1 << 63
"""Half the number of 64-bit words."""
NEVER = -HALF_RANGE
"""Threshold of a share of 0."""
LOCAL_SIZE = 1 << 20
"""Most values of options in all local action histories of a tree."""
MOST_SURE = 20.0
"""Maximum precision of a score model that is carried over to another position, beyond its `prior_precision`."""


@dataclass(frozen=True, slots=True)
class ScoreModel:
    """A score model: the relation between scores and the chance to win, as learned from playouts.

    Attributes:
        playout_count: Number of playouts it was learned from.
        typical_lead: Typical size of a lead.
        mean_score: Mean of the scores.
        weights: Three for each seat: the intercept, the weight of its lead, and that of the level of all scores.
        precisions: The precision of each weight.
    """

    playout_count: int
    typical_lead: float
    mean_score: float
    weights: tuple[float, ...]
    precisions: tuple[float, ...]

    def as_prior(self, terms: SearchParameters) -> ScoreModel:
        """Return the model as the prior for another position, with less precision."""
        if terms.prior_precision == 0:
            return terms.initial_score_model(len(self.weights) // 3)
        return replace(self, precisions=tuple(min(sure, terms.prior_precision + MOST_SURE) for sure in self.precisions))


@dataclass(frozen=True, slots=True)
class SearchParameters:
    """Parameters of the tree search.

    Attributes:
        exploration: Weight of exploration against exploitation, in standard deviations of the payoffs of playouts.
        history_weight: Weight of the action history (MAST) of an option, in playouts.
        local_weight: Most that the local action history (GRAVE) adds to the weight of the action history, in playouts;
            0 if there is none (`TreeSearch.open_history`).
        local_visits: Number of playouts from which a position in the tree has a local action history.
        table_weight: Weight of a table's preference for an option, against one playout; it decreases with each playout.
        table_share: Share of decisions in rollouts that tables take, where a seat has some.
        scripted_table_share: The same for an opponent whose tables are rules of the game. It wins nearly all
            rollouts in which it follows them, so that they hardly tell options apart.
        trusted_table_share: The same in the tree, for such an opponent.
        cutoff: Number of decisions beyond the tree after which a playout is cut if some seat leads.
        cutoff_step: Number of decisions until that is checked again.
        max_decisions: Maximum number of decisions of a playout; one that is not over by then has no winner.
        max_nodes: Maximum number of nodes; a tree of that size gets no deeper.
        noise: Size of the random tie-break between equal options.
        score_weight: Weight of scores against the win.
        tie_break: Most that a score adds to a payoff or takes from it, where sides win. Unless it is 0, the value
            decides there between options that always win, or never.
        prior_precision: Prior precision of the score model, which slows down learning; 0 turns learning off.
        averaging_window: Approximate number of playouts that means and spreads go back to.
        has_seat_trees: True if each seat has a tree of what it has seen (language/execution/seat_views.py).
        holding_weight: Weight of what an option is worth whatever its seat holds, in playouts with what it does hold
            (`TreeSearch.begin_holding`); 0 if that is not told apart.
        mixed_share: Least share of the most playouts with which an option may be drawn, where several seats choose at
            the same time (`search_player.mixed_options`); 0 if the option with the most playouts is taken.
        is_proving: True if proven results are recorded (language/execution/tree_search.py).
        min_lead: Minimum of the typical lead, in points.
        min_variance: Minimum variance of payoffs in games with a score.
        min_win_variance: Minimum variance of payoffs in games without a score, and where proofs are recorded.
    """

    exploration: float = 1.4
    history_weight: float = 5.0
    local_weight: float = 20.0
    local_visits: int = 50
    table_weight: float = 1.0
    table_share: float = 0.9
    scripted_table_share: float = 0.0
    trusted_table_share: float = 1.0
    cutoff: int = 100
    cutoff_step: int = 20
    max_decisions: int = 5_000
    max_nodes: int = 400_000
    noise: float = 1e-4
    score_weight: float = 0.5
    tie_break: float = 0.02
    prior_precision: float = 10.0
    averaging_window: int = 100
    has_seat_trees: bool = True
    holding_weight: float = 1.0
    mixed_share: float = 0.5
    is_proving: bool = True
    min_lead: float = 0.5
    min_variance: float = 1e-4
    min_win_variance: float = 0.25

    def initial_score_model(self, seats: int) -> ScoreModel:
        """Return the score model of a search that has seen no playouts."""
        return ScoreModel(0, 1.0, 0.0, (0.0, 1.0, 0.0) * seats, (self.prior_precision,) * (3 * seats))


def threshold(share: float) -> int:
    """Return the threshold below which this share of all 64-bit words lies, both shifted by `HALF_RANGE`."""
    return min(MASK, int(share * MASK)) - HALF_RANGE


DEFAULT_PARAMETERS = SearchParameters()
STEADY = SearchParameters(
    exploration=1.4,
    history_weight=1.0,
    local_weight=0.0,
    local_visits=0,
    table_weight=1.0,
    table_share=0.9,
    scripted_table_share=0.9,
    trusted_table_share=0.0,
    cutoff=100,
    cutoff_step=20,
    max_decisions=5_000,
    max_nodes=400_000,
    noise=1e-4,
    score_weight=0.2,
    tie_break=0.0,
    prior_precision=0.0,
    averaging_window=100,
    has_seat_trees=False,
    holding_weight=0.0,
    mixed_share=0.0,
    is_proving=False,
    min_lead=0.5,
    min_variance=1e-4,
    min_win_variance=1e-4,
)
"""Parameters of the player `steady`, which never change while those of others improve."""
BEGINNER = replace(STEADY, table_weight=0.0, table_share=0.0, max_nodes=1)
"""Parameters of the player `beginner`: it searches one decision deep and uses no tables."""
