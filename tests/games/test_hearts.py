"""Hearts: a deck of suits and ranks, tricks, and the duty to follow suit."""

from __future__ import annotations

from random import Random

from interpreter.engine.playout import play_random
from tests.games.test_games import game_of

SEATS = ("north", "east", "south", "west")


def test_thirteen_tricks_of_26_points() -> None:
    """Everybody who can follows suit, nobody who can avoid it gives points to the first trick, and all are taken.

    The Two of Clubs leads, and whoever took the fewest points wins, or all of them.
    """
    points = {card.id: card.attributes["points"] for card in game_of("hearts").rulebook.cards}
    for seed in range(8):
        match, random = game_of("hearts").start(seed), Random(seed)
        view = match.view("north")
        assert view["zones"][f"played of {view['variables']['leader']}"] == ["two_of_clubs"]
        while match.decision is not None:
            seat, options = match.decision.seat, {option.key for option in match.decision.options}
            view = match.view(seat)
            hand, leader = view["zones"][f"hand of {seat}"], view["variables"]["leader"]
            led = view["zones"][f"played of {leader}"]
            same = {card for card in hand if led and card.split("_of_")[1] == led[0].split("_of_")[1]}
            assert options == same if same else options <= set(hand)
            assert led != ["two_of_clubs"] or same or not {points[each] for each in options} - {0}
            match.choose(random.choice(sorted(options)))
        taken = {seat: match.view("north")["zones"][f"taken of {seat}"] for seat in SEATS}
        assert sorted(card for cards in taken.values() for card in cards) == sorted(points)
        penalties = {seat: sum(int(str(points[card])) for card in cards) for seat, cards in taken.items()}
        outcome = match.outcome()
        assert sum(penalties.values()) == 26 and outcome is not None
        most = [seat for seat in SEATS if penalties[seat] == 26]
        assert outcome.winners == (most or [seat for seat in SEATS if penalties[seat] == min(penalties.values())])


def test_random_games_end() -> None:
    assert {play_random(game_of("hearts"), 1, index).reason for index in range(40)} <= {"points", "moon"}
