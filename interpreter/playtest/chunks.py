"""A few games in a row, the unit of work of a playtest."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from interpreter.engine.playout import Picker, Played, game_seed, play_random
from interpreter.errors import CahierError
from interpreter.matches.match import Game
from interpreter.players.base import QuickPlayer
from interpreter.players.making import QUICK, make_player
from interpreter.players.playing import play_seated
from interpreter.playtest.figures import Tally
from interpreter.playtest.records import as_line

CHUNK_SECONDS = 0.1
"""About how long a chunk takes: short enough for progress and a prompt stop, long enough to make its cost vanish."""


@dataclass(slots=True)
class Chunk:
    """What came of playing games `first` to `first + count - 1`."""

    first: int
    count: int
    tally: Tally = field(default_factory=Tally)
    lines: list[str] = field(default_factory=list)
    seconds: float = 0.0


def play_chunk(
    game: Game,
    seated: dict[str, str],
    seed: int,
    first: int,
    count: int,
    record: bool,
    step: Callable[[], None] | None = None,
) -> Chunk:
    """Play games `first` to `first + count - 1` of a run; with `record`, each finished one gives a line.

    `seated` says who plays a seat (random, if it says nothing). `step` is called after each decision of a game in which
    somebody takes their time.
    """
    chunk = Chunk(first, count)
    began = perf_counter()
    for index in range(first, first + count):
        try:
            played = _play(game, seated, seed, index, record, step)
        except CahierError as error:
            chunk.tally.fail(index, error.problems)
            continue
        chunk.tally.add(played)
        if record:
            chunk.lines.append(as_line(game, seed, index, played))
    chunk.seconds = perf_counter() - began
    return chunk


def _play(
    game: Game, seated: dict[str, str], seed: int, index: int, record: bool, step: Callable[[], None] | None
) -> Played:
    """One game. Those who need no more than a state get a match without a log."""
    names = [seated.get(seat, "random") for seat in game.seats]
    if not all(name in QUICK for name in names):
        return play_seated(game, dict(zip(game.seats, names, strict=True)), game_seed(seed, index), step)
    pickers: list[Picker | None] | None = None
    if any(name != "random" for name in names):
        pickers = [None] * len(names)
        for number, (seat, name) in enumerate(zip(game.seats, names, strict=True)):
            if name != "random":
                player = make_player(name, game, seat)
                assert isinstance(player, QuickPlayer)
                pickers[number] = player.pick
    return play_random(game, seed, index, record, pickers)


def next_count(last: Chunk | None, left: int, jobs: int) -> int:
    """How many games the next chunk should have, after `last`, with `left` games to share among `jobs` workers."""
    if last is None or not last.seconds:
        wanted = 1
    else:
        wanted = min(last.count * 8, int(last.count * CHUNK_SECONDS / last.seconds))
    return max(1, min(wanted, math.ceil(left / jobs)))
