"""Random playouts per second of processor time: Red Flag Over Paris, the same by hand, and well-known Python engines.

    python tests/benchmarks/playouts.py [--seconds 4] [--runs 5] [NAME …]

One process, one contender after the other, the median of several runs after a warm-up. A decision is: list the legal
choices, pick one uniformly, apply it; chance is drawn but not counted. Ours counts only choices between at least two
options, the peers every action. OpenSpiel's games in C++ are played twice: driven from Python for each action, and by
its own random bots, which run without Python. The peers come with `pip install '.[bench]'`; a missing one is skipped by
name.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

Playout = Callable[[int], int]
"""Plays game number i at random, gives its decisions; machine code so many games, from number i times BATCH on."""

GAME = "red_flag_over_paris"
NATIVE = f"{GAME}, native"
BATCH = 500
BY_HAND = "by_hand"
BAR = "gin_rummy"
IN_CPP = (BAR, "backgammon", "hearts")
BAR_ALONE = f"{BAR}, C++ alone"
SAMPLE = 200


class Speed(NamedTuple):
    decisions: float
    games: float


def ours() -> Playout:
    from interpreter import load
    from interpreter.engine.playout import play_random

    game = load(GAME)
    return lambda index: play_random(game, 1, index).decisions


def native() -> Playout:
    from interpreter import load
    from interpreter.engine.native_games import NativeGames, prepare_native
    from interpreter.language.execution.executable import NativeUnavailableError

    game = load(GAME)
    try:
        prepare_native(game)
        games = NativeGames(game, 1)
    except NativeUnavailableError as error:
        raise ImportError(str(error)) from error

    def playout(index: int) -> int:
        batches = games.play(index * BATCH, BATCH)
        return sum(batch.totals.decisions for batch in batches if not isinstance(batch, int))

    return playout


def by_hand() -> Playout:
    from by_hand import Sketch

    def playout(index: int) -> int:
        sketch = Sketch(random.Random(index))
        sketch.play()
        decisions: int = sketch.decisions
        return decisions

    return playout


def open_spiel(name: str) -> Callable[[], Playout]:
    def prepare() -> Playout:
        import pyspiel

        if name.startswith("python_"):
            import open_spiel.python.games  # noqa: F401  registers the games written in Python
        game = pyspiel.load_game(name)

        def playout(index: int) -> int:
            rng = random.Random(index)
            state = game.new_initial_state()
            decisions = 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
            return decisions

        return playout

    return prepare


def open_spiel_alone(name: str) -> Callable[[], Playout]:
    def prepare() -> Playout:
        import pyspiel

        game = pyspiel.load_game(name)

        def played(index: int) -> Any:
            state = game.new_initial_state()
            seeds = random.Random(index)
            bots = [pyspiel.make_uniform_random_bot(seat, seeds.getrandbits(31)) for seat in range(game.num_players())]
            pyspiel.evaluate_bots(state, bots, seeds.getrandbits(31))
            return state

        moves = decisions = 0
        for index in range(SAMPLE):  # to count each game's own takes time
            history = played(index).full_history()
            moves += len(history)
            decisions += sum(action.player >= 0 for action in history)
        return lambda index: round(played(index).move_number() * decisions / moves)

    return prepare


def catanatron() -> Playout:
    from catanatron import Color, Game, RandomPlayer

    def playout(index: int) -> int:
        game = Game([RandomPlayer(color) for color in Color], seed=index + 1)
        game.play()
        return len(game.state.actions)

    return playout


def rlcard() -> Playout:
    import rlcard

    game = rlcard.make("gin-rummy", {"seed": 1})

    def playout(index: int) -> int:
        rng = random.Random(index)
        state, _ = game.reset()
        decisions = 0
        while not game.is_over():
            state, _ = game.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return playout


CONTENDERS: dict[str, Callable[[], Playout]] = {
    NATIVE: native,
    GAME: ours,
    BY_HAND: by_hand,
    **{name: open_spiel(name) for name in (*IN_CPP, "python_liars_poker")},
    **{f"{name}, C++ alone": open_spiel_alone(name) for name in IN_CPP},
    "catanatron": catanatron,
    "rlcard_gin_rummy": rlcard,
}


def timed_run(playout: Playout, numbers: count[int], seconds: float, batch: int) -> Speed:
    decisions = games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += playout(next(numbers))
        games += batch
    return Speed(decisions / spent, games / spent)


def measure(playout: Playout, seconds: float, runs: int, batch: int) -> list[Speed]:
    """The runs, slowest first; a warm-up of half a run comes before and is dropped."""
    numbers = count()
    timed_run(playout, numbers, seconds / 2, batch)
    return sorted(timed_run(playout, numbers, seconds, batch) for _ in range(runs))


def main() -> None:
    parser = argparse.ArgumentParser(description="Random playouts a second, beside other engines.")
    parser.add_argument("only", nargs="*", metavar="NAME", help=f"only these of: {', '.join(CONTENDERS)}")
    parser.add_argument("--seconds", type=float, default=4.0, help="length of a run (4)")
    parser.add_argument("--runs", type=int, default=5, help="runs a contender, of which the median counts (5)")
    options = parser.parse_args()
    if unknown := set(options.only) - set(CONTENDERS):
        parser.error(f"unknown contender: {', '.join(sorted(unknown))}")
    names = [name for name in CONTENDERS if not options.only or name in options.only]

    medians: dict[str, Speed] = {}
    print(f"{'':29}{'decisions/s':>12}{'slowest':>12}{'fastest':>12}{'games/s':>10}{'a game':>8}")
    for name in names:
        try:
            playout = CONTENDERS[name]()
        except ImportError as missing:
            print(f"{name:29}skipped: {missing}")
            continue
        runs = measure(playout, options.seconds, options.runs, BATCH if name == NATIVE else 1)
        medians[name] = Speed(*(statistics.median(column) for column in zip(*runs, strict=True)))
        median = medians[name]
        print(
            f"{name:29}{median.decisions:12,.0f}{runs[0].decisions:12,.0f}{runs[-1].decisions:12,.0f}"
            f"{median.games:10,.0f}{median.decisions / median.games:8,.0f}",
            flush=True,
        )
    for name in (NATIVE, GAME):
        for peer in (BY_HAND, BAR, BAR_ALONE):
            if name in medians and peer in medians:
                print(f"{name} / {peer}: {medians[name].decisions / medians[peer].decisions:.2f}")


if __name__ == "__main__":
    main()
