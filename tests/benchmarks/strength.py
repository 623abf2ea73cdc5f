"""Strength of the search: against random play, tables, the search of version 0.1, and itself with fewer playouts.

Plays games of each pairing until the lower end of the 95 % interval of the searcher's share of the wins reaches the
goal, or can't any more. The interval holds at all looks together; there are at most 200 games, in Liberté 60. *One
seat*: the searcher's seat goes round, and a side's win is a whole one. *Both ways*: each deal is played twice with
seats changed, and the searcher has a whole side, or every other seat. Playouts a second are by seconds of the
processor that decisions took.

    python tests/benchmarks/strength.py --store strength.jsonl [--jobs 2] [--only tables] [--games 20]
    python tests/benchmarks/strength.py --store strength.jsonl --games 0     # the table alone

Writes STRENGTH.md beside this script. Results are kept in the store and not played again, so that an interrupted run
can continue; game I of a pairing is always the same, except for time budgets. Text written by hand between the marks in
STRENGTH.md is kept.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from multiprocessing import active_children, parent_process
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.matches.match import Game
from interpreter.players.base import Player, QuickPlayer
from interpreter.players.lineup import make_player
from interpreter.players.search.search_player import SearchPlayer
from interpreter.support.formats import RESULTS_VERSION
from tests.benchmarks.first_version import FirstSearch, FirstVersion, OutOfStepError, unpack
from tests.benchmarks.pairs import Maker, Timed, deal_played, even_share, game_played, rate
from tests.benchmarks.sequential import Played, Store, Trial, shares

TABLE = Path(__file__).with_name("STRENGTH.md")
BEGIN, END = "<!-- by hand: kept when the table is made again -->", "<!-- end -->"
FIRST = "0.1:"
"""Begins the name of the search of version 0.1."""
REACHED, MISSED, OPEN = "reached", "missed", "open"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pairing: `player` at one seat against `others` at all others, or both ways.

    Attributes:
        goal: Goal for the lower end of the interval.
        both_ways: True if each deal is played twice with seats changed.
        seat: The searcher's only seat, if it does not go round.
        most: Limit on the number of games.
    """

    kind: str
    game: str
    player: str
    others: str
    goal: float
    players: int | None = None
    both_ways: bool = False
    variants: tuple[str, ...] = ()
    seat: str | None = None
    most: int = 200

    @property
    def name(self) -> str:
        """The pairing's name in a store."""
        about = " ".join([self.game, *self.variants, *([f"{self.players} players"] if self.players else [])])
        return (
            f"{about}: {self.player} / {self.others}{' both ways' if self.both_ways else ''}, results {RESULTS_VERSION}"
        )

    def game_of(self) -> Game:
        return load(self.game, variants=self.variants, players=self.players)


PAIRINGS = (
    Pairing("chance", "revolution", "search:500", "random", 0.95),
    Pairing("chance", "red_flag_over_paris", "search:500", "random", 0.95),
    Pairing("chance", "vive_la_revolution", "search:500", "random", 0.65, 6),
    *(Pairing("chance", "liberte", "search:500", "random", 2 / count, count, most=60) for count in (3, 4, 5, 6)),
    Pairing("tables", "revolution", "search:1000", "table", 0.93),
    Pairing("tables", "vive_la_revolution", "search:1000", "table", 0.6, 6),
    Pairing("tables", "liberte", "search:1000", "table", 0.5, 3, most=60),
    Pairing("itself", "revolution", "search:400", "search:100", 0.5, both_ways=True),
    Pairing("itself", "red_flag_over_paris", "search:400", "search:100", 0.5, both_ways=True),
    Pairing("itself", "vive_la_revolution", "search:400", "search:100", 0.5, 6, both_ways=True),
    Pairing("itself", "liberte", "search:400", "search:100", 0.5, 3, both_ways=True, most=60),
    Pairing("first", "revolution", "search:0.3s", f"{FIRST}0.3s", 0.8),
    *(
        Pairing("solo", "red_flag_over_paris", "search:1s", "table", 0.5, variants=(variant,), seat=seat)
        for variant, seat in (("solo_versailles", "commune"), ("solo_commune", "versailles"))
    ),
    Pairing("first", "red_flag_over_paris", "search:0.3s", f"{FIRST}0.3s", 0.8),
    Pairing("first", "vive_la_revolution", "search:0.3s", f"{FIRST}0.3s", 0.5, 6, both_ways=True),
    Pairing("first", "liberte", "search:0.3s", f"{FIRST}0.3s", 1 / 3, 3, most=60),
)
"""In the order in which they are played: what takes long comes last."""
TITLES = {
    "chance": "Against chance",
    "tables": "Against tables",
    "solo": "Against the solo opponents of Red Flag",
    "first": "Against the search of version 0.1, as many seconds",
    "itself": "Four times the playouts against one time",
}


def maker(name: str, pairing: Pairing, first: str) -> Maker:
    """Makes players of a name for a pairing. `first`: the folder of version 0.1."""
    game = ready(pairing)

    def make(seat: str) -> Player | QuickPlayer:
        if name.startswith(FIRST):
            return FirstSearch(first_version(first, pairing, float(name[len(FIRST) : -1])))
        player = make_player(name, game, seat)
        return Timed(player) if isinstance(player, SearchPlayer) else player

    return make


@cache
def first_version(folder: str, pairing: Pairing, seconds: float) -> FirstVersion:
    """Version 0.1 of a pairing's game."""
    return FirstVersion(folder, ready(pairing), seconds)


@cache
def ready(pairing: Pairing) -> Game:
    """The game of a pairing with its machine code."""
    game = pairing.game_of()
    prepare_native(game)
    return game


def played(pairing: Pairing, index: int, first: str) -> Played:
    """A game of a pairing, or a deal; it does not count if two versions fell out of step."""
    game = ready(pairing)
    makers = maker(pairing.player, pairing, first), maker(pairing.others, pairing, first)
    try:
        if pairing.both_ways:
            return deal_played(pairing.name, game, makers, index)
        return game_played(pairing.name, game, makers, index, pairing.seat)
    except OutOfStepError:
        return Played(pairing.name, index, None, (0, 0), (0.0, 0.0), 0.0)


class Row:
    """Results of a pairing so far."""

    def __init__(self, pairing: Pairing, store: Store) -> None:
        game = pairing.game_of()
        self.pairing = pairing
        self.even = 0.5 if pairing.both_ways else even_share(game)
        self.verdict = OPEN
        self._store = store
        self._each = 2 if pairing.both_ways else 1
        self._round = 1 if pairing.both_ways or pairing.seat else len(game.seats)
        self._looked = 0
        limit = pairing.most // self._each
        self._trial = Trial(pairing.goal, limit // self._round * self._round, self._each)

    def look(self) -> str:
        """The verdict, with all that is in the store; there is a look after each round of the seats."""
        there = self._store.of(self.pairing.name)
        while self.verdict == OPEN and self._looked < len(there):
            self._looked += 1
            values = shares(there[: self._looked])
            if len(values) == self._trial.limit or (values and self._looked % self._round == 0):
                if self._trial.is_reached(values):
                    self.verdict = REACHED
                elif self._trial.is_missed(values):
                    self.verdict = MISSED
        return self.verdict

    def wanted(self, most: int) -> Iterator[int]:
        """The numbers of the games or deals to be played, up to so many games that count."""
        if self.look() == OPEN:
            there = self._store.of(self.pairing.name)
            last = min(self._trial.limit, most // self._each) + len(there) - len(shares(there))
            yield from (index for index in range(last) if not self._store.has(self.pairing.name, index))

    def cells(self) -> list[str]:
        """Cells of the table's row; empty if no game counts yet."""
        self.look()
        played = self._store.of(self.pairing.name)[: self._looked]
        values = shares(played)
        if not values:
            return []
        pairing, found = self.pairing, self._trial.interval(values)
        about = [pairing.game, *pairing.variants, *([f"{pairing.players} seats"] if pairing.players else [])]
        seat = pairing.seat or ("both ways" if pairing.both_ways else "one seat")
        number = len(values) * self._each
        apart = (len(played) - len(values)) * self._each
        return [
            ", ".join([*about, seat]), pairing.player, pairing.others, f"{self.even:.3f}", f"{pairing.goal:.3f}",
            f"{found.estimate:.3f}", f"{found.low:.3f} to {found.high:.3f}",
            f"{number}{f' ({apart} left out)' if apart else ''}", self.verdict,
            " / ".join(f"{rate(played, which):,.0f}" for which in (0, 1) if rate(played, which)),
            f"{sum(each.seconds for each in played) / number:.1f}",
        ]  # fmt: skip


def begin_work() -> None:
    """A process that plays leaves Ctrl-C to the one that began it, and ends when that one does, however."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def play_rows(rows: list[Row], store: Store, most: int, jobs: int, first: str) -> None:
    """Play games of the rows, one row after the other, until each is decided or has `most` games.

    `first` is the folder of version 0.1.
    """
    with ProcessPoolExecutor(jobs, initializer=begin_work) as pool:
        try:
            running: dict[Future[Played], tuple[Row, int]] = {}
            while True:
                for task in ((row, index) for row in rows for index in row.wanted(most)):
                    if len(running) == jobs:
                        break
                    if task not in running.values():
                        running[pool.submit(played, task[0].pairing, task[1], first)] = task
                if not running:
                    return
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    row, _ = running.pop(done)
                    store.add(done.result())
                    if cells := row.cells():
                        print(" | ".join(cells), flush=True)
        except KeyboardInterrupt:
            for process in active_children():
                process.terminate()
            raise


def table(rows: list[Row]) -> str:
    """The text of STRENGTH.md."""
    text = ["# How strong the search is", "", *(__doc__ or "").split("\n\n")[1].splitlines(), ""]
    text += [f"Made by `strength.py`, of results {RESULTS_VERSION}."]
    heads = ["game", "searcher", "others", "even", "goal", "share", "95 %", "games", "goal is"]
    heads += ["playouts a second", "s a game"]
    for kind, title in TITLES.items():
        lines = [cells for row in rows if row.pairing.kind == kind and (cells := row.cells())]
        if lines:
            text += ["", f"## {title}", "", f"| {' | '.join(heads)} |", f"|{'|'.join(['---'] * 3 + ['---:'] * 8)}|"]
            text += [f"| {' | '.join(cells)} |" for cells in lines]
    return "\n".join(text) + "\n"


def by_hand(path: Path) -> str:
    """The text that was written by hand into the table's file, from BEGIN to END."""
    text = path.read_text("utf-8") if path.exists() else ""
    _, begin, rest = text.partition(BEGIN)
    return f"\n{begin}{rest.partition(END)[0]}{END}\n" if begin else f"\n{BEGIN}\n{END}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--store", type=Path, required=True, help="where finished games are kept")
    parser.add_argument("--only", help="a kind of pairing, a game, or part of a pairing's name")
    parser.add_argument("--games", type=int, default=200, help="at the most, of each pairing (200)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--out", type=Path, default=TABLE, help="the file to write (STRENGTH.md)")
    wishes = parser.parse_args()
    store = Store(wishes.store)
    chosen = {each for each in PAIRINGS if (wishes.only or "") in f"{each.kind} {each.name}"}
    rows = [Row(each, store) for each in PAIRINGS if each in chosen or store.has(each.name, 0)]
    some = [row for row in rows if row.pairing in chosen]
    with TemporaryDirectory() as folder:
        if any(each.others.startswith(FIRST) for each in chosen):
            unpack(folder)
        try:
            play_rows(some, store, wishes.games, wishes.jobs, folder)
        except KeyboardInterrupt:
            print("interrupted; the same command goes on")
    wishes.out.write_text(table(rows) + by_hand(wishes.out), encoding="utf-8")


if __name__ == "__main__":
    main()
