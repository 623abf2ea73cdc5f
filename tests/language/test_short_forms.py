"""Short forms: contractions such as `isn't`, and several things behind `with`, `without` and `has`, joined by `and`."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Game
from interpreter.support.errors import CahierError
from tests.language.cases import found, sample_with, start

CASES = {
    "if count isn't 3: raise count": 1,
    "if Alder isn’t coast: raise count": 0,
    "if Alder doesn't have stones: raise count": 1,
    "if you don't hold Birch: raise count": 1,
    "set count to number of (towns that aren't coast)": 3,
    "choose any town with pawns where it isn't coast\nraise count by worth of town": 2,
    "set count to number of (towns with pawns and no stones)": 2,
    "set count to number of (towns with pawns and stones)": 0,
    "set count to number of (towns with at least 2 of your pawns and no enemy pawns)": 1,
    "set count to number of (towns without pawns and stones)": 2,
    "set count to number of (towns without pawns and no stones and no forts)": 1,
    "set count to number of (towns with no pawns and no stones where it is south)": 2,
    "for each town with enemy pawns and no forts, as here: raise count by worth of here": 2,
    "set count to number of (towns that have pawns and no stones)": 2,
    "if Alder has pawns and no forts: raise count": 1,
    "if Alder has pawns and forts: raise count": 0,
    "if Alder has your pawns and no stones and no forts and Birch has enemy pawns: raise count": 1,
    "set count to number of (towns where it has pawns and no stones)": 2,
    "if there is a town with pawns and no town has stones: raise count": 0,
    "if there is a town with pawns and stones in Old Cedar > 0: raise count": 1,
    "if there is a town with pawns and pawns in Alder is 2: raise count": 1,
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(sample_with(tmp_path_factory.mktemp("short_forms"), CASES))


@pytest.mark.parametrize("text", CASES)
def test_it_is_read_as_what_it_is_short_for(text: str, game: Game) -> None:
    assert found(start(game, list(CASES).index(text)), "count") == CASES[text]


@pytest.mark.parametrize(
    "text", ["if some town has pawns and no stones: raise count", "choose a town with pawns and no stones and forts"]
)
def test_nothing_is_guessed(text: str, tmp_path: Path) -> None:
    with pytest.raises(CahierError, match="can't stand here"):
        load(sample_with(tmp_path, [text]))
