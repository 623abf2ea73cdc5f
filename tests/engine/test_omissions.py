"""A match out of which something is left: the same as one by rules that were edited so that they lack it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.native_games import NativeGames, prepare_native
from interpreter.engine.playout import GameResult, play_random
from interpreter.matches.match import Game
from interpreter.players.lineup import make_player
from interpreter.players.table_player import TablePlayer
from interpreter.rulebook.omissions import Omission
from tests.loaded import game_of

GAMES = 2
PARIS = "red_flag_over_paris"
Told = tuple[tuple[str, ...], str, dict[str, int], int, int]


@cache
def omitting(name: str, *variants: str) -> Game:
    """A game of whose matches it can be said what is left out."""
    return Game(replace(game_of(name, *variants).rulebook, omits=True))


def things(game: Game) -> list[Omission]:
    omissions = game.program.symbols.omissions
    assert omissions is not None
    return omissions.items


def thing(game: Game, kind: str, thing_id: str) -> int:
    return next(each.number for each in things(game) if (each.kind, each.id) == (kind, thing_id))


def told(played: GameResult) -> Told:
    return played.winners, played.reason, dict(played.scores), played.decisions, played.turns


def by_python(game: Game, tables: bool = False) -> list[Told]:
    pickers = None
    if tables:
        players = [make_player("table", game, seat) if seat in seats_with_tables(game) else None for seat in game.seats]
        pickers = [player.pick if isinstance(player, TablePlayer) else None for player in players]
    return [told(play_random(game, 1, index, False, pickers)) for index in range(GAMES)]


def seats_with_tables(game: Game) -> set[str]:
    owners = {bot.seat for bot in game.rulebook.bots}
    return set(game.seats) if None in owners else {seat for seat in game.seats if seat in owners}


def by_machine(game: Game, thing: int, tables: bool = False) -> list[Told]:
    prepare_native(game)
    games = NativeGames(game, 1, seats_with_tables(game) if tables else ())
    games.omit(thing)
    found = []
    for batch in games.play(0, GAMES):
        assert not isinstance(batch, int)
        for at in range(batch.count):
            row = batch.row(at)
            found.append((row.winners, row.reason, row.scores, row.decisions, row.turns))
    return found


def edited(folder: Path, overlay: str, *variants: str, game: str = PARIS) -> Game:
    """A game with a change of ours."""
    file = folder / "edit.yaml"
    head = f"id: edit\ntitle: Edit\nabout: What is left out.\nsource: ours\nfor: {game}\n"
    file.write_text(head + overlay, "utf-8")
    return load(game, variants=(*variants, str(file)))


@pytest.mark.parametrize(
    "name",
    ["revolution", *(pytest.param(name, marks=pytest.mark.parts) for name in (PARIS, "liberte", "vive_la_revolution"))],
)
def test_where_nothing_is_left_out_games_are_as_ever(name: str) -> None:
    game = omitting(name)
    assert by_python(game) == by_python(game_of(name)) == by_machine(game, 0)


@pytest.mark.parts
def test_all_kinds_of_things_have_numbers_of_their_own() -> None:
    found = things(omitting("vive_la_revolution"))
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    assert len({(each.kind, each.id) for each in found}) == len(found)
    assert {each.kind for each in found} == {"event", "bend", "row", "piece", "space"}


@pytest.mark.parts
def test_an_event_does_nothing(tmp_path: Path) -> None:
    event = game_of(PARIS).rulebook.cards[18].event
    lines = "".join(f"      {line}\n" for line in f"only if 1 is 2\n{event}".splitlines())
    card = game_of(PARIS).card_ids[18]
    other = edited(tmp_path, f"change:\n  - at: cards/{card}/event\n    to: |\n{lines}")
    game = omitting(PARIS)
    number = thing(game, "event", card)
    assert by_python(other) == by_python(game.without(number)) == by_machine(game, number) != by_python(game)


@pytest.mark.parts
def test_a_phrase_is_as_if_it_was_not_bent(tmp_path: Path) -> None:
    deal = "change:\n  - at: words/deal the strategy cards/do\n    to: draw 5 cards from deck to hand of each seat\n"
    second = 'bends:\n  - instead of: "put {card} out of the game"\n    do: move card to bottom of discard\n'
    other = edited(tmp_path, deal + second)
    game = omitting(PARIS, "censor")
    number = thing(game, "bend", "bend_1")
    assert by_python(other) == by_python(game.without(number)) == by_machine(game, number) != by_python(game)


@pytest.mark.parts
@pytest.mark.parametrize(
    ("name", "card", "value"),
    [
        ("revolution", "blue_9", 8),
        ("liberte", "robespierre", 2),
        pytest.param("liberte", "sieyes", 2, marks=pytest.mark.parts),
    ],
)
def test_a_value_is_lower(tmp_path: Path, name: str, card: str, value: int) -> None:
    other = edited(tmp_path, f"change:\n  - at: cards/{card}/value\n    to: {value}\n", game=name)
    game = omitting(name)
    number = thing(game, "value", card)
    assert by_python(other) == by_python(game.without(number)) == by_machine(game, number) != by_python(game)


@pytest.mark.parts
def test_cards_with_an_event_and_numbers_of_their_own_keep_their_values() -> None:
    assert not any(each.kind == "value" for each in things(omitting(PARIS)))
    found = [each for each in things(omitting("liberte")) if each.kind == "value"]
    assert len(found) == 90 and all(each.title["en"].count("value") == 1 for each in found)
    counters = {each.id: each.side for each in things(omitting("revolution")) if each.kind == "value"}
    assert counters["blue_5"] == "royalist" and counters["red_9"] == "jacobin" and "blue_0" not in counters


@pytest.mark.parts
@pytest.mark.parametrize(
    ("number", "path"),
    [
        pytest.param(1, "Remove or place/first/1", marks=pytest.mark.parts),
        (10, "Select where to place or replace/keep/4"),
        pytest.param(16, "Select where to place or replace/keep/10", marks=pytest.mark.parts),
    ],
)
def test_a_row_is_skipped(tmp_path: Path, number: int, path: str) -> None:
    other = edited(tmp_path, f"remove: ['bots/commune/tables/{path}']\n", "solo_commune")
    game = omitting(PARIS, "solo_commune")
    row = thing(game, "row", f"commune_{number}")
    found = by_python(game.without(row), tables=True)
    assert by_python(other, tables=True) == found == by_machine(game, row, tables=True)


@pytest.mark.parts
def test_rows_matter() -> None:
    game = omitting(PARIS, "solo_commune")
    without = [by_machine(game, thing(game, "row", f"commune_{number}"), tables=True) for number in range(1, 9)]
    usual = by_machine(game, 0, tables=True)
    assert sum(found != usual for found in without) > 4


@pytest.mark.parts
def test_pieces_that_start_on_the_map_start_in_a_box(tmp_path: Path) -> None:
    start = "pieces/cube/start/commune"
    changes = f"  - {{at: {start}/pere_lachaise, to: 0}}\n  - {{at: {start}/starting, to: 4}}\n"
    other = edited(tmp_path, f"change:\n{changes}")
    game = omitting(PARIS)
    number = thing(game, "piece", "cube_commune_pere_lachaise")
    assert by_python(other) == by_python(game.without(number)) == by_machine(game, number) != by_python(game)


@pytest.mark.parts
def test_nothing_can_be_placed_in_a_space(tmp_path: Path) -> None:
    other = edited(tmp_path, "change:\n  - {at: spaces/republicans/closed, from: null, to: true}\n")
    game = omitting(PARIS)
    number = thing(game, "space", "republicans")
    assert by_python(other) == by_python(game.without(number)) == by_machine(game, number) != by_python(game)


@pytest.mark.parts
def test_what_was_left_out_comes_back() -> None:
    game = omitting(PARIS)
    prepare_native(game)
    games = NativeGames(game, 1)
    first = thing(game, "piece", "cube_commune_press")
    found = []
    for number in (0, first, 1, 0):
        games.omit(number)
        batches = [batch for batch in games.play(0, 20) if not isinstance(batch, int)]
        found.append([batch.row(at).scores for batch in batches for at in range(batch.count)])
    assert found[0] == found[3] != found[1] != found[2]
