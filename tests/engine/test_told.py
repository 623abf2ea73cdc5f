"""Variables of which the log tells, to every seat alike."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError
from tests.loaded import game_of

MATES = Path(__file__).parent / "games" / "mates"
VOCABULARY = """variables:
  - {id: rounds, is: number, told: true}
  - {id: first_seat, is: seat, told: true}
  - {id: next_one, is: seat, for: seat, start: p1, told: true}
  - {id: favours, is: number, for: [seat, seat], told: true}
  - {id: quiet, is: number}
"""
START = """start: |
  raise rounds by 2
  raise quiet by 2
  set first_seat to p2
  set first_seat to p2
  set next_one of p1 to p2
  set next_one of (next_one of p1) to p3
  raise favours of p3 in p1 by 3
  lower favours of p3 in p1 by 1
  set first_seat to nothing
  end the game, nobody wins, because "done"
"""


def changed(folder: Path, vocabulary: str) -> Path:
    """A game with these variables."""
    shutil.copytree(MATES, folder)
    (folder / "vocabulary.yaml").write_text(vocabulary)
    (folder / "sequence.yaml").write_text(START)
    return folder


def test_what_changes_is_told(tmp_path: Path) -> None:
    match = load(changed(tmp_path / "mates", VOCABULARY)).start(seed=1)
    told = [
        "  rounds: 0 -> 2",
        "  first seat: nothing -> Player 2",
        "  next one of Player 1: Player 1 -> Player 2",
        "  next one of Player 2: Player 1 -> Player 3",
        "  favours of Player 3, Player 1: 0 -> 3",
        "  favours of Player 3, Player 1: 3 -> 2",
        "  first seat: Player 2 -> nothing",
    ]
    for seat in (None, *match.game.seats):
        assert match.log(seat)[:-1] == told


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("is: number, visible: nobody", "a variable that the log reports has to be visible to everyone"),
        ("is: card", "the log reports numbers, seats, sides, spaces, boxes and words, but none that each card has"),
        (
            "is: {list: seat}",
            "the log reports numbers, seats, sides, spaces, boxes and words, but none that each card has",
        ),
        (
            "is: number, for: card",
            "the log reports numbers, seats, sides, spaces, boxes and words, but none that each card has",
        ),
    ],
)
def test_what_is_hidden_or_long_is_not_told(fields: str, message: str, tmp_path: Path) -> None:
    folder = changed(tmp_path / "mates", VOCABULARY + f"  - {{id: secret, {fields}, told: true}}\n")
    with pytest.raises(RulebookError) as caught:
        load(folder)
    assert [(problem.code, problem.message) for problem in caught.value.problems] == [("not-told", message)]


@pytest.mark.parts
def test_everybody_is_told_what_was_announced() -> None:
    match = game_of("rules/vive_la_revolution", players=4).start(seed=3)
    announced = match.view("p1")["variables"]["announced"]
    sides = {side.id: side.title["en"] for side in match.game.rulebook.sides}
    for number, seat in enumerate(match.game.seats, start=1):
        assert f"  Announced side of Player {number}: nothing -> {sides[announced[seat]]}" in match.log("p1")
