"""Positions that are remembered: nothing hidden belongs to one, and the hash of the pieces follows every move."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter import load
from interpreter.language.position_hashes import HASH_CELL, piece_hash
from interpreter.support.errors import RulebookError
from tests.language.cases import sample_with
from tests.loaded import game_of

CHESS = Path(__file__).parents[1] / "games" / "chess"


@pytest.mark.parametrize(
    ("value", "is_hidden"), [("number of cards in hand of red", False), ("(top card of deck is not nothing)", True)]
)
def test_nothing_hidden_belongs_to_a_position(tmp_path: Path, value: str, is_hidden: bool) -> None:
    edits = [("pieces.yaml", "pieces:", "remembered positions: 5\npieces:")]
    folder = sample_with(tmp_path, [f"remember the position with {value}"], edits)
    if not is_hidden:
        assert load(folder).program.analysis is not None
        return
    with pytest.raises(RulebookError, match="a position is remembered with what everyone sees"):
        load(folder)


def test_the_hash_of_the_pieces_follows_each_move() -> None:
    """Chess has kinds and owners of pieces, captures, castling and promotion."""
    game, choice = game_of(CHESS), random.Random(5)
    symbols, match = game.program.symbols, game_of(CHESS).start(5)
    assert symbols.position_base is not None
    for _ in range(150):
        if match.decision is None:
            break
        match.choose(choice.choice(match.decision.options))
        v = match.state.v
        assert v[symbols.position_base + HASH_CELL] == piece_hash(v[: symbols.piece_cells], symbols.position_keys)


@pytest.mark.parametrize("remembers", [True, False])
def test_positions_that_nobody_remembers_are_warned_of(tmp_path: Path, remembers: bool) -> None:
    edits = [("pieces.yaml", "pieces:", "remembered positions: 5\npieces:")]
    lines = ["if the position has occurred 2 times: raise count", *(["remember the position"] if remembers else [])]
    said = [each.message for each in load(sample_with(tmp_path, lines, edits)).warnings]
    asked = "no position is remembered in this game, so none has occurred: say `remember the position` first"
    assert (asked in said) is not remembers
