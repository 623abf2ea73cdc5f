"""Gain from a second core: machine code on two processes and on two threads, compared with two copies of a busy loop.

    python tests/benchmarks/cores.py [GAME …] [--seconds 2] [--rounds 7]

The three are measured one after the other, round by round, each on one core and on two. The gain is the amount of work
done on two cores divided by that done on one in the same time, over all rounds. A share is a gain divided by that of
the busy loop. The benchmark needs a machine on which nothing else runs.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.engine.native_games import NativeGames, prepare_native
from interpreter.matches.match import Game
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from tests.loaded import REPO

SEED = 7
SAMPLE = 2_000


def busy(steps: int) -> None:
    number = 1
    for _ in range(steps):
        number = (number * 5 + 1) & 0xFFFF


def copies(make: Callable[..., Any], work: Callable[[int], None], amount: int) -> Callable[[int], None]:
    """So many copies of some work at once, as threads or processes."""

    def both(cores: int) -> None:
        started = [make(target=work, args=(amount,)) for _ in range(cores)]
        for each in started:
            each.start()
        for each in started:
            each.join()

    return both


def tallied(game: Game, games: int) -> None:
    """Games as a worker plays them."""
    tally = Tally()
    for batch in NativeGames(game, SEED).play(0, games):
        if not isinstance(batch, int):
            tally.add_batch(batch)


def timed(work: Callable[[int], object], cores: int) -> float:
    began = time.perf_counter()
    work(cores)
    return time.perf_counter() - began


def amount_for(work: Callable[[int], None], sample: int, seconds: float) -> int:
    """Return the amount of work that takes about `seconds` on one core."""
    work(sample)
    return int(sample * seconds / timed(work, sample))


def gains(game: Game, seconds: float, rounds: int) -> dict[str, float]:
    prepare_native(game)
    games = amount_for(lambda games: tallied(game, games), SAMPLE, seconds)
    fork = multiprocessing.get_context("fork")
    contenders: dict[str, Callable[[int], object]] = {
        "busy loop": copies(fork.Process, busy, amount_for(busy, SAMPLE * 100, seconds)),
        "threads": copies(threading.Thread, lambda games: tallied(game, games), games),
        "processes": lambda jobs: run_playtest(PlaytestPlan(game, SEED, games * jobs, jobs=jobs, backend="native")),
    }
    spent: dict[tuple[str, int], float] = defaultdict(float)
    for _ in range(rounds):
        for name, work in contenders.items():
            for cores in (1, 2):
                spent[name, cores] += timed(work, cores)
    return {name: 2 * spent[name, 1] / spent[name, 2] for name in contenders}


def main() -> None:
    parser = argparse.ArgumentParser(description="What a second core gains.")
    parser.add_argument("game", nargs="*", help="only these games")
    parser.add_argument("--seconds", type=float, default=2.0, help="about how long a run takes (2)")
    parser.add_argument("--rounds", type=int, default=7, help="runs of each (7)")
    options = parser.parse_args()
    names = options.game or sorted(path.parent.name for path in (REPO / "rules").glob("*/game.yaml"))
    print(f"{'gain by a second core':24}{'busy loop':>12}{'threads':>12}{'share':>8}{'processes':>12}{'share':>8}")
    for name in names:
        found = gains(load(name), options.seconds, options.rounds)
        loop = found.pop("busy loop")
        shares = "".join(f"{gain:12.2f}{gain / loop:8.2f}" for gain in found.values())
        print(f"{name:24}{loop:12.2f}{shares}", flush=True)


if __name__ == "__main__":
    main()
