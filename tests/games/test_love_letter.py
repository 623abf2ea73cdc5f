"""Love Letter: elimination, protection, and what players know of each other's hands."""

from __future__ import annotations

from itertools import product
from random import Random

from interpreter.matches.match import Match
from tests.games.test_games import game_of

VALUES = {card.id: int(str(card.attributes["value"])) for card in game_of("love_letter", 2).rulebook.cards}


def hand(match: Match, seat: str, reader: str | None = None) -> list[str | None]:
    cards: list[str | None] = match.view(reader or seat)["zones"][f"hand of {seat}"]
    return cards


def kind(card: str | None) -> str:
    return str(card).rstrip("_2345")


def test_rules_of_a_round() -> None:
    """No card is lost, nobody who is out or protected is chosen, and the Countess leaves before Prince and King."""
    for players, seed in product((2, 3, 4), range(15)):
        match, random = game_of("love_letter", players).start(seed), Random(seed)
        while match.decision is not None:
            seat, options = match.decision.seat, [option.key for option in match.decision.options]
            view = match.view(seat)
            flags, zones = view["flags"], view["zones"]
            assert sum(map(len, zones.values())) == 16
            assert seat not in flags["out"]
            if set(options) <= set(match.game.seats):
                assert not set(options) & ({*flags["out"], *flags["protected"]} - {seat})
            held = {kind(card) for card in hand(match, seat)}
            if set(options) <= set(hand(match, seat)) and "countess" in held and held & {"prince", "king"}:
                assert [kind(each) for each in options] == ["countess"]
            match.choose(random.choice(options))
        outcome, view = match.outcome(), match.view("p1")
        assert outcome is not None
        alive = [seat for seat in match.game.seats if seat not in view["flags"]["out"]]
        assert set(outcome.winners) <= set(alive)
        if outcome.reason == "last":
            assert outcome.winners == alive
        else:
            best = max(VALUES[str(hand(match, seat)[0])] for seat in alive)
            assert {VALUES[str(hand(match, seat)[0])] for seat in outcome.winners} == {best}
        assert all(kind(card) != "princess" for seat in alive for card in view["zones"][f"played of {seat}"])


def test_a_priest_knows_the_hand_for_good() -> None:
    """Whoever has seen a hand considers no other one possible, and the others still do."""
    for seed in range(40):
        match = game_of("love_letter", 3).start(seed)
        assert match.decision is not None
        priest = next((option.key for option in match.decision.options if kind(option.key) == "priest"), None)
        if priest is None:
            continue
        match.choose(priest)
        match.choose("p2")
        true, random = hand(match, "p2")[-1], Random(seed)
        thought = {str(hand(match.determinize("p1", random), "p2")[-1]) for _ in range(20)}
        assert thought == {str(true)} and true in hand(match, "p2", "p1")
        assert len({str(hand(match.determinize("p3", random), "p2")[-1]) for _ in range(20)}) > 1
        return
    raise AssertionError("no priest came up")
