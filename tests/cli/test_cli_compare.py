"""`cahier compare`: what a change did to a game."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import REPO, Cahier, Running, environment
from tests.cli.test_cli_native import WITHOUT
from tests.documents import documented_keys

RULES = "sequence.yaml"


@pytest.fixture
def other(folder: Path) -> Path:
    """A copy of the small game."""
    return Path(shutil.copytree(folder / "market", folder / "other"))


def change(game: Path, old: str, new: str, file: str = RULES) -> None:
    text = (game / file).read_text()
    assert old in text
    (game / file).write_text(text.replace(old, new))


def richer(game: Path) -> None:
    """The first seat begins with two cards more."""
    change(
        game,
        "  draw 1 card from deck to hand of each seat\n",
        "  draw 1 card from deck to hand of each seat\n      draw 2 cards from deck to hand of p1\n",
    )


QUICK = ("--jobs", "1", "--backend", "python")
"""Options that start fastest, for tests that don't ask about processes or machine code."""


def answer(cahier: Cahier, *words: str, status: int, **variables: str) -> dict[str, Any]:
    done = cahier("compare", *words, "--json", "-", **variables)
    assert done.returncode == status, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_equal_content_needs_no_games(cahier: Cahier, other: Path) -> None:
    done = cahier("compare", "market", "other")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith("Within 1 point: both sides are equal in content, so the difference is 0")
    found = answer(cahier, "market", "other", status=0)
    assert found["verdict"] == "within" and found["games"] == 0 and found["same_content"]
    assert found["difference"]["p1"] == {"points": 0, "low": 0, "high": 0}


def test_a_change_that_changes_nothing(cahier: Cahier, other: Path) -> None:
    """The files differ, and no game does."""
    (other / RULES).write_text((other / RULES).read_text() + "# nothing\n")
    found = answer(cahier, "market", "other", "--jobs", "1", status=0)
    assert found["verdict"] == "within" and not found["same_content"] and found["examples"] == []
    assert found["difference"]["p1"]["points"] == 0 and found["difference"]["p1"]["high"] <= 1
    assert found["games"] < 3000


@pytest.mark.parts
def test_a_change_is_found_and_measured(cahier: Cahier, other: Path) -> None:
    richer(other)
    found = answer(cahier, "market", "other", "--seed", "4", *QUICK, status=0)
    assert found["verdict"] == "different" and found["format"] == "0.7" and found["within"] == 1
    games = found["games"]
    shares = []
    for name, side in (("market", "a"), ("other", "b")):
        words = (name, "--games", f"{games}", "--seed", "4", "--json", "-")
        played = json.loads(cahier("playtest", *words).stdout)
        assert found[side]["wins"] == played["seat_wins"] and found[side]["games"] == games
        assert found[side]["folder"] == name and found[side]["game"] == "market"
        assert {kind: found["reasons"][kind]["before" if side == "a" else "after"] for kind in found["reasons"]} == {
            "fruit": played["reasons"]["fruit"]
        }
        shares.append(100 * played["seat_wins"]["p1"] / games)
    difference = found["difference"]["p1"]
    assert difference["points"] == pytest.approx(shares[1] - shares[0], abs=1e-3)
    assert difference["low"] < difference["points"] < difference["high"] and difference["low"] > 0
    assert found["length"]["decisions_per_game"]["difference"] > 0


def test_the_sentence_comes_first(cahier: Cahier, other: Path) -> None:
    richer(other)
    change(other, "title: Player", "title: Trader", "game.yaml")
    done = cahier("compare", "market", "other", *QUICK, COLUMNS="80")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert re.match(r"Different: Trader [12] wins \d+\.\d points (more|less) often \(", lines[0])
    assert re.match(r"  a side \(the verdict fell after \d+\)\.", lines[1]) and "before: market; after: other" in lines
    for heading in ("won by, %", "ends by, %", "length of a game", "mean score", "cards in 100 games"):
        assert any(line.startswith(heading) for line in lines), heading
    own = [line for line in lines if "cahier " not in line]
    assert max(map(len, own)) < 80


def test_gains_and_losses_that_cancel_out_are_told(cahier: Cahier, other: Path) -> None:
    """A card that either seat may have changes games, but hardly the shares."""
    change(other, "value: 2, event: trade at stalls", "value: 2, event: lower day by 0", "cards/luck.yaml")
    told = " ".join(cahier("compare", "market", "other", "--games", "300", *QUICK).stdout.split())
    assert re.search(r"But \d+ of 100 games have other winners: each side gains some and loses others\.", told)


def test_a_difference_that_seems_to_be_below_the_margin_is_told_so(cahier: Cahier, other: Path) -> None:
    richer(other)
    told = cahier("compare", "market", "other", "--within", "25", "--games", "300", *QUICK).stdout
    assert told.startswith("Different, but hardly by 25 points: Player 2 wins ")


@pytest.mark.parts
def test_the_answer_depends_neither_on_processes_nor_on_the_backend(cahier: Cahier, other: Path) -> None:
    richer(other)
    words = ("market", "other", "--seed", "2", "--players", "3")
    told = []
    for more in (("--jobs", "2"), ("--jobs", "1", "--backend", "python")):
        found = answer(cahier, *words, *more, status=0)
        assert found.pop("seconds") > 0
        assert found.pop("backend") == ("python" if "python" in more else "native")
        told.append(found)
    assert told[0] == told[1]
    assert [one["by"] for one in told[0]["players"]] == [None]


def test_undecided_says_what_would_settle_it(cahier: Cahier, other: Path) -> None:
    richer(other)
    few = cahier("compare", "market", "other", "--within", "1", "--games", "10")
    assert few.returncode == 1 and "too few to estimate how many would settle it" in " ".join(few.stdout.split())
    done = cahier("compare", "market", "other", "--within", "1", "--games", "100")
    assert done.returncode == 1
    first = " ".join(done.stdout.split("\nbefore:")[0].split())
    assert first.startswith("Undecided after 100 games a side: ")
    assert "games a side would settle it, " in first and "more: --within 1 --games " in first
    games = re.findall(r"--games (\d+)", first)[-1]
    assert cahier("compare", "market", "other", "--within", "1", "--games", games).stdout.startswith("Different: ")


@pytest.mark.parts
def test_a_second_plain_look_is_not_what_one_is_sent_to(cahier: Cahier, other: Path) -> None:
    """It would be wrong too often."""
    (other / RULES).write_text((other / RULES).read_text() + "# nothing\n")
    done = cahier("compare", "market", "other", "--games", "100")
    first = " ".join(done.stdout.split("\nbefore:")[0].split())
    assert done.returncode == 1 and first.startswith("Undecided after 100 games a side: all win as often as before")
    (options,) = (found.split() for found in re.findall(r"--within 1 --games \d+", first))
    assert cahier("compare", "market", "other", *options, *QUICK).stdout.startswith("Within 1 point: ")


def test_games_alone_are_one_look(cahier: Cahier, other: Path) -> None:
    """The plain interval, which is narrower."""
    richer(other)
    once = answer(cahier, "market", "other", "--games", "300", status=0)
    often = answer(cahier, "market", "other", "--games", "300", "--within", "1", status=0)
    assert once["games"] == 300 and often["games"] <= 300

    def width(found: dict[str, Any]) -> float:
        return float(found["difference"]["p1"]["high"] - found["difference"]["p1"]["low"])

    assert width(once) < width(often)


@pytest.mark.parts
def test_games_are_named_in_which_they_part(cahier: Cahier, other: Path) -> None:
    """The commands that are printed play them again, and they part at that decision."""
    richer(other)
    words = ("market", "other", "--seed", "7", "--backend", "python", "--jobs", "1")
    done = cahier("compare", *words, "--json", "found.json")
    found = json.loads(Path("found.json").read_text())
    printed = [line for line in done.stdout.splitlines() if "playtest" in line]
    example = found["examples"][0]
    choices = []
    for line, side in zip(printed, ("before", "after"), strict=True):
        play, replay = (part.split() for part in line.split(" && "))
        assert cahier(*play[1:]).returncode == 0
        shown = cahier(*replay[1:])
        assert shown.returncode == 0
        record = json.loads(Path(f"{side}.jsonl").read_text())
        assert record["outcome"]["winners"] == example[side] and record["index"] == example["game"]
        choices.append(record["choices"])
    at = example["decision"] - 1
    assert choices[0][:at] == choices[1][:at] and choices[0][at : at + 1] != choices[1][at : at + 1]


@pytest.mark.parts
def test_several_kinds_of_players(cahier: Cahier, other: Path) -> None:
    (other / RULES).write_text((other / RULES).read_text() + "# nothing\n")
    found = answer(cahier, "market", "other", "--by", "random", "--by", "search:2", "--within", "40", *QUICK, status=0)
    assert [one["by"] for one in found["players"]] == ["random", "search:2"]
    assert found["players"][1]["a"]["seated"] == {"p1": "search:2", "p2": "search:2"}
    richer(other)
    done = cahier("compare", "market", "other", "--by", "random", "--by", "search:2", "--within", "5", "--games", "20")
    assert "\n  random: " in done.stdout and "\n  search:2: " in done.stdout


@pytest.mark.parts
def test_players_that_differ_are_named_in_the_first_line(cahier: Cahier) -> None:
    done = cahier("compare", "red_flag_over_paris", "--variant", "solo_versailles", "--games", "1")
    assert done.stdout.splitlines()[0].startswith("Players differ (Versailles: random before, table after). ")
    same = cahier(
        "compare", "red_flag_over_paris", "--variant", "solo_versailles", "--games", "1", "--seat", "versailles=random"
    )
    assert "Players differ" not in same.stdout


@pytest.mark.parts
def test_a_variant_under_another(cahier: Cahier) -> None:
    words = ("red_flag_over_paris", "--base", "censor", "--variant", "russian_edition", "--games", "2")
    found = answer(cahier, *words, status=1)
    assert found["a"]["variants"] == ["censor"] and found["b"]["variants"] == ["censor", "russian_edition"]
    assert found["a"]["folder"] is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("market",), "compare: error: name one thing to compare with"),
        (("market", "other", "--variant", "x"), "a variant applies to both sides: --base V"),
        (("market", "other", "--git", "HEAD"), "name one thing to compare with"),
        (("market", ""), ": error: this is neither the name of a game nor a folder"),
        (("market", "elsewhere"), "elsewhere: error: there is no folder and no game of this name"),
        (("market", "--variant", "nothing"), "nothing"),
        (("market", "other", "--within", "0"), "--within 0.0: error: a margin is a number of points"),
        (("market", "other", "--within", "nan"), "--within nan: error: a margin is a number of points"),
        (("market", "other", "--within", "101"), "--within 101.0: error: a margin is a number of points"),
        (("market", "other", "--within", "1e-300"), "--within 1e-300: error: a margin is a number of points, from"),
        (("market", "other", "--within", "one"), "--within"),
        (("market", "other", "--games", "0"), "--games"),
        (("market", "other", "--players", "7"), "7"),
        (("market", "other", "--by", "nobody"), "--by nobody: error: seat p1 can't be played by `nobody`"),
        (("market", "other", "--by", "human"), "--by human: error: seat p1 can't be played by `human`"),
        (("market", "other", "--by", "table"), "--by table: error: "),
        (("market", "other", "--seat", "p9=random"), "--seat p9=random: error: there is no seat of this name"),
        (("market", "other", "--backend", "fast"), "backend fast: error: there is no backend of this name"),
        (("market", "red_flag_over_paris"), "error: the seats differ: p1, p2 before, commune, versailles after"),
        (("market", "other", "--json", "no/where"), "no/where: error: cannot be written"),
    ],
)
def test_bad_input(cahier: Cahier, other: Path, words: tuple[str, ...], said: str) -> None:
    done = cahier("compare", *words)
    assert done.returncode == 2 and said in done.stderr and done.stdout == ""


def test_a_full_disk(cahier: Cahier, other: Path) -> None:
    richer(other)
    done = cahier("compare", "market", "other", "--games", "20", "--json", "/dev/full")
    assert done.returncode == 2 and "/dev/full: error: cannot be written: No space left on device" in done.stderr


def test_a_game_without_an_end_is_not_compared(cahier: Cahier, other: Path) -> None:
    change(other, "title: Day,", "title: Day, past its ends: error,", "tracks.yaml")
    change(other, "        raise day", "        raise day by tokens in Fruit")
    done = cahier("compare", "market", "other", *QUICK)
    assert done.returncode == 2 and "`day` would go past its end" in done.stderr
    assert "of other couldn't be played to its end, so nothing can be said about it" in done.stderr


def test_a_player_with_a_clock(cahier: Cahier, other: Path) -> None:
    richer(other)
    words = ("market", "other", "--by", "search:0.001s", "--games", "2", "--json", "-", "--jobs", "1")
    done = cahier("compare", *words)
    assert "warning: a player with a time limit plays differently each time; use `search:N`" in done.stderr
    found = json.loads(done.stdout)
    assert found["reproducible"] is False and found["examples"] == []


def test_interrupted(running: Callable[..., Running], other: Path) -> None:
    """Test that the results so far are reported and no process is left running."""
    richer(other)
    command = running("compare", "market", "other", "--by", "search:3", "--within", "0.001", "--jobs", "2")
    command.wait_for_workers()
    status, output, _ = command.end(signal.SIGINT)
    assert status == 130 and output.startswith("Undecided") and command.family() == []


@pytest.mark.parts
def test_a_worker_that_is_killed_costs_nothing_but_time(
    cahier: Cahier, running: Callable[..., Running], other: Path
) -> None:
    richer(other)
    words = ("market", "other", "--by", "search:2", "--games", "120", "--jobs", "2", "--no-store", "--json")
    undisturbed = answer(cahier, *words[:-1], status=0)
    command = running("compare", *words, "found.json")
    command.wait_for_workers()
    os.kill(command.workers()[0], signal.SIGKILL)
    status, _, messages = command.end()
    found = json.loads(Path("found.json").read_text())
    assert status == 0 and "1 worker process was killed" in messages
    assert found.pop("seconds") > 0 and undisturbed.pop("seconds") > 0
    assert found == undisturbed


def test_a_variant_with_a_bad_value(cahier: Cahier, folder: Path) -> None:
    overlay = folder / "late.yaml"
    overlay.write_text("id: late\ntitle: Late\nfor: market\nchange:\n  - {at: tracks/day/high, to: many}\n")
    done = cahier("compare", "market", "--variant", "./late.yaml")
    assert done.returncode == 2 and done.stderr.startswith("./late.yaml:") and done.stdout == ""


@pytest.mark.parts
def test_without_what_plays_machine_code(other: Path) -> None:
    richer(other)
    command = [sys.executable, "-c", WITHOUT, "compare", "market", "other", "--games", "600"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment())
    assert done.returncode == 0 and done.stderr == "note: played in Python: wasmtime is not installed\n"
    done = subprocess.run([*command, "--backend", "native"], capture_output=True, encoding="utf-8", env=environment())
    assert done.returncode == 2 and "pip install 'cahier[fast]'" in done.stderr


def test_the_document_is_as_it_is_described(cahier: Cahier, other: Path) -> None:
    """In the lab's README, key by key."""
    richer(other)
    text = (REPO / "interpreter" / "lab" / "README.md").read_text("utf-8")
    table = text.partition("\n### `compare --json`\n")[2].partition("\n##")[0]
    rows = [re.findall(r"`(\w+)`", row) for row in re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)]
    found = answer(cahier, "market", "other", *QUICK, status=0)
    assert {key for row in rows for key in row} == set(found) - {"by"}
    (sides,) = (row for row in re.findall(r"^\| `a`, `b` \|([^|]*)\|", table, re.MULTILINE))
    assert set(re.findall(r"`(\w+)`", sides)) == set(found["a"]) == set(found["b"])
    assert set(found["players"][0]) <= set(found)


@pytest.mark.parts
def test_the_distance_from_even_is_told_for_each_kind_of_players(cahier: Cahier, other: Path) -> None:
    richer(other)
    words = ("market", "other", "--games", "200", *QUICK, "--seed", "4")
    found = answer(cahier, *words, status=0)
    (even,) = found["aims"]
    assert even["figure"] == "even" and even["distance_after"] > even["distance_before"]
    assert even["distance_change"]["value"] == pytest.approx(even["distance_after"] - even["distance_before"], abs=1e-3)
    told = cahier("compare", *words, "--by", "random", "--by", "search:1", COLUMNS="100").stdout
    assert re.search(r"^  random +200 +even \(Player \d\) .* worse$", told, re.MULTILINE), told
    assert "orse balanced for random" in told


def test_several_aims(cahier: Cahier, other: Path) -> None:
    richer(other)
    aims = ("--aim", "p2=50", "--aim", "turns=2", "--aim", "draws=0..5")
    told = cahier("compare", "market", "other", "--games", "300", *QUICK, *aims, COLUMNS="100").stdout
    assert "\nPlayer 2 50 %: nearer to the aim.\nTurns 2: further from the aim.\nDraws 0 to 5 %: " in told


@pytest.mark.parametrize(
    ("expected", "status", "said"),
    [
        ("same", 1, "--expect same isn't met: different"),
        ("better", 1, "--expect better isn't met: even "),
        ("p2=-40..-1", 0, ""),
        ("p2=+1..4", 1, "--expect p2=+1..4 isn't met: the change is -"),
    ],
)
def test_a_script_asks_for_what_it_expects(cahier: Cahier, other: Path, expected: str, status: int, said: str) -> None:
    richer(other)
    done = cahier("compare", "market", "other", "--seed", "4", *QUICK, "--expect", expected)
    assert (done.returncode, done.stderr.startswith(said)) == (status, True), done.stderr


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        ("--aim", "p9=50", "the figures are: p1, p2, draws, turns, decisions"),
        ("--aim", "p1=120", "an aim is a number or a range, such as 50 or 45..55, from 0 to 100"),
        ("--aim", "turns=9..3", "an aim is a number or a range"),
        ("--expect", "bettr", "did you mean better"),
        ("--expect", "p1=3", "write a range of points, such as +2..4 or -1..1"),
    ],
)
def test_aims_that_are_none(cahier: Cahier, other: Path, option: str, text: str, said: str) -> None:
    done = cahier("compare", "market", "other", option, text)
    assert done.returncode == 2 and said in done.stderr and f"{option} {text}: error" in done.stderr, done.stderr


def test_a_verdict_needs_fewer_games_than_a_size(cahier: Cahier, other: Path) -> None:
    richer(other)
    words = ("market", "other", "--seed", "4", *QUICK)
    verdict, size = (answer(cahier, *words, "--until", until, status=0) for until in ("verdict", "size"))
    assert verdict["games"] == verdict["verdict_after"] == size["verdict_after"] < size["games"]


@pytest.mark.parts
def test_ever_better_players_within_a_time(cahier: Cahier, other: Path) -> None:
    richer(other)
    done = cahier("compare", "market", "other", "--by", "ladder", "--time", "1s", *QUICK, "--json", "found.json")
    found = json.loads(Path("found.json").read_text())
    assert [each["by"] for each in found["players"]][:1] == ["random"]
    assert (found["time"], found["reproducible"]) == (1.0, False)
    assert f"Not asked for want of time: {found['next_player']} would take about " in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--by", "ladder", "--by", "random"), "--by ladder: error: the ladder has all kinds of players"),
        (("--time", "soon"), "`soon` is not a time; write a number and a unit: 30s, 2m or 1h"),
    ],
)
def test_a_ladder_that_is_none(cahier: Cahier, other: Path, words: tuple[str, ...], said: str) -> None:
    done = cahier("compare", "market", "other", *words)
    assert done.returncode == 2 and said in done.stderr


@pytest.mark.parts
def test_a_plan_says_how_many_games_it_takes(cahier: Cahier, other: Path) -> None:
    richer(other)
    words = ("market", "other", "--plan", "--by", "random", "--by", "search:2", "--within", "3", *QUICK)
    done = cahier("compare", *words, "--json", "plan.json", COLUMNS="100")
    assert done.returncode == 0, done.stderr
    found = json.loads(Path("plan.json").read_text())
    assert [each["by"] for each in found["players"]] == ["random", "search:2"]
    assert {*found, *found["players"][0]} <= documented_keys("compare --plan")
    assert done.stdout.startswith("To know a small change to 3 points either way, compare plays about:\n")
    games = found["players"][0]["games"]
    assert re.search(rf"^  random +[\d,]+ +\d+ \(\d+ to \d+\) +{games:,} ", done.stdout, re.MULTILINE), done.stdout


def test_a_plan_has_no_tables(cahier: Cahier, other: Path) -> None:
    done = cahier("compare", "market", "other", "--plan", "--csv", "tables")
    assert done.returncode == 2 and "--csv: error: --plan plays a few games here to time them" in done.stderr


def test_a_value_that_sweep_may_have_chosen_is_confirmed_on_other_games(cahier: Cahier, other: Path) -> None:
    words = ("--games", "5", "--seed", "3", *QUICK)
    told = cahier("compare", "market", "--variant", "tracks/day/start=2", *words).stdout
    assert "If sweep chose this value on --seed 3, confirm it with another --seed." in told
    richer(other)
    assert "confirm it" not in cahier("compare", "market", "other", *words).stdout
