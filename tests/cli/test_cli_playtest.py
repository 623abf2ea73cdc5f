"""`cahier playtest` and `cahier replay`: equal results however they are made, interruptions, records."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import PATIENCE, Cahier, Running
from tests.cli.endless import make_endless

KEYS = {
    "format", "game", "folder", "variants", "players", "digest", "seed", "first_game", "games", "finished", "decisions",
    "seated",
    "seconds", "mean_winning_score", "seat_wins", "mean_score_leads", "score_leads", "last_positions",
    "decisions_per_second", "games_per_second", "outcomes", "reasons", "turns", "decisions_per_game", "mean_scores",
    "first_player", "turn_order", "offers", "pace", "cards", "stopped", "track_ends", "backend",
}  # fmt: skip
OF_TIME = ("seconds", "decisions_per_second", "games_per_second")

Start = Callable[..., Running]


def figures(cahier: Cahier, *words: str, **variables: str) -> dict[str, Any]:
    """The figures of a playtest, without those of time."""
    done = cahier("playtest", *words, "--json", "-", **variables)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert set(found) == KEYS
    return {key: value for key, value in found.items() if key not in OF_TIME}


def test_figures(cahier: Cahier) -> None:
    found = figures(cahier, "market", "--games", "200", "--seed", "5", "--players", "3")
    assert found["game"] == "market" and found["variants"] == [] and len(found["players"]) == 3
    assert (
        found["games"] == found["finished"] == sum(found["outcomes"].values()) == sum(found["reasons"].values()) == 200
    )
    assert set(found["turns"]) == set(found["decisions_per_game"]) == {"min", "median", "max"}
    assert sum(found["first_player"]["p1"].values()) == 200
    assert sum(found["cards"][card]["played"] for card in ("sun", "rain", "wind", "fog")) == 600
    assert any("+" in outcome for outcome in found["outcomes"])


def test_tracks_that_stop_at_their_ends_are_counted(cahier: Cahier, folder: Path) -> None:
    words = ("market", "--games", "10", "--players", "3")
    assert figures(cahier, *words)["track_ends"] == {}
    assert "at their ends" not in cahier("playtest", *words).stdout
    rules = folder / "market" / "sequence.yaml"
    rules.write_text(rules.read_text().replace("        raise day", "        raise day by 2"))
    for more in ((), ("--seat", "p1=search:2")):
        assert figures(cahier, *words, *more)["track_ends"] == {"day": {"high": 10}}
    assert (
        "\ntracks stopped at their ends\n       lowest  highest\n  Day       0       10\n"
        in cahier("playtest", *words).stdout
    )


def test_a_track_that_must_not_stop(cahier: Cahier, folder: Path) -> None:
    tracks, rules = folder / "market" / "tracks.yaml", folder / "market" / "sequence.yaml"
    tracks.write_text(tracks.read_text().replace("title: Day,", "title: Day, past its ends: error,"))
    rules.write_text(rules.read_text().replace("        raise day", "        raise day by 2"))
    done = cahier("playtest", "market", "--games", "3", "--jobs", "1")
    line = 1 + rules.read_text().split("\n").index("        raise day by 2")
    assert f"market/sequence.yaml:{line}" in done.stdout + done.stderr
    assert "`day` would go past its end, and is not to: it goes from 1 to 3" in done.stdout + done.stderr


@pytest.mark.parts
@pytest.mark.parametrize("game", ["market", pytest.param("red_flag_over_paris", marks=pytest.mark.parts)])
def test_results_do_not_depend_on_processes_or_hashing(cahier: Cahier, game: str) -> None:
    words = (game, "--games", "60", "--seed", "3", "--record", "games.jsonl")
    alone, recorded = figures(cahier, *words, "--jobs", "1", PYTHONHASHSEED="1"), Path("games.jsonl").read_bytes()
    for jobs, hashing in (("2", "2"), ("3", "random")):
        assert figures(cahier, *words, "--jobs", jobs, PYTHONHASHSEED=hashing) == alone
        assert Path("games.jsonl").read_bytes() == recorded
    assert recorded.count(b"\n") == 60


def test_a_game_does_not_depend_on_those_before_it(cahier: Cahier) -> None:
    cahier("playtest", "market", "--games", "40", "--seed", "3", "--record", "all.jsonl")
    cahier("playtest", "market", "--games", "2", "--from", "37", "--seed", "3", "--record", "some.jsonl")
    assert Path("some.jsonl").read_text().splitlines() == Path("all.jsonl").read_text().splitlines()[37:39]


def test_the_summary_says_how_to_see_a_game_again(cahier: Cahier) -> None:
    done = cahier("playtest", "market", "--games", "20", "--seed", "9", "--players", "3")
    told = done.stdout
    assert (done.returncode, done.stderr) == (0, "")
    for part in ("20 games of 20 finished", "won by", "mean score", "won by place in turn order", "cards by use"):
        assert part in told
    first, second = told.splitlines()[-1].replace("--from I", "--from 7").split(" && ")
    assert cahier(*first.split()[1:]).returncode == 0
    replayed = cahier(*second.split()[1:])
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert replayed.stdout.startswith("market, seed 9, game 7: ") and replayed.stdout.endswith("as recorded\n")


def test_json_has_standard_output_for_itself(cahier: Cahier) -> None:
    done = cahier("playtest", "market", "--games", "3", "--json", "-")
    assert json.loads(done.stdout)["folder"] == "market"
    assert done.stderr.startswith("market: 3 games of 3 finished")


def test_a_record_of_a_folder_says_at_once_that_it_needs_it(cahier: Cahier) -> None:
    cahier("playtest", "market", "--games", "1", "--record", "games.jsonl")
    done = cahier("replay", "games.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert "played with the rules in `market`;" in done.stderr
    assert "did you mean cahier replay games.jsonl --rules market?" in done.stderr
    assert cahier("replay", "games.jsonl", "--rules", "market").returncode == 0


def test_no_record_tells_where_files_lie(cahier: Cahier, folder: Path) -> None:
    """Neither the game's, nor those of variants; `replay` says what to name, and takes it."""
    rain = folder / "elsewhere" / "rain.yaml"
    rain.parent.mkdir()
    rain.write_text("id: rain\ntitle: Rain\nfor: market\n")
    where = ("--variant", str(rain))
    cahier("playtest", str(folder / "market"), *where, "--games", "1", "--record", "games.jsonl")
    text = (folder / "games.jsonl").read_text()
    assert str(folder) not in text and "elsewhere" not in text
    record = json.loads(text)
    assert (record["folder"], record["variants"]) == ("market", ["rain.yaml"])
    said = cahier("replay", "games.jsonl").stderr
    assert "with the rules in `market` and the variant `rain.yaml`" in said
    done = cahier("replay", "games.jsonl", "--rules", "market", *where)
    assert done.returncode == 0 and done.stdout.endswith("as recorded\n"), done.stderr


def test_a_copied_game_goes_by_its_folder(cahier: Cahier, folder: Path) -> None:
    shutil.copytree("market", "my market")
    done = cahier("playtest", "my market", "--games", "2", "--players", "2")
    assert done.stdout.startswith("my market: 2 games of 2 finished") and "--rules 'my market'" in done.stdout
    assert cahier("check", "my market").stdout.startswith("my market: ")
    assert "(see: cahier show 'my market' sources)" in cahier("show", "my market").stdout


def test_files_are_replaced_when_they_are_whole(cahier: Cahier, folder: Path) -> None:
    for name in ("figures.json", "games.jsonl"):
        (folder / name).write_text("before")
    (folder / "link.json").symlink_to("figures.json")
    cahier("playtest", "market", "--games", "3", "--json", "link.json", "--record", "games.jsonl")
    assert json.loads((folder / "figures.json").read_text())["games"] == 3
    assert (folder / "link.json").is_symlink()
    assert (folder / "games.jsonl").read_text().count("\n") == 3
    assert not list(folder.glob(".*"))


def test_where_nothing_can_be_written_nothing_is_played(cahier: Cahier) -> None:
    began = time.monotonic()
    done = cahier("playtest", "market", "--games", "100000000", "--record", "games.jsonl", "--json", "nowhere/x.json")
    assert done.returncode == 2 and "nowhere/x.json: error: cannot be written" in done.stderr
    assert time.monotonic() - began < 20
    assert not Path("games.jsonl").exists()


def test_a_disk_that_runs_full(cahier: Cahier) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    for option in ("--record", "--json"):
        done = cahier("playtest", "market", "--games", "3", option, "/dev/full")
        assert done.returncode == 2 and "No space left on device" in done.stderr


def begun(command: Running, workers: int) -> None:
    """Wait until the games have begun to be recorded."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        parts = list(Path().glob(".games.jsonl.*.part"))
        if parts and parts[0].stat().st_size and len(command.workers()) == workers:
            return
        assert command.status() is None, command.end()
        time.sleep(0.05)
    raise AssertionError("the games do not begin")


GAMES = ("playtest", "market", "--games", "1000000000", "--seed", "3", "--record", "games.jsonl", "--json", "-")
ENDLESS = (*GAMES, "--backend", "python")
"""Their first results come sooner than machine code is made."""


@pytest.mark.parametrize(
    ("number", "status", "jobs", "words"),
    [
        (signal.SIGINT, 130, 1, ENDLESS),
        pytest.param(signal.SIGINT, 130, 2, GAMES, marks=pytest.mark.parts),
        (signal.SIGTERM, 143, 2, ENDLESS),
        (signal.SIGHUP, 129, 1, ENDLESS),
    ],
)
def test_an_interruption_keeps_what_is_finished(
    running: Start, number: int, status: int, jobs: int, words: tuple[str, ...]
) -> None:
    command = running(*words, "--jobs", str(jobs))
    begun(command, workers=jobs if jobs > 1 else 0)
    ended, output, told = command.end(number)
    assert ended == status
    finished = json.loads(output)["finished"]
    assert 0 < finished < 1000000000
    assert f"{finished:,} games of 1,000,000,000 finished" in told
    assert f"stopped: the {finished:,} games of 1,000,000,000 that were finished are in games.jsonl\n" in told
    lines = Path("games.jsonl").read_text().splitlines()
    assert len(lines) == finished and all(json.loads(line)["outcome"] for line in lines)
    assert command.family() == [] and not list(Path().glob(".games*"))


def test_a_key_pressed_reaches_the_workers_too(running: Start) -> None:
    command = running(*ENDLESS, "--jobs", "2")
    begun(command, workers=2)
    for pid in command.workers():
        os.kill(pid, signal.SIGINT)
    assert command.end(signal.SIGINT)[0] == 130


@pytest.mark.parts
def test_a_worker_that_is_killed_is_replaced_by_others(running: Start, cahier: Cahier) -> None:
    words = ("playtest", "market", "--games", "8000", "--seed", "3", "--record", "games.jsonl", "--json", "-")
    command = running(*words, "--jobs", "2")
    begun(command, workers=2)
    os.kill(command.workers()[0], signal.SIGKILL)
    status, output, told = command.end()
    assert status == 0 and "1 worker process was killed" in told
    assert json.loads(output)["finished"] == 8000
    lines = Path("games.jsonl").read_text().splitlines()
    assert [json.loads(line)["index"] for line in lines] == list(range(8000))


def test_all_workers_killed(running: Start) -> None:
    command = running(*ENDLESS, "--jobs", "2")
    begun(command, workers=2)
    for pid in command.workers():
        os.kill(pid, signal.SIGKILL)
    status, output, told = command.end()
    assert status == 2 and "worker processes were ended from outside" in told
    assert json.loads(output)["finished"] == Path("games.jsonl").read_text().count("\n") > 0


def gone(command: Running) -> bool:
    """True if all workers end by themselves before long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not command.workers():
            return True
        time.sleep(0.05)
    return False


def test_no_orphans(running: Start) -> None:
    command = running(*ENDLESS, "--jobs", "2")
    begun(command, workers=2)
    command.end(signal.SIGKILL)
    assert gone(command)


# -- games that take long, as those with a search


SLOW = ("playtest", "market", "--games", "4", "--seat", "p1=search:9999999", "--jobs")


def under_way(running: Start, jobs: int) -> Running:
    """A playtest in the middle of its first games."""
    command = running(*SLOW, str(jobs))
    processes = jobs + 1 if jobs > 1 else 1
    while len(command.family()) < processes or not all(map(busy, command.workers() or command.family())):
        time.sleep(0.05)
    return command


def busy(pid: int) -> bool:
    """True if a process has used a fifth of a second of processor time."""
    ticks = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])
    return ticks >= os.sysconf("SC_CLK_TCK") / 5


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.parts)])
def test_a_long_game_is_interrupted_at_once(running: Start, jobs: int) -> None:
    command = under_way(running, jobs)
    began = time.monotonic()
    assert command.end(signal.SIGINT)[0] == 130
    assert time.monotonic() - began < 10
    assert command.family() == []


def test_no_orphans_in_the_middle_of_a_long_game(running: Start) -> None:
    command = under_way(running, 2)
    command.end(signal.SIGKILL)
    assert gone(command)


@pytest.mark.parts
def test_all_workers_killed_in_the_middle_of_a_long_game(running: Start) -> None:
    command = under_way(running, 2)
    for pid in command.workers():
        os.kill(pid, signal.SIGKILL)
    status, _, told = command.end()
    assert status == 2 and "worker processes were ended from outside" in told


def test_an_endless_effect_is_named(cahier: Cahier, folder: Path) -> None:
    sequence = folder / "market" / "sequence.yaml"
    text = sequence.read_text().replace(
        "      shuffle deck\n", "      while day < 3:\n        raise day\n        lower day\n"
    )
    sequence.write_text(text)
    done = cahier("playtest", "market", "--games", "1", "--json", "-")
    assert done.returncode == 2, done.stderr
    assert re.search(r"market/sequence.yaml:\d+:\d+: error: ", done.stderr) and "in game 0" in done.stderr
    assert json.loads(done.stdout)["finished"] == 0


def test_a_game_without_end_is_given_up(cahier: Cahier, folder: Path) -> None:
    make_endless(folder / "market")
    done = cahier("playtest", "market", "--games", "2", "--record", "games.jsonl")
    assert done.returncode == 2 and "2 of the games were not over" in done.stderr, done.stderr
    assert re.search(r"market/sequence.yaml:\d+:7: error: in `play the market`: this goes on without end", done.stderr)
    assert "0 games of 2 finished" in done.stdout and Path("games.jsonl").read_text() == ""


# -- replay


@pytest.fixture
def record(cahier: Cahier) -> dict[str, Any]:
    """The first game of games.jsonl, which has three."""
    cahier("playtest", "market", "--games", "3", "--seed", "4", "--players", "3", "--record", "games.jsonl")
    found: dict[str, Any] = json.loads(Path("games.jsonl").read_text().splitlines()[0])
    return found


def replay_changed(cahier: Cahier, record: dict[str, Any], **changes: Any) -> tuple[int, str]:
    Path("changed.jsonl").write_text(json.dumps(record | changes) + "\n")
    done = cahier("replay", "changed.jsonl", "--rules", "market")
    return done.returncode, done.stderr


def test_replay(cahier: Cahier, record: dict[str, Any]) -> None:
    for game in ("0", "2"):
        done = cahier("replay", "games.jsonl", "--rules", "market", "--game", game)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"seed 4, game {game}: " in done.stdout and "   1. Player" in done.stdout
    done = cahier("replay", "games.jsonl", "--rules", "market", "--game", "7")
    assert (done.returncode, "it has 3 games, 0 to 2" in done.stderr) == (2, True)
    Path("market").rename("elsewhere")
    assert cahier("replay", "games.jsonl").returncode == 2
    assert cahier("replay", "games.jsonl", "--rules", "elsewhere").returncode == 0


def test_a_replay_that_differs(cahier: Cahier, record: dict[str, Any]) -> None:
    choices, outcome = record["choices"], record["outcome"]
    for changes, said in (
        ({"choices": ["nonsense", *choices[1:]]}, "decision 1: `nonsense` is not on offer"),
        ({"choices": choices[:-1]}, f"after {len(choices) - 1} decisions the game is not over"),
        ({"choices": [*choices, "stop"]}, f"decision {len(choices) + 1}: "),
        ({"outcome": outcome | {"reason": "rain"}}, "reason: rain in the record, fruit now"),
        ({"outcome": outcome | {"scores": {}}}, "scores: none in the record, "),
        ({"outcome": outcome | {"winners": ["p1", "p2"]}}, "winners: p1, p2 in the record, "),
        ({"outcome": outcome | {"scores": dict.fromkeys(map(str, range(1000)), 0)}}, "5 0, 6 0, 7 0"),
    ):
        status, told = replay_changed(cahier, record, **changes)
        assert status == 1 and "changed.jsonl:1:1: the replay differs: " in told and said in told, told


def test_rules_that_have_changed_since(cahier: Cahier, record: dict[str, Any]) -> None:
    status, told = replay_changed(cahier, record, digest="0" * 64)
    assert status == 0 and "the rules have changed" in told


@pytest.mark.parts
@pytest.mark.parametrize(
    "changes",
    [
        {"game": "../market"},
        {"game": "\x1b[31m"},
        {"game": 5},
        {"players": 99},
        {"players": True},
        {"seed": -1},
        {"seed": "4"},
        {"index": None},
        {"choices": "fish"},
        {"choices": [1]},
        {"variants": ["night"]},
        {"outcome": None},
        {"outcome": {"winners": [], "reason": "x", "scores": {"p1": "many"}}},
        {"outcome": {"winners": "p1", "reason": "x", "scores": {}}},
    ],
)
def test_forged_records(cahier: Cahier, record: dict[str, Any], changes: dict[str, Any]) -> None:
    status, told = replay_changed(cahier, record, **changes)
    assert status == 2 and "internal error" not in told and "\x1b" not in told


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]\n", b"null\n", b"\xff\xfe\n", b"[" * 100000 + b"\n", b"1" * 5000 + b"\n", b"0" * (17 << 20)],
)
def test_files_that_are_no_records(cahier: Cahier, folder: Path, content: bytes) -> None:
    (folder / "x.jsonl").write_bytes(content)
    done = cahier("replay", "x.jsonl")
    assert done.returncode == 2 and done.stderr.startswith("x.jsonl") and "internal error" not in done.stderr


def test_a_record_cut_short(cahier: Cahier, record: dict[str, Any]) -> None:
    whole = Path("games.jsonl").read_bytes()
    Path("games.jsonl").write_bytes(whole[:-20])
    assert cahier("replay", "games.jsonl", "--rules", "market").returncode == 0
    assert cahier("replay", "games.jsonl", "--rules", "market", "--game", "2").returncode == 2


def test_a_pipe_is_no_record(cahier: Cahier, folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert cahier("replay", "pipe").returncode == 2


@pytest.mark.parts
def test_where_no_game_would_end_the_others_are_not_tried(cahier: Cahier, folder: Path) -> None:
    rules = folder / "market" / "sequence.yaml"
    rules.write_text(rules.read_text().replace("        raise day\n", "        while day < 9: raise day\n"))
    done = cahier("playtest", "market", "--games", "200", "--seed", "1", "--jobs", "1", "--json", "-")
    data = json.loads(done.stdout)
    assert done.returncode == 2 and "the same rule never ended" in done.stderr, done.stderr
    assert (data["games"], data["finished"], [rule["games"] for rule in data["stopped"]]) == (200, 0, [8])
