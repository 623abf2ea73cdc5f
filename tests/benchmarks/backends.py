"""Compare both backends: equality of the games that they play, and the speed of machine code.

    python tests/benchmarks/backends.py [GAME …] [--games 2000]

Plays every game of `rules/` with every combination of its variants and every number of players, between random players
and between tables. Prints whether results and records are equal, how many games machine code has stopped, and the ratio
of speeds. Ends with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.matches.match import Game
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from interpreter.support.errors import RulebookError
from tests.loaded import REPO, players_of
from tests.native.comparing import by_tables, differences

SEED = 7


def ways(names: list[str]) -> Iterator[tuple[str, Game]]:
    for path in sorted((REPO / "rules").glob("*/game.yaml")):
        if names and path.parent.name not in names:
            continue
        low, high = players_of(path.parent)
        for variants in ((), *combinations_of(variants_of(path.parent)[0])):
            for players in range(low, high + 1):
                try:
                    game = load(path.parent.name, variants, players)
                except RulebookError:  # a variant does not allow this number of players
                    continue
                yield " ".join((path.parent.name, str(players), *variants)), game


def ratio(game: Game, games: int, seated: dict[str, str]) -> float:
    """Speed of machine code as a multiple of Python's, in processor time."""
    seconds = {}
    for backend, times in (("python", 1), ("native", 10)):
        began = time.process_time()
        run_playtest(
            PlaytestPlan(game, SEED, games * times, seated=seated, backend="native" if times > 1 else "python")
        )
        seconds[backend] = (time.process_time() - began) / times
    return seconds["python"] / seconds["native"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Do both backends play the same games?")
    parser.add_argument("game", nargs="*", help="only these games")
    parser.add_argument("--games", type=int, default=2000, help="so many of each (2000)")
    options = parser.parse_args()
    print(f"{'':58}{'':>8}{'':>24}{'stopped':>9}{'speed':>8}")
    wrong = False
    for name, game in ways(options.game):
        tables = by_tables(game)
        for seated in ({}, tables) if tables else ({},):
            different, stopped = differences(game, SEED, options.games, seated=seated)
            wrong |= bool(different)
            faster = ratio(game, max(20, options.games // 10), seated)
            verdict = f"differs: {', '.join(different)}" if different else "equal"
            players = "tables" if seated else "random"
            print(f"{name:58}{players:>8}{verdict:>24}{stopped:9}{faster:7.1f}×", flush=True)
    sys.exit(wrong)


if __name__ == "__main__":
    main()
