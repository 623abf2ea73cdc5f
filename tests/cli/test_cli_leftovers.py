"""Temporary files of a run that was killed or hung up, and the report of them by the next run."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.lab.answer_output import MAX_NAMED
from interpreter.support.atomic_writes import AtomicFile, find_abandoned
from tests.cli.command import COMMAND, PATIENCE, Cahier, Running, environment
from tests.cli.test_cli_playtest import ENDLESS, begun, gone

Start = Callable[..., Running]
NOTE = "note: 1 unfinished recording is left by killed runs\n"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_was_killed_is_told_of_and_recovered(running: Start, cahier: Cahier, jobs: int) -> None:
    command = running(*ENDLESS, "--jobs", str(jobs))
    begun(command, workers=jobs if jobs > 1 else 0)
    command.end(signal.SIGKILL)
    assert gone(command)
    (part,) = Path().glob(".games.jsonl.*.part")
    before = part.read_bytes()
    again = cahier("playtest", "market", "--games", "1", "--record", "games.jsonl")
    assert again.returncode == 0 and again.stderr.count(NOTE) == 1
    assert part.read_bytes() == before and Path("games.jsonl").read_text().count("\n") == 1
    told = cahier("replay", "games.jsonl", "--rules", "market").stderr
    recover = shlex.split(told.partition("to keep one: ")[2].partition(";")[0])
    assert recover[:3] == ["mv", "-n", "--"]
    subprocess.run(recover, check=True)
    assert Path(recover[-1]).read_bytes() == before
    done = cahier("replay", recover[-1], "--rules", "market")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_run_that_goes_on_is_no_left_over(running: Start, cahier: Cahier) -> None:
    command = running(*ENDLESS, "--jobs", "1")
    begun(command, workers=0)
    words = ("playtest", "market", "--games", "1", "--record", "other.jsonl")
    assert NOTE not in cahier(*words).stderr
    command.end(signal.SIGKILL)
    assert NOTE in cahier(*words).stderr


@pytest.mark.parts
def test_a_hang_up_that_is_ignored(folder: Path) -> None:
    """As under nohup: the run goes on, and a later interruption ends it."""
    words = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *COMMAND, *ENDLESS, "--jobs", "1"]
    process = subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    try:
        for size in (0, -1):
            while not (parts := list(Path().glob(".games.jsonl.*.part"))) or parts[0].stat().st_size <= max(size, 0):
                assert process.poll() is None, process.communicate()
                time.sleep(0.05)
            process.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in told


def part(name: str, text: str = "{}\n") -> Path:
    path = Path(name)
    path.write_text(text)
    return path


def test_what_is_no_left_over(folder: Path) -> None:
    part(".games.jsonl.abcd1234.part", "")
    part("games.jsonl.abcd1234.part")
    part(".games.jsonl.abcd1234.part.txt")
    Path(".dir.abcd1234.part").mkdir()
    Path(".link.abcd1234.part").symlink_to("market/game.yaml")
    os.mkfifo(".pipe.abcd1234.part")
    assert find_abandoned("") == [] and find_abandoned("no/such") == []
    with AtomicFile("new.json") as file:
        file.write("{}\n")
        assert find_abandoned("") == []
    part(".games.jsonl.abcd1234.part")
    (found,) = find_abandoned(os.fspath(folder))
    assert found.recovery_path == os.fspath(folder / "games.abcd1234.jsonl") and found.size == 3


def test_names_are_quoted_and_made_harmless_and_not_without_end(cahier: Cahier, folder: Path) -> None:
    assert cahier("playtest", "market", "--games", "1", "--record", "one.jsonl").returncode == 0
    recorded = Path("one.jsonl").read_text()
    part(".a b\x1b[31m.jsonl.abcd1234.part", recorded)
    for number in range(MAX_NAMED + 3):
        part(f".games.jsonl.{number}.part", recorded)
    part(".found.json.abcd1234.part", '{\n  "format": "0.2"\n}\n')
    part(".games.csv.abcd1234.part", "game,winners\n")
    told = cahier("replay", "one.jsonl", "--rules", "market").stderr
    assert "\x1b" not in told and "'./" not in told and "'.a b" in told
    assert told.count(NOTE.replace("1 unfinished recording is", "9 unfinished recordings are")) == 1
    assert told.count("to keep one: ") == told.count("to delete it: ") == 1
    assert told.count(", ") >= MAX_NAMED and "and 4 more such files" in told
    for words in ((), ("--json", "found.json"), ("--csv", "tables")):
        assert "note: " not in cahier("playtest", "market", "--games", "1", *words).stderr


def test_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of what is asked of the system, as it is: what is written, its name, the folder."""
    asked: list[str] = []
    sync, rename = os.fsync, os.replace

    def noted_sync(handle: int) -> None:
        asked.append("folder" if Path(os.readlink(f"/proc/self/fd/{handle}")).is_dir() else "file")
        sync(handle)

    def noted_rename(old: str, new: str) -> None:
        asked.append("name")
        rename(old, new)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(os, "replace", noted_rename)
    with AtomicFile(tmp_path / "x") as file:
        file.write("x")
    assert asked == ["file", "name", "folder"] and (tmp_path / "x").read_text() == "x"
