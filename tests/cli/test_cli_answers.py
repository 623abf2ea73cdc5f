"""Output files: a file that can't be written costs nothing else, and conflicting paths are rejected."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.support.atomic_writes import AtomicFolder
from interpreter.support.errors import SaveError
from tests.cli.command import COMMAND, PATIENCE, Cahier, Running, environment

COMMANDS = {
    "playtest": ("playtest", "market", "--games", "60"),
    "compare": ("compare", "market", "--variant", "tracks/day/start=2", "--games", "60"),
    "impact": ("impact", "market", "--games", "60", "--within", "9"),
    "sweep": ("sweep", "market", "--vary", "tracks/day/start=1,2", "--games", "60"),
    "measure": ("measure", "market", "--games", "20", "--playouts", "2"),
    "tune": ("tune", "market", "--vary", "tracks/day/start=1,2", "--aim", "p1=50", "--by", "search:1", "--games", "60"),
}


def small_files(*words: str, most_bytes: int) -> subprocess.CompletedProcess[str]:
    """The command where no file can grow larger than that, as on a disk that is full."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    command = [*COMMAND, *words]
    variables = environment(PYTHONDONTWRITEBYTECODE="1")  # no bytecode is cut short, which nobody could read later
    return subprocess.run(command, env=variables, capture_output=True, encoding="utf-8", preexec_fn=limit)


def wait_for(there: Callable[[], object], command: Running) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end and command.status() is None, command.end()
        time.sleep(0.005)


@pytest.mark.parts
@pytest.mark.parametrize("command", COMMANDS)
def test_tables_that_cant_be_written_cost_nothing_else(
    running: Callable[..., Running], folder: Path, command: str
) -> None:
    """Test a path that somebody else has taken since it was checked."""
    places = ("--json", "answer.json", "--csv", "tables")
    long = ("--games", "6000", "--backend", "python") if command == "playtest" else ()
    process = running(*COMMANDS[command], *places, "--jobs", "1", *long)
    wait_for(lambda: list(folder.glob(".tables.*.part")), process)
    (folder / "tables").mkdir()
    (folder / "tables" / "notes.txt").write_text("mine")
    status, output, messages = process.end()
    assert status == 2 and "tables: error: there are files in it, and nothing is overwritten" in messages
    assert json.loads((folder / "answer.json").read_text("utf-8"))["format"] and " games" in output
    assert [path.name for path in (folder / "tables").iterdir()] == ["notes.txt"] and not list(folder.glob(".*.part"))


@pytest.mark.parametrize("option", ["--record", "--csv", "--report", "--store", "--shrink"])
def test_only_the_document_goes_to_standard_output(cahier: Cahier, folder: Path, option: str) -> None:
    done = cahier("playtest", "market", "--games", "1", option, "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{option} -: error: only --json writes to standard output; give a path (`./-` ")
    assert sorted(path.name for path in folder.iterdir()) == ["cache", "market"]


def test_a_document_that_cant_be_written_costs_nothing_else(cahier: Cahier) -> None:
    done = cahier(
        "compare", "market", "--variant", "tracks/day/start=2", "--games", "20", "--json", "/dev/full", "--csv", "t"
    )
    assert done.returncode == 2 and "/dev/full: error: cannot be written: No space left on device" in done.stderr
    assert "after 20 games a side" in done.stdout and Path("t/wins.csv").exists()


@pytest.mark.parts
def test_a_disk_that_is_full_in_the_middle_of_play_costs_no_games(cahier: Cahier, folder: Path) -> None:
    words = ("playtest", "market", "--games", "600", "--record", "games.jsonl", "--csv", "tables", "--jobs", "1")
    done = small_files(*words, "--json", "-", most_bytes=8192)
    assert done.returncode == 2 and json.loads(done.stdout)["finished"] == 600
    assert "games.jsonl: error: cannot be written: File too large" in done.stderr
    assert "tables/games.csv: error: cannot be written: File too large" in done.stderr
    assert "market: 600 games of 600 finished" in done.stderr
    lines = Path("games.jsonl").read_text("utf-8").splitlines()
    assert 0 < len(lines) < 600 and [json.loads(line)["index"] for line in lines] == list(range(len(lines)))
    assert not Path("tables").exists()


@pytest.mark.parametrize("option", ["--json", "--report", "--store", "--record", "--shrink"])
def test_nothing_else_goes_into_the_folder_of_the_tables(cahier: Cahier, folder: Path, option: str) -> None:
    Path("empty").mkdir()
    for place, file in (("new", "./empty/../new/x"), (f"{folder}/market/../empty", "empty/x")):
        done = cahier("playtest", "market", "--games", "3", "--csv", place, option, file)
        assert (done.returncode, done.stdout) == (2, "")
        assert (
            f"error: {option} can't be written into the folder of --csv, which may contain only its tables"
            in done.stderr
        )
    assert not Path("new").exists() and not list(Path("empty").iterdir())
    done = cahier("playtest", "market", "--games", "3", "--csv", "new", option, "new/")
    assert done.returncode == 2 and f"--csv and {option} can't both be written here" in done.stderr


def test_the_folder_that_one_is_in_is_not_replaced(
    cahier: Cahier, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "here").mkdir()
    monkeypatch.chdir(folder / "here")
    for name in (".", "../here", f"{folder}/here"):
        done = cahier("playtest", "../market", "--games", "3", "--csv", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"{name}: error: this is the folder that you are in, which can't be replaced; name a folder that is empty, "
            "or not there yet\n"
        )
    assert Path.cwd() == folder / "here"
    assert cahier("playtest", "../market", "--games", "3", "--csv", "t").returncode == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_a_killed_run_leaves_is_gone_after_the_next(
    running: Callable[..., Running], cahier: Cahier, jobs: str
) -> None:
    places = ("--csv", "tables", "--json", "answer.json")
    command = running("playtest", "market", "--games", "100000000", *places, "--jobs", jobs)
    wait_for(lambda: any(path.stat().st_size for path in Path().glob(".tables.*.part/.games.csv.*.part")), command)
    parts = list(Path().glob(".tables.*.part/.games.csv.*.part"))
    other = cahier("playtest", "market", "--games", "3", *places)
    assert other.returncode == 0 and parts[0].exists(), "the first one is still at it"
    command.end(signal.SIGKILL)
    while command.family():
        time.sleep(0.05)
    assert len(list(Path().glob(".*.part"))) == 2
    assert cahier("playtest", "market", "--games", "3", "--csv", "tables", "--json", "answer.json").returncode == 2
    Path("tables").rename("before")
    assert cahier("playtest", "market", "--games", "3", *places).returncode == 0
    assert not list(Path().glob(".*.part")) and Path("tables/games.csv").exists()


def test_only_what_tables_leave_is_taken_away(tmp_path: Path) -> None:
    mine = [tmp_path / name for name in (".t.abcd1234.part", ".other.abcd1234.part", "t.abcd1234.part")]
    for each in mine:
        each.mkdir()
        (each / "notes.txt").write_text("mine")
    left = tmp_path / ".t.abcd5678.part"
    left.mkdir()
    (left / "wins.csv").write_text("a,b\n")
    (left / ".games.csv.x.part").write_text("a,b\n")
    with AtomicFolder(str(tmp_path / "t")) as one, one.create_file("a.csv") as file:
        assert not left.exists()
        with pytest.raises(SaveError, match="there are files in it"), AtomicFolder(str(tmp_path / "t")) as two:
            with two.create_file("b.csv") as other:
                other.write("b\n")
            file.write("a\n")
            file.__exit__(None, None, None)
            one.__exit__(None, None, None)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*(each.name for each in mine), "t"])
    assert [path.name for path in (tmp_path / "t").iterdir()] == ["a.csv"]
