"""Write the lab's findings about a game to `REPORT.md` in its folder: winners, endings, length, coverage.

    python tests/benchmarks/report.py GAME [--players random table search:50@100@4,6] [--counts 4 6] [--games 1000]
        [--seed 1] [--variant V]… [--jobs 2] [--out FILE]
        [--ask measure "impact --within 2"]

Plays with each kind of player on all seats, at each number of players. `search:50@100@4,6` means: 100 games with this
player, at 4 and 6 players. `table` plays the seats that have tables, the others play at random. Shares come with 95 %
Wilson intervals. Where there are cards, a table says how often each was used, and for what. Things that never happened
are listed for each kind of player, at its smallest number of players. `--ask` adds the answers of commands of the lab,
as they are printed at the terminal: the kind of game, say, or the value of each thing.

The same arguments make the same report, except for the parts between `<!-- by hand: … -->` and `<!-- end -->`, which
are kept.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cli.text.lab.playtest_text import ITEM_NAMES
from interpreter import load
from interpreter.lab.playtest_document import make_playtest_document
from interpreter.lab.result_documents import to_json
from interpreter.lab.stats.intervals import wilson
from interpreter.matches.match import Game
from interpreter.players.lineup import BALANCE_WARNING, describe_lineup
from interpreter.playtest.run.coverage import Coverage
from interpreter.playtest.run.figures import DRAW, FIGURES, FigureShape
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from interpreter.presentation.names import Names
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.player_names import RANDOM

REPORT = "REPORT.md"
DEFAULT_PLAYERS = ("random", "table")
BY_HAND = re.compile(r"<!-- by hand: ([^>]+) -->\n(.*?)<!-- end -->\n", re.DOTALL)
EXPLAINED = """\
Each share stands with its 95 % Wilson interval; who wins together with others has won. Turns and decisions of a game:
least to most. What stands between marks *by hand* is kept when the report is made again.
"""


@dataclass(frozen=True)
class Kind:
    """A kind of player by name, with its number of games and the numbers of players that it plays at."""

    name: str
    games: int
    counts: list[int]

    @classmethod
    def read(cls, text: str, games: int, counts: list[int]) -> Kind:
        name, *own = text.split("@")
        at = [count for count in counts if count in map(int, own[1].split(","))] if len(own) > 1 else counts
        return cls(name, int(own[0]) if own else games, at)


@dataclass(frozen=True)
class Column:
    """One run: what stands over it, the sides or seats that can win, its figures as `playtest --json` gives them."""

    title: str
    whose: tuple[str, ...]
    figures: dict[str, Any]
    coverage: Coverage

    @property
    def finished(self) -> int:
        return int(self.figures["finished"])


def share(times: int, of: int) -> str:
    if not of:
        return "–"
    found = wilson(times, of).scaled(100)
    return f"{found.estimate:.1f} % ({found.low:.1f}–{found.high:.1f})"


def seated(game: Game, name: str) -> dict[str, str]:
    """Return the player of each seat: the named player wherever it can play, unless the rules assign a player."""
    able = {seat for seat in game.seats if name != "table" or any(bot.seat in (seat, None) for bot in game.bots)}
    return {seat: name for seat in game.seats if seat in able} | game.rulebook.players_of


def lineups(games: Mapping[int, Game], kinds: Sequence[Kind]) -> str:
    """Each kind of player, and on which seats; `games`: by the number of players."""
    found = [(games[count], kind.name) for kind in kinds for count in kind.counts]
    phrases = [describe_lineup(game, seated(game, name), Names(game.rulebook)) for game, name in found]
    return "; ".join(dict.fromkeys(phrases))


def played(game: Game, kind: Kind, title: str, seed: int, jobs: int) -> Column:
    """Raises RuntimeError if not all games came to an end."""
    result = run_playtest(PlaytestPlan(game.with_coverage(), seed, kind.games, 0, jobs, seated(game, kind.name)))
    if result.signal is not None:
        raise KeyboardInterrupt
    for problem, _, index in result.tally.stop_reasons()[:1]:
        raise RuntimeError(f"{problem.render()}\n    in game {index}")
    if result.tally.finished < kind.games:
        raise RuntimeError(f"{kind.games - result.tally.finished} games did not come to an end")
    whose = tuple(side.id for side in game.rulebook.sides) or game.seats
    return Column(title, whose, to_json(make_playtest_document(result)), result.coverage)


def wins(column: Column) -> Counter[str]:
    """Count wins by seat or side, alone or shared; `+` counts shared wins, `draw` games without a winner."""
    counts: Counter[str] = Counter()
    for outcome, times in column.figures["outcomes"].items():
        who = outcome.split("+")
        counts.update(dict.fromkeys(who, times))
        counts["+"] += times if len(who) > 1 else 0
    return counts


def table(columns: Sequence[Column]) -> list[str]:
    """A table of runs side by side."""
    won = [wins(column) for column in columns]
    whose = dict.fromkeys(who for column in columns for who in column.whose)
    rows = [("games", [f"{column.finished:,}" for column in columns])]

    def add(label: str, key: str, counts: Sequence[Counter[str]], has: Sequence[bool]) -> None:
        cells = [share(each[key], column.finished) for each, column in zip(counts, columns, strict=True)]
        rows.append((label, [cell if there else "" for cell, there in zip(cells, has, strict=True)]))

    everywhere = [True] * len(columns)
    for who in whose:
        add(f"won by {who}", who, won, [who in column.whose for column in columns])
    for label, key in (("won by several", "+"), ("won by nobody", DRAW)):
        if any(each[key] for each in won):
            add(label, key, won, everywhere)
    for figure in FIGURES:
        values = [column.figures[figure.key] for column in columns]
        if figure.shape is FigureShape.REASONS:
            counts = [Counter(value) for value in values]
            for label in sorted(set().union(*counts)):
                add(f"{figure.row_name} `{label}`", label, counts, everywhere)
        elif figure.shape is FigureShape.SPREAD:
            rows.append((figure.row_name, [_spread(value) for value in values]))
        elif figure.shape is FigureShape.MEAN and any(values):
            rows.append((figure.row_name, [f"{value or 0:.1f}" for value in values]))
    heads = ["", *(column.title for column in columns)]
    lines = [heads, ["---"] * len(heads), *([label, *cells] for label, cells in rows)]
    return [f"| {' | '.join(line)} |" for line in lines]


def _spread(figure: dict[str, Any]) -> str:
    return f"{figure['min']}–{figure['max']}, median {figure['median']}"


def cards(columns: dict[str, list[Column]], titles: dict[str, str]) -> list[str]:
    """Table of the cards: uses in a hundred games, and their purpose, for each kind of player."""
    lines = [["card", *columns], ["---"] * (len(columns) + 1)]
    games = {kind: sum(column.finished for column in runs) for kind, runs in columns.items()}
    for card in sorted(set().union(*(column.figures["cards"] for runs in columns.values() for column in runs))):
        cells = []
        for kind, runs in columns.items():
            uses: Counter[str] = Counter()
            for column in runs:
                uses.update(column.figures["cards"].get(card, {}))
            cells.append(", ".join(f"{label} {100 * times / games[kind]:.0f}" for label, times in sorted(uses.items())))
        lines.append([titles[card], *cells])
    return [f"| {' | '.join(line)} |" for line in lines]


def never(columns: Sequence[Column]) -> list[str]:
    """List the things that never happened in the first of these runs, which has the fewest players."""
    data = columns[0].coverage.figures()
    counts = [f"{each.happened:,} of {each.of:,} {ITEM_NAMES[kind]}" for kind, each in data.counts.items()]
    rows = [[f"{each.file}:{each.line}", each.never, f"`{each.text}`", each.title or ""] for each in data.never]
    told = f"In {columns[0].finished:,} games with {columns[0].title} happened at least once: {', '.join(counts)}."
    heads = ["where", "never", "what", "of"]
    lines = [heads, ["---"] * len(heads), *rows]
    table = [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
    return [told, "", *(table if rows else ["There is nothing that never happened."])]


def asked(command: str, options: argparse.Namespace) -> list[str]:
    """Run a command of the lab and return its answer without the last line, which contains the time taken."""
    words = [*command.split(), options.game, "--seed", str(options.seed)]
    for variant in options.variant:
        words += ["--variant", variant]
    done = subprocess.run([sys.executable, "-m", "cli", *words], capture_output=True, text=True, check=True)
    told = done.stdout.rpartition("\n\n")[0]
    return [f"    cahier {shlex.join(words)}", "", "```", told, "```"]


class Notes:
    """Text written by hand in an earlier report, by the name of its place."""

    def __init__(self, path: Path) -> None:
        earlier = path.read_text(encoding="utf-8") if path.exists() else ""
        self._kept: dict[str, str] = dict(BY_HAND.findall(earlier))

    def place(self, name: str) -> list[str]:
        """The lines of a place, with its marks; empty between them if nothing was written there yet."""
        return [f"<!-- by hand: {name} -->", *self._kept.pop(name, "").splitlines(), "<!-- end -->", ""]

    def left(self) -> Iterator[str]:
        """Yield the text of places that no longer exist."""
        for name in list(self._kept):
            yield from self.place(name)


def report(options: argparse.Namespace, notes: Notes) -> str:
    """The whole text. Raises RuntimeError if a run fails."""
    book = load_rulebook(options.game, variants=options.variant)
    low, high = book.players
    counts = options.counts or list(range(low, high + 1))
    games = {count: load(options.game, options.variant, count) for count in counts}
    kinds = [Kind.read(text, options.games, counts) for text in options.players]
    untabled = not any(game.bots for game in games.values())
    kinds = [kind for kind in kinds if not (untabled and kind.name == "table")]
    named = [f"{title.title['en']}" for title in games[counts[0]].rulebook.overlays]
    title = f"{book.title['en']}{' with ' + ' and '.join(named) if named else ''}"
    lines = [f"# {title}: playtests", "", f"Games with {lineups(games, kinds)}.", ""]
    lines += ["Made by", "", f"    {command(options)}", "", *EXPLAINED.splitlines()]
    lines += [f"{BALANCE_WARNING}."] if any(kind.name == RANDOM for kind in kinds) else []
    lines.append("")
    lines += ["No seat of this game has tables.", ""] if untabled else []
    lines += notes.place("before")
    runs = {
        kind.name: [played(games[n], kind, f"{n} players", options.seed, options.jobs) for n in kind.counts]
        for kind in kinds
    }
    if len(counts) == 1:
        lines += [*table([replace(columns[0], title=name) for name, columns in runs.items()]), ""]
    else:
        for name, columns in runs.items():
            lines += [f"## Players: {name}", "", *table(columns), "", *notes.place(name)]
    if any(column.figures["cards"] for columns in runs.values() for column in columns):
        titles = {card.id: card.title["en"] for card in games[counts[0]].rulebook.cards}
        lines += ["## Cards", "", "Times that a card was used in a hundred games, and for what.", ""]
        lines += [*cards(runs, titles), "", *notes.place("cards")]
    for name, columns in runs.items():
        lines += [f"## What never happens: {name}", "", *never(columns), ""]
    lines += notes.place("never")
    for text in options.ask:
        lines += [f"## {text.split()[0].capitalize()}", "", *asked(text, options), "", *notes.place(text.split()[0])]
    lines += [*notes.place("after"), *notes.left()]
    return "\n".join(lines).rstrip() + "\n"


def command(options: argparse.Namespace) -> str:
    """The command that makes this report again."""
    words = ["python", "tests/benchmarks/report.py", options.game, "--games", str(options.games)]
    words += ["--seed", str(options.seed), "--players", *options.players]
    words += ["--counts", *map(str, options.counts)] if options.counts else []
    for variant in options.variant:
        words += ["--variant", variant]
    words += ["--ask", *options.ask] if options.ask else []
    return shlex.join(words)


def main() -> None:
    parser = argparse.ArgumentParser(description="Playtests of a game, written down in its folder.")
    parser.add_argument("game", metavar="GAME", help="a game's name or folder")
    parser.add_argument("--players", nargs="+", default=list(DEFAULT_PLAYERS), metavar="PLAYER", help="random, table …")
    parser.add_argument("--counts", nargs="+", type=int, default=[], metavar="N", help="numbers of players (all)")
    parser.add_argument("--games", type=int, default=1000, help="games of each run (1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", action="append", default=[], metavar="V")
    parser.add_argument("--ask", nargs="+", default=[], metavar="COMMAND", help="measure, impact, with their options")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2); the figures do not depend on it")
    parser.add_argument("--out", type=Path, help=f"where to write it ({REPORT} in the game's folder)")
    options = parser.parse_args()
    out = options.out or Path(load_rulebook(options.game).folder, REPORT)
    text = report(options, Notes(out))
    out.write_text(text, encoding="utf-8")
    print(out)


if __name__ == "__main__":
    main()
