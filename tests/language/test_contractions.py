"""`isn't` and the like, which are read as two words."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.matches.match import Game
from tests.language.cases import found, sample_with, start

CASES = {
    "if count isn't 3: raise count": 1,
    "if Alder isn’t coast: raise count": 0,
    "if Alder doesn't have stones: raise count": 1,
    "if you don't hold Birch: raise count": 1,
    "set count to number of (towns that aren't coast)": 3,
    "choose any town with pawns where it isn't coast\nraise count by worth of town": 2,
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(sample_with(tmp_path_factory.mktemp("contractions"), CASES))


@pytest.mark.parametrize("text", CASES)
def test_a_contraction_is_two_words(text: str, game: Game) -> None:
    assert found(start(game, list(CASES).index(text)), "count") == CASES[text]
