"""Runs on a store, killed again and again at random moments: what comes out is what an undisturbed run gives.

    python tests/benchmarks/kills.py [--kills 50] [--seed S]

Each run may have another backend and another number of processes. One that comes to its end between two kills is
compared, too, and a new one is begun. Exit status 1 if any figure is not the same.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random, randrange

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.cli.killing import disturbed, undisturbed
from tests.loaded import REPO

PYTHON, NATIVE = ("--backend", "python"), ("--backend", "native")
RUNS: tuple[tuple[tuple[str, ...], list[tuple[str, ...]]], ...] = (
    (
        ("playtest", str(REPO / "tests/cli/market"), "--games", "80000"),
        [(*PYTHON, "--jobs", "2"), (*NATIVE, "--jobs", "1"), (*PYTHON, "--jobs", "1")],
    ),
    (
        ("playtest", "revolution", "--games", "200000"),
        [(*NATIVE, "--jobs", "2"), (*NATIVE, "--jobs", "1"), (*PYTHON, "--jobs", "2")],
    ),
    (
        ("playtest", "vive_la_revolution", "--games", "60", "--seat", "p1=search:40"),
        [("--jobs", jobs) for jobs in ("1", "2")],
    ),
    (("impact", "red_flag_over_paris", "--within", "1.5"), [("--jobs", jobs) for jobs in ("1", "2")]),
)
"""A command, and ways to carry it out."""
MOMENTS = (0.3, 6.0)
"""Seconds after its start at which a run is killed, from and to."""


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--kills", type=int, default=50)
    words.add_argument("--seed", type=int, default=randrange(1_000_000))
    asked = words.parse_args()
    random = Random(asked.seed)
    print(f"seed {asked.seed}")
    wrong = 0
    for number, (command, ways) in enumerate(RUNS):
        kills = asked.kills // len(RUNS) + (number < asked.kills % len(RUNS))
        every = [(*command, "--seed", "7", *way) for way in ways]
        expected = undisturbed(every[0])
        with tempfile.TemporaryDirectory() as folder:
            found = list(disturbed(every, Path(folder) / "results.store", random, kills, MOMENTS))
        ends = [each for each in found if each is not None]
        wrong += sum(each != expected for each in ends)
        told = f"{found.count(None)} kills, {len(ends)} runs to their end, all the same: {wrong == 0}"
        print(f"{command[0]} {Path(command[1]).name}: {told}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
