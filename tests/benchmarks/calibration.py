"""Error, coverage and power of the lab's answers, where the truth is known.

    python tests/benchmarks/calibration.py [--runs 1000] [--only WORD] [--write]

Each line is a claim of the lab, and how often it held in simulated studies. Endings of games are drawn from known
distributions in place of playing, and judged by the code of `compare`, `impact`, `sweep`, `tune` and `balance`.
`--write` writes the table of CALIBRATION.md anew. Ends with 1 if a claim is refuted: if the 95 % interval of its share
lies beyond the limit.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.lab.balance.balance_document import balance_document
from interpreter.lab.balance.ladder import LadderResult, LadderSpec, RungResult
from interpreter.lab.balance.planner import Rung
from interpreter.lab.compare.aims import ChangeAim
from interpreter.lab.compare.comparison import ComparisonResult, can_stop
from interpreter.lab.compare.pairing import Pair, look_schedule
from interpreter.lab.compare.question import POINTS, ComparedVersion, ComparisonSpec
from interpreter.lab.impact.item_values import EffectEstimates, ImpactRow
from interpreter.lab.stats.estimators import AnytimeDifferences, AnytimeEstimator, FixedSampleEstimator
from interpreter.lab.stats.intervals import Interval, Moments, wilson
from interpreter.lab.sweep.sweep_points import FIRST_LOOK, LOOK_FACTOR, Aim, PointResult, TargetSearch
from interpreter.lab.sweep.vary import SweepPoint
from interpreter.lab.tune.candidates import ChangeCandidate, ChangeSize
from interpreter.lab.tune.question import TuneSpec
from interpreter.lab.tune.rounds import ArmGames, TuneRounds
from interpreter.lab.tune.tune_result import TuneResult
from interpreter.matches.match import Game
from interpreter.playtest.run.chunks import Chunk, Ending
from interpreter.playtest.run.figures import Tally
from interpreter.rulebook.omissions import Omission
from interpreter.support.errors import Location
from tests.loaded import game_of

DOCUMENT = Path(__file__).with_name("CALIBRATION.md")
TRAPS = Path(__file__).parents[1] / "lab" / "traps"
RUNS = 1000
WRONG, MISSED, FOUND = "wrong verdict", "an interval misses", "found"
SMALLEST = "the smallest found"
OFF = 0.02
"""Distance from the range aimed at up to which a change counts as found."""
MANY = """
id: many
title: Many
about: Seats whose games are not played, only drawn.
source: ours
seats: {from: 2, to: 10, id: p, title: Player}
start: end the game, nobody wins
"""
Claims = Mapping[str, bool]
"""Outcome of one run for each claim, by its name."""


@dataclass(frozen=True)
class Case:
    """A kind of study with a known truth.

    Attributes:
        name: Its name in the table.
        simulate: Simulates one study.
        limits: Promised share of runs for each claim: at most this, for those in `AT_LEAST` at least this.
    """

    name: str
    simulate: Callable[[Random], Claims]
    limits: Mapping[str, float]


@cache
def game_for(seats: int) -> Game:
    """A game for so many; of that for 0, the rules show that one of two wins."""
    if not seats:
        return game_of(TRAPS)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.yaml").write_text(MANY, "utf-8")
        return load(folder, players=seats)


def won_by(*winners: str) -> Ending:
    return Ending(winners, None, "end")


@dataclass(frozen=True)
class Pairs:
    """The distribution of the endings of a game with both versions.

    Attributes:
        game: The game.
        shares: Probability of each pair.
    """

    game: Game
    shares: Mapping[Pair, float]

    def draw(self, random: Random, games: int) -> Counter[Pair]:
        pairs = [*self.shares]
        return Counter(random.choices(pairs, cum_weights=[*accumulate(self.shares.values())], k=games))

    def truth(self) -> dict[str, float]:
        """The change of each seat's share of wins."""
        return {
            who: sum(
                share * ((who in after.winners) - (who in before.winners))
                for (before, after), share in self.shares.items()
                if before and after
            )
            for who in self.game.seats
        }


def pairs_of(seats: int, changed: float, draws: float = 0.0, better: float = 0.0) -> Pairs:
    """Endings of which a share changes, around the seats, as often to one as to the next.

    Args:
        seats: Number of seats; 0 for two of which exactly one wins.
        changed: Share of games that another seat wins after the change.
        draws: Share of games without a winner; half of them are won after the change, and replaced by others.
        better: Share of games that the first seat wins more often after the change.
    """
    game = game_for(seats)
    endings, nobody = [won_by(seat) for seat in game.seats], won_by()
    shares: defaultdict[Pair, float] = defaultdict(float)
    for at, ending in enumerate(endings):
        following = endings[(at + 1) % len(endings)]
        shares[ending, ending] += (1 - changed - draws - better) / len(endings)
        shares[ending, following] += changed / len(endings)
    shares[endings[1], endings[0]] += better
    shares[nobody, nobody] += draws / 2
    shares[nobody, endings[0]] += draws / 4
    shares[endings[0], nobody] += draws / 4
    return Pairs(game, {pair: share for pair, share in shares.items() if share})


def question_of(pairs: Pairs, points: float, games: int, family: int = 1, single: bool = False) -> ComparisonSpec:
    version = ComparedVersion(pairs.game, dict.fromkeys(pairs.game.seats, "random"))
    return ComparisonSpec(version, version, points, games, single, (0, 1), family)


def add_games(answer: ComparisonResult, pairs: Pairs, random: Random, games: int) -> None:
    """Draw games until there are so many."""
    answer.evidence.pairs.update(pairs.draw(random, games - answer.games))
    answer.evidence.games = games


def misses(answer: ComparisonResult, truth: Mapping[str, float]) -> bool:
    return any(not found.contains(truth[who]) for who, found in answer.differences().items())


def compared(pairs: Pairs, points: float, games: int = 20_000) -> Callable[[Random], Claims]:
    """A comparison that stops by itself."""
    truth = pairs.truth()
    largest = max(map(abs, truth.values())) * POINTS

    def simulate(random: Random) -> Claims:
        answer = ComparisonResult(question_of(pairs, points, games))
        for look in look_schedule(games):
            add_games(answer, pairs, random, look)
            if can_stop(answer):
                break
        found = answer.differences()
        signs = any(not each.contains(0) and each.estimate * truth[who] <= 0 for who, each in found.items())
        wrong = largest > points if answer.verdict == "within" else answer.verdict == "different" and signs
        return {WRONG: wrong, MISSED: misses(answer, truth), FOUND: answer.verdict == "different"}

    return simulate


def looked_at_always(pairs: Pairs, points: float, looks: tuple[int, ...]) -> Callable[[Random], Claims]:
    """A comparison of which every look counts."""
    truth = pairs.truth()

    def simulate(random: Random) -> Claims:
        answer = ComparisonResult(question_of(pairs, points, 2 * looks[-1]))
        missed = False
        for look in looks:
            add_games(answer, pairs, random, look)
            missed = missed or misses(answer, truth)
        return {MISSED: missed}

    return simulate


def looked_at_once(pairs: Pairs, games: int) -> Callable[[Random], Claims]:
    truth = pairs.truth()

    def simulate(random: Random) -> Claims:
        answer = ComparisonResult(question_of(pairs, 1.0, games, single=True))
        add_games(answer, pairs, random, games)
        return {MISSED: misses(answer, truth)}

    return simulate


def ladder_of(pairs: Pairs, points: float, rungs: int, most: int) -> Callable[[Random], Claims]:
    """Several kinds of players, each with as many games as there happened to be time for."""
    truth = pairs.truth()

    def simulate(random: Random) -> Claims:
        missed = False
        for _ in range(rungs):
            answer = ComparisonResult(question_of(pairs, points, 2 * most, rungs))
            add_games(answer, pairs, random, random.randint(10, most))
            missed = missed or misses(answer, truth)
        return {MISSED: missed}

    return simulate


def things_of(blank: int, real: int, games: int, effect: float) -> Callable[[Random], Claims]:
    """`impact` of things of which some do nothing; each changes the winner of a tenth of the games."""
    red, blue = won_by("red"), won_by("blue")
    winners = {red: ("red",), blue: ("blue",)}
    where = Location("cards.yaml", 1, 1)

    def simulate(random: Random) -> Claims:
        rows = []
        for number in range(blank + real):
            up = 0.05 + (effect / 2 if number >= blank else 0.0)
            kinds = [(red, red), (blue, red), (red, blue)]
            drawn = Counter(random.choices(kinds, cum_weights=[0.9, 0.9 + up, 1.0], k=games))
            thing = Omission(number + 1, "event", f"card_{number}", {"en": "Card"}, where, "red")
            rows.append(ImpactRow(thing, games, drawn))
        effects = EffectEstimates(rows, ("red", "blue"), winners, 0.01, has_single_winner=True).ranked()
        called = [each for each in effects if each.is_significant]
        truth = {row.thing.number: effect if row.thing.number > blank else 0.0 for row in rows}
        false = sum(not truth[each.row.thing.number] for each in called)
        other = [each for each in effects if not each.is_significant]
        return {
            WRONG: random.random() < false / max(1, len(called)),  # the part of those called real that is blank
            MISSED: any(not each.differences["red"].contains(truth[each.row.thing.number]) for each in other),
            FOUND: bool(real) and len(called) - false >= real / 2,
        }

    return simulate


def swept(shares: tuple[float, ...], precision: float) -> Callable[[Random], Claims]:
    """A sweep for 50 %, which the value in the middle meets."""
    at = len(shares) // 2
    aim = Aim("p1", 0.5, precision)

    def simulate(random: Random) -> Claims:
        estimator = AnytimeEstimator(len(shares), precision)
        points = (SweepPoint(number, (), ()) for number in range(len(shares)))
        spots = [PointResult(point, ("p1", "p2"), False, estimator) for point in points]
        search, look = TargetSearch(aim, spots, estimator), FIRST_LOOK
        while search.undecided:
            for share, spot in zip(shares, spots, strict=True):
                if not spot.is_ruled_out and not aim.is_precise(spot):
                    more = look - spot.games
                    won = sum(random.random() < share for _ in range(more))
                    spot.add(chunk_of(spot.games, more, won))
                    spot.is_ruled_out = aim.is_ruled_out(spot)
            look = int(look * LOOK_FACTOR)
        chosen = search.found[:1]
        return {
            WRONG: spots[at].is_ruled_out,
            FOUND: chosen == [spots[at]],
            MISSED: any(not confirmed(random, shares[each.point.number], precision) for each in chosen),
        }

    return simulate


def confirmed(random: Random, share: float, precision: float) -> bool:
    """Draw games that confirm a choice, and return whether their interval has its true share."""
    estimator = FixedSampleEstimator(1, precision)
    games = estimator.sample_size(1)
    return estimator.share(sum(random.random() < share for _ in range(games)), games, 1).contains(share)


def chunk_of(first: int, games: int, won: int, winners: tuple[str, ...] = ("p1", "p2")) -> Chunk:
    tally = Tally(games=games, finished=games)
    tally.counts["seat_wins"] = tally.counts["outcomes"] = Counter(dict(zip(winners, (won, games - won), strict=True)))
    return Chunk(first, games, tally)


class DrawnGames:
    """Games of a search that are drawn in place of playing.

    Attributes:
        spec: The question.
        cheap: True shares between the cheap players, by change.
        strong: True shares between the deciding players.
        random: Draws the games.
    """

    def __init__(self, spec: TuneSpec, cheap: Sequence[float], strong: Sequence[float], random: Random) -> None:
        self.spec, self.cheap, self.strong, self.random = spec, cheap, strong, random
        self.games = 0

    def play(self, rung: Rung, arms: ArmGames) -> bool:
        is_cheap = rung is self.spec.screening
        for number, (spot, games) in arms.items():
            share, more = (self.cheap if is_cheap else self.strong)[number], games - spot.games
            if more > 0:
                won = sum(self.random.random() < share for _ in range(more))
                spot.add(chunk_of(spot.first_game + spot.games, more, won, spot.contenders))
                self.games += 0 if is_cheap else more
        return True

    def games_left(self) -> int:
        return (self.spec.games or 0) - self.games

    def is_time_spent(self, share: float) -> bool:
        return False

    def begin_deciding(self) -> None:
        assert not self.games


def tuned(
    factor: float, error: float, aim: ChangeAim, games: int, reachable: bool = True
) -> Callable[[Random], Claims]:
    """A search among two places with five values each: one changes the share a lot, one a little.

    Args:
        factor: Factor from a change between cheap players to that between strong ones.
        error: Standard deviation of what strong players find beside that.
        aim: The range aimed at.
        games: Number of games between the strong players.
        reachable: False if no change comes near the aim.
    """
    game = game_for(0)
    first, _ = game.seats
    cheap_rung, strong_rung = (Rung(player, dict.fromkeys(game.seats, player)) for player in ("random", "search:50"))
    aims = (replace(aim, figure=first),)
    spec = TuneSpec(game, (), aims, cheap_rung, strong_rung, seconds=None, games=games)
    steps = (0.0, 0.04, 0.08, -0.04, -0.08)
    moves = [one + other / 4 for one in steps for other in steps]
    sizes = [ChangeSize(bool(one) + bool(other), abs(one) + abs(other)) for one in steps for other in steps]
    points = sorted(range(len(moves)), key=lambda number: sizes[number].order)

    def simulate(random: Random) -> Claims:
        found = TuneResult(spec)
        estimator = spec.searching_estimator(len(points))
        for number, at in enumerate(points):
            point = SweepPoint(number, (), ())
            screened, decided = (PointResult(point, game.seats, False, estimator) for _ in range(2))
            found.candidates.append(ChangeCandidate(number, point, sizes[at], screened, decided))
        cheap = [0.5 + moves[at] for at in points]
        strong = [0.42 + factor * moves[at] + bool(number) * random.gauss(0, error) for number, at in enumerate(points)]
        if not reachable:
            strong = [min(share, aim.low - 0.03) for share in strong]
        rounds = TuneRounds(found, DrawnGames(spec, cheap, strong, random), lambda by, more: None)
        assert rounds.screen() and rounds.decide()
        rounds.check_choice()
        fresh, chosen = found.fresh, found.chosen
        assert fresh is not None and chosen is not None
        truth, verdict = strong[chosen.number], found.verdict
        is_in = aim.low <= truth <= aim.high
        wanted = spec.ranges[0]
        pairs = ((fresh.present, strong[0]), (fresh.chosen, truth))
        return {
            WRONG: (verdict == "reached" and not is_in) or (verdict == "not_reached" and is_in),
            MISSED: any(not fresh.figure(spot, wanted).contains(share) for spot, share in pairs),
            FOUND: aim.low - OFF <= truth <= aim.high + OFF,
            SMALLEST: is_in
            and not any(
                aim.low <= share <= aim.high and found.candidates[number].size.order < chosen.size.order
                for number, share in enumerate(strong)
            ),
        }

    return simulate


def balanced(rungs: int, games: int, share: float) -> Callable[[Random], Claims]:
    """`balance` with equal shares on each rung."""
    game = game_for(0)
    players = [
        Rung(f"search:{number + 1}", dict.fromkeys(game.seats, f"search:{number + 1}")) for number in range(rungs)
    ]
    asked = LadderSpec(game, players, None, games)
    first, second = game.seats

    def simulate(random: Random) -> Claims:
        found = LadderResult(asked, [RungResult(each) for each in players])
        for each in found.results:
            won = sum(random.random() < share for _ in range(games))
            each.tally.games = each.tally.finished = games
            each.tally.counts["outcomes"] = Counter({first: won, second: games - won})
        document = balance_document(found)
        assert document.trend is not None
        return {
            MISSED: any(not rung.wins[first].contains(share) for rung in document.rungs),
            WRONG: document.trend.trend in ("rising", "falling"),
        }

    return simulate


def long_games(rare: float, games: int) -> Callable[[Random], Claims]:
    """The change of a length that nearly always is 10, and seldom 20 with both versions."""
    method = AnytimeDifferences(0.01, 0.05)

    def simulate(random: Random) -> Claims:
        moments = []
        for _ in range(2):
            seldom = sum(random.random() < rare for _ in range(games))
            moments.append(Moments.from_counts({10: games - seldom, 20: seldom}))
        return {MISSED: not method.mean(*moments).contains(0)}

    return simulate


AT_MOST = {WRONG: 0.05, MISSED: 0.05}
AT_LEAST = (FOUND, SMALLEST)
"""Claims that should hold often."""
TUNED = ChangeAim("", 0.46, 0.54), 4000
CASES = (
    Case("compare, nothing changed, one of two wins", compared(pairs_of(0, 0.1), 5.0), AT_MOST),
    Case("compare, nothing changed, 1 draw in 200 games", compared(pairs_of(2, 0.1, 0.005), 5.0), AT_MOST),
    Case("compare, nothing changed, 4 seats", compared(pairs_of(4, 0.1), 6.0), AT_MOST),
    Case("compare, nothing changed, 10 seats", compared(pairs_of(10, 0.1), 6.0), AT_MOST),
    Case("compare, a change of half the margin", compared(pairs_of(0, 0.1, better=0.02), 4.0), AT_MOST),
    Case("compare, a change of 1.5 margins", compared(pairs_of(0, 0.1, better=0.06), 4.0), {**AT_MOST, FOUND: 0.9}),
    Case("compare, all looks together", looked_at_always(pairs_of(0, 0.1), 5.0, (25, 90, 300, 1000)), {MISSED: 0.05}),
    Case("compare, one look", looked_at_once(pairs_of(4, 0.2), 400), {MISSED: 0.05}),
    Case("compare --by ladder, 5 kinds", ladder_of(pairs_of(0, 0.3), 5.0, 5, 200), {MISSED: 0.05}),
    Case("compare, lengths of rare long games", long_games(0.005, 200), {MISSED: 0.05}),
    Case("impact, 20 blank cards", things_of(20, 0, 1000, 0.0), AT_MOST),
    Case("impact, 16 blank cards of 20", things_of(16, 4, 1000, 0.05), {**AT_MOST, FOUND: 0.9}),
    Case("sweep, the choice among 5 values", swept((0.3, 0.4, 0.5, 0.6, 0.7), 0.05), {**AT_MOST, FOUND: 0.9}),
    Case("tune, 24 changes", tuned(1.0, 0.02, *TUNED), {**AT_MOST, FOUND: 0.9, SMALLEST: 0.4}),
    Case("tune, cheap players mislead", tuned(-1.0, 0.03, *TUNED), {**AT_MOST, FOUND: 0.9, SMALLEST: 0.4}),
    Case("tune, no change reaches the aim", tuned(1.0, 0.02, *TUNED, reachable=False), AT_MOST),
    Case("balance, 5 kinds of players", balanced(5, 100, 0.4), AT_MOST),
)  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A line of the table: a claim of a case, and how often it held."""

    case: str
    claim: str
    runs: int
    share: Interval
    limit: float

    @property
    def is_refuted(self) -> bool:
        return self.share.high < self.limit if self.claim in AT_LEAST else self.share.low > self.limit

    def row(self) -> str:
        found = self.share.scaled(POINTS)
        promised = f"at {'least' if self.claim in AT_LEAST else 'most'} {POINTS * self.limit:g} %"
        return (
            f"| {self.case} | {self.claim} | {self.runs:,} "
            f"| {found.estimate:.1f} % ({found.low:.1f} to {found.high:.1f}) | {promised} |"
        )


def lines_of(case: Case, runs: int) -> Iterator[Line]:
    """Simulate a case, each run with its own seed, and yield a line for each claim."""
    counts: Counter[str] = Counter()
    for number in range(runs):
        counts.update(claim for claim, happened in case.simulate(Random(f"{case.name} {number}")).items() if happened)
    for claim, limit in case.limits.items():
        yield Line(case.name, claim, runs, wilson(counts[claim], runs), limit)


HEAD = ("| study | what happened | runs | share (95 %) | promised |", "|---|---|---:|---|---|")


def main() -> None:
    parser = argparse.ArgumentParser(description="How often are the lab's answers right?")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"simulated studies of each kind ({RUNS})")
    parser.add_argument("--only", default="", help="only cases whose name has this word")
    parser.add_argument("--write", action="store_true", help="write the table of CALIBRATION.md")
    options = parser.parse_args()
    rows, refuted = [*HEAD], False
    for case in CASES:
        if options.only in case.name:
            for line in lines_of(case, options.runs):
                print(line.row(), "REFUTED" * line.is_refuted, flush=True)
                rows.append(line.row())
                refuted |= line.is_refuted
    if options.write:
        before, _, after = DOCUMENT.read_text("utf-8").partition("| study |")
        behind = after.partition("\n\n")[2]
        table = "\n".join(rows)
        DOCUMENT.write_text(f"{before}{table}\n" + (f"\n{behind}" if behind else ""), "utf-8")
    sys.exit(refuted)


if __name__ == "__main__":
    main()
