"""Searching players and hints at the terminal and in playtests."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from command import Cahier

from cli import bots, guard
from cli.play import Wishes, play_game
from cli.thinking import Thinking
from cli.words import Words

Play = Callable[..., tuple[int, str, str]]
THOUGHT = re.compile(r"^    .+: \d+ % of the wins, \d+ playouts$", re.MULTILINE)


@pytest.fixture
def play(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays the small game in this process with these lines as input: status, output, messages."""
    monkeypatch.setattr(bots, "HINT_SECONDS", 0.02)

    def run(lines: str, *seats: str, explain: bool = False, hint: bool = False) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        wishes = Wishes((), None, seats, 3, None, False, "en", explain, hint)
        status = guard._told(lambda: play_game("market", wishes))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_hints_at_each_decision_or_when_asked_for(play: Play) -> None:
    _, said, _ = play("quit\n", "p1=human", hint=True)
    assert "A search, from what you know:" in said and THOUGHT.search(said)
    _, said, _ = play("quit\n", "p1=human")
    assert not THOUGHT.search(said)
    _, said, _ = play("hint\nquit\n", "p1=human")
    assert THOUGHT.search(said)


def test_a_search_plays_a_seat_and_can_say_why(play: Play) -> None:
    status, said, _ = play("1\n1\n1\n1\n1\n1\n", "p1=human", "p2=search:5", explain=True)
    assert status == 0 and "search:5" in said
    assert THOUGHT.search(said) or "stay hidden" in said


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        ("p2=search:0", "behind the colon stands a number of playouts"),
        ("p2=saerch:5", "did you mean search?"),
        ("p2=random:5", "`random` takes nothing behind a colon"),
    ],
)
def test_a_player_that_can_not_be(play: Play, seat: str, message: str) -> None:
    status, _, told = play("", "p1=human", seat)
    assert status == 2 and message in told and f"--seat {seat}" in told and "p2" in told


class Broken:
    """A player that fails, as a package would bring it."""

    name = "broken"

    def load(self) -> Any:
        return lambda argument: self

    def choose(self, match: object) -> None:
        raise ValueError("no idea")


def test_a_player_that_fails_names_its_seat_and_the_game_is_kept(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "entry_points", lambda group: [Broken()])
    status, said, told = play("1\n" * 20, "p1=human", "p2=broken")
    assert status == 2
    assert "seat p2: the player `Broken` failed: ValueError: no idea" in told or "`broken` failed" in told
    assert "The game is kept" in said


def test_thinking_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Thinking(Words("en"), "Ann")(0.5)
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    thinking = Thinking(Words("en"), "Ann")
    for share in (0.0, 0.04, 0.5, 1.0):
        thinking(share)
    out = capsys.readouterr().out
    assert out.count("Ann thinks") == 2 and "50 %" in out and out.endswith("\r\x1b[K")


def test_a_playtest_with_a_search_is_the_same_on_any_number_of_processes(cahier: Cahier) -> None:
    documents = []
    for jobs in ("1", "2"):
        words = ("playtest", "market", "--games", "4", "--seat", "p1=search:3", "--jobs", jobs, "--json", "-")
        done = cahier(*words)
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert document["seated"]["p1"] == "search:3"
        documents.append({name: document[name] for name in ("finished", "outcomes", "reasons", "decisions")})
    assert documents[0] == documents[1]


def test_a_recorded_search_can_be_replayed(cahier: Cahier) -> None:
    words = ("playtest", "market", "--games", "2", "--seat", "p1=search:3", "--record", "games.jsonl")
    assert cahier(*words).returncode == 0
    assert cahier("replay", "games.jsonl", "--rules", "market").returncode == 0
