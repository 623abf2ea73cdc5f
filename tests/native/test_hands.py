"""Hands of cards compared by both backends."""

from __future__ import annotations

from random import Random

from interpreter.language.lowered.values import Register
from interpreter.language.lowering.hands import lower_best_hand
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
