"""Regret of the search: the share of wins that its choices lose in seeded positions, judged by a much longer search.

    python tests/benchmarks/regret.py --store regret.jsonl [--positions 100] [--seconds 600] [GAME …]
    python tests/benchmarks/regret.py --store regret.jsonl --show .1 --games 40

Position I of a game comes from a random match with seed I, at a stage from its first to its last decision with several
options. It doesn't depend on the search, so that two versions can be compared in the same positions. `REFERENCES`
searches of `REFERENCE` playouts each, with different seeds, say what each option is worth: its share of wins in the
search that tried it most. One search alone does not do, because it often stays with the option that was good early.

The regret of a choice is the best of these values less its own. Each number of playouts is asked with `ASKS` seeds,
and the regret in the position is their mean. So is a further search of `REFERENCE` playouts, once.

An option that all references seldom tried has a value from few playouts, which is rather too low. So regret is rather
too high.

Results are kept in the store and not measured again. The table in STRENGTH.md is written anew; its rows of other games
are kept. `--show` prints choices that lose at least this much.

`--games` plays on from positions where a choice of `ASKED` playouts loses `BLUNDER` or more, as the references say. The
worst choice and the best option are each followed by so many games, in which a search with `PLAYED_ON` playouts plays
all seats. They start from states that agree with what the seat knows, the same for both.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.engine.playout import game_seed
from interpreter.lab.stats.intervals import mean_interval
from interpreter.language.execution.search_nodes import Proof
from interpreter.matches.match import Game, Match
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import Budget
from interpreter.players.search.search_player import SearchPlayer, rank_options
from interpreter.players.search.search_tree import ActionStats
from tests.benchmarks.pairs import SEED
from tests.benchmarks.sequential import Played, Store, shares

DOCUMENT = Path(__file__).with_name("STRENGTH.md")
SHELF = Path(__file__).parents[1] / "games"
BEGIN, END = "<!-- table of regret.py -->", "<!-- end of the table of regret.py -->"
HEAD = ("| game | playouts | positions | mean regret | 95 % | lost .1 or more |", "|---|---:|---:|---:|---:|---:|")
ASKED = (400, 1600)
REFERENCE, REFERENCES = 50 * min(ASKED), 4
ASKS = 5
STRIDE = 0.6180339887498949
"""Distance of the stages of two positions in a row, as a part of the match; the golden ratio spreads them evenly."""
BLUNDER = 0.1
PLAYED_ON = 400
PROVEN = {Proof.LOST: 0.0, Proof.DRAWN: 0.5, Proof.WON: 1.0}


@dataclass(frozen=True, slots=True)
class Judged:
    """The value of each option of a position, by index."""

    values: list[float]

    @property
    def best(self) -> int:
        """The option of the highest value."""
        return max(range(len(self.values)), key=self.values.__getitem__)

    def regret(self, choice: int) -> float:
        """Return the share of wins that a choice loses."""
        return self.values[self.best] - self.values[choice]


def position(game: Game, index: int) -> Match:
    """Return a position in which a seat has several options."""
    for attempt in range(index, sys.maxsize, 1_000_000):
        match, random, found = game.start(game_seed(SEED, attempt)), Random(attempt), []
        while match.decision is not None:
            if len(match.decision.options) > 1:
                found.append(match.decisions)
            match.choose(random.randrange(len(match.decision.options)))
        if found:
            return match.at(found[int(index * STRIDE % 1 * len(found))])
    raise AssertionError


def stats_of(match: Match, playouts: int, seed: int) -> list[ActionStats]:
    """Search a position with a new player."""
    assert match.decision is not None
    return SearchPlayer(Budget(playouts)).think(SeatMatch(match, match.decision.seat, Random(seed)))


def value_of(option: ActionStats) -> float:
    """Return an option's share of the win, as far as it isn't proved."""
    return PROVEN.get(option.proof, option.win_share)


def judge(match: Match) -> Judged:
    """Judge a position by all references."""
    return judged_by([stats_of(match, REFERENCE, -number) for number in range(REFERENCES)])


def choices_in(match: Match, playouts: int) -> list[int]:
    """Return what a search with so many playouts chooses, with each of its seeds."""
    seeds = range(1, ASKS + 1) if playouts < REFERENCE else (1,)
    return [rank_options(stats_of(match, playouts, seed))[0].index for seed in seeds]


def judged_by(searches: list[list[ActionStats]]) -> Judged:
    """Return the value of each option in the search that tried it most, or in which it was proved."""
    most = [max(stats, key=lambda option: (option.proof, option.playouts)) for stats in zip(*searches, strict=True)]
    return Judged([value_of(option) for option in most])


def name_in_store(name: str, playouts: int) -> str:
    """The name of a row in a store."""
    return f"{name}: regret of {playouts}, judged by {REFERENCES} x {REFERENCE}"


def measured(name: str, game: Game, index: int, show: float) -> Iterator[Played]:
    """Yield the regret in a position for each number of playouts, and for the reference itself."""
    match = position(game, index)
    judged = judge(match)
    for playouts in (*ASKED, REFERENCE):
        began = process_time()
        choices = choices_in(match, playouts)
        seconds = process_time() - began
        lost = [judged.regret(choice) for choice in choices]
        for choice, regret in zip(choices, lost, strict=True):
            if regret >= show:
                tell(match, judged, choice, playouts)
        number = playouts * len(choices)
        yield Played(name_in_store(name, playouts), index, sum(lost) / len(lost), (number,), (seconds,), seconds)


def tell(match: Match, judged: Judged, choice: int, playouts: int) -> None:
    """Print a choice that loses much."""
    assert match.decision is not None
    options, values = match.decision.options, judged.values
    chosen, best = (f"{options[each].text} ({values[each]:.2f})" for each in (choice, judged.best))
    label = f"  seed {match.seed}, {match.decisions} decisions in, {match.decision.label}"
    print(f"{label}, {playouts} playouts: {chosen} in place of {best}", flush=True)


def share_after(match: Match, option: int, deal: int) -> float:
    """Return the share of the win of the seat that decides, if it takes an option and a search plays on."""
    assert match.decision is not None
    seat, random = match.decision.seat, Random(deal)
    imagined = SeatMatch(match, seat, random).determinize()
    imagined.choose(option)
    players = {each: SearchPlayer(Budget(PLAYED_ON)) for each in match.game.seats}
    while (decision := imagined.decision) is not None:
        imagined.choose(players[decision.seat].choose(SeatMatch(imagined, decision.seat, random)))
    outcome = imagined.outcome()
    winners = outcome.winners if outcome is not None else []
    return (seat in winners) / len(winners) if winners else 1 / len(match.game.seats)


def play_on(game: Game, index: int, games: int) -> tuple[float, float] | None:
    """Play on after the worst choice and after the best option of a position.

    Return what the choice loses by the references and in games; None if it is less than `BLUNDER` by the references.
    """
    match = position(game, index)
    judged = judge(match)
    worst = max((choice for each in ASKED for choice in choices_in(match, each)), key=judged.regret)
    said = judged.regret(worst)
    if said < BLUNDER:
        return None
    assert match.decision is not None
    shares = [[share_after(match, option, deal) for deal in range(games)] for option in (worst, judged.best)]
    played = [mean(each) for each in shares]
    texts = [match.decision.options[each].text for each in (worst, judged.best)]
    told = [f"{text} ({value:.2f})" for text, value in zip(texts, played, strict=True)]
    print(f"  {index}: {told[0]} in place of {told[1]}, by the references {said:.2f} less", flush=True)
    return said, played[1] - played[0]


def play_on_all(name: str, positions: int, games: int) -> None:
    """Play on from all positions where much seems to be lost, and print what is lost in games on average."""
    game = load_ready(name)
    found = [lost for index in range(positions) if (lost := play_on(game, index, games)) is not None]
    if found:
        said, in_games = mean(each[0] for each in found), mean_interval(each[1] for each in found)
        line = f"{len(found)} positions: {said:.2f} lost by the references, {in_games.estimate:.2f} in games"
        print(f"{name}, {line} ({in_games.low:.2f} to {in_games.high:.2f})", flush=True)


def load_ready(name: str) -> Game:
    """Load a game, from the shelf of the tests if it is there, with its machine code."""
    game = load(str(SHELF / name) if (SHELF / name).is_dir() else name)
    prepare_native(game)
    return game


def regret_row(name: str, playouts: int, store: Store, positions: int) -> str:
    """Return a row of the table; empty if nothing was measured yet."""
    values = shares(store.of(name_in_store(name, playouts)))[:positions]
    if not values:
        return ""
    found = mean_interval(values).clipped(0, 1)
    title = f"{Path(name).name.replace('_', ' ')} | {playouts:,}"
    lost = sum(value >= BLUNDER for value in values)
    return f"| {title} | {len(values)} | {found.estimate:.4f} | {found.low:.4f} to {found.high:.4f} | {lost} |"


def with_table(document: str, rows: list[str]) -> str:
    """Return a document with these rows, and with its rows of other games, between the marks."""
    before, mark, rest = document.partition(BEGIN)
    table, _, after = rest.partition(END)
    games = {each.split(" | ")[0] for each in rows}
    kept = [each for each in table.splitlines() if each.startswith("| ") and each.split(" | ")[0] not in games]
    lines = "\n".join([*HEAD, *(each for each in kept if each != HEAD[0]), *rows])
    return f"{before}{BEGIN}\n\n{lines}\n\n{END}{after if mark else chr(10)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("names", nargs="*", default=["red_flag_over_paris"], metavar="GAME")
    parser.add_argument("--store", type=Path, required=True, help="where results are kept")
    parser.add_argument("--positions", type=int, default=100, help="of each game (100)")
    parser.add_argument("--seconds", type=float, default=600.0, help="processor time in total, of this run (600)")
    parser.add_argument("--show", type=float, default=2.0, metavar="REGRET", help="print choices that lose this much")
    parser.add_argument("--games", dest="played_on", type=int, default=0, help="to play on from positions (0)")
    parser.add_argument("--out", type=Path, default=DOCUMENT, help="the document to write (STRENGTH.md)")
    wishes = parser.parse_args()
    store, began = Store(wishes.store), process_time()
    rows: list[str] = []
    for name in wishes.names:
        game = load_ready(name)
        if game.rulebook.aims_for_score:
            parser.error(f"seats aim for a score in {name}, so that there is no share of wins to lose")
        for index in range(wishes.positions):
            if process_time() - began > wishes.seconds:
                break
            if not all(store.has(name_in_store(name, playouts), index) for playouts in (*ASKED, REFERENCE)):
                for result in measured(name, game, index, wishes.show):
                    store.add(result)
        rows += filter(None, (regret_row(name, playouts, store, wishes.positions) for playouts in (*ASKED, REFERENCE)))
    document = wishes.out.read_text("utf-8") if wishes.out.exists() else ""
    wishes.out.write_text(with_table(document, rows), encoding="utf-8")
    print(*HEAD, *rows, sep="\n", flush=True)
    for name in wishes.names if wishes.played_on else []:
        play_on_all(name, wishes.positions, wishes.played_on)


if __name__ == "__main__":
    main()
