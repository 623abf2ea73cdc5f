"""`--dask`: the workers of a real cluster, each a process, play what is played here, and lose and double nothing."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import COMMAND, PATIENCE, REPO, Running, environment
from tests.cli.killing import document

pytestmark = pytest.mark.parts

Start = Callable[..., Running]
WORKER = """
import sys
from distributed.cli.dask_worker import main
{before}
main(["{address}", "--no-nanny", "--nthreads", "1", "--no-dashboard"])
"""


class Cluster:
    """A scheduler, and workers that come and go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[str]] = []
        file = folder / "scheduler.json"
        self._start(
            "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)
        )
        while not (file.exists() and file.read_text().endswith("}")):
            time.sleep(0.1)
        self.address = json.loads(file.read_text())["address"]
        from distributed import Client

        self.client = Client(self.address, set_as_default=False)

    def _start(self, *words: str, **variables: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *words],
            cwd=self._folder,
            env=environment(**variables),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._processes.append(process)
        return process

    def worker(self, before: str = "", **variables: str) -> subprocess.Popen[str]:
        """Start one more; `before` is what it does first."""
        before_it = set(self.client.nthreads())
        process = self._start("-c", WORKER.format(address=self.address, before=before), **variables)
        self.wait(lambda: bool(set(self.client.nthreads()) - before_it))
        return process

    def wait(self, until: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end
            time.sleep(0.1)

    def is_idle(self) -> bool:
        return not any(self.client.processing().values())

    def close(self) -> None:
        self.client.close()
        for process in self._processes:
            process.kill()
            process.wait()


@pytest.fixture
def empty(folder: Path) -> Iterator[Cluster]:
    """A cluster without workers."""
    cluster = Cluster(folder)
    yield cluster
    cluster.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster with two workers, for all tests that leave it as it is."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    cluster.worker()
    cluster.worker()
    yield cluster
    cluster.close()


def command(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([*COMMAND, *words], env=environment(**variables), capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def result(*words: str) -> dict[str, Any]:
    done = command(*words, "--json", "-")
    assert done.returncode == 0, done.stderr
    return document(done.stdout)


GAME = ("playtest", "market", "--seed", "3")


@pytest.mark.parametrize(
    "words",
    [
        ("playtest", "market", "--games", "3000", "--players", "3"),
        ("playtest", "market", "--games", "3000", "--backend", "python", "--from", "70"),
        ("playtest", "market", "--games", "30", "--seat", "p1=search:20"),
        ("playtest", "red_flag_over_paris", "--games", "2000", "--variant", "solo_commune"),
        ("playtest", "vive_la_revolution", "--games", "20", "--players", "7"),
        ("impact", "market", "--games", "800", "--within", "9"),
        ("sweep", "market", "--vary", "tracks/day/start=1,2", "--games", "800"),
        ("measure", "market", "--games", "800", "--playouts", "2"),
    ],
)
def test_results_are_those_of_a_run_here(folder: Path, shared: Cluster, words: tuple[str, ...]) -> None:
    assert result(*words, "--dask", shared.address) == result(*words)


def test_records_are_those_of_a_run_here(folder: Path, shared: Cluster) -> None:
    Path("rain.yaml").write_text("id: rain\ntitle: Rain\nfor: market\n")
    words = (*GAME, "--games", "40", "--variant", "rain.yaml", "--record", "games.jsonl")
    command(*words)
    here = Path("games.jsonl").read_bytes()
    assert command(*words, "--dask", shared.address).returncode == 0
    assert Path("games.jsonl").read_bytes() == here


def test_mistakes_are_those_of_a_run_here(folder: Path, shared: Cluster) -> None:
    tracks, rules = folder / "market" / "tracks.yaml", folder / "market" / "sequence.yaml"
    tracks.write_text(tracks.read_text().replace("title: Day,", "title: Day, past its ends: error,"))
    too_far = "        if tokens in Fruit > 1: raise day by 2\n        raise day"
    rules.write_text(rules.read_text().replace("        raise day", too_far))
    words = (*GAME, "--games", "600", "--json", "-")
    here, there = command(*words), command(*words, "--dask", shared.address)
    assert here.returncode == there.returncode == 2 and "market/sequence.yaml" in here.stderr
    assert document(there.stdout) == document(here.stdout)
    assert [line for line in there.stderr.splitlines() if "sequence.yaml" in line] == [
        line for line in here.stderr.splitlines() if "sequence.yaml" in line
    ]


def test_a_comparison_is_that_of_a_run_here(folder: Path, shared: Cluster) -> None:
    variant = min(path.stem for path in (REPO / "rules" / "revolution" / "variants").glob("*.yaml"))
    words = ("compare", "revolution", "--variant", variant, "--games", "1500", "--json", "-")
    here, there = (json.loads(command(*words, *more).stdout) for more in ((), ("--dask", shared.address)))
    for found in (here, there):
        found.pop("seconds")
    assert {key: value for key, value in here.items() if key not in ("players", "backend", "games_per_second")} == {
        key: value for key, value in there.items() if key not in ("players", "backend", "games_per_second")
    }


def test_a_store_and_a_cluster(folder: Path, shared: Cluster) -> None:
    """Test that games played on the cluster are not played again locally."""
    store = ("--store", "results.store")
    assert result(*GAME, "--games", "700", *store, "--dask", shared.address) == result(*GAME, "--games", "700")
    done = command(*GAME, "--games", "900", *store, "--json", "-")
    assert "note: 700 of the games were in results.store already" in done.stderr
    assert document(done.stdout) == result(*GAME, "--games", "900")


@pytest.mark.parametrize("games", [("150000", "--backend", "python"), ("60", "--seat", "p1=search:200")])
def test_a_worker_that_is_killed_loses_and_doubles_nothing(
    running: Start, empty: Cluster, games: tuple[str, ...]
) -> None:
    workers = [empty.worker(), empty.worker()]
    asked = running(*GAME, "--games", *games, "--dask", empty.address, "--json", "-")
    empty.wait(lambda: not empty.is_idle())
    time.sleep(1)
    workers[0].kill()
    empty.worker()
    time.sleep(1)
    workers[1].kill()
    status, output, told = asked.end()
    assert status == 0, told
    assert document(output) == result(*GAME, "--games", *games)


ENDLESS = (*GAME, "--games", "1000000000", "--backend", "python")


def test_an_interruption_cancels_what_is_under_way(running: Start, empty: Cluster) -> None:
    empty.worker()
    asked = running(*ENDLESS, "--dask", empty.address, "--json", "-")
    empty.wait(lambda: not empty.is_idle())
    time.sleep(3)
    status, output, _ = asked.end(signal.SIGINT)
    assert status == 130 and json.loads(output)["finished"] > 0
    empty.wait(empty.is_idle)


def test_a_cluster_that_goes_away(running: Start, empty: Cluster) -> None:
    """Test that the results so far are reported and kept."""
    empty.worker()
    asked = running(*ENDLESS, "--dask", empty.address, "--json", "-", "--store", "results.store")
    empty.wait(lambda: not empty.is_idle())
    time.sleep(3)
    empty.close()
    status, output, told = asked.end()
    assert status == 2 and json.loads(output)["finished"] > 0
    assert f"{empty.address}: error: " in told and "are in results.store; the same command plays the others" in told


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "tcp://no.such.host.invalid:8786", "x://y:1", ""])
def test_a_cluster_that_is_not_there(folder: Path, address: str) -> None:
    done = command(*GAME, "--dask", address)
    assert (done.returncode, done.stdout) == (2, "")
    named = address or "''"
    assert done.stderr.startswith(f"{named}: error: the cluster can't be reached: ")
    assert done.stderr.count("\n") == 1


def refused(cluster: Cluster, *words: str) -> str:
    done = command(*GAME, *words, "--dask", cluster.address)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith(f"{cluster.address}: error: ")
    return done.stderr


def test_a_cluster_without_workers(empty: Cluster) -> None:
    assert "the cluster has no worker" in refused(empty)


def test_a_worker_of_another_version(empty: Cluster, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for folder in ("interpreter", "schemas"):
        shutil.copytree(REPO / folder, other / folder)
    formats = other / "interpreter" / "support" / "formats.py"
    formats.write_text(formats.read_text() + "# changed\n")
    empty.worker()
    empty.worker("sys.path.insert(0, sys.path[0])", PYTHONPATH=str(other))
    assert re.search(r"the worker \S+ has a different version of cahier", refused(empty))


def test_a_worker_without_cahier(empty: Cluster) -> None:
    empty.worker("sys.modules['interpreter'] = None")
    assert re.search(r"the worker \S+ can't play: install this version of cahier there \(", refused(empty))


def test_a_worker_without_wasmtime(empty: Cluster) -> None:
    """It plays in Python, unless machine code is asked for by name."""
    empty.worker("sys.modules['wasmtime'] = None")
    told = refused(empty, "--games", "600", "--backend", "native")
    assert re.search(r"the worker \S+ has no wasmtime.*\n    did you mean --backend python\?", told)
    done = command(*GAME, "--games", "600", "--dask", empty.address, "--json", "-")
    assert "note: 1 of 1 workers have no wasmtime, and play in Python" in done.stderr
    assert document(done.stdout) == result(*GAME, "--games", "600")


def test_who_thinks_for_a_time_is_refused(folder: Path, shared: Cluster) -> None:
    for words in ((*GAME,), ("compare", "market", "market")):
        done = command(*words, "--seat", "p1=search:0.2s", "--dask", shared.address)
        assert done.returncode == 2 and "did you mean --seat p1=search:" in done.stderr


def test_nothing_is_left_on_the_machine_of_a_worker(folder: Path, empty: Cluster, tmp_path: Path) -> None:
    place = tmp_path / "temporary"
    place.mkdir(mode=0o700)
    empty.worker(TMPDIR=str(place))
    assert result(*GAME, "--games", "20", "--dask", empty.address)["finished"] == 20
    assert not [name for name in os.listdir(place) if name.startswith("cahier")]
