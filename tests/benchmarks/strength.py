"""Strength of the search: with more playouts against itself, at its levels, and against tables.

    python tests/benchmarks/strength.py --store strength.jsonl [--jobs 2] [--only chess] [--seconds 600]
    python tests/benchmarks/strength.py --store strength.jsonl --seconds 0     # the tables alone
    python tests/benchmarks/strength.py --store levels.jsonl --only club --deals 100

Each deal is played twice, with seats changed: in a game with sides one player has the seats of a side, otherwise every
other seat. The share is the first player's part of the wins; where seats aim for a score, or all win together, it is
its part of the deals in which its scores add up to more. A pairing ends when its 95 % interval no longer contains .5,
but not before `--deals`, or at `MAX_DEALS`, or when it has taken `--seconds` of processor time. All pairings take
turns, so that an interrupted run has something of each.

Results are kept in the store and not played again, and deal I of a pairing is always the same. The tables in
STRENGTH.md are written anew. Rows of pairings that the store has no games of are kept, and so is the text around them.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import active_children, parent_process
from pathlib import Path
from threading import Thread

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.matches.match import Game
from interpreter.players.base import Player, QuickPlayer
from interpreter.players.lineup import make_player
from interpreter.players.search.search_player import SearchPlayer
from tests.benchmarks.pairs import Maker, Timed, deal_played, game_played
from tests.benchmarks.sequential import Played, Store, Trial, shares

DOCUMENT = Path(__file__).with_name("STRENGTH.md")
SHELF = Path(__file__).parents[1] / "games"
BEGIN, END = "<!-- tables of strength.py -->", "<!-- end of the tables -->"
EVEN = 0.5
MIN_DEALS, MAX_DEALS = 15, 200
FIRST_SECONDS = 10.0
"""Processor time that each pairing gets in the first turn; it doubles from turn to turn."""
BETTER, WORSE, EQUAL, OPEN = "yes", "no, less", "no difference", "not told apart"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pairing of two kinds of players.

    Attributes:
        kind: The table that it belongs to.
        seat: The first player's only seat, if they don't change seats.
    """

    kind: str
    game: str
    player: str
    others: str
    players: int | None = None
    variants: tuple[str, ...] = ()
    seat: str | None = None

    @property
    def title(self) -> str:
        """The game, with its variants and number of seats."""
        seats = [f"{self.players} seats"] if self.players else []
        return ", ".join([self.game.rpartition("/")[2].replace("_", " "), *self.variants, *seats])

    @property
    def name(self) -> str:
        """The pairing's name in a store."""
        return f"{self.title}: {self.player} / {self.others}"

    def load_game(self) -> Game:
        """Load the game, from the shelf of the tests if it is there."""
        folder = SHELF / self.game
        return load(str(folder) if folder.is_dir() else self.game, variants=self.variants, players=self.players)


SHIPPED = (("revolution", None), ("red_flag_over_paris", None), ("vive_la_revolution", 6), ("liberte", 3))
CHEAP_FIRST = (
    *("kuhn", "odd_or_even", "hide_and_seek", "higher", "tic_tac_toe", "sealed_bid", "leduc", "love_letter", "hex"),
    *("liars_dice", "line_of_four", "holdem", "mancala", "breakthrough", "orchard", "night_watch", "toll_road"),
    *("draft", "auction", "berries", "mill_brook", "reversi", "hearts", "ridge", "hanabi", "draughts", "havannah"),
    *("go", "international_draughts", "backgammon", "chess"),
)
PLAYERS = {"yahtzee": 2}
"""Number of players of games that fewer can play by default."""
OTHERS = sorted({each.parent.name for each in SHELF.glob("*/game.yaml")} - set(CHEAP_FIRST))
GAMES = (*((game, PLAYERS.get(game)) for game in (*CHEAP_FIRST, *OTHERS)), *SHIPPED)
TITLES = {
    "400": "400 playouts against 100",
    "1600": "1,600 playouts against 400",
    "6400": "6,400 playouts against 1,600",
    "club": "`club` against `easy`",
    "strong": "`strong` against `club`",
    "tables": "1,600 playouts against the tables of the rulebook",
    "solo": "1,600 playouts against solo opponents",
}
TABLE_GAMES = (("revolution", None), ("vive_la_revolution", 6), ("liberte", 3))
LEVEL_GAMES = (("tic_tac_toe", None), ("hex", None), ("line_of_four", None), *SHIPPED)
PAIRINGS = (
    *(Pairing("400", game, "search:400", "search:100", seats) for game, seats in GAMES),
    *(Pairing("club", game, "club", "easy", seats) for game, seats in LEVEL_GAMES),
    *(Pairing("1600", game, "search:1600", "search:400", seats) for game, seats in GAMES),
    *(
        Pairing("solo", "red_flag_over_paris", "search:1600", "table", None, (variant,), seat)
        for variant, seat in (("solo_versailles", "commune"), ("solo_commune", "versailles"))
    ),
    *(Pairing("tables", game, "search:1600", "table", seats) for game, seats in TABLE_GAMES),
    *(Pairing("strong", game, "strong", "club", seats) for game, seats in LEVEL_GAMES),
    *(Pairing("6400", game, "search:6400", "search:1600", seats) for game, seats in GAMES),
)
"""In the order in which they are played within a turn."""


def maker(name: str, pairing: Pairing) -> Maker:
    """Return a function that makes players of a name for a pairing."""
    game = ready(pairing)

    def make(seat: str) -> Player | QuickPlayer:
        player = make_player(name, game, seat)
        return Timed(player) if isinstance(player, SearchPlayer) else player

    return make


@lru_cache(4)
def ready(pairing: Pairing) -> Game:
    """Return the game of a pairing with its machine code."""
    game = pairing.load_game()
    prepare_native(game)
    return game


def played(pairing: Pairing, index: int) -> Played:
    """Play a deal of a pairing, or a game if seats don't change."""
    game, makers = ready(pairing), (maker(pairing.player, pairing), maker(pairing.others, pairing))
    if pairing.seat is not None:
        return game_played(pairing.name, game, makers, index, pairing.seat)
    return deal_played(pairing.name, game, makers, index)


class Row:
    """Results of a pairing so far."""

    def __init__(self, pairing: Pairing, store: Store, least: int = MIN_DEALS) -> None:
        """Read a pairing's results from a store. `least`: the number of deals before an answer ends the pairing."""
        self.pairing = pairing
        self._store = store
        self._least = least
        self._each = 1 if pairing.seat else 2
        self._trial = Trial(EVEN, MAX_DEALS, self._each)

    @property
    def results(self) -> list[Played]:
        """Results in the store, up to the limit."""
        return self._store.of(self.pairing.name)[:MAX_DEALS]

    def verdict(self) -> str:
        """Return the answer to whether the first player is stronger, as far as it is known."""
        values = shares(self.results)
        if len(values) >= self._least:
            found = self._trial.interval(values)
            if not found.contains(EVEN):
                return BETTER if found.low > EVEN else WORSE
        return EQUAL if len(values) >= MAX_DEALS else OPEN

    def wanted(self, seconds: float) -> Iterator[int]:
        """Yield the numbers of the deals to be played next, as long as less processor time was taken than this."""
        done = self.results
        if sum(each.seconds for each in done) < seconds and self.verdict() == OPEN:
            yield from range(len(done), MAX_DEALS)

    def cells(self) -> list[str]:
        """Return the cells of the table's row; empty if no game was played yet."""
        done = self.results
        if not done:
            return []
        found, games = self._trial.interval(shares(done)), len(done) * self._each
        return [
            self.pairing.title, f"{found.estimate:.2f}", f"{found.low:.2f} to {found.high:.2f}", str(games),
            self.verdict(), f"{sum(each.seconds for each in done) / games:.1f}",
        ]  # fmt: skip


def begin_work() -> None:
    """Leave Ctrl-C to the parent process, and end when that ends, however."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def play_rows(rows: list[Row], store: Store, seconds: float, jobs: int) -> None:
    """Play the rows in turns, each of which gives every row twice as much time as the one before."""
    turns = [seconds]
    while turns[0] > FIRST_SECONDS:
        turns.insert(0, turns[0] / 2)
    with ProcessPoolExecutor(jobs, initializer=begin_work) as pool:
        try:
            for row, allowed in ((row, turn) for turn in turns for row in rows):
                _play_row(row, store, allowed, pool, jobs)
        except KeyboardInterrupt:
            for process in active_children():
                process.terminate()
            raise


def _play_row(row: Row, store: Store, seconds: float, pool: ProcessPoolExecutor, jobs: int) -> None:
    running: dict[Future[Played], int] = {}
    while True:
        for index in row.wanted(seconds):
            if len(running) == jobs:
                break
            if index not in running.values() and not store.has(row.pairing.name, index):
                running[pool.submit(played, row.pairing, index)] = index
        if not running:
            return
        for done in wait(running, return_when=FIRST_COMPLETED).done:
            del running[done]
            store.add(done.result())
            print(row.pairing.kind, *row.cells(), sep=" | ", flush=True)


def tables(rows: list[Row], document: str) -> str:
    """Return the tables as text, with the rows of a document for pairings without results."""
    text, earlier = [], earlier_rows(document)
    for kind, title in TITLES.items():
        lines = []
        for row in (row for row in rows if row.pairing.kind == kind):
            cells = row.cells()
            lines.append(f"| {' | '.join(cells)} |" if cells else earlier.get((title, row.pairing.title), ""))
        if any(lines):
            text += ["", f"### {title}", "", "| game | share | 95 % | games | stronger | s a game |"]
            text += ["|---|---:|---:|---:|---|---:|", *filter(None, lines)]
    return "\n".join(text) + "\n\n"


def earlier_rows(document: str) -> dict[tuple[str, str], str]:
    """Return the rows of a document's tables by the title of the table and of the pairing."""
    found, title = {}, ""
    for line in document.partition(BEGIN)[2].partition(END)[0].splitlines():
        if line.startswith("### "):
            title = line.removeprefix("### ")
        elif line.startswith("| "):
            found[title, line.split(" | ")[0].removeprefix("| ")] = line
    return found


def with_tables(document: str, text: str) -> str:
    """Return a document with other tables between the marks, which are added at the end if there are none."""
    before, mark, rest = document.partition(BEGIN)
    return f"{before}{BEGIN}\n{text}{END}{rest.partition(END)[2] if mark else chr(10)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--store", type=Path, required=True, help="where finished games are kept")
    parser.add_argument("--only", default="", help="a kind of pairing, a game, or part of a pairing's name")
    parser.add_argument("--seconds", type=float, default=600.0, help="processor time for each pairing (600)")
    parser.add_argument(
        "--deals", type=int, default=MIN_DEALS, help=f"at least, even if an answer is clear ({MIN_DEALS})"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--out", type=Path, default=DOCUMENT, help="the document to write (STRENGTH.md)")
    wishes = parser.parse_args()
    store = Store(wishes.store)
    rows = [Row(each, store, wishes.deals) for each in PAIRINGS]
    chosen = [row for row in rows if wishes.only in f"{row.pairing.kind} {row.pairing.name}"]
    try:
        play_rows(chosen, store, wishes.seconds, wishes.jobs)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on")
    document = wishes.out.read_text("utf-8") if wishes.out.exists() else ""
    wishes.out.write_text(with_tables(document, tables(rows, document)), encoding="utf-8")


if __name__ == "__main__":
    main()
