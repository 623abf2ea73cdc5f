"""`cahier try`: an event played out by its author, line by line."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.text.words import messages_in
from tests.cli.command import environment
from tests.forks import Forks

MORE = """
  - {id: hail, title: Hail, value: 1, event: "move 1 of your tokens from your purse to Cheese", source: ours}
  - id: snow
    title: Snow
    value: 1
    event: |
      choose a stall, to bury
      end the game, winner is you, because "snow"
    source: ours
  - id: heat
    title: Heat
    value: 1
    event: |
      must move 9 of your tokens from Cheese to Fish
    source: ours
  - {id: calm, title: Calm, value: 1, source: ours}
"""


Try = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def try_it(forks: Forks) -> Try:
    def run(*words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
        done = forks.run(("try", *words), environment(), lines=lines)
        assert "Traceback" not in done.stderr and "internal error" not in done.stderr, done.stderr
        return done

    return run


@pytest.fixture
def market(folder: Path) -> Path:
    cards = folder / "market" / "cards" / "luck.yaml"
    cards.write_text(cards.read_text("utf-8") + MORE.removeprefix("\n"), "utf-8")
    return folder / "market"


def test_an_event_is_played_out_again_and_taken_back(try_it: Try, market: Path) -> None:
    done = try_it("market", "rain", "--seed", "3", lines="fruit\nundo\nstop\nagain\nfruit\nquit\n")
    assert done.returncode == 0
    said = done.stdout
    assert "Market day: Rain, played by Player" in said and "`--seed 3` brings it again" in said
    assert "trade at covered stalls" in said
    assert said.index("What has changed") < said.index("Taken back.") < said.index("Nothing that Player")
    changes = said[said.rindex("What has changed") :]
    assert "  + Fruit: P" in changes and "  - Purse: " in changes and "  + Purse: " in changes
    assert "Cheese" not in changes and "\x1f" not in said
    assert try_it("market", "rain", "--seed", "3", lines="fruit\nundo\nstop\nagain\nfruit\nquit\n").stdout == said


def test_the_seed_is_told_and_brings_the_same_position(try_it: Try, market: Path) -> None:
    any_ = try_it("market", "Rain").stdout
    seed = any_.partition("--seed ")[2].partition("`")[0]
    assert try_it("market", "rain", "--seed", seed).stdout == any_


def test_input_that_ends_or_means_nothing(try_it: Try, market: Path) -> None:
    done = try_it("market", "rain", lines="\nnonsense\nundo\nhint\nhelp\nboard\ncards\ncard rain\nlog\n")
    assert done.returncode == 0
    for text in ("I don't understand `nonsense`", "There is no choice to take back", "`hint` is for `cahier play`"):
        assert text in done.stdout
    assert "the event from its beginning" in done.stdout and done.stdout.count("trade at covered stalls") >= 2
    after = try_it("market", "rain", lines="stop\nstop\n\nundo\n")
    assert after.returncode == 0 and "`stop` can't be answered now" in after.stdout and "Taken back." in after.stdout


def test_an_event_that_decides_alone(try_it: Try, market: Path) -> None:
    done = try_it("market", "hail", lines="undo\n")
    assert done.returncode == 0 and "  + Cheese: " in done.stdout and "There is no choice to take back" in done.stdout
    first, changes = done.stdout.split("What has changed", 1)
    (before,) = (line.removeprefix("  - ") for line in changes.splitlines() if line.startswith("  - Purse: "))
    assert before in first.splitlines()


def test_an_event_that_ends_the_game(try_it: Try, market: Path) -> None:
    done = try_it("market", "snow", lines="1\nundo\n")
    assert done.returncode == 0 and "The game is over: Player" in done.stdout and "wins (snow)" in done.stdout
    assert done.stdout.count("choose a stall to bury") == 2


def test_an_event_that_can_never_be_played(try_it: Try, market: Path) -> None:
    done = try_it("market", "heat", "--seed", "1")
    assert done.returncode == 1 and done.stdout == ""
    assert (
        "The event of Heat: in none of " in done.stderr
        and " positions of 100 random matches can it be played" in done.stderr
    )
    assert "`must move 9 of your tokens from Cheese to Fish` can't be done" in done.stderr
    assert "luck.yaml:" in done.stderr
    assert "start there with `--from SCENARIO`" in done.stderr


def test_a_position_of_a_scenario(try_it: Try, market: Path) -> None:
    done = try_it("market", "rain", "--from", "a token goes", lines="fruit\n")
    assert done.returncode == 0 and "played by Player 1, in the position of a token goes" in done.stdout
    assert "  + Fruit: P1" in done.stdout
    other = try_it("market", "rain", "--from", "no stall on the other side", lines="stop\n")
    assert "played by Player 2" in other.stdout
    never = try_it("market", "heat", "--from", "a token goes to a stall")
    assert never.returncode == 1 and "can't be played in the position of a token goes to a stall" in never.stderr


def test_a_position_of_a_save_by_the_rules_as_they_are_now(try_it: Try, market: Path) -> None:
    from interpreter import load

    match = load("market").start(3)
    match.save("mine.json")
    match.choose("fruit")
    match.save("further.json")
    cards = market / "cards" / "luck.yaml"
    cards.write_text(cards.read_text("utf-8").replace("trade at covered stalls", "trade at south stalls"), "utf-8")
    done = try_it("market", "rain", "--from", "mine.json", lines="cheese\n")
    assert done.returncode == 0 and "in the position of mine.json" in done.stdout and "  + Cheese: P" in done.stdout
    gone = try_it("market", "rain", "--from", "further.json")
    assert (
        gone.returncode == 2
        and "can't be replayed to the point where it was saved: `fruit` is not on offer" in gone.stderr
    )
    (market.parent / "broken.json").write_text("{", "utf-8")
    broken = try_it("market", "rain", "--from", "broken.json")
    assert broken.returncode == 2 and "broken.json: error: this is not a whole saved match" in broken.stderr


def test_a_file_of_scenarios_is_not_a_position_but_they_are(try_it: Try, market: Path) -> None:
    named = "--from 'a token goes to a stall' or --from 'no stall on the other side'"
    done = try_it("market", "rain", "--from", "market/scenarios/selling.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"market/scenarios/selling.yaml: error: name one of the scenarios of this file: {named}\n")
    other = try_it("market", "rain", "--from", "market/game.yaml")
    assert other.stderr == f"market/game.yaml: error: this isn't a saved game; name a scenario of the game: {named}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("market", "rian"), "did you mean rain?"),
        (("market", "calm"), "luck.yaml:24:10: error: `calm` has no event to try"),
        (("market", "rain", "--from", "a tokn goes to a stall"), "did you mean `a token goes to a stall`?"),
        (("market", "rain", "--from", "stall"), "`a token goes to a stall`, `no stall on the other side`"),
        (("market", "rain", "--from", "a token goes to a stall", "--seed", "1"), "the position has its own"),
        (("market", "rain", "--lang", "xx"), "the game has no names in this language"),
        (("nowhere", "rain"), "nowhere"),
    ],
)
def test_what_there_is_not(try_it: Try, market: Path, words: tuple[str, ...], message: str) -> None:
    done = try_it(*words)
    assert done.returncode == 2 and done.stdout == "" and message in done.stderr


def test_in_another_language(try_it: Try, market: Path) -> None:
    done = try_it("market", "rain", "--lang", "ru", lines="отмена\nстоп\nвыход\n")
    assert done.returncode == 0 and "Базарный день" in done.stdout and "Возвращать нечего" in done.stdout
    own = {name for name in messages_in("en") if name.startswith("try_")}
    assert own <= messages_in("ru").keys()
