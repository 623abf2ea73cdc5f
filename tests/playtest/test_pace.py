"""Decisions by seat, minutes, and waiting for others."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from cli.text.lab.balance_text import format_balance
from interpreter.lab.balance.balance_document import balance_document
from interpreter.lab.balance.ladder import LadderSpec, run_ladder
from interpreter.lab.balance.planner import Rung
from interpreter.lab.pace import DecisionTimes, pace_figures
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import Arm
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.pace import PaceCounts
from interpreter.playtest.run.runner import PlaytestPlan, count_decisions, run_playtest
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.chunk_data import DecodeError, Places, decode_tally, encode_tally

RULES = """
id: turns
title: Turns
about: Ann decides twice, Ben three times, and Ann once more about something else.
seats: [{id: ann, title: Ann}, {id: ben, title: Ben}]
source: ours
start: play
tracks:
  - {id: noise, title: Noise, between: [-9, 9]}
words:
  - say: hum
    do: |
      either "hum":
        raise noise by 1
      or "hush":
        lower noise by 1
  - say: play
    do: |
      repeat 2 times:
        as ann: hum
      repeat 3 times:
        as ben: hum
      as ann:
        may "sing":
          raise noise by 1
      end the game, nobody wins, because "over"
"""
HUM, SING = "hum or hush", "sing"
TWO_GAMES = PaceCounts(
    2,
    Counter({("ann", HUM): 4, ("ben", HUM): 6, ("ann", SING): 2}),
    *(Counter(ann=number) for number in (2, 6, 6)),
)


@pytest.fixture
def turns(tmp_path: Path) -> Game:
    (tmp_path / "game.yaml").write_text(RULES)
    return load(tmp_path)


def counted(game: Game, jobs: int = 1, player: str = "random") -> Tally:
    seated = dict.fromkeys(game.seats, player)
    tally = run_playtest(PlaytestPlan(game, 3, 2, seated=seated)).tally
    with Stopper() as stopper:
        count_decisions(Arm(game, 3, seated), tally, 0, jobs, stopper)
    return tally


@pytest.mark.parametrize(("jobs", "player"), [(1, "random"), (2, "random"), (1, "search:2")])
def test_decisions_of_others_between_own_ones_are_waiting(turns: Game, jobs: int, player: str) -> None:
    assert counted(turns, jobs, player).pace == TWO_GAMES


def test_minutes_come_from_the_times_of_each_kind_of_decision() -> None:
    found = pace_figures(TWO_GAMES, ("ann", "ben"), DecisionTimes(30, {HUM: 60}, 7))
    ann, ben = found.seats["ann"], found.seats["ben"]
    assert (found.games, found.matches, found.minutes) == (2, 7, 5.5)
    assert (ann.decisions, ann.minutes, ann.others_minutes, ann.others_between, ann.longest_wait) == (3, 2.5, 3, 3, 3)
    assert (ben.decisions, ben.minutes, ben.others_minutes, ben.others_between, ben.longest_wait) == (
        3,
        3,
        2.5,
        None,
        0,
    )
    assert found.seconds_per_decision == pytest.approx(55)


def test_a_time_is_assumed_where_none_is_given() -> None:
    found = pace_figures(TWO_GAMES, ("ann", "ben"), DecisionTimes())
    assert (found.minutes, found.seconds_per_decision, found.matches) == (1, 10, None)
    assert pace_figures(PaceCounts(), ("ann", "ben"), DecisionTimes()).minutes == 0


def test_counts_are_kept_in_stores(turns: Game) -> None:
    tally = counted(turns, player="search:2")
    data = json.loads(json.dumps(encode_tally(tally, Places(""))))
    assert decode_tally(data, Places("")) == tally
    for pace in (None, [3, [], []], [2, [["ann", 1, 1]], []], [2, [], [["ann", 2, 1, 1]]], [2, [], [["ann", 1, 2, 3]]]):
        with pytest.raises(DecodeError):
            decode_tally(data | {"pace": pace}, Places(""))


def test_a_ladder_has_the_pace_by_strength_of_play(turns: Game) -> None:
    rungs = [Rung(player, dict.fromkeys(turns.seats, player)) for player in ("random", "search:2")]
    found = balance_document(run_ladder(LadderSpec(turns, rungs, None, 4)))
    assert [(rung.pace.games, rung.pace.minutes) for rung in found.rungs] == [(4, 1.0), (4, 1.0)]
    lines = format_balance(found, turns).splitlines()
    table = next(at for at, line in enumerate(lines) if line.endswith("others between"))
    assert [line.split() for line in lines[table + 1 : table + 3]] == [["random", "1", "3.0"], ["search:2", "1", "3.0"]]
