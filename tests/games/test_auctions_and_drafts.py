"""Games in which all choose at the same time, an auction and a draft: known values, and what always holds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from interpreter import replay
from interpreter.matches.match import Match
from tests.games.test_games import by_depth, game_of, lines_of_play


def gain_of_odd(fingers: tuple[str, str]) -> Fraction:
    outcome = replay(game_of("odd_or_even"), 0, fingers).outcome()
    assert outcome is not None and outcome.scores["even"] == -outcome.scores["odd"]
    return Fraction(outcome.scores["odd"])


def test_odd_has_the_advantage() -> None:
    """The value for Odd is 1/12, by showing one finger in 7 of 12 games (Ferguson, Game Theory, part II, 1.2)."""
    (a, b), (c, d) = ([gain_of_odd((own, other)) for other in "12"] for own in "12")
    share = (d - c) / (a - b - c + d)
    assert share == Fraction(7, 12)
    assert share * a + (1 - share) * c == share * b + (1 - share) * d == Fraction(1, 12)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_go_round_in_a_draft(players: int) -> None:
    """The right neighbour's hand comes, which that neighbour knows; all cards are kept in the end."""
    game = game_of("draft", players)
    match, random = game.start(3), Random(3)
    while match.decision is not None:
        hands = {seat: match.view(seat)["zones"][f"hand of {seat}"] for seat in game.seats}
        if not any(map(match.has_sealed, game.seats)) and (kept := match.view("p1")["zones"]["kept of p1"]):
            before = match.at(match.decisions - 1)
            for seat, after in zip(game.seats, game.seats[1:] + game.seats[:1], strict=True):
                assert set(hands[after]) < set(before.view(seat)["zones"][f"hand of {seat}"])
                imagined = match.determinize(seat, random)
                assert set(imagined.view(after)["zones"][f"hand of {after}"]) == set(hands[after])
            assert len(kept) + len(hands["p1"]) == 4
        match.choose(random.choice(match.decision.options))
    zones = match.view("p1")["zones"]
    assert all(len(zones[f"kept of {seat}"]) == 4 for seat in game.seats)
    outcome = match.outcome()
    assert outcome is not None
    for seat in game.seats:
        suits = Counter(card.split("_of_")[1] for card in zones[f"kept of {seat}"])
        assert outcome.scores[seat] == sum(count**2 for count in suits.values())


def test_lines_of_a_draft_of_two() -> None:
    """Each keeps one of four cards, then one of three, then one of two; the last card is no choice."""
    assert by_depth([*lines_of_play(game_of("draft").start(1))])[:4] == [1, 4, 16, 48]


@pytest.mark.parametrize(("players", "seed"), [*product([2, 3, 4], range(4))])
def test_a_lot_goes_to_the_last_one_left(players: int, seed: int) -> None:
    game = game_of("auction", players)
    match, random = game.start(seed), Random(seed)
    passed: set[str] = set()
    while match.decision is not None:
        lot, seat = match.view("p1")["zones"]["block"], match.decision.seat
        price, money = match.view(seat)["variables"]["price"], match.view(seat)["variables"]["money"]
        assert seat not in passed and all(each >= 0 for each in money.values())
        keys = [option.key for option in match.decision.options]
        if "pass" not in keys:
            assert keys == [str(number) for number in range(price + 1, money[seat] + 1)]
        choice = random.choice(keys)
        match.choose(choice)
        passed |= {seat} if choice == "pass" else set()
        if match.decision is None or match.view("p1")["zones"]["block"] != lot:
            passed.clear()
    assert sum(len(match.view("p1")["zones"][f"bought of {seat}"]) for seat in game.seats) == 5
    check_scores(match)


def check_scores(match: Match) -> None:
    values = {"cup": 1, "lamp": 2, "clock": 3, "harp": 4, "crown": 5}
    outcome, view = match.outcome(), match.view("p1")
    assert outcome is not None
    for seat, score in outcome.scores.items():
        bought = sum(values[card] for card in view["zones"][f"bought of {seat}"])
        assert score == bought + view["variables"]["money"][seat] // 2
    assert outcome.winners == [seat for seat, score in outcome.scores.items() if score == max(outcome.scores.values())]
