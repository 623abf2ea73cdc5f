"""A worker placement game of our own: blocked and shared sites, costs of two kinds, houses that follow others."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.test_games import game_of


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sites_costs_and_forerunners(players: int) -> None:
    printed = {card.id: card.attributes for card in game_of("mill_brook", players).rulebook.cards}
    for seed in range(12):
        match, random = game_of("mill_brook", players).start(seed), Random(seed)
        while match.decision is not None:
            seat, options = match.decision.seat, [option.key for option in match.decision.options]
            view = match.view(seat)
            variables, zones = view["variables"], view["zones"]
            taken = {site for places in view["pieces"]["worker"].values() for site, count in places.items() if count}
            for key in options:
                if key in printed:
                    card = printed[key]
                    assert int(str(card["wood"])) <= variables["wood"][seat]
                    assert int(str(card["stone"])) <= variables["stone"][seat]
                    assert card["follows"] is None or card["follows"] not in zones["plans"]
                else:
                    assert key == "meadow" or key not in taken
            match.choose(random.choice(options))
        outcome, zones = match.outcome(), match.view("p1")["zones"]
        assert outcome is not None
        for seat in match.game.seats:
            points = sum(int(str(printed[card]["points"])) for card in zones[f"village of {seat}"])
            assert outcome.scores[seat] == points


def test_why_a_house_cannot_be_built() -> None:
    match = game_of("mill_brook", 2).start(1)
    assert match.decision is not None
    assert "yard" not in [option.key for option in match.decision.options]
    reason = match.why_not("yard")
    assert reason is not None and "a house can be built" in reason.grounds[-1].text
