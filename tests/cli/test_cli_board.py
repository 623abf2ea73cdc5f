"""A seat's view of a match: maps with many spaces, many seats, anything kept for a space."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from cli.board.board_text import BoardView
from cli.board.map_picture import MIN_WIDTH
from cli.text.screen import ASCII_SIGNS, BOX_SIGNS, TIED_BLANK, Screen
from cli.text.words import TerminalMessages
from interpreter.matches.match import Match
from interpreter.presentation.names import Names
from tests.loaded import game_of, players_of

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "rules"
GAMES = sorted(path.parent.name for path in RULES.glob("*/game.yaml"))


def played(name: str, players: int, decisions: int) -> Match:
    folder = HERE / name if (HERE / name).exists() else RULES / name
    match, pick = game_of(folder, players=players).start(5), Random(5)
    while match.decision is not None and len(match.choices) < decisions:
        match.choose(pick.randrange(len(match.decision.options)))
    return match


def drawn(match: Match, width: int, typed: bool = False) -> str:
    book = match.game.rulebook
    screen = Screen(width, ASCII_SIGNS if typed else BOX_SIGNS, "ascii" if typed else "utf-8")
    text = "\n".join(
        BoardView(match.game, Names(book), TerminalMessages("en")).draw(match.board(match.game.seats[0]), screen)
    )
    assert max(map(cell_len, text.split("\n"))) < width
    assert TIED_BLANK not in text
    return text


@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("typed", [False, True])
def test_many_spaces_that_nothing_connects(width: int, typed: bool) -> None:
    match = played("counties", 6, 100)
    text = drawn(match, width, typed)
    titles = [space.title["en"] for space in match.game.rulebook.map.spaces]
    assert len(titles) == 27 and not [title for title in titles if text.count(title) != 1]
    assert ("┌" in text or "+ Ashby -" in text) == (width > MIN_WIDTH)


def test_what_is_kept_for_a_space_stands_in_it() -> None:
    text = drawn(played("counties", 6, 100), 80)
    box = re.search(r"┌ Colne .*?└ \[P1\]", text, re.DOTALL)
    assert box is not None
    for said in ("P1 1 farm,", "1 mill,", "harvest 2", "tax 1,", "bailiff P1,", "flooded"):
        assert said in box[0]
    assert "harvest:" not in text and "flooded:" not in text
    assert "Store: P1 3 farms, 3 mills; P2 3 farms, 3 mills;" in text.replace("\n  ", " ")


@pytest.mark.parts
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("fewest", [True, False])
def test_every_game_in_eighty_columns(name: str, fewest: bool) -> None:
    players = players_of(RULES / name)[0 if fewest else 1]
    for decisions in (0, 30, sys.maxsize):
        match = played(name, players, decisions)
        for width, typed in ((80, False), (80, True), (40, False)):
            drawn(match, width, typed)


@pytest.mark.parts
def test_states_of_pieces_are_said_on_the_map_only() -> None:
    text = drawn(played("vive_la_revolution", 6, 0), 80)
    assert "1 inactive" in text and "24 rebels" in text


@pytest.mark.parts
def test_cards_of_many_seats_stand_on_one_line_a_zone() -> None:
    text = drawn(played("vive_la_revolution", 10, 0), 80).replace("\n  ", " ")
    assert "Loyalty: P2 1 face down; P3 1 face down; " in text and text.count("P10 1 face down") == 1


def test_cards_lie_in_their_spaces() -> None:
    match = played("revolution", 2, 30)
    text = drawn(match, 80)
    laid = {space: cards for space, cards in match.view("royalist")["zones"].items() if space.startswith("laid of ")}
    titles = {card.id: card.title["en"] for card in match.game.rulebook.cards}
    assert any(laid.values())
    assert all(titles[card] in text for cards in laid.values() for card in cards)
    assert "Laid" not in text
