"""A deck builder of our own: decks of one's own, reshuffled when they are empty, and a market that is filled up."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from interpreter.matches.match import Match
from tests.games.test_games import game_of


def owned(match: Match, seat: str) -> list[str]:
    state, symbols = match.state, match.game.program.symbols
    zones = [symbols.zone_index[name] + match.game.seats.index(seat) for name in ("deck", "hand", "played", "discard")]
    return [match.game.card_ids[card] for zone in zones for card in state.z[zone]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_plays_its_own_deck(players: int) -> None:
    """Cards stay with the seat that has bought them, and the market has five cards until the supply runs out."""
    match, random = game_of("orchard", players).start(players), Random(players)
    before = {seat: Counter(owned(match, seat)) for seat in match.game.seats}
    assert all(len(cards) == 6 for cards in (owned(match, seat) for seat in match.game.seats))
    while match.decision is not None:
        zones = match.view("p1")["zones"]
        key = random.choice(match.decision.options).key
        buyer = match.decision.seat if key in zones["market"] else None
        assert len(zones["market"]) <= 5
        match.choose(key)
        after = {seat: Counter(owned(match, seat)) for seat in match.game.seats}
        gained = {seat: set(after[seat] - before[seat]) for seat in match.game.seats}
        assert gained == {seat: {key} if seat == buyer else set() for seat in match.game.seats}
        before = after
    outcome, view = match.outcome(), match.view("p1")
    assert outcome is not None
    points = {card.id: int(str(card.attributes["points"])) for card in match.game.rulebook.cards}
    for seat in match.game.seats:
        assert outcome.scores[seat] == sum(points[card] for card in owned(match, seat))
    assert not view["zones"]["supply"] or view["tracks"]["season"] == 20


def test_a_discard_pile_becomes_the_deck_of_its_own_seat() -> None:
    match, random = game_of("orchard", 2).start(1), Random(1)
    while match.decision is not None:
        match.choose(random.choice(match.decision.options))
    for seat in ("Player 1", "Player 2"):
        assert any("shuffled" in line and seat in line for line in match.log("p1"))
