"""Our search against OpenSpiel's MCTS with solver in C++, with equal time of the processor or equal playouts.

    python tests/benchmarks/open_spiel.py [--equal time] [--playouts 1000] [--games 200] [NAME …]

Ours has a number of playouts for each decision. At equal time, OpenSpiel's number of simulations is corrected after
each game until both have used as much; otherwise it has as many. Each game begins with two moves at random, and is
played twice with seats changed. OpenSpiel comes with `pip install ".[bench]"`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import Budget
from interpreter.players.search.search_player import SearchPlayer
from tests.benchmarks.beside import BOARDS, EXPLORING, MEGABYTES
from tests.loaded import REPO

MOVES: dict[str, Callable[[str], str]] = {
    "hex": str,
    "line_of_four": lambda key: str(ord(key[0]) - ord("a")),
    "breakthrough": lambda key: "".join(f"{square[0]}{9 - int(square[1])}" for square in key.split("-")),
    "reversi": str,
    "mancala": lambda key: str(int(key[1]) + (7 if key[0] == "n" else 0)),
}
"""OpenSpiel's name of an option, by its key."""
MARKS = "*xo"
"""Signs that OpenSpiel adds to the name of a move: of who makes it, or that it captures."""
RANDOM_MOVES = 2
LARGEST_CORRECTION = 1.3


class Opponents:
    """Both searches, with the time of the processor that each has used."""

    def __init__(self, name: str, game: Game, playouts: int, equal_time: bool) -> None:
        import pyspiel

        self.spiel = pyspiel.load_game(BOARDS[name])
        self.move = MOVES[name]
        self.game = game
        self.equal_time = equal_time
        self.player = SearchPlayer(Budget(playouts))
        self.simulations = float(playouts)
        self.ours = self.theirs = 0.0

    def play(self, seed: int, own: str) -> float:
        """Play a game; return our share of the win."""
        match, state, pick = self.game.start(seed), self.spiel.new_initial_state(), random.Random(seed)
        while (decision := match.decision) is not None:
            if match.decisions < RANDOM_MOVES:
                option = pick.choice(decision.options)
            elif decision.seat == own:
                began = time.process_time()
                option = decision.options[self.player.choose(SeatMatch(match, own, pick))]
                self.ours += time.process_time() - began
            else:
                name = state.action_to_string(self._spiel_action(state, seed)).strip(MARKS)
                option = next(each for each in decision.options if self.move(each.key) == name)
            match.choose(option)
            moves = {state.action_to_string(each).strip(MARKS): each for each in state.legal_actions()}
            state.apply_action(moves[self.move(option.key)])
            while not state.is_terminal() and len(state.legal_actions()) == 1:  # cahier doesn't ask then
                state.apply_action(state.legal_actions()[0])
        outcome = match.outcome()
        assert outcome is not None and state.is_terminal()
        if self.equal_time and self.theirs > 0:
            factor = (self.ours / self.theirs) ** 0.5
            self.simulations *= min(LARGEST_CORRECTION, max(1 / LARGEST_CORRECTION, factor))
        return float(own in outcome.winners) if len(outcome.winners) == 1 else 0.5

    def _spiel_action(self, state: Any, seed: int) -> int:
        import pyspiel

        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        simulations = max(2, int(self.simulations))
        bot = pyspiel.MCTSBot(self.spiel, rollouts, EXPLORING, simulations, MEGABYTES, True, seed, False)
        began = time.process_time()
        action: int = bot.step(state)
        self.theirs += time.process_time() - began
        return action


def compare(name: str, playouts: int, games: int, equal_time: bool) -> None:
    game = load(REPO / "tests" / "games" / name)
    prepare_native(game)
    opponents = Opponents(name, game, playouts, equal_time)
    shares = [opponents.play(number // 2, game.seats[number % 2]) for number in range(games)]
    mean = sum(shares) / games
    error = 1.96 * (mean * (1 - mean) / games) ** 0.5
    times = f"{opponents.ours:8.2f}{opponents.theirs:8.2f}"
    print(f"{BOARDS[name]:20}{playouts:10,}{mean:8.3f} ±{error:.3f}{times}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("only", nargs="*", metavar="NAME", help=f"only these of {', '.join(MOVES)}")
    parser.add_argument("--equal", choices=("time", "playouts"), default="time", help="equal for both (time)")
    parser.add_argument("--playouts", type=int, default=1_000, help="of our search, for each decision (1000)")
    parser.add_argument("--games", type=int, default=200)
    wishes = parser.parse_args()
    print(f"{'':20}{'playouts':>10}{'share':>8} {'':6}{'ours':>8}{'theirs':>8} seconds")
    for name in MOVES:
        if not wishes.only or name in wishes.only:
            compare(name, wishes.playouts, wishes.games, wishes.equal == "time")


if __name__ == "__main__":
    main()
