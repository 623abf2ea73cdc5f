"""How strong the search is: against chance, against tables, and with four times the playouts against itself.

Plays games of each pairing, the searcher's seat going round, and writes STRENGTH.md beside this script: the searcher's
share of the wins (of its side's, where there are sides), the lower end of its 95 % Wilson interval, the even share.

    python tests/benchmarks/strength.py --games 200 --store strength.jsonl
    python tests/benchmarks/strength.py --only tables --games 50 --store strength.jsonl
    python tests/benchmarks/strength.py --games 0 --store strength.jsonl     # the table alone

Finished games are kept in the store, a line each, and not played again; game i of a pairing is always the same. What is
written by hand between the marks in STRENGTH.md stays.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from interpreter import load, play
from interpreter.engine.playout import game_seed
from interpreter.lab.intervals import wilson
from interpreter.matches.match import Game, Match

SEED = 7
ROUND = 20
"""Games of a pairing before the next one has its turn."""
TABLE = Path(__file__).with_name("STRENGTH.md")
BEGIN, END = "<!-- by hand: kept when the table is made again -->", "<!-- end -->"


@dataclass(frozen=True, slots=True)
class Pairing:
    """`player` at one seat, `others` at all others. `seat`: the searcher's only seat, where it does not go round.
    `most`: how many games will do, where one takes long.
    """

    kind: str
    game: str
    player: str
    others: str
    players: int | None = None
    variants: tuple[str, ...] = ()
    seat: str | None = None
    most: int = 1_000_000

    @property
    def name(self) -> str:
        about = [*self.variants, *([f"{self.players} players"] if self.players else [])]
        return f"{self.game} {' '.join(about)}: {self.player} / {self.others}"


PAIRINGS = (
    Pairing("random", "revolution", "search:20", "random"),
    Pairing("random", "red_flag_over_paris", "search:20", "random"),
    Pairing("random", "vive_la_revolution", "search:50", "random", 6),
    Pairing("random", "liberte", "search:3", "random", 3),
    Pairing("tables", "revolution", "search:20", "table"),
    Pairing("tables", "vive_la_revolution", "search:50", "table", 6),
    Pairing("tables", "liberte", "search:5", "table", 3),
    Pairing("tables", "liberte", "search:20", "table", 3, most=40),
    Pairing("tables", "red_flag_over_paris", "search:30", "table", None, ("solo_versailles",), "commune"),
    Pairing("tables", "red_flag_over_paris", "search:30", "table", None, ("solo_commune",), "versailles"),
    Pairing("itself", "revolution", "search:20", "search:5"),
    Pairing("itself", "red_flag_over_paris", "search:20", "search:5"),
    Pairing("itself", "vive_la_revolution", "search:20", "search:5", 4),
    Pairing("itself", "liberte", "search:8", "search:2", 3, most=30),
)
TITLES = {"random": "Against chance", "tables": "Against tables", "itself": "Four times the playouts against one time"}


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a pairing: the searcher's share of the win, and seconds of the processor."""

    pairing: str
    index: int
    share: float
    seconds: float


def played(pairing: Pairing, game: Game, index: int) -> Played:
    """Game `index` of a pairing."""
    seat = pairing.seat or game.seats[index % len(game.seats)]
    players = {other: pairing.player if other == seat else pairing.others for other in game.seats}
    began = process_time()
    match = play(game, players, game_seed(SEED, index))
    return Played(pairing.name, index, share_of(match, seat), process_time() - began)


def share_of(match: Match, seat: str) -> float:
    """A seat's part of the win: its side's as a whole, an even part of a shared one or of none."""
    outcome = match.outcome()
    if outcome is None or not outcome.winners:
        return 1 / len(match.game.seats)
    if seat not in outcome.winners:
        return 0.0
    return 1.0 if outcome.side is not None else 1 / len(outcome.winners)


def read(store: Path) -> list[Played]:
    if not store.exists():
        return []
    return [Played(**json.loads(line)) for line in store.read_text("utf-8").splitlines() if line.endswith("}")]


def wanted(only: str | None) -> Iterator[tuple[Pairing, Game]]:
    """The pairings of games that are there, with the games."""
    for pairing in PAIRINGS:
        if only is None or only in (pairing.kind, pairing.game) or only in pairing.name:
            try:
                yield pairing, load(pairing.game, variants=pairing.variants, players=pairing.players)
            except Exception as error:
                print(f"{pairing.name}: not played ({error})", flush=True)


def table(games: list[Played]) -> str:
    """What STRENGTH.md says."""
    text = [
        "# How strong the search is",
        "",
        *(__doc__ or "").split("\n\n")[1].splitlines(),
        "",
        "Made by `strength.py`.",
    ]
    for kind, title in TITLES.items():
        rows = []
        for pairing in PAIRINGS:
            own = [each for each in games if each.pairing == pairing.name]
            if pairing.kind != kind or not own:
                continue
            sides = load(pairing.game, variants=pairing.variants, players=pairing.players)
            even = 0.5 if sides.rulebook.sides else 1 / len(sides.seats)
            share = sum(each.share for each in own) / len(own)
            low = wilson(share * len(own), len(own)).low
            about = [pairing.game, *pairing.variants, f"{len(sides.seats)} seats", *filter(None, [pairing.seat])]
            seconds = sum(each.seconds for each in own) / len(own)
            cells = [
                ", ".join(about), pairing.player, pairing.others, str(len(own)), f"{share:.3f}", f"{low:.3f}",
                f"{even:.3f}", "yes" if low > even else "no", f"{seconds:.1f}",
            ]  # fmt: skip
            rows.append(f"| {' | '.join(cells)} |")
        if rows:
            text += [
                "",
                f"## {title}",
                "",
                "| game | searcher | others | games | share | at least | even | above | s a game |",
                "|---|---|---|---:|---:|---:|---:|---|---:|",
                *rows,
            ]
    return "\n".join(text) + "\n"


def by_hand(path: Path) -> str:
    """What somebody wrote into the table's file, from BEGIN to END."""
    text = path.read_text("utf-8") if path.exists() else ""
    _, begin, rest = text.partition(BEGIN)
    return f"\n{begin}{rest.partition(END)[0]}{END}\n" if begin else f"\n{BEGIN}\n{END}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=200, help="games of each pairing")
    parser.add_argument("--store", type=Path, required=True, help="where finished games are kept")
    parser.add_argument("--only", help="a kind of pairing, a game, or part of a pairing's name")
    wishes = parser.parse_args()
    done = read(wishes.store)
    there = {(each.pairing, each.index) for each in done}
    pairings = list(wanted(wishes.only)) if wishes.games else []
    with wishes.store.open("a", encoding="utf-8") as store:
        for start in range(0, wishes.games, ROUND):
            for pairing, game in pairings:
                for index in range(start, min(start + ROUND, wishes.games, pairing.most)):
                    if (pairing.name, index) not in there:
                        one = played(pairing, game, index)
                        store.write(json.dumps({name: getattr(one, name) for name in one.__slots__}) + "\n")
                        store.flush()
    TABLE.write_text(table(read(wishes.store)) + by_hand(TABLE), encoding="utf-8")


if __name__ == "__main__":
    main()
