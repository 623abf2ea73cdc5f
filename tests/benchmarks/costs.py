"""Other costs: copying and saving a match, starting the command, checking a game, compiling, and memory for many games.

    python tests/benchmarks/costs.py [GAME] [--runs 7] [--games 1000000]

Times of the command are whole processes of this Python, from start to exit. Cold: with an empty cache.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from interpreter import load
from interpreter.matches.match import Match
from interpreter.playtest.run.arms import MIN_NATIVE_GAMES

GAME = "red_flag_over_paris"
COPIES = 2000


def middle_game(name: str) -> Match:
    """A match of middle length at its middle, so that all its zones and tracks are in use."""
    game = load(name)
    whole = game.start(seed=1)
    pick = Random(1)
    while whole.decision is not None:
        whole.choose(pick.choice(whole.decision.options))
    match = game.start(seed=1)
    for key in whole.choices[: len(whole.choices) // 2]:
        match.choose(key)
    return match


def copy_microseconds(match: Match) -> float:
    start = time.perf_counter()
    for _ in range(COPIES):
        match.copy()
    return (time.perf_counter() - start) / COPIES * 1e6


def saved_bytes(match: Match) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "match.json")
        match.save(path)
        return path.stat().st_size


def process_milliseconds(arguments: list[str], cache: str) -> float:
    command = [sys.executable, "-m", "cli", *arguments]
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "XDG_CACHE_HOME": cache})
    return (time.perf_counter() - start) * 1000


def playtest(name: str, games: int, backend: str) -> list[str]:
    return ["playtest", name, "--games", str(games), "--backend", backend, "--jobs", "1"]


def peak_megabytes(arguments: list[str], cache: str) -> float:
    command = [sys.executable, "-m", "cli", *arguments]
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} ended with {status}")
    return usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def edited_milliseconds(arguments: list[str], cache: str) -> float:
    """As after an edit of a text: the tables of the grammar are kept, but nothing is known to be fine."""
    for file in Path(cache, "cahier").glob("*.checked"):
        file.unlink()
    return process_milliseconds(arguments, cache)


def main() -> None:
    parser = argparse.ArgumentParser(description="What copying, saving, starting and checking cost.")
    parser.add_argument("game", nargs="?", default=GAME, help=f"a game's name or folder ({GAME})")
    parser.add_argument("--runs", type=int, default=7, help="runs of each, of which the median counts (7)")
    parser.add_argument("--games", type=int, default=1_000_000, help="so many games for the memory (1000000)")
    options = parser.parse_args()
    runs = range(options.runs)

    match = middle_game(options.game)
    print(f"{'copy()':28}{statistics.median(copy_microseconds(match) for _ in runs):9.1f} µs")
    print(f"{'saved match, ' + str(len(match.choices)) + ' choices':28}{saved_bytes(match):9,d} bytes")
    with tempfile.TemporaryDirectory() as warm:
        help_, check = ["--help"], ["check", options.game]
        process_milliseconds(help_, warm)
        print(f"{'cahier --help':28}{statistics.median(process_milliseconds(help_, warm) for _ in runs):9.0f} ms")
        cold: list[float] = []
        for _ in runs:
            with tempfile.TemporaryDirectory() as empty:
                cold.append(process_milliseconds(check, empty))
        print(f"{'cahier check, cold':28}{statistics.median(cold):9.0f} ms")
        process_milliseconds(check, warm)
        edited = [edited_milliseconds(check, warm) for _ in runs]
        print(f"{'cahier check, after an edit':28}{statistics.median(edited):9.0f} ms")
        print(f"{'cahier check, warm':28}{statistics.median(process_milliseconds(check, warm) for _ in runs):9.0f} ms")
        for backend in ("python", "native"):
            few = playtest(options.game, MIN_NATIVE_GAMES, backend)
            cold = []
            for _ in runs:
                with tempfile.TemporaryDirectory() as empty:
                    cold.append(process_milliseconds(few, empty))
            process_milliseconds(few, warm)
            later = statistics.median(process_milliseconds(few, warm) for _ in runs)
            print(f"{f'{MIN_NATIVE_GAMES} games, {backend}, cold':28}{statistics.median(cold):9.0f} ms")
            print(f"{f'{MIN_NATIVE_GAMES} games, {backend}, warm':28}{later:9.0f} ms")
        for games in (MIN_NATIVE_GAMES, options.games):
            used = peak_megabytes(playtest(options.game, games, "native"), warm)
            print(f"{f'memory of {games:,} games':28}{used:9.0f} MB")


if __name__ == "__main__":
    main()
