"""Assignment of cards to card tracks: every course that is consistent with the knowledge is equally likely.

Random small stories of shuffles and observed cards are generated; all their courses are enumerated, and the draws are
compared with the counts.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from interpreter.engine.state import CardLayout
from interpreter.knowledge.dealing import Dealer, NoDealError
from interpreter.knowledge.determinizer import components_of
from interpreter.knowledge.tracing import Knowledge
from interpreter.matches.match import Game
from interpreter.rulebook.log_entries import CardsShown, Entry, ZoneShuffled
from tests.loaded import game_of

CARDS = 5
DRAWS = 3000
Fitting = dict[int, frozenset[int]]


@pytest.fixture(scope="module")
def passing() -> Game:
    """A game of five cards, all face down at the start."""
    return game_of("tests/engine/games/passing")


def story(game: Game, random: Random) -> tuple[Knowledge, Fitting]:
    """Up to four shuffles of two or three cards each, glances at cards in between, and zones that hold some cards."""
    deck = game.program.symbols.zone_index["deck"]
    log: list[Entry] = []
    for _ in range(random.randint(1, 4)):
        log.append(ZoneShuffled(deck, tuple(random.sample(range(CARDS), random.randint(2, 3)))))
        log += [CardsShown((card,), 1) for card in range(CARDS) if random.random() < 0.15]
    knowledge = Knowledge(game, None, log, 0)
    fitting = {
        leg: frozenset((card, *random.sample(range(CARDS), 2)))
        for card, leg in enumerate(knowledge.leg_of)
        if knowledge.known[leg] is None and random.random() < 0.2
    }
    return knowledge, fitting


def courses(knowledge: Knowledge, fitting: Fitting) -> Counter[tuple[int, ...]]:
    """Count the courses that lead to each final assignment of cards to open card tracks."""
    known, found = knowledge.known, Counter[tuple[int, ...]]()

    def go_on(number: int, on: dict[int, int]) -> None:
        if number == len(knowledge.shuffles):
            if all(on[leg] in cards for leg, cards in fitting.items()):
                found[tuple(on[leg] for leg in sorted(knowledge.leg_of))] += 1
            return
        shuffle = knowledge.shuffles[number]
        for order in permutations(on[leg] for leg in shuffle.before):
            went = dict(zip(shuffle.after, order, strict=True))
            if all(known[leg] in (None, card) for leg, card in went.items()):
                go_on(number + 1, on | went)

    go_on(0, {leg: leg for leg in range(CARDS)})
    return found


@pytest.mark.parts
@pytest.mark.parametrize("seed", range(40))
def test_each_course_is_drawn_as_often_as_the_others(seed: int, passing: Game) -> None:
    knowledge, fitting = story(passing, Random(seed))
    expected = courses(knowledge, fitting)
    random = Random(seed)
    dealer = Dealer(knowledge.known)
    parts = [dealer.with_max_weight(part) for part in components_of(knowledge, fitting)]
    drawn = Counter[tuple[int, ...]]()
    for _ in range(DRAWS):
        dealer.begin(random.getrandbits(64))
        for part in parts:
            dealer.draw(part)
        drawn[tuple(dealer.card_on[leg] for leg in sorted(knowledge.leg_of))] += 1
    assert set(drawn) <= set(expected)
    share = DRAWS / expected.total()
    distance = sum((drawn[end] - count * share) ** 2 / (count * share) for end, count in expected.items())
    freedom = len(expected) - 1
    assert distance <= freedom + 4.5 * (2 * freedom) ** 0.5


def test_a_story_that_can_not_be(passing: Game) -> None:
    deck = passing.program.symbols.zone_index["deck"]
    knowledge = Knowledge(passing, None, [ZoneShuffled(deck, (0, 1))], 0)
    (part,) = components_of(knowledge, {leg: frozenset((0,)) for leg in knowledge.leg_of[:2]})
    with pytest.raises(NoDealError):
        Dealer(knowledge.known).with_max_weight(part)


def test_what_lies_face_down_in_a_given_position_may_be_any_card_of_its_deck(passing: Game) -> None:
    knowledge = Knowledge(passing, CardLayout(((0, 1), (2, 3, 4)), (0, 1, 0, 0, 1)), [], 0)
    assert [knowledge.known[leg] for leg in knowledge.leg_of] == [None, 1, None, None, 4]
    assert len(knowledge.shuffles) == 1
