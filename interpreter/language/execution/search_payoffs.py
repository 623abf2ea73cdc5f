"""Payoffs of a playout, for machine code and for the search in Python.

A payoff is the seat's share of the win and a little of its lead in score, or the score alone where seats aim for it. A
truncated playout has no winner, so a score model estimates the chances of a win. The model is a logistic function of a
seat's lead and of the general level of scores, in units of the lead that is common in this search. Its weights are
learned from finished playouts. Where every option wins, or loses, scores still make a difference.

Where sides win, no score model says what scores mean for the win. A finished playout then adds a little of the seat's
score, less the mean of all scores, as a tie-break.
"""

from __future__ import annotations

from math import sqrt
from typing import Annotated

from interpreter.language.execution.executable import NIL
from interpreter.language.execution.machine_memory import Row, Struct
from interpreter.language.execution.search_tables import chance_of_lead


class PayoffState(Struct):
    """Payoffs of a playout, their mean and spread, and the score model; rows are by seat.

    Attributes:
        playouts_seen: Number of playouts.
        model_playouts: Number of playouts that the score model was learned from.
        typical_lead: Typical size of a lead.
        mean_score: Mean of the scores.
        aims_for_score: True if a payoff is the score, compared with the mean of all scores.
        is_cooperative: True if scores are not compared, because nobody has an opponent.
        tie_break: Most that a score adds to a payoff or takes from it, where sides win; 0 if scores don't count.
        score_weight: Weight of scores against the win.
        prior_precision: Prior precision of the score model; 0 turns learning off.
        averaging_window: Approximate number of playouts that means and spreads go back to.
        shares: Shares of the win.
        values: Payoffs: shares of the win, or estimates, and a little of the lead in score.
        features: Features of a score model: one, the lead, and the level of all scores.
        feature_weights: Weights of the features, three for each seat.
        feature_precisions: Precisions of these weights.
    """

    playouts_seen: int
    model_playouts: int
    typical_lead: float
    mean_score: float
    aims_for_score: bool
    is_cooperative: bool
    tie_break: float
    score_weight: float
    prior_precision: float
    min_lead: float
    min_variance: float
    min_win_variance: float
    averaging_window: int
    means: Annotated[Row[float], "SEATS"]
    squares: Annotated[Row[float], "SEATS"]
    scores: Annotated[Row[int], "SEATS"]
    shares: Annotated[Row[float], "SEATS"]
    values: Annotated[Row[float], "SEATS"]
    features: Annotated[Row[float], 3]
    feature_weights: Annotated[Row[float], "FEATURE_COUNT"]
    feature_precisions: Annotated[Row[float], "FEATURE_COUNT"]


def larger(one: float, other: float) -> float:
    """Return the greater of two floating-point numbers."""
    return other if other > one else one


def spread(payoffs: PayoffState, seat: int, is_wide: bool) -> float:
    """Return the standard deviation of a seat's payoffs.

    It has a floor, as playouts that all go the same way may still be refuted. `is_wide`: the floor is the higher one,
    for games in which nothing but the win counts, or proofs are recorded.
    """
    least = payoffs.min_win_variance if is_wide else payoffs.min_variance
    mean = payoffs.means[seat]
    return sqrt(larger(least, payoffs.squares[seat] - mean * mean))


def lead(payoffs: PayoffState, seats: int, seat: int) -> int:
    """Return a seat's lead: its score minus the best score of the others."""
    best = NIL
    for other in range(seats):
        if other != seat and payoffs.scores[other] > best:
            best = payoffs.scores[other]
    return payoffs.scores[seat] - (0 if best == NIL else best)


def is_led(payoffs: PayoffState, seats: int) -> bool:
    """Return True if a seat is ahead."""
    found = False
    for seat in range(seats):
        found = found or lead(payoffs, seats, seat) != 0
    return found


def remembered(payoffs: PayoffState, count: int) -> int:
    """Return the number of recent playouts that means are taken over."""
    return count if count < payoffs.averaging_window else payoffs.averaging_window


def set_chances(payoffs: PayoffState, seats: int, is_over: bool) -> None:
    """Set payoffs to the chances of a win that the scores suggest, which add up to 1, and update the score model.

    The weights are learned by online logistic regression: each step is divided by the curvature seen so far.
    """
    payoffs.model_playouts += 1
    seen = remembered(payoffs, payoffs.model_playouts)
    leads = 0
    total_score = 0
    for seat in range(seats):
        ahead = lead(payoffs, seats, seat)
        leads += ahead if ahead > 0 else -ahead
        total_score += payoffs.scores[seat]
    payoffs.typical_lead += (leads / seats - payoffs.typical_lead) / seen
    unit = larger(payoffs.typical_lead, payoffs.min_lead)
    score = total_score / seats
    payoffs.mean_score += (score - payoffs.mean_score) / seen
    payoffs.features[0] = 1.0
    payoffs.features[2] = (score - payoffs.mean_score) / unit
    total = 0.0
    for seat in range(seats):
        payoffs.features[1] = lead(payoffs, seats, seat) / unit
        logit = 0.0
        for at in range(3):
            logit += payoffs.feature_weights[3 * seat + at] * payoffs.features[at]
        chance = chance_of_lead(logit)
        payoffs.values[seat] = chance
        total += chance
        if is_over and payoffs.prior_precision > 0.0:
            learn_weights(payoffs, seat, chance)
    for seat in range(seats):
        payoffs.values[seat] /= total


def learn_weights(payoffs: PayoffState, seat: int, chance: float) -> None:
    """Learn from a seat's actual share of the win, where the score model gave it a chance."""
    slope = chance * (1.0 - chance)
    gap = payoffs.shares[seat] - chance
    for at in range(3):
        feature = payoffs.features[at]
        payoffs.feature_precisions[3 * seat + at] += slope * feature * feature
        payoffs.feature_weights[3 * seat + at] += gap * feature / payoffs.feature_precisions[3 * seat + at]


def add_tie_breaks(payoffs: PayoffState, seats: int) -> None:
    """Add at most `tie_break` to payoffs or take it: by the score less the mean of all, in units of what is typical."""
    total_score = 0
    for seat in range(seats):
        total_score += payoffs.scores[seat]
    mean = 0.0 if payoffs.is_cooperative else total_score / seats
    distance = 0.0
    for seat in range(seats):
        margin = payoffs.scores[seat] - mean
        distance += larger(margin, -margin) / seats
    payoffs.model_playouts += 1
    payoffs.typical_lead += (distance - payoffs.typical_lead) / remembered(payoffs, payoffs.model_playouts)
    unit = larger(payoffs.typical_lead, payoffs.min_lead)
    for seat in range(seats):
        payoffs.values[seat] += payoffs.tie_break * (2.0 * chance_of_lead((payoffs.scores[seat] - mean) / unit) - 1.0)


def set_margins(payoffs: PayoffState, seats: int) -> None:
    """Set payoffs to the scores, less their mean if seats are opponents."""
    total_score = 0
    if not payoffs.is_cooperative:
        for seat in range(seats):
            total_score += payoffs.scores[seat]
    for seat in range(seats):
        payoffs.values[seat] = payoffs.scores[seat] - total_score / seats


def evaluate(payoffs: PayoffState, seats: int, is_scored: bool, is_over: bool) -> None:
    """Set the payoffs of a playout, from the shares of the win and the scores; update means and squares.

    If the playout is not over, shares of the win are estimated from the scores.
    """
    if is_scored:
        set_chances(payoffs, seats, is_over)
        for seat in range(seats):
            share = payoffs.shares[seat]
            chance = payoffs.values[seat]
            if is_over:
                payoffs.values[seat] = share + payoffs.score_weight * (chance - share)
            else:
                payoffs.shares[seat] = chance
    else:
        for seat in range(seats):
            payoffs.values[seat] = payoffs.shares[seat]
        if payoffs.tie_break > 0.0 and is_over:
            add_tie_breaks(payoffs, seats)
    if payoffs.aims_for_score:
        set_margins(payoffs, seats)
    payoffs.playouts_seen += 1
    rate = 1.0 / remembered(payoffs, payoffs.playouts_seen + 1)
    for seat in range(seats):
        found = payoffs.values[seat]
        payoffs.means[seat] += rate * (found - payoffs.means[seat])
        payoffs.squares[seat] += rate * (found * found - payoffs.squares[seat])
