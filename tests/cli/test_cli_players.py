"""Players that a package brings along, by name at the terminal and in playtests: their failures are theirs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.text.words import message_languages, messages_in
from interpreter.rulebook.player_names import HUMAN, PLAYER_NAMES
from tests.cli.command import REPO, Cahier

PLAYERS = '''
import os
import random
import sys


class Odd:
    """Does what stands behind the colon."""

    def __init__(self, what):
        self.what = what
        if what == "unmakeable":
            sys.exit()

    def choose(self, match):
        if self.what == "prints":
            print("I think ...")
            os.write(1, b"and think.\\n")
            os.system("echo and think again.")
        elif self.what == "stirs":
            random.seed(5)
        elif self.what == "exits":
            sys.exit()
        elif self.what == "interrupts":
            raise KeyboardInterrupt
        elif self.what == "nonsense":
            return "\\ud800"
        return match.options[0]
'''

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def odd(cahier: Cahier, folder: Path) -> Run:
    """Runs the command where a package with the player `odd` is installed."""
    package = folder / "installed"
    (package / "odd-1.0.dist-info").mkdir(parents=True)
    (package / "odd-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    (package / "odd-1.0.dist-info" / "entry_points.txt").write_text("[cahier.players]\nodd = odd:Odd\n")
    (package / "odd.py").write_text(PLAYERS)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return cahier(*words, PYTHONPATH=f"{REPO}:{package}")

    return run


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_by_name_in_a_playtest(odd: Run, jobs: str) -> None:
    words = ("playtest", "market", "--games", "3", "--seat", "p1=odd:stirs", "--jobs", jobs, "--record", "all.jsonl")
    done = odd(*words, "--json", "-")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["seated"] == {"p1": "odd:stirs", "p2": "random"}
    assert odd("replay", "all.jsonl", "--rules", "market").returncode == 0
    played = Path("all.jsonl").read_text()
    assert odd(*words[:5], "p1=odd:calm", *words[6:]).returncode == 0
    assert Path("all.jsonl").read_text() == played


def test_by_name_at_the_terminal(odd: Run) -> None:
    done = odd("play", "market", "--seat", "p1=odd", "--seat", "p2=odd:x")
    assert done.returncode == 0 and "Player 1: odd, Player 2: odd:x" in done.stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_it_prints_does_not_get_between_the_figures(odd: Run, jobs: str) -> None:
    done = odd("playtest", "market", "--games", "2", "--seat", "p1=odd:prints", "--jobs", jobs, "--json", "-")
    assert done.returncode == 0
    assert json.loads(done.stdout)["finished"] == 2
    assert "and think." in done.stderr and "and think again." in done.stderr


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ("exits", "seat p1: the player `odd:exits` failed: SystemExit"),
        ("interrupts", "seat p1: the player `odd:interrupts` failed: KeyboardInterrupt"),
        ("nonsense", "seat p1, played by `odd:nonsense`: `\\ud800` is not on offer"),
    ],
)
def test_its_failure_is_told_with_the_seat(odd: Run, does: str, message: str) -> None:
    done = odd("play", "market", "--seat", f"p1=odd:{does}", "--seat", "p2=random")
    assert done.returncode == 2 and message in done.stderr and "The game is kept: " in done.stdout
    assert "`cahier play --resume --seat p1=PLAYER` goes on" in done.stdout
    for jobs in ("1", "2"):
        done = odd("playtest", "market", "--games", "2", "--seat", f"p1=odd:{does}", "--jobs", jobs)
        assert done.returncode == 2 and message in done.stderr


def test_one_that_can_not_be_made(odd: Run) -> None:
    done = odd("playtest", "market", "--games", "2", "--seat", "p1=odd:unmakeable")
    assert done.returncode == 2
    assert "seat p1 can't be played by `odd:unmakeable`: it can't be made: SystemExit" in done.stderr


def test_a_game_goes_on_without_it(odd: Run, cahier: Cahier) -> None:
    assert odd("play", "market", "--seat", "p1=odd:exits", "--seat", "p2=random").returncode == 2
    done = cahier("play", "--resume")
    assert done.returncode == 2 and "seat p1 was played by `odd:exits`, which isn't here" in done.stderr
    done = cahier("play", "--resume", "--seat", "p1=random")
    assert done.returncode == 0 and "The game is over" in done.stdout


@pytest.mark.parts
@pytest.mark.parametrize(
    ("player", "seat", "other"),
    [
        ("random", "commune", "versailles"),
        pytest.param("beginner", "versailles", "commune", marks=pytest.mark.parts),
        pytest.param("search:2", "commune", "versailles", marks=pytest.mark.parts),
    ],
)
def test_anybody_plays_beside_the_printed_tables(player: str, seat: str, other: str, cahier: Cahier) -> None:
    """Against a solo opponent, on either side of it: in a playtest and at the terminal."""
    words = ("red_flag_over_paris", "--variant", f"solo_{other}", "--seat", f"{seat}={player}", "--seed", "4")
    done = cahier("playtest", *words, "--games", "1", "--json", "-")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["seated"] == {seat: player, other: "table"} and document["finished"] == 1
    done = cahier("play", *words)
    assert done.returncode == 0 and "The game is over" in done.stdout, done.stderr
    assert f"{seat.title()}: {player}" in done.stdout and f"{other.title()}: table" in done.stdout


@pytest.mark.parts
def test_who_has_no_tables_is_told_where_there_are_some(cahier: Cahier) -> None:
    words = ("red_flag_over_paris", "--seat", "versailles=table")
    for done in (cahier("play", *words), cahier("playtest", *words, "--games", "1")):
        assert done.returncode == 2 and "there are no tables for seat versailles" in done.stderr
        assert "did you mean --variant solo_versailles?" in done.stderr
    done = cahier("play", "red_flag_over_paris", "--variant", "solo_versailles", "--seat", "commune=table")
    assert done.returncode == 2 and "no tables for seat commune" in done.stderr and "did you mean" not in done.stderr


def test_players_that_stay_as_they_are_at_the_terminal(cahier: Cahier) -> None:
    done = cahier("play", "market", "--seat", "p1=beginner", "--seat", "p2=steady", "--seed", "3")
    assert done.returncode == 0 and "Player 1: beginner, Player 2: steady" in done.stdout
    assert "The game is over" in done.stdout


def test_our_players_have_names_in_each_language() -> None:
    for lang in message_languages():
        assert {f"player_{name}" for name in (HUMAN, *PLAYER_NAMES)} <= set(messages_in(lang))
