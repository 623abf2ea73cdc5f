"""Going through a record, a save and a finished match at a terminal, position by position."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.command import Cahier
from tests.cli.terminal import Terminal
from tests.forks import Forks

STEP = "\nnext, previous, turn, N, help or quit> "
OVER = "back, again or quit> "

Start = Callable[..., Terminal]


@pytest.fixture
def terminal(folder: Path, forks: Forks) -> Iterator[Start]:
    started: list[Terminal] = []

    def start(*words: str, columns: int = 100, rows: int = 40) -> Terminal:
        started.append(Terminal(forks, *words, columns=columns, rows=rows))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.mark.parts
def test_a_record_step_by_step(terminal: Start, cahier: Cahier, folder: Path) -> None:
    cahier("playtest", "red_flag_over_paris", "--games", "1", "--seed", "4", "--record", "games.jsonl")
    last = len(json.loads((folder / "games.jsonl").read_text())["choices"])
    replay = terminal("replay", "games.jsonl", columns=80, rows=24)
    assert f"choice 0 of {last}, turn 0; as all can see it" in replay.wait_for(STEP)
    said = replay.ask("12", STEP)
    assert f"choice 12 of {last}, turn 2" in said and " 12. Commune chooses to place: Père Lachaise" in said
    assert "*l Père Lachaise" in said and said.count("\n") <= 25
    assert "choice 13 of" in replay.ask("", STEP) and "choice 12 of" in replay.ask("previous", STEP)
    assert "turn 3;" in replay.ask("turn", STEP) and "turn 2;" in replay.ask("turn back", STEP)
    assert "Hand: " not in replay.ask("seat all", STEP)
    seen = replay.ask("seat versailles", STEP)
    assert "as Versailles sees it" in seen and "Hand: " in seen
    assert "There is no choice 999" in replay.ask("999", STEP) and "Which seat?" in replay.ask("seat moon", STEP)
    end = replay.ask("last", STEP)
    assert f"choice {last} of {last}" in end and "The side with more tiebreakers wins (Versailles" in end
    replay.resize(160, 50)
    assert "│  12. Commune chooses" in replay.ask("12", STEP), "the log stands beside the board"
    replay.type("quit\n")
    assert replay.finish() == 0 and replay.said.rstrip().endswith("as recorded")


@pytest.mark.parts
def test_a_match_that_is_not_over_shows_what_its_player_knows(terminal: Start, cahier: Cahier, folder: Path) -> None:
    cahier("play", "red_flag_over_paris", "--seed", "3")  # the input ends at once
    (save,) = (folder / "state" / "cahier").glob("*.json")
    replay = terminal("replay", str(save))
    first = replay.wait_for(STEP)
    assert "as Commune sees it" in first and "Hand (Versailles): 4 face down" in first
    assert "Which seat? `seat NAME`: Commune, all." in replay.ask("seat versailles", STEP)
    assert "Strategy deck -> Hand (Versailles)" in replay.ask("log", STEP)
    assert "Le Réveil" not in replay.said
    replay.type("quit\n")
    assert replay.finish() == 0


def test_back_from_the_end_to_the_losing_turn(terminal: Start) -> None:
    play = terminal("play", "market", "--seed", "3")
    said = play.wait_for("Player 1> ")
    while "The game is over" not in said:
        said = play.ask("1", "Player 1> ", OVER)
    review = play.ask("review", STEP)
    assert "as Player 1 sees it" in review and "choice 0 of 4" in play.ask("first", STEP)
    assert "play on from here" in play.ask("help", STEP)
    play.ask("quit", OVER)
    assert "choose a stall to sell" in play.ask("back", "Player 1> "), "its last turn is the first"
    said = ""
    while "The game is over" not in said:
        said = play.ask("1", "Player 1> ", OVER)
    play.ask("review", STEP)
    play.ask("1", STEP)
    assert "Going on after 1 choice." in play.ask("play", "Player 1> ")
    play.type("quit\n")
    assert play.finish() == 0
