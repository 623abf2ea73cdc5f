"""Hands of cards, which are compared, and runs, in Python; `backends/wasm/runtime/values/hands.py` does the same."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language.layout import HAND_KIND_WIDTH, HAND_KINDS_START
from interpreter.rulebook.model import MOST_IN_HAND


def best_hand(cards: Sequence[int], size: int, ranks: Sequence[int], suits: Sequence[int], table: Sequence[int]) -> int:
    """Return the best hand of `size` cards among some cards as a number, 0 if they are of no kind of hand.

    Args:
        cards: The cards.
        size: Number of cards of a hand, at most MOST_IN_HAND.
        ranks: The rank of each card of the game, from 1; 0 for none, WILD_RANK for a wild card.
        suits: The suit of each card of the game, from 0.
        table: The kinds of hands, as `Operation.BEST_HAND` describes them.
    """
    rank_count, suit_count, wrapped = table[:HAND_KINDS_START]
    counts = [[0] * (rank_count + 1) for _ in range(suit_count + 1)]
    whole = counts[suit_count]
    wilds = 0
    for card in cards:
        rank = ranks[card]
        if rank > 0:
            row = counts[suits[card]]
            row[rank] += 1
            row[0] += 1
            whole[rank] += 1
        elif rank:
            wilds += 1
    large = [row for row in counts[:suit_count] if row[0] + wilds >= size]
    kinds = range(HAND_KINDS_START, len(table), HAND_KIND_WIDTH)
    for place, at in enumerate(kinds):
        run, one_suit, *alike = table[at : at + HAND_KIND_WIDTH]
        best = -1
        for row in () if run > size else large if one_suit else (whole,):
            if wilds:
                row = _with_run(row, run, wrapped, wilds) if run else _with_alike(row, alike, wilds)
            digits = _highest_run(row, run, wrapped) if run else _highest_ranks(row, size, alike)
            best = max(best, digits)
        if best >= 0:
            return int((len(kinds) - place) * (rank_count + 1) ** MOST_IN_HAND + best)
    return 0


def _highest_run(row: Sequence[int], run: int, wrapped: int) -> int:
    """Return the highest rank of the best run as the first digit of a number; -1 if there is no run.

    Args:
        row: Number of cards of each rank, from index 1.
        run: Number of cards that follow each other.
        wrapped: The rank that also counts as 0; 0: none.
    """
    length = best = 0
    for rank in range(0 if wrapped else 1, len(row)):
        length = length + 1 if row[rank or wrapped] else 0
        if length >= run:
            best = rank
    return int(best * len(row) ** (MOST_IN_HAND - 1)) if best else -1


def _highest_ranks(row: Sequence[int], size: int, alike: Sequence[int]) -> int:
    """Return the ranks of cards that are alike, and then of others, as digits; -1 if there are no such cards.

    Args:
        row: Number of cards of each rank, from index 1.
        size: Number of cards of a hand.
        alike: Numbers of cards of one rank; 0: no more.
    """
    taken: list[int] = []
    for number in alike:
        if number:
            rank = len(row) - 1
            while rank and (row[rank] < number or rank in taken):
                rank -= 1
            if not rank:
                return -1
            taken.append(rank)
    rest = size - sum(alike)
    if rest < 0:
        return -1
    rank = len(row) - 1
    while rank and rest:
        if row[rank] and rank not in taken:
            more = min(row[rank], rest)
            taken += [rank] * more
            rest -= more
        rank -= 1
    digits = 0
    for rank in taken:
        digits = digits * len(row) + rank
    return int(digits * len(row) ** (MOST_IN_HAND - len(taken)))


def _with_run(row: Sequence[int], run: int, wrapped: int, wilds: int) -> list[int]:
    """Return the numbers of cards with wild cards in the gaps of the highest run, if there are enough."""
    filled = list(row)
    for top in range(len(row) - 1, run - 1 - bool(wrapped), -1):
        gaps = [rank or wrapped for rank in range(top - run + 1, top + 1) if not row[rank or wrapped]]
        if len(gaps) <= wilds:
            for rank in gaps:
                filled[rank] = 1
            break
    return filled


def _with_alike(row: Sequence[int], alike: Sequence[int], wilds: int) -> list[int]:
    """Return the numbers of cards with wild cards of the highest ranks that are alike, then of the highest other.

    Args:
        row: Number of cards of each rank, from index 1.
        alike: Numbers of cards of one rank; 0: no more.
        wilds: Number of wild cards.
    """
    filled = list(row)
    free = list(range(len(row) - 1, 0, -1))
    numbers = [number for number in alike if number]
    for at, number in enumerate(numbers):
        for rank in free:
            left = wilds - max(number - row[rank], 0)
            if _can_follow([row[other] for other in free if other != rank], numbers[at + 1 :], left):
                filled[rank] = max(number, row[rank])
                wilds = left
                free.remove(rank)
                break
    if free:
        filled[free[0]] += wilds
    return filled


def _can_follow(counts: Sequence[int], alike: Sequence[int], wilds: int) -> bool:
    """Return whether wild cards suffice for cards that are alike.

    They do if they suffice with the ranks that have the most cards.

    Args:
        counts: The number of cards of each rank that is free.
        alike: Numbers of cards of one rank, the largest first.
        wilds: Number of wild cards; negative: they don't suffice for the ranks before.
    """
    most = sorted(counts, reverse=True)
    missing = (max(number - count, 0) for number, count in zip(alike, most, strict=False))
    return len(alike) <= len(most) and sum(missing) <= wilds


def longest_run(cards: Sequence[int], slots: Sequence[int]) -> tuple[int, ...]:
    """Return the longest run of cards, the first of several.

    Args:
        cards: The cards; of those in one slot, the first is taken.
        slots: The slot of each card of the game, 0 for none. The slots of a run follow each other.
    """
    filled: dict[int, int] = {}
    for card in cards:
        filled.setdefault(slots[card], card)
    filled.pop(0, None)
    first = most = length = 0
    for slot in range(1, max(filled, default=0) + 1):
        length = length + 1 if slot in filled else 0
        if length > most:
            first, most = slot - length + 1, length
    return tuple(filled[slot] for slot in range(first, first + most))
