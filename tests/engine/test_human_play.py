"""Log of how people play: time while a seat is asked, options, takebacks; and its plain data."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.matches.human_play import HumanChoice, HumanPlay, Takeback, read_acts
from tests.loaded import game_of

GAME = "revolution"
PEOPLE = ("royalist",)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_time_counts_while_the_seat_is_asked_and_programs_are_left_out() -> None:
    clock, match = Clock(), game_of(GAME).start(3)
    play = HumanPlay(match, PEOPLE, clock=clock)
    decision, topic = match.decision, match.topic
    assert decision is not None and decision.seat == "royalist"
    play.ask()
    clock.now = 4.0
    play.ask()
    clock.now = 5.0
    play.pause()
    clock.now = 500.0
    play.ask()
    clock.now = 502.5
    play.choose(1)
    keys = tuple(option.key for option in decision.options)
    assert play.acts == [HumanChoice("royalist", 0, topic, keys, keys[1], 7.5)]
    while match.decision is not None and match.decision.seat == "royalist":
        play.choose(0)
    assert all(isinstance(act, HumanChoice) and act.seconds is None for act in play.acts[1:])
    before = len(play.acts)
    play.choose(0)
    assert len(play.acts) == before, "a program chose"


def test_a_takeback_is_logged_and_the_time_begins_anew() -> None:
    clock, match = Clock(), game_of(GAME).start(3)
    play = HumanPlay(match, PEOPLE, clock=clock)
    play.ask()
    clock.now = 3.0
    play.choose(0)
    play.ask()
    clock.now = 9.0
    play.take_back("royalist", 1)
    play.ask()
    clock.now = 10.0
    play.choose(2)
    assert match.decisions == 1 and [type(act) for act in play.acts] == [HumanChoice, Takeback, HumanChoice]
    last = play.acts[-1]
    assert isinstance(last, HumanChoice) and last.seconds == 1.0


def test_plain_data_is_read_again() -> None:
    match = game_of(GAME).start(3)
    play = HumanPlay(match, PEOPLE, clock=Clock())
    play.ask()
    play.choose(0)
    play.take_back("royalist", 1)
    play.choose(0)
    plain = [act.to_json() for act in play.acts]
    assert plain[0]["seconds"] == 0.0 and "seconds" not in plain[2] and plain[1]["undo"] is True
    assert read_acts(plain) == play.acts
    assert HumanPlay(match, PEOPLE, play.acts).acts == play.acts


GOOD = {"seat": "p1", "at": 0, "topic": "card", "options": ["a", "b"], "choice": "a", "seconds": 1.5}


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        "x",
        [None],
        [[]],
        [{}],
        [GOOD | {"seat": 1}],
        [GOOD | {"at": -1}],
        [GOOD | {"at": True}],
        [GOOD | {"topic": None}],
        [GOOD | {"options": "ab"}],
        [GOOD | {"options": [1, "a"]}],
        [GOOD | {"choice": "c"}],
        [GOOD | {"seconds": -1}],
        [GOOD | {"seconds": float("nan")}],
        [GOOD | {"seconds": float("inf")}],
        [GOOD | {"seconds": True}],
        [GOOD | {"seconds": "1"}],
        [GOOD, 7],
    ],
)
def test_anything_else_is_no_log(data: Any) -> None:
    assert read_acts([GOOD]) is not None
    assert read_acts(data) is None
