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


TOGETHER = """\
id: together
title: Together
seats: [{id: one, title: One}, {id: two, title: Two}]
sides: [{id: team, title: Team}]
side: team
start: |
  as one:
    either "rest": raise gain by 0
    or "work": raise gain by 1
  end the game, winner is team, because "gain"
score: gain
variables: [{id: gain, title: Gain, is: number}]
"""
"""The team wins whatever it does; both have the same score."""
ALONE = TOGETHER.replace(", {id: two, title: Two}", "").replace("sides: [{id: team, title: Team}]\nside: team\n", "")


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize("rules", [TOGETHER, ALONE.replace("winner is team", "winner is one")])
def test_those_who_have_no_opponent_play_for_a_high_score(
    tmp_path: Path, backend: Literal["python", "native"], rules: str
) -> None:
    tmp_path.joinpath("game.yaml").write_text(rules + "aim: score\n", "utf-8")
    match = load(str(tmp_path), backend=backend).start(1)
    player = SearchPlayer(Budget(50))
    player.prepare(match.game)
    assert match.decision is not None
    for seed in range(5):
        index = player.choose(SeatMatch(match, "one", Random(seed)))
        assert match.decision.options[index].key == "work"
        assert [round(stats.value) for stats in player.action_stats] == [1, 0]


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


DECIDED = """\
id: decided
title: Decided
seats: [{id: one, title: One}, {id: two, title: Two}]
sides: [{id: red, title: Red}, {id: blue, title: Blue}]
side: red if seat is one, otherwise blue
start: |
  repeat 4 times:
    as one:
      either "rest": raise gain of one by 0
      or "work": raise gain of one by 1
      or "help": raise gain of two by 1
  end the game, winner is red, because "decided"
score: gain of seat
variables: [{id: gain, title: Gain, is: number, for: seat}]
"""
"""Red wins whatever it does."""
GREED = DECIDED.replace("repeat 4 times:", "repeat 1 times:").replace(
    'raise gain of two by 1\n  end the game, winner is red, because "decided"',
    'raise gain of one by 9\n  if gain of one > 5: end the game, winner is blue, because "greed"\n'
    '  end the game, winner is red, because "modesty"',
)
"""The highest score loses."""


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize("rules", [DECIDED, DECIDED.replace("winner is red", "winner is blue"), GREED])
def test_sides_look_at_scores_where_options_win_alike(
    tmp_path: Path, backend: Literal["python", "native"], rules: str
) -> None:
    tmp_path.joinpath("game.yaml").write_text(rules, "utf-8")
    match = load(str(tmp_path), backend=backend).start(1)
    player = SearchPlayer(Budget(200))
    player.prepare(match.game)
    assert match.decision is not None
    chosen = {match.decision.options[player.choose(SeatMatch(match, "one", Random(seed)))].key for seed in range(8)}
    assert chosen == {"work"}
