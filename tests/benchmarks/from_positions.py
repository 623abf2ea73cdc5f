"""Playouts a second from positions in mid-match, in Python and in machine code, and the cost of switching between them.

    python tests/benchmarks/from_positions.py [--seconds 1] [NAME …]

Positions are those of searches.py, each drawn as a search draws it. From each one both backends play in turn, at random
and by tables, with equal streams. Costs are in microseconds: `hand over` a position to machine code, `read` it there,
`draw` one in Python, and take an `answer` after it was handed over.
"""

from __future__ import annotations

import argparse
import random
import sys
from itertools import count
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter.engine.native_playouts import NativePlayouts
from interpreter.engine.playout import play_out
from interpreter.engine.state import State
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.table_player import TablePlayer
from tests.benchmarks.searches import GAMES, positions, rate
from tests.native.comparing import by_tables

BATCH = 50
COSTS = ("hand over", "read", "draw", "answer")


Speed = tuple[float, float]
"""Playouts a second by Python and by machine code."""


def speed(game: Game, state: State, tables: dict[str, str], seconds: float) -> Speed:
    native = NativePlayouts(game, tables)
    native.load_state(state)
    pickers = [TablePlayer(game, seat).pick if seat in tables else None for seat in game.seats]
    python, machine = count(), count()
    return (
        rate(lambda: play_out(game, state.copy(), 1, next(python), pickers), seconds),
        BATCH * rate(lambda: native.play_out(1, BATCH * next(machine), BATCH), seconds),
    )


def costs(seat: SeatMatch, state: State, seconds: float) -> list[float]:
    """Microseconds of each of COSTS."""
    native = NativePlayouts(seat.game)
    native.load_state(state)

    def answered() -> None:
        native.load_state(state)
        native.answer(0)

    works = (
        lambda: native.load_state(state),
        native.current_state,
        lambda: seat.sampler().draw_state(seat.random.getrandbits(64)),
        answered,
    )
    return [1e6 / rate(work, seconds / 10) for work in works]


def of_game(name: str, players: int | None, seconds: float) -> None:
    speeds: dict[str, list[Speed]] = {}
    found: list[list[float]] = []
    for match in positions(name, players):
        assert match.decision is not None
        seat = SeatMatch(match, match.decision.seat, random.Random(1))
        state, tables = seat.sampler().draw_state(1), by_tables(match.game)
        for players_are, seated in {"random": {}, **({"tables": tables} if tables else {})}.items():
            speeds.setdefault(players_are, []).append(speed(match.game, state, seated, seconds))
        found.append(costs(seat, state, seconds))
    label = f"{name}{f', {players} seats' if players else ''}"
    for players_are, both in speeds.items():
        python, machine = (mean(column) for column in zip(*both, strict=True))
        ratios = [one / other for other, one in both]
        print(f"{label:34}{players_are:>8}{python:10,.0f}{machine:12,.0f}{min(ratios):8.0f}×{max(ratios):8.0f}×")
    print(f"{'':42}" + "".join(f"{mean(column):10.1f}" for column in zip(*found, strict=True)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("only", nargs="*", metavar="NAME", help="only these games")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measure (1)")
    wishes = parser.parse_args()
    print(f"{'':42}{'Python/s':>10}{'machine/s':>12}{'least':>9}{'most':>9}")
    print(f"{'µs':>42}" + "".join(f"{each:>10}" for each in COSTS))
    for name, players in GAMES:
        if not wishes.only or name in wishes.only:
            of_game(name, players, wishes.seconds)


if __name__ == "__main__":
    main()
