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
TABLES = {
    "Four times the playouts": {"400": "400 v 100", "1600": "1,600 v 400", "6400": "6,400 v 1,600"},
    "Levels for people": {"club": "`club` v `easy`", "strong": "`strong` v `club`"},
    "Against tables and solo opponents": {"tables": "1,600 playouts"},
}
"""Titles of the tables, and of their columns by the kind of pairing."""
MIN_GAMES = 10
"""With fewer games, a table has their number only."""
TABLE_GAMES = (("revolution", None), ("vive_la_revolution", 6), ("liberte", 3))
LEVEL_GAMES = (("tic_tac_toe", None), ("hex", None), ("line_of_four", None), *SHIPPED)
PAIRINGS = (
    *(Pairing("400", game, "search:400", "search:100", seats) for game, seats in GAMES),
    *(Pairing("club", game, "club", "easy", seats) for game, seats in LEVEL_GAMES),
    *(Pairing("1600", game, "search:1600", "search:400", seats) for game, seats in GAMES),
    *(
        Pairing("tables", "red_flag_over_paris", "search:1600", "table", None, (variant,), seat)
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

    def cell(self) -> str:
        """Return the cell of a table, which is bold if the share is told apart from .5; empty if nothing was played."""
        done = self.results
        games = len(done) * self._each
        if games < MIN_GAMES:
            return f"{games} games" if games else ""
        found = self._trial.interval(shares(done))
        share, low, high = (f"{value:.2f}".removeprefix("0") for value in (found.estimate, found.low, found.high))
        return f"{share if found.contains(EVEN) else f'**{share}**'} ({low} to {high}) of {games}"


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
            print(row.pairing.name, row.cell(), row.verdict(), sep=" | ", flush=True)


def tables(rows: list[Row], document: str) -> str:
    """Return the tables as text, with the cells of a document for pairings without results."""
    text, earlier = [], earlier_cells(document)
    for title, columns in TABLES.items():
        cells: dict[str, dict[str, str]] = {}
        for row in (row for row in rows if row.pairing.kind in columns):
            game, column = row.pairing.title, columns[row.pairing.kind]
            cells.setdefault(game, {})[column] = row.cell() or earlier.get((title, game, column), "")
        lines = [
            f"| {' | '.join([game, *(found.get(column, '') for column in columns.values())])} |"
            for game, found in cells.items()
            if any(found.values())
        ]
        if lines:
            text += ["", f"### {title}", "", f"| {' | '.join(['game', *columns.values()])} |"]
            text += [f"|---{'|---:' * len(columns)}|", *lines]
    return "\n".join(text) + "\n\n"


def earlier_cells(document: str) -> dict[tuple[str, str, str], str]:
    """Return the cells of a document's tables by the titles of the table, the row and the column."""
    found: dict[tuple[str, str, str], str] = {}
    title, head = "", [""]
    for line in document.partition(BEGIN)[2].partition(END)[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("### "):
            title = line.removeprefix("### ")
        elif line.startswith("| game |"):
            head = cells
        elif line.startswith("| "):
            found |= {(title, cells[0], column): cell for column, cell in zip(head[1:], cells[1:], strict=True)}
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
