"""Hands of cards, which are compared, and runs; `backends/python/hands.py` does the same in Python."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.values.lists import new, shrunk
from interpreter.language.execution.machine_memory import Words
from interpreter.language.layout import HAND_KIND_WIDTH, HAND_KINDS_START
from interpreter.rulebook.model import MOST_IN_HAND


def best_hand(cards: Words, size: int, ranks: Words, suits: Words, table: Words) -> int:
    """Return the best hand of `size` cards among some cards as a number, 0 if they are of no kind of hand."""
    width = table[0] + 1
    suit_count = table[1]
    counts = new((suit_count + 1) * width)
    for at in range(counts.length):
        counts[at] = 0
    whole = suit_count * width
    wilds = 0
    for at in range(cards.length):
        rank = ranks[cards[at]]
        if rank > 0:
            row = suits[cards[at]] * width
            counts[row] += 1
            counts[row + rank] += 1
            counts[whole] += 1
            counts[whole + rank] += 1
        elif rank < 0:
            wilds += 1
    at = HAND_KINDS_START
    best = 0 - 1
    while at < table.length and best < 0:
        if table[at + 1] > 0:
            for suit in range(suit_count):
                if counts[suit * width] + wilds >= size:
                    digits = decisive_ranks(counts, suit * width, size, table, at, wilds)
                    if digits > best:
                        best = digits
        else:
            best = decisive_ranks(counts, whole, size, table, at, wilds)
        at += HAND_KIND_WIDTH
    shrunk(counts, 0)
    if best < 0:
        return 0
    while at < table.length + HAND_KIND_WIDTH:
        best += power(width, MOST_IN_HAND)
        at += HAND_KIND_WIDTH
    return best


def decisive_ranks(counts: Words, row: int, size: int, table: Words, kind: int, wilds: int) -> int:
    """Return the ranks that decide between hands of a kind as the digits of a number; -1 if there is no such hand."""
    width = table[0] + 1
    if table[kind] > 0:
        top = highest_of_run(counts, row, table, kind, wilds) if table[kind] <= size else 0
        return top * power(width, MOST_IN_HAND - 1) if top > 0 else 0 - 1
    digits = 0
    places = 0
    taken = 0
    rest = size
    for at in range(2, HAND_KIND_WIDTH):
        number = table[kind + at]
        if number > 0:
            rank = width - 1
            while rank > 0 and (
                counts[row + rank] + wilds < number
                or taken >> rank & 1 == 1
                or (wilds > 0 and wilds_after(counts, row, rank, taken, table, kind, at, wilds) < 0)
            ):
                rank -= 1
            if rank == 0:
                return 0 - 1
            taken |= 1 << rank
            if number > counts[row + rank]:
                wilds -= number - counts[row + rank]
            digits = digits * width + rank
            places += 1
            rest -= number
    if rest < 0:
        return 0 - 1
    rank = width - 1
    while rank > 0 and rest > 0:
        if taken >> rank & 1 == 0:
            number = counts[row + rank] + wilds
            wilds = 0
            while number > 0 and rest > 0:
                digits = digits * width + rank
                places += 1
                rest -= 1
                number -= 1
        rank -= 1
    return digits * power(width, MOST_IN_HAND - places)


def wilds_after(counts: Words, row: int, rank: int, taken: int, table: Words, kind: int, at: int, wilds: int) -> int:
    """Return how many wild cards are left if a rank has the cards that are alike, and others those after them.

    Those after them are of the ranks that have the most cards. Negative: the wild cards don't suffice.
    """
    taken |= 1 << rank
    if table[kind + at] > counts[row + rank]:
        wilds -= table[kind + at] - counts[row + rank]
    for later in range(at + 1, HAND_KIND_WIDTH):
        number = table[kind + later]
        if number > 0:
            best = 0
            for other in range(1, table[0] + 1):
                if taken >> other & 1 == 0 and (best == 0 or counts[row + other] > counts[row + best]):
                    best = other
            if best == 0:
                return 0 - 1
            taken |= 1 << best
            if number > counts[row + best]:
                wilds -= number - counts[row + best]
    return wilds


def highest_of_run(counts: Words, row: int, table: Words, kind: int, wilds: int) -> int:
    """Return the highest rank of the best run, 0 if there is none."""
    run = table[kind]
    top = table[0]
    lowest = run - 1 if table[2] > 0 else run
    while top >= lowest:
        length = 0
        gaps = 0
        while length < run and gaps <= wilds:
            if counts[row + (table[2] if top == length else top - length)] == 0:
                gaps += 1
            length += 1
        if gaps <= wilds:
            return top
        top -= 1
    return 0


def power(base: int, exponent: int) -> int:
    """Return a power with an exponent that is not negative."""
    result = 1
    for _ in range(exponent):
        result *= base
    return result


def longest_run(cards: Words, slots: Words) -> Words:
    """Return the longest run of cards, the first of several."""
    last = 0
    for at in range(cards.length):
        if slots[cards[at]] > last:
            last = slots[cards[at]]
    filled = new(last + 1)
    for at in range(filled.length):
        filled[at] = 0 - 1
    for at in range(cards.length):
        if filled[slots[cards[at]]] < 0:
            filled[slots[cards[at]]] = cards[at]
    first = 0
    most = 0
    length = 0
    for at in range(1, filled.length):
        length = length + 1 if filled[at] >= 0 else 0
        if length > most:
            first = at - length + 1
            most = length
    for at in range(most):
        filled[at] = filled[first + at]
    return shrunk(filled, most)
