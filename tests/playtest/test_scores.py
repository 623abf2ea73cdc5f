"""Figures of scores and of tracks that all seats share."""

from __future__ import annotations

import pytest

from interpreter.engine.playout import GameResult
from interpreter.lab.playtest_document import make_playtest_document
from interpreter.language.execution.executable import Backend
from interpreter.playtest.run.figures import Tally, figures
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from tests.loaded import game_of
from tests.sources import ROOT

MARKET = ROOT / "tests" / "cli" / "market"
BACKENDS: tuple[Backend, ...] = ("python", "auto")


def result(day: int, **scores: int) -> GameResult:
    return GameResult((), "done", scores, 1, 1, None, {}, None, 0.0, shared_tracks={"day": day})


def test_a_lead_is_counted_from_the_best_other_score() -> None:
    tally = Tally()
    for day, scores in ((2, (5, 3, 1)), (3, (4, 4, 0)), (3, (0, 0, 0))):
        tally.add(result(day, **dict(zip("abc", scores, strict=True))))
    found = figures(tally)
    assert found["score_leads"] == {"a": {"0": 2, "2": 1}, "b": {"-2": 1, "0": 2}, "c": {"-4": 2, "0": 1}}
    assert found["last_positions"] == {"day": {"min": 2, "median": 3, "max": 3}}


def test_a_seat_alone_leads_nobody() -> None:
    tally = Tally()
    tally.add(result(1, a=7))
    assert figures(tally)["score_leads"] == {}


def test_between_two_a_lead_is_the_difference_of_their_scores() -> None:
    found = make_playtest_document(run_playtest(PlaytestPlan(game_of(MARKET), 3, 200)))
    one, two = (found.mean_score_leads[seat] for seat in ("p1", "p2"))
    scores = found.figures["mean_scores"]
    assert one.estimate == pytest.approx(scores["p1"] - scores["p2"])
    assert (one.low, one.high) == pytest.approx((-two.high, -two.low)) and one.low < one.estimate < one.high


@pytest.mark.parts
@pytest.mark.parametrize(("name", "tracks"), [(MARKET, 1), ("vive_la_revolution", 1), ("revolution", 0)])
def test_both_backends_count_alike(name: str, tracks: int) -> None:
    """The native one plays where wasmtime is there."""
    one, two = (
        figures(run_playtest(PlaytestPlan(game_of(name), 3, 600, backend=backend)).tally) for backend in BACKENDS
    )
    assert one == two and len(one["last_positions"]) == tracks
