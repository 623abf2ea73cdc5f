"""Positions in which the event of a card can be tried."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from interpreter import load
from interpreter.authoring.trying import NoTrialPosition, TrialPosition, find_in_match, find_in_random_match
from interpreter.authoring.variants.starters import FOLDER as BEGINNINGS
from interpreter.engine.history import Outcome
from interpreter.matches.match import Game
from tests.loaded import game_of


def try_it(game: Game, card: str, seed: int = 0) -> TrialPosition | NoTrialPosition:
    return find_in_random_match(game, game.card_ids.index(card), seed)


@pytest.mark.parts
@pytest.mark.parametrize("name", ["red_flag_over_paris", "vive_la_revolution"])
def test_every_event_can_be_tried(name: str) -> None:
    game = game_of(name)
    for card in game.rulebook.cards:
        if card.event is None:
            continue
        found = try_it(game, card.id, 5)
        assert isinstance(found, TrialPosition), card.id
        assert 0 <= found.seat < len(game.seats)
        if (side := card.attributes.get("side")) in game.seats:
            assert found.game.seats[found.seat] == side
        match = found.begin()
        assert match.is_staged and match.log_length >= len(found.state.log or ())


@pytest.mark.parts
def test_the_same_seed_gives_the_same_position() -> None:
    game = game_of("red_flag_over_paris")
    one, other = (try_it(game, "le_figaro", 4) for _ in range(2))
    assert isinstance(one, TrialPosition) and isinstance(other, TrialPosition)
    assert one.begin().snapshot() == other.begin().snapshot()
    assert [one.seed, one.decisions] == [other.seed, other.decisions]


@pytest.mark.parts
def test_cards_stay_as_many_and_the_card_is_in_a_hand() -> None:
    game = game_of("red_flag_over_paris")
    number = game.card_ids.index("le_figaro")
    for seed in range(5):
        found = try_it(game, "le_figaro", seed)
        assert isinstance(found, TrialPosition)
        start = game.start(0).state
        assert sorted(chain(*found.state.z)) == sorted(chain(*start.z))
        where = {card: zone for zone, cards in enumerate(found.state.z) for card in cards}
        cells = found.state.v[game.constants.where : game.constants.where + len(game.card_ids)]
        assert cells == [where.get(card) for card in range(len(game.card_ids))]
        assert cells[number] == game.program.symbols.zone_index["hand"] + found.seat


def test_trying_changes_nothing_of_where_it_began() -> None:
    game = game_of("red_flag_over_paris")
    match = game.start(3)
    before = match.snapshot()
    found = find_in_match(match, game.card_ids.index("le_figaro"))
    assert isinstance(found, TrialPosition)
    tried = found.begin()
    while not tried.is_over():
        tried.choose(0)
    assert match.snapshot() == before
    assert found.begin().snapshot() != tried.snapshot()
    assert tried.outcome() == Outcome([], "done", tried.outcome().scores)  # type: ignore[union-attr]


def test_an_event_that_asks_nothing_is_tried_where_it_changes_something(tmp_path: Path) -> None:
    text = (BEGINNINGS / "cards" / "game.yaml").read_text(encoding="utf-8")
    toll = '      - {id: toll, title: Toll, event: "if coins of you > 8: lower coins of you by 1"}\n'
    before = "      - {id: harvest,"
    (tmp_path / "game.yaml").write_text(text.replace(before, f"{toll}{before}", 1), encoding="utf-8")
    game = load(tmp_path)
    for seed in range(3):
        found = try_it(game, "toll", seed)
        assert isinstance(found, TrialPosition)
        assert found.begin().state.v != found.state.v
