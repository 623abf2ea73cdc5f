"""Error rates of `cahier compare`: comparisons with a known answer, played many times on other seeds.

    python tests/benchmarks/lab_errors.py [--runs 2000] [--within 6] [--jobs 2] [--only WORD]

- A game with itself, on independent seeds, for two seats and for six: at most 6 % may be called different.
- A game with a copy whose deck is listed in another order, so that equally likely games differ: the same limit.
- A game with one that differs by 1.5 margins, measured over many more games: at least 90 % must be called different.

In at most 5 % of the runs an interval may miss the true value.

A wide margin keeps the number of games small; the width of the intervals follows from the margin alone. Ends with 1 if
a rate is outside its limit.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.lab.compare.comparison import Verdict, run_comparison
from interpreter.lab.compare.question import POINTS, ComparedVersion, ComparisonSpec
from interpreter.lab.stats.intervals import wilson
from interpreter.matches.match import Game
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from tests.loaded import REPO

MOST_WRONG, LEAST_FOUND = 0.06, 0.9
MEASURED = 200_000
"""So many games a side measure what the true difference is."""
MARGINS = 1.5


@dataclass(frozen=True)
class Case:
    """Two versions of a game with a known difference.

    Attributes:
        truth: The difference of the shares in percentage points; empty if the versions differ by chance alone.
        paired: True if both versions play the same seeds.
    """

    name: str
    before: Game
    after: Game
    paired: bool
    within: float
    truth: Mapping[str, float] = field(default_factory=dict)


UNDER_WAY: list[Case] = []
"""The case that is played: processes that are forked have it, with its machine code, which would not be sent."""


def once(number: int) -> tuple[Verdict, int, bool]:
    """Play one comparison on its own seeds.

    Returns:
        The verdict, the number of games, and whether all intervals contain the true value.
    """
    (case,) = UNDER_WAY
    seeds = (number, number) if case.paired else (2 * number, 2 * number + 1)
    before, after = (ComparedVersion(game, dict.fromkeys(game.seats, "random")) for game in (case.before, case.after))
    answer = run_comparison(ComparisonSpec(before, after, margin_points=case.within, seeds=seeds, backend="native"))
    found = answer.differences()
    holds = all(found[who].scaled(POINTS).contains(case.truth.get(who, 0.0)) for who in found)
    return answer.verdict, answer.games, holds


def reversed_cards(game: Path, file: str) -> None:
    """List the cards of a file the other way round."""
    path = game / "cards" / file
    head, *cards = re.split(r"(?m)^(?=  - (?:id:|\{id:))", path.read_text(encoding="utf-8"))
    path.write_text(head + "".join(card.rstrip("\n") + "\n" for card in reversed(cards)), encoding="utf-8")


def copied(name: str, folder: str) -> Path:
    return Path(shutil.copytree(REPO / "rules" / name, Path(folder) / name))


def difference(before: Game, after: Game, jobs: int) -> dict[str, float]:
    """By how many points the shares of games won differ, as very many games say."""
    wins = []
    for game in (before, after):
        result = run_playtest(PlaytestPlan(game, 987_654_321, MEASURED, jobs=jobs, backend="native"))
        wins.append(result.tally.counts["seat_wins"])
    return {seat: POINTS * (wins[1][seat] - wins[0][seat]) / MEASURED for seat in before.seats}


def cases(folder: str, within: float, jobs: int) -> Iterator[Case]:
    two, six = load("red_flag_over_paris"), load("liberte", players=6)
    yield Case("itself, 2 seats", two, two, False, within)
    listed = copied("red_flag_over_paris", folder)
    reversed_cards(listed, "strategy.yaml")
    yield Case("cards in another order, 2 seats", two, load(listed), True, within)
    changed = copied("red_flag_over_paris", f"{folder}/changed")
    cards = changed / "cards" / "strategy.yaml"
    event = "event: place up to 2 cubes in Press\n"
    text = cards.read_text(encoding="utf-8")
    assert event in text
    more = "event: |\n      place up to 2 cubes in Press\n      raise your political_vp by 1\n"
    cards.write_text(text.replace(event, more), encoding="utf-8")
    after = load(changed)
    truth = difference(two, after, jobs)
    points = max(truth.values())
    yield Case(f"a difference of {points:.2f}, 2 seats", two, after, True, points / MARGINS, truth)
    yield Case("itself, 6 seats", six, six, False, within)
    listed = copied("liberte", folder)
    for file in ("a_set.yaml", "b_set.yaml"):
        reversed_cards(listed, file)
    yield Case("cards in another order, 6 seats", six, load(listed, players=6), True, within)


def main() -> None:
    parser = argparse.ArgumentParser(description="How often is `cahier compare` wrong?")
    parser.add_argument("--runs", type=int, default=2000, help="comparisons of each kind (2000)")
    parser.add_argument("--within", type=float, default=6.0, help="the margin, in points (6)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--only", default="", help="only cases whose name has this word")
    options = parser.parse_args()
    wrong = False
    print(f"{'':34}{'runs':>6}{'different':>11}{'within':>8}{'undecided':>11}{'missed':>8}{'games a side':>14}   95 %")
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(folder, options.within, options.jobs):
            if options.only not in case.name:
                continue
            for game in (case.before, case.after):
                prepare_native(game)
            UNDER_WAY[:] = [case]
            with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
                found = pool.map(once, range(options.runs), chunksize=1)
            counts = Counter(verdict for verdict, _, _ in found)
            missed = sum(not holds for _, _, holds in found)
            share = wilson(counts["different"], options.runs)
            bad = share.estimate < LEAST_FOUND if case.truth else share.estimate > MOST_WRONG
            wrong |= bad
            games = statistics.median(games for _, games, _ in found)
            print(
                f"{case.name:34}{options.runs:6}{counts['different']:11}{counts['within']:8}{counts['undecided']:11}{missed:8}"
                f"{games:14,.0f}   {100 * share.low:.1f} to {100 * share.high:.1f} %{'   WRONG' if bad else ''}",
                flush=True,
            )
    sys.exit(wrong)


if __name__ == "__main__":
    main()
