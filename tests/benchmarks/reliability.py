"""Compare a search's share of the wins in playouts with the games' results: a reliability table.

    python tests/benchmarks/reliability.py [--seconds 60] [--playouts 400] GAME …

A search plays all seats. At each decision the share of the option taken is noted, and afterwards the seat's share of
the win. Decisions of one game share its result, so that the number of games says how sure the table is.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import Budget
from interpreter.players.search.search_player import SearchPlayer

BINS = 5


def claims(game: Game, seed: int, playouts: int) -> Iterator[tuple[float, float]]:
    """Play a game, and yield each decision's share in playouts, with the share of the win that came of it."""
    match, random = game.start(seed), Random(seed)
    players = {seat: SearchPlayer(Budget(playouts)) for seat in game.seats}
    claimed = []
    while (decision := match.decision) is not None:
        player = players[decision.seat]
        match.choose(player.choose(SeatMatch(match, decision.seat, random)))
        claimed.append((decision.seat, player.action_stats[0].win_share))
    outcome = match.outcome()
    winners = outcome.winners if outcome is not None else []
    for seat, share in claimed:
        yield share, (seat in winners) / len(winners) if winners else 1 / len(game.seats)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=60.0, help="time for each game (60)")
    parser.add_argument("--playouts", type=int, default=400, help="of each decision (400)")
    wishes = parser.parse_args()
    for name in wishes.games:
        game, played = load(name), 0
        prepare_native(game)
        began = time.monotonic()
        found: list[tuple[float, float]] = []
        while time.monotonic() - began < wishes.seconds:
            found += claims(game, played, wishes.playouts)
            played += 1
        print(f"{name}: {played} games, {len(found)} decisions", flush=True)
        for at in range(BINS):
            pairs = [pair for pair in found if min(BINS - 1, int(pair[0] * BINS)) == at]
            if pairs:
                said, came = (sum(values) / len(pairs) for values in zip(*pairs, strict=True))
                print(f"  {len(pairs):6} decisions: {said:.2f} in playouts, {came:.2f} of games", flush=True)


if __name__ == "__main__":
    main()
