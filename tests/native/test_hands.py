"""Hands of cards compared by both backends."""

from __future__ import annotations

from random import Random

from interpreter.language.backends.python.hands import longest_run
from interpreter.language.ir.builders import constant
from interpreter.language.ir.expressions import LongestRun
from interpreter.language.ir.types import CARDS
from interpreter.language.lowered.values import Register
from interpreter.language.lowering.hands import lower_best_hand, lower_longest_run
from tests.games.test_games import game_of
from tests.native.test_operations import MANY, Case, compare, function_of


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
