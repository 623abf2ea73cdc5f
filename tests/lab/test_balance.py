"""Balance by strength of play: what is planned, what is counted, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.lab.balance.balance_document import BalanceDocument, balance_document, trend_of
from interpreter.lab.balance.ladder import LadderResult, LadderSpec, RungResult, run_ladder
from interpreter.lab.balance.planner import ENOUGH_GAMES, FIRST_GAMES, LEAST_GAMES, Planner, Rung
from interpreter.lab.result_documents import to_json
from interpreter.lab.stats.intervals import Interval, independent_difference, wilson
from interpreter.playtest.run.arms import GameSpan
from interpreter.playtest.run.chunks import Chunk
from interpreter.playtest.run.figures import Tally
from interpreter.presentation.names import Names
from interpreter.report.balance_report import BalanceSummary, make_balance_figures
from tests.loaded import game_of
from tests.result_schemas import check_document

TRAPS = Path(__file__).parent / "traps"
"""Walker, if random, wins 1 of 4 games, and all of them with a look ahead."""


def rung(player: str) -> Rung:
    return Rung(player, {"walker": player, "trapper": player})


def document(*players: str, games: int = 60, jobs: int = 1) -> BalanceDocument:
    asked = LadderSpec(game_of(TRAPS), [*map(rung, players)], None, games, jobs=jobs, backend="python")
    return balance_document(run_ladder(asked))


def test_who_looks_ahead_wins_what_random_players_lose() -> None:
    found = document("random", "search:50", "search:100")
    random, *searching = found.rungs
    assert random.wins["walker"].contains(1 / 4)
    assert [each.wins["walker"].estimate for each in searching] == [1.0, 1.0]
    assert searching[0].from_even["walker"].estimate == 0.5
    assert searching[0].reasons == {"home": 1.0}
    assert found.trend is not None and (found.trend.trend, found.trend.change.estimate) == ("unknown", 0.0)
    said = BalanceSummary(found, game_of(TRAPS), Names(game_of(TRAPS).rulebook)).sentences()
    assert said[0].startswith("Between search:100 players, 100 % of games go to Walker")
    assert any(sentence.startswith("Random players point the other way") for sentence in said)


def test_players_who_win_together_have_no_balance() -> None:
    found = document("random", games=40)
    (random,) = found.rungs
    together = replace(random, wins=dict.fromkeys(random.wins, wilson(30, 40)), draws=wilson(10, 40))
    said = BalanceSummary(replace(found, rungs=[together]), game_of(TRAPS), Names(game_of(TRAPS).rulebook)).sentences()
    assert (
        said[0] == "Random players win 75 % of games (60 to 86) together, so there is nothing to balance between them."
    )
    assert together.is_won_together and not random.is_won_together


def test_a_game_that_nobody_wins_is_not_called_even() -> None:
    found = document("random", games=40)
    (random,) = found.rungs
    lost = replace(random, wins=dict.fromkeys(random.wins, wilson(0, 40)), draws=wilson(40, 40))
    said = BalanceSummary(replace(found, rungs=[lost]), game_of(TRAPS), Names(game_of(TRAPS).rulebook)).sentences()
    assert said[0] == "Nobody won any of 40 games between random players."
    assert not random.is_never_won


def test_the_document_does_not_depend_on_the_processes() -> None:
    one, two = (to_json(document("random", "search:5", games=30, jobs=jobs)) for jobs in (1, 2))
    for each in (one, two):
        check_document("balance", each)
        each.pop("seconds")
        for figures in each["rungs"]:
            figures.pop("seconds")
    assert one == two and one["reproducible"]


def test_each_figure_has_a_table() -> None:
    found = document("random", "search:5", games=30)
    tables = {figure.table.id: figure.table for figure in make_balance_figures(found, game_of(TRAPS))}
    assert len(tables["wins"].rows) == 4
    assert all(len(row) == len(table.columns) for table in tables.values() for row in table.rows)


def test_games_count_only_without_a_gap() -> None:
    """Long games end later: to count what is finished when the time is up would leave them out."""
    found = RungResult(rung("search:5"))
    first, second, third = (Chunk(at, 2, Tally(games=2, finished=2), seconds=1.0) for at in (0, 2, 4))
    found.add(third)
    found.add(first)
    assert found.tally.games == 2
    found.add(second)
    assert (found.tally.games, found.time.seconds) == (6, 3.0)


def play_out(costs: dict[str, float], seconds: float) -> LadderResult:
    """Return the ladder that is planned where a game of each kind of players takes so many seconds."""
    asked = LadderSpec(game_of(TRAPS), [*map(rung, costs)], seconds)
    found = LadderResult(asked, [RungResult(each) for each in asked.rungs])
    now = 0.0
    planner = Planner(found.results, seconds, 1, lambda: now)
    for span in planner.spans():
        spent = span.count * costs[asked.rungs[span.arm].player]
        now += spent
        tally = Tally(games=span.count, finished=span.count)
        found.results[span.arm].add(Chunk(span.first, span.count, tally, seconds=spent))
        if planner.is_time_up():
            break
    if found.next_arm is not None:
        found.next_rung_seconds = FIRST_GAMES * planner.seconds_per_game(found.next_arm)
    return found


def test_with_time_enough_each_rung_gets_enough_games() -> None:
    found = play_out({"random": 0.0001, "search:20": 0.01, "search:200": 0.02}, 60)
    assert [each.tally.games for each in found.results] == [10_000, ENOUGH_GAMES, ENOUGH_GAMES]
    assert found.next_arm is None


def test_what_does_not_fit_is_left_out_with_its_time() -> None:
    """A trial shows how long games take: 8 games of 2 seconds, where 100 of them are too many."""
    found = play_out({"random": 0.0001, "search:20": 0.1, "search:200": 2.0}, 80)
    counts = [each.tally.games for each in found.results]
    assert counts[1] >= FIRST_GAMES and counts[2] < LEAST_GAMES
    assert [each.rung.player for each in found.reported] == ["random", "search:20"]
    assert found.next_arm == 2
    assert found.next_rung_seconds == pytest.approx(200)


def test_the_time_that_is_left_makes_the_widest_intervals_narrower() -> None:
    found = play_out({"random": 0.0001, "search:20": 0.1, "search:200": 0.2}, 60)
    games = [each.tally.games for each in found.results[1:]]
    assert all(FIRST_GAMES <= count < ENOUGH_GAMES for count in games)
    assert max(games) - min(games) <= 16


def test_a_span_begins_where_the_last_one_ended() -> None:
    asked = LadderSpec(game_of(TRAPS), [rung("random"), rung("search:5")], None, 7)
    assert asked.fixed_spans() == [GameSpan(0, 0, 7), GameSpan(1, 0, 7)]


def test_a_difference_of_independent_shares() -> None:
    """Newcombe's first example, 56 of 70 and 48 of 80: 0.0524 to 0.3339."""
    found = independent_difference((48, 80), (56, 70))
    assert found.estimate == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@pytest.mark.parametrize(
    ("change", "trend"),
    [
        (Interval(0.01, -0.03, 0.05), "settled"),
        (Interval(-0.1, -0.15, -0.02), "falling"),
        (Interval(0.1, 0.02, 0.15), "rising"),
        (Interval(0.1, -0.02, 0.15), "unknown"),
    ],
)
def test_a_trend_is_told_as_far_as_it_is_known(change: Interval, trend: str) -> None:
    assert trend_of(change) == trend


@pytest.mark.parts
def test_intervals_of_all_rungs_hold_together() -> None:
    """In some 5 % of runs at most, the interval of any rung misses the share, which is 1/4."""
    missed = 0
    for seed in range(40):
        asked = LadderSpec(game_of(TRAPS), [rung("random")] * 3, None, 50, seed=seed, backend="python")
        results = run_ladder(asked)
        missed += any(not each.wins["walker"].contains(0.25) for each in balance_document(results).rungs)
    assert missed <= 5
