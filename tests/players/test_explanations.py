"""Explanations of a table's decisions: reasons that depend on hidden cards are withheld, and the player is told so."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from interpreter import load
from interpreter.matches.match import Match
from interpreter.players.table_player import TableExplanation, TablePlayer
from tests.language.cases import sample_with, start
from tests.loaded import game_of


def how_much(told: TableExplanation) -> str:
    return "all" if told.is_complete else "some" if told.lines else "nothing"


@pytest.mark.parametrize(("name", "seed"), [("vive_la_revolution", 1), ("vive_la_revolution", 4)])
def test_what_is_told_depends_on_no_hidden_card(name: str, seed: int) -> None:
    """However the cards lie that a person has not seen, the explanation is the same, and says as much."""
    game = game_of(name, players=4)
    tables = {seat: TablePlayer(game, seat) for seat in game.seats}
    match, random, told = game.start(seed), Random(seed), Counter[str]()
    while match.decision is not None:
        table, person = tables[match.decision.seat], random.randrange(len(game.seats))
        if game.seats[person] != match.decision.seat and match.decisions % 5 == 0:
            lines, explained = table.explain(match.state), table.explain_for([person], match.state)
            told[how_much(explained)] += 1
            assert explained.lines == (lines if explained.is_complete else lines[: len(explained.lines)])
            redraw = match.determinizer(game.seats[person])
            for _ in range(3):
                assert table.explain_for([person], redraw.draw_state(random.getrandbits(64))) == explained
        match.choose(random.randrange(len(match.decision.options)))
    assert told["all"] and told["nothing"]


BOT = """id: blue
seat: blue
title: Blue
tables:
  - answers: [look]
    title: Where to look
    keep:
      - {that: it is coast}
      - {ROW}
      - {highest: worth of it}
"""


def asked(folder: Path, row: str, text: str = "choose a town, to look") -> tuple[Match, TablePlayer]:
    """A match in which a table of the second seat is asked, whose second row is this one."""
    path = sample_with(folder, [f"draw 2 cards from deck to hand of each seat\nas blue:\n  {text}"])
    (path / "bots").mkdir(exist_ok=True)
    (path / "bots" / "blue.yaml").write_text(BOT.replace("ROW", row), encoding="utf-8")
    game = load(path)
    return start(game, 0), TablePlayer(game, "blue")


COAST = ["Where to look: Alder, Birch, Old Cedar, Dogwood, Elm", "  it is coast: Alder, Old Cedar"]


@pytest.mark.parametrize(
    ("row", "lines", "whole"),
    [
        ("that: it is not burnt", [*COAST, "  highest worth of it: Old Cedar"], True),
        ("that: number of cards in your hand > 1", [*COAST, "  highest worth of it: Old Cedar"], True),
        ("that: number of (cards in your hand where strength of it > 1) > 5", COAST, False),
        ("that: hidden_number > 5", COAST, False),
        ("that: event of ant can be played", COAST, False),
    ],
)
def test_nothing_is_told_from_a_row_on_that_reads_hidden_cards(
    row: str, lines: list[str], whole: bool, tmp_path: Path
) -> None:
    match, table = asked(tmp_path, row)
    assert table.explain_for([0], match.state) == TableExplanation(lines, whole)
    assert table.explain_for([1], match.state).is_complete == ("hand" in row or whole)


def test_options_that_depend_on_hidden_cards_are_not_told(tmp_path: Path) -> None:
    text = "choose a town where worth of it < number of (cards in your hand where strength of it > 1) + 9, to look"
    match, table = asked(tmp_path, "that: it is not burnt", text)
    assert table.explain_for([0], match.state) == TableExplanation([], False)
    assert table.explain_for([1], match.state).is_complete
