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

from cli import guard
from cli.game_loading import load_display_language
from cli.play import explanations
from cli.play import thinking as thinkers
from cli.play.play import PlaySettings, play_game
from cli.play.telling import MatchText
from cli.play.thinking import SearchProgress
from cli.text.output import ERASE_LINE
from cli.text.words import TerminalMessages
from interpreter.matches.match import Match
from interpreter.players.playing import SeatedPlayer
from interpreter.players.search.growth import Budget
from interpreter.players.search.search_player import SearchPlayer
from interpreter.players.table_player import TablePlayer
from interpreter.support.errors import Location, PlayError, Problem
from tests.cli.command import Cahier
from tests.loaded import game_of

Play = Callable[..., tuple[int, str, str]]
THOUGHT = re.compile(r"^    .+: tried in \d+ of \d+ playouts(?: \(too close to tell\))?$", re.MULTILINE)


@pytest.fixture
def play(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays the small game in this process with these lines as input: status, output, messages."""
    monkeypatch.setattr(thinkers, "HINT_BUDGET", Budget(seconds=0.02, min_playouts=200))

    def run(
        lines: str, *seats: str, explain: bool = False, hint: bool = False, name: str = "market"
    ) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        settings = PlaySettings((), None, seats, 3, None, False, "en", explain, hint)
        status = guard._run_reporting_errors(lambda: play_game(name, settings))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.mark.parts
def test_hints_at_each_decision_or_when_asked_for(play: Play) -> None:
    _, said, _ = play("quit\n", "p1=human", hint=True)
    assert "A search plays on many times" in said and THOUGHT.search(said)
    _, said, _ = play("quit\n", "p1=human")
    assert not THOUGHT.search(said)
    _, said, _ = play("hint\nquit\n", "p1=human")
    assert THOUGHT.search(said)


def test_a_search_plays_a_seat_and_can_say_why(play: Play) -> None:
    status, said, _ = play("1\n1\n1\n1\n1\n1\n", "p1=human", "p2=search:5", explain=True)
    assert status == 0 and "search:5" in said
    assert THOUGHT.search(said)


@pytest.mark.parts
def test_a_search_says_how_much_time_it_has_left(play: Play) -> None:
    """The clock goes on from decision to decision, although the player is made anew for each."""
    status, said, _ = play("1\n1\n1\n1\n1\n1\n", "p1=human", "p2=search:1s/game", explain=True)
    left = [float(found) for found in re.findall(r"^    ([\d.]+) s of 1 s are left", said, re.MULTILINE)]
    assert status == 0 and len(left) > 1 and left == sorted(left, reverse=True) and left[-1] < 1


def telling_of(match: Match) -> MatchText:
    return MatchText(match, load_display_language(match.game.rulebook, "en"))


KUHN = str(Path(__file__).parents[1] / "games" / "kuhn")


def test_what_a_search_thinks_would_give_its_card_away(play: Play) -> None:
    """With the king it wins nearly all, with the jack nearly nothing: that is told when all is over."""
    for lines, over in (("quit\n", False), ("1\n1\n1\n", True)):
        _, said, _ = play(lines, "elder=search:20", "younger=human", explain=True, name=KUHN)
        during, _, after = said.partition("Reasons that were held back until now:")
        assert not THOUGHT.search(during) and "the reason is told when the game is over" in during
        assert bool(THOUGHT.search(after)) is over


def test_a_choice_that_is_drawn_is_said_to_be_drawn(play: Play) -> None:
    game = str(Path(__file__).parents[1] / "games" / "odd_or_even")
    drawn = "    The choice is drawn among 2 of them, because others choose at the same time\n"
    for lines, hint in (("1\n", False), ("quit\n", True)):
        _, said, _ = play(lines, "odd=human", "even=search:400", explain=True, hint=hint, name=game)
        assert drawn in said
    _, said, _ = play("quit\n", "p1=human", hint=True)
    assert "drawn among" not in said


@pytest.mark.parts
def test_a_side_that_is_secret_is_not_given_away_by_its_table() -> None:
    game = game_of("vive_la_revolution", players=4)
    match = game.start(1)
    assert match.decision is not None
    decider = match.decision.seat
    seated = SeatedPlayer(game, decider, "table", 1)
    assert isinstance(seated.player, TablePlayer) and seated.player.explain(match.state)
    other = next(seat for seat in game.seats if seat != decider)
    telling = telling_of(match)
    assert explanations.explain_choice_to([other], match, seated, telling) == ([], False)
    assert explanations.explain_choice_to([decider], match, seated, telling) == (
        explanations.explain_choice(match, seated, telling),
        True,
    )


def test_where_all_lies_open_nothing_is_held_back() -> None:
    game = game_of("revolution")
    match = game.start(1)
    assert match.decision is not None
    for player in ("table", "search:2"):
        seated = SeatedPlayer(game, match.decision.seat, player, 1)
        seated.answer(match)
        lines, whole = explanations.explain_choice_to(game.seats, match, seated, telling_of(match))
        assert whole and lines == explanations.explain_choice(match, seated, telling_of(match))


def test_a_hint_that_can_not_be_given_ends_nothing(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: object, match: object) -> None:
        raise PlayError(Problem(Location("market"), "no-deal", "no deal agrees"))

    monkeypatch.setattr(SearchPlayer, "choose", fails)
    status, said, _ = play("hint\nquit\n", "p1=human")
    assert status == 0 and "no deal agrees" in said and "The game is kept" in said


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        ("p2=search:0", "after the colon, write a number of playouts"),
        ("p2=saerch:5", "did you mean p2=search?"),
        ("p2=random:5", "`random` takes nothing after a colon"),
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
    with SearchProgress(TerminalMessages("en"), "Ann") as thinking:
        thinking(0.5)
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    with SearchProgress(TerminalMessages("en"), "Ann"):
        pass
    assert capsys.readouterr().out == ""
    with pytest.raises(KeyError), SearchProgress(TerminalMessages("en"), "Ann") as thinking:
        for share in (0.0, 0.004, 0.5, 0.5):
            thinking(share)
        raise KeyError
    out = capsys.readouterr().out
    assert out.count("Ann thinks") == 2 and "50 %" in out and out.endswith(ERASE_LINE)


def test_a_playtest_with_a_search_is_the_same_on_any_number_of_processes(cahier: Cahier) -> None:
    documents = []
    for jobs in ("1", "2"):
        words = ("playtest", "market", "--games", "4", "--seat", "p1=search:3x2", "--jobs", jobs, "--json", "-")
        done = cahier(*words)
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert document["seated"]["p1"] == "search:3x2"
        documents.append({name: document[name] for name in ("finished", "outcomes", "reasons", "decisions")})
    assert documents[0] == documents[1]


def test_a_recorded_search_can_be_replayed(cahier: Cahier) -> None:
    words = ("playtest", "market", "--games", "2", "--seat", "p1=search:3", "--record", "games.jsonl")
    assert cahier(*words).returncode == 0
    assert cahier("replay", "games.jsonl", "--rules", "market").returncode == 0
