"""Proof that exactly one seat or side wins each game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import load
from tests.loaded import game_of

GAME = """
id: duel
title: Duel
about: A test.
source: ours
seats:
  - {{id: one, title: One}}
  - {{id: two, title: Two}}
tracks:
  - {{id: round, title: Round, between: [0, 9]}}
start: play it
words:
  - say: play it
    do: |
{body}
  - say: judge
    do: |
      if round > 3: end the game, the winner is one
      end the game, the winner is two
  - say: judge at times
    do: |
      only if round > 3
      end the game, the winner is two
"""


@pytest.fixture
def proves(tmp_path: Path) -> Callable[[str], bool]:
    def call(body: str) -> bool:
        text = "\n".join(f"      {line}" for line in body.splitlines())
        (tmp_path / "game.yaml").write_text(GAME.format(body=text), "utf-8")
        return load(tmp_path).program.has_single_winner

    return call


@pytest.mark.parametrize(
    "body",
    [
        "judge",
        "as one: judge",
        "if round > 3:\n  judge\notherwise:\n  end the game, the winner is one",
        "for each seat, in player order from one, again and again, as you:\n  if round > 3: judge\n  raise round",
    ],
)
def test_one_winner_is_proved(proves: Callable[[str], bool], body: str) -> None:
    assert proves(body)


@pytest.mark.parametrize(
    "body",
    [
        "raise round",
        "judge at times",
        "if round > 3: judge",
        "if round > 3: stop\njudge",
        "only if round > 3\njudge",
        "if round > 3: end the game, nobody wins\njudge",
        "if round > 3: end the game, the winners are seats\njudge",
        "if round > 3: end the game, the winner is only one of (seats where round > 4)\njudge",
        "for each seat, in player order from one, again and again, as you:\n  if round > 3: leave the loop",
    ],
)
def test_what_may_end_otherwise_is_not_proved(proves: Callable[[str], bool], body: str) -> None:
    assert not proves(body)


def test_games_of_which_it_is_known() -> None:
    assert game_of("red_flag_over_paris").program.has_single_winner
    assert not game_of("revolution").program.has_single_winner  # nobody wins where both hold a building
    assert not game_of("liberte").program.has_single_winner
