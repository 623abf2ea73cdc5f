"""All outcomes of chance where a deck is shuffled: as many as cards are drawn, not as many as orders."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Game, Match

GAME = """
id: deal
title: Deal
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
decks:
  - deck: main
    attributes: {suit: [clubs, hearts, spades, diamonds], rank: {is: number, from: 1, to: RANKS}}
    cards: [{each: [suit, rank], title: "{suit} {rank}"}]
zones:
  - {id: stock, title: Stock, face: FACE, starts with: [main]}
  - {id: hand, title: Hand, for: seat, face: everyone}
  - {id: out, title: Out, face: nobody}
start: |
  shuffle stock
  draw 1 card from stock to hand of each seat
  for each seat, as you:
    either "draw": draw 1 card from stock to your hand
    or "best": move the first of (the top 2 cards of stock with the highest rank of it) to your hand
    or "low": move the bottom card of stock to your hand
    or "drop":
      move the first of cards in your hand to out
      shuffle out
    or "look": move the first of (cards in stock where rank of it is 1) to your hand
"""


def deal(folder: Path, ranks: int, face: str = "nobody") -> Game:
    (folder / "game.yaml").write_text(GAME.replace("RANKS", str(ranks)).replace("FACE", face), encoding="utf-8")
    return load(str(folder))


def hands(match: Match) -> tuple[str, ...]:
    zones = match.view("red")["zones"]
    return tuple(zones["hand of red"] + zones["hand of blue"])


def after(game: Game, *choices: str) -> Counter[tuple[str, ...]]:
    """The probability of each pair of hands after some choices."""
    found = Counter[tuple[str, ...]]()

    def follow(match: Match, share: Fraction, left: tuple[str, ...]) -> None:
        if not left:
            found[hands(match)] += share  # type: ignore[assignment]
            return
        for outcome in match.chance(left[0]):
            follow(outcome.match, share * outcome.probability, left[1:])

    for outcome in game.chance():
        follow(outcome.match, outcome.probability, choices)
    return found


def test_of_a_whole_deck_only_the_cards_that_are_drawn_count(tmp_path: Path) -> None:
    outcomes = list(deal(tmp_path, 13).chance())
    assert len(outcomes) == 52 * 51 and sum(each.probability for each in outcomes) == 1
    assert len({hands(each.match) for each in outcomes}) == 52 * 51
    drawn = list(outcomes[7].match.chance("draw"))
    assert len(drawn) == 50 and {each.probability for each in drawn} == {Fraction(1, 50)}
    assert len({hands(each.match) for each in drawn}) == 50
    assert len(list(drawn[3].match.chance("draw"))) == 49


def test_of_the_top_cards_only_their_order_counts(tmp_path: Path) -> None:
    outcome = next(deal(tmp_path, 13).chance())
    found = list(outcome.match.chance("best"))
    assert len(found) == 50 * 49 and {each.probability for each in found} == {Fraction(1, 50 * 49)}
    assert len(list(found[5].match.chance("draw"))) == 1  # the other of the two, or the one below
    low = after(deal(tmp_path, 2), "best")
    ranks: dict[str, Fraction] = defaultdict(Fraction)
    for (new, *_), share in low.items():
        ranks[new.split("_")[-1]] += share
    assert ranks == {"2": Fraction(11, 14), "1": Fraction(3, 14)}


@pytest.mark.parametrize("choice", ["draw", "low"])
def test_the_next_cards_are_as_likely_as_in_all_orders(choice: str, tmp_path: Path) -> None:
    game = deal(tmp_path, 1)
    at = {"draw": 2, "low": -1}[choice]
    cards = [*permutations(game.card_ids)]
    expected = Counter((order[at], order[0], order[1]) for order in cards)
    assert after(game, choice) == {key: Fraction(count, len(cards)) for key, count in expected.items()}


def test_a_pile_that_is_looked_through_has_an_order(tmp_path: Path) -> None:
    game = deal(tmp_path, 1)
    found = after(game, "look", "draw")
    assert sum(found.values()) == 1 and set(found.values()) == {Fraction(1, 24)}


def test_an_open_pile_has_an_outcome_for_each_order(tmp_path: Path) -> None:
    assert len(list(deal(tmp_path, 1, "everyone").chance())) == 24


def test_an_outcome_is_played_on_with_all_cards_as_likely(tmp_path: Path) -> None:
    outcomes = list(deal(tmp_path, 5).chance())
    found = Counter[str]()
    for outcome in outcomes:
        match = outcome.match.copy()
        match.choose("draw")
        new = match.view("red")["zones"]["hand of red"][0]
        assert new not in hands(outcome.match)
        match.choose("draw")
        found[new] += 1
        assert match.is_over() and len(set(hands(match))) == 4
    assert len(found) == 20 and max(found.values()) < 40


def test_a_card_that_is_dropped_is_mixed_with_others(tmp_path: Path) -> None:
    outcome = next(deal(tmp_path, 2).chance())
    (dropped,) = outcome.match.chance("drop")
    (both,) = dropped.match.chance("drop")
    zones = both.match.view("red")["zones"]
    assert zones["out"] == [None, None] and zones["hand of red"] == zones["hand of blue"] == []
