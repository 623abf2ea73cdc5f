"""The aim of a search: the win, or the score if the rules say `aim: score`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Literal

import pytest

from interpreter import load
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import Budget
from interpreter.players.search.search_player import SearchPlayer
from interpreter.support.errors import RulebookError

RISK = """\
id: risk
title: Risk
seats: [{id: bold, title: Bold}, {id: shy, title: Shy}]
start: |
  as bold:
    either "risk":
      roll die
      raise gain of bold by (1 if die is at most 4, otherwise -20)
    or "safety":
      lower gain of bold by 1
  set gain of shy to 0 - gain of bold
  end the game, winners are seats with the highest gain of it, because "gain"
score: gain of seat
dice: [{id: die, title: Die}]
variables: [{id: gain, title: Gain, is: number, for: seat}]
"""
"""Two of three times the risk wins 1; otherwise it loses 20. Safety always loses 1."""


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize(("aim", "chosen"), [("", "risk"), ("aim: win\n", "risk"), ("aim: score\n", "safety")])
def test_the_aim_decides(tmp_path: Path, backend: Literal["python", "native"], aim: str, chosen: str) -> None:
    tmp_path.joinpath("game.yaml").write_text(RISK + aim, "utf-8")
    match = load(str(tmp_path), backend=backend).start(1)
    player = SearchPlayer(Budget(400))
    player.prepare(match.game)
    assert match.decision is not None
    index = player.choose(SeatMatch(match, "bold", Random(1)))
    assert match.decision.options[index].key == chosen


@pytest.mark.parametrize(
    ("without", "aim", "said"),
    [
        ("score: gain of seat\n", "aim: score\n", "players can only aim for the score if the rules have one"),
        ("", "aim: points\n", "aim"),
    ],
)
def test_a_wrong_aim_is_refused(tmp_path: Path, without: str, aim: str, said: str) -> None:
    tmp_path.joinpath("game.yaml").write_text(RISK.replace(without, "") + aim, "utf-8")
    with pytest.raises(RulebookError, match=said):
        load(str(tmp_path))


def test_a_side_has_no_score_to_aim_for(tmp_path: Path) -> None:
    sided = RISK + "aim: score\nsides: [{id: day, title: Day}, {id: night, title: Night}]\nside: night\n"
    tmp_path.joinpath("game.yaml").write_text(sided, "utf-8")
    with pytest.raises(RulebookError, match="players aim for the win of their side"):
        load(str(tmp_path))
