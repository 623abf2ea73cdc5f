"""What a seat is shown of a match: maps of many spaces, many seats, whatever is kept for a space."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from cli.board import Board
from cli.folding import TIE
from cli.names import Names
from cli.picture import DRAWN, NARROWEST, TYPED
from cli.screen import Screen
from cli.words import Words
from interpreter import load
from interpreter.engine.match import Match

HERE = Path(__file__).parent


def played(name: str, players: int, decisions: int) -> Match:
    match, pick = load(HERE / name, players=players).start(5), Random(5)
    while match.decision is not None and len(match.choices) < decisions:
        match.choose(pick.randrange(len(match.decision.options)))
    return match


def drawn(match: Match, width: int, typed: bool = False) -> str:
    book = match.game.rulebook
    screen = Screen(width, TYPED if typed else DRAWN, "ascii" if typed else "utf-8")
    text = Board(book, Names(book, "en"), Words("en")).draw(match.view(match.game.seats[0]), screen)
    assert max(map(cell_len, text.split("\n"))) < width
    assert TIE not in text
    return text


@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("typed", [False, True])
def test_many_spaces_that_nothing_connects(width: int, typed: bool) -> None:
    match = played("counties", 6, 100)
    text = drawn(match, width, typed)
    titles = [space.title["en"] for space in match.game.rulebook.map.spaces]
    assert len(titles) == 27 and not [title for title in titles if text.count(title) != 1]
    assert ("┌" in text or "+ Ashby -" in text) == (width > NARROWEST)


def test_what_is_kept_for_a_space_stands_in_it() -> None:
    text = drawn(played("counties", 6, 100), 80)
    box = re.search(r"┌ Colne .*?└ \[P1\]", text, re.DOTALL)
    assert box is not None
    for said in ("P1 1 farm,", "1 mill,", "harvest 2", "tax 1,", "bailiff P1,", "flooded"):
        assert said in box[0]
    assert "harvest:" not in text and "flooded:" not in text
    assert "Store: P1 3 farms, 3 mills; P2 3 farms, 3 mills;" in text.replace("\n  ", " ")
