"""Kuhn poker once more: what a best response wins against a way to play it, and which way a player has."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, permutations, product

from interpreter.matches.match import Match
from interpreter.players.playing import SeatedPlayer
from tests.loaded import game_of

CARDS = ("jack", "queen", "king")
POINTS = {"elder": ((), ("check", "bet")), "younger": (("check",), ("bet",))}
"""After which choices a seat is asked."""
ANSWERS = {
    (): ("bet", "check"),
    ("check",): ("bet", "check"),
    ("bet",): ("call", "fold"),
    ("check", "bet"): ("call", "fold"),
}
"""The two answers at each decision point: first the one with more at stake."""
DEALS = tuple(permutations(CARDS, 2))

Known = tuple[str, tuple[str, ...]]
"""Information set: the seat's card and the choices so far."""
Strategy = Mapping[Known, float]
"""Probability of betting or calling at each information set."""


def known_to(seat: str) -> list[Known]:
    return [(card, before) for card in CARDS for before in POINTS[seat]]


def gain(elder: Strategy, younger: Strategy) -> float:
    """Expected gain of elder."""
    return sum(_gain(deal, (), (elder, younger)) for deal in DEALS) / len(DEALS)


def _gain(deal: tuple[str, str], before: tuple[str, ...], strategies: tuple[Strategy, Strategy]) -> float:
    """Expected gain of elder from here on."""
    if before not in ANSWERS:
        if before[-1] == "fold":
            return 1 if len(before) == 2 else -1
        stake = 2 if before[-1] == "call" else 1
        return stake if CARDS.index(deal[0]) > CARDS.index(deal[1]) else -stake
    mover = len(before) % 2
    share = strategies[mover][deal[mover], before]
    more, less = ANSWERS[before]
    return share * _gain(deal, (*before, more), strategies) + (1 - share) * _gain(deal, (*before, less), strategies)


def pure(seat: str) -> list[Strategy]:
    """All ways to play a seat that never mix."""
    known = known_to(seat)
    return [dict(zip(known, answers, strict=True)) for answers in product((0.0, 1.0), repeat=len(known))]


def exploited(elder: Strategy, younger: Strategy) -> float:
    """Exploitability: average gain of a best response over both seats; 0 for strategies in equilibrium."""
    against_younger = max(gain(response, younger) for response in pure("elder"))
    against_elder = max(-gain(elder, response) for response in pure("younger"))
    return (against_younger + against_elder) / 2


def played(player: str, asks: int) -> Strategy:
    """Estimate a player's strategy on both seats from its answers with different seeds."""
    return {known: often(player, seat, known, asks) for seat in POINTS for known in known_to(seat)}


def often(player: str, seat: str, known: Known, asks: int) -> float:
    card, before = known
    match = dealt(seat, card)
    for choice in before:
        match.choose(choice)
    decision = match.decision
    assert decision is not None
    answers = [SeatedPlayer(match.game, seat, player, seed).answer(match) for seed in range(asks)]
    return sum(decision.options[index].key == ANSWERS[before][0] for index in answers) / asks


def dealt(seat: str, card: str) -> Match:
    """A match in which a seat holds this card."""
    for seed in count():
        match = game_of("tests/games/kuhn").start(seed)
        if match.view(seat)["zones"][f"hand of {seat}"] == [card]:
            return match
    raise AssertionError
