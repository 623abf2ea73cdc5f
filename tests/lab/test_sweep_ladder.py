"""Values between ever better players, within a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.lab.balance.planner import Rung
from interpreter.lab.balance.timed_run import RunMeans
from interpreter.lab.result_documents import to_json
from interpreter.lab.sweep.question import SweepSpec
from interpreter.lab.sweep.sweep_document import PointFigures
from interpreter.lab.sweep.sweep_ladder import MOST_VALUES, prepare_sweep_ladder, run_sweep_ladder
from interpreter.lab.sweep.sweep_ladder_document import SweepLadderDocument, sweep_ladder_document
from interpreter.lab.sweep.sweep_points import Aim
from interpreter.lab.sweep.vary import read_places
from interpreter.presentation.names import Names
from interpreter.report.ladders.sweep_ladder_report import SweepLadderSummary, make_sweep_ladder_figures
from interpreter.support.errors import PlayError
from tests.loaded import game_of
from tests.result_schemas import check_document

LOTS = Path(__file__).parent / "lots"
"""The player wins in N of 10 games if the bar starts at N, which is 5 now."""
LONG = 10_000.0
"""Seconds, so that the number of games ends the run."""
GAMES = 200


def document(vary: str, aim: float | None = None, games: int = GAMES) -> SweepLadderDocument:
    """Two kinds of players, which play alike because nobody decides anything."""
    game = game_of(LOTS)
    target = None if aim is None else Aim("player", aim, 0.01)
    seated = dict.fromkeys(game.seats, "random")
    asked = SweepSpec(game, read_places([vary]), seated, target, None, games, backend="python")
    rungs = [Rung(player, asked.seated) for player in ("weak", "strong")]
    return sweep_ladder_document(run_sweep_ladder(prepare_sweep_ladder(asked, rungs), LONG, RunMeans()))


def summary(found: SweepLadderDocument) -> list[str]:
    return SweepLadderSummary(found, game_of(LOTS), Names(game_of(LOTS).rulebook)).sentences()


def share(point: PointFigures) -> float:
    return point.wins["player"].estimate


def test_the_value_that_each_kind_of_players_needs() -> None:
    found = document("tracks/bar/start=2,8,5", 0.8)
    check_document("sweep_ladder", to_json(found))
    assert found.chosen == {"tracks/bar/start": 8} and found.settled
    for rung in found.rungs:
        assert rung.possible == [found.chosen] and rung.study.games == 3 * GAMES
        low, high, present = rung.study.points
        assert share(low) < share(present) < share(high) and present.present and rung.study.reference is None
    settled, weak, strong, note = summary(found)
    assert settled == "Settled: `8`, for weak and strong players." and note.startswith("These games chose the value")
    assert weak.startswith("weak: `8` comes nearest, Player wins ") and weak[4:] == strong[6:]


def test_what_is_not_settled_is_told() -> None:
    found = document("tracks/bar/start=5,6", 0.55)
    assert found.settled is False and len(found.rungs[-1].possible) == 2
    assert summary(found)[0] == "Not settled: between strong players, 2 values may reach the aim."
    missed = document("tracks/bar/start=1,2", 0.9)
    assert missed.settled is False and missed.rungs[-1].possible == [] and missed.rungs[-1].study.reference
    assert summary(missed)[0] == "Not settled: with none of the values strong players reach the aim."


def test_without_an_aim_each_kind_of_players_has_the_changes_from_the_present_value() -> None:
    found = document("tracks/bar/start=2,5", games=100)
    assert found.chosen is None and found.settled is None
    weak, strong = summary(found)
    assert weak.startswith("weak: Different from the present `5` on the same games: `2`, Player -")
    assert strong == weak.replace("weak", "strong", 1)
    tables = {figure.table.id: figure.table for figure in make_sweep_ladder_figures(found, game_of(LOTS))}
    assert [row[:2] for row in tables["by_strength"].rows] == [
        ("weak", "2"), ("weak", "5"), ("strong", "2"), ("strong", "5"),
    ]  # fmt: skip
    assert tables["wins"].columns[0] == "players"


def test_too_many_values_are_refused() -> None:
    asked = SweepSpec(game_of(LOTS), read_places([f"tracks/bar/start=1..{MOST_VALUES + 1}"]), {}, backend="python")
    with pytest.raises(PlayError, match="17 values are too many for several kinds of players; name at most 16"):
        prepare_sweep_ladder(asked, [Rung("random", {})])
