"""Playouts of a search a second, grown by Python and by machine code; beside OpenSpiel's own MCTS.

    python tests/benchmarks/searches.py [--seconds 2] [NAME …]

Positions are some random decisions into a match. There the same tree grows by Python and by machine code, slice by
slice in turn, deals drawn included: medians. OpenSpiel's MCTS, in Python and in C++, runs
with one random rollout a simulation on games of similar size that it can search: all of them open, or it would need to
know the hidden state. It comes with `pip install ".[bench]"`; else it is skipped. `beside.py` compares both on the same
boards.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from itertools import count
from statistics import mean, median

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.matches.match import Match
from interpreter.players.base import SeatMatch
from interpreter.players.search.native_tree import make_tree, search_machine_for
from interpreter.players.search.python_tree import PythonTree
from interpreter.players.search.search_tree import SearchTree

GAMES: tuple[tuple[str, int | None], ...] = (
    ("red_flag_over_paris", None),
    ("liberte", 3),
    ("liberte", 6),
    ("vive_la_revolution", 4),
    ("vive_la_revolution", 6),
    ("vive_la_revolution", 10),
    ("revolution", None),
)
PEERS = ("backgammon", "amazons", "chess", "hex")
INTO = (0, 20, 60)
"""Decisions before the positions."""
SLICES = 5
SIMULATIONS = 50


def positions(name: str, players: int | None) -> Iterator[Match]:
    game = load(name, players=players)
    for decisions in INTO:
        match, pick = game.start(decisions), random.Random(decisions)
        while match.decision is not None and match.decisions < decisions:
            match.choose(pick.randrange(len(match.decision.options)))
        if match.decision is not None:
            yield match


def rate(work: Callable[[], object], seconds: float) -> float:
    """Return how many times a second `work` runs."""
    began = time.process_time()
    for done in count(1):
        work()
        if (spent := time.process_time() - began) >= seconds:
            return done / spent
    raise AssertionError


def growth(tree: SearchTree, at_once: int, seconds: float) -> float:
    """Playouts a second."""
    grown: list[int] = []
    return rate(lambda: grown.append(tree.run_playouts(at_once)), seconds) * mean(grown)


def in_turn(match: Match, seconds: float) -> tuple[float, float]:
    """Playouts a second of a tree that Python grows, and of the same one grown by machine code; slice by slice."""
    assert match.decision is not None
    prepare_native(match.game)
    seat = SeatMatch(match, match.decision.seat, random.Random(1))
    python, native = PythonTree(seat, 1), make_tree(seat, 1, search_machine_for(match.game, can_compile=True))
    found = [(growth(python, 1, seconds / SLICES), growth(native, 64, seconds / SLICES)) for _ in range(SLICES)]
    return median(each[0] for each in found), median(each[1] for each in found)


def ours(name: str, players: int | None, seconds: float) -> None:
    for match in positions(name, players):
        python, native = in_turn(match, seconds)
        label = f"{name}{f', {players} seats' if players else ''}, {match.decisions} in"
        print(f"{label:38}{python:10,.0f}{native:12,.0f}{native / python:8.1f}", flush=True)


def open_spiel(name: str, seconds: float) -> None:
    import numpy
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    rng = numpy.random.RandomState(1)
    bots = {
        "Python": mcts.MCTSBot(game, 1.4, SIMULATIONS, mcts.RandomRolloutEvaluator(1, rng), random_state=rng),
        "C++": pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, SIMULATIONS, 100, False, 1, False),
    }
    for kind, bot in bots.items():
        speed = SIMULATIONS * rate(lambda bot=bot: bot.step(state), seconds)  # type: ignore[misc]
        print(f"{f'OpenSpiel {kind}, {name}':38}{speed:10,.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("only", nargs="*", metavar="NAME", help="only these games")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each position (2)")
    wishes = parser.parse_args()
    print(f"{'':38}{'Python/s':>10}{'machine/s':>12}{'times':>8}")
    for name, players in GAMES:
        if not wishes.only or name in wishes.only:
            ours(name, players, wishes.seconds)
    for name in PEERS:
        if not wishes.only or name in wishes.only:
            try:
                open_spiel(name, wishes.seconds)
            except ImportError as missing:
                print(f"{f'OpenSpiel, {name}':38}skipped: {missing}")


if __name__ == "__main__":
    main()
