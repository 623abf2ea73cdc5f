"""Hands of cards compared by both backends, and by trying each card that a wild card may stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from random import Random

import pytest

from interpreter.language.backends.python.hands import best_hand, longest_run
from interpreter.language.ir.builders import constant
from interpreter.language.ir.expressions import LongestRun
from interpreter.language.ir.types import CARDS
from interpreter.language.layout import WILD_RANK
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Constant, Register, apply
from interpreter.language.lowering.hands import lower_best_hand, lower_longest_run
from tests.games.test_games import game_of
from tests.native.test_operations import MANY, Case, compare, function_of

RANKS, SUITS, SMALL_SIZE = 5, 2, 4
Faces = tuple[tuple[int, int], ...]
"""Cards by rank, from 1, and suit, from 0."""
FACES: Faces = tuple(product(range(1, RANKS + 1), range(SUITS)))
WILDS = 4
"""Wild cards, which follow the cards of FACES."""
Kinds = tuple[tuple[int, bool, tuple[int, ...]], ...]
"""Kinds of hands: run, one suit, and numbers of cards that are alike."""
TABLES: dict[tuple[Kinds, bool], None] = dict.fromkeys(
    (
        (((4, True, ()), (0, False, (4,)), (0, True, ()), (3, False, ()), (0, False, (2,)), (0, False, ())), True),
        (((0, False, (4,)), (0, False, (3, 1)), (0, False, (2, 2)), (0, False, (2,)), (0, False, ())), False),
        (((0, True, (2, 2)), (0, False, (2, 2)), (0, True, (2,)), (4, False, ()), (0, True, ())), False),
        (((3, True, ()), (0, False, (3,)), (2, False, ()), (0, False, ())), True),
        (((0, False, (2, 1, 1)), (3, False, ())), False),
        (((0, True, ()), (0, False, ())), False),
    )
)


def best_by_trying(held: Sequence[int], kinds: Kinds, wraps: bool) -> int:
    """The best hand of some cards: of those that are made by putting each card in the place of each wild card."""
    natural = tuple(FACES[card] for card in held if card < len(FACES))
    wilds = len(held) - len(natural)
    return max(
        best_without_wilds(tuple(sorted((*natural, *chosen))), kinds, wraps)
        for chosen in combinations_with_replacement(FACES, wilds)
    )


@cache
def best_without_wilds(faces: Faces, kinds: Kinds, wraps: bool) -> int:
    """The best hand among some cards: the best of all hands."""
    hands = combinations(faces, min(SMALL_SIZE, len(faces)))
    return max(worth(hand, kinds, wraps) for hand in hands)


def worth(hand: Faces, kinds: Kinds, wraps: bool) -> int:
    """The number of a hand."""
    width = RANKS + 1
    for place, kind in enumerate(kinds):
        if found := list(decisive(hand, kind, wraps)):
            digits = max((*each, *(0,) * 7)[:7] for each in found)
            number = sum(digit * width**at for at, digit in enumerate(reversed(digits)))
            return int((len(kinds) - place) * width**7 + number)
    return 0


def decisive(hand: Faces, kind: tuple[int, bool, tuple[int, ...]], wraps: bool) -> Iterator[tuple[int, ...]]:
    """The ranks by which hands of a kind are compared, in each way in which the hand is of this kind."""
    run, one_suit, alike = kind
    if one_suit and (len(hand) < SMALL_SIZE or len({suit for _, suit in hand}) > 1):
        return
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    if run:
        known = {*ranks, *([0] if wraps and RANKS in ranks else [])}
        yield from ((top,) for top in range(1, RANKS + 1) if known.issuperset(range(top - run + 1, top + 1)))
        return
    for chosen in permutations(sorted(set(ranks)), len(alike)):
        if all(ranks.count(rank) >= number for rank, number in zip(chosen, alike, strict=True)):
            others = [rank for rank in ranks if rank not in chosen]
            yield (*chosen, *others[: SMALL_SIZE - sum(alike)])


def compare_with_trying(hands: int, most: int, seed: int) -> None:
    """Compare both backends on random hands of `most` cards or fewer, for each table."""
    random, cards = Random(seed), Register(MANY)
    ranks = Constant((*(rank for rank, _ in FACES), *[WILD_RANK] * WILDS))
    suits = Constant((*(suit for _, suit in FACES), *[0] * WILDS))
    cases: list[Case] = []
    for kinds, wraps in TABLES:
        rows = [number for run, one, alike in kinds for number in (run, int(one), *alike, *[0] * (3 - len(alike)))]
        table = Constant((RANKS, SUITS, RANKS if wraps else 0, *rows))
        function = function_of((cards,), apply(Operation.BEST_HAND, cards, Constant(SMALL_SIZE), ranks, suits, table))
        for _ in range(hands):
            held = tuple(random.sample(range(len(FACES) + WILDS), random.randint(1, most)))
            assert best_hand(held, SMALL_SIZE, ranks.value, suits.value, table.value) == best_by_trying(
                held, kinds, wraps
            ), (held, kinds)
            cases.append((function, (held,)))
    compare(cases)


@pytest.mark.parts
def test_wild_cards_stand_for_the_cards_that_make_the_best_hand() -> None:
    compare_with_trying(30, 5, 4)


@pytest.mark.parts
@pytest.mark.exhaustive
def test_wild_cards_of_thousands_of_hands() -> None:
    compare_with_trying(700, 7, 5)


def test_both_backends_agree() -> None:
    random, cards = Random(2), Register(MANY)
    cases: list[Case] = []
    for size in (1, 3, 5, 7):
        function = function_of((cards,), lower_best_hand(cards, size, game_of("holdem").program.symbols))
        cases += [(function, (tuple(random.sample(range(52), random.randint(0, 12))),)) for _ in range(60)]
        one_suit = [tuple(random.sample(range(13), random.randint(4, 9))) for _ in range(20)]
        cases += [(function, (given,)) for given in one_suit]
    compare(cases)


def test_both_backends_find_the_same_runs() -> None:
    random, cards = Random(3), Register(MANY)
    cases: list[Case] = []
    for within in (None, "suit"):
        run = LongestRun(constant((), CARDS), "rank", within)
        function = function_of((cards,), lower_longest_run(cards, run, game_of("holdem").program.symbols))
        cases += [(function, (tuple(random.sample(range(52), random.randint(0, 30))),)) for _ in range(60)]
    compare(cases)


def test_a_run_goes_from_the_lowest_card_on_and_takes_one_of_equal_cards() -> None:
    slots = (1, 2, 3, 3, 5, 6, 7, 0)
    assert longest_run((7, 3, 2, 1, 0), slots) == (0, 1, 3)
    assert longest_run((6, 5, 4, 2, 1, 0), slots) == (0, 1, 2)  # the first of two
    assert longest_run((7,), slots) == longest_run((), slots) == ()
