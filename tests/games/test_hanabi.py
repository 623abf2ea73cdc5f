"""Hanabi: hands that all see but their owner, and hints that everybody has heard."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.matches.match import Match
from tests.games.test_games import game_of

PLACES = ("left", "middle", "right")


def hand_seen(match: Match, owner: str, reader: str) -> list[str | None]:
    zones = match.view(reader)["zones"]
    return [card for place in PLACES for card in zones[f"{place}_card of {owner}"]]


def number_and_colour(match: Match, card: str) -> tuple[object, object]:
    found = next(each for each in match.game.rulebook.cards if each.id == card)
    return found.attributes["value"], found.attributes["colour"]


@pytest.mark.parametrize("players", [2, 3])
def test_all_but_the_owner_see_a_hand(players: int) -> None:
    match, random = game_of("hanabi", players).start(players), Random(players)
    while match.decision is not None:
        for owner in match.game.seats:
            others = [hand_seen(match, owner, seat) for seat in match.game.seats if seat != owner]
            assert set(hand_seen(match, owner, owner)) <= {None}
            assert all(None not in hand for hand in others)
            assert all(hand == others[0] for hand in others)
        assert not any(card in option.key for option in match.decision.options for card in match.game.card_ids)
        match.choose(random.choice(match.decision.options))


def test_a_hint_is_known_to_whoever_thinks() -> None:
    """Every deal that the owner considers possible agrees with the hints; without any, many cards are possible."""
    match, random = game_of("hanabi", 2).start(5), Random(5)
    first = {hand_seen(match.determinize("p2", random), "p2", "p1")[0] for _ in range(60)}
    assert len({number_and_colour(match, card) for card in first if card}) > 8
    for what in ("its_colour", "its_colour", "its_number"):  # the second one is for the first player
        for key in ("give_a_hint", "left", what):
            match.choose(key)
    true = hand_seen(match, "p2", "p1")
    thought = [hand_seen(match.determinize("p2", random), "p2", "p1") for _ in range(60)]
    assert true[0] is not None
    assert {number_and_colour(match, hand[0]) for hand in thought if hand[0]} == {number_and_colour(match, true[0])}
    assert len({hand[1] for hand in thought}) > 1


def test_the_score_is_what_was_built() -> None:
    for seed in range(20):
        match, random = game_of("hanabi", 2).start(seed), Random(seed)
        while match.decision is not None:
            match.choose(random.choice(match.decision.options))
        outcome, view = match.outcome(), match.view("p1")
        assert outcome is not None and set(outcome.scores.values()) == {len(view["zones"]["built"])}
        assert view["tracks"]["mistakes"] == 3 or not view["zones"]["deck"] or len(view["zones"]["built"]) == 15
