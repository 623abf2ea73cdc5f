"""Playouts a second of our search and of OpenSpiel's MCTS in C++, on the same boards, and the ratio of the two.

    python tests/benchmarks/beside.py [--playouts 5000] [--rounds 5] [NAME …]

Both begin anew at the start of the game, with as many playouts and as eager to explore: OpenSpiel's without its solver
and with one random rollout a simulation, ours by Python alone, and by machine code made before. They take turns;
the median round of each is told, in seconds of the processor. OpenSpiel comes with `pip install ".[bench]"`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import Budget
from interpreter.players.search.search_player import SearchPlayer
from tests.loaded import REPO

BOARDS = {
    "tic_tac_toe": "tic_tac_toe",
    "line_of_four": "connect_four",
    "hex": "hex(board_size=4)",
    "breakthrough": "breakthrough",
    "reversi": "othello",
    "mancala": "mancala",
}
"""Games of tests/games, and what OpenSpiel calls them."""
EXPLORING = 1.4
"""In standard deviations of what a playout is worth, which is about one where it is worth 1 or -1, as in OpenSpiel."""
MEGABYTES = 1_000

Think = Callable[[int], object]
"""Search from the start, by this seed."""


def ours(game: Game, playouts: int) -> Think:
    def think(seed: int) -> object:
        match = game.start(seed)
        assert match.decision is not None
        return SearchPlayer(Budget(playouts)).think(SeatMatch(match, match.decision.seat, random.Random(seed)))

    return think


def open_spiel(name: str, playouts: int) -> Callable[[Any, int], int]:
    """Return a function that runs OpenSpiel's search in one of its states, given a seed."""
    import pyspiel

    game = pyspiel.load_game(name)

    def choose(state: Any, seed: int) -> int:
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, rollouts, EXPLORING, playouts, MEGABYTES, False, seed, False)
        action: int = bot.step(state)
        return action

    return choose


def theirs(name: str, playouts: int) -> Think:
    import pyspiel

    choose, start = open_spiel(name, playouts), pyspiel.load_game(name).new_initial_state()
    return lambda seed: choose(start, seed)


def seconds(think: Think, seed: int) -> float:
    began = time.process_time()
    think(seed)
    return time.process_time() - began


def compare(name: str, playouts: int, rounds: int) -> None:
    folder = REPO / "tests" / "games" / name
    native = load(folder)
    prepare_native(native)
    thinkers = (
        ours(load(folder, backend="python"), playouts),
        ours(native, playouts),
        theirs(BOARDS[name], playouts),
    )
    taken = [[seconds(think, seed) for think in thinkers] for seed in range(1 + rounds)][1:]  # the first warms up
    python, machine, other = (playouts / median(each) for each in zip(*taken, strict=True))
    speeds = f"{python:10,.0f}{machine:10,.0f}{other:12,.0f}"
    print(f"{BOARDS[name]:20}{speeds}{python / other:10.3f}{machine / other:10.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("only", nargs="*", metavar="NAME", help=f"only these of {', '.join(BOARDS)}")
    parser.add_argument("--playouts", type=int, default=5_000, help="of each search (5000)")
    parser.add_argument("--rounds", type=int, default=5)
    wishes = parser.parse_args()
    print(f"{'':20}{'Python/s':>10}{'machine/s':>10}{'OpenSpiel/s':>12}{'ratio':>10}{'ratio':>10}")
    for name in BOARDS:
        if not wishes.only or name in wishes.only:
            compare(name, wishes.playouts, wishes.rounds)


if __name__ == "__main__":
    main()
