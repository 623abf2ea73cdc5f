"""Payoff of a playout's end for each seat, computed in the same order as in `players/search/score_model.py`."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.lists import contains
from interpreter.language.backends.wasm.toolchain.words import (
    CHANCE_STEPS,
    CHANCES,
    COMMON_LEAD,
    DOUBT,
    ENDS_SEEN,
    HALF_ONE,
    IS_CERTAIN,
    LEAST_LEAD,
    LEAST_OF_WINS,
    LEAST_VARIANCE,
    LEVEL,
    MEANS,
    MEMORY,
    MOST_LEAD,
    NIL,
    OVER,
    PC,
    SCORED,
    SCORES,
    SCORES_SEEN,
    SCORING,
    SEATS,
    SHARES,
    SIDE,
    SIGN_SURE,
    SIGN_WEIGHTS,
    SIGNS,
    SQUARES,
    WINNERS,
    WORTHS,
    cut_off,
    fraction,
    is_more,
    length,
    minus,
    over,
    plus,
    product,
    root,
    score,
    words,
)


def larger(one: int, other: int) -> int:
    """Return the greater of two floating-point numbers."""
    return other if is_more(other, one) else one


def spread(seat: int) -> int:
    """Return the standard deviation of a seat's payoffs."""
    least = words[LEAST_OF_WINS] if words[IS_CERTAIN] or SCORED == 0 else words[LEAST_VARIANCE]
    mean = words[MEANS + 8 * seat]
    return root(larger(least, minus(words[SQUARES + 8 * seat], product(mean, mean))))


def note_scores() -> None:
    """Store the score of each seat in SCORES."""
    for seat in range(SEATS):
        words[SCORES + 8 * seat] = score(seat)


def lead(seat: int) -> int:
    """Return a seat's lead: its score minus the best score of the others."""
    best = NIL
    for other in range(SEATS):
        if other != seat and words[SCORES + 8 * other] > best:
            best = words[SCORES + 8 * other]
    return words[SCORES + 8 * seat] - (0 if best == NIL else best)


def is_led() -> int:
    """Return 1 if a seat is ahead, else 0."""
    for seat in range(SEATS):
        if lead(seat) != 0:
            return 1
    return 0


def remembered(count: int) -> int:
    """Return the number of recent playouts that means are taken over."""
    return count if count < words[MEMORY] else words[MEMORY]


def note_shares() -> None:
    """Store each seat's share of the win in SHARES."""
    many = 0
    if words[PC] == OVER:
        many = length(words[WINNERS])
    for seat in range(SEATS):
        if many == 0:
            share = over(fraction(1), fraction(SEATS))
        elif contains(words[WINNERS], seat):
            share = fraction(1)
            if words[SIDE] == NIL:
                share = over(share, fraction(many))
        else:
            share = fraction(0)
        words[SHARES + 8 * seat] = share


def chance_of(units: int) -> int:
    """Return the probability of a win for a lead, given in units of the usual lead."""
    most = fraction(MOST_LEAD)
    least = fraction(-MOST_LEAD)
    if is_more(units, most):
        units = most
    if is_more(least, units):
        units = least
    at = cut_off(plus(product(plus(units, most), fraction(CHANCE_STEPS)), HALF_ONE))
    return words[CHANCES + 8 * at]


def note_chances() -> None:
    """Store the probabilities of a win given the leads in WORTHS, and update the score model.

    The probabilities add up to 1.
    """
    words[SCORES_SEEN] += 1
    seen = fraction(remembered(words[SCORES_SEEN]))
    usual = 0
    for seat in range(SEATS):
        ahead = lead(seat)
        usual += ahead if ahead > 0 else -ahead
    common = words[COMMON_LEAD]
    more = minus(over(fraction(usual), fraction(SEATS)), common)
    common = plus(common, over(more, seen))
    words[COMMON_LEAD] = common
    unit = larger(common, words[LEAST_LEAD])
    height = 0
    for seat in range(SEATS):
        height += words[SCORES + 8 * seat]
    high = over(fraction(height), fraction(SEATS))
    level = words[LEVEL]
    level = plus(level, over(minus(high, level), seen))
    words[LEVEL] = level
    words[SIGNS] = fraction(1)
    words[SIGNS + 16] = over(minus(high, level), unit)
    total = fraction(0)
    for seat in range(SEATS):
        words[SIGNS + 8] = over(fraction(lead(seat)), unit)
        said = fraction(0)
        for at in range(3):
            said = plus(said, product(words[SIGN_WEIGHTS + 24 * seat + 8 * at], words[SIGNS + 8 * at]))
        chance = chance_of(said)
        words[WORTHS + 8 * seat] = chance
        total = plus(total, chance)
        if words[PC] == OVER and is_more(words[DOUBT], fraction(0)):
            slope = product(chance, minus(fraction(1), chance))
            gap = minus(words[SHARES + 8 * seat], chance)
            for at in range(3):
                sign = words[SIGNS + 8 * at]
                sure = SIGN_SURE + 24 * seat + 8 * at
                words[sure] = plus(words[sure], product(product(slope, sign), sign))
                weight = SIGN_WEIGHTS + 24 * seat + 8 * at
                words[weight] = plus(words[weight], over(product(gap, sign), words[sure]))
    for seat in range(SEATS):
        words[WORTHS + 8 * seat] = over(words[WORTHS + 8 * seat], total)


def value() -> None:
    """Compute the payoffs of the end of a playout: SHARES and WORTHS."""
    note_shares()
    if SCORED > 0:
        note_scores()
        note_chances()
        for seat in range(SEATS):
            share = words[SHARES + 8 * seat]
            chance = words[WORTHS + 8 * seat]
            if words[PC] == OVER:
                words[WORTHS + 8 * seat] = plus(share, product(words[SCORING], minus(chance, share)))
            else:
                words[SHARES + 8 * seat] = chance
    else:
        for seat in range(SEATS):
            words[WORTHS + 8 * seat] = words[SHARES + 8 * seat]
    words[ENDS_SEEN] += 1
    rate = over(fraction(1), fraction(remembered(words[ENDS_SEEN] + 1)))
    for seat in range(SEATS):
        found = words[WORTHS + 8 * seat]
        mean = words[MEANS + 8 * seat]
        words[MEANS + 8 * seat] = plus(mean, product(rate, minus(found, mean)))
        square = words[SQUARES + 8 * seat]
        words[SQUARES + 8 * seat] = plus(square, product(rate, minus(product(found, found), square)))
