"""Mistakes of the search where best play is known: moves that lose value in solved positions, and Kuhn poker.

    python tests/benchmarks/exact.py [--player search:5000] [--positions 200] [--seeds 20] [NAME …]

The positions are those of tests/solving in which some moves are worth less than others: all different positions of
tic-tac-toe, and random ones of Hex on four by four cells and of the last turns of Revolution. The player is asked once
for each seed; lost moves are printed with the moves that lead there. In Kuhn poker the player is asked at each decision
point, each time with another seed, and the gain of a best response is computed. `--player open_spiel:5000` asks
OpenSpiel's MCTS in C++ about tic-tac-toe and Hex, as `beside.py` does.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from tests.benchmarks.beside import BOARDS, open_spiel
from tests.solving.boards import cell_index, cell_name
from tests.solving.poker import exploited, gain, played
from tests.solving.positions import Solved, of_hex, of_revolution, of_tic_tac_toe

GAMES: dict[str, Callable[[int], Iterator[Solved]]] = {
    "tic_tac_toe": lambda number: of_tic_tac_toe(),
    "hex": lambda number: islice(of_hex(), number),
    "revolution": lambda number: islice(of_revolution(), number),
}
POKER = "kuhn"
WORDS = {1: "wins", 0: "draws", -1: "loses"}


def boards(name: str, player: str, positions: int, seeds: int) -> None:
    searched = lost = narrow = faulty = 0
    spent = 0.0
    for solved in GAMES[name](positions):
        began = time.process_time()
        chosen = Counter(answer(name, solved, player, seed) for seed in range(seeds))
        spent += time.process_time() - began
        searched += 1
        narrow += len(solved.worths) == len(solved.lost()) + 1
        wrong = {key: times for key, times in chosen.items() if key in solved.lost()}
        lost += sum(wrong.values())
        if wrong:
            faulty += 1
            tell(name, solved, wrong, seeds)
    print(
        f"{name}: {lost} lost moves of {searched * seeds}, in {faulty} positions of {searched}; "
        f"in {narrow} of these one move alone is right; {spent / searched / seeds:.3f} s a move",
        flush=True,
    )


def answer(name: str, solved: Solved, player: str, seed: int) -> str:
    word, _, playouts = player.partition(":")
    if word != "open_spiel":
        return solved.chosen(player, seed)
    import pyspiel

    size = math.isqrt(len(solved.match.game.rulebook.map.spaces))
    state = pyspiel.load_game(BOARDS[name]).new_initial_state()
    for move in solved.match.choices:
        state.apply_action(cell_index(move, size))
    return cell_name(open_spiel(BOARDS[name], int(playouts))(state, seed), size)


def tell(name: str, solved: Solved, wrong: dict[str, int], seeds: int) -> None:
    """Print the moves that lost value in a position, and how often each was chosen."""
    match, worths = solved.match, solved.worths
    best = max(worths.values())
    right = " ".join(key for key, worth in worths.items() if worth == best)
    given = ", ".join(f"{key} {WORDS[worths[key]]} ({times} times of {seeds})" for key, times in wrong.items())
    print(f"  {name}, seed {match.seed}, after {' '.join(match.choices) or 'nothing'}:")
    print(f"    {given}; {right} {WORDS[best]}", flush=True)


def poker(player: str, asks: int) -> None:
    strategy = played(player, asks)
    for (card, before), often in strategy.items():
        print(f"  {card:6} after {' '.join(before) or 'nothing':10} bets or calls {often:.2f}")
    print(f"{POKER}: elder wins {gain(strategy, strategy):+.3f} a game against itself (in balance -0.056)")
    print(f"{POKER}: a best response wins {exploited(strategy, strategy):.3f} a game (of chance 0.458)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("only", nargs="*", metavar="NAME", help=f"only these of {', '.join((*GAMES, POKER))}")
    parser.add_argument("--player", default="search:5000")
    parser.add_argument("--positions", type=int, default=200, help="of Hex and of Revolution (200)")
    parser.add_argument("--seeds", type=int, default=20, help="so often each position is asked (20)")
    parser.add_argument("--asks", type=int, default=200, help="at each point of Kuhn poker (200)")
    wishes = parser.parse_args()
    for name in GAMES:
        if not wishes.only or name in wishes.only:
            boards(name, wishes.player, wishes.positions, wishes.seeds)
    if not wishes.only or POKER in wishes.only:
        poker(wishes.player, wishes.asks)


if __name__ == "__main__":
    main()
