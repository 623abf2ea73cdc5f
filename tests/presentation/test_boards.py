"""A seat's view as documents: complete, plain, localized, and without anything that the seat does not know."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path
from random import Random

import pytest

from interpreter.matches.match import Match
from interpreter.presentation.board.document import Board
from interpreter.presentation.board.map_layout import find_connections, find_neighbours, layout_spaces
from interpreter.presentation.names import Names
from interpreter.presentation.speech import ENGLISH
from interpreter.rulebook.model import Map, NounPair, Space
from interpreter.rulebook.source.files import INSTALLED
from interpreter.support.errors import Location
from tests.loaded import game_of

RULES = INSTALLED / "rules"
GAMES = sorted(path.parent.name for path in RULES.glob("*/game.yaml"))
COUNTIES = Path(__file__).parent.parent / "cli" / "counties"


def played(rules: str | Path, decisions: int = 60) -> Match:
    match, pick = game_of(rules).start(5), Random(5)
    while match.decision is not None and len(match.choices) < decisions:
        match.choose(pick.randrange(len(match.decision.options)))
    return match


def texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from (*texts(key), *texts(value))
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from texts(value)


@pytest.mark.parametrize("name", GAMES)
def test_a_board_is_plain_data_of_what_its_seat_may_know(name: str) -> None:
    match = played(name)
    cards = {card.id: card.title["en"] for card in match.game.rulebook.cards}
    for seat in match.game.seats:
        data = json.loads(json.dumps(match.board(seat).to_json()))
        known = set(texts(match.view(seat)))
        secret = set(cards) - known
        assert data["seat"]["id"] == seat
        assert not secret & set(texts(data))
        told = {cards[thing_id] for thing_id in known & set(cards)}
        assert not ({cards[thing_id] for thing_id in secret} - told) & set(texts(data["piles"]))


@pytest.mark.parametrize("name", GAMES)
def test_all_pieces_and_cards_of_the_view_are_on_the_board(name: str) -> None:
    match = played(name)
    seat = match.game.seats[0]
    board, seen = match.board(seat), match.seen_by(seat)
    places = [*board.spaces.values(), *board.boxes]
    on_board = Counter[tuple[str, str]]()
    for place in places:
        for share in place.shares:
            for pieces in share.pieces:
                on_board[place.id, pieces.kind] += pieces.amount
    held = Counter[tuple[str, str]]()
    for each in seen.pieces:
        held[each.place, each.kind] += each.amount
    assert on_board == held
    piles = [*board.piles, *(pile for space in board.spaces.values() for pile in space.piles)]
    assert sum(len(pile.cards) for pile in piles) == len(match.game.rulebook.cards)


def test_a_track_shows_what_its_steps_give_only_to_seats_for_which_the_rules_ask() -> None:
    tracks = {track.id: track for track in played("red_flag_over_paris", 0).board("commune").tracks}
    given = {step.seat.id: [value for _, value in step.gives] for step in tracks["momentum"].steps if step.seat}
    assert given == {"commune": [0], "versailles": []}


def test_names_are_in_the_language_and_safe_where_they_are_shown() -> None:
    match = played("red_flag_over_paris", 0)
    book = match.game.rulebook
    assert book.map.spaces[0].title["en"] in {place.title for place in match.board("commune").spaces.values()}

    def loud(text: str) -> str:
        return escape(text.upper())

    def titles(board: Board) -> list[str]:
        places = [place.title for place in (*board.spaces.values(), *board.boxes)]
        return [*places, *(pile.title for pile in board.piles), *(track.title for track in board.tracks)]

    plain, board = match.board("commune"), match.board("commune", ENGLISH, Names(book, "en", loud))
    assert titles(board) == list(map(loud, titles(plain)))


@pytest.mark.parts
def test_what_has_changed_on_a_board() -> None:
    match = played(COUNTIES, 20)
    seat = match.game.seats[0]
    before = match.board(seat)
    assert match.board(seat).changed_since(before) == []
    while match.decision is not None and not (changed := match.board(seat).changed_since(before)):
        match.choose(0)
    now: Board = match.board(seat)
    assert changed and all(now.spaces[space_id] != before.spaces[space_id] for space_id in changed)


def test_connected_spaces_without_coordinates_lie_near_each_other(tmp_path: Path) -> None:
    towns = [f"t{number}" for number in range(12)]
    spaces = tuple(Space(town, {"en": town}, Location("map.yaml"), None, {}, False, None) for town in towns)
    ring = tuple((towns[at], towns[(at + 1) % 12]) for at in range(12))
    found = layout_spaces(Map(NounPair("town", "towns"), {}, spaces, ring))
    assert found == layout_spaces(Map(NounPair("town", "towns"), {}, spaces, ring))
    places = {town: complex(*at) for town, at in found.items()}
    near = [abs(places[one] - places[other]) for one, other in ring]
    assert max(near) < abs(places["t0"] - places["t6"]) and min(near) > 0.1
    assert all(0 <= part <= 1 for at in found.values() for part in at)


def test_the_ways_of_a_map() -> None:
    book = game_of("red_flag_over_paris").rulebook
    found = list(find_connections(book))
    assert sum(2 if link.is_two_way else 1 for link in found) == book.map.graph.number_of_edges()
    for link in found:
        assert link.end in (
            find_neighbours(book, link.start).both if link.is_two_way else find_neighbours(book, link.start).out_only
        )
        assert link.start in (
            find_neighbours(book, link.end).both if link.is_two_way else find_neighbours(book, link.end).into_only
        )
