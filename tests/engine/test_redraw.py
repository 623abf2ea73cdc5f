"""Determinization in small games whose chances can be counted."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from interpreter import load
from interpreter.matches.match import Match
from interpreter.support.errors import PlayError, SaveError
from tests.loaded import game_of

GAMES = Path(__file__).parent / "games"


def drawn(match: Match, seat: str, zones: list[str], times: int = 2000) -> Counter[tuple[str, ...]]:
    """Count the sorted contents of some zones in states drawn for a seat."""
    found = Counter[tuple[str, ...]]()
    symbols, random = match.game.program.symbols, Random(5)
    numbers = [symbols.labels["zone"].index(zone) for zone in zones]
    for _ in range(times):
        state = match.determinizer(seat).draw_state(random.getrandbits(64))
        found[tuple(" ".join(sorted(match.game.card_ids[card] for card in state.z[number])) for number in numbers)] += 1
    return found


def even(counter: Counter[tuple[str, ...]], ways: int) -> bool:
    """True if there are `ways` outcomes, all about equally frequent."""
    mean = counter.total() / ways
    return len(counter) == ways and all(abs(count - mean) < 5 * mean**0.5 for count in counter.values())


@pytest.mark.parts
def test_a_card_of_three_is_known_the_others_are_even() -> None:
    match = game_of("tests/games/kuhn").start(seed=3)
    own = match.view("elder")["zones"]["hand of elder"][0]
    deals = drawn(match, "elder", ["hand of elder", "hand of younger", "deck"])
    assert {deal[0] for deal in deals} == {own}
    assert even(deals, 2)


@pytest.mark.parts
def test_pairs_are_dealt_as_announced_and_with_their_twins() -> None:
    """Test with one's own card known, and its colour mate and the two other cards known by colour.

    Three kinds may have gone to the mate; the two cards of the other colour follow in either order.
    """
    match = game_of(GAMES / "pairs").start(seed=5)
    roles = [f"role_of of {seat}" for seat in match.game.seats]
    deals = drawn(match, "p1", roles, 6000)
    for deal in deals:
        assert sorted(re.sub(r"\D", "", role) for role in deal) in [
            [a, a, b, b] for a in "1234" for b in "1234" if a < b
        ]
        colours = [role.split("_")[0] for role in deal]
        assert [colour == "blue" for colour in colours] == [
            seat in match.view("p1")["flags"]["bluish"] for seat in match.game.seats
        ]
    assert even(deals, 6)


def test_who_has_looked_knows() -> None:
    match = game_of(GAMES / "pairs").start(seed=5)
    match.choose("yes")
    match.choose("p3")
    seen = match.view("p1")["zones"]["role_of of p3"][0]
    assert {deal[0] for deal in drawn(match, "p1", ["role_of of p3"])} == {seen}
    assert len(drawn(match, "p2", ["role_of of p3"])) > 1


def test_a_card_that_was_shown_and_buried_is_somewhere_under_it_all() -> None:
    """North has seen four of the five cards; of these South buried one unseen, and all came back shuffled."""
    match = game_of(GAMES / "passing").start(seed=7)
    match.choose(0)
    match.choose(0)
    deals = drawn(match, "north", ["hand of north", "hand of south", "deck"], 3000)
    assert even(deals, 3)


def test_a_redrawn_match_is_one_for_itself() -> None:
    match = game_of("red_flag_over_paris").start(seed=3)
    for _ in range(30):
        match.choose(0)
    assert match.decision is not None
    seat = match.decision.seat
    other = match.determinize(seat, Random(3))
    before = match.snapshot(), match.log(), list(match.choices)
    assert other.decisions == match.decisions
    assert other.decision == match.decision
    while other.decision is not None:
        other.choose(-1 + len(other.decision.options))
    assert (match.snapshot(), match.log(), list(match.choices)) == before


def test_an_imagined_match_has_no_past_and_is_not_saved(tmp_path: Path) -> None:
    other = game_of("tests/games/kuhn").start(seed=3).determinize("elder", Random(1))
    with pytest.raises(PlayError):
        other.undo()
    with pytest.raises(SaveError, match="imagined"):
        other.save(tmp_path / "match.json")


@pytest.mark.parts
def test_no_deal_agrees_with_rules_that_contradict_what_happened(tmp_path: Path) -> None:
    folder = Path(shutil.copytree("tests/games/kuhn", tmp_path / "kuhn"))
    sequence = folder / "sequence.yaml"
    sequence.write_text(sequence.read_text() + "certain: [number of cards in deck is 2]\n")
    match = load(folder).start(seed=1)
    with pytest.raises(PlayError, match="no deal agrees with what elder has seen"):
        match.determinize("elder", Random(1))
