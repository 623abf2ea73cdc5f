"""Compare a search's share of the wins in playouts with the games' results: a reliability table.

    python tests/benchmarks/reliability.py [--seconds 60] [--playouts 400] [--games 100] GAME …

A search plays all seats. At each decision the share of the option taken is noted, and afterwards the seat's share of
the win. Decisions of one game share its result, so that the number of games says how sure the table is. In games of two
seats, the shares of two decisions in a row by different seats are added up: they would make 1 if both were right.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
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


Claim = tuple[str, float, float]
"""A decision: its seat, the share of its option in playouts, and the share of the win that came of it."""


def claims(game: Game, seed: int, playouts: int) -> Iterator[Claim]:
    """Play a game, and yield its decisions."""
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
        yield seat, share, (seat in winners) / len(winners) if winners else 1 / len(game.seats)


def sums(claimed: list[Claim]) -> Iterator[float]:
    """Yield the shares of both seats added up, from each two decisions in a row by different seats."""
    for (seat, share, _), (other, reply, _) in pairwise(claimed):
        if seat != other:
            yield share + reply


def tell_sums(found: list[float]) -> None:
    """Print what the shares of both seats add up to."""
    if found:
        print(f"  {len(found):6} changes of seat: both shares add up to {sum(found) / len(found):.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=60.0, help="time for each game (60)")
    parser.add_argument("--games", dest="most", type=int, default=1000, help="at most (1000)")
    parser.add_argument("--playouts", type=int, default=400, help="of each decision (400)")
    wishes = parser.parse_args()
    for name in wishes.games:
        game, played = load(name), 0
        prepare_native(game)
        began = time.monotonic()
        found: list[Claim] = []
        added: list[float] = []
        while time.monotonic() - began < wishes.seconds and played < wishes.most:
            claimed = list(claims(game, played, wishes.playouts))
            found += claimed
            added += sums(claimed) if len(game.seats) == 2 else []
            played += 1
        print(f"{name}: {played} games, {len(found)} decisions", flush=True)
        for at in range(BINS):
            pairs = [(share, came) for _, share, came in found if min(BINS - 1, int(share * BINS)) == at]
            if pairs:
                said, came = (sum(values) / len(pairs) for values in zip(*pairs, strict=True))
                print(f"  {len(pairs):6} decisions: {said:.2f} in playouts, {came:.2f} of games", flush=True)
        tell_sums(added)


if __name__ == "__main__":
    main()
