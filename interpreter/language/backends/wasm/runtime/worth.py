"""What the end of a playout is worth to each seat: as `players/worth.py`, sum by sum."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.lists import contains
from interpreter.language.backends.wasm.words import (
    CHANCE_STEPS,
    CHANCES,
    COMMON_LEAD,
    ENDS_SEEN,
    HALF_ONE,
    LEAST_LEAD,
    LEAST_VARIANCE,
    MEANS,
    MEMORY,
    MOST_LEAD,
    NIL,
    OVER,
    PC,
    SCORED,
    SCORES,
    SCORING,
    SEATS,
    SHARES,
    SIDE,
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
    return other if is_more(other, one) else one


def spread(seat: int) -> int:
    """The standard deviation of what playouts were worth to a seat."""
    mean = words[MEANS + 8 * seat]
    return root(larger(words[LEAST_VARIANCE], minus(words[SQUARES + 8 * seat], product(mean, mean))))


def note_scores() -> None:
    for seat in range(SEATS):
        words[SCORES + 8 * seat] = score(seat)


def lead(seat: int) -> int:
    """A seat's score less the best of the others'."""
    best = NIL
    for other in range(SEATS):
        if other != seat and words[SCORES + 8 * other] > best:
            best = words[SCORES + 8 * other]
    return words[SCORES + 8 * seat] - (0 if best == NIL else best)


def is_led() -> int:
    """Whether somebody is ahead."""
    for seat in range(SEATS):
        if lead(seat) != 0:
            return 1
    return 0


def seen() -> int:
    """Playouts that means go back to, with this one."""
    count = words[ENDS_SEEN] + 1
    return count if count < words[MEMORY] else words[MEMORY]


def note_shares() -> None:
    """Each seat's share of the win."""
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
    """What a lead, in units of the common one, says of who will win."""
    most = fraction(MOST_LEAD)
    least = fraction(-MOST_LEAD)
    if is_more(units, most):
        units = most
    if is_more(least, units):
        units = least
    at = cut_off(plus(product(plus(units, most), fraction(CHANCE_STEPS)), HALF_ONE))
    return words[CHANCES + 8 * at]


def note_chances() -> None:
    """What leads say of who will win stands in WORTHS; it adds up to 1."""
    usual = 0
    for seat in range(SEATS):
        ahead = lead(seat)
        usual += ahead if ahead > 0 else -ahead
    common = words[COMMON_LEAD]
    more = minus(over(fraction(usual), fraction(SEATS)), common)
    common = plus(common, over(more, fraction(seen())))
    words[COMMON_LEAD] = common
    unit = larger(common, words[LEAST_LEAD])
    total = fraction(0)
    for seat in range(SEATS):
        chance = chance_of(over(fraction(lead(seat)), unit))
        words[WORTHS + 8 * seat] = chance
        total = plus(total, chance)
    for seat in range(SEATS):
        words[WORTHS + 8 * seat] = over(words[WORTHS + 8 * seat], total)


def value() -> None:
    """What the end of a playout is worth: SHARES and WORTHS."""
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
    rate = over(fraction(1), fraction(seen()))
    for seat in range(SEATS):
        found = words[WORTHS + 8 * seat]
        mean = words[MEANS + 8 * seat]
        words[MEANS + 8 * seat] = plus(mean, product(rate, minus(found, mean)))
        square = words[SQUARES + 8 * seat]
        words[SQUARES + 8 * seat] = plus(square, product(rate, minus(product(found, found), square)))
