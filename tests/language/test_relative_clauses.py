"""Relative clauses: what follows `who` and `that` behind `and` or `or`, and states of a game's own behind a noun."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Game
from interpreter.support.errors import CahierError
from tests.language.cases import found, sample_with, start

WORDS = """words:
  - {say: "{seat} is still in the race", when: drive of seat is 0}
  - {say: "{town} is quite rich", when: worth of town > 2}
  - {say: "{town} is worth less than {neighbour_town: town}", when: worth of town < worth of neighbour_town}
  - {say: "{town} is under guard of {seat}", when: town has pawns of seat}
"""
EDITS = [
    ("vocabulary.yaml", "words:\n", WORDS),
    ("pieces.yaml", "pieces:\n", "piece attributes: {slides: flag}\npieces:\n"),
    ("pieces.yaml", "noun: {one: fort, many: forts}\n", "noun: {one: fort, many: forts}\n    slides: true\n"),
]
CASES = {
    "set count to number of (towns that are not burnt and are not coast)": 3,
    "set count to number of (towns that are coast and have no pawns)": 1,
    "set count to number of (towns that are coast or have pawns)": 3,
    "set count to number of (towns where it is coast and is not burnt or has pawns)": 3,
    "for each town that is coast and (is burnt or has pawns): raise count": 1,
    "for each player who holds Alder and likes Alder: raise count": 1,
    "for each player who does not hold Alder and does not like Alder: raise count": 1,
    "for each player still in the race: raise count": 2,
    "set leader to the next player still in the race\nif leader is the opponent: raise count": 1,
    "for each town quite rich and is not coast: raise count": 1,
    "set count to number of (towns quite rich where it is coast)": 1,
    "set count to number of (towns not coast)": 3,
    "set leader to the next player not ready\nif leader is the opponent: raise count": 1,
    "set count to number of towns under guard of you": 1,
    "for each town not under guard of you: raise count": 4,
    "choose a coast town with pawns under guard of you where it is coast\nraise count": 1,
    "set count to number of (towns connected to Alder through coast towns)": 3,
    "set count to number of (towns not connected to Alder through coast towns)": 2,
    "choose a town which is not burnt, as goal, where it is coast and it has pawns\nraise count by worth of goal": 1,
    "for each town that is coast, as goal, without pawns: raise count by worth of goal": 3,
    "for each town not burnt with pawns: raise count": 2,
    "set count to number of (towns that are coast and you hold)": 1,
    "set count to number of (towns that you hold and are coast)": 1,
    "choose a town that is north and your opponent holds, as goal\nraise count by worth of goal": 2,
    "set count to number of kinds that slide": 1,
    "set count to number of (kinds that do not slide)": 2,
    "for each kind that slides, as k: raise count by pieces of k on towns": 1,
    "if the piece on Dogwood slides and pawn does not slide: raise count": 1,
    "set count to number of (towns where the piece on it slides)": 1,
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(sample_with(tmp_path_factory.mktemp("clauses"), CASES, EDITS))


@pytest.mark.parametrize("text", CASES)
def test_a_clause_goes_on_with_its_subject(text: str, game: Game) -> None:
    assert found(start(game, list(CASES).index(text)), "count") == CASES[text]


@pytest.mark.parametrize(
    "text",
    [
        "if Alder is coast and is not burnt: raise count",
        "set count to number of (towns where it is coast and Alder is burnt and is south)",
        "set count to number of (towns where Alder is coast and is burnt)",
    ],
)
def test_nothing_is_guessed_where_the_subject_is_another_thing(text: str, tmp_path: Path) -> None:
    with pytest.raises(CahierError, match="can't stand here"):
        load(sample_with(tmp_path, [text], EDITS))
