"""Players in the heading of every summary and page, and in every JSON document.

If players are random, the output says that such games don't show balance and gives the command for better players.
"""

from __future__ import annotations

import html
import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import Cahier

PLAYTEST = ("playtest", "market", "--games", "20")
COMPARE = ("compare", "market", "--variant", "tracks/day/start=2", "--games", "20")
COMMANDS = (
    PLAYTEST,
    (*PLAYTEST, "--coverage"),
    COMPARE,
    ("impact", "market", "--games", "20", "--within", "20"),
    ("sweep", "market", "--vary", "tracks/day/start=1,2", "--games", "20"),
    ("tune", "market", "--vary", "tracks/day/start=1,2", "--aim", "p1=50", "--by", "random", "--games", "60"),
    pytest.param(("measure", "market", "--games", "2", "--playouts", "1"), marks=pytest.mark.parts),
)
NO_TEST = "Random players don't show whether a game is balanced"
JOBS = ("--jobs", "1")


def heading(told: str) -> str:
    """Return the text above the first figures."""
    return told.partition("\n\n")[0]


def advised(told: str) -> list[str]:
    """The words of the command that is proposed, with fewer games of weaker players."""
    (line,) = told.partition(f"{NO_TEST}; ask better ones:\n")[2].splitlines()[:1]
    return shlex.split(line.replace("search:200", "search:1").replace("--games 200", "--games 1"))


@pytest.mark.parts
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[::3]))
def test_who_played_is_told_in_the_heading(cahier: Cahier, command: tuple[str, ...]) -> None:
    told = cahier(*command, *JOBS, COLUMNS="80").stdout
    assert "\nrandom players on both sides" in heading(told)
    assert max(len(line) for line in told.splitlines() if "cahier " not in line) < 80


@pytest.mark.parts
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[::3]))
def test_a_document_names_the_player_of_each_seat(cahier: Cahier, command: tuple[str, ...]) -> None:
    """The summary beside it does, too, and sends nobody to better players who has asked for one."""
    done = cahier(*command, *JOBS, "--seat", "p2=search:1", "--json", "-")
    found = json.loads(done.stdout)
    for side in [found["players"][0][key] for key in ("a", "b")] if command is COMPARE else [found]:
        assert side["players"] == {"p1": "random", "p2": "search:1"}
    assert "\nPlayer 1: random, Player 2: search:1" in heading(done.stderr) and NO_TEST not in done.stderr


@pytest.mark.parts
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[::3]))
@pytest.mark.parametrize(
    ("seats", "said"),
    [((), "random players on both sides"), (("--seat", "p2=search:1"), "Player 1: random, Player 2: search:1")],
)
def test_who_played_is_told_in_the_heading_of_a_page(
    cahier: Cahier, command: tuple[str, ...], seats: tuple[str, ...], said: str
) -> None:
    done = cahier(*command, *JOBS, *seats, "--report", "page.html")
    assert done.returncode in (0, 1), done.stderr
    page = html.unescape(Path("page.html").read_text("utf-8"))
    found = re.search("<hgroup><h1>.*</h1><p>(.*)</p></hgroup>", page)
    assert found and found[1] == said + (", before and after" if command is COMPARE else "")
    assert (NO_TEST in page) == (command[0] in ("playtest", "compare", "measure") and not seats)


@pytest.mark.parts
def test_in_the_effect_of_a_difference(cahier: Cahier) -> None:
    words = ("market", "--variant", "tracks/day/start=2")
    told = cahier("diff", *words, "--effect", "--games", "20").stdout
    _, _, told = told.partition(f"in play (`cahier compare {' '.join(words)}`")
    assert "\nrandom players on both sides, before and after\n" in told
    assert advised(told) == ["cahier", "compare", *words, "--games", "1", "--by", "search:1"]


@pytest.mark.parts
def test_of_what_was_kept(cahier: Cahier) -> None:
    for _ in range(2):
        told = cahier(*PLAYTEST, *JOBS, "--store", "kept.store").stdout
        assert "\nrandom players on both sides" in heading(told) and NO_TEST in told


@pytest.mark.parts
def test_the_command_that_asks_better_players_can_be_pasted(cahier: Cahier) -> None:
    words = ("--variant", "tracks/day/start=2", "--players", "3")
    told = cahier(*PLAYTEST, *JOBS, *words).stdout
    assert "\nrandom players on all seats" in heading(told) and told.count(NO_TEST) == 1
    command = advised(told)
    assert command == ["cahier", "balance", "market", *words]
    done = cahier(*command[1:], "--by", "search:1", "--games", "1")
    assert done.returncode == 0 and "\nBetween search:1 players" in done.stdout and NO_TEST not in done.stdout


@pytest.mark.parts
def test_under_two_versions(cahier: Cahier) -> None:
    words = ("--base", "tracks/day/start=2", "--variant", "cards/fog/value=3", "--players", "3")
    done = cahier("compare", "market", *words, *JOBS, "--games", "20")
    assert "\nrandom players on all seats, before and after" in heading(done.stdout), done.stderr
    command = advised(done.stdout)
    assert sorted(command[3:-4]) == sorted(words) and command[-4:] == ["--games", "1", "--by", "search:1"]
    again = cahier(*command[1:]).stdout
    assert "\nsearch:1 on all seats, before and after" in heading(again) and NO_TEST not in again


@pytest.mark.parts
def test_as_it_was_at_a_revision(cahier: Cahier, folder: Path) -> None:
    git = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "market"), ("commit", "-q", "-m", "market")):
        subprocess.run([*git, *words], cwd=folder, check=True)
    rules = folder / "market" / "sequence.yaml"
    rules.write_text(rules.read_text("utf-8") + "# changed\n", "utf-8")
    told = cahier(*PLAYTEST, *JOBS, "--git", "HEAD").stdout
    assert "\nrandom players on both sides" in heading(told)
    command = advised(told)
    assert "--git=HEAD" in command and cahier(*command[1:]).returncode == 0
    compared = cahier("compare", "market", "--git", "HEAD", *JOBS, "--games", "20").stdout
    assert advised(compared)[1:5] == ["compare", "market", "--git", "HEAD"]


@pytest.mark.parts
def test_several_kinds_of_players(cahier: Cahier) -> None:
    told = cahier(*COMPARE, *JOBS, "--by", "random", "--by", "search:1").stdout
    assert "\nrandom players on both sides, then search:1 on both sides, before and after" in heading(told)
    assert NO_TEST not in told


@pytest.fixture
def assigned(folder: Path) -> str:
    """A variant in which the rules say who plays the second seat."""
    variants = folder / "market" / "variants"
    variants.mkdir()
    (variants / "lone.yaml").write_text("id: lone\nfor: market\ntitle: Lone\nplayers: {p2: search:1}\n", "utf-8")
    return "lone"


@pytest.mark.parts
def test_a_player_of_the_rules_is_named_and_stays(cahier: Cahier, assigned: str) -> None:
    told = cahier(*PLAYTEST, "--variant", assigned, *JOBS).stdout
    assert "\nPlayer 1: random, Player 2: search:1" in heading(told)
    command = advised(told)
    assert command[:3] == ["cahier", "balance", "market"] and assigned in command
    done = cahier(*command[1:], "--by", "random", "--games", "1", "--json", "-")
    assert json.loads(done.stdout)["rungs"][0]["players"] == {"p1": "random", "p2": "search:1"}


@pytest.mark.parts
def test_seats_of_the_rules_that_were_to_play_at_random_are_named(cahier: Cahier, assigned: str) -> None:
    """`--by` alone would leave them to the rules."""
    words = ("--variant", assigned, "--seat", "p2=random", *JOBS, "--games", "20")
    assert advised(cahier("compare", "market", *words).stdout)[-4:] == ["--by", "search:1", "--seat", "p2=search:1"]


@pytest.mark.parts
def test_one_game_is_no_question_of_balance(cahier: Cahier) -> None:
    assert NO_TEST not in cahier("playtest", "market", "--games", "1", *JOBS).stdout


@pytest.mark.parts
def test_the_help_says_which_players_are_for_play(cahier: Cahier) -> None:
    for command in ("playtest", "impact", "sweep"):
        told = " ".join(cahier(command, "--help").stdout.split())
        assert "steady and beginner are for play, not for thousands of games" in told
