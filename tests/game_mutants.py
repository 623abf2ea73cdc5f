"""Mutation test of tests/games: break a game in one place at a time, and run the tests that read it.

    python tests/game_mutants.py [GAME …] [--kinds KIND …] [--sample N] [--jobs 2] [--seconds 60] [--parts]

Mutants are those of `mutants.py`. Each process has a copy of this checkout, with all modules imported; a fork of it
runs the tests of one mutant, the quickest first, until one fails. A mutant whose tests need more than `--seconds` of
processor time is noticed. Survivors are listed with file and line.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue

from tests.mutants import NO_RULEBOOK, NOTICED, SURVIVED, Mutant, mutants_of, print_row

REPO = Path(__file__).parents[1]
COPIED = ("cli", "interpreter", "rules", "schemas", "tests", "pyproject.toml", "README.md")
IGNORED = shutil.ignore_patterns("__pycache__", ".*_cache")
GAMES = Path("tests", "games")
SCENARIOS = "tests/test_scenarios.py"
MOST_SECONDS = 300
"""Processor time of a test that may read a game."""
BROKEN = 99
"""Exit status of a fork in which the game doesn't load."""


class TestServer:
    """A process with a copy of the checkout, which runs tests in forks of itself."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        for name in COPIED:
            source = REPO / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=IGNORED)
            else:
                shutil.copy(source, folder / name)
        variables = {**os.environ, "PYTHONPATH": str(folder)}
        command = [sys.executable, str(folder / "tests" / Path(__file__).name), "--serve"]
        self._process = subprocess.Popen(
            command, cwd=folder, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *request: object) -> int:
        """Send a request to the process and return its answer; see `serve`."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def verdict(self, game: str, mutant: Mutant, tests: list[str], seconds: int) -> str:
        """Break the game, and return whether its tests notice."""
        path = self.root / GAMES / game / mutant.file
        whole = path.read_text(encoding="utf-8")
        path.write_text(mutant.applied(whole), encoding="utf-8")
        try:
            status = self.ask("run", game, tests, seconds)
        finally:
            path.write_text(whole, encoding="utf-8")
        return SURVIVED if status == 0 else NO_RULEBOOK if status == BROKEN else NOTICED


# -- the process


def serve() -> None:
    """Answer requests: `run GAME TESTS SECONDS` with the exit status of the tests, `reads GAME TEST` with 1 or 0."""
    import_module("tests.games.test_games")  # most of what tests need

    for line in sys.stdin:
        match json.loads(line):
            case ["run", game, tests, seconds]:
                answer = in_fork(lambda: run_tests(game, tests), seconds)
            case ["reads", game, test]:
                answer = in_fork(lambda: reads(game, test), MOST_SECONDS)
        print(answer, flush=True)


def in_fork(work: Callable[[], int], seconds: int) -> int:
    """Do some work in a fork and return its exit status; that of a signal if it takes too much processor time."""
    child = os.fork()
    if not child:
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(null, descriptor)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os._exit(work())
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def run_tests(game: str, tests: list[str]) -> int:
    import pytest

    from interpreter import load
    from interpreter.support.errors import RulebookError

    try:
        load(GAMES / game)
    except RulebookError:
        return BROKEN
    return int(pytest.main(["-x", "-n", "0", "-p", "no:cacheprovider", "-m", "parts or not parts", *tests]))


def reads(game: str, test: str) -> int:
    """Run a test and return 1 if it opens a file of the game."""
    import pytest

    opened: list[str] = []
    sys.addaudithook(lambda event, about: opened.append(str(about[0])) if event == "open" else None)
    pytest.main(["-n", "0", "-p", "no:cacheprovider", "-m", "parts or not parts", test])
    return int(any(f"/{GAMES}/{game}/" in path for path in opened))


# -- the command


def tests_of(game: str, server: TestServer, with_parts: bool) -> list[str]:
    """Return the tests of tests/games that read a game, and those of its scenarios, the quickest first."""
    files = [path for path in sorted((REPO / GAMES).glob("test_*.py")) if f'"{game}"' in path.read_text("utf-8")]
    marker = "parts or not parts" if with_parts else "not parts"
    words = ["-m", "pytest", "--collect-only", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", marker]
    listed = subprocess.run(
        [sys.executable, *words, "-o", "addopts=", SCENARIOS, *map(str, files)],
        cwd=REPO,
        capture_output=True,
        text=True,
    )
    found: list[tuple[float, str]] = []
    others = [path.parent.name for path in (REPO / GAMES).glob("*/game.yaml") if path.parent.name != game]
    for test in (line for line in listed.stdout.splitlines() if "::" in line):
        case = test.partition("[")[2]
        if SCENARIOS in test and not case.startswith(f"{GAMES}/{game}-"):
            continue
        if game not in case and any(other in case for other in others):
            continue
        start = time.monotonic()
        if server.ask("reads", game, test) == 1:
            found.append((time.monotonic() - start, test))
    if not found:
        raise SystemExit(f"no test reads {game}")
    return [test for _, test in sorted(found)]


@contextmanager
def servers(number: int) -> Iterator[list[TestServer]]:
    with tempfile.TemporaryDirectory() as folder:
        made = [TestServer(Path(folder, str(at))) for at in range(number)]
        try:
            yield made
        finally:
            for server in made:
                server.close()


def try_game(game: str, free: SimpleQueue[TestServer], options: argparse.Namespace) -> None:
    """Try the mutants of a game, and print the survivors and how many there are."""
    server = free.get()
    folder = server.root / GAMES / game
    mutants = [mutant for mutant in mutants_of(folder) if options.kinds is None or mutant.kind in options.kinds]
    texts = {mutant.file: (folder / mutant.file).read_text(encoding="utf-8") for mutant in mutants}
    if options.sample is not None:
        mutants = random.Random(0).sample(mutants, min(options.sample, len(mutants)))
        mutants.sort(key=lambda mutant: (mutant.file, mutant.start))
    tests = tests_of(game, server, options.parts)
    free.put(server)

    def judge(mutant: Mutant) -> str:
        server = free.get()
        try:
            return server.verdict(game, mutant, tests, options.seconds)
        finally:
            free.put(server)

    counts = dict.fromkeys((NOTICED, SURVIVED, NO_RULEBOOK), 0)
    with ThreadPoolExecutor(options.jobs) as pool:
        for mutant, verdict in zip(mutants, pool.map(judge, mutants), strict=True):
            counts[verdict] += 1
            if verdict == SURVIVED:
                print(f"{game}/{mutant.shown(texts[mutant.file])}", flush=True)
    print_row(f"{game} ({len(tests)} tests)", [*counts.values()])


def main() -> None:
    parser = argparse.ArgumentParser(description="Breaks games of tests/games in one place at a time.")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many mutants of each, picked at random")
    parser.add_argument("--kinds", nargs="+", metavar="KIND", help="only mutants of these kinds, such as `statement`")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--seconds", type=int, default=60, help="processor time for the tests of a mutant (60)")
    parser.add_argument("--parts", action="store_true", help="with the slow tests")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve()
        return
    known = sorted(path.parent.name for path in (REPO / GAMES).glob("*/game.yaml"))
    if unknown := set(options.games) - set(known):
        parser.error(f"unknown game: {', '.join(sorted(unknown))}")
    with servers(options.jobs) as made:
        free: SimpleQueue[TestServer] = SimpleQueue()
        for server in made:
            free.put(server)
        for game in options.games or known:
            try_game(game, free, options)


if __name__ == "__main__":
    main()
