"""`cahier playtest --store`: a run that ended in any way goes on, and comes to what it would have come to."""

from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.playtest.store.result_store import WRITE_INTERVAL
from tests.cli.command import PATIENCE, Cahier, Running
from tests.cli.killing import disturbed, document, undisturbed

GAME = ("playtest", "market", "--seed", "3")
STORE = ("--store", "results.store")

Start = Callable[..., Running]


def figures(cahier: Cahier, *words: str, **variables: str) -> dict[str, Any]:
    done = cahier(*GAME, *words, "--json", "-", **variables)
    assert done.returncode == 0, done.stderr
    return document(done.stdout)


@pytest.mark.parts
@pytest.mark.parametrize(
    ("words", "enough"),
    [
        (("playtest", "market", "--seed", "3", "--backend", "python"), ("--games", "600")),
        pytest.param(
            ("playtest", "market", "--seed", "3", "--seat", "p1=search:100"), ("--games", "20"), marks=pytest.mark.parts
        ),
        pytest.param(
            ("impact", "market", "--seed", "3", "--within", "0.001", "--backend", "python"),
            ("--games", "150"),
            marks=pytest.mark.parts,
        ),
        pytest.param(
            ("measure", "market", "--seed", "3", "--playouts", "2", "--backend", "python"),
            ("--games", "100"),
            marks=pytest.mark.parts,
        ),
    ],
)
def test_a_run_that_was_killed_goes_on(
    running: Start, cahier: Cahier, words: tuple[str, ...], enough: tuple[str, ...]
) -> None:
    """Test a run that is killed twice as soon as its store has grown, each time with another number of processes.

    Kills at any moment, and more often, are tested with `-m parts`.
    """
    kept = [0]
    for jobs in ("1", "2"):
        before = last_change()
        command = running(*words, "--games", "1000000", "--jobs", jobs, *STORE)
        begun(command, before)
        command.end(signal.SIGKILL)
        kept += sqlite3.connect("results.store").execute("SELECT sum(count) FROM chunks").fetchone()
    assert kept == sorted(set(kept))
    plain, gone_on = (cahier(*words, *enough, *more, "--json", "-") for more in ((), STORE))
    assert plain.returncode == gone_on.returncode == 0, gone_on.stderr
    assert document(gone_on.stdout) == document(plain.stdout)


@pytest.mark.parts
@pytest.mark.parametrize(
    ("games", "ways"),
    [
        ("40000", [("--jobs", "1", "--backend", "python"), ("--jobs", "2"), ("--jobs", "3", "--backend", "python")]),
        pytest.param(
            "60",
            [("--seat", "p1=search:100", "--jobs", jobs) for jobs in ("1", "2")],
            marks=pytest.mark.exhaustive,
        ),
    ],
)
def test_killed_three_times(folder: Path, games: str, ways: list[tuple[str, ...]]) -> None:
    every = [(*GAME, "--games", games, *way) for way in ways]
    expected = undisturbed(every[0])
    found = list(disturbed(every, Path("results.store"), Random(), 3, (0.5, 2.5)))
    assert found.count(None) == 3
    assert all(each == expected for each in found if each is not None)


@pytest.mark.parts
@pytest.mark.exhaustive
def test_what_things_are_worth_killed_three_times(folder: Path) -> None:
    """In other rounds each time; a margin does not change what games give."""
    every = [("impact", "market", "--seed", "3", "--within", "1.5", "--jobs", jobs) for jobs in ("1", "2")]
    expected = undisturbed(every[0])
    found = list(disturbed(every, Path("results.store"), Random(), 3, (0.5, 2.5)))
    assert found.count(None) == 3 and all(each == expected for each in found if each is not None)
    narrower = ("impact", "market", "--seed", "3", "--within", "1.2", "--games", "12000")
    assert undisturbed((*narrower, *STORE)) == undisturbed(narrower)


@pytest.mark.parts
def test_what_kind_of_game_it_is_killed_three_times(folder: Path) -> None:
    every = [("measure", "market", "--seed", "3", "--games", "4000", "--jobs", jobs) for jobs in ("1", "2")]
    expected = undisturbed(every[0])
    found = list(disturbed(every, Path("results.store"), Random(), 3, (0.5, 2.5)))
    assert found.count(None) == 3 and all(each == expected for each in found if each is not None)


@pytest.mark.parts
def test_more_games_go_on_with_those_that_are_there(cahier: Cahier) -> None:
    figures(cahier, "--games", "300", *STORE)
    done = cahier(*GAME, "--games", "700", *STORE, "--json", "-")
    assert "note: 300 of the games were in results.store already" in done.stderr
    assert document(done.stdout) == figures(cahier, "--games", "700")


@pytest.mark.parts
def test_fewer_games_are_what_a_run_of_so_many_gives(cahier: Cahier) -> None:
    """And those beyond them stay in the file."""
    figures(cahier, "--games", "700", *STORE)
    for words in (("--games", "150"), ("--games", "90", "--from", "200"), ("--games", "100", "--from", "650")):
        assert figures(cahier, *words, *STORE) == figures(cahier, *words)
    assert figures(cahier, "--games", "700", *STORE) == figures(cahier, "--games", "700")
    rows = sqlite3.connect("results.store").execute("SELECT first, count FROM chunks ORDER BY first").fetchall()
    assert all(first + count <= after for (first, count), (after, _) in pairwise(rows))


@pytest.mark.parts
def test_backend_and_jobs_may_differ(cahier: Cahier) -> None:
    ways = (("--backend", "python"), ("--backend", "native", "--jobs", "2"), ("--jobs", "1"))
    for number, way in enumerate(ways, 1):
        games = ("--games", str(number * 400))
        assert figures(cahier, *games, *way, *STORE) == figures(cahier, *games)


def test_a_run_that_is_all_there_is_not_played(cahier: Cahier) -> None:
    """Not even the machine code is made that would play it."""
    first = cahier(*GAME, "--games", "300", *STORE, "--json", "-")
    again = cahier(*GAME, "--games", "300", *STORE, "--json", "-", "--backend", "python")
    assert document(again.stdout) == document(first.stdout)
    (stored,) = sqlite3.connect("results.store").execute("SELECT sum(seconds) FROM chunks").fetchone()
    assert json.loads(again.stdout)["seconds"] >= stored > 0


def test_games_that_a_mistake_stops_are_kept_with_what_was_said(cahier: Cahier, folder: Path) -> None:
    tracks, rules = folder / "market" / "tracks.yaml", folder / "market" / "sequence.yaml"
    tracks.write_text(tracks.read_text().replace("title: Day,", "title: Day, past its ends: error,"))
    too_far = "        if tokens in Fruit > 1: raise day by 2\n        raise day"
    rules.write_text(rules.read_text().replace("        raise day", too_far))
    words = (*GAME, "--games", "120", "--json", "-")
    plain = cahier(*words)
    before = cahier(*GAME, "--games", "50", *STORE)
    again = cahier(*words, *STORE)
    assert plain.returncode == before.returncode == again.returncode == 2 and plain.stdout, plain.stderr
    assert document(again.stdout) == document(plain.stdout) and document(plain.stdout)["stopped"]
    assert [line for line in again.stderr.splitlines() if "market/" in line] == [
        line for line in plain.stderr.splitlines() if "market/" in line
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", "4"), "the seed is 3 there, 4 here"),
        (("--players", "3"), "the number of players is 2 there, 3 here"),
        (("--seat", "p1=search:5"), "who plays: p1 random, p2 random there, p1 search:5, p2 random here"),
        (("--variant", "rain"), "the variants are none there, rain here; the content of the rules is"),
    ],
)
def test_other_games_are_refused(cahier: Cahier, folder: Path, words: tuple[str, ...], said: str) -> None:
    variants = folder / "market" / "variants"
    variants.mkdir()
    (variants / "rain.yaml").write_text("id: rain\ntitle: Rain\nfor: market\n")
    cahier(*GAME, "--games", "5", *STORE)
    before = Path("results.store").read_bytes()
    done = cahier(*GAME, "--games", "5", *words, *STORE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("results.store: error: its results are of other games: ") and said in done.stderr
    assert Path("results.store").read_bytes() == before


def test_rules_that_were_changed_are_other_rules(cahier: Cahier, folder: Path) -> None:
    cahier(*GAME, "--games", "5", *STORE)
    rules = folder / "market" / "sequence.yaml"
    rules.write_text(rules.read_text() + "\n")
    done = cahier(*GAME, "--games", "5", *STORE)
    assert done.returncode == 2 and "the content of the rules is " in done.stderr


def test_a_copy_of_the_game_is_the_same_game(cahier: Cahier, folder: Path) -> None:
    cahier(*GAME, "--games", "50", *STORE)
    (folder / "market").rename(folder / "fair")
    done = cahier("playtest", str(folder / "fair"), "--seed", "3", "--games", "60", *STORE)
    assert done.returncode == 0 and "note: 50 of the games" in done.stderr
    assert str(folder).encode() not in Path("results.store").read_bytes()


def compared(cahier: Cahier, *words: str) -> dict[str, Any]:
    done = cahier("compare", "market", "fair", "--seed", "3", *words, "--json", "-")
    assert done.returncode in (0, 1), done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    for each in (found, *found["players"]):
        each.pop("seconds", None)
    return found


@pytest.mark.parts
def test_a_comparison_goes_on(cahier: Cahier, running: Start, folder: Path) -> None:
    shutil.copytree("market", "fair")
    rules = folder / "fair" / "sequence.yaml"
    rules.write_text(rules.read_text().replace("draw 1 card", "draw 2 cards"))
    by = ("--by", "search:3", "--games", "16")
    command = running("compare", "market", "fair", "--seed", "3", *by, "--games", "100000", *STORE)
    begun(command)
    command.end(signal.SIGKILL)
    assert compared(cahier, *by, *STORE) == compared(cahier, *by)
    assert compared(cahier, *by, *STORE, "--within", "25") == compared(cahier, *by, "--within", "25")
    done = cahier("compare", "market", "fair", "--seed", "3", "--by", "random", "--by", "search:10", *STORE)
    assert done.returncode == 2 and done.stderr.startswith("--store: error: a store holds the games of one --by")
    done = cahier("compare", "market", "fair", "--seed", "3", "--by", "search:0.1s", *STORE)
    assert done.returncode == 2 and "did you mean --seat p1=search:" in done.stderr
    assert "2 kinds of games there, 1 here" in cahier(*GAME, *STORE).stderr


def begun(command: Running, before: int = 0) -> None:
    """Wait until results were added to the store, which is done later than its opening.

    `before`: the time of the store's last change before the command was started.
    """
    end, opened = time.monotonic() + PATIENCE, 0
    while time.monotonic() < end:
        changed = last_change()
        opened = opened or (changed if changed > before else 0)
        if opened and changed >= opened + WRITE_INTERVAL * 0.9e9:
            time.sleep(0.05)  # for the rest of the transaction
            return
        assert command.status() is None, command.end()
        time.sleep(0.01)
    raise AssertionError("nothing is kept")


def last_change() -> int:
    """The time of the store's last change, in nanoseconds; 0 if there is none."""
    path = Path("results.store")
    return path.stat().st_mtime_ns if path.exists() else 0


ENDLESS = (*GAME, "--games", "1000000000", *STORE, "--jobs", "1", "--backend", "python")


@pytest.mark.parts
def test_two_runs_on_one_file(running: Start, cahier: Cahier) -> None:
    """The second is refused, until the first is gone, however it went."""
    command = running(*ENDLESS)
    begun(command)
    done = cahier(*GAME, "--games", "5", *STORE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("results.store: error: another run is at work on this file")
    command.end(signal.SIGKILL)
    assert cahier(*GAME, "--games", "5", *STORE).returncode == 0


@pytest.mark.parts
def test_a_store_that_is_deleted_ends_the_run_with_what_was_played(running: Start) -> None:
    command = running(*ENDLESS)
    begun(command)
    Path("results.store").unlink()
    status, output, told = command.end()
    assert status == 2 and " games of 1,000,000,000 finished" in output and not Path("results.store").exists()
    assert "results.store: error: this file of results was deleted or moved while the run wrote to it; " in told
    assert "games that were played are not kept\n" in told and "stopped: " not in told


@pytest.mark.parts
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_says_how_to_go_on(running: Start, cahier: Cahier, number: int) -> None:
    command = running(*ENDLESS, "--jobs", "2" if number == signal.SIGINT else "1", "--json", "-")
    begun(command)
    status, output, told = command.end(number)
    assert status == 128 + number
    finished = json.loads(output)["finished"]
    assert f"stopped: the {finished:,} games of 1,000,000,000 that were played are in results.store" in told
    (rows,) = sqlite3.connect("results.store").execute("SELECT sum(count) FROM chunks").fetchone()
    assert rows == finished and not Path("results.store-journal").exists()


@pytest.mark.parts
def test_a_player_that_thinks_for_a_time_is_refused_with_a_number(cahier: Cahier) -> None:
    for player in ("search:0.1s", "search", "search:0.1sx2"):
        done = cahier(*GAME, "--seat", f"p1={player}", *STORE)
        assert (done.returncode, done.stdout) == (2, "") and not Path("results.store").exists()
        found = re.search(r"about ([\d,]+) here\n    did you mean --seat p1=search:(\d+)(x2)?\?\n", done.stderr)
        assert found and found[1].replace(",", "") == found[2] and bool(found[3]) == player.endswith("x2")
        assert f"`{player}`, which thinks for a time" in done.stderr and int(found[2]) > 1


def test_records_are_no_part_of_a_store(cahier: Cahier) -> None:
    done = cahier(*GAME, *STORE, "--record", "games.jsonl")
    assert (done.returncode, done.stdout) == (2, "") and "--record and --store can't be combined" in done.stderr
    assert not Path("results.store").exists() and not Path("games.jsonl").exists()


def test_files_that_are_no_store(cahier: Cahier, folder: Path) -> None:
    for name in ("market/game.yaml", "market", "no/where", "/dev/full"):
        done = cahier(*GAME, "--games", "5", "--store", name)
        assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(f"{name}: error: ")
        assert "internal error" not in done.stderr
    assert cahier("check", "market").returncode == 0


def test_the_options_of_a_store_are_in_its_name_safe_for_terminals(cahier: Cahier, folder: Path) -> None:
    Path("x\x1b[31m.store").write_text("something else")
    done = cahier(*GAME, "--store", "x\x1b[31m.store")
    assert done.returncode == 2 and "\x1b" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("playtest", "--json"),
        ("playtest", "--record"),
        ("compare", "--variant", "stall_order=1", "--json"),
        ("impact", "--report"),
    ],
)
def test_two_answers_in_one_place_are_refused(cahier: Cahier, folder: Path, words: tuple[str, ...]) -> None:
    Path("results.store").write_text("mine")
    command, *options = words
    other = "--json" if options[-1] == "--record" else "--store"
    done = cahier(command, "market", *options, "./results.store", other, "results.store")
    assert (done.returncode, done.stdout) == (2, "") and "can't both be written here" in done.stderr
    assert Path("results.store").read_text() == "mine"
