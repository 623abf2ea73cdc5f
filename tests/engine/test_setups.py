"""Hidden choices of the set-up are drawn with the same probabilities as in the rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from interpreter.knowledge.dealing import Dealer
from interpreter.knowledge.determinizer import components_of
from interpreter.knowledge.tracing import Knowledge
from interpreter.language.chance import seed_state
from interpreter.matches.match import Game, Match
from interpreter.rulebook.log_entries import CardMoved
from tests.loaded import game_of

MATES = Path(__file__).parent / "games" / "mates"
DRAWS = 1200


def roles(match: Match, seat: str) -> Counter[tuple[str, str]]:
    """The roles of the first two players in states drawn for a seat."""
    shown, random = match.game.program.symbols.labels["zone"], Random(5)
    zones = [shown.index(f"role_of of {player}") for player in ("p1", "p2")]
    states = (match.determinizer(seat).draw_state(random.getrandbits(64)) for _ in range(DRAWS))
    one, two = zones
    return Counter((match.game.card_ids[state.z[one][0]], match.game.card_ids[state.z[two][0]]) for state in states)


def as_likely(found: Counter[tuple[str, str]], chances: dict[tuple[str, str], float]) -> bool:
    """True if each outcome occurs about as often as its probability says."""
    expected = {outcome: chance * found.total() for outcome, chance in chances.items()}
    return set(found) == set(chances) and all(
        abs(found[each] - mean) < 5 * mean**0.5 for each, mean in expected.items()
    )


def mates() -> dict[tuple[str, str], float]:
    """A red card of three, one of the blue cards of its kind, then who gets which."""
    plain = {(f"red_{red}", f"blue_{blue}"): 1 / 3 / 2 / 2 for red in "12" for blue in "12"}
    chances = {**plain, ("red_3", "blue_3"): 1 / 3 / 2}
    return chances | {(blue, red): chance for (red, blue), chance in chances.items()}


def test_who_has_seen_nothing_draws_as_the_rules_do() -> None:
    assert as_likely(roles(game_of(MATES).start(seed=1), "p3"), mates())


def test_who_knows_a_card_draws_what_can_go_with_it() -> None:
    match = game_of(MATES).start(seed=1)
    (own,) = match.view("p1")["zones"]["role_of of p1"]
    fitting = {outcome: chance for outcome, chance in mates().items() if outcome[0] == own}
    total = sum(fitting.values())
    assert as_likely(roles(match, "p1"), {outcome: chance / total for outcome, chance in fitting.items()})


def test_what_was_shown_later_counts() -> None:
    """A plain card has two mates."""
    starts = (game_of(MATES).start(seed) for seed in range(9))
    match = next(match for match in starts if "3" not in match.view("p2")["zones"]["role_of of p2"][0])
    match.choose("p2")
    match.choose("p1")
    match.choose("p2")
    shown = match.view("p3")["zones"]["role_of of p2"][0]
    fitting = [outcome for outcome in mates() if outcome[1] == shown]
    assert len(fitting) == 2
    assert as_likely(roles(match, "p3"), dict.fromkeys(fitting, 0.5))


def pairs(players: int, own: str) -> dict[int, float]:
    """Probability of each number of loyal pairs in the game, given a card of one's own, by enumeration."""
    drawn = {4: 2, 7: 3}[players]
    odd = players - 2 * drawn
    tempers = ["loyal"] * 3 + ["traitor"] + ["wavering"] * (1 - odd)
    found = Counter[int]()
    for some in combinations(tempers, drawn):
        cards = [*some, *some, *["wavering"] * odd]
        found[some.count("loyal")] += cards.count(own)
    return {count: ways / found.total() for count, ways in found.items() if ways}


@pytest.mark.parts
@pytest.mark.parametrize(
    ("players", "own"),
    [(4, "loyal"), (4, "wavering"), (4, "traitor"), (7, "loyal")],
)
def test_pairs_of_alike_cards_are_drawn_as_the_rules_draw_them(players: int, own: str) -> None:
    game = game_of("rules/vive_la_revolution", players=players)
    seat, match = next(found for found in holders(game) if own in loyalty(*found))
    unused, random = game.program.symbols.labels["zone"].index("unused"), Random(1)
    found = Counter[int]()
    for _ in range(DRAWS):
        left = match.determinizer(seat).draw_state(random.getrandbits(64)).z[unused]
        found[3 - sum("loyal" in game.card_ids[card] for card in left) // 2] += 1
    chances = pairs(players, own)
    assert set(found) == set(chances)
    assert all(abs(found[count] / DRAWS - chance) < 0.05 for count, chance in chances.items())


def holders(game: Game) -> list[tuple[str, Match]]:
    """The seats of some matches."""
    return [(seat, match) for match in map(game.start, range(9)) for seat in game.seats]


def loyalty(seat: str, match: Match) -> str:
    """The card that says which side a seat is on."""
    (card,) = match.view(seat)["zones"][f"loyalty of {seat}"]
    return str(card)


def test_a_log_that_no_set_up_makes_is_drawn_from_all_the_same() -> None:
    """Only one card was dealt, and stayed there: every card is as likely."""
    game = game_of(MATES)
    zones = game.program.symbols.zone_index
    log = [CardMoved(0, zones["stock"], zones["dealt"], 0, (1, 2, 3, 4, 5))]
    knowledge = Knowledge(game, None, log, 0)
    dealer, dealt = Dealer(knowledge.known), Counter[int]()
    (part,) = (dealer.with_max_weight(part) for part in components_of(knowledge, {}))
    for number in range(DRAWS):
        dealer.begin(seed_state(number))
        dealer.draw(part)
        dealt[dealer.card_on[knowledge.leg_of[0]]] += 1
    assert len(dealt) == 6
    assert all(abs(count - DRAWS / 6) < 5 * (DRAWS / 6) ** 0.5 for count in dealt.values())
