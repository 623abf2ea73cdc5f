"""Poker hands: how many there are of each kind, which is better, and a deal in which the best hand wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from interpreter.engine.playout import play_random
from interpreter.language.backends.python.hands import best_hand
from interpreter.language.lowered.values import Apply, Constant
from interpreter.language.lowering.hands import lower_best_hand
from tests.games.test_games import game_of

KINDS = (
    "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind", "two_pairs", "pair",
    "high_card",
)  # fmt: skip
ALL_HANDS = (40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)
FROM_NINE_UP = (12, 120, 720, 12, 3_060, 3_840, 8_640, 23_040, 3_060)
"""Hands of a deck of 24 cards, in which an ace also stands before a nine."""


@cache
def tables() -> list[Sequence[int]]:
    """The tables by which hands are compared."""
    lowered = lower_best_hand(Constant(()), 5, game_of("holdem").program.symbols)
    assert isinstance(lowered, Apply)
    return [value.value for value in lowered.arguments[2:] if isinstance(value, Constant)]


def hand(cards: str) -> list[int]:
    """Cards written as `Ac Td 2h`."""
    return ["cdhs".index(card[1]) * 13 + "23456789TJQKA".index(card[0]) for card in cards.split()]


def value(cards: str | Sequence[int], size: int = 5) -> int:
    return best_hand(hand(cards) if isinstance(cards, str) else cards, size, *tables())


def kind(number: int) -> str:
    return KINDS[9 - number // 14**7]


@pytest.mark.parts
def test_hands_of_a_short_deck() -> None:
    short = [suit * 13 + rank for suit in range(4) for rank in range(7, 13)]
    ranks, suits, kinds = tables()
    ranks = [max(rank - 7, 0) for rank in ranks]
    kinds = [6, 4, 6, *kinds[3:]]
    found = Counter(best_hand(cards, 5, ranks, suits, kinds) // 7**7 for cards in combinations(short, 5))
    assert tuple(found[9 - at] for at in range(9)) == FROM_NINE_UP


@pytest.mark.parts
@pytest.mark.exhaustive
def test_all_hands() -> None:
    given = tables()
    found = Counter(kind(best_hand(cards, 5, *given)) for cards in combinations(range(52), 5))
    assert tuple(found[each] for each in KINDS) == ALL_HANDS


def test_which_hand_is_better() -> None:
    rising = (
        "2c 3c 4c 5c 7d", "Ac Kc Qc Jc 8d", "Ac Kc Qc Jc 9d", "2c 2d 3c 4c 5d", "2c 2d 3c 4c 6d", "Ac Ad Kc Qc Jd",
        "3c 3d 2c 2d 4c", "3c 3d 2c 2d Ac", "Ac Ad 2c 2d 3c", "2c 2d 2h 3c 4c", "Ac 2d 3c 4c 5c", "2d 3c 4c 5c 6c",
        "Td Jc Qc Kc Ac", "2c 3c 4c 5c 7c", "2c 3c 4c 6c 7c", "2c 2d 2h 3c 3d", "2c 2d 2h Ac Ad", "3c 3d 3h 2c 2d",
        "2c 2d 2h 2s 3c", "2c 2d 2h 2s Ac", "Ad 2d 3d 4d 5d", "Td Jd Qd Kd Ad",
    )  # fmt: skip
    values = [value(each) for each in rising]
    assert values == sorted(set(values))
    assert value("Ac Kc Qc Jc 9d") == value("Ah Kh Qh Jh 9s")


def test_the_best_five_of_seven() -> None:
    random = Random(1)
    for _ in range(300):
        cards = random.sample(range(52), 7)
        assert value(cards) == max(value(five) for five in combinations(cards, 5))


def test_fewer_cards_than_a_hand_has() -> None:
    assert kind(value("2c 2d")) == "pair"
    assert value("2c 2d 3c") > value("2c 2d")
    assert kind(value("2c 3c 4c 5c")) == "high_card"
    assert kind(value("2c 3c 4c", 3)) == "flush"
    assert kind(value([])) == "high_card"


def test_the_best_hand_takes_the_pot() -> None:
    for players, seed in product((2, 3, 4), range(12)):
        match, random = game_of("holdem", players).start(seed), Random(seed)
        while match.decision is not None:
            match.choose(random.choice(match.decision.options))
        outcome, view = match.outcome(), match.view("p1")
        assert outcome is not None and sum(outcome.scores.values()) == 0
        still_in = [seat for seat in match.game.seats if seat not in view["flags"]["folded"]]
        if len(still_in) > 1:
            ids = match.game.card_ids
            held = {seat: view["zones"][f"hand of {seat}"] + view["zones"]["table"] for seat in still_in}
            values = {seat: value([ids.index(card) for card in cards]) for seat, cards in held.items()}
            assert outcome.winners == [seat for seat in still_in if values[seat] == max(values.values())]
        else:
            assert outcome.winners == still_in


def test_random_games_end() -> None:
    assert {play_random(game_of("holdem", 4), 1, index).reason for index in range(60)} == {"best hand"}
