"""Parameters and the score model of a search, written to its state and read from it, in memory or in Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from interpreter.language.execution.executable import DecisionInfo
from interpreter.language.execution.search_terms import LOCAL_SIZE, ScoreModel, SearchParameters, threshold
from interpreter.language.execution.subset_numbers import subset_members
from interpreter.language.execution.tree_search import TreeSearch
from interpreter.language.symbols import Symbols

MOST_SEATS = 62
"""Most seats of a game as machine code; an action history has room for at least as many options."""


class OptionCards(NamedTuple):
    """The cards by which others see the options of a decision.

    Attributes:
        divisor: The number by which an option must be divided to get the number of its card. The card is the quotient,
            for a negative number the remainder. 0: the options have no card, or are subsets.
        subsets: The table of a decision among subsets of cards (see `SubsetNumbering`); an empty one for others.
    """

    divisor: int
    subsets: tuple[int, ...]

    def card_of(self, value: int) -> int | None:
        """Return the card of an option, None if it has none. Of several cards it is the first."""
        if self.subsets:
            return subset_members(value, self.subsets)[0]
        if self.divisor == 0:
            return None
        return value // self.divisor if self.divisor > 0 else value % -self.divisor


def option_cards(info: DecisionInfo) -> OptionCards:
    """Return the cards by which others see the options of a decision."""
    if info.subset is not None and info.has_cards:
        return OptionCards(0, info.subset.numbering.table)
    if info.type.kind == "card" and not info.parts:
        return OptionCards(1, ())
    if "card" not in info.parts:
        return OptionCards(0, ())
    return OptionCards(info.width if info.parts[0] == "card" else -info.width, ())


def history_width(symbols: Symbols, decisions: Sequence[DecisionInfo]) -> int:
    """Return the number of different options of a decision that an action history has room for."""
    pairs = (len(symbols.labels[info.parts[0]]) * info.width for info in decisions if info.parts)
    subsets = (info.subset.numbering.total for info in decisions if info.subset is not None)
    return 2 + max(len(symbols.rulebook.cards), symbols.place_count, MOST_SEATS, *pairs, *subsets)


def history_size(symbols: Symbols, decisions: Sequence[DecisionInfo]) -> int:
    """Return the number of values in an action history of all seats and decisions."""
    return len(symbols.seats) * len(decisions) * history_width(symbols, decisions)


def moves_pieces(decisions: Iterable[DecisionInfo]) -> bool:
    """Return True if some decision of a game is among pairs, such as a piece and the space that it goes to."""
    return any(info.parts for info in decisions)


def has_unseen_choices(decisions: Iterable[DecisionInfo], faces: Sequence[int], everyone: int) -> bool:
    """Return True if a choice may be hidden from some seats.

    Args:
        decisions: The decisions of a game.
        faces: For each zone, a mask of the seats that see its cards.
        everyone: The mask of all seats.
    """
    has_hidden_cards = any(seats != everyone for seats in faces)
    return any(info.sealed is not None or (has_hidden_cards and info.has_cards) for info in decisions)


def private_zones(faces: Sequence[int], seats: int, everyone: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each seat, the zones whose cards it sees and some other seat doesn't.

    Args:
        faces: For each zone, a mask of the seats that see its cards.
        seats: Number of seats.
        everyone: The mask of all seats.
    """
    return tuple(
        tuple(zone for zone, viewers in enumerate(faces) if viewers >> seat & 1 and viewers != everyone)
        for seat in range(seats)
    )


class GameFeatures(NamedTuple):
    """Features of a game on which a search of it depends.

    Attributes:
        seats: Number of seats.
        decisions: Number of decisions.
        history_size: Number of values in an action history.
        is_scored: True if the search looks at scores.
        aims_for_score: True if seats play for the score in place of the win.
        is_cooperative: True if nobody has an opponent.
        breaks_ties: True if scores are a tie-break between equal shares of the win.
        has_unseen: True if some choices are hidden from other seats.
        has_holdings: True if some seats see cards that others don't.
        moves_pieces: True if some decision is among pairs, such as a piece and the space that it goes to.
    """

    seats: int
    decisions: int
    history_size: int
    is_scored: bool
    aims_for_score: bool
    is_cooperative: bool
    breaks_ties: bool
    has_unseen: bool
    has_holdings: bool
    moves_pieces: bool


def set_up_search(search: TreeSearch, terms: SearchParameters, model: ScoreModel, features: GameFeatures) -> None:
    """Set the parameters of a search, and the score model that it starts with."""
    seats = features.seats
    search.seat_count, search.decision_kinds, search.is_scored = seats, features.decisions, features.is_scored
    search.is_private = terms.has_seat_trees and features.has_unseen
    search.exploration, search.noise = terms.exploration, terms.noise / (1 << 31)
    search.history_weight, search.table_weight = terms.history_weight, terms.table_weight
    search.local_weight = 0.0 if features.is_scored or features.moves_pieces else terms.local_weight
    search.local_visits = terms.local_visits
    search.most_histories = LOCAL_SIZE // max(1, features.history_size)
    search.holding_weight = terms.holding_weight if features.has_holdings else 0.0
    search.cutoff, search.cutoff_step = terms.cutoff, terms.cutoff_step
    search.max_decisions, search.max_nodes = terms.max_decisions, terms.max_nodes
    payoffs = search.payoffs
    payoffs.aims_for_score, payoffs.is_cooperative = features.aims_for_score, features.is_cooperative
    payoffs.tie_break = terms.tie_break if features.breaks_ties else 0.0
    payoffs.playouts_seen, payoffs.model_playouts = 0, model.playout_count
    payoffs.typical_lead, payoffs.mean_score = model.typical_lead, model.mean_score
    payoffs.score_weight, payoffs.prior_precision, payoffs.averaging_window = (
        terms.score_weight,
        terms.prior_precision,
        terms.averaging_window,
    )
    payoffs.min_lead, payoffs.min_variance = terms.min_lead, terms.min_variance
    payoffs.min_win_variance = terms.min_win_variance
    for seat in range(seats):
        payoffs.means[seat] = payoffs.squares[seat] = 0.5
    for at in range(3 * seats):
        payoffs.feature_weights[at] = model.weights[at]
        payoffs.feature_precisions[at] = model.precisions[at]


def set_table_shares(search: TreeSearch, guided: Sequence[float], trusted: Sequence[float]) -> None:
    """Set the share of each seat's decisions that its tables take, in rollouts and in the tree."""
    for seat, (in_rollouts, in_tree) in enumerate(zip(guided, trusted, strict=True)):
        search.guided[seat], search.trusted[seat] = threshold(in_rollouts), threshold(in_tree)


def learned_score_model(search: TreeSearch) -> ScoreModel:
    """Return the score model that a search has learned so far."""
    payoffs, features = search.payoffs, range(3 * search.seat_count)
    weights, precisions = (
        tuple(each[at] for at in features) for each in (payoffs.feature_weights, payoffs.feature_precisions)
    )
    return ScoreModel(payoffs.model_playouts, payoffs.typical_lead, payoffs.mean_score, weights, precisions)
