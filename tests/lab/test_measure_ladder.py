"""The character of a game between ever better players, within a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.lab.balance.planner import Rung
from interpreter.lab.balance.timed_run import RunMeans
from interpreter.lab.measure.measure import MeasurementSpec
from interpreter.lab.measure.measure_ladder import ladder_look, run_measure_ladder
from interpreter.lab.measure.measure_ladder_document import MeasureLadderDocument, measure_ladder_document
from interpreter.lab.result_documents import to_json
from interpreter.presentation.names import Names
from interpreter.report.ladders.measure_ladder_report import MeasureLadderSummary, make_measure_ladder_figures
from tests.loaded import game_of
from tests.result_schemas import check_document

TRAPS = Path(__file__).parent / "traps"
"""Walker, if random, wins 1 of 4 games, and all of them with a look ahead."""
LONG = 10_000.0
"""Seconds, so that the number of games ends the run."""
GAMES = 60


def document(*players: str, jobs: int = 1) -> MeasureLadderDocument:
    game = game_of(TRAPS)
    rungs = [Rung(player, dict.fromkeys(game.seats, player)) for player in players]
    asked = MeasurementSpec(game, rungs[-1].seated, GAMES, jobs=jobs, backend="python")
    return measure_ladder_document(run_measure_ladder(asked, ladder_look(asked), rungs, LONG, RunMeans()))


def test_what_changes_with_the_strength_of_players_is_told() -> None:
    found = document("random", "search:20")
    check_document("measure_ladder", to_json(found))
    random, search = (rung.study for rung in found.rungs)
    assert random.games == search.games == GAMES and search.wins["walker"].estimate == 1
    wins = {trend.name: trend for trend in found.trends}["wins of walker"]
    assert wins.trend == "rising" and wins.is_share and wins.change.low > 0.4
    assert wins.change.estimate == 1 - random.wins["walker"].estimate
    names = Names(game_of(TRAPS).rulebook)
    said, *_ = MeasureLadderSummary(found, game_of(TRAPS), names).sentences()
    share = f"{100 * random.wins['walker'].estimate:.1f} %"
    assert said.startswith(f"From random to search:20 players, these change: wins of Walker from {share} to 100.0 %; ")
    tables = {figure.table.id: figure.table for figure in make_measure_ladder_figures(found, game_of(TRAPS))}
    assert tables["trends"].columns[:3] == ("figure", "random", "search:20")
    assert [row[:2] for row in tables["wins"].rows][::2] == [("random", "walker"), ("search:20", "walker")]


@pytest.mark.parts
def test_leads_and_options_are_told_only_of_players_who_think() -> None:
    found = document("random", "search:20", jobs=2)
    random, search = (rung.study for rung in found.rungs)
    assert random.decided.by_playouts is None and random.options.decisions == 0
    assert search.decided.by_playouts is not None and search.options.decisions == GAMES
    assert all(trend.name != "decisions with a worse option" for trend in found.trends)
    again = document("random", "search:20")
    assert to_json(again)["trends"] == to_json(found)["trends"]
