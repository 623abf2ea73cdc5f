"""Turns, as both backends count them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.language.execution.executable import Backend
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest

COUNTING = """
id: counting
title: Counting
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
variables: [{id: count, is: number}]
flags: [{id: out, of: seat}]
start: |
  LOOP
    raise count
    either "on": raise count by 0
    or "out": begin a round
    if count is 20: end the game, nobody wins, because "full"
words:
  - {say: begin a round, do: raise count by 0}
"""


def _turns(folder: Path, rules: str, backend: Backend) -> dict[int, int]:
    (folder / "game.yaml").write_text(rules, encoding="utf-8")
    result = run_playtest(PlaytestPlan(load(folder), 1, 10, backend=backend))
    return dict(result.tally.counts["turns"])


@pytest.mark.parametrize("backend", ["python", "auto"])
@pytest.mark.parametrize(
    "loop",
    [
        "players take turns:",
        "players take turns, beginning with blue:",
        "for each player who is not out, again and again, as you:",
    ],
)
def test_each_round_of_a_loop_in_which_seats_act_in_turn_is_a_turn(loop: str, backend: Backend, tmp_path: Path) -> None:
    assert _turns(tmp_path, COUNTING.replace("LOOP", loop), backend) == {20: 10}


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_where_a_phrase_is_declared_as_a_turn_only_its_uses_are_counted(backend: Backend, tmp_path: Path) -> None:
    rules = COUNTING.replace("LOOP", "players take turns:").replace(
        "begin a round, do", "begin a round, turn: true, do"
    )
    assert max(_turns(tmp_path, rules, backend)) < 20
